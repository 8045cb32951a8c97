"""Faults for the bench: drawn by chance from the list in `faults.toml`, and injected below the protocol."""

import random
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from drivers.port import PortBusy, PortError, PortForbidden
from firmware_bridge.diagnosis.verdict import Fault, Verdict
from firmware_bridge.messages.places import line_called, spot_called
from firmware_bridge.messages.tablefile import Part
from hardware_sim.parts.part import SECOND
from hardware_sim.physics.noise import dice

from .bench import Bench

LIST: Final = Path(__file__).with_name("faults.toml")

OUT_FOR = 3 * SECOND
"""How long a plug is out when a part is replaced."""

STANDSTILL = (0.3, 1.0)
"""Of the longest, how long an overloaded machine stands still."""

BETWEEN = (0.8, 2.5)
"""Seconds from one of its standstills to the next."""

FACTORY = {"feig_obid": 38400, "nextion": 9600}
"""The rates at which parts leave their makers."""

ODD = (9600, 19200, 38400, 57600)
"""The rates to which somebody may have set a part."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of fault, as the list has it."""

    key: Fault
    name: str
    what: str
    target: str
    among: tuple[str, ...]
    orders: tuple[str, ...]
    rate: tuple[float, float] | None
    whole: bool
    spreads: str
    days: int  # how often the orders are carried out, on one day after the other. 0: once
    healthy_days: int  # before the first of them
    also: Fault | None  # what is as right to say


@dataclass(frozen=True, slots=True)
class Case:
    """A fault as drawn: its orders, and what the verdict must name. `at` and `parts` are all that are right."""

    kind: Kind
    orders: tuple[str, ...]
    parts: frozenset[str]
    places: frozenset[str]
    touched: frozenset[str]  # the parts and places that it disturbs, so that another fault keeps away from them

    def __str__(self) -> str:
        return f"{self.kind.name}: {'; '.join(self.orders)}"

    def named_by(self, verdict: Verdict) -> bool:
        """Whether a verdict names this fault, its part and its place."""
        right = verdict.fault in (self.kind.key, self.kind.also) and verdict.part in self.parts
        return right and (not self.places or verdict.place in self.places)


def kinds() -> dict[str, Kind]:
    """All kinds by name, in the order of the list."""
    found = {}
    for one in _read()["fault"]:
        name = one.get("name", one["key"])
        rate = tuple(one["rate"]) if "rate" in one else None
        found[name] = Kind(
            Fault(one["key"]), name, one["what"], one["target"], tuple(one.get("among", ())), tuple(one["orders"]),
            rate, one.get("whole", False), one.get("spreads", ""), one.get("days", 0),
            one.get("healthy_days", 0), Fault(one["also"]) if "also" in one else None,
        )  # fmt: skip
    return found


def pairs() -> list[tuple[str, str]]:
    """The pairs that are easily taken for one another."""
    return [(one["names"][0], one["names"][1]) for one in _read()["pair"]]


def _read() -> dict[str, Any]:
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


# --- drawing --------------------------------------------------------------------------------------------------------


class NotDrawnError(ValueError):
    """A kind of fault finds no part that has no other fault."""


def draw(kind: Kind, bench: Bench, luck: random.Random, taken: frozenset[str] = frozenset()) -> Case:
    """Draw where a fault happens and how badly. `taken` are parts that have one already.

    Raise NotDrawnError if those are too many.
    """
    names, parts, places = _TARGETS[kind.target](kind, bench, luck, taken)
    if kind.rate is not None:
        figure = luck.uniform(*kind.rate)
        names["rate"] = str(round(figure)) if kind.whole else f"{figure:.3g}"
    hub = kind.target == "hub"
    orders = [text.format(**{**names, "part": part}) for text in kind.orders for part in sorted(parts)] if hub else [
        text.format(**names) for text in kind.orders
    ]  # fmt: skip
    if kind.spreads == "near":
        places |= {rival for place in places for rival in bench.fields.rivals(place)}
    parts |= {_line_of(bench, place) for place in places if kind.target.startswith("antenna")}
    touched = frozenset(parts | places)
    if kind.spreads == "tag":
        parts, places = {part.name for part in bench.file.part if part.reads}, set()
    return Case(kind, tuple(orders), frozenset(parts), frozenset(places), touched)


