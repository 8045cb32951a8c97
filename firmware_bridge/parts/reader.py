"""A line of RFID readers as the bridge keeps it: requests of the scheduler go in, readings and health come out."""

from typing import Protocol, runtime_checkable

from drivers.reader import Alive, Cause, Failed, FieldOff, Identified, ReaderLine, Reading
from firmware_bridge.blackbox import BlackBox
from firmware_bridge.fields.liveness import SILENCE, UNANSWERED, Pulse
from firmware_bridge.fields.scheduler import Action, Scheduler, Task
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.tablefile import Part
from firmware_bridge.reader_kinds import READER_KINDS

from .connection import Connection
from .lifecycle import WORKING, Change, Signal, State
from .ports import MACHINE, Ports

# One reader is mute after three questions without an answer. If the next reader of the line leaves two unanswered,
# and no reader answered in between, the line is the cause.
LINE_SILENT = UNANSWERED + 2


ADDRESSES = range(17)
"""The addresses that are asked instead of a mute one. As `sabot probe`, and 0, the address of new readers."""


@runtime_checkable
class Seeking(Protocol):
    """A line that can ask at an address that none of its antennas has."""

    def seek(self, address: int, now: int) -> None: ...


class Listener(Protocol):
    """Receives what the readers of the table report."""

    def health(self, part: Part, change: Change, identity: str, now: int) -> None: ...
    def reading(self, place: str, reading: Reading, now: int) -> None: ...
    def ended(self) -> None: ...
    def mute(self, places: tuple[str, ...], now: int) -> None: ...
    def unread(self, part: Part, places: tuple[str, ...], since: int, now: int) -> None: ...


