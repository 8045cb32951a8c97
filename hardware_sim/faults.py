"""Faults of a simulated table, ordered by a line of text over a side channel, never over the wires themselves.

    mute PART             it hears, and says nothing         unplug PART / plug PART    its cable
    garble PART RATIO     flips bits of that share of bytes  reboot PART                its power
    drop PART RATIO       loses that share of bytes          identity PART TEXT         it is another model
    slow PART MS          all it says comes later            stick PART KEY / release PART KEY    a display's key
    late PART MS          its next words come later
    ghost ANTENNA [UID]   a tag that is not there            stale ANTENNA              it repeats its last reading
    noread ANTENNA RATIO  misses tags more often             double ANTENNA             it tells of each tag twice
    cross ANTENNA ANTENNA RATIO   hears the other's tags     line NAME 0|1|free         a GPIO line is stuck
    leak ANTENNA RATIO    sees the next card of the stub     lose PART COUNT   the GPIO board loses edges
    heal PART|ANTENNA|LINE|all      takes faults away

``Faults.order(text, now)`` does it. ``parse`` only checks it. FaultError names the word and what is allowed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from .parts.gpio import GpioBoard
from .parts.nextion import Nextion
from .parts.part import MS, SerialPart
from .physics.fields import Fields
from .physics.noise import dice
from .physics.things import Tag, Technology
from .wires import Cable, Filter


class FaultError(ValueError):
    """An order that cannot be carried out. Nothing has been done."""


# --- what happens to bytes ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mute:
    """Lets nothing pass."""

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:  # noqa: ARG002 - it all disappears
        """See ``wires.Filter``."""
        return ()


@dataclass(frozen=True, slots=True)
class Garble:
    """Flips one bit in a share of the bytes."""

    ratio: float
    luck: random.Random

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        return [(now, bytes(self._flipped(byte) for byte in data))]

    def _flipped(self, byte: int) -> int:
        return byte ^ (1 << self.luck.randrange(8)) if self.luck.random() < self.ratio else byte


@dataclass(frozen=True, slots=True)
class Drop:
    """Loses a share of the bytes."""

    ratio: float
    luck: random.Random

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        return [(now, bytes(byte for byte in data if self.luck.random() >= self.ratio))]


@dataclass(frozen=True, slots=True)
class Slow:
    """Delays everything by a fixed time (ns)."""

    delay: int

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        return [(now + self.delay, data)]


@dataclass(slots=True)
class Late:
    """Delays the next bytes by a fixed time (ns). Those behind them wait, then all is as before."""

    delay: int

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        delay, self.delay = self.delay, 0
        return [(now + delay, data)]


# --- orders ---------------------------------------------------------------------------------------------------------

Sort = Callable[["Faults", str], object]
"""Turns a word into a value, or raises FaultError naming it and what is allowed."""

Choice = TypeVar("Choice")


def _chosen(word: str, what: str, among: Mapping[str, Choice]) -> Choice:
    if word not in among:
        raise FaultError(f"{word!r} is no {what}; allowed: {', '.join(among) or 'none at this table'}")
    return among[word]


def _part(faults: Faults, word: str) -> object:
    return _chosen(word, "part", faults.cables)


def _of_kind(kind: type[SerialPart | GpioBoard], what: str) -> Sort:
    def sort(faults: Faults, word: str) -> object:
        return _chosen(word, what, {name: c.part for name, c in faults.cables.items() if isinstance(c.part, kind)})

    return sort


def _antenna(faults: Faults, word: str) -> object:
    return _chosen(word, "antenna", {name: name for name in faults.fields.names})


def _line(faults: Faults, word: str) -> object:
    return _chosen(word, "GPIO line", {name: name for name in faults.fields.world.lines.names})


def _level(_faults: Faults, word: str) -> object:
    return _chosen(word, "level", {"0": False, "1": True, "free": None})


def _ratio(_faults: Faults, word: str) -> object:
    return _bounded(word, "ratio", 0.0, 1.0)


def _milliseconds(_faults: Faults, word: str) -> object:
    return round(_bounded(word, "time in ms", 0.0, 60_000.0) * MS)


def _number(_faults: Faults, word: str) -> object:
    return round(_bounded(word, "count", 1.0, 1_000_000.0))


def _bounded(word: str, what: str, least: float, most: float) -> float:
    try:
        value = float(word)
    except ValueError:
        value = -1.0
    if not least <= value <= most:
        raise FaultError(f"{word!r} is no {what}; allowed: {least:g} to {most:g}")
    return value


def _text(_faults: Faults, word: str) -> object:
    return word


def _uid(_faults: Faults, word: str) -> object:
    try:
        uid = bytes.fromhex(word)
    except ValueError:
        uid = b""
    if len(uid) not in (7, 8):
        raise FaultError("that is no tag identifier; allowed: 7 bytes (card) or 8 bytes (chip) in hex")
    return uid


def _patient(faults: Faults, word: str) -> object:
    names = ("all", *faults.cables, *faults.fields.names, *faults.fields.world.lines.names)
    return _chosen(word, "part, antenna or line", {name: name for name in names})


@dataclass(frozen=True, slots=True)
class Form:
    """The words of an order behind its verb: those it needs, then those it may have. The last takes the rest."""

    needed: tuple[Sort, ...]
    optional: tuple[Sort, ...] = ()


FORMS = {
    "mute": Form((_part,)),
    "garble": Form((_part, _ratio)),
    "drop": Form((_part, _ratio)),
    "slow": Form((_part, _milliseconds)),
    "late": Form((_part, _milliseconds)),
    "unplug": Form((_part,)),
    "plug": Form((_part,)),
    "reboot": Form((_part,)),
    "identity": Form((_of_kind(SerialPart, "serial part"), _text)),
    "stick": Form((_of_kind(Nextion, "display"), _text)),
    "release": Form((_of_kind(Nextion, "display"), _text)),
    "lose": Form((_of_kind(GpioBoard, "GPIO board"), _number)),
    "ghost": Form((_antenna,), (_uid,)),
    "stale": Form((_antenna,)),
    "double": Form((_antenna,)),
    "noread": Form((_antenna, _ratio)),
    "cross": Form((_antenna, _antenna, _ratio)),
    "leak": Form((_antenna, _ratio)),
    "line": Form((_line, _level)),
    "heal": Form((_patient,)),
}


@dataclass(frozen=True, slots=True)
class Order:
    """A checked order: its verb and the values of its words."""

    verb: str
    values: tuple[object, ...]


class Faults:
    """The faults of one table. ``cables``: part name to its cable."""

    def __init__(self, cables: Mapping[str, Cable], fields: Fields) -> None:
        self.cables = dict(cables)
        self.fields = fields
        self._luck = dice(fields.world.seed, "faults")
        self._tidy = {name: fields.antenna(name) for name in fields.names}

    def parse(self, text: str) -> Order:
        """Return the order in a line of text, and change nothing. Raises FaultError."""
        verb, *words = text.split() or [""]
        form = _chosen(verb, "fault", FORMS)
        sorts = form.needed + form.optional
        if sorts and sorts[-1] is _text and len(words) > len(sorts):
            words[len(sorts) - 1 :] = [" ".join(words[len(sorts) - 1 :])]
        if not len(form.needed) <= len(words) <= len(sorts):
            raise FaultError(f"{verb!r} has {len(words)} words behind it; allowed: {_count(form)}")
        return Order(verb, tuple(sort(self, word) for sort, word in zip(sorts, words, strict=False)))

    def order(self, text: str, now: int) -> None:
        """Check a line of text and carry it out. Raises FaultError, and then nothing has been done."""
        order = self.parse(text)
        getattr(self, f"_{order.verb}")(*order.values, now)

    # --- parts --------------------------------------------------------------------------------------------------

    def _mute(self, cable: Cable, _now: int) -> None:
        cable.to_host.append(Mute())

    def _garble(self, cable: Cable, ratio: float, _now: int) -> None:
        self._both_ways(cable, Garble(ratio, self._luck))

    def _drop(self, cable: Cable, ratio: float, _now: int) -> None:
        self._both_ways(cable, Drop(ratio, self._luck))

    def _both_ways(self, cable: Cable, faulty: Filter) -> None:
        cable.to_host.append(faulty)
        cable.to_part.append(faulty)

    def _slow(self, cable: Cable, delay: int, _now: int) -> None:
        cable.to_host.append(Slow(delay))

    def _late(self, cable: Cable, delay: int, _now: int) -> None:
        cable.to_host.append(Late(delay))

    def _unplug(self, cable: Cable, _now: int) -> None:
        cable.wire.unplug()

    def _plug(self, cable: Cable, now: int) -> None:
        cable.wire.plug()
        cable.pump(now)

    def _reboot(self, cable: Cable, now: int) -> None:
        cable.part.reboot(now)

    def _identity(self, part: SerialPart, text: str, _now: int) -> None:
        try:
            part.pretend(text)
        except ValueError as error:
            raise FaultError(str(error)) from None

    def _stick(self, panel: Nextion, key: str, now: int) -> None:
        self._press(panel, key, True, now)

    def _release(self, panel: Nextion, key: str, now: int) -> None:
        self._press(panel, key, False, now)

    def _press(self, panel: Nextion, key: str, pressed: bool, now: int) -> None:
        if not panel.touch(key, pressed, now):
            raise FaultError(f"{key!r} is no key on the page {panel.page!r} of {panel.name}")

    def _lose(self, board: GpioBoard, count: int, _now: int) -> None:
        board.lose_edges(count)

    # --- antennas and lines -------------------------------------------------------------------------------------

    def _ghost(self, antenna: str, *given: object) -> None:
        *uids, _now = given
        uid = uids[0] if uids and isinstance(uids[0], bytes) else self._invented(antenna)
        technology = Technology.ISO14443A if len(uid) == 7 else Technology.ISO15693
        present = self.fields.disturbance(antenna)
        self.fields.disturb(antenna, replace(present, ghosts=(*present.ghosts, Tag(technology, uid))))

    def _invented(self, antenna: str) -> bytes:
        chips = antenna.partition(":")[0] in ("stack", "bet", "pot", "tray", "drop")
        return b"\xe0\x04\x01" + self._luck.randbytes(5) if chips else b"\x04" + self._luck.randbytes(6)

    def _stale(self, antenna: str, _now: int) -> None:
        self.fields.disturb(antenna, replace(self.fields.disturbance(antenna), stale=True))

    def _double(self, antenna: str, _now: int) -> None:
        self.fields.disturb(antenna, replace(self.fields.disturbance(antenna), doubled=True))

    def _noread(self, antenna: str, ratio: float, _now: int) -> None:
        self.fields.disturb(antenna, replace(self.fields.disturbance(antenna), miss=ratio))

    def _cross(self, antenna: str, other: str, ratio: float, _now: int) -> None:
        self.fields.cross(antenna, other, ratio)

    def _leak(self, antenna: str, ratio: float, _now: int) -> None:
        self.fields.leak(antenna, ratio)

    def _line(self, name: str, level: bool | None, now: int) -> None:
        self.fields.world.lines.stick(name, level, now)

    # --- healing ------------------------------------------------------------------------------------------------

    def _heal(self, name: str, now: int) -> None:
        """Take faults away: bytes pass, the cable is in, antenna and line are free. It leaves an identity."""
        for part, cable in self.cables.items():
            if name in ("all", part):
                cable.to_host.clear()
                cable.to_part.clear()
                self._plug(cable, now)
        for antenna in self._tidy:
            if name in ("all", antenna):
                self.fields.disturb(antenna, None)
                self.fields.restore(self._tidy[antenna])
        for line in self.fields.world.lines.names:
            if name in ("all", line):
                self.fields.world.lines.stick(line, None, now)


def _count(form: Form) -> str:
    least, most = len(form.needed), len(form.needed) + len(form.optional)
    return str(least) if least == most else f"{least} to {most}"
