"""What a scenario needs of a table: hands that move things and enter words, eyes that see what it answers.

Each depth is one class with these methods. At depth core acts become events at once; at bus and wire the same acts
would go through the simulated table top, which is why everything here is physical or told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from controller.poker.events import Key, Orientation, Told
from controller.poker.outcomes import Outcome
from controller.table import View
from hardware_sim.scenario.language.notation import Chips

MS = 1_000_000
MOTION = 400 * MS
"""From one area to the next, ns: a third above the rulebooks' motion resolution of 300 ms, so that two motions at
the usual pace are two to the sensors."""

PACE = 2_000 * MS
"""Between one act and the next, ns; two seconds is a quick player."""


class Impossible(Exception):
    """A line of the script cannot be done at this table as it stands; the message says why."""


class Unsupported(Impossible):
    """The language says it, but this depth has no way to do it yet; the message names what is missing."""


def two_motions(resolution: int) -> int:
    """How long (ns) two motions are apart that count as two at a table of this motion resolution."""
    return max(MOTION, resolution * 4 // 3)


class Depth(Protocol):
    """A table with its chips and cards. Places are texts such as "bet:4", "board:2", "muck", "off"."""

    @property
    def view(self) -> View:
        """The table as anyone may see it, now."""
        ...

    @property
    def phase(self) -> str:
        """That of the view, without waiting until the table has seen what was done: a look in passing."""
        ...

    def display(self, seat: int) -> tuple[str, ...]:
        """The texts that stand on the display of a seat now, in English."""
        ...

    def outcomes(self) -> list[Outcome]:
        """What the table answered since this was last asked."""
        ...

    def wait(self, duration: int) -> None:
        """Let time pass (ns); timers go off."""
        ...

    def rest(self) -> None:
        """The pause after an act, until the table has seen it: the pace of a quick player."""
        ...

    def next_motion(self) -> None:
        """The pause between two motions of chips that are to count as two."""
        ...

    def close(self) -> None:
        """The scenario is over; what was opened for it is closed."""
        ...

    def chips(self, place: str) -> list[int]:
        """The denominations that lie at a place."""
        ...

    def shift(self, chips: Chips, origin: str, goal: str, reach: int = MOTION) -> None:
        """Chips go from one place to another in one motion that takes `reach` ns. Raises Impossible."""
        ...

    def bring(self, chips: Chips, goal: str) -> None:
        """Chips that were not on the table come to a place."""
        ...

    def sweep(self, origins: Sequence[str], goal: str) -> None:
        """Everything at some places goes to another in one motion."""
        ...

    def exchange(self, place: str, chips: Chips) -> None:
        """Change at the tray: the same value lies there, as these chips."""
        ...

    def load(self, deck: Sequence[str]) -> None:
        """All cards are in the shoe, in this order."""
        ...

    def coming(self) -> str:
        """Which card is next in the shoe: known to the scenario's writer alone. Raises Impossible if none is."""
        ...

    def draw(self, orientation: Orientation = "down", *, read: bool = True) -> str:
        """The next card leaves the shoe into the dealer's hand; returns which. Raises Impossible."""
        ...

    def joker(self, place: str) -> None:
        """A joker leaves the shoe before the next card. The dealer sees what it is where he lays it aside."""
        ...

    def restack(self, order: Sequence[str]) -> None:
        """The stub is shuffled with what lies on it: these cards first, the others after them."""
        ...

    def of_exit(self, exit_: int) -> str:
        """The card that left the shoe under a number: known to the scenario alone. Raises Impossible."""
        ...

    def lay(self, card: str, place: str) -> None:
        """A card goes to a place."""
        ...

    def lift(self, card: str) -> None:
        """A card is lifted off its place, and stays with its player."""
        ...

    def cards(self, place: str) -> list[str]:
        """The cards at a place, in order of arrival."""
        ...

    def button(self, seat: int) -> None:
        """The dealer button is laid at a seat."""
        ...

    def post_spot(self, seat: int, present: bool) -> None:
        """The post spot of a seat is covered or freed."""
        ...

    def chair(self, seat: int, present: bool) -> None:
        """Somebody sits down or stands up."""
        ...

    def press(self, seat: int, key: Key, amount: int | None) -> None:
        """A key of a seat's display."""
        ...

    def tell(self, told: Told) -> None:
        """Something is entered at a console."""
        ...

    def see_chips(self, place: str, chips: Chips) -> None:
        """The sensors say that these chips lie there, whatever does."""
        ...

    def see_cards(self, place: str, cards: Sequence[str]) -> None:
        """The sensors say that these cards lie there."""
        ...

    def see_button(self, seat: int | None) -> None:
        """The sensors say that the button is there."""
        ...

    def blind(self, source: str, duration: int) -> None:
        """A source saw nothing for a time that ends now."""
        ...

    @property
    def at(self) -> tuple[int, int]:
        """Now, as the interval of something told."""
        ...
