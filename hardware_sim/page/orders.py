"""The orders of the page, as JSON with `do`, and how each is carried out.

Raises Unable for what is no order, or cannot be done. Its sentence is for the person.
"""

from collections.abc import Callable
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from firmware_bridge.messages.complaints import complaints
from firmware_bridge.messages.display import KEYS
from hardware_sim.sentences import Sentence, Unable

from .contract import ScenarioControl, SeatControl, SeatState, TableControl, TableState

MOST_CHIPS = 1000
"""The most chips in one push. It is more than a player can hold, and less than a typing error."""


class Person:
    """The people that the page speaks for: one at a seat, one at the dealer's place, one who watches scenarios.

    Seat and dealer's place are there while a table is.
    """

    def __init__(self, scenarios: ScenarioControl) -> None:
        self.scenarios = scenarios
        self._places: tuple[SeatControl, TableControl] | None = None

    def come_to(self, seat: SeatControl, dealer: TableControl) -> None:
        """A table has been set up."""
        self._places = seat, dealer

    def go(self) -> None:
        """The table is being closed."""
        self._places = None

    def sees(self) -> tuple[SeatState, TableState]:
        """Return what is to be seen at the table, nothing if there is none."""
        places = self._places
        return (places[0].state(), places[1].table()) if places else (SeatState(), TableState())

    @property
    def seat(self) -> SeatControl:
        """The seat. Raises Unable if there is no table."""
        return self._at_the_table()[0]

    @property
    def dealer(self) -> TableControl:
        """The dealer's place. Raises Unable if there is no table."""
        return self._at_the_table()[1]

    def _at_the_table(self) -> tuple[SeatControl, TableControl]:
        places = self._places
        if places is None:
            raise Unable("Wait until the table is set up, or choose a scenario.")
        return places


class _Order(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Plain(_Order):
    """An order without details."""

    do: Literal[
        "leave", "take_back", "throw_cards", "finish", "sweep", "shuffle", "collect", "done",
        "show_me", "go_on", "again", "next_scenario", "leave_scenario",
    ]  # fmt: skip

    def give(self, person: Person) -> None:
        _PLAIN[self.do](person)


_PLAIN: Final[dict[str, Callable[[Person], None]]] = {
    "leave": lambda person: person.seat.leave(),
    "take_back": lambda person: person.seat.take_back(),
    "throw_cards": lambda person: person.seat.throw_cards(),
    "finish": lambda person: person.dealer.finish(),
    "sweep": lambda person: person.dealer.sweep(),
    "shuffle": lambda person: person.dealer.shuffle(),
    "collect": lambda person: person.dealer.collect(),
    "done": lambda person: person.dealer.done(),
    "show_me": lambda person: person.dealer.show_me(),
    "go_on": lambda person: person.scenarios.go_on(),
    "again": lambda person: person.scenarios.again(),
    "next_scenario": lambda person: person.scenarios.next(),
    "leave_scenario": lambda person: person.scenarios.leave(),
}


class Switch(_Order):
    """Something goes on or off."""

    do: Literal["pause", "deal_by_hand", "now_and_then"]
    on: bool

    def give(self, person: Person) -> None:
        _SWITCHES[self.do](person, self.on)


class Close(_Order):
    """The lid of the shoe or the service door is closed or opened."""

    do: Literal["lid", "door"]
    closed: bool

    def give(self, person: Person) -> None:
        _SWITCHES[self.do](person, self.closed)


_SWITCHES: Final[dict[str, Callable[[Person, bool], None]]] = {
    "pause": lambda person, on: person.seat.pause(on),
    "deal_by_hand": lambda person, on: person.dealer.deal_by_hand(on),
    "now_and_then": lambda person, on: person.dealer.now_and_then(on),
    "lid": lambda person, closed: person.dealer.close_lid(closed),
    "door": lambda person, closed: person.dealer.close_door(closed),
}


class Look(_Order):
    """Lift the corners of the hole cards, or show what the antennas read. It concerns this browser alone."""

    do: Literal["peek", "antennas"]
    on: bool

    def give(self, person: Person) -> None:
        """Do nothing at the table."""


class Take(_Order):
    do: Literal["take"]
    seat: Annotated[int, Field(ge=1, le=10)]

    def give(self, person: Person) -> None:
        person.seat.take(self.seat)


class Push(_Order):
    do: Literal["push"]
    chips: dict[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1, le=MOST_CHIPS)]] = Field(min_length=1)

    def give(self, person: Person) -> None:
        person.seat.push(self.chips)


