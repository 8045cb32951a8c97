"""Scenarios at a table in real time, one after the other, with the table's pages and the simulator's.

The scenarios are played by the runner, over every wire. The table's time is virtual as in any run, but it passes no
faster than real time. It stands while the run waits at an expectation, so looking on changes nothing in the result.

ProcessDied   a process of the table has ended
PortTaken     another program listens at the port of the simulator's page
"""

import math
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from functools import partial
from types import TracebackType
from typing import Self

from controller.rulebooks import Rulebook
from controller.table import Setup
from firmware_bridge.messages.clock import RealClock
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.signals import end_signals
from hardware_sim.demonstration import Wishes
from hardware_sim.depths.room import Room
from hardware_sim.errands import Errands
from hardware_sim.hands import DealersPlace
from hardware_sim.human import Controls, HumanSeat, Onlookers
from hardware_sim.page import Person, ScenarioState, serve
from hardware_sim.ports import answers
from hardware_sim.scenario.collection import plays_of, rulebook_of
from hardware_sim.scenario.depths.bus_and_wire import PhysicalDepth
from hardware_sim.scenario.depths.compare import Play, tables_of
from hardware_sim.scenario.depths.processes import Hall, Stock
from hardware_sim.scenario.language.tree import Line
from hardware_sim.scenario.play.level import PACE
from hardware_sim.scenario.play.onlooker import Checked, Onlooker
from hardware_sim.scenario.play.result import Passage, Result
from hardware_sim.scenario.play.runner import run
from hardware_sim.sentences import Unable

from .board import Board
from .choice import Choice, Script
from .shelf import Shelf


class Left(BaseException):
    """A person leaves the scenario. It is no error, so nothing on its way takes it for one."""


class Leaving(Enum):
    """Where a person goes who plays no other scenario."""

    ROBOTS = "robots"  # the robots play
    HOME = "home"  # the table is closed


Way = Choice | Leaving


@dataclass(frozen=True, slots=True)
class Showing:
    """The options of `sabot sim --scenario`.

    - `seconds_per_act`: how long a quick player takes in real time.
    - `pause`: how long the run waits at an expectation, in seconds. None: until a person goes on.
    """

    port: int
    sim_port: int
    seconds_per_act: float
    pause: float | None = None


def _stay() -> None:
    """Nothing is going on yet that could be ended."""


