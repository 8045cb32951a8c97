"""A Nextion display as a device without I/O, in the shape of `drivers.reader`.

    start ─► IDENTIFYING: connect ─► CONFIGURING: bkcmd=3, get <version> ─► READY: page, values, heartbeat
                 ▲                                     │
                 └──── the display has rebooted ◄──────┴─► REFUSED: another component contract

One instruction is in flight at a time, and the newest value wins while another is. An answer that does not come is
followed by `sendme`, whose answer is like no other: all that arrives before it belongs to the past, so that a late
success is never taken for the success of a later instruction.

Source: Nextion instruction set, nextion.tech/instruction-set.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from drivers.dialogue import GAP
from drivers.nextion.codec import (
    FLUSH,
    LEAVE_PROTOCOL_REPARSE,
    Code,
    Connected,
    Decoder,
    PageShown,
    Reply,
    Signal,
    StartUp,
    Text,
    Touch,
    encode,
)
from drivers.nextion.page import DisplayContract, Page, Step, Value
from drivers.reader import Cause, Counters, Failed, Identified, Identity, Phase, Refused

SECOND = 1_000_000_000
ANSWER_TIME = SECOND // 2
"""Twice what the slowest instruction is known to need: 180 ms a picture change, 240 ms the first after waking."""
HEARTBEAT_PERIOD = SECOND
ATTEMPTS = 3
"""Of connecting, and of one instruction that is not answered: one may be lost to noise, a second to bad luck.

Its answers have no checksum. So what says that it is another display is asked for as often before it is believed."""


@dataclass(frozen=True, slots=True)
class Touched:
    """A component was pressed or released at `at`, by its name in the contract."""

    page: str
    component: str
    pressed: bool
    at: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The display has acknowledged every value of this revision. The last one at `at`."""

    revision: int
    at: int


@dataclass(frozen=True, slots=True)
class Rebooted:
    """The display has restarted by itself (power dip, reset). It is identified and filled again."""

    at: int


Report = Identified | Refused | Failed | Touched | Shown | Rebooted


class Await(Enum):
    """Which answer is awaited, in the words of a failure."""

    CONNECTED = "connect"
    VERBOSE = "bkcmd=3"
    VERSION = "the question for its contract"
    STEP = "an instruction"
    HEARTBEAT = "the heartbeat"
    BARRIER = "sendme"


