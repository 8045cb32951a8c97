"""A seat display: a Nextion panel that runs the display project of the component contract.

Sources: Nextion instruction set (nextion.tech/instruction-set) and firmware_bridge.messages.display.
Assumed, not measured: the times that instructions take, which instructions a sleeping panel obeys, the boot time.
"""

import re
from collections.abc import Callable

from firmware_bridge.messages.display import CONTRACT, ENCODING, Component, Contract, Kind, Value

from .nextion_instructions import (
    ASSIGNMENT,
    COMMANDS_ASLEEP,
    EXTRA,
    LONGEST_NAME,
    SYSTEM,
    VARIABLES_ASLEEP,
    Code,
    Fault,
    unquote,
)
from .part import MS, SECOND, Entry, SerialPart

END = b"\xff\xff\xff"
BUFFER = 1024
"""Bytes of the serial buffer (instruction set, 7: overflow)."""
MODEL = "NX4832K035_011R"
WAKE_INSTRUCTION = "DRAKJHSUYDGBNCJHGJKSHBDN"
"""Leaves protocol reparse mode. In the ordinary mode it is an instruction without a meaning."""

VALUE_TIME = MS // 5
DRAW_TIME = 1 * MS
PAGE_TIME = 20 * MS
WAKE_TIME = 240 * MS
BOOT_TIME = 300 * MS
COUNT_TIME = 1 * SECOND
"""The contract's timer ``watch`` counts ``alive`` down once a second."""

RATTLE = 15 * MS
"""From a contact's opening to its closing under a finger. Assumed."""

BAUDS = (2400, 4800, 9600, 19200, 31250, 38400, 57600, 115200, 230400, 250000, 256000, 512000, 921600)


