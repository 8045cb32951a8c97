"""A dealer's hands for tests: plays a hand as physical events, every card drawn and placed, every chip motion.

It pays what the table says is due and pushes what the table awarded; it knows nothing of rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from controller.poker.events import CardDrawn, CardPlaced, ChipsMoved, Event, SeatKey
from controller.poker.hand import Phase
from controller.poker.outcomes import Outcome
from controller.poker.places import BET, BOARD, POT, SEAT, STACK
from controller.rulebooks import Rulebook
from controller.table import Setup, Table, View, new_table, step, view
from tests.entries import entered

MS = 1_000_000
UNITS = (1_000_000, 100_000, 25_000, 5_000, 1_000, 500, 100, 25, 5, 1)


def change(amount: int) -> tuple[int, ...]:
    """Chips for an amount, fewest first; the tests' chips come in every denomination wanted."""
    chips: list[int] = []
    for unit in UNITS:
        count, amount = divmod(amount, unit)
        chips += [unit] * count
    return tuple(chips)


@dataclass
class Dealer:
    """Plays one table through `step`, in virtual time, and keeps every event and outcome."""

    setup: Setup
    rulebook: Rulebook
    table: Table = field(init=False)
    now: int = 0
    exits: int = 0
    events: list[Event] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = new_table(self.setup)

    @property
    def view(self) -> View:
        return view(self.table)

    def at(self) -> tuple[int, int]:
        self.now += 1000 * MS
        return (self.now - MS, self.now)

    def send(self, event: Event) -> list[Outcome]:
        self.events.append(event)
        outcomes = step(self.table, event, self.rulebook)
        self.outcomes += outcomes
        return outcomes

    def command(self, word: str, value: int | str | None = None) -> list[Outcome]:
        return self.send(entered(word, value, "dealer", "dealer", self.at()))

    def shuffle(self) -> list[Outcome]:
        self.exits = 0
        return self.command("shuffle")

    # --- chips ------------------------------------------------------------------------------------------------------

    def move(self, area: int, added: tuple[int, ...], removed: tuple[int, ...] = ()) -> list[Outcome]:
        return self.send(ChipsMoved(area, added, removed, self.at()))

    def push(self, seat: int, *chips: int) -> list[Outcome]:
        """A player pushes chips from the stack to the bet line in one motion."""
        return self.move(STACK + seat, (), chips) + self.move(BET + seat, chips)

    def pull(self, seat: int, *chips: int) -> list[Outcome]:
        """Chips go back from the bet line to the stack."""
        return self.move(BET + seat, (), chips) + self.move(STACK + seat, chips)

    def settle(self) -> None:
        """Pay what is due to and from bet lines."""
        if self.table.phase is Phase.AWARD:
            return
        for seat in [s.seat for s in self.setup.seats]:
            due = self.table.bet_due(seat)
            if due > 0:
                self.push(seat, *change(due))
            elif due < 0:
                self.pull(seat, *change(-due))

    def gather(self, amounts: dict[int, int]) -> None:
        """Bring what lies on the bet lines to the pot."""
        for seat, amount in amounts.items():
            self.move(BET + seat, (), change(amount))
        total = sum(amounts.values())
        if total:
            self.move(POT, change(total))

    def lines(self) -> dict[int, int]:
        total = self.table.felt.total
        return {s.seat: total[BET + s.seat] for s in self.setup.seats if total[BET + s.seat]}

    def bring_in(self) -> None:
        """Settle the dues, then gather what lies on the lines."""
        self.settle()
        self.gather(self.lines())

    def award(self) -> None:
        """Push what the table awarded."""
        self.gather(self.lines())
        for s in self.setup.seats:
            owed = self.table.stack[s.seat] - self.table.felt.total[STACK + s.seat]
            if owed > 0:
                self.move(POT, (), change(owed))
                self.move(STACK + s.seat, change(owed))

    # --- cards ------------------------------------------------------------------------------------------------------

    def draw(self, face: int | None) -> list[Outcome]:
        self.exits += 1
        return self.send(CardDrawn(self.exits, face, "down", self.at()))

    def deal(self, face: int | None, spot: int) -> list[Outcome]:
        """A card leaves the shoe and lands."""
        return self.draw(face) + self.send(CardPlaced(self.exits, spot, face, self.at()))

    def deal_holes(self, hands: Mapping[int, Sequence[int]], order: Sequence[int]) -> None:
        for n in range(self.setup.variant.hole_cards):
            for seat in order:
                self.deal(hands[seat][n], SEAT + seat)

    def deal_board(self, burn: int, faces: Iterable[int], first: int) -> None:
        """Burn one, then lay the faces from board spot `first`."""
        self.draw(burn)
        for n, face in enumerate(faces):
            self.deal(face, BOARD + first + n)

    # --- acts -------------------------------------------------------------------------------------------------------

    def key(self, seat: int, key: str, amount: int | None = None) -> list[Outcome]:
        """A key of a seat, then the chips that fall due."""
        return self.send(SeatKey(seat, key, amount, self.at()))  # type: ignore[arg-type]
