"""A table in memory: the bridge's parts and scheduler, the simulated parts on wires in memory, and the diagnosis.

No process, no port, no sleep: time goes from one thing that is due to the next.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from drivers.gpio import Change as LevelChange
from drivers.reader import Reading
from firmware_bridge.aliases import Aliases
from firmware_bridge.blackbox import BlackBox
from firmware_bridge.diagnosis.engine import Diagnosis
from firmware_bridge.diagnosis.load import TICK_EVERY
from firmware_bridge.diagnosis.sampling import counted
from firmware_bridge.diagnosis.wear import Wear
from firmware_bridge.diagnosis.wearing import Wearing
from firmware_bridge.dumped import Dumped
from firmware_bridge.fields.antennas import plan_of
from firmware_bridge.fields.scheduler import Scheduler
from firmware_bridge.messages.clock import Channels
from firmware_bridge.messages.loop import Callback, Loop, Timer
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.places import line_called
from firmware_bridge.messages.sensed import SeatKey
from firmware_bridge.messages.tablefile import Part, TableFile
from firmware_bridge.parts.connection import Connection
from firmware_bridge.parts.display import DisplayPart
from firmware_bridge.parts.lifecycle import Change
from firmware_bridge.parts.pins import Pins
from firmware_bridge.parts.reader import ReaderPart
from hardware_sim import tables
from hardware_sim.depths.rig import antennas_of
from hardware_sim.faults import Faults
from hardware_sim.parts.nextion import Nextion
from hardware_sim.parts.part import SECOND
from hardware_sim.parts.readers import BAUD, SIMULATED_READERS
from hardware_sim.physics.fields import Fields
from hardware_sim.physics.noise import REAL, Noise, dice
from hardware_sim.physics.world import Layout, World
from hardware_sim.wires import Cable

from .machine import SimulatedMachine
from .wires import MemoryPins, MemoryPorts, MemoryWire

SHOE_STIRS = 400_000_000
"""As the bridge: from a beam's first edge the shoe is read without pause for this long (ns)."""


class VirtualClock:
    """Stands where it is put."""

    wires_open = True

    def awaits(self, channels: Callable[[], Channels]) -> bool:  # noqa: ARG002 - nor waits
        return False

    def __init__(self) -> None:
        self.time = SECOND

    def now(self) -> int:
        return self.time

    def fileno(self) -> int | None:
        return None

    def tick(self) -> None:
        """Nothing else moves it."""

    def idle(self, deadline: int | None, channels: Callable[[], Channels]) -> float | None:  # noqa: ARG002 - it does not sleep
        return 0.0


