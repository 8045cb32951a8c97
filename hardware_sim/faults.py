"""Faults of a simulated table, ordered by a line of text over a side channel, never over the wires themselves.

    mute PART             it hears, and says nothing         unplug PART / plug PART    its cable
    garble PART RATIO     flips bits of that share of bytes  reboot PART                its power
    drop PART RATIO       loses that share of bytes          identity PART TEXT         it is another model
    slow PART MS          all it says comes later            stick PART KEY / release PART KEY    a display's key
    late PART MS          its next words come later          clip PART BYTES  its answers end after so many bytes
    ghost ANTENNA [UID]   a tag that is not there            stale ANTENNA              it repeats its last reading
    noread ANTENNA RATIO  misses tags more often             double ANTENNA             it tells of each tag twice
    cross ANTENNA ANTENNA RATIO   hears the other's tags     line NAME 0|1|free         a GPIO line is stuck
    leak ANTENNA RATIO    sees the next card of the stub     lose PART COUNT   the GPIO board loses edges

    starve PART           its supply goes, the line falls    brownout PART MS  the same again and again, for a moment
    flicker PART RATIO    a contact that is open so long     rate PART BAUD    it talks at another baud rate
    dead PART ADDRESS     one reader of a bus has no supply  cut PART ADDRESS  the bus is open before that reader
    address PART OLD NEW  a reader takes another address     rattle PART KEY   a key bounces when it is touched
    weak ANTENNA RATIO    the last tag there is read badly   high ANTENNA RATIO  all but the lowest three are
    radiate ANTENNA       its field does not go off          jam ANTENNA RATIO a field from outside
    swap ANTENNA ANTENNA  their plugs are swapped            twin ANTENNA ANTENNA  a tag of one lies at the other, too
    chatter LINE RATE     so many short breaks a second      bounce LINE [RATIO]  so many more movements bounce
    exchange LINE LINE    their plugs are swapped            wear PART KEY RATIO  so many more touches bounce
    deaf PART KEY         a display's key reports nothing    invent ANTENNA RATIO  tags that come up once
    recorded PART|gpio FILE  it does what a dump has         heal PART|ANTENNA|LINE|all  takes faults away

``Faults.order(text, now)`` does it. ``parse`` only checks it. FaultError names the word and what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from .cable_faults import Clip, Contact, Drop, Garble, Late, Mute, OtherRate, Slow
from .parts.feig_obid import FeigLine
from .parts.gpio import GpioBoard
from .parts.nextion import RATTLE, Nextion
from .parts.part import MS, SECOND, Entry, SerialPart
from .physics.fields import Fields, invented_tag
from .physics.noise import dice
from .physics.things import CHIP_AREAS, Tag, Technology
from .wires import Cable, Filter


class FaultError(ValueError):
    """An order that cannot be carried out. Nothing has been done."""


BOOT = (300 * MS, 900 * MS)
"""How long a part is away that restarts. Assumed."""

LINES = "gpio"
"""All GPIO lines as one patient."""

TOUCHES = (4 * SECOND, 9 * SECOND)
"""How often a player touches a key."""


# --- orders ---------------------------------------------------------------------------------------------------------

Sort = Callable[["Faults", str], object]
"""Turns a word into a value, or raises FaultError naming it and what is allowed."""

Choice = TypeVar("Choice")


def _chosen(word: str, what: str, among: Mapping[str, Choice]) -> Choice:
    if word not in among:
        raise FaultError(f"{word!r} is no {what}. Allowed: {', '.join(among) or 'none at this table'}")
    return among[word]


def _part(faults: Faults, word: str) -> object:
    return _chosen(word, "part", faults.cables)


def _part_or_lines(faults: Faults, word: str) -> object:
    return _chosen(word, "part", {name: name for name in (*faults.cables, LINES)})


def _whole(_faults: Faults, word: str) -> object:
    return round(_bounded(word, "number", 0.0, 1_000_000.0))


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
        raise FaultError(f"{word!r} is no {what}. Allowed: {least:g} to {most:g}")
    return value


def _text(_faults: Faults, word: str) -> object:
    return word


def _uid(_faults: Faults, word: str) -> object:
    try:
        uid = bytes.fromhex(word)
    except ValueError:
        uid = b""
    if len(uid) not in (7, 8):
        raise FaultError("that is no tag identifier. Allowed: 7 bytes (card) or 8 bytes (chip) in hex")
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
    "clip": Form((_part, _number)),
    "unplug": Form((_part,)),
    "plug": Form((_part,)),
    "reboot": Form((_part,)),
    "identity": Form((_of_kind(SerialPart, "serial part"), _text)),
    "stick": Form((_of_kind(Nextion, "display"), _text)),
    "release": Form((_of_kind(Nextion, "display"), _text)),
    "lose": Form((_of_kind(GpioBoard, "GPIO board"), _number)),
    "ghost": Form((_antenna,), (_uid,)),
    "invent": Form((_antenna, _ratio)),
    "stale": Form((_antenna,)),
    "double": Form((_antenna,)),
    "noread": Form((_antenna, _ratio)),
    "cross": Form((_antenna, _antenna, _ratio)),
    "leak": Form((_antenna, _ratio)),
    "line": Form((_line, _level)),
    "starve": Form((_part,)),
    "brownout": Form((_part, _milliseconds)),
    "flicker": Form((_part, _ratio)),
    "rate": Form((_part, _number)),
    "dead": Form((_of_kind(FeigLine, "bus"), _whole)),
    "cut": Form((_of_kind(FeigLine, "bus"), _whole)),
    "address": Form((_of_kind(FeigLine, "bus"), _whole, _whole)),
    "rattle": Form((_of_kind(Nextion, "display"), _text)),
    "weak": Form((_antenna, _ratio)),
    "high": Form((_antenna, _ratio)),
    "radiate": Form((_antenna,)),
    "jam": Form((_antenna, _ratio)),
    "swap": Form((_antenna, _antenna)),
    "twin": Form((_antenna, _antenna)),
    "chatter": Form((_line, _number)),
    "bounce": Form((_line,), (_ratio,)),
    "wear": Form((_of_kind(Nextion, "display"), _text, _ratio)),
    "deaf": Form((_of_kind(Nextion, "display"), _text)),
    "exchange": Form((_line, _line)),
    "recorded": Form((_part_or_lines, _text)),
    "heal": Form((_patient,)),
}


@dataclass(frozen=True, slots=True)
class Order:
    """A checked order: its verb and the values of its words."""

    verb: str
    values: tuple[object, ...]


class Faults:
    """The faults of one table. ``cables``: part name to its cable. ``miss``: loses edges of a line."""

    def __init__(
        self, cables: Mapping[str, Cable], fields: Fields, miss: Callable[[int, int], None] | None = None
    ) -> None:
        self.cables = dict(cables)
        self.fields = fields
        board = cables[LINES].part if LINES in cables else None
        self._miss = board.miss if isinstance(board, GpioBoard) else miss or _miss_nothing
        self._luck = dice(fields.world.seed, "faults")
        self._tidy = {name: fields.antenna(name) for name in fields.names}
        self._worn: dict[str, dict[str, float]] = {}  # by display and touch area, the share of touches that bounce
        self._going_on: dict[str, Entry] = {}  # what a fault will do next, by the patient

    def parse(self, text: str) -> Order:
        """Return the order in a line of text, and change nothing. Raises FaultError."""
        verb, *words = text.split() or [""]
        form = _chosen(verb, "fault", FORMS)
        sorts = form.needed + form.optional
        if sorts and sorts[-1] is _text and len(words) > len(sorts):
            words[len(sorts) - 1 :] = [" ".join(words[len(sorts) - 1 :])]
        if not len(form.needed) <= len(words) <= len(sorts):
            raise FaultError(f"{verb!r} has {len(words)} words behind it. Allowed: {_count(form)}")
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

    def _clip(self, cable: Cable, most: int, _now: int) -> None:
        cable.to_host.append(Clip(most))

    def _unplug(self, cable: Cable, _now: int) -> None:
        cable.wire.unplug()

    def _plug(self, cable: Cable, now: int) -> None:
        cable.wire.plug()
        cable.pump(now)

    def _reboot(self, cable: Cable, now: int) -> None:
        cable.part.reboot(now)

    def _starve(self, cable: Cable, _now: int) -> None:
        """Take its supply: its output falls, which the host hears as a zero, and then nothing."""
        cable.wire.send(b"\0")
        self._both_ways(cable, Mute())

    def _brownout(self, cable: Cable, every: int, now: int) -> None:
        def fall(at: int) -> None:
            mute = Mute()
            cable.wire.send(b"\0")
            self._both_ways(cable, mute)
            self._plan(cable.part.name, at + self._luck.randint(*BOOT), lambda later: back(mute, later))

        def back(mute: Mute, at: int) -> None:
            cable.to_host[:] = [one for one in cable.to_host if one is not mute]
            cable.to_part[:] = [one for one in cable.to_part if one is not mute]
            cable.part.reboot(at)
            cable.pump(at)
            self._plan(cable.part.name, at + round(every * self._luck.uniform(0.7, 1.3)), fall)

        self._plan(cable.part.name, now, fall)

    def _plan(self, patient: str, when: int, act: Callable[[int], None]) -> None:
        self._going_on[patient] = self.fields.world.agenda.at(when, act)

    def _flicker(self, cable: Cable, ratio: float, now: int) -> None:
        self._both_ways(cable, Contact(ratio, self._luck, now))

    def _rate(self, cable: Cable, baud: int, _now: int) -> None:
        cable.to_host.append(OtherRate(lambda: baud, lambda: cable.wire.host_baud or baud))
        cable.to_part.append(OtherRate(lambda: cable.wire.host_baud or baud, lambda: baud))

    def _dead(self, bus: FeigLine, address: int, now: int) -> None:
        bus.darken([self._reader(bus, address)], now)

    def _cut(self, bus: FeigLine, address: int, now: int) -> None:
        bus.darken([number for number in bus.readers if number >= self._reader(bus, address)], now)

    def _address(self, bus: FeigLine, old: int, new: int, _now: int) -> None:
        bus.readers[self._reader(bus, old)].address = new

    def _reader(self, bus: FeigLine, address: int) -> int:
        return int(_chosen(str(address), "address", {str(number): number for number in bus.readers}))

    def _rattle(self, panel: Nextion, key: str, now: int) -> None:
        """Touch the key once in a while, as players do. It comes and goes under the finger."""

        def touch(at: int) -> None:
            for n, pressed in enumerate((True, False, True, False, True, False)):
                self.fields.world.agenda.at(at + n * RATTLE, partial(_finger, panel, key, pressed))
            self._plan(panel.name, at + self._luck.randint(*TOUCHES), touch)

        self._plan(panel.name, now, touch)

    def _wear(self, panel: Nextion, key: str, ratio: float, _now: int) -> None:
        worn = self._worn.setdefault(panel.name, {})
        worn[key] = worn.get(key, 0.0) + ratio
        panel.bounces = lambda name: self._luck.random() < worn.get(name, 0.0)

    def _deaf(self, panel: Nextion, key: str, _now: int) -> None:
        panel.stuck.add(key)

    def _identity(self, part: SerialPart, text: str, _now: int) -> None:
        try:
            part.pretend(text)
        except ValueError as error:
            raise FaultError(str(error)) from None

    def _stick(self, panel: Nextion, key: str, now: int) -> None:
        self._press(panel, key, True, now)
        panel.stuck.add(key)

    def _release(self, panel: Nextion, key: str, now: int) -> None:
        panel.stuck.discard(key)
        self._press(panel, key, False, now)

    def _press(self, panel: Nextion, key: str, pressed: bool, now: int) -> None:
        if not panel.touch(key, pressed, now):
            raise FaultError(f"{key!r} is no key on the page {panel.page!r} of {panel.name}")

    def _lose(self, board: GpioBoard, count: int, _now: int) -> None:
        board.lose_edges(count)

    def _recorded(self, patient: str, file: str, now: int) -> None:
        """Let a part do again what the black box has recorded of it, or of another one of its kind."""
        from .selftest.recorded import play  # what reads dumps is loaded only for this

        try:
            play(Path(file), patient, self.cables.get(patient), self.fields.world, self._miss, now)
        except ValueError as error:
            raise FaultError(str(error)) from None

    # --- antennas and lines -------------------------------------------------------------------------------------

    def _ghost(self, antenna: str, *given: object) -> None:
        *uids, _now = given
        present, uid = self.fields.disturbance(antenna), uids[0] if uids else None
        if isinstance(uid, bytes):
            tag = Tag(Technology.ISO14443A if len(uid) == 7 else Technology.ISO15693, uid)
        else:
            tag = invented_tag(Technology.ISO15693 if antenna in CHIP_AREAS else Technology.ISO14443A, self._luck)
        self.fields.disturb(antenna, replace(present, ghosts=(*present.ghosts, tag)))

    def _invent(self, antenna: str, ratio: float, _now: int) -> None:
        self.fields.disturb(antenna, replace(self.fields.disturbance(antenna), invents=ratio))

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

    def _weak(self, antenna: str, ratio: float, _now: int) -> None:
        """The tag that came last to an antenna is read badly from now on, wherever it goes."""
        self.fields.weaken(self.last_at(antenna).uid, ratio)

    def last_at(self, antenna: str) -> Tag:
        """Return the tag that came last to an antenna. Raises FaultError if nothing lies there."""
        there = [t for place in self.fields.antenna(antenna).sees for t in self.fields.world.at(place)]
        if not there:
            raise FaultError(f"nothing lies at {antenna}. Allowed is an antenna with a tag")
        return there[-1].tag

    def _high(self, antenna: str, ratio: float, _now: int) -> None:
        self.fields.disturb(antenna, replace(self.fields.disturbance(antenna), high=ratio))

    def _radiate(self, antenna: str, now: int) -> None:
        self.fields.disturb(antenna, replace(self.fields.disturbance(antenna), radiates=True))
        self.fields.field_on(antenna, now)

    def _jam(self, antenna: str, ratio: float, _now: int) -> None:
        for name in (antenna, *self.fields.rivals(antenna)):
            self.fields.disturb(name, replace(self.fields.disturbance(name), jammed=ratio))

    def _swap(self, antenna: str, other: str, _now: int) -> None:
        one, two = self.fields.antenna(antenna), self.fields.antenna(other)
        self.fields.restore(replace(one, sees=two.sees))
        self.fields.restore(replace(two, sees=one.sees))

    def _twin(self, antenna: str, other: str, now: int) -> None:
        """Lay a copy of a tag of one antenna at another one."""
        tag, world = self.last_at(antenna), self.fields.world
        card = tag.technology is Technology.ISO14443A
        copy = world.add_card("twin", tag.uid) if card else world.add_chip(100, tag.uid)
        world.move([copy.id], self.fields.antenna(other).sees[0], now)

    def _chatter(self, name: str, rate: int, now: int) -> None:
        """Short breaks without a cause, as of dirt in a beam."""
        lines = self.fields.world.lines

        def blip(at: int) -> None:
            lines.stick(name, not lines.level(lines.number(name)), at)
            self._plan(name, at + self._luck.randint(MS // 2, 4 * MS), rest)

        def rest(at: int) -> None:
            lines.stick(name, None, at)
            self._plan(name, at + round(SECOND / rate * self._luck.uniform(0.3, 1.7)), blip)

        self._plan(name, now, blip)

    def _bounce(self, name: str, *given: object) -> None:
        *ratios, _now = given
        more = ratios[0] if ratios and isinstance(ratios[0], float) else 1.0
        worn = self.fields.world.lines.worn
        worn[name] = worn.get(name, 0.0) + more

    def _exchange(self, name: str, other: str, _now: int) -> None:
        self.fields.world.lines.exchange(name, other)

    def _line(self, name: str, level: bool | None, now: int) -> None:
        self.fields.world.lines.stick(name, level, now)

    # --- healing ------------------------------------------------------------------------------------------------

    def _heal(self, name: str, now: int) -> None:
        """Take faults away: bytes pass, the cable is in, antenna and line are free. It leaves an identity."""
        for patient in list(self._going_on):
            if name in ("all", patient):
                self._going_on.pop(patient).cancel()
        for part, cable in self.cables.items():
            if name in ("all", part):
                if isinstance(cable.part, FeigLine):
                    cable.part.absent = frozenset()
                cable.to_host.clear()
                cable.to_part.clear()
                self._plug(cable, now)
        for antenna in self._tidy:
            if name in ("all", antenna):
                self.fields.disturb(antenna, None)
                self.fields.restore(self._tidy[antenna])
        for line in self.fields.world.lines.names:
            if name in ("all", line):
                self.fields.world.lines.worn.pop(line, None)
                self.fields.world.lines.stick(line, None, now)


def _miss_nothing(_line: int, _count: int) -> None:
    """Nothing counts the edges of this table."""


def _finger(panel: Nextion, key: str, pressed: bool, at: int) -> None:
    panel.touch(key, pressed, at)


def _count(form: Form) -> str:
    least, most = len(form.needed), len(form.needed) + len(form.optional)
    return str(least) if least == most else f"{least} to {most}"
