"""One part behind a serial port: the port, this attempt's driver, their timers, and the lifecycle around them."""

import contextlib
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Generic, Protocol, TypeVar, cast

from drivers.port import PortAbsent, PortBusy, PortError, PortForbidden, PortLost, PortSettings
from drivers.reader import Counters, Failed, Identified, Identity, Phase, Refused
from firmware_bridge.messages.loop import Loop, Timer
from firmware_bridge.messages.part_kinds import Rate
from firmware_bridge.messages.tablefile import Part

from .candidates import FOREIGN_ADDRESSES, Candidate, Device, driver_of, instead_of
from .lifecycle import CONNECTED, LONGEST_WAIT, WORKING, Change, Lifecycle, Signal, State
from .ports import MACHINE, OpenPort, Ports
from .tape import Asked, Tape

MS = 1_000_000

# The kernel's buffer is full for as long as 4 KB take at the slowest baud rate. Trying each millisecond costs little.
FLUSH_EVERY = 1 * MS

# Attempts as the table file says, before it is tried what else may be there. Then as many others follow each of them
# without a wait. So all that may be there has been tried within half a minute.
ATTEMPTS_FIRST = 2
OTHERS_BETWEEN = 3

# A part that is quarantined is asked again so often, as one that does not answer.
ASK_AGAIN = LONGEST_WAIT

WAITING: Final = frozenset({Signal.CLOSED, Signal.WAITED})
"""Between two attempts the port stays as it is."""

WHY_NOT_OPEN: Final[dict[type[PortError], Signal]] = {
    PortBusy: Signal.PORT_BUSY, PortForbidden: Signal.PORT_FORBIDDEN
}  # fmt: skip


D = TypeVar("D", bound="Device[object]")


class Owner(Protocol):
    """Receives what happens to the part."""

    def changed(self, change: Change, now: int) -> None: ...
    def reported(self, report: object, now: int) -> None: ...