Drawn = tuple[dict[str, str], set[str], set[str]]
Target = Callable[[Kind, Bench, random.Random, frozenset[str]], Drawn]


def _part(kind: Kind, bench: Bench, luck: random.Random, taken: frozenset[str]) -> Drawn:
    readers = "readers" in kind.among
    fit = [p for p in bench.file.part if not kind.among or p.kind in kind.among or (readers and p.reads)]
    part = luck.choice(_free(kind, fit, taken))
    odd = [rate for rate in ODD if rate != FACTORY.get(part.kind)]
    names = {"part": part.name, "factory": str(FACTORY.get(part.kind, 9600)), "odd": str(luck.choice(odd))}
    return names, {part.name}, set()


def _free(kind: Kind, fit: Sequence[Part], taken: frozenset[str], least: int = 1) -> list[Part]:
    """The parts that fit a kind and have no fault yet, `least` of them at least."""
    free = [part for part in fit if part.name not in taken]
    if len(free) < least:
        allowed = ", ".join(part.name for part in fit) or "none at this table"
        msg = (
            f"{kind.name} needs {least} of these without another fault: {allowed}. Taken: {', '.join(sorted(taken))}"
        )
        raise NotDrawnError(msg)
    return free


def _hub(kind: Kind, bench: Bench, luck: random.Random, taken: frozenset[str]) -> Drawn:
    fit = [part.name for part in _free(kind, bench.file.part, taken, least=4)]
    return {}, set(luck.sample(fit, luck.randint(2, 4))), set()


def _displays(kind: Kind, bench: Bench, luck: random.Random, taken: frozenset[str]) -> Drawn:
    fit = [part.name for part in _free(kind, _all_displays(bench), taken, least=2)]
    one, two = luck.sample(fit, 2)
    return {"part": one, "other": two}, {one, two}, set()


def _unlike(kind: Kind, bench: Bench, luck: random.Random, taken: frozenset[str]) -> Drawn:
    """Draw a reader and a display."""
    one = luck.choice(_free(kind, [part for part in bench.file.part if part.reads], taken)).name
    two = luck.choice(_free(kind, _all_displays(bench), taken)).name
    return {"part": one, "other": two}, {one, two}, set()


def _readers(kind: Kind, bench: Bench, luck: random.Random, taken: frozenset[str]) -> Drawn:
    """Draw two readers of one kind."""
    fit = [part for part in bench.file.part if part.reads]
    alike = [part for part in fit if sum(other.kind == part.kind for other in fit) > 1]
    one = luck.choice(_free(kind, alike, taken, least=2))
    two = luck.choice(_free(kind, [part for part in alike if part.kind == one.kind and part != one], taken))
    return {"part": one.name, "other": two.name}, {one.name, two.name}, set()


def _display(kind: Kind, bench: Bench, luck: random.Random, taken: frozenset[str]) -> Drawn:
    part = luck.choice(_free(kind, _all_displays(bench), taken))
    key = luck.choice(("fold", "check", "call", "raise"))
    return {"part": part.name, "key": key}, {part.name}, {f"seat {part.seat}"}


def _all_displays(bench: Bench) -> list[Part]:
    return [part for part in bench.file.part if part.kind == "nextion"]


def _address(kind: Kind, bench: Bench, luck: random.Random, taken: frozenset[str]) -> Drawn:
    """Draw a reader of a bus of three."""
    buses = [part for part in bench.file.part if part.kind == "feig_obid" and len(part.antennas) >= 3]
    part = luck.choice(_free(kind, buses, taken))
    numbers = sorted(int(number) for number in part.antennas)
    among = kind.among[0]
    number = luck.choice(numbers[1:] if among == "two" else numbers[1:2] if among == "behind" else numbers)
    other = luck.choice([one for one in numbers if one != number])
    names = {"part": part.name, "number": str(number), "other": str(other), "free": str(luck.randint(11, 16))}
    place = part.antennas[str(other if among == "two" else number)]
    return names, {part.name}, {place}