class NextionDisplay:
    """One display on one serial line. Make a new one for each attempt to connect.

    A `Failed` that leaves the phase READY is about one component. Any other means that the line is given up.

    `contract`: the facts of the display project. `address`: 0-65535 if the display has `addr=` set [unproven].
    `serial`: the serial number that it must have, None for any.
    """

    def __init__(self, contract: DisplayContract, address: int | None = None, serial: str | None = None) -> None:
        self.counters = Counters()
        self._contract = contract
        self._address = address
        self._serial = serial
        self._pages = {number: name for name, number in contract.pages.items()}
        self._names = {(contract.pages[c.page], c.id): c.name for c in contract.components}
        self._decoder = Decoder()
        self._page = Page(contract)
        self._phase = Phase.SILENT
        self._output = bytearray()
        self._reports: list[Report] = []
        self._awaited: Await | None = None
        self._due: int | None = None
        self._asked_at = 0
        self._heard = 0
        self._attempts = 0
        self._step: Step | None = None  # in flight
        self._doubted: Step | None = None  # answered with an error once
        self._errors = 0  # in answers since the last success
        self._who: Connected | None = None
        self._beat_due = 0
        self._beat_taken = 0
        self._junk_before = 0
        self._revision: int | None = None  # wanted and not yet reported as shown

    @property
    def phase(self) -> Phase:
        return self._phase

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._awaited is not None

    @property
    def deadline(self) -> int | None:
        """When `wake` must be called next, in ns. None while nothing is awaited."""
        if self._due is not None:
            return self._due
        return self._beat_due if self._phase is Phase.READY else None

    def start(self, now: int) -> None:
        """Connect, check the component contract, set up. Ends in `Identified`, `Refused` or `Failed`."""
        self._attempts = 0
        self._connect(now)

    def show(self, page: str, values: Mapping[str, Value], revision: int, now: int) -> None:
        """Replace what the display should show. Ends in `Shown(revision)` unless a newer revision comes first.

        `values`: component name, or `name.attribute`, to text or number. What is not named goes back to its
        design-time value. May be called before the display is ready. Raises DisplayError, changing nothing.
        """
        self._page.want(page, values)
        self._revision = revision
        self._go_on(now)

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes that arrived, in any chunking."""
        if self._phase is Phase.REFUSED:
            return
        self._heard = now
        for reply in self._decoder.feed(data):
            if self._phase is not Phase.SILENT:
                self.counters.frames_in += 1
                self._take(reply, now)
            elif isinstance(reply, Connected | Text) or reply is Code.SUCCESS:  # late, as nothing is asked any more
                self.counters.frames_in += 1
                self.counters.strays += 1
        self.counters.junk_bytes = self._decoder.junk

    def wake(self, now: int) -> None:
        """Tell the time. To be called at `deadline`, harmless at any time."""
        if self._due is not None and now >= self._due:
            self._missed(now)
        self._go_on(now)

    def take_output(self) -> bytes:
        """The bytes to write now. Empty if none. Each byte is handed out once."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def take_reports(self) -> list[Report]:
        """What has been learnt since the last call, oldest first."""
        reports, self._reports = self._reports, []
        return reports

    # --- sending

    def _send(self, awaited: Await, instruction: str, now: int) -> None:
        self._output += encode(instruction, self._address)
        self.counters.frames_out += 1
        self._awaited = awaited
        self._due = now + ANSWER_TIME
        self._asked_at = now

    def _connect(self, now: int) -> None:
        self._phase = Phase.IDENTIFYING
        self._page.forget()
        self._step = self._doubted = None
        if self._attempts:
            self._output += encode(LEAVE_PROTOCOL_REPARSE, self._address)
        self._output += FLUSH
        self._send(Await.CONNECTED, "connect", now)

    def _go_on(self, now: int) -> None:
        """Send what comes next, if the display is ready and nothing is in flight."""
        if self._phase is not Phase.READY:
            return
        if self._revision is not None and self._page.complete:
            self._reports.append(Shown(self._revision, now))
            self._revision = None
        if self._awaited is not None:
            return
        if now >= self._beat_due:
            self._beat(now)
        elif (step := self._page.next()) is not None:
            self._step = step
            self._page.sent(step)
            self._send(Await.STEP, step.instruction, now)

    def _beat(self, now: int) -> None:
        contract = self._contract
        # One tick of the display's timer earlier than it counts: by now it may have paused itself.
        if now - self._beat_taken >= (contract.heartbeat_value - 1) * SECOND:
            self._page.forget()
        self._beat_due = now + HEARTBEAT_PERIOD
        self._send(Await.HEARTBEAT, f"{contract.heartbeat_at}={contract.heartbeat_value}", now)

    def _ask_where_it_is(self, now: int) -> None:
        self._output += FLUSH
        self._send(Await.BARRIER, "sendme", now)

    # --- what did not come

    def _missed(self, now: int) -> None:
        self.counters.timeouts += 1
        if now - self._heard >= GAP:  # else a late answer is just coming
            self._decoder.reset()
        if self._phase is not Phase.READY:
            self._try_again(None, now)
        elif self._awaited is Await.BARRIER or self._attempts + 1 >= ATTEMPTS:
            self._fail()
        else:
            self._attempts += 1
            self._ask_where_it_is(now)

    def _try_again(self, refused: Refused | None, now: int) -> None:
        """Connect once more, or give up: as `refused` if something else answered, else as failed."""
        self._attempts += 1
        if self._attempts < ATTEMPTS:
            self._connect(now)
        elif refused is None:
            self._fail()
        else:
            self._finish(Phase.REFUSED, refused)

    def _fail(self) -> None:
        garbled = self._decoder.junk > self._junk_before
        cause = Cause.GARBLED if garbled else Cause.NO_ANSWER
        asked = "anything" if self._awaited is None else self._awaited.value
        detail = f"display: no answer to {asked} in {ANSWER_TIME // 1_000_000} ms"
        self._finish(Phase.SILENT, Failed(None, cause, detail))

    def _finish(self, phase: Phase, report: Report) -> None:
        self._phase = phase
        self._awaited = self._due = self._step = None
        self._reports.append(report)

    # --- what came

    def _take(self, reply: Reply, now: int) -> None:
        match reply:
            case StartUp() | Signal.READY:
                self._started_anew(now)
            case Signal.AWAKE:
                self._page.forget()
            case Touch():
                self._touched(reply, now)
            case PageShown():
                self._page_shown(reply)
            case Connected() if self._awaited is Await.CONNECTED:
                self._connected(reply, now)
            case Text() if self._awaited is Await.VERSION:
                self._version(reply.text, now)
            case Code():
                self._answered(reply, now)
            case Connected() | Text():
                self.counters.strays += 1
        self._go_on(now)

    def _started_anew(self, now: int) -> None:
        if self._phase is Phase.READY:
            self._reports.append(Rebooted(now))
            self._attempts = 0
        self._connect(now)

    def _touched(self, touch: Touch, now: int) -> None:
        name = self._names.get((touch.page, touch.component))
        if self._phase is Phase.READY and name is not None:
            self._reports.append(Touched(self._pages[touch.page], name, touch.pressed, now))

    def _page_shown(self, reply: PageShown) -> None:
        """The answer to `sendme`, or the display changed the page by itself."""
        if self._awaited is Await.BARRIER:
            self._free()
        if self._pages.get(reply.page) != self._page.shown:
            self._page.forget()

    def _connected(self, reply: Connected, now: int) -> None:
        self._who = reply
        self._phase = Phase.CONFIGURING
        self._send(Await.VERBOSE, "bkcmd=3", now)

    def _version(self, found: str, now: int) -> None:
        who = self._who
        if who is None or found != self._contract.version:
            self._wrong_contract(f"component contract {found!r}", now)
            return
        if self._serial is not None and who.serial != self._serial:
            self._try_again(Refused.of_serial(who.serial, self._serial), now)
            return
        self._phase = Phase.READY
        self._reports.append(Identified(Identity("nextion", f"{who.model} {who.firmware}", who.serial)))
        self._beat_taken = now
        self._beat_due = now + HEARTBEAT_PERIOD
        self._succeeded()

    def _wrong_contract(self, found: str, now: int) -> None:
        model = self._who.model if self._who else "display"
        found = f"{model} with {found}, expected {self._contract.version!r}"
        self._try_again(Refused(found, other_version=True), now)

    def _answered(self, code: Code, now: int) -> None:
        """Take a success or an error of the instruction in flight. Before READY only unmistakable answers count."""
        if code is Code.BUFFER_OVERFLOW and self._phase is Phase.READY:
            self._overflowed(now)
        elif self._awaited is Await.VERBOSE and code is Code.SUCCESS:
            self._send(Await.VERSION, f"get {self._contract.version_at}", now)
        elif self._awaited is Await.VERSION and code in (Code.INVALID_VARIABLE, Code.INVALID_COMPONENT):
            self._wrong_contract("no component contract", now)
        elif self._awaited is Await.HEARTBEAT:
            self._beat_answered(code, now)
        elif self._awaited is Await.STEP and self._step is not None:
            self._step_answered(self._step, code)
        elif code is Code.SUCCESS:  # of an instruction before. An error may be that of `FLUSH`
            self.counters.strays += 1

    def _overflowed(self, now: int) -> None:
        """Send the page again, as instructions were lost. What was acknowledged before is not doubted."""
        self._page.forget()
        self._attempts += 1
        if self._attempts >= ATTEMPTS:
            detail = f"display: {Code.BUFFER_OVERFLOW.words}, {ATTEMPTS} times in a row"
            self._finish(Phase.SILENT, Failed(None, Cause.REPORTED, detail))
        elif self._awaited is not Await.BARRIER:
            self._ask_where_it_is(now)

    def _beat_answered(self, code: Code, now: int) -> None:
        if code is Code.SUCCESS:
            self._beat_taken = now
            self.counters.trips.append(now - self._asked_at)
            self._succeeded()
            return
        self._errors += 1
        if now - self._beat_taken < self._contract.heartbeat_value * SECOND:
            self._free()  # noise. The next one is a second away
        else:
            self._finish(Phase.SILENT, Failed(None, Cause.REPORTED, f"display: heartbeat: {code.words}"))

    def _step_answered(self, step: Step, code: Code) -> None:
        if code is Code.SUCCESS:
            self._page.done(step)
            self._doubted = None
            self._succeeded()
        elif step == self._doubted:
            self._page.refuse(step)
            self._errors = 0
            where = step.where or f"page {step.page}"
            self._reports.append(Failed(None, Cause.REPORTED, f"display: {where}: {code.words}"))
            self._free()
        else:
            self._errors += 1
            self._doubted = step  # once may be noise on the line
            self._free()

    def _succeeded(self) -> None:
        self.counters.bad_checksums += self._errors  # they were no errors of the display, so the line damages bytes
        self._attempts = self._errors = 0
        self._junk_before = self._decoder.junk
        self._free()

    def _free(self) -> None:
        self._awaited = self._due = self._step = None
