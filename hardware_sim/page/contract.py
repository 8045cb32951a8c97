"""What the simulator's page shows of one person's seat, and what that person can do there.

The page runs in a thread of its own. So every method must be callable from any thread, and none may wait for the
table. Orders are queued, and show up in a later `state()`. Amounts are in minor units, chips are counted by
denomination.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from hardware_sim.sentences import Sentence


@dataclass(frozen=True, slots=True)
class PartState:
    """One simulated part: its name and kind as in table.toml, whether its cable is in, and the faults set on it."""

    name: str
    kind: str = ""
    plugged: bool = True
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DisplayState:
    """What the bridge has put on a seat's display: the page, and its values by the names of the contract."""

    page: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatState:
    """Everything the page shows. `seat` None: no seat is taken, and `cards`, chips and display are empty.

    - `cards`: the hole cards of the taken seat ("As", "Td") as its player would see them, and of no other seat. They
      are kept out of every repr.
    - `stack`, `hand` and `bet`: chips by denomination that lie before the player, in their hand, and over the line.
    - `min_raise` and `max_raise`: totals in front of the seat.
    - `displays`: by seat, those of all players.
    - `note`: what the robot dealer tells the person, such as why they are not dealt in yet.
    """

    seat: int | None = None
    free: tuple[int, ...] = ()
    cards: tuple[str, ...] = field(default=(), repr=False)
    stack: Mapping[int, int] = field(default_factory=dict)
    hand: Mapping[int, int] = field(default_factory=dict)
    bet: Mapping[int, int] = field(default_factory=dict)
    turn: int | None = None
    to_call: int = 0
    call_total: int = 0
    min_raise: int | None = None
    max_raise: int | None = None
    board: tuple[str, ...] = ()
    pot: int = 0
    phase: str = ""
    speed: float = 2.0
    paused: bool = False
    displays: Mapping[int, DisplayState] = field(default_factory=dict)
    parts: tuple[PartState, ...] = ()
    note: Sentence = field(default_factory=Sentence)


@dataclass(frozen=True, slots=True)
class PlaceState:
    """What lies at a place. `cards` in order of arrival: the face if it lies open to all, else "". `chips`: their
    value in minor units."""

    cards: tuple[str, ...] = ()
    chips: int = 0


@dataclass(frozen=True, slots=True)
class AntennaState:
    """What the last reads of an antenna returned: how many cards, and the value of the chips in minor units.

    `failed`: another field jammed one of them.
    """

    cards: int = 0
    chips: int = 0
    failed: bool = False


@dataclass(frozen=True, slots=True)
class AttemptState:
    """How a lesson ended: how long it took, how many movements were wrong, whether the robot showed it."""

    kind: str
    seconds: float
    wrong: int = 0
    shown: bool = False


@dataclass(frozen=True, slots=True)
class KindState:
    """One kind of mistake in a pupil's record: how often tried, how many of the last tries were bad, and how the last
    one went. None: never tried."""

    name: str
    tried: int = 0
    bad: int = 0
    last: AttemptState | None = None


@dataclass(frozen=True, slots=True)
class SchoolState:
    """A pupil's lesson, and their record.

    - `lesson`: "none", "made" (the table has not noticed the mistake yet), "pupil" (they put it right), "own"
      (they deal, and put their own mistake right) or "shown".
    - `seconds` and `wrong`: since the table noticed it, and how many movements were wrong.
    - `last`: how the last lesson ended. None: there was none yet.
    """

    pupil: int
    lesson: Literal["none", "made", "pupil", "own", "shown"] = "none"
    seconds: int = 0
    wrong: int = 0
    last: AttemptState | None = None
    kinds: tuple[KindState, ...] = ()


@dataclass(frozen=True, slots=True)
class DueState:
    """The movement that the table asks for: the places where things are taken up, and the place where they go.

    - `goal`: "" if nothing is laid down elsewhere.
    - `amount`: of chips, in minor units. 0: all of them, or cards.
    - `button`: what the dealer presses on the page to make the movement, or to say that it is made. "answer": the
      dealer's page, where a question is open.
    """

    origins: tuple[str, ...] = ()
    goal: str = ""
    amount: int = 0
    button: Literal["", "collect", "sweep", "shuffle", "done", "answer"] = ""


@dataclass(frozen=True, slots=True)
class TableState:
    """The table from above. `places` by their names in the simulator: those with something on them.

    - `antennas`: by the places that they look at. An antenna that was never read is not among them.
    - `lid` and `door`: whether the shoe's lid and the service door are closed. None: no switch is there.
    - `stub`: how many cards are in the shoe.
    - `mistakes`: those that the robot dealer can make. `wished`: the one it makes in the next hand.
    - `by_hand`: a person deals.
    - `says`: what the table tells the dealer, by language. Its alarms stand first, then what to do now. None of it
      names a card that lies face down.
    - `due`: the movement that the table asks for, if it asks the dealer for one.
    - `school`: the pupil's lesson, if there is a pupil.
    """

    places: Mapping[str, PlaceState] = field(default_factory=dict)
    antennas: Mapping[str, AntennaState] = field(default_factory=dict)
    lid: bool | None = None
    door: bool | None = None
    stub: int = 0
    button: int | None = None
    seats: tuple[int, ...] = ()
    mistakes: tuple[str, ...] = ()
    wished: str = ""
    now_and_then: bool = False
    by_hand: bool = False
    says: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    due: DueState | None = None
    school: SchoolState | None = None


@dataclass(frozen=True, slots=True)
class Cited:
    """An article, or a case of one ("lfp-7.27#1"), and what the article says."""

    article: str
    sentence: str