def _antenna(kind: Kind, bench: Bench, luck: random.Random, taken: frozenset[str]) -> Drawn:
    place = luck.choice(_places(kind, bench, taken))
    return {"place": place}, {_line_of(bench, place)}, {place}


def _antennas(kind: Kind, bench: Bench, luck: random.Random, taken: frozenset[str]) -> Drawn:
    """Draw two of one kind, of parts without a fault if there are two."""
    fit = _places(kind, bench, taken)
    parts = {part.name for part in bench.file.part}
    if not any(_alike(one, fit) for one in fit):
        fit = _places(kind, bench, taken - parts)
    ones = [one for one in fit if _alike(one, fit)]
    if not ones:
        msg = f"{kind.name} needs two places of one kind without another fault: {', '.join(kind.among)}"
        raise NotDrawnError(f"{msg}. Taken: {', '.join(sorted(taken))}")
    one = luck.choice(ones)
    two = luck.choice(_alike(one, fit))
    return {"place": one, "other": two}, {_line_of(bench, one), _line_of(bench, two)}, {one, two}


def _alike(one: str, places: list[str]) -> list[str]:
    return [place for place in places if place != one and spot_called(place).kind == spot_called(one).kind]


def _places(kind: Kind, bench: Bench, taken: frozenset[str]) -> list[str]:
    parts = [(part.name, place) for part in bench.file.part for place in part.antennas.values()]
    fit = [(name, place) for name, place in parts if spot_called(place).kind in kind.among and place not in taken]
    return [place for name, place in fit if name not in taken] or [place for _, place in fit]


def _line_of(bench: Bench, place: str) -> str:
    return next(part.name for part in bench.file.part if place in part.antennas.values())


def _line(kind: Kind, bench: Bench, luck: random.Random, _taken: frozenset[str]) -> Drawn:
    line = luck.choice(_named(kind, bench))
    return {"line": line}, {"gpio"}, {line}


def _lines(kind: Kind, bench: Bench, luck: random.Random, _taken: frozenset[str]) -> Drawn:
    one, two = luck.sample(_named(kind, bench), 2)
    return {"line": one, "other": two}, {"gpio"}, {one, two}


def _named(kind: Kind, bench: Bench) -> list[str]:
    lines = bench.world.lines.names
    return [line for line in lines if line in kind.among or line_called(line).kind in kind.among]


def _machine(_kind: Kind, _bench: Bench, _luck: random.Random, _taken: frozenset[str]) -> Drawn:
    return {}, {"machine", "gpio"}, set()


_TARGETS: Final[dict[str, Target]] = {
    "part": _part, "hub": _hub, "unlike": _unlike, "readers": _readers,
    "display": _display, "displays": _displays, "address": _address,
    "antenna": _antenna, "antennas": _antennas, "line": _line, "lines": _lines, "machine": _machine,
}  # fmt: skip


# --- injecting ------------------------------------------------------------------------------------------------------


def inject(case: Case, bench: Bench) -> None:
    """Carry out the orders of a case. What follows a pulled plug waits until it is out."""
    when = bench.now
    for order in case.orders:
        verb, *words = order.split()
        own = _OWN.get(verb)
        bench.at(when, partial(bench.faults.order, order) if own is None else _at_any_time(own, bench, words))
        when += OUT_FOR if verb == "unplug" and case.kind.target != "hub" else 0


def _at_any_time(act: Callable[[Bench, list[str]], None], bench: Bench, words: list[str]) -> Callable[[int], None]:
    return lambda _now: act(bench, words)


def _replug(bench: Bench, words: list[str]) -> None:
    """The plug goes and comes back, again and again. The parts of one hub do so together."""
    luck, wire = dice(bench.world.seed, "replug"), bench.wire(words[0])

    def out(now: int) -> None:
        wire.unplug()
        bench.at(now + round(luck.uniform(1, 2) * SECOND), back)

    def back(now: int) -> None:
        wire.plug()
        bench.at(now + round(luck.uniform(12, 18) * SECOND), out)

    out(bench.now)