class ReaderPart:
    """One reader line: keeps it connected, does what the scheduler chose, and notices which readers do not answer."""

    def __init__(
        self, part: Part, loop: Loop, scheduler: Scheduler, listener: Listener, box: BlackBox, ports: Ports = MACHINE
    ) -> None:
        self.part = part
        self._scheduler = scheduler
        self._listener = listener
        self._box = box
        self._places = {int(number): place for number, place in part.antennas.items()}
        self._mute_at_start: set[int] = set()
        self._knocks = 0  # at readers that are mute
        self._heard = 0
        self._unanswered = 0  # in a row, by any reader of the line
        self._fallen_silent: dict[str, int] = {}  # place → since when. Reported when the line is heard again
        driver = READER_KINDS[part.kind].driver(part)
        self.connection: Connection[ReaderLine] = Connection(part, loop, driver, self, ports)

    def start(self, action: Action, now: int) -> None:
        """Make the request that the scheduler chose for this line."""
        stranger = self._stranger(action)
        if stranger is not None:
            self._box.request(self.part.name, f"ping address {stranger}", now)
            self.connection.call(lambda device: _seek(device, stranger, now), now)
            return
        self._box.request(self.part.name, f"{action.task.value} {action.place}", now)
        self.connection.call(lambda device: _request(device, action, now), now)

    def _stranger(self, action: Action) -> int | None:
        """Return the address to ask instead of a mute reader: it may have another one. One time in three none."""
        unit = self._scheduler.unit(action.place)
        if action.task is not Task.PING or unit is None or unit.pulse is not Pulse.MUTE:
            return None
        free = [number for number in ADDRESSES if number not in self._places]
        if not part_kind(self.part.kind).addressed or not free:
            return None
        self._knocks += 1
        number, own = divmod(self._knocks, 3)
        return None if own == 0 else free[(number * 2 + own - 1) % len(free)]

    def darken(self, antenna: int, now: int) -> None:
        """Switch a field off as the last thing. A line that is busy is left as it is."""
        device = self.connection.device
        if device is not None and not device.busy:
            self.connection.call(lambda line: line.field_off(antenna, now), now)

    # called by the connection

    def changed(self, change: Change, now: int) -> None:
        if change.after in WORKING and change.before not in WORKING:
            self._scheduler.line_ready(self.part.name, now)
        elif change.before in WORKING and change.after not in WORKING:
            self._scheduler.line_gone(self.part.name)
            self._listener.unread(self.part, tuple(self._places.values()), self._heard or now, now)
        if change.after is State.IDENTIFYING:
            self._mute_at_start.clear()
            self._fallen_silent.clear()
            self._unanswered = 0
        self._listener.health(self.part, change, self.connection.identity, now)
        if change.after is State.READY and change.before not in WORKING and self._mute_at_start:
            self._silent_from_the_start(now)

    def reported(self, report: object, now: int) -> None:
        assert isinstance(report, Reading | Failed | FieldOff | Alive | Identified)  # noqa: S101 - the driver's union
        self._box.report(self.part.name, report, now)
        if isinstance(report, Identified):
            self._heard = now
        elif self.connection.life.state not in WORKING:
            self._failed_to_start(report, now)
        else:
            self._answer(report, now)

    # starting

    def _failed_to_start(self, report: object, now: int) -> None:
        if not isinstance(report, Failed):
            return
        if report.antenna is not None:
            self._mute_at_start.add(report.antenna)
        device = self.connection.device
        if device is not None and not device.busy:
            self.connection.signal(Signal.SILENT, now, self._nobody(report))

    def _nobody(self, report: Failed) -> str:
        return (
            f"{self.part.name}: no {self.part.kind} answers at {self.part.port} "
            f"({report.cause.value}: {report.detail}): its supply, the cable, or the baud rate"
        )

    def _silent_from_the_start(self, now: int) -> None:
        for (_, number), unit in self._scheduler.units(self.part.name).items():
            if number in self._mute_at_start:
                unit.pulse, unit.asked = Pulse.MUTE, now
        self._listener.unread(self.part, self._mute_places(), now, now)
        self._listener.mute(self._mute_places(), now)
        self._tell_mute(now)

    # working

    def _answer(self, report: Reading | Failed | FieldOff | Alive, now: int) -> None:
        stranger = isinstance(report, Alive | Failed) and report.antenna not in (None, *self._places)
        unheard = stranger or (isinstance(report, Failed) and report.cause is Cause.NO_ANSWER)
        action = self._scheduler.finished(self.part.name, now, good=not isinstance(report, Failed))
        self._listener.ended()
        if action is None:
            return
        if unheard:
            self._silent(action.place, now)
        else:
            self._spoke(action.place, now)
        if isinstance(report, Reading) and action.task is Task.READ:
            self._listener.reading(action.place, report, now)

    def _spoke(self, place: str, now: int) -> None:
        self._heard, self._unanswered = now, 0
        unit = self._scheduler.unit(place)
        back = unit is not None and unit.answered(now)
        fallen, self._fallen_silent = self._fallen_silent, {}
        if fallen:
            self._listener.unread(self.part, tuple(fallen), min(fallen.values()), now)
            self._listener.mute(tuple(fallen), now)
        if fallen or back:
            self._tell_mute(now)

    def _silent(self, place: str, now: int) -> None:
        """Note that a reader did not answer. The next reader shows whether it is that reader or the whole line."""
        unit = self._scheduler.unit(place)
        if unit is None:
            return
        self._unanswered += 1
        if unit.silent(now):
            self._fallen_silent[place] = unit.heard
        units = self._scheduler.units(self.part.name).values()
        silent = self._unanswered >= LINE_SILENT and now - self._heard >= SILENCE
        if silent or all(each.pulse is Pulse.MUTE for each in units):
            self._fallen_silent.clear()
            self._unanswered = 0
            self.connection.signal(Signal.SILENT, now, self._all_mute(now - self._heard))

    def _mute_places(self) -> tuple[str, ...]:
        units = self._scheduler.units(self.part.name)
        mute = {number for (_, number), unit in units.items() if unit.pulse is Pulse.MUTE}
        return tuple(place for number, place in self._places.items() if number in mute)

    def _tell_mute(self, now: int) -> None:
        """Report which readers of the line do not answer, or that all answer again."""
        units = self._scheduler.units(self.part.name)
        mute = [f"{number} ({self._places[number]})" for (_, number), unit in units.items()
                if number is not None and unit.pulse is Pulse.MUTE]  # fmt: skip
        if not mute:
            self.connection.signal(Signal.WHOLE, now)
            return
        who = f"reader {mute[0]}" if len(mute) == 1 else f"readers {', '.join(mute)}"
        cause = f"{self.part.name}: no answer from {who} in 2 s: its supply, its address, or the bus cable"
        self.connection.signal(Signal.PARTLY_MUTE, now, cause)

    def _all_mute(self, silence: int) -> str:
        seconds = silence / 1e9
        return (
            f"{self.part.name} at {self.part.port}: the port is there, and nothing has answered for {seconds:.1f} s: "
            "the part's supply, or the cable between adapter and part"
        )


def _seek(device: ReaderLine, address: int, now: int) -> None:
    assert isinstance(device, Seeking)  # noqa: S101 - all lines with addresses can
    device.seek(address, now)


def _request(device: ReaderLine, action: Action, now: int) -> None:
    if action.task is Task.PING:
        device.ping(action.antenna, now)
        return
    assert action.antenna is not None  # noqa: S101 - only a ping may mean the whole line
    if action.task is Task.READ:
        device.read(action.antenna, now)
    else:
        device.field_off(action.antenna, now)