@dataclass(frozen=True, slots=True)
class AnswerState:
    """A ruling, a question or an alarm of the table, in words by language, with its articles."""

    kind: Literal["ruling", "question", "alarm"]
    text: Mapping[str, str]
    cites: tuple[Cited, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedState:
    """One thing that a scenario expects. `miss`: what was found instead, "" if it holds."""

    text: str
    miss: str = ""


@dataclass(frozen=True, slots=True)
class LineState:
    """A line of a scenario's script, by its number in the file. `expects`: it is no act."""

    number: int
    text: str
    expects: bool = False


Stage = Literal["setting_up", "playing", "waiting", "ended", "refused", "failed"]
"""`waiting`: at an expectation, until a person goes on. `ended`: the table stands as the scenario left it.
`refused`: no reader senses what the scenario needs. `failed`: there is no such table."""


@dataclass(frozen=True, slots=True)
class ScenarioState:
    """The scenario that is played at the table.

    - `source` and `line`: its file, and where it begins there. `at`: the line that is played.
    - `shows`: the cases that it is about.
    - `checked`: what the line at hand expects. `answers`: what the table said since the last act.
    - `trouble`: why it was refused, or all that was not as expected.
    - `verdict`: "passed" or another, once it has ended. `next`: the name of the scenario behind it, "" for none.
    """

    source: str
    line: int
    name: str
    book: str
    stage: Stage
    notes: tuple[str, ...] = ()
    shows: tuple[Cited, ...] = ()
    script: tuple[LineState, ...] = ()
    at: int = 0
    checked: tuple[CheckedState, ...] = ()
    answers: tuple[AnswerState, ...] = ()
    trouble: tuple[str, ...] = ()
    verdict: str = ""
    next: str = ""


class ScenarioControl(Protocol):
    """The scenarios that can be played at the table, for the page. Thread-safe. Returns at once."""

    def scenario(self) -> ScenarioState | None:
        """The scenario that is played now. None: robots play."""

    def go_on(self) -> None:
        """Go on behind the expectation at which the scenario waits."""

    def play(self, source: str, line: int, book: str) -> None:
        """Play the scenario of a file to which a line belongs, at a table that is set up for it.

        Raises Unable, and ValueError naming the place, the value and what is allowed.
        """

    def again(self) -> None:
        """Play the scenario once more, from its beginning."""

    def next(self) -> None:
        """Play the scenario behind it in the file."""

    def leave(self) -> None:
        """Let the robots play again."""

    def listed(self) -> Mapping[str, object] | None:
        """Return all that can be chosen: `articles` (`id`, `sentence`), and `scenarios` (`source`, `line`, `name`,
        `books`, `articles`).

        None: the list is being made. Ask again. Raises OSError if it cannot be made.
        """


class TableControl(Protocol):
    """The dealer's place, for the page. Thread-safe. Returns at once."""

    def table(self) -> TableState:
        """The table from above, as it lies now."""

    def deal_by_hand(self, on: bool) -> None:
        """Take the dealer's place, or give it back to the robot."""

    def finish(self) -> None:
        """Let the robot deal the rest of this hand, and a person the next one."""

    def draw(self, place: str) -> None:
        """Draw the next card from the shoe and lay it at a place."""

    def lay(self, origin: str, nth: int, place: str) -> None:
        """Take the n-th card (from 0) of a place, and lay it at another. "shoe": on the deck, face up."""

    def turn(self, origin: str, nth: int) -> None:
        """Turn the n-th card (from 0) of a place over. "shoe": the next card of the stub, which is boxed then."""

    def carry(self, origin: str, amount: int | None, place: str) -> None:
        """Carry chips from a place to another in one motion. None: all of them."""

    def sweep(self) -> None:
        """Push all bets into the pot in one motion."""

    def shuffle(self) -> None:
        """Shuffle the deck, with the cards that lie on it."""

    def collect(self) -> None:
        """Take all cards off the table."""

    def done(self) -> None:
        """Enter that the movement that is due is made, if no reader sees it."""

    def put_button(self, seat: int) -> None:
        """Put the dealer button at a seat."""

    def close_lid(self, closed: bool) -> None:
        """Close or open the lid of the shoe."""

    def close_door(self, closed: bool) -> None:
        """Close or open the service door."""

    def show_me(self) -> None:
        """Have the robot show a pupil how the mistake at hand is put right."""

    def mistake(self, name: str) -> None:
        """Have the robot dealer make this mistake in the next hand."""

    def now_and_then(self, on: bool) -> None:
        """Let it make a mistake every few hands, or none."""


class SeatControl(Protocol):
    """The robot's side, for the page. Thread-safe. Returns at once."""

    def state(self) -> SeatState:
        """The table as the person at the taken seat sees it now."""

    def take(self, seat: int) -> None:
        """Sit down at a free seat. Its simple player leaves it."""

    def leave(self) -> None:
        """Give the seat back to a simple player."""

    def push(self, chips: Mapping[int, int]) -> None:
        """Push these chips (denomination → count) from the stack over the line, in one motion."""

    def take_back(self) -> None:
        """Take back the chips last pushed, as far as they still lie on the bet line."""

    def press(self, key: str) -> None:
        """Press and release a touch area of the seat's display, by its name in the component contract."""

    def throw_cards(self) -> None:
        """Throw the hand to the muck."""

    def fault(self, command: str) -> Sentence:
        """Carry out a fault command such as "unplug shoe". Return what was done.

        Raises ValueError naming the word that was not understood and what is allowed.
        """

    def set_speed(self, seconds_per_act: float) -> None:
        """Set how long the simple players and the robot dealer take over each act."""

    def pause(self, paused: bool) -> None:
        """Let robot dealer and simple players rest, or go on."""