class Connection(Generic[D]):
    """Keeps one part connected. `make` gives a new driver for each attempt. The driver is never used again after."""

    def __init__(self, part: Part, loop: Loop, make: Callable[[], D], owner: Owner, ports: Ports = MACHINE) -> None:
        self.part = part
        self.life = Lifecycle(loop.now())
        self.device: D | None = None
        self._late: D | None = None  # a driver that asks nothing more: it counts what its part says too late
        self.counters = Counters()  # of the last driver
        self.drivers = 0  # that were made, one for each attempt
        self.tape = Tape(Asked(part.kind, part.baud, part.parity))
        self.refused: Refused | None = None  # what answered last in its place
        self.answers_at: Rate | None = None  # another rate than that of table.toml, at which the part was heard
        self._attempts = 0  # without an answer, since the cable was plugged in
        self._answered = False  # since then
        self._trial: Candidate | None = None  # what this attempt asks for, if it is not the part of table.toml
        self.broke: int | None = None  # when zeros came alone: the line was low, as of a part without supply
        self._loop = loop
        self._make = make
        self._owner = owner
        self._ports = ports
        self._port: OpenPort | None = None
        self._timers: dict[str, Timer] = {}
        self._identities: dict[int | None, Identity] = {}
        self._looked = False
        self._asked = loop.now()  # when the port was opened last
        self._plugged: tuple[int, int] | None = None  # which plugging in of the cable this is
        self._carried = (0, 0)
        self._arm("life", self.life.due, self._look)

    @property
    def channel(self) -> tuple[int, int]:
        """Bytes sent and received since the cable was plugged in, over all openings of the port."""
        sent, received = self._carried
        return (sent, received) if self._port is None else (sent + self._port.sent, received + self._port.received)

    @property
    def connected(self) -> bool:
        """Whether there is an open port."""
        return self._port is not None

    def call(self, act: Callable[[D], None], now: int) -> None:
        """Make the driver do something, and see to what comes of it. Without a driver nothing happens."""
        if self.device is not None:
            act(self.device)
            self._attend(now)

    def signal(self, signal: Signal, now: int, cause: str = "") -> None:
        """Take a signal about the part."""
        change = self.life.signal(signal, now, cause)
        hurries = change is not None and change.after is State.BACK_OFF and self._hurries
        self._arm("life", now if hurries else self.life.due, self._look)
        if change is None:
            return
        if signal is not Signal.OPENED:
            self.tape.signalled(signal, now)
        if change.signal is Signal.SILENT:
            self._give_up_asking()
        elif change.after not in CONNECTED and change.signal not in WAITING:
            self._disconnect()
        self._owner.changed(change, now)

    def close(self) -> None:
        """Release everything. The owner is not called."""
        self._disconnect()
        for timer in self._timers.values():
            timer.cancel()

    # the lifecycle's timer

    def _look(self, now: int) -> None:
        """Do what the state of the part requires."""
        looked, self._looked = self._looked, True
        match self.life.state:
            case State.ABSENT if self._path_there():
                self.signal(Signal.PORT_THERE, now)
            case State.ABSENT if not looked:
                self._never_there(now)
            case State.OPENING:
                self._open(now)
            case State.IDENTIFYING | State.CONFIGURING:
                self.signal(Signal.SILENT, now, self._no_answer())
            case State.LOST:
                gone = not self._path_there()
                self.signal(Signal.PORT_GONE if gone else Signal.CLOSED, now)
            case State.BACK_OFF:
                self.signal(Signal.WAITED if self._path_there() else Signal.PORT_GONE, now)
            case State.QUARANTINED if not self._path_there():
                self.signal(Signal.PORT_GONE, now)
            case State.QUARANTINED if now - self._asked >= ASK_AGAIN:
                self._ask_again(now)
            case State.ABSENT | State.QUARANTINED:
                self.life.look_again(now)
                self._arm("life", self.life.due, self._look)
            case _:
                pass

    def _ask_again(self, now: int) -> None:
        """Ask who is there. The part may be the right one: it was put back behind the adapter, or what it said was
        damaged on the way."""
        self._open(now)
        self.life.look_again(now)
        self._arm("life", self.life.due, self._look)

    def _never_there(self, now: int) -> None:
        """Report a part that is missing from the start, as there is no change to report."""
        self.life.cause = f"{self.part.name}: no port {self.part.port}. Plug it in, or correct its path in table.toml"
        self._owner.changed(Change(State.ABSENT, State.ABSENT, self.life.cause), now)
        self.life.look_again(now)
        self._arm("life", self.life.due, self._look)

    def _path_there(self) -> bool:
        return self._ports.there(self.part.port)

    def _no_answer(self) -> str:
        part = self.part
        return (
            f"{part.name}: no answer from a {part.kind} at {part.port} ({part.baud} baud, parity {part.parity}): "
            "its supply, the cable, or another baud rate"
        )

    def _driver_failed(self, error: Exception) -> str:
        """Return where the program failed, without the error's own text, which may quote a tag."""
        last = traceback.extract_tb(error.__traceback__)[-1]
        at = f"{Path(last.filename).name}:{last.lineno}"
        return (
            f"{self.part.name} at {self.part.port}: the driver failed at what it received ({type(error).__name__}, "
            f"{at}). The part is started again. Check its cable, and report this place to the makers of Sabot"
        )

    def _open(self, now: int) -> None:
        part = self.part
        self._disconnect()
        try:
            port = self._port_at_some_rate()
        except PortAbsent as error:
            self.signal(Signal.PORT_GONE, now, str(error))
            return
        except PortError as error:
            self.signal(WHY_NOT_OPEN.get(type(error), Signal.OPEN_FAILED), now, str(error))
            return
        before, self._plugged = self._plugged, self._ports.plugging(part.port)
        if before != self._plugged:
            self._carried = (0, 0)
            self._attempts, self._answered = 0, False
        self._port, self.device, self._asked = port, self._driver(), now
        self.counters, self.drivers = self.device.counters, self.drivers + 1
        self._identities.clear()
        self.tape.signalled(Signal.OPENED, now)
        self._loop.watch(port.fileno(), self._readable, wire=True)
        self.signal(Signal.OPENED, now)
        self.call(lambda device: device.start(now), now)

    def _port_at_some_rate(self) -> OpenPort:
        """Open the port, at the rate of what this attempt asks for."""
        part = self.part
        self._trial = self._candidate()
        self._attempts += 1
        if self._trial is not None:
            baud, parity = self._trial.rate
            self.tape.asks(Asked(self._trial.kind.name, baud, parity))
            with contextlib.suppress(PortError):
                return self._ports.open(PortSettings(part.port, baud, parity, part=part.name))
            self._trial = None
        self.tape.asks(Asked(part.kind, part.baud, part.parity))
        return self._ports.open(PortSettings(part.port, part.baud, part.parity, part=part.name))

    @property
    def _hurries(self) -> bool:
        """Whether the next attempt need not wait. Before the first that asks for something else, late answers may."""
        return self._attempts > ATTEMPTS_FIRST and self._candidate() is not None

    def _candidate(self) -> Candidate | None:
        """Return what the next attempt asks for if the part has never answered. None: the part of the table file."""
        turn, number = divmod(self._attempts - ATTEMPTS_FIRST, OTHERS_BETWEEN + 1)
        if self._answered or turn < 0 or number == OTHERS_BETWEEN:
            return None
        known = instead_of(self.part)
        return known[(turn * OTHERS_BETWEEN + number) % len(known)]

    def _driver(self) -> D:
        trial = self._trial
        if trial is None or trial.kind.name == self.part.kind:
            return self._make()
        return cast("D", driver_of(trial.part(self.part.port, FOREIGN_ADDRESSES))())

    def _tried(self, trial: Candidate, reports: Sequence[object], now: int) -> None:
        """Take what an attempt has brought that did not ask for the part of the table file."""
        said = next((one for one in reports if isinstance(one, Identified | Refused)), None)
        if said is None:
            if any(isinstance(one, Failed) for one in reports) and self.device is not None and not self.device.busy:
                self.signal(Signal.SILENT, now, self._no_answer())
        elif trial.kind.name != self.part.kind:
            self._stranger(trial, said, now)
        elif isinstance(said, Identified):
            self._heard_at(trial.rate, now)
        else:
            self._report(said, now)

    def _stranger(self, trial: Candidate, said: Identified | Refused, now: int) -> None:
        """Note that a part of another kind has answered."""
        identity = said.identity if isinstance(said, Identified) else Identity(trial.kind.name, said.found)
        found = " ".join(filter(None, (trial.kind.name, identity.firmware, identity.serial)))
        refused = Refused(found, serial=identity.serial, kind=trial.kind.name)
        self._refuse(refused, self._wrong(f"a part of another kind answers, {found}"), now)

    def _heard_at(self, rate: Rate, now: int) -> None:
        """The part has said who it is, at another rate than it should."""
        self.answers_at = rate
        cause = (
            f"{self.part.name} at {self.part.port}: it answers at {rate[0]} baud, parity {rate[1]}. "
            f"This table.toml has {self.part.baud}, parity {self.part.parity}. Set the part, or correct it"
        )
        self.signal(Signal.SILENT, now, cause)

    def _disconnect(self) -> None:
        if self._port is not None:
            self._loop.unwatch(self._port.fileno())
            self._carried = self.channel
            self._port.close()
        self._port = None
        self._give_up_asking()
        self._late = None

    def _give_up_asking(self) -> None:
        """Ask nothing more. What comes until the port is opened again is counted: whole answers come too late."""
        self._late, self.device = self.device, None
        for name in ("device", "flush"):
            self._arm(name, None, self._tick)

    # bytes and reports

    def _readable(self, now: int) -> None:
        if self._port is None:
            return
        try:
            data = self._port.receive()
        except PortLost as error:
            if self.life.state not in CONNECTED:
                self._disconnect()
            self.signal(Signal.CABLE_LOST, now, str(error))
            return
        if data and self._late is not None:
            self._hear_late(self._late, data, now)
        if data:
            self.tape.receives(data, now)
            self.broke = now if not data.strip(b"\0") else self.broke
            self._drive(lambda device: device.receive(data, now), now)

    def _hear_late(self, late: D, data: bytes, now: int) -> None:
        """Count what comes when nothing is awaited any more. A whole answer is proof enough of kind and rate."""
        before = late.counters.frames_in
        try:
            late.receive(data, now)
        except Exception:  # noqa: BLE001 - as in `_drive`
            self._late = None
        self._answered = self._answered or late.counters.frames_in > before

    def _tick(self, now: int) -> None:
        self._drive(lambda device: device.wake(now), now)

    def _drive(self, act: Callable[[D], None], now: int) -> None:
        """Let the driver work on what the part sent. If it fails, only this part is started again."""
        if self.device is None:
            return
        try:
            act(self.device)
        except Exception as error:  # noqa: BLE001 - one part must not take all sensing away, whatever it sends
            self.signal(Signal.DRIVER_FAILED, now, self._driver_failed(error))
            return
        self._attend(now)

    def _attend(self, now: int) -> None:
        """Write what the driver wants written, hear its reports, and wake it when it wants to be woken."""
        device = self.device
        while device is not None and device is self.device:
            self._write(device.take_output(), now)
            reports = device.take_reports()
            if not reports:
                break
            if self._trial is not None:
                self._tried(self._trial, reports, now)
                continue
            said = [report for report in reports if isinstance(report, Identified)]
            if said:
                self.answers_at, self._answered = None, True
            self._identities.update({report.antenna: report.identity for report in said})
            if not any(map(self._is_other, said)):
                self._progress(device.phase, now)
            for report in reports:
                self._report(report, now)
        if self.device is not None and self._trial is None:
            self._progress(self.device.phase, now)
        if self.device is not None:
            self._arm("device", self.device.deadline, self._tick)

    def _write(self, data: bytes, now: int) -> None:
        if self._port is None:
            return
        try:
            if data:
                self.tape.sends(data, now)
                self._port.send(data)
            else:
                self._port.flush_pending()
        except PortLost as error:
            self.signal(Signal.CABLE_LOST, now, str(error))
            return
        if self._port.pending:
            self._arm("flush", now + FLUSH_EVERY, lambda later: self._write(b"", later))

    def _report(self, report: object, now: int) -> None:
        if self.device is None:
            return
        if isinstance(report, Identified) and self._is_other(report):
            report = Refused.of_serial(report.identity.serial, self.part.serial or "")
        if isinstance(report, Refused):
            self._refuse(report, self._wrong(report.found), now)
        else:
            self._owner.reported(report, now)

    def _is_other(self, said: Identified) -> bool:
        """Whether it is a part of that kind with another serial number than that of the table file."""
        expected = self.part.serial
        return expected is not None and said.identity.serial not in (None, expected)

    def _refuse(self, refused: Refused, cause: str, now: int) -> None:
        """Note that another part has answered. Nothing more is said to it until it is asked again."""
        self.refused, self.device = refused, None
        self._arm("device", None, self._tick)
        self.signal(Signal.REFUSED, now, cause)

    @property
    def identity(self) -> str:
        """The firmware and serial number that the part, or each reader on its line, has reported."""
        return "; ".join(
            " ".join(filter(None, (f"{number}:" if number is not None else "", one.firmware, one.serial)))
            for number, one in sorted(self._identities.items(), key=lambda known: known[0] or 0)
        )

    def _wrong(self, found: str) -> str:
        return f"{self.part.name} at {self.part.port}: {found}. Plug the right part in, or correct table.toml"

    def _progress(self, phase: Phase, now: int) -> None:
        if self.life.state in WORKING or (self.life.state is State.QUARANTINED and phase is not Phase.READY):
            return
        if phase is Phase.CONFIGURING or self.life.state is State.QUARANTINED:
            self.signal(Signal.RECOGNISED, now)
        if phase is Phase.READY:
            self.signal(Signal.CONFIGURED, now)

    def _arm(self, name: str, due: int | None, call: Callable[[int], None]) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            if timer.due == due and timer.call is not None:
                self._timers[name] = timer
                return
            timer.cancel()
        if due is not None:
            self._timers[name] = self._loop.call_at(due, call)