class Showroom(Onlooker):
    """Plays scenarios for people to watch. It is also the page's `ScenarioControl`. Use as a context manager."""

    def __init__(self, wanted: Showing, first: Choice, shelf: Shelf, say: Callable[[str], None]) -> None:
        """`say` prints a line. Raises PortTaken."""
        self.wanted, self.shelf, self._say = wanted, shelf, say
        self.controls = Controls(wanted.seconds_per_act)
        self.person = Person(self)
        self._choice, self._board = first, Board(first)
        self._way: Way | None = None
        self._gone_on = False
        self._playing = False  # else the table is being set up, as fast as can be
        self._errands: Errands | None = None
        self._room: Room | None = None
        self._get_up: Callable[[], None] = _stay
        """Ends what is going on at the table. To be called in the loop's thread."""
        self._look: Callable[[], None] = lambda: None
        self._halls = ExitStack()
        self._hall: tuple[Script, Hall] | None = None
        self._server = serve(self.person, wanted.sim_port, wanted.port)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.stop()
        self._halls.close()

    # --- called by the page, in its thread ------------------------------------------------------------------------

    def scenario(self) -> ScenarioState:
        return self._board.state

    def go_on(self) -> None:
        self._gone_on = True
        self._ring()

    def play(self, source: str, line: int, book: str) -> None:
        self._go(self.shelf.choose(source, line, book))

    def again(self) -> None:
        self._go(self._choice)

    def next(self) -> None:
        behind = self._choice.next
        if behind is None:
            raise Unable("Choose another one: this is the last scenario of its file.")
        self._go(behind)

    def leave(self) -> None:
        self._go(Leaving.ROBOTS)

    def listed(self) -> Mapping[str, object] | None:
        return self.shelf.listed()

    def _go(self, way: Way) -> None:
        self._way = way
        self._ring()

    def _ring(self) -> None:
        """Have what people chose heeded in the loop's thread. Without a loop, the next one looks by itself."""
        errands = self._errands
        if errands is not None:
            errands.put(lambda _now: self._heed())

    # --- one scenario after the other -----------------------------------------------------------------------------

    def run(self) -> Leaving:
        """Play the first scenario, then what people choose, until they choose none."""
        way: Way = self._choice
        while isinstance(way, Choice):
            self._choice, self._board = way, Board(way)
            self._way, self._gone_on, self._playing = None, False, False
            try:
                self._show()
            except Left:
                way = self._way or Leaving.HOME
            except KeyboardInterrupt:
                way = Leaving.HOME
            finally:
                self._errands, self._get_up = None, _stay
        return way

    def _show(self) -> None:
        """Play the scenario at hand, and stay at its table until people go on to something else. Raises Left."""
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        choice = self._choice
        self._say(f"{choice.script.source}:{choice.line}: {choice.scenario.name} (under {choice.book})")
        if not self._board.refused:
            self._board.ended(self._played(), "failed")
        for line in self._board.state.trouble:
            self._say(f"  not played: {line}")
        self._stay_without_table()

    def _played(self) -> Result:
        """Play the scenario. Returns only if its table cannot be set up."""
        choice = self._choice
        with ExitStack() as table:
            table.callback(self.person.go)
            open_table = partial(self._open, self._hall_of(choice.script), table)
            return run(choice.scenario, rulebook_of(choice.book), choice.script.source, open_table, self)

    def _hall_of(self, script: Script) -> Hall:
        """The hall with the chips of a file. Chips are registered once for all scenarios of a file."""
        if self._hall is not None and self._hall[0].text == script.text:
            return self._hall[1]
        self._halls.close()
        stock = Stock.of(tables_of([Play(script.source, *play) for play in plays_of(script.file)]))
        hall = Hall("wire", stock, partial(Room, limit=math.inf, rate=self._rate), self.wanted.port)
        self._hall = script, self._halls.enter_context(hall)
        return hall

    def _open(self, hall: Hall, table: ExitStack, setup: Setup, rulebook: Rulebook) -> PhysicalDepth:
        """Set up the table with all its pages. Raises Impossible, ProcessDied, Left."""
        depth = hall.open(setup, rulebook)
        try:
            self._welcome(depth.room, table)
        except BaseException:
            depth.close()
            raise
        return depth

    def _welcome(self, room: Room, table: ExitStack) -> None:
        """Let people in: the page's places, Ctrl-C, and the console."""
        assert room.rig is not None  # noqa: S101 - the hall's rooms are at wire
        seat = HumanSeat(room.loop, room.top, room.link, Onlookers(), room.rig, self.controls)
        seat.kinds = {part["name"]: part["kind"] for part in room.description["part"]}
        table.callback(seat.close)
        fields = room.rig.fields
        place = DealersPlace(room.loop, room.top, room.link, seat.errands, Wishes(()), None, fields=fields)
        table.enter_context(end_signals(room.loop, lambda _now: self._end()))
        self._room, self._errands = room, seat.errands
        self._get_up = lambda: room.fail(Left())

        def look() -> None:
            seat.look()
            place.look()

        self._look = look
        room.stage.start("console", lockstep=False)
        room.hold_until(lambda: self._chosen or answers(self.wanted.port))
        self._heed()
        self.person.come_to(seat, place)
        self._playing = True

    def _stay_without_table(self) -> None:
        """Wait for what people choose, without a table to look at. Raises Left."""
        loop = Loop(RealClock())
        with ExitStack() as stack:
            errands = Errands(loop, lambda _trouble: None)
            stack.callback(errands.close)
            stack.enter_context(end_signals(loop, lambda _now: self._end()))
            self._errands, self._get_up = errands, loop.stop
            self._ring()
            loop.run()
        raise Left

    @property
    def _chosen(self) -> bool:
        return self._way is not None

    def _end(self) -> None:
        self._way = Leaving.HOME
        self._heed()

    def _heed(self) -> None:
        """Leave the scenario, if people have chosen to."""
        if self._chosen:
            self._get_up()

    # --- time -----------------------------------------------------------------------------------------------------

    def _rate(self) -> float:
        """How fast the table's time passes: a quick player takes as long as a person has set."""
        if not self._playing:
            return math.inf
        return 0.0 if self.controls.paused else PACE / 1e9 / self.controls.seconds_per_act

    def _wait(self, patience: float | None) -> None:
        """Let the table's time stand until a person goes on, for `patience` seconds at most. Raises Left."""
        assert self._room is not None  # noqa: S101 - a scenario is played in a room
        self._gone_on, began = False, time.monotonic()

        def over() -> bool:
            self._look()
            return self._gone_on or (patience is not None and time.monotonic() - began >= patience)

        self._room.hold_until(over)

    # --- looking on -----------------------------------------------------------------------------------------------

    def begins(self, line: Line) -> None:
        self._board.playing(line)

    def acted(self, passage: Passage) -> None:
        self._board.acted(passage)

    def expected(self, line: Line, checked: Sequence[Checked]) -> None:
        self._board.waiting(line, checked)
        misses = [one.miss for one in checked if one.miss]
        self._say(f"  {line.at.line}: {line.statement}: {'does not hold' if misses else 'holds'}")
        for miss in misses:
            self._say(f"    {miss}")
        self._wait(self.wanted.pause)

    def ended(self, result: Result) -> None:
        """Stay at the table as the scenario left it. Raises Left once people have chosen what comes next."""
        self._board.ended(result)
        self._say(f"  {result.verdict.value}")
        for failure in result.failures:
            self._say(f"  {failure.where}: {failure.text}")
        while True:
            self._wait(None)
