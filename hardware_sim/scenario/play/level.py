"""What a scenario needs of a table: hands that move things and enter words, eyes that see what it answers.

Each simulation level is one class with these methods. At level core, acts become events at once. At bus and wire the
same acts go through the simulated table top. So everything here is physical or entered.
"""

from collections.abc import Sequence
from typing import Protocol

from controller.poker.events import Key, Orientation, Told
from firmware_bridge.messages.contest import Contest
from hardware_sim.scenario.language.notation import Chips
from hardware_sim.shown import Shown, ShownCourse, ShownPrompt, ShownSeat

from .expectation_checker import Answer

MS = 1_000_000
MOTION = 400 * MS
"""Time from one area to the next, in ns. It is a third above the rulebooks' motion resolution of 300 ms, so the
sensors take two motions at the usual pace as two."""

PACE = 2_000 * MS
"""Time between one act and the next, in ns. Two seconds is a quick player."""


class Impossible(Exception):
    """This table cannot do a line of the script as it stands. The message says why."""


class Unsupported(Impossible):
    """The language has this, but the simulation level has no way to do it yet. The message names what is missing."""


def two_motions(resolution: int) -> int:
    """Return the time in ns after which a table of this motion resolution counts two motions as two."""
    return max(MOTION, resolution * 4 // 3)


class Depth(Protocol):
    """A table with its chips and cards. Places are texts such as "bet:4", "board:2", "muck", "off"."""

    @property
    def view(self) -> Shown:
        """The table as anyone may see it, now."""

    @property
    def course(self) -> ShownCourse:
        """The course of the hand, as in the view."""

    @property
    def contest(self) -> Contest | None:
        """The tournament of the view."""

    def seat(self, number: int) -> ShownSeat | None:
        """Return one seat of the view, None if it has no player."""

    @property
    def phase(self) -> str:
        """The phase of the view, read without waiting until the table has seen what was done."""

    def display(self, seat: int) -> tuple[str, ...]:
        """Return the texts that the display of a seat shows now, in English."""

    def outcomes(self) -> list[Answer | ShownPrompt]:
        """Return what the table has answered since the last call."""

    def wait(self, duration: int) -> None:
        """Let time pass, in ns. Timers go off."""

    def rest(self) -> None:
        """Pause after an act until the table has seen it, at the pace of a quick player."""

    def next_motion(self) -> None:
        """Pause between two motions of chips that are to count as two."""

    def close(self) -> None:
        """Close what was opened for the scenario."""

    def chips(self, place: str) -> list[int]:
        """Return the denominations that lie at a place."""

    def shift(self, chips: Chips, origin: str, goal: str, reach: int = MOTION) -> None:
        """Move chips from one place to another in one motion that takes `reach` ns. Raises Impossible."""

    def bring(self, chips: Chips, goal: str) -> None:
        """Bring chips to a place that were not on the table."""

    def sweep(self, origins: Sequence[str], goal: str) -> None:
        """Move everything at some places to another in one motion."""

    def exchange(self, place: str, chips: Chips) -> None:
        """Change chips at the tray: the place then holds the same value in these chips."""

    def load(self, deck: Sequence[str]) -> None:
        """Load all cards into the shoe, in this order."""

    def coming(self) -> str:
        """Return the next card in the shoe, which only the scenario's writer knows. Raises Impossible if none is."""

    def draw(self, orientation: Orientation = "down", *, read: bool = True) -> str:
        """Draw the next card from the shoe into the dealer's hand and return it. Raises Impossible."""

    def joker(self, place: str) -> None:
        """Draw a joker before the next card. The dealer sees what it is at the place where they lay it aside."""

    def restack(self, order: Sequence[str]) -> None:
        """Shuffle the stub with what lies on it: these cards come first, the others after them."""

    def of_exit(self, exit_: int) -> str:
        """Return the card with a draw number. Only the scenario knows it. Raises Impossible."""

    def lay(self, card: str, place: str) -> None:
        """Lay a card at a place."""

    def lift(self, card: str) -> None:
        """Lift a card off its place. It stays with its player."""

    def cards(self, place: str) -> list[str]:
        """Return the cards at a place, in order of arrival."""

    def button(self, seat: int) -> None:
        """Lay the dealer button at a seat."""

    def post_spot(self, seat: int, present: bool) -> None:
        """Cover or free the post spot of a seat."""

    def chair(self, seat: int, present: bool) -> None:
        """Let a player sit down or stand up."""

    def press(self, seat: int, key: Key, amount: int | None) -> None:
        """Press a key of a seat's display."""

    def tell(self, told: Told) -> None:
        """Enter something at a console."""

    def see_chips(self, place: str, chips: Chips) -> None:
        """Let the sensors report these chips at a place, whatever lies there."""

    def see_cards(self, place: str, cards: Sequence[str]) -> None:
        """Let the sensors report these cards at a place."""

    def see_button(self, seat: int | None) -> None:
        """Let the sensors report the button at a seat."""

    def blind(self, source: str, duration: int) -> None:
        """Let a source see nothing for a time in ns that ends now."""

    @property
    def at(self) -> tuple[int, int]:
        """Now, as the interval in which something is entered."""