class VirtualLoop(Loop):
    """The bridge's loop without descriptors: who watches is called when a wire in memory has something."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.watching: dict[Any, Callback] = {}

    def watch(self, readable: Any, callback: Callback, *, wire: bool = False) -> None:  # noqa: ARG002 - nothing sleeps
        self.watching[readable] = callback

    def unwatch(self, readable: Any) -> None:
        self.watching.pop(readable, None)

    @property
    def due(self) -> int | None:
        """When the next timer is due."""
        return self._next_due()

    def fire(self, now: int) -> None:
        """Call what is due."""
        self._fire(now)


class Bench:
    """One table, running. `run(seconds)` lets virtual time pass. `faults` takes orders.

    `parts`: the serial parts instead of those of the reference table. None of them: they are those.
    """

    def __init__(
        self, seed: int, seats: tuple[int, ...] = (4, 5, 6), noise: Noise = REAL,
        parts: Sequence[tables.Description] = (),
    ) -> None:  # fmt: skip
        description = tables.describe("reference", seats)
        if parts:
            description = tables.with_parts(description, parts)
        self.seats = seats
        self.file = _table_file(description)
        self.clock = VirtualClock()
        self.loop = VirtualLoop(self.clock)
        self._outside = VirtualLoop(self.clock)  # of all that does not wait for the machine
        self._busy = 0  # until then the machine does nothing (ns)
        self._unheard: set[str] = set()  # the wires with bytes that it has not read
        self.world = World(seed, Layout(lines=description["gpio"]["lines"]), noise)
        self.fields = Fields(self.world, antennas_of(description["fields"]["exclusion"]))
        self.ports = MemoryPorts()
        self.pins_chip = MemoryPins(self.world.lines)
        self.panels: dict[int, Nextion] = {}
        self.cables = {part["name"]: self._cable(part) for part in description["part"]}
        self.faults = Faults(self.cables, self.fields, self.pins_chip.miss)
        self.wear = Wear()
        self.wear.begin(1)
        self.diagnosis = Diagnosis(self.file, self.clock.now(), Wearing(self.wear, Aliases().of))
        self.fading: dict[str, tuple[bytes, float]] = {}  # by antenna: a tag, and how badly it is read by now
        self.machine = SimulatedMachine(dice(seed, "machine"))
        self._dirty = True
        self.box = BlackBox(Aliases(), self.diagnosis)
        self.dumped: Dumped | None = None  # writes what fails, if somebody wants it
        self._scheduler = Scheduler(plan_of(self.file), self.clock.now())
        self._schedule: Timer | None = None
        self._armed: dict[str, Timer] = {}
        self.readers = {p.name: self._reader(p) for p in self.file.part if p.reads}
        self.displays = {p.seat: self._display(p) for p in self.file.part if not p.reads}
        assert self.file.gpio is not None  # noqa: S101 - the reference table has lines
        self.pins = Pins(self.file.gpio, self.file.sensing, self.loop, self, self.box, lambda: self.pins_chip)
        self.loop.call_at(self.clock.now(), self._look)
        self._tick(self.now, self.now)

    def _cable(self, part: dict[str, Any]) -> Cable:
        wire = self.ports.wires[part["port"]] = MemoryWire(part["name"], self._wire_stirs)
        now = self.clock.now()
        if part_kind(part["kind"]).reads:
            return Cable(SIMULATED_READERS[part["kind"]](part, self.fields, now), wire)
        panel = self.panels[part["seat"]] = Nextion(
            part["name"], baud=part.get("baud", BAUD), serial=part["serial"], now=now
        )
        return Cable(panel, wire)

    def _reader(self, part: Part) -> ReaderPart:
        return ReaderPart(part, self.loop, self._scheduler, self, self.box, self.ports)

    def _display(self, part: Part) -> DisplayPart:
        return DisplayPart(part, self.loop, self, self.box, self.ports)

    # --- time -----------------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        return self.clock.now()

    def at(self, when: int, act: Callable[[int], object]) -> None:
        """Do something to the table at a time (ns)."""
        self._outside.call_at(when, lambda now: self._act(act, now))

    def _act(self, act: Callable[[int], object], now: int) -> None:
        act(now)
        for name in self.cables:
            self._arm(name, now)

    def sleep(self) -> None:
        """Go on tomorrow: the table stands still over night."""
        self.wear.begin(self.wear.today + 1)

    def order(self, text: str) -> None:
        """Carry out an order of a fault now. Raises FaultError."""
        self._act(lambda now: self.faults.order(text, now), self.now)

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Let time pass, until something is true."""
        end = self.now + round(seconds * SECOND)
        while not until():
            due = min(due for due in (self._due, self._outside.due, self.world.deadline, end + 1) if due is not None)
            if due > end:
                break
            self.clock.time = max(self.now, due)
            self.world.wake(self.now)
            self._outside.fire(self.now)
            if self.now >= self._busy:
                self._turn()
        else:
            return
        self.clock.time = end

    @property
    def _due(self) -> int | None:
        """When the machine does something next."""
        due = self._busy if self._unheard else self.loop.due
        return None if due is None else max(due, self._busy)

    def _turn(self) -> None:
        """One turn of the machine: it reads what has come, and then does what is due."""
        for name in sorted(self._unheard):
            self._deliver(name)
        self._unheard.clear()
        self.loop.fire(self.now)
        if self.pins_chip.ringing and self.pins_chip.fileno() in self.loop.watching:
            self.loop.watching[self.pins_chip.fileno()](self.now)
        self._go_on()

    def stand_still(self, until: int) -> None:
        """Let the machine do nothing until then (ns). All else goes on."""
        self._busy = until

    def _go_on(self) -> None:
        if not self._dirty:
            return
        self._dirty = False
        for action in self._scheduler.actions(self.now):
            self.readers[action.line].start(action, self.now)
        due = self._scheduler.deadline
        if self._schedule is not None:
            self._schedule.cancel()
        self._schedule = None if due is None else self.loop.call_at(due, self._wake)

    def _wake(self, _now: int) -> None:
        self._dirty = True

    # --- wires ----------------------------------------------------------------------------------------------------

    def _wire_stirs(self, name: str) -> None:
        self._arm(name, self.now)

    def _arm(self, name: str, due: int) -> None:
        armed = self._armed.get(name)
        if armed is not None and armed.call is not None:
            if armed.due <= due:
                return
            armed.cancel()
        self._armed[name] = self._outside.call_at(due, partial(self._pump, name))

    def wire(self, name: str) -> MemoryWire:
        """The cable of a part."""
        wire = self.cables[name].wire
        assert isinstance(wire, MemoryWire)  # noqa: S101 - all of the bench are
        return wire

    def _pump(self, name: str, now: int) -> None:
        cable, wire = self.cables[name], self.wire(name)
        cable.pump(now)
        if wire.to_host or not wire.plugged:
            self._unheard.add(name)
        due = cable.deadline
        if due is not None:
            self._arm(name, max(due, now))

    def _deliver(self, name: str) -> None:
        port = self.wire(name).port
        if port is not None and port.fileno() in self.loop.watching:
            self.loop.watching[port.fileno()](self.now)

    # --- once a second --------------------------------------------------------------------------------------------

    def _look(self, now: int) -> None:
        for reader in self.readers.values():
            self.diagnosis.counted(reader.part.name, counted(reader.connection), now)
        for display in self.displays.values():
            self.diagnosis.counted(display.part.name, counted(display.connection), now)
        self.diagnosis.sampled(self.machine.look(now), now)
        self.diagnosis.look(now)
        self.loop.call_at(now + SECOND, self._look)

    def _tick(self, now: int, due: int) -> None:
        self.diagnosis.ticked(now - due, now)
        due = now + TICK_EVERY
        self.loop.call_at(due, partial(self._tick, due=due))

    def attend(self, *places: str) -> None:
        """Say what is due next, as the controller does."""
        self._dirty = True
        self._scheduler.attend(places, self.now)
        self.diagnosis.attended(places, self.now)

    def hurry(self, places: Sequence[str]) -> None:
        """Read these places without pause. The diagnosis takes them for places where nothing is due."""
        self._dirty = True
        self._scheduler.attend(places, self.now)

    # --- what the bridge's parts tell -----------------------------------------------------------------------------

    def health(self, part: Part, change: Change, identity: str, now: int) -> None:
        self._dirty = True
        owner = self.readers.get(part.name) or self.displays[part.seat]
        self.diagnosis.changed(part.name, change, owner.connection.refused, identity, now)
        if self.dumped is not None:
            self.dumped.failed(owner.connection, change, now)

    def connection(self, part: str) -> Connection[Any] | None:
        """The connection of a serial part."""
        owners: list[ReaderPart | DisplayPart] = [*self.readers.values(), *self.displays.values()]
        return next((owner.connection for owner in owners if owner.part.name == part), None)

    def reading(self, place: str, reading: Reading, now: int) -> None:  # noqa: ARG002 - Listener
        """The diagnosis has it from the black box."""
        self._dirty = True

    def ended(self) -> None:
        self._dirty = True

    def mute(self, places: tuple[str, ...], now: int) -> None:
        """No gap is kept."""

    def unread(self, part: Part, places: tuple[str, ...], since: int, now: int) -> None:
        """No gap is kept."""

    def key(self, event: SeatKey, now: int) -> None:
        """No hand is played."""

    def complain(self, part: Part, what: str) -> None:
        """The diagnosis has it from the black box."""

    def pins_health(self, change: Change, now: int) -> None:
        self.diagnosis.changed("gpio", change, None, "", now)

    def pins_known(self, acting: frozenset[str], now: int) -> None:
        self.diagnosis.levels(acting, now)

    def pins_lost(self, now: int) -> None:
        """No gap is kept."""

    def pin(self, name: str, acting: bool, change: LevelChange, now: int) -> None:  # noqa: ARG002 - Listener
        self.diagnosis.settled(name, acting, now)

    def stirring(self, name: str, now: int) -> None:
        if line_called(name).kind == "beam":
            self._dirty = True
            self._scheduler.focus("shoe", now + SHOE_STIRS, now)


def _table_file(description: dict[str, Any]) -> TableFile:
    for part in description["part"]:
        if part["kind"] == "nextion" and "serial" not in part:
            part["serial"] = f"D264B8204F0E{part['seat']:04d}"
    return TableFile.model_validate(
        {
            **description,
            "table": {"name": "selftest"},
            "game": {"rulebook": "lfp", "small_blind": 50, "big_blind": 100},
            "paths": {"state": "/nonexistent/state", "run": "/nonexistent/run"},
        }
    )
