"""The slots of a deal: one for each card, in the order in which the cards leave the shoe.

First comes a round for each hole card, from the left of the button. Burn and flop, burn and turn, burn and river
follow. A remedy names a slot by a mark.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from controller.poker.places import BOARD, ON_BOARD, Place, Seat
from controller.rulebooks.variants import GameVariant

BURN: Final = 19  # a place with no antenna: the burn pile
PAST_ANY_SHOE: Final = 200  # draw numbers from here on are of cards that no sensor counted
ASIDE: Final = 18  # a place with no antenna: beside the stub, face down or face up

_STREET: Final = attrgetter("street")


@dataclass(slots=True, eq=False)
class Slot:
    """One card of the deal: where it goes, which card came, and whether it is there. Its plan changes it.

    - `street`: 0 the deal, 1 flop, 2 turn, 3 river. A later one never comes
    - `card`: the draw number of the card that came, 0 for none or for a card that nothing counted
    - `done`: nothing more is awaited, because the card is identified, lies where no antenna is, or was entered
    - `mark`: the number by which a remedy names the slot, 0 for none
    - `awaits`: the card from the table that comes here instead of one from the shoe, 0 if it is not known yet
    """

    place: Place
    street: int
    card: int = 0
    done: bool = False
    mark: int = 0
    awaits: int | None = None

    @property
    def fed(self) -> bool:
        """Whether a card from the table is still to come here."""
        return self.awaits is not None

    @property
    def underway(self) -> bool:
        """Whether its card has left the shoe and is not identified yet."""
        return self.card > 0 and not self.done

    @property
    def aim(self) -> tuple[Place, int, int | None]:
        """The purpose of the slot: place, mark, card awaited."""
        return self.place, self.mark, self.awaits

    def serve(self, aim: tuple[Place, int, int | None]) -> None:
        """It takes the place of another slot."""
        self.place, self.mark, self.awaits = aim

    def take(self, card: int) -> None:
        """That card came, 0 for none."""
        self.card = card

    def hold(self, card: int, done: bool) -> None:
        """It has the card of another slot, identified or not."""
        self.card, self.done = card, done

    def finish(self) -> None:
        """Nothing more is awaited."""
        self.done = True

    def reopen(self) -> None:
        """Its card is due again."""
        self.done = False

    def name(self, mark: int) -> None:
        """A remedy names it by that mark, 0 for no remedy."""
        self.mark = mark

    def wait_for(self, card: int | None) -> None:
        """It waits for a card from the table, 0 if it is not known which. None: for one from the shoe."""
        self.awaits = card


class Slots:
    """The slots in their order, which is also that of the streets."""

    __slots__ = ("row",)

    def __init__(self, variant: GameVariant, seats: Sequence[Seat], *, burns: bool) -> None:
        """`seats`: in dealing order. `burns`: whether a card is burnt before each street."""
        deal = [Slot(seat, 0) for _ in range(variant.hole_cards) for seat in seats]
        self.row = deal + _after_the_deal(variant.streets, burns)

    def __iter__(self) -> Iterator[Slot]:
        return iter(self.row)

    def __len__(self) -> int:
        return len(self.row)

    # --- which slot ---------------------------------------------------------------------------------------------

    def find(self, mark: int) -> Slot | None:
        """The slot with that mark, None if there is none."""
        return next((slot for slot in self.row if slot.mark == mark), None) if mark else None

    def marked(self, mark: int) -> Slot:
        """The slot with that mark. Raises LookupError: there is none."""
        slot = self.find(mark)
        if slot is None:
            raise LookupError(f"no slot has the mark {mark}")
        return slot

    def of_street(self, street: int) -> list[Slot]:
        """The slots of a street, 0 for the deal."""
        return [slot for slot in self.row if slot.street == street]

    def burn_of(self, street: int) -> Slot | None:
        """The slot of the burn before the board cards of a street, the last one if there are several."""
        return next((slot for slot in reversed(self.of_street(street)) if slot.place == BURN), None)

    def board_of(self, street: int) -> list[Slot]:
        """The slots of the board cards of a street."""
        return [slot for slot in self.of_street(street) if slot.place in ON_BOARD]

    def of_seat(self, seat: Seat) -> list[Slot]:
        """The slots of a seat's hole cards."""
        return [slot for slot in self.row if slot.place == seat]

    def next_open(self, street: int, place: Place) -> Slot | None:
        """The first slot of a place in a street that is not done, None if there is none."""
        return next((slot for slot in self.of_street(street) if slot.place == place and not slot.done), None)

    def underway(self) -> list[Slot]:
        """The slots whose cards have left the shoe and are not identified yet."""
        return [slot for slot in self.row if not slot.done and slot.card > 0]

    # --- the order ----------------------------------------------------------------------------------------------

    def end(self, street: int) -> int:
        """The number of slots up to the end of a street."""
        return bisect_right(self.row, street, key=_STREET)

    def up_to(self, street: int) -> list[Slot]:
        """The slots up to the end of a street."""
        return self.row[: self.end(street)]

    def position(self, slot: Slot) -> int:
        """How many slots come before that one."""
        return self.row.index(slot)

    def before(self, slot: Slot) -> Slot | None:
        """The slot before that one, None for the first."""
        at = self.position(slot)
        return self.row[at - 1] if at else None

    def nth(self, slot: Slot) -> int:
        """Which of the slots of its place it is, from 1."""
        return sum(other.place == slot.place for other in self.row[: self.position(slot) + 1])

    @property
    def has_burns(self) -> bool:
        """Whether a card is burnt before any street."""
        return any(slot.place == BURN for slot in self.row if slot.street)

    @property
    def awaits_cards(self) -> bool:
        """Whether any slot waits for a card from the table."""
        return any(slot.fed for slot in self.row)

    @property
    def burns(self) -> int:
        """How many cards have been burnt."""
        return sum(slot.place == BURN and slot.done for slot in self.row)

    def begun_after(self, street: int) -> bool:
        """Whether a card has come for a later street."""
        return any(slot.card for slot in self.row if slot.street > street)

    def out_before(self, slot: Slot) -> bool:
        """Whether every card before that slot is there, except those that come from the table."""
        return all(earlier.done or earlier.fed for earlier in self.row[: self.position(slot)])

    # --- changes ------------------------------------------------------------------------------------------------

    def insert(self, at: int, place: Place, mark: int) -> Slot:
        """A slot comes before the one at that position, in the same street. Return the new one."""
        street = self.row[at].street if at < len(self.row) else self.row[-1].street + 1
        slot = Slot(place, street, mark=mark)
        self.row.insert(at, slot)
        return slot

    def append_to_deal(self, place: Place, mark: int) -> Slot:
        """A slot comes after all others of the deal. Return it."""
        slot = Slot(place, 0, mark=mark)
        self.row.insert(self.end(0), slot)
        return slot

    def remove(self, slot: Slot) -> None:
        """A slot falls away."""
        self.row.remove(slot)

    # --- marks --------------------------------------------------------------------------------------------------

    def new_mark(self) -> int:
        """A mark that no slot has."""
        return max(slot.mark for slot in self.row) + 1

    def mark_of(self, slot: Slot) -> int:
        """The mark of a slot, which gets one if it has none."""
        return slot.mark or self.mark_again(slot)

    def mark_again(self, slot: Slot) -> int:
        """Give a slot another mark, as a remedy takes it over. Return the mark."""
        slot.name(self.new_mark())
        return slot.mark


def _after_the_deal(streets: Sequence[int], burns: bool) -> list[Slot]:
    """The slots of the cards after the hole cards. `streets`: how many board cards each has."""
    slots: list[Slot] = []
    spot = BOARD
    for street, count in enumerate(streets, 1):
        slots += [Slot(BURN, street)] * burns + [Slot(spot + nth, street) for nth in range(1, count + 1)]
        spot += count
    return slots