class Nextion(SerialPart):
    """A panel at a seat. ``contract`` is the project it runs. ``serial`` goes into the answer to ``connect``."""

    kind = "nextion"

    def __init__(
        self,
        name: str,
        contract: Contract = CONTRACT,
        baud: int = 115200,
        *,
        model: str = MODEL,
        serial: str = "D264B8204F0E1828",
        now: int = 0,
    ) -> None:
        super().__init__(name, baud)
        self.contract = contract
        self.model = model
        self.serial = serial
        self._project = contract.version
        self.stuck: set[str] = set()
        """Touch areas that report no change any more."""
        self.bounces: Callable[[str], bool] = lambda _name: False
        """Whether the contact of a touch area opens and closes once more under this touch."""
        self._numbers = {number: page for page, number in contract.pages.items()}
        self._saved = {"bauds": baud, "dims": 100}
        self._commands = self._table()
        self._power_up(now)

    def _table(self) -> dict[str, tuple[int, Callable[[list[str], int], bytes | None]]]:
        """Instruction name: number of parameters, what it does. Bytes returned are the answer itself."""
        return {
            "cls": (1, lambda _words, _at: None),
            "click": (2, self._click),
            "get": (1, self._get),
            "page": (1, self._page),
            "ref": (1, self._refresh),
            "rest": (0, self._rest),
            "sendme": (0, lambda _words, _at: bytes([Code.PAGE, self.page_number])),
            "tsw": (2, self._tsw),
            "vis": (2, self._vis),
        }

    def _power_up(self, now: int) -> None:
        self._buffer = bytearray()
        self._job: Entry | None = None
        self._count: Entry | None = None
        self._idle: Entry | None = None
        self._system = {name: start for name, (_, _, start) in SYSTEM.items()}
        self._system |= {"baud": self._saved["bauds"], "bauds": self._saved["bauds"], "dim": self._saved["dims"]}
        self.uart.baud = self._saved["bauds"]
        self._slow_next = 0
        self._page_name = ""
        self._ready = now
        self._enter(self._numbers[0], now)

    def reboot(self, now: int) -> None:
        """Lose power and come back: the start-up and ready events follow when the panel has booted."""
        super().reboot(now)
        self._boot(now)

    def _boot(self, now: int) -> None:
        self._ready = now + BOOT_TIME
        self.agenda.at(self._ready, lambda at: self._send(b"\x00\x00\x00", at))
        self.agenda.at(self._ready, lambda at: self._send(bytes([Code.READY]), at))

    def pretend(self, text: str) -> None:
        """Answer ``connect`` with another model, or with ``contract NAME`` run another project."""
        if not text or not text.isascii() or "," in text:
            raise ValueError(f"identity {text!r} of a Nextion: allowed are a model name, or contract and a version")
        word, _, version = text.partition(" ")
        if word == "contract" and version:
            self._project = self._values[self.contract.version_at] = version
        else:
            self.model = text

    # --- what is shown ------------------------------------------------------------------------------------------

    @property
    def page(self) -> str:
        """The page on the screen."""
        return self._page_name

    @property
    def page_number(self) -> int:
        """The page's number."""
        return self.contract.pages[self._page_name]

    @property
    def asleep(self) -> bool:
        """Whether the panel sleeps (dark)."""
        return bool(self._system["sleep"])

    @property
    def brightness(self) -> int:
        """0-100."""
        return 0 if self.asleep else self._system["dim"]

    def values(self) -> dict[str, Value]:
        """The values of the page's components: ``name.attribute`` to value."""
        return dict(self._values)

    def hidden(self) -> frozenset[str]:
        """Components made invisible since the page was entered."""
        return frozenset(self._hidden)

    def text(self, name: str) -> str:
        """The text of a component of the page shown."""
        return str(self._values[f"{name}.txt"])

    def touch(self, name: str, pressed: bool, now: int) -> bool:
        """Touch (or let go of) a component of the page shown. Returns False if the panel does not report it."""
        if self.asleep:
            return self._touch_wakes(now)
        component = self._find(name)
        if component is None or component.kind is not Kind.HOTSPOT or name in self._mute:
            return False
        if name in self.stuck:
            return True
        self._report(component, pressed, now)
        if not pressed and self.bounces(name):
            self.agenda.at(now + RATTLE, lambda at: self._report(component, True, at))
            self.agenda.at(now + 2 * RATTLE, lambda at: self._report(component, False, at))
        return True

    def _report(self, component: Component, pressed: bool, now: int) -> None:
        self._stir(now)
        if self._system["sendxy"] and component.place is not None:
            place = component.place
            middle = (place.x + place.width // 2, place.y + place.height // 2)
            spot = b"".join(value.to_bytes(2, "big") for value in middle)
            self._send(bytes([Code.TOUCH_AT]) + spot + bytes([pressed]), now)
        self._send(bytes([Code.TOUCH, self.page_number, component.id, pressed]), now)

    def _touch_wakes(self, now: int) -> bool:
        if not self._system["thup"]:
            return False
        self._wake_up(now)
        self._send(bytes([Code.AUTO_WAKE]), now)
        return True

    # --- pages --------------------------------------------------------------------------------------------------

    def _enter(self, page: str, at: int) -> None:
        """Show a page as designed: all its components have local scope."""
        self._page_name = page
        self._hidden: set[str] = set()
        self._mute: set[str] = set()
        parts = self.contract.page(page)
        self._values = {f"{c.name}.{key}": value for c in parts for key, value in c.settable.items()}
        self._values[self.contract.version_at] = self._project
        if self._count is not None:
            self._count.cancel()
        self._count = self.agenda.at(at + COUNT_TIME, self._count_down)

    def _count_down(self, at: int) -> None:
        """The display-side timer. Without a heartbeat it shows the page ``paused``."""
        self._count = self.agenda.at(at + COUNT_TIME, self._count_down)
        alive = self.contract.heartbeat_at
        left = int(self._values.get(alive, 0)) - 1
        self._values[alive] = max(left, 0)
        if left <= 0 and self._page_name != self.contract.paused_page and not self.asleep:
            self._enter(self.contract.paused_page, at)

    def _find(self, name: str) -> Component | None:
        page, _, bare = name.rpartition(".")
        if page and page != self._page_name:
            return None
        return next((c for c in self.contract.page(self._page_name) if bare in (c.name, f"b[{c.id}]")), None)

    def _named(self, name: str) -> Component:
        component = self._find(name)
        if component is None:
            raise Fault(Code.INVALID_COMPONENT)
        return component

    # --- the serial line ----------------------------------------------------------------------------------------

    def _heard(self, data: bytes, at: int) -> None:
        if at < self._ready:
            return
        if len(self._buffer) + len(data) > BUFFER:
            self._buffer.clear()
            self._send(bytes([Code.OVERFLOW]), at)
            return
        self._buffer += data
        if self._job is None:
            self._next(at)

    def _next(self, at: int) -> None:
        """Begin the next complete instruction."""
        self._job = None
        raw, end, rest = bytes(self._buffer).partition(END)
        if end:
            self._buffer = bytearray(rest)
            words = self._addressed(raw).decode(ENCODING)
            self._job = self.agenda.at(at + self._time(words), lambda now: self._done(words, now))

    def _addressed(self, raw: bytes) -> bytes:
        """The instruction without its address. Empty if it is for another panel."""
        if raw[:2] == b"\xff\xff":
            return raw[2:]
        if not self._system["addr"]:
            return raw
        return raw[2:] if int.from_bytes(raw[:2], "little") == self._system["addr"] else b""

    def _time(self, words: str) -> int:
        extra, self._slow_next = (self._slow_next, 0) if words else (0, self._slow_next)
        if words.startswith("page "):
            return PAGE_TIME + extra
        return extra + (DRAW_TIME if ".txt=" in words or ".pco=" in words or ".bco=" in words else VALUE_TIME)

    def _done(self, words: str, at: int) -> None:
        if words:
            self._obey(words, at)
        if at >= self._ready:
            self._next(at)

    def _obey(self, words: str, at: int) -> None:
        if self.asleep and not self._awake_for(words, at):
            return
        self._stir(at)
        try:
            answer = self._execute(words, at)
        except Fault as fault:
            if self._system["bkcmd"] in (2, 3):
                self._send(bytes([fault.code]), at)
            return
        if answer is not None:
            self._send(answer, at)
        elif self._system["bkcmd"] in (1, 3) and at >= self._ready:
            self._send(bytes([Code.SUCCESS]), at)

    def _awake_for(self, words: str, at: int) -> bool:
        """Whether an instruction is obeyed. Asleep, a panel obeys a few, and all of them if serial data wake it
        (usup)."""
        if self._system["usup"]:
            self._wake_up(at)
            self._send(bytes([Code.AUTO_WAKE]), at)
            return True
        verb = re.split(r"[ =]", words, maxsplit=1)[0]
        return verb in COMMANDS_ASLEEP or verb in VARIABLES_ASLEEP

    def _execute(self, words: str, at: int) -> bytes | None:
        if words == "connect":
            parts = ("1", f"30601-{self._system['addr']}", self.model, "99", "61488", self.serial, "16777216")
            return f"comok {','.join(parts)}".encode("ascii")
        if words == WAKE_INSTRUCTION:
            raise Fault(Code.INVALID_VARIABLE)
        verb, _, rest = words.partition(" ")
        if verb in self._commands:
            return self._command(verb, rest, at)
        match = ASSIGNMENT.fullmatch(words)
        if match is None:
            raise Fault(Code.INVALID_INSTRUCTION)
        self._assign(match["target"], match["sign"], match["value"], at)
        return None

    def _command(self, verb: str, rest: str, at: int) -> bytes | None:
        count, action = self._commands[verb]
        words = [word.strip() for word in rest.split(",")] if rest else []
        if len(words) != count:
            raise Fault(Code.PARAMETER_COUNT)
        return action(words, at)

    def _send(self, body: bytes, at: int) -> None:
        self.uart.send(body + END, at)

    # --- instructions -------------------------------------------------------------------------------------------

    def _page(self, words: list[str], at: int) -> None:
        page = self._numbers.get(int(words[0]), "") if words[0].isdecimal() else words[0]
        if page not in self.contract.pages:
            raise Fault(Code.INVALID_PAGE)
        self._enter(page, at)

    def _get(self, words: list[str], _at: int) -> bytes:
        value = self._read(words[0])
        if isinstance(value, str):
            return bytes([Code.STRING]) + value.encode(ENCODING)
        return bytes([Code.NUMBER]) + value.to_bytes(4, "little", signed=True)

    def _read(self, target: str) -> Value:
        if target == "dp":
            return self.page_number
        if target in self._system:
            return self._system[target]
        name, attribute = self._attribute(target)
        return self._values.get(f"{name}.{attribute}", 0)

    def _vis(self, words: list[str], _at: int) -> None:
        self._switch(self._hidden, words)

    def _tsw(self, words: list[str], _at: int) -> None:
        self._switch(self._mute, words)

    def _switch(self, off: set[str], words: list[str]) -> None:
        """``name,0`` puts the component into ``off``, ``name,1`` takes it out. 255 means all."""
        if words[1] not in ("0", "1"):
            raise Fault(Code.INVALID_OPERATION)
        parts = self.contract.page(self._page_name)
        names = {c.name for c in parts} if words[0] == "255" else {self._named(words[0]).name}
        (off.difference_update if words[1] == "1" else off.update)(names)

    def _click(self, words: list[str], at: int) -> None:
        self.touch(self._named(words[0]).name, words[1] == "1", at)

    def _refresh(self, words: list[str], _at: int) -> None:
        self._named(words[0])

    def _rest(self, _words: list[str], at: int) -> None:
        self.reboot(at)

    # --- assignments --------------------------------------------------------------------------------------------

    def _attribute(self, target: str) -> tuple[str, str]:
        """Component name and attribute of the page shown. Such a component must have the attribute."""
        name, _, attribute = target.rpartition(".")
        component = self._find(name) if name else None
        if len(name) > LONGEST_NAME:
            raise Fault(Code.NAME_TOO_LONG)
        if component is None or attribute not in (component.attribute, *EXTRA.get(component.kind, ())):
            raise Fault(Code.INVALID_VARIABLE)
        return component.name, attribute

    def _assign(self, target: str, sign: str, value: str, at: int) -> None:
        if target in self._system:
            self._set_system(target, self._number(target, sign, value), at)
            return
        name, attribute = self._attribute(target)
        new = self._string(target, sign, value) if attribute == "txt" else self._number(target, sign, value)
        if isinstance(new, str):
            new = new[: self._named(name).maximum]
        self._values[f"{name}.{attribute}"] = new

    def _number(self, target: str, sign: str, text: str) -> int:
        if sign in ("++", "--"):
            text = "1" if not text else "?"
        value = int(text) if re.fullmatch(r"-?\d+", text) else self._operand(text)
        if isinstance(value, str):
            raise Fault(Code.ASSIGNMENT_FAILED)
        before = self._read(target) if sign != "=" else 0
        value = int(before) + (value if sign[0] != "-" else -value) if sign != "=" else value
        if not -(2**31) <= value < 2**31:
            raise Fault(Code.ASSIGNMENT_FAILED)
        return value

    def _operand(self, target: str) -> Value:
        try:
            return self._read(target)
        except Fault as fault:
            raise Fault(Code.ASSIGNMENT_FAILED) from fault

    def _string(self, target: str, sign: str, text: str) -> str:
        if sign not in ("=", "+="):
            raise Fault(Code.INVALID_OPERATION)
        value: Value = unquote(text) if text.startswith('"') else self._operand(text)
        if not isinstance(value, str):
            raise Fault(Code.ASSIGNMENT_FAILED)
        return str(self._read(target)) + value if sign == "+=" else value

    def _set_system(self, name: str, value: int, at: int) -> None:
        least, most, _ = SYSTEM[name]
        if name in ("baud", "bauds") and value not in BAUDS:
            raise Fault(Code.INVALID_BAUD)
        if not least <= value <= most:
            raise Fault(Code.ASSIGNMENT_FAILED)
        self._system[name] = value
        self._take_effect(name, value, at)

    def _take_effect(self, name: str, value: int, at: int) -> None:
        if name == "dp":
            self._page([str(value)], at)
        elif name in ("baud", "bauds"):
            self._system["baud"] = self.uart.baud = value
        elif name == "dims":
            self._system["dim"] = value
        elif name == "sleep" and not value:
            self._wake_up(at)
        elif name == "thsp":
            self._stir(at)
        if name in self._saved:
            self._saved[name] = value

    # --- sleep --------------------------------------------------------------------------------------------------

    def _wake_up(self, at: int) -> None:
        self._system["sleep"] = 0
        self._slow_next = WAKE_TIME
        self._enter(self._page_name, at)
        self._stir(at)

    def _stir(self, at: int) -> None:
        """Note that something happened, which restarts the time to sleep (thsp, seconds)."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = self.agenda.at(at + self._system["thsp"] * SECOND, self._doze) if self._system["thsp"] else None

    def _doze(self, at: int) -> None:
        if not self.asleep:
            self._system["sleep"] = 1
            self._send(bytes([Code.AUTO_SLEEP]), at)
