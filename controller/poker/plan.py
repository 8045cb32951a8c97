"""The deal as a plan of expected card movements, with gates.

Slots are places in the order the cards leave the shoe. First comes a round for each hole card, from the left of the
button. Burn and flop, burn and turn, burn and river follow. A gate is the slot up to which cards may be drawn now.

A remedy changes the plan: slots come before others, fall away, or are fed from the table instead of the shoe. Slots
move when that happens, so code that has to find one again gives it a tag.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from controller.poker.places import BOARD, MUCK, Place, Seat, is_board_spot
from controller.rulebooks.variants import GameVariant

BURN: Final = 19  # a slot with no antenna: the burn pile
NO_SLOT: Final = -1
ASIDE: Final = 18  # a slot with no antenna: beside the stub, face down or face up
PAST_ANY_SHOE: Final = 200  # numbers from here on are of cards that no sensor counted


class Plan:
    """What is due, what has left the shoe, which cards are identified. Cards are draw numbers, never faces."""

    __slots__ = (
        "burns", "drawn", "ends", "exits", "fed", "gate", "in_order", "loose", "missing", "out",
        "proven", "slot_of", "slots", "tags", "ticked_unseen", "unread",
    )  # fmt: skip

    def __init__(
        self, variant: GameVariant, seats: Sequence[Seat], unseen: Collection[Place] = (), *, burns: bool = True
    ) -> None:
        """Make the plan of a hand.

        - `seats`: in dealing order
        - `unseen`: the places without an antenna, ticked when the card is drawn
        - `burns`: whether a card is burnt before each street
        """
        board, gates = _after_the_deal(variant.streets, burns)
        deal = len(seats) * variant.hole_cards
        self.slots: list[Place] = [*seats] * variant.hole_cards + board
        self.ticked_unseen = frozenset(unseen)
        self.slot_of: dict[int, int] = {}
        self.exits = [0] * len(self.slots)  # the draw number in each slot, 0 for none
        self.proven = [False] * len(self.slots)
        self.tags = [0] * len(self.slots)  # names of slots that a remedy made or feeds, 0 for none
        self.ends = [deal + after for after in gates]  # the gate of each street, 0 the deal
        self.fed: dict[int, int] = {}  # tag of a slot that a card from the table fills -> its draw number
        self.loose: list[int] = []  # left the shoe although no card was due, in order
        self.out: dict[int, bool] = {}  # cards that count for nothing any more -> whether they are still on the table
        self.unread: list[int] = []  # draw numbers of cards whose tag the shoe did not read
        self.in_order = True  # False: the deal goes on although its order is wrong, cards count where they lie
        self.drawn = 0
        self.burns = 0
        self.gate = deal
        self.missing = self.gate

    def open_gate(self, street: int) -> None:
        """Let the cards of a street come: 1 flop, 2 turn, 3 river."""
        gate = self.ends[street]
        self.missing += self.proven[self.gate : gate].count(False)
        self.gate = gate

    def shut_gate(self, street: int) -> None:
        """Betting of a street (0 before the flop) is open again, so the cards after it may not come. None has been
        drawn."""
        gate = self.ends[street]
        self.missing -= self.proven[gate : self.gate].count(False)
        self.gate = gate

    def draw(self, exit_: int) -> Place:
        """A card leaves the shoe. Return its place by the plan, `NO_SLOT` if none was due or it has left before."""
        if self.fed:
            self._pass_fed()
        if self.drawn >= self.gate or exit_ in self.slot_of:
            return NO_SLOT
        return self._take_next(exit_)

    def _take_next(self, exit_: int) -> Place:
        """A card takes the next slot, whatever the gate. Return its place."""
        slot = self.drawn
        place = self.slots[slot]
        self.drawn = slot + 1
        self.slot_of[exit_] = slot
        self.exits[slot] = exit_
        if place > MUCK:
            self.burns += place == BURN
            self._prove(slot)
        elif place in self.ticked_unseen:
            self._prove(slot)
        return place

    def landing(self) -> list[Place]:
        """The places of cards that have left the shoe and are not identified yet, in the order they left it."""
        return [self.slots[slot] for slot in self.slot_of.values() if not self.proven[slot]]

    def _prove(self, slot: int) -> None:
        self.proven[slot] = True
        if slot < self.gate:
            self.missing -= 1

    def _pass_fed(self) -> None:
        while self.drawn < len(self.slots) and self.tags[self.drawn] in self.fed:
            self.drawn += 1

    # --- what remedies change -----------------------------------------------------------------------------------

    def place_before(self, slot: int, place: Place, tag: int) -> None:
        """One card more leaves the shoe before that slot's, for `place`."""
        self._insert(slot, place, tag)
        for street, end in enumerate(self.ends):
            self.ends[street] = end + (end > slot)
        if self.gate > slot:
            self.gate += 1
            self.missing += 1

    def place_last(self, place: Place, tag: int) -> None:
        """One hole card more, after all others."""
        slot = self.ends[0]
        self._insert(slot, place, tag)
        if self.gate >= slot:
            self.gate += 1
            self.missing += 1
        self.ends = [end + 1 for end in self.ends]

    def _insert(self, slot: int, place: Place, tag: int) -> None:
        self.slots.insert(slot, place)
        self.exits.insert(slot, 0)
        self.proven.insert(slot, False)
        self.tags.insert(slot, tag)
        self.drawn += slot < self.drawn
        self._renumber()

    def drop(self, slot: int) -> None:
        """No card leaves the shoe for this slot, which is still due."""
        if slot < self.gate:
            self.gate -= 1
            self.missing -= not self.proven[slot]
        for held in (self.slots, self.exits, self.proven, self.tags):
            del held[slot]
        self.ends = [end - (end > slot) for end in self.ends]
        self.drawn -= slot < self.drawn
        self._renumber()

    def nothing_more_for(self, seat: Seat) -> None:
        """The deal is over although cards are still due at a seat: none of them comes."""
        for slot in reversed(range(self.ends[0])):
            if self.slots[slot] == seat and not self.exits[slot] and not self.proven[slot]:
                self.drop(slot)

    def _renumber(self) -> None:
        self.slot_of = {exit_: slot for slot, exit_ in enumerate(self.exits) if exit_}

    def feed(self, slot: int, exit_: int, tag: int) -> None:
        """The slot waits for a card from the table, not from the shoe. `fill` says that it has come."""
        self.tags[slot] = tag
        self.fed[tag] = exit_

    def fetch(self, tag: int, exit_: int) -> None:
        """It is known which card the slot of that tag waits for."""
        self.fed[tag] = exit_

    def fill(self, tag: int, exit_: int = 0) -> None:
        """The card that the slot of that tag waited for is there."""
        slot = self.tags.index(tag)
        exit_ = exit_ or self.fed[tag]
        self.fed.pop(tag, None)
        self.out.pop(exit_, None)
        self.exits[slot] = exit_
        self.slot_of[exit_] = slot
        self.burns += self.slots[slot] == BURN
        self._prove(slot)
        if self.drawn == slot:
            self.drawn += 1

    def unfill(self, tag: int) -> None:
        """The card that came from the table for the slot of that tag was taken away again: the slot waits for it."""
        slot = self.tags.index(tag)
        exit_ = self.exits[slot]
        self.exits[slot], self.proven[slot] = 0, False
        self.missing += slot < self.gate
        self.burns -= self.slots[slot] == BURN
        self.drawn = min(self.drawn, slot)
        self.fed[tag], self.out[exit_] = exit_, True
        self._renumber()

    def unprove(self, exit_: int) -> None:
        """A card was taken away from where it was identified. Its slot is due again, from that card."""
        slot = self.slot_of.get(exit_, NO_SLOT)
        if slot >= 0 and self.proven[slot]:
            self.proven[slot] = False
            self.missing += slot < self.gate

    def unfeed(self, tag: int) -> None:
        """The slot of that tag comes from the shoe after all, like any other."""
        slot = self.tags.index(tag)
        if self.exits[slot]:
            self.unfill(tag)
        self.from_the_shoe(tag)

    def from_the_shoe(self, tag: int) -> None:
        """No card from the table comes for the slot of that tag any more. It is due from the shoe."""
        slot = self.tags.index(tag)
        self.fed.pop(tag, None)
        self.tags[slot] = 0
        self.drawn = min(self.drawn, slot)

    def restore(self, exit_: int, tag: int = 0) -> None:
        """A card that counted for nothing counts again where it was dealt to. If it has no slot, it takes the next
        one, as if it left the shoe in time. `tag`: of the slot that waited for it."""
        if tag in self.tags and tag:
            self.unfeed(tag)
        self.out.pop(exit_, None)
        if exit_ not in self.slot_of:
            self.loose.append(exit_)
            self.take_loose(exit_)

    def take_loose(self, exit_: int, *, proven: bool = False) -> None:
        """A card that left the shoe too early counts for the next slot, whatever the gate."""
        if self.fed:
            self._pass_fed()
        self.loose.remove(exit_)
        slot = self.drawn
        if exit_ not in self.slot_of:
            self._take_next(exit_)
        if proven and not self.proven[slot]:
            self._prove(slot)

    def again(self, exit_: int) -> None:
        """A card counts for nothing. Its slot is still due, from the next card of the shoe."""
        slot = self.slot_of.pop(exit_, NO_SLOT)
        self.out[exit_] = True
        if exit_ in self.loose:
            self.loose.remove(exit_)
        if slot < 0:
            return
        self.exits[slot] = 0
        if self.proven[slot]:
            self.proven[slot] = False
            self.burns -= self.slots[slot] == BURN
            self.missing += slot < self.gate
        if slot == self.drawn - 1:
            self.drawn = slot

    def not_due(self, exit_: int) -> None:
        """A card has left the shoe although none was due."""
        self.loose.append(exit_)

    def not_due_first(self, exit_: int) -> None:
        """Another card left the shoe although none was due, before all others that did."""
        self.out.pop(exit_, None)
        self.loose.insert(0, exit_)

    def out_of_play(self, exit_: int) -> None:
        """A card lies on the table and counts for nothing."""
        self.out[exit_] = True

    def shuffle_in(self, exit_: int) -> None:
        """A card that counts for nothing is in the stub again, at an unknown place."""
        self.out[exit_] = False

    def counts_again(self, exit_: int) -> None:
        """A card counts again like any other."""
        self.out.pop(exit_, None)

    def not_read(self, exit_: int) -> None:
        """The shoe did not read the tag of a card."""
        self.unread.append(exit_)

    def no_antenna(self, places: Iterable[Place]) -> None:
        """From now on cards for these places are ticked when they leave the shoe."""
        self.ticked_unseen |= frozenset(places)

    def put_back(self, exit_: int) -> None:
        """A card is in the shoe again, on top: as if it had not been drawn."""
        if exit_ in self.slot_of or exit_ in self.loose:
            self.again(exit_)
            del self.out[exit_]
        if exit_ in self.unread:
            self.unread.remove(exit_)

    def set_aside(self, exit_: int) -> None:
        """A card counts for nothing, and its slot is done. Another one comes for it."""
        self.out[exit_] = True
        if exit_ in self.loose:
            self.loose.remove(exit_)
        slot = self.slot_of.get(exit_, NO_SLOT)
        if slot >= 0 and not self.proven[slot]:
            self._prove(slot)

    def swap(self, one: int, other: int) -> None:
        """Two cards change their slots: it is not known, or was drawn, which was meant for which."""
        a, b = self.slot_of[one], self.slot_of[other]
        self.exits[a], self.exits[b] = other, one
        self.slot_of[one], self.slot_of[other] = b, a

    def behind_all(self, exit_: int) -> None:
        """The cards that left the shoe after this one move up by one. It takes the slot of the last one."""
        for later in self.exits[self.slot_of[exit_] + 1 : self.drawn]:
            a, b = self.slot_of[exit_], self.slot_of[later]
            self.swap(exit_, later)
            self.proven[a], self.proven[b] = self.proven[b], self.proven[a]

    def proven_by(self, tag: int) -> bool:
        """Whether the slot of that tag has its card."""
        return self.proven[self.tags.index(tag)]

    def knows(self, exit_: int) -> bool:
        """Whether a card left the shoe, even if it has no slot."""
        return exit_ in self.slot_of or exit_ in self.loose or exit_ in self.out

    def tag(self) -> int:
        """A tag that no slot has."""
        return max(self.tags) + 1

    def tag_of(self, slot: int) -> int:
        """The tag of a slot, which gets one if it has none."""
        self.tags[slot] = self.tags[slot] or self.tag()
        return self.tags[slot]

    def retag(self, slot: int) -> int:
        """Give a slot another tag, as a remedy takes it over. Return the tag."""
        self.tags[slot] = self.tag()
        return self.tags[slot]

    def slot_after(self, street: int, place: Place) -> int:
        """The first open slot of a place in the cards of a street. `NO_SLOT` if there is none."""
        start = self.ends[street - 1] if street else 0
        found = [n for n in range(start, self.ends[street]) if self.slots[n] == place and not self.proven[n]]
        return found[0] if found else NO_SLOT

    def go_on_as_it_lies(self, misplaced: Mapping[int, Place]) -> None:
        """The order of the deal is wrong, and stands: these cards count where they lie."""
        self.in_order = False
        for exit_, spot in misplaced.items():
            self.settle_at(exit_, spot)

    def settle_at(self, exit_: int, spot: Place) -> bool:
        """The deal goes on although its order is wrong. The card counts where it lies, if one is due there. The place
        that it was meant for is due from a later card."""
        slot, slots, tags = self.slot_of[exit_], self.slots, self.tags
        for other in range(self.ends[0]):
            if slots[other] == spot and not self.proven[other]:
                slots[slot], slots[other] = spot, slots[slot]
                tags[slot], tags[other] = tags[other], tags[slot]
                if not self.proven[slot]:  # it may have lain in its place before it was misplaced
                    self._prove(slot)
                return True
        return False

    # --- without a shoe -----------------------------------------------------------------------------------------

    def first_sight(self, exit_: int, spot: Place) -> bool:
        """Without a shoe: a card appears at a spot. It is one that was entered as dealt there, or takes the first
        open slot. The board may lie in any order. Return False if none is due."""
        awaited = [self.exits[n] for n in range(self.gate) if self.slots[n] == spot and not self.proven[n]]
        told = [old for old in awaited if old > PAST_ANY_SHOE]
        if told:
            self.renumber(told[0], exit_)
            return self.lands(exit_, spot)
        slot = self._open_at(spot)
        if slot == NO_SLOT:
            return False
        self.exits[slot] = exit_
        self.slot_of[exit_] = slot
        if not self.proven[slot]:  # the dealer may have entered that it is out
            self._prove(slot)
        self.drawn = max(self.drawn, slot + 1)
        return True

    def _open_at(self, spot: Place) -> int:
        """The first slot without a card for that spot. On the board it may be that of another spot too."""
        empty = [n for n in range(self.gate) if not self.exits[n] and self.tags[n] not in self.fed]
        there = [n for n in empty if self.slots[n] == spot]
        if not there and is_board_spot(spot):
            there = [n for n in empty if is_board_spot(self.slots[n])]
        return there[0] if there else NO_SLOT

    def unnumbered(self) -> int:
        """A number for a card that no sensor counted."""
        return max(PAST_ANY_SHOE, *self.exits, *self.loose, *self.out) + 1

    def renumber(self, old: int, new: int) -> None:
        """A card that was not counted is seen, and has a number of its own from now on."""
        self.exits[self.slot_of[old]] = new
        for tag in [tag for tag, exit_ in self.fed.items() if exit_ == old]:
            self.fed[tag] = new
        self._renumber()

    def of_street(self, street: int) -> tuple[int, list[int]]:
        """Return (the slot of its burn, the slots of its board cards in order). A street without a burn has
        `NO_SLOT`."""
        slots = range(self.ends[street - 1], self.ends[street])
        burns = [n for n in slots if self.slots[n] == BURN]
        return (burns[-1] if burns else NO_SLOT), [n for n in slots if is_board_spot(self.slots[n])]

    def burn_lies_on_the_board(self, street: int) -> int:
        """No sensor counted a burn before that street, and none was made. Its first card takes the burn's slot, and
        each other one the slot before its own. The last is due. Return the draw number of the first."""
        burn, board = self.of_street(street)
        cards = [self.exits[n] for n in board]
        self._fill((burn, *board), (*cards, 0))
        return cards[0]

    def burned_before(self, street: int) -> int:
        """No sensor counted the burns before that street, and there were two. Its first card is the second of them
        and is still due. Its last card is one too many. Return the number of the second burn."""
        burn, board = self.of_street(street)
        cards = [self.exits[n] for n in board]
        first, second = self.unnumbered(), self.unnumbered() + 1
        self._fill((burn, *board), (first, second, *cards[:-1]))
        self.loose.append(cards[-1])
        self.missing += self.proven[board[0]] and board[0] < self.gate
        self.proven[board[0]] = False
        self.drawn = self.ends[street]
        return second

    def second_burn_told(self) -> int:
        """No sensor counts the burns. The dealer enters that there were two before the flop, so its first card is the
        second burn. Return the number of that card."""
        board = self.of_street(1)[1]
        second = self.unnumbered()
        self.exits[board[0]], self.slot_of[second] = second, board[0]
        self.drawn = board[1]
        return second

    def _fill(self, slots: Sequence[int], exits: Sequence[int]) -> None:
        """Give these slots other cards. A slot without one is due from the shoe."""
        for slot, exit_ in zip(slots, exits, strict=True):
            self.exits[slot] = exit_
            if bool(exit_) != self.proven[slot]:
                self.burns += (self.slots[slot] == BURN) * (1 if exit_ else -1)
                self.missing += (slot < self.gate) * (-1 if exit_ else 1)
                self.proven[slot] = bool(exit_)
        self.drawn = next((n for n in slots if not self.exits[n]), self.drawn)
        self._renumber()

    @property
    def burn_due(self) -> bool:
        """A burn card may come now, and was not entered yet."""
        return any(self._burn_to_come(n) for n in range(self.gate))

    def _burn_to_come(self, slot: int) -> bool:
        """Whether a burn is due there, from the shoe."""
        return self.slots[slot] == BURN and not self.proven[slot] and self.tags[slot] not in self.fed

    def burned(self) -> bool:
        """Without a shoe: the dealer enters that the burn card is down. Return False if none is due."""
        for slot in range(self.gate):
            if self._burn_to_come(slot):
                self._prove(slot)
                self.burns += 1
                self.drawn = max(self.drawn, slot + 1)
                return True
        return False

    def laid(self, tag: int) -> None:
        """Without a shoe: the dealer enters that the card of a slot without an antenna is where it belongs."""
        slot = self.tags.index(tag)
        if (self.slots[slot] > MUCK or self.slots[slot] in self.ticked_unseen) and not self.proven[slot]:
            self._prove(slot)
            self.burns += self.slots[slot] == BURN
            self.drawn = max(self.drawn, slot + 1)

    @property
    def only_burn_missing(self) -> bool:
        """Every card of the street lies there, and a burn before it was not entered."""
        return self.missing == 1 and self.burn_due

    def number(self, slot: int) -> int:
        """The draw number in a slot. A card that no sensor counted gets a number past any shoe's."""
        if not self.exits[slot]:
            self.exits[slot] = self.unnumbered()
            self.slot_of[self.exits[slot]] = slot
        return self.exits[slot]

    def told(self, limit: int) -> None:
        """The dealer enters that every card up to a slot is out. Cards of a remedy are entered movement by
        movement."""
        for slot in range(limit):
            if not self.proven[slot] and not self.tags[slot]:
                self._prove(slot)
                self.burns += self.slots[slot] == BURN
        self.drawn = max(self.drawn, limit)

    def lands(self, exit_: int, spot: Place) -> bool:
        """A card is identified at a spot. Return whether the plan wants it there. The board may lie in any order."""
        slot = self.slot_of.get(exit_, NO_SLOT)
        if slot < 0:
            return False
        due = self.slots[slot]
        if due != spot and not (is_board_spot(due) and is_board_spot(spot)):
            return False
        if not self.proven[slot]:
            self._prove(slot)
        return True

    def owner(self, exit_: int) -> Seat | None:
        """The seat to which a card was dealt, None for board and burn cards."""
        slot = self.slot_of.get(exit_, NO_SLOT)
        place = self.slots[slot] if slot >= 0 else BURN
        return place if place <= BOARD else None

    def dealt_to(self, seat: Seat) -> list[int]:
        """The draw numbers dealt to a seat, dead cards among them. A card put into another slot since belongs
        there."""
        slots, exits, slot_of = self.slots, self.exits, self.slot_of
        return [exits[n] for n in range(self.ends[0]) if slots[n] == seat and slot_of.get(exits[n]) == n]

    def cards_of(self, seat: Seat) -> list[int]:
        """The draw numbers dealt to a seat so far, of cards that count."""
        return [exit_ for exit_ in self.dealt_to(seat) if exit_ not in self.out]

    def board(self) -> list[int]:
        """The draw numbers of the board cards that are identified, in order."""
        board = [n for n in range(self.ends[0], len(self.slots)) if is_board_spot(self.slots[n])]
        return [self.exits[n] for n in board if self.proven[n] and self.exits[n]]

    def next_slot(self) -> tuple[Place, int] | None:
        """Return (place, slot) of the next card that may leave the shoe. None if the gate is shut."""
        slot = self.drawn
        while slot < self.gate and self.tags[slot] in self.fed:
            slot += 1
        return (self.slots[slot], slot) if slot < self.gate else None


def _after_the_deal(streets: Sequence[int], burns: bool) -> tuple[list[Place], list[int]]:
    """The places of the cards after the hole cards, and how many of them have come by the end of each street."""
    places: list[Place] = []
    ends, spot = [0], BOARD
    for count in streets:
        places += [BURN] * burns + [spot + nth for nth in range(1, count + 1)]
        ends.append(len(places))
        spot += count
    return places, ends