class Press(_Order):
    do: Literal["press"]
    key: str

    def give(self, person: Person) -> None:
        if self.key not in KEYS:
            raise Unable("The display has no such key. It has: {keys}", keys=", ".join(KEYS))
        person.seat.press(self.key)


class Fault(_Order):
    do: Literal["fault"]
    command: Annotated[str, Field(min_length=1, max_length=200)]

    def give(self, person: Person) -> Sentence:
        try:
            return person.seat.fault(self.command)
        except ValueError as error:
            raise Unable("This command was not understood: {why}", why=str(error)) from None


class Speed(_Order):
    do: Literal["speed"]
    seconds: Annotated[float, Field(ge=0.05, le=30)]

    def give(self, person: Person) -> None:
        person.seat.set_speed(self.seconds)


Place = Annotated[str, Field(pattern=r"^(seat|stack|bet|hand|board):\d{1,2}$|^(muck|dealer|off|pot|tray|drop)$")]


class Draw(_Order):
    do: Literal["draw"]
    place: Place

    def give(self, person: Person) -> None:
        person.dealer.draw(self.place)


class Lay(_Order):
    do: Literal["lay"]
    origin: Place | Literal["spare", "deck"]
    nth: Annotated[int, Field(ge=0, lt=52)]
    place: Place | Literal["shoe"]

    def give(self, person: Person) -> None:
        person.dealer.lay(self.origin, self.nth, self.place)


class Turn(_Order):
    do: Literal["turn"]
    origin: Place | Literal["shoe", "spare", "deck"]
    nth: Annotated[int, Field(ge=0, lt=52)] = 0

    def give(self, person: Person) -> None:
        person.dealer.turn(self.origin, self.nth)


class Carry(_Order):
    do: Literal["carry"]
    origin: Place
    place: Place
    amount: Annotated[int, Field(ge=1, le=10**12)] | None = None

    def give(self, person: Person) -> None:
        person.dealer.carry(self.origin, self.amount, self.place)


class PutButton(_Order):
    do: Literal["put_button"]
    seat: Annotated[int, Field(ge=1, le=10)]

    def give(self, person: Person) -> None:
        person.dealer.put_button(self.seat)


class MakeMistake(_Order):
    do: Literal["mistake"]
    name: Annotated[str, Field(max_length=60)]

    def give(self, person: Person) -> None:
        if self.name not in (offered := person.dealer.table().mistakes):
            raise Unable("There is no such mistake at this table. There are: {allowed}", allowed=", ".join(offered))
        person.dealer.mistake(self.name)


class PlayScenario(_Order):
    do: Literal["play_scenario"]
    source: Annotated[str, Field(min_length=1, max_length=1000)]
    line: Annotated[int, Field(ge=1)]
    book: Annotated[str, Field(max_length=60)] = ""

    def give(self, person: Person) -> None:
        try:
            person.scenarios.play(self.source, self.line, self.book)
        except ValueError as error:
            raise Unable("This cannot be played: {why}", why=str(error)) from None


Order = (
    Plain | Switch | Close | Look | Take | Push | Press | Fault | Speed | Draw | Lay | Turn | Carry | PutButton
    | MakeMistake | PlayScenario
)  # fmt: skip
_ORDER: TypeAdapter[Order] = TypeAdapter(Annotated[Order, Field(discriminator="do")])


def parse_order(text: str) -> Order:
    """Return an order from the page's JSON. Raises Unable naming what is wrong."""
    try:
        return _ORDER.validate_json(text)
    except ValidationError as error:
        raise Unable("That cannot be done: {why}", why="\n".join(complaints(error, "order"))) from None