def _refuse(error: type[PortError]) -> Callable[[Bench, list[str]], None]:
    """The port goes and comes back, and cannot be opened any more."""

    def act(bench: Bench, words: list[str]) -> None:
        wire = bench.wire(words[0])
        wire.refuses = error
        wire.unplug()
        bench.at(bench.now + SECOND, lambda _now: wire.plug())

    return act


def _swap_plugs(bench: Bench, words: list[str]) -> None:
    """Both plugs come out. Each goes into the other's socket."""
    one, two = (bench.wire(word) for word in words)
    paths = {wire: path for path, wire in bench.ports.wires.items()}
    for wire in (one, two):
        wire.unplug()

    def back(_now: int) -> None:
        bench.ports.wires[paths[one]], bench.ports.wires[paths[two]] = two, one
        for wire in (one, two):
            wire.plug()

    bench.at(bench.now + OUT_FOR, back)


def _fade(bench: Bench, words: list[str]) -> None:
    """The tag that came last to an antenna is read a little worse than before, wherever it goes."""
    place, more = words
    if place not in bench.fading:
        bench.fading[place] = bench.faults.last_at(place).uid, 0.0
    uid, before = bench.fading[place]
    bench.fading[place] = uid, before + float(more)
    bench.fields.weaken(uid, before + float(more))


def _figure(name: str, scale: float = 1.0) -> Callable[[Bench, list[str]], None]:
    def act(bench: Bench, words: list[str]) -> None:
        figure = float(words[0]) * scale
        setattr(bench.machine, name, round(figure) if name == "free" else figure)

    return act


def _read_only(bench: Bench, _words: list[str]) -> None:
    bench.machine.read_only = True


def _all_lines(bench: Bench, words: list[str]) -> None:
    """All lines go to one level at once, as they share a connector."""
    for name in bench.world.lines.names:
        bench.world.lines.stick(name, words[0] == "1", bench.now)


def _dazzle(bench: Bench, words: list[str]) -> None:
    """Light from outside keeps the receiver of a beam lit while a card passes, in a share of the passages."""
    beam, share = words
    luck, lines = dice(bench.world.seed, "dazzle"), bench.world.lines

    def again(now: int) -> None:
        lit = luck.random() < float(share)
        lines.stick(beam, True if lit else None, now)
        bench.at(now + round(luck.uniform(0.3, 0.6) * SECOND), again)

    again(bench.now)


def _lose(bench: Bench, _words: list[str]) -> None:
    """Lose one edge in three, as a machine does that is too busy."""

    def again(_now: int) -> None:
        bench.pins_chip.losing = 1
        bench.at(bench.now + SECOND, again)

    again(bench.now)


def _load(bench: Bench, words: list[str]) -> None:
    """Let the machine stand still for a while, again and again, as if another program took its processor."""
    longest, luck = float(words[0]), dice(bench.world.seed, "load")

    def again(now: int) -> None:
        bench.stand_still(now + round(luck.uniform(*STANDSTILL) * longest * SECOND))
        bench.at(now + round(luck.uniform(*BETWEEN) * SECOND), again)

    again(bench.now)


_OWN: Final[dict[str, Callable[[Bench, list[str]], None]]] = {
    "take": _refuse(PortBusy), "forbid": _refuse(PortForbidden), "swapplugs": _swap_plugs, "lose": _lose,
    "replug": _replug,
    "volts": _figure("volts"), "free": _figure("free", 1e6), "drift": _figure("drift"),
    "celsius": _figure("celsius"), "fade": _fade, "load": _load, "jump": _figure("jump"),
    "writes": _figure("write_ms"), "readonly": _read_only, "alllines": _all_lines, "dazzle": _dazzle,
}  # fmt: skip


def all_pairs() -> Iterator[tuple[Kind, Kind]]:
    """The confusable pairs with their kinds."""
    known = kinds()
    for one, two in pairs():
        yield known[one], known[two]
