"""The physical state: chips by area and denomination, cards by draw number.

Only events write it, and nothing rewinds it.
Every chip is in exactly one account: stack, bet line, pot, tray, drop, a player's hand, the dealer's hand. Their sum
is `issued` at all times.
"""

from collections.abc import Collection, Iterable
from typing import Final

from controller.poker.betting import set_of
from controller.poker.events import Interval
from controller.poker.places import BET, DEALER, DROP, HAND, PLACES, POT, SEAT_OF_STACK, STACK, TRAY, Place
from controller.table.state.setup import ALL_SEATS, Setup

_HOLDERS: Final = [DEALER] * PLACES  # the hand that takes chips from an area
for _seat in ALL_SEATS:
    _HOLDERS[STACK + _seat] = HAND + _seat
    _HOLDERS[BET + _seat] = HAND + _seat
_HANDS: Final = (DEALER, *(HAND + seat for seat in ALL_SEATS))


class Felt:
    """Chips and cards as they physically lie, as far as is known."""

    __slots__ = (
        "button",
        "chips",
        "cleared",
        "cleared_before",
        "credited",
        "held_since",
        "issued",
        "laid_at",
        "leaving",
        "lent",
        "lifted",
        "occupied",
        "posts",
        "promised",
        "shuffled_at",
        "spot_of",
        "told",
        "total",
        "touched",
        "unlaid",
    )

    def __init__(self, setup: Setup) -> None:
        self.total = [0] * PLACES  # value by place
        self.chips: list[list[int] | None] = [None] * PLACES  # denominations by place, None if never read
        self.spot_of: dict[int, Place] = {}  # the last proven place by draw number of this hand
        self.told: dict[int, Place] = {}  # the same, for cards that a person entered and no reader has seen
        self.lifted: dict[int, Place] = {}  # cards not seen at their last place
        self.touched: dict[int, int] = {}  # cards that have been lifted since they lay there -> when last, ns
        self.held_since = [0] * PLACES  # when an empty hand last took chips up, by the place of the hand, ns
        self.button: int | None = None
        self.lent = 0  # the seat whose hand gave the chips of the last motion, if it was not the nearest
        self.posts = 0
        self.promised = 0  # issued, and not taken from the tray yet. It may also come from elsewhere
        self.unlaid = 0  # issued, and not laid down yet
        self.laid_at = 0  # when issued chips were last laid down, ns
        self.leaving = [0] * (ALL_SEATS[-1] + 1)  # by seat: on its stack, no longer in play, still to be taken off
        self.cleared = 0  # taken off seats since the shuffle, or left of a race. It may turn up in the tray
        self.cleared_before = 0  # the same before the shuffle: it may turn up if it lay in the tray by then
        self.shuffled_at = 0  # ns
        self.credited = 0  # issued since the shuffle at seats that nothing reads: it counts as theirs already
        self.occupied = 0
        for s in setup.seats:
            self.total[STACK + s.seat] = s.stack
            self.chips[STACK + s.seat] = list(s.chips) if s.chips is not None else None
            self.occupied |= 1 << s.seat
            self.chips[BET + s.seat] = []
        self.chips[POT] = []
        self.issued = sum(self.total)

    # --- cards, chairs, button --------------------------------------------------------------------------------------

    def read(self, card: int, spot: Place) -> None:
        """A reader sees the card there."""
        self.spot_of[card] = spot
        self.told.pop(card, None)
        self.lifted.pop(card, None)

    def said(self, card: int, spot: Place) -> None:
        """A person enters that the card lies there. No reader will miss it."""
        self.spot_of[card] = self.told[card] = spot

    def read_at(self, spot: Place) -> list[int]:
        """The cards that a reader has seen there, and still sees."""
        return [e for e, at in self.spot_of.items() if at == spot and e not in self.told and e not in self.lifted]

    def lies_nowhere(self, card: int) -> None:
        """The dealer enters that a card is no longer where it lay. No reader will report that."""
        self.spot_of.pop(card, None)
        self.told.pop(card, None)

    def lift(self, card: int, spot: Place, at: int) -> None:
        """A card is no longer read where it lay, since `at` (ns)."""
        self.lifted[card] = spot
        self.touched[card] = at

    def see_button(self, seat: int | None) -> None:
        """The button lies at that seat. None: it is not sensed anywhere."""
        self.button = seat

    def see_post(self, seat: int, *, present: bool) -> None:
        """A sensor reports whether a seat has posted."""
        self.posts = self.posts | 1 << seat if present else self.posts & ~(1 << seat)

    def see_posts(self, seats: Iterable[int]) -> None:
        """Sensors report the seats that have posted."""
        self.posts = set_of(seats)

    def is_occupied(self, seat: int) -> bool:
        """Whether a person sits in the chair."""
        return self.occupied >> seat & 1 == 1

    def see_chair(self, seat: int, *, taken: bool) -> None:
        """A sensor reports whether a person sits in a chair."""
        self.occupied = self.occupied | 1 << seat if taken else self.occupied & ~(1 << seat)

    # --- chips ------------------------------------------------------------------------------------------------------

    def move_chips(
        self, area: Place, added: tuple[int, ...], removed: tuple[int, ...], gathering: bool, at: Interval
    ) -> int:
        """Record one motion in that interval (ns). Return the unexplained value in minor units.

        More than 0 came from nowhere, less than 0 did not lie there. While bets are gathered, chips that leave a bet
        line are in the dealer's hand, not in the player's.
        """
        self.lent = 0
        unexplained = self._take_up(area, removed, gathering, at) if removed else 0
        return unexplained + self._lay_down(area, added, at) if added else unexplained

    def _take_up(self, area: Place, removed: tuple[int, ...], gathering: bool, at: Interval) -> int:
        """Move chips from an area into a hand. Return the value that did not lie there, as at most 0.

        It is new on the table.
        """
        total, tally, unexplained = self.total, self.chips[area], 0
        value = sum(removed)
        have = total[area]
        if value > have:
            unexplained = have - value
            self.issued += value - have
            total[area] = 0
        else:
            total[area] = have - value
        if area == TRAY and (self.promised or self.credited):
            value -= self._keep_promise(value, at[0])
        elif (seat := SEAT_OF_STACK[area]) and self.leaving[seat]:
            value -= self._let_go(seat, value)
        holder = DEALER if gathering and area > BET else _HOLDERS[area]
        if not total[holder]:
            self.held_since[holder] = at[1]
        total[holder] += value
        if tally is not None:
            _take_out(tally, removed)
        return unexplained

    def _lay_down(self, area: Place, added: tuple[int, ...], at: Interval) -> int:
        """Move chips from the hands to an area. Return the value that no hand held."""
        total, tally = self.total, self.chips[area]
        value, had = sum(added), total[DEALER]
        total[area] += value
        unexplained = self._from_hands(_HOLDERS[area], value)
        if total[DEALER] < min(had, self.unlaid):
            self.unlaid, self.laid_at = total[DEALER], at[1]
        if area == TRAY and unexplained > 0:
            unexplained -= self._put_away(unexplained, at[0])
        if tally is not None:
            tally.extend(added)
        return unexplained

    def issue(self, value: int, *, read: bool) -> None:
        """Bring chips into play. They count as held by the dealer, from any source. `read`: their seat is read."""
        self.issued += value
        self.total[DEALER] += value
        if self.chips[TRAY] is not None and read:
            self.promised += value
            self.unlaid += value
        elif self.chips[TRAY] is not None:
            self.credited += value

    def withdraw(self, seat: int, value: int, lies: int) -> None:
        """Chips of a seat are no longer in play. `lies` of them are still on its stack, the rest was taken up.

        They are off the table as soon as they are taken up, unless they turn up in the tray.
        """
        self.leaving[seat] += lies
        self._off_the_table(seat, min(value - lies, self.total[HAND + seat]))

    def hand_in(self, seat: int, value: int) -> None:
        """Withdraw chips of a seat whose chips nothing reads. The dealer has them."""
        self.shift(STACK + seat, DEALER, min(value, self.total[STACK + seat]))
        if self.chips[TRAY] is None:
            gone = min(value, self.total[DEALER])
            self.total[DEALER] -= gone
            self.issued -= gone

    def found(self, issued: int) -> None:
        """Issued chips already lie at their stack, or are not brought any more."""
        self.issued -= issued
        self.total[DEALER] -= issued
        self._promised_less(issued)

    def count_stack(self, seat: int, chips: tuple[int, ...], said: int) -> None:
        """These chips lie on a stack before the first hand.

        `said`: the amount that was entered for the stack before a reader had read it. It counted as chips in the
        dealer's hand.
        """
        place, total = STACK + seat, sum(chips)
        self.found(max(0, min(said - self.total[place], self.total[DEALER])))
        self.issued += total - self.total[place]
        self.total[place], self.chips[place] = total, list(chips)

    def take_over(self, seat: int, stack: int) -> None:
        """A seat is new, with that stack."""
        self.issued += stack - self.total[STACK + seat]
        self.total[STACK + seat] = stack

    def bring(self, value: int) -> None:
        """The dealer takes chips of this value from the tray into the hand."""
        self.issued += value
        self.total[DEALER] += value

    def leave_lying(self, seat: int) -> int:
        """Leave on a stack for now what was still to be taken off it. Return the amount."""
        amount, self.leaving[seat] = self.leaving[seat], 0
        return amount

    def confiscate(self, seat: int, value: int) -> None:
        """Take chips that do not count off the table, at once or as soon as they are taken up."""
        held = min(value, self.total[HAND + seat])
        self._off_the_table(seat, held)
        self.leaving[seat] += value - held

    def _off_the_table(self, seat: int, held: int) -> None:
        """Take `held` of the chips in a player's hand off the table. They may turn up in the tray."""
        self.total[HAND + seat] -= held
        self.issued -= held
        self.cleared += held

    def carry_over(self, stacks: dict[int, int]) -> None:
        """Chips withdrawn at some of these seats were issued at others. They are carried from stack to stack.

        The dealer neither takes them from the tray nor puts them there.
        """
        value = sum(stacks.values())
        self.issued -= value
        self.total[DEALER] -= value
        self._promised_less(value)
        for seat, amount in stacks.items():
            self.leaving[seat] = max(0, self.leaving[seat] - amount)

    def _promised_less(self, value: int) -> None:
        self.promised, self.unlaid = max(0, self.promised - value), max(0, self.unlaid - value)

    def drop(self, value: int) -> None:
        """If nothing reads the drop, move the house's part into it, at most what is in the dealer's hand."""
        if self.chips[DROP] is None:
            self.shift(DEALER, DROP, max(0, min(value, self.total[DEALER])))

    def _let_go(self, seat: int, value: int) -> int:
        """Return how much of a value taken up was withdrawn there. It is off the table, unless the tray gets it."""
        part = min(self.leaving[seat], value)
        self.leaving[seat] -= part
        self.issued -= part
        self.cleared += part
        return part

    def _keep_promise(self, value: int, since: int) -> int:
        """Return how much of a value taken from the tray, not before `since` (ns), was issued. It counted already.

        Chips that were laid down before that came from elsewhere. But if the tray was read earlier, that reading may
        be reported later.
        """
        if since >= self.laid_at:
            self.promised = min(self.promised, self.unlaid)
        kept = min(self.promised, value)
        told = min(self.credited, value - kept)
        self.promised -= kept
        self.credited -= told
        self.issued -= kept + told
        return kept + told

    def _put_away(self, value: int, since: int) -> int:
        """Return how much of a value that came to the tray, not before `since` (ns), was taken off the table before.

        A full tray takes a while to read. Chips that lie there when the next hand begins may be read after that.
        """
        late = min(value, self.cleared_before) if since < self.shuffled_at else 0
        now = min(value - late, self.cleared)
        self.cleared_before -= late
        self.cleared -= now
        return late + now

    def _from_hands(self, holder: Place, value: int) -> int:
        """Take a value out of the hands, the nearest first. Return what no hand held, which is new on the table."""
        total = self.total
        if total[holder] >= value:
            total[holder] -= value
            return 0
        value -= total[holder]
        total[holder] = 0
        for hand in _HANDS:
            part = min(total[hand], value)
            if part and hand != DEALER:
                self.lent = hand - HAND
            total[hand] -= part
            value -= part
            if not value:
                return 0
        self.issued += value
        return value

    def shift(self, source: Place, target: Place, value: int) -> None:
        """Move a value from one account to another, as the dealer enters it for a part that does not sense."""
        self.total[source] -= value
        self.total[target] += value

    def cash_out(self, seat: int, *, lies_there: bool) -> None:
        """A player is gone. Chips in their hand have left the table.

        `lies_there`: the chips of the stack still lie there until they are taken away. Otherwise nothing senses them,
        and they have left too.
        """
        for place in (HAND + seat,) if lies_there else (HAND + seat, STACK + seat):
            self.issued -= self.total[place]
            self.total[place] = 0
        self.leaving[seat] = self.total[STACK + seat]

    def own(self, seat: int) -> int:
        """The amount on a stack for its player, present or to come, without what is still to be taken off it."""
        return self.total[STACK + seat] - self.leaving[seat]

    def take_back(self, area: Place, chips: tuple[int, ...], owner: int, at: int) -> None:
        """A player takes up chips of theirs that lay at a free seat, at that time (ns). What is still to be taken off
        there stays."""
        value, tally, hand = sum(chips), self.chips[area], HAND + owner
        if not self.total[hand]:
            self.held_since[hand] = at
        self.total[area] -= value
        self.total[hand] += value
        if tally is not None:
            _take_out(tally, chips)

    def take_off(self, area: Place, chips: tuple[int, ...]) -> None:
        """Chips leave the stack of a free seat. They are off the table, unless they turn up in the tray."""
        value, tally, seat = min(sum(chips), self.total[area]), self.chips[area], area - STACK
        left = self.leaving[seat]
        if value == left or value != self.own(seat):
            self.leaving[seat] = max(0, left - value)
        self.total[area] -= value
        self.issued -= value
        self.cleared += value
        if tally is not None:
            _take_out(tally, chips)

    def empty_hand(self) -> None:
        """Take what the dealer holds out of play. It is off the table, unless it turns up in the tray."""
        self.issued -= self.total[DEALER]
        self.cleared += max(0, self.total[DEALER])
        self.total[DEALER] = self.promised = self.unlaid = 0

    def replace(self, area: Place, chips: tuple[int, ...], at: int) -> int:
        """Take over a snapshot of one area at that time (ns). Return how much more lies there than was known.

        The difference comes from hands, or goes to them.
        """
        total, found, seat = self.total, sum(chips), SEAT_OF_STACK[area]
        grown = found - total[area]
        self.chips[area] = list(chips)
        if seat and self.leaving[seat] > found:
            self.leaving[seat] = found
        if not grown:
            return 0
        total[area] = found
        holder = _HOLDERS[area]
        if grown > 0:
            self._from_hands(holder, grown)
        else:
            if not total[holder]:
                self.held_since[holder] = at
            total[holder] -= grown
        return grown

    def note(self, area: Place, chips: Iterable[int]) -> None:
        """A reader says that these chips lie there. They count there only once its readings count again."""
        self.chips[area] = list(chips)

    def note_motion(self, area: Place, added: Iterable[int], removed: Collection[int]) -> None:
        """The same for one motion."""
        tally = self.chips[area]
        if tally is not None:
            _take_out(tally, removed)
            tally.extend(added)

    def count_as_read(self, areas: Iterable[Place], at: int) -> None:
        """From that time on (ns) the areas hold what their readers have noted there, not what was entered.

        What some lack is in hands first, and what others have too much comes from there.
        """
        noted = {area: chips for area in areas if (chips := self.chips[area]) is not None}
        for area in sorted(noted, key=lambda each: sum(noted[each]) - self.total[each]):
            self.replace(area, tuple(noted[area]), at)

    def renumber(self, old: int, new: int) -> None:
        """Give a card its proper draw number."""
        for known in (self.spot_of, self.told):
            if old in known:
                known[new] = known.pop(old)

    def new_hand(self, at: int) -> None:
        """Every card is back in the deck, and it is shuffled at that time (ns)."""
        self.cleared_before, self.cleared, self.shuffled_at = self.cleared, 0, at
        self.credited = 0
        self.spot_of.clear()
        self.told.clear()
        self.lifted.clear()
        self.touched.clear()

    def shift_clock(self, by: int) -> None:
        """Shift every stored time by `by` (ns). 0 stands for no time."""
        self.held_since = [at + by if at else 0 for at in self.held_since]
        self.laid_at = self.laid_at + by if self.laid_at else 0
        self.shuffled_at = self.shuffled_at + by if self.shuffled_at else 0
        self.touched = {card: at + by for card, at in self.touched.items()}


def _take_out(tally: list[int], removed: Collection[int]) -> None:
    if len(removed) == len(tally):
        tally.clear()
        return
    for chip in removed:
        if chip in tally:
            tally.remove(chip)
