"""The deal as a plan of expected card movements, with gates.

The plan holds a slot for each card (`slots.py`). A gate is the street up to which cards may be drawn now.

A remedy changes the plan: slots come before others, fall away, or are fed from the table instead of the shoe.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Final

from controller.poker.places import BOARD, MUCK, ON_BOARD, Place, Seat
from controller.poker.slots import BURN, PAST_ANY_SHOE, Slot, Slots
from controller.rulebooks.variants import GameVariant

_DONE: Final = attrgetter("done")


class Plan:
    """The plan of a deal: cards due, cards drawn, cards identified. Cards are draw numbers, never faces."""

    __slots__ = (
        "by_card", "drawn", "gate", "in_order", "loose", "missing", "out", "slots", "ticked_unseen", "unread",
    )  # fmt: skip

    def __init__(
        self, variant: GameVariant, seats: Sequence[Seat], unseen: Collection[Place] = (), *, burns: bool = True
    ) -> None:
        """`seats`: in dealing order. `unseen`: places without an antenna, ticked when the card is drawn. `burns`:
        whether a card is burnt before each street."""
        self.slots = Slots(variant, seats, burns=burns)
        self.ticked_unseen = frozenset(unseen)
        self.by_card: dict[int, Slot] = {}  # the slot for which each card counts
        self.loose: list[int] = []  # left the shoe although no card was due, in order
        self.out: dict[int, bool] = {}  # cards that count for nothing any more -> whether they are still on the table
        self.unread: list[int] = []  # draw numbers of cards whose tag the shoe did not read
        self.in_order = True  # False: the deal goes on although its order is wrong, cards count where they lie
        self.drawn = 0  # how many slots the shoe has passed: the next card is for the slot of this index
        self.gate = 0  # the last street whose cards may come
        self.missing = self.slots.end(0)  # slots up to the gate that are not done

    # --- questions about slots ----------------------------------------------------------------------------------

    def slot_of(self, card: int) -> Slot | None:
        """The slot for which a card counts, None if it has none."""
        return self.by_card.get(card)

    def place_of(self, card: int) -> Place | None:
        """The place for which a card left the shoe, None if it has no slot."""
        slot = self.by_card.get(card)
        return None if slot is None else slot.place

    def follows_burn(self, card: int) -> bool:
        """Whether the card left the shoe for the slot after a burn."""
        slot = self.by_card.get(card)
        before = None if slot is None else self.slots.before(slot)
        return before is not None and before.place == BURN

    def mark_of(self, card: int) -> int:
        """The mark of a card's slot, which gets one if it has none. Raises KeyError: the card has no slot."""
        return self.slots.mark_of(self.by_card[card])

    def up_to_the_gate(self) -> list[Slot]:
        """The slots whose cards may have come."""
        return self.slots.up_to(self.gate)

    def next_due(self) -> Slot | None:
        """The slot of the next card that may leave the shoe, None if there is none before the gate."""
        return next((slot for slot in self.up_to_the_gate()[self.drawn :] if not slot.fed), None)

    def first_missing(self) -> Slot | None:
        """The first slot before the gate that is not done, None if there is none."""
        return next((slot for slot in self.up_to_the_gate() if not slot.done), None)

    def last_drawn(self) -> Slot | None:
        """The slot that the shoe has passed last, None before the first card."""
        return self.slots.row[self.drawn - 1] if self.drawn else None

    def counts(self, slot: Slot) -> bool:
        """Whether its card counts there. If not, it is out of play or came for another slot since."""
        return not slot.card or (self.by_card.get(slot.card) is slot and slot.card not in self.out)

    # --- questions about the course of the deal -----------------------------------------------------------------

    @property
    def card_due(self) -> bool:
        """Whether a card may come now."""
        return self.drawn < self.slots.end(self.gate)

    @property
    def board_begun(self) -> bool:
        """Whether a card has left the shoe after the hole cards."""
        return self.drawn > self.slots.end(0)

    def is_drawn(self, street: int) -> bool:
        """Whether all cards up to the end of a street have left the shoe."""
        return self.drawn >= self.slots.end(street)

    def passed(self, slot: Slot) -> bool:
        """Whether the shoe has passed a slot after that one."""
        return self.drawn > self.slots.position(slot) + 1

    def went_on_after(self, card: int) -> bool:
        """Whether a card left the shoe after this one of the deal."""
        slot = self.by_card.get(card)
        return bool(self.loose) or (self.drawn > 0 if slot is None else self.passed(slot))

    def drawn_burns(self) -> list[int]:
        """The cards that the shoe gave for burns, in order."""
        return [slot.card for slot in self.slots.row[self.slots.end(0) : self.drawn] if slot.place == BURN]

    # --- questions about cards ----------------------------------------------------------------------------------

    def knows(self, card: int) -> bool:
        """Whether a card left the shoe, even if it has no slot."""
        return card in self.by_card or card in self.loose or card in self.out

    def last_card(self) -> int:
        """The highest draw number so far, 0 before the first card."""
        return max((*self.by_card, *self.loose, *self.out), default=0)

    def in_stub(self) -> list[int]:
        """The cards that were shuffled into the stub. They leave it under other numbers."""
        return [card for card, on_table in self.out.items() if not on_table]

    def owner(self, card: int) -> Seat | None:
        """The seat to which a card was dealt, None for board and burn cards."""
        slot = self.by_card.get(card)
        return slot.place if slot is not None and slot.place <= BOARD else None

    def dealt_to(self, seat: Seat) -> list[int]:
        """The cards dealt to a seat, dead cards among them. A card put into another slot since belongs there."""
        by_card = self.by_card
        return [slot.card for slot in self.slots if slot.place == seat and by_card.get(slot.card) is slot]

    def cards_of(self, seat: Seat) -> list[int]:
        """The cards dealt to a seat so far that count."""
        return [card for card in self.dealt_to(seat) if card not in self.out]

    def board(self) -> list[int]:
        """The board cards that are identified, in order."""
        laid = (slot for slot in self.slots if slot.street and slot.place in ON_BOARD)
        return [slot.card for slot in laid if slot.done and slot.card]

    def unnumbered(self) -> int:
        """A number for a card that no sensor counted."""
        return max(PAST_ANY_SHOE, self.last_card()) + 1

    # --- cards leave the shoe, and lie where they belong --------------------------------------------------------

    def set_gate(self, street: int) -> None:
        """Let the cards up to that street come: 1 flop, 2 turn, 3 river. Of a later one none has been drawn."""
        self.gate = street
        self.missing = list(map(_DONE, self.up_to_the_gate())).count(False)

    def draw(self, card: int) -> bool:
        """A card leaves the shoe. Return False if none was due, or if it has left before."""
        slot = self._pass_fed()
        if slot is None or slot.street > self.gate or card in self.by_card:
            return False
        self._fall_to(slot, card)
        return True

    def draw_unseen(self, card: int) -> bool:
        """A card that lies on the board left the shoe unseen. So did the burn before it, if one was made: its slot
        stays open. Return False if none was due."""
        slot = self._pass_fed()
        if slot is not None and slot.place == BURN and slot.street <= self.gate:
            self._pass(slot)
        return self.draw(card)

    def _take_next(self, card: int) -> Slot:
        """A card takes the next slot, whatever the gate."""
        slot = self.slots.row[self.drawn]
        self._fall_to(slot, card)
        return slot

    def _fall_to(self, slot: Slot, card: int) -> None:
        """The card falls to the next slot, whatever the gate."""
        self.drawn += 1
        slot.take(card)
        self.by_card[card] = slot
        if slot.place > MUCK or slot.place in self.ticked_unseen:
            self._finish(slot)

    def _put(self, slot: Slot, card: int) -> None:
        """A card counts for that slot from now on."""
        slot.take(card)
        self.by_card[card] = slot

    def _finish(self, slot: Slot) -> None:
        if not slot.done:
            slot.finish()
            self.missing -= slot.street <= self.gate

    def _reopen(self, slot: Slot) -> None:
        if slot.done:
            slot.reopen()
            self.missing += slot.street <= self.gate

    def _pass_fed(self) -> Slot | None:
        """Pass the slots that wait for a card from the table. Return the next one, None after the last."""
        row = self.slots.row
        while self.drawn < len(row):
            slot = row[self.drawn]
            if slot.awaits is None:
                return slot
            self.drawn += 1
        return None

    def _pass(self, slot: Slot) -> None:
        """The card of that slot is there, so the shoe has passed it."""
        self.drawn = max(self.drawn, self.slots.position(slot) + 1)

    def lands(self, card: int, spot: Place) -> bool:
        """A card is identified at a spot. Return whether the plan wants it there. The board may lie in any order."""
        slot = self.by_card.get(card)
        if slot is None or (slot.place != spot and not (slot.place in ON_BOARD and spot in ON_BOARD)):
            return False
        self._finish(slot)
        return True

    def find_cards(self) -> None:
        """Find the slot of each card again: slots fell away, were given other cards, or come from a checkpoint."""
        self.by_card = {slot.card: slot for slot in self.slots if slot.card}

    # --- what remedies change: slots ----------------------------------------------------------------------------

    def one_more(self, place: Place, street: int, mark: int) -> None:
        """One card more leaves the shoe for `place`, before the next card. In the deal (street 0) it is the last."""
        if street or self.board_begun:
            slot = self.slots.insert(self.drawn, place, mark)
        else:
            slot = self.slots.append_to_deal(place, mark)
        self.missing += slot.street <= self.gate

    def drop(self, slot: Slot) -> None:
        """No card leaves the shoe for this slot, which is still due."""
        self.missing -= not slot.done and slot.street <= self.gate
        self.drawn -= self.slots.position(slot) < self.drawn
        self.slots.remove(slot)
        self.find_cards()

    def feed(self, slot: Slot, card: int, mark: int) -> None:
        """The slot waits for a card from the table, not from the shoe. `fill` says that it has come."""
        slot.name(mark)
        slot.wait_for(card)

    def fetch(self, mark: int, card: int) -> None:
        """It is known which card the slot of that mark waits for."""
        slot = self.slots.find(mark)
        if slot is not None:
            slot.wait_for(card)

    def fill(self, mark: int) -> None:
        """The card that the slot of that mark waited for is there. Raises LookupError: no slot waits."""
        slot = self.slots.marked(mark)
        if slot.awaits is None:
            raise LookupError(f"the slot of mark {mark} waits for no card")
        self.out.pop(slot.awaits, None)
        self._put(slot, slot.awaits)
        slot.wait_for(None)
        self._finish(slot)
        self.drawn += self.drawn == self.slots.position(slot)

    def unfill(self, mark: int) -> None:
        """The card that came from the table for the slot of that mark was taken away again: the slot waits for it."""
        slot = self.slots.marked(mark)
        self.out[slot.card] = True
        slot.wait_for(slot.card)
        slot.take(0)
        self._reopen(slot)
        self.drawn = min(self.drawn, self.slots.position(slot))
        self.find_cards()

    def from_the_shoe(self, mark: int) -> None:
        """No card from the table comes for the slot of that mark any more. It is due from the shoe."""
        slot = self.slots.marked(mark)
        slot.name(0)
        slot.wait_for(None)
        self.drawn = min(self.drawn, self.slots.position(slot))

    # --- what remedies change: cards ----------------------------------------------------------------------------

    def unprove(self, card: int) -> None:
        """A card was taken away from where it was identified. Its slot is due again, from that card."""
        slot = self.by_card.get(card)
        if slot is not None:
            self._reopen(slot)

    def restore(self, card: int, mark: int = 0) -> None:
        """A card that counted for nothing counts again where it was dealt to. If it has no slot, it takes the next
        one, as if it left the shoe in time. `mark`: of the slot that waited for it."""
        awaiting = self.slots.find(mark)
        if awaiting is not None:
            if awaiting.card:
                self.unfill(mark)
            self.from_the_shoe(mark)
        self.out.pop(card, None)
        if card not in self.by_card:
            self._pass_fed()
            self._take_next(card)

    def take_loose(self, card: int, *, proven: bool = False) -> None:
        """A card that left the shoe too early counts for the next slot, whatever the gate."""
        self._pass_fed()
        self.loose.remove(card)
        slot = self._take_next(card)
        if proven:
            self._finish(slot)

    def again(self, card: int) -> None:
        """A card counts for nothing. Its slot is still due, from the next card of the shoe."""
        slot = self.by_card.pop(card, None)
        self.out[card] = True
        if card in self.loose:
            self.loose.remove(card)
        if slot is not None:
            slot.take(0)
            self._reopen(slot)
            self.drawn -= slot is self.last_drawn()

    def not_due(self, card: int) -> None:
        """A card has left the shoe although none was due."""
        self.loose.append(card)

    def not_due_first(self, card: int) -> None:
        """Another card left the shoe although none was due, before all others that did."""
        self.out.pop(card, None)
        self.loose.insert(0, card)

    def out_of_play(self, card: int) -> None:
        """A card lies on the table and counts for nothing."""
        self.out[card] = True

    def shuffle_in(self, card: int) -> None:
        """A card that counts for nothing is in the stub again, at an unknown place."""
        self.out[card] = False

    def counts_again(self, card: int) -> None:
        """A card counts again like any other."""
        self.out.pop(card, None)

    def not_read(self, card: int) -> None:
        """The shoe did not read the tag of a card."""
        self.unread.append(card)

    def no_antenna(self, places: Iterable[Place]) -> None:
        """From now on cards for these places are ticked when they leave the shoe."""
        self.ticked_unseen |= frozenset(places)

    def put_back(self, card: int) -> None:
        """A card is in the shoe again, on top: as if it had not been drawn."""
        if card in self.by_card or card in self.loose:
            self.again(card)
            del self.out[card]
        if card in self.unread:
            self.unread.remove(card)

    def set_aside(self, card: int) -> None:
        """A card counts for nothing, and its slot is done. Another one comes for it."""
        self.out[card] = True
        if card in self.loose:
            self.loose.remove(card)
        slot = self.by_card.get(card)
        if slot is not None:
            self._finish(slot)

    def assign(self, mark: int, card: int) -> None:
        """It is known, or was drawn, that this card belongs to the slot of that mark. It changes places with the card
        there."""
        slot, other = self.slots.marked(mark), self.by_card[card]
        if slot is not other:
            self._put(other, slot.card)
            self._put(slot, card)

    def behind_all(self, card: int) -> None:
        """The cards that left the shoe after this one move up by one. It takes the slot of the last one."""
        slots = self.slots.row[self.slots.position(self.by_card[card]) : self.drawn]
        held = [(slot.card, slot.done) for slot in slots]
        for slot, later in zip(slots, held[1:] + held[:1], strict=True):
            slot.hold(*later)
        self.find_cards()

    def go_on_as_it_lies(self, misplaced: Mapping[int, Place]) -> None:
        """The order of the deal is wrong, and stands: these cards count where they lie."""
        self.in_order = False
        for card, spot in misplaced.items():
            self.settle_at(card, spot)

    def settle_at(self, card: int, spot: Place) -> bool:
        """The deal goes on although its order is wrong. The card counts where it lies, if one is due there. The place
        that it was meant for is due from a later card."""
        slot, other = self.by_card[card], self.slots.next_open(0, spot)
        if other is None:
            return False
        aim = slot.aim
        slot.serve(other.aim)
        other.serve(aim)
        self._finish(slot)  # unless it lay in its place before it was misplaced
        return True

    # --- without a shoe -----------------------------------------------------------------------------------------

    def first_sight(self, card: int, spot: Place) -> bool:
        """Without a shoe: a card appears at a spot. It is one that was entered as dealt there, or takes the first
        open slot. The board may lie in any order. Return False if none is due."""
        due = (slot.card for slot in self.up_to_the_gate() if slot.place == spot and not slot.done)
        uncounted = next((old for old in due if old > PAST_ANY_SHOE), 0)
        if uncounted:
            self.renumber(uncounted, card)
            return self.lands(card, spot)
        slot = self._empty_at(spot)
        if slot is None:
            return False
        self._put(slot, card)
        self._finish(slot)  # unless the dealer has entered that it is out
        self._pass(slot)
        return True

    def _empty_at(self, spot: Place) -> Slot | None:
        """The first slot without a card for that spot. On the board it may be that of another spot too."""
        empty = [slot for slot in self.up_to_the_gate() if not slot.card and not slot.fed]
        there = [slot for slot in empty if slot.place == spot]
        if not there and spot in ON_BOARD:
            there = [slot for slot in empty if slot.place in ON_BOARD]
        return there[0] if there else None

    def renumber(self, old: int, new: int) -> None:
        """A card that was not counted is seen, and has a number of its own from now on."""
        self.by_card[old].take(new)
        for slot in self.slots:
            if slot.awaits == old:
                slot.wait_for(new)
        self.find_cards()

    def number(self, slot: Slot) -> int:
        """The draw number in a slot. A card that no sensor counted gets a number past any shoe's."""
        if not slot.card:
            self._put(slot, self.unnumbered())
        return slot.card

    def all_dealt(self) -> None:
        """The dealer enters that every hole card is out. Cards of a remedy are entered movement by movement."""
        for slot in self.slots.of_street(0):
            if not slot.mark:
                self._finish(slot)
        self.drawn = max(self.drawn, self.slots.end(0))

    def laid(self, mark: int) -> None:
        """Without a shoe: the dealer enters that the card of a slot without an antenna is where it belongs."""
        slot = self.slots.marked(mark)
        if (slot.place > MUCK or slot.place in self.ticked_unseen) and not slot.done:
            self._finish(slot)
            self._pass(slot)

    # --- burns that no sensor counts ----------------------------------------------------------------------------

    @property
    def only_burn_missing(self) -> bool:
        """Every card of the street lies there, and a burn before it was not entered."""
        return self.missing == 1 and self.burn_to_come() is not None

    def burn_to_come(self) -> Slot | None:
        """The first slot at which a burn is due now, from the shoe."""
        due = self.slots.row[self.slots.end(0) : self.slots.end(self.gate)]
        return next((slot for slot in due if slot.place == BURN and not slot.done and not slot.fed), None)

    def burned(self) -> None:
        """The dealer enters that the burn card is down, if one is due."""
        slot = self.burn_to_come()
        if slot is not None:
            self._finish(slot)
            self._pass(slot)

    def burn_lies_on_the_board(self, street: int) -> int:
        """No burn was made before that street. Its first card takes the burn's slot, and each other one the slot
        before its own. The last is due. Return the draw number of the first."""
        cards = [slot.card for slot in self.slots.board_of(street)]
        self._fill(street, (*cards, 0))
        return cards[0]

    def burned_before(self, street: int) -> int:
        """There were two burns before that street. Its first card is the second of them and is still due. Its last
        card is one too many. Return the number of the second burn."""
        board = self.slots.board_of(street)
        cards = [slot.card for slot in board]
        first, second = self.unnumbered(), self.unnumbered() + 1
        self._fill(street, (first, second, *cards[:-1]))
        self.loose.append(cards[-1])
        self._reopen(board[0])
        self.drawn = self.slots.end(street)
        return second

    def second_burn_entered(self) -> int:
        """The dealer enters that there were two burns before the flop, so its first card is the second burn. Return
        the number of that card."""
        first, second = self.slots.board_of(1)[:2]
        card = self.number(first)
        self.drawn = self.slots.position(second)
        return card

    def _fill(self, street: int, cards: Sequence[int]) -> None:
        """Give burn and board of a street other cards. A slot without one, 0, is due from the shoe.

        Raises ValueError: that is not one card for each slot.
        """
        burn = self.slots.burn_of(street)
        slots = ([] if burn is None else [burn]) + self.slots.board_of(street)
        for slot, card in zip(slots, cards, strict=True):
            slot.take(card)
            if card:
                self._finish(slot)
            else:
                self._reopen(slot)
        self.drawn = next((self.slots.position(slot) for slot in slots if not slot.card), self.drawn)
        self.find_cards()
