"""The live map of a table: every antenna, line and display where it lies, with what it gave last.

It has numbers of tags and never which. The text is what `sabot diag show --map` prints.
"""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Final

from firmware_bridge.diagnosis.engine import Diagnosis
from firmware_bridge.diagnosis.verdict import Verdict
from firmware_bridge.messages.places import line_called, spot_called
from firmware_bridge.messages.status import MOST_SPOTS, SpotNow
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.parts.lifecycle import WORKING, Lifecycle, State
from firmware_bridge.parts.pins import NAME as PINS

MS: Final = 1_000_000


class Faults:
    """What is wrong with a place: its verdict, else the state of a part that does not work."""

    def __init__(self, verdicts: tuple[Verdict, ...], lives: Mapping[str, Lifecycle]) -> None:
        self._lives = lives
        self._by_place: dict[str, str] = {}
        self._by_part: dict[str, str] = {}
        for one in verdicts:
            self._by_part.setdefault(one.part, one.fault.value)
            for place in one.place.split(", "):
                self._by_place.setdefault(place, one.fault.value)

    def at(self, place: str, part: str) -> str:
        """The fault of an antenna or a line."""
        return self._by_place.get(place, "") or self._state(part)

    def of(self, part: str) -> str:
        """The fault of a part that is one place."""
        return self._by_part.get(part, "") or self._state(part)

    def _state(self, part: str) -> str:
        state = self._lives[part].state if part in self._lives else State.ABSENT
        return "" if state in WORKING else state.value


def spots(
    table: TableFile, diagnosis: Diagnosis, verdicts: tuple[Verdict, ...], lives: Mapping[str, Lifecycle],
    acting: frozenset[str] | None, now: int,
) -> tuple[SpotNow, ...]:  # fmt: skip
    """Return every place of the table. `acting`: the lines whose sensors act, None if no line is watched."""
    faults = Faults(verdicts, lives)
    found = [*_antennas(table, diagnosis, faults, now), *_displays(table, diagnosis, faults, now)]
    found += _lines(table, diagnosis, faults, acting, now)
    return tuple(found[:MOST_SPOTS])


def _age(at: int | None, now: int) -> int | None:
    return None if at is None else max(0, now - at) // MS


def _antennas(table: TableFile, diagnosis: Diagnosis, faults: Faults, now: int) -> Iterator[SpotNow]:
    for part in table.part:
        for place in part.antennas.values():
            tags, at, missed = diagnosis.antenna(place, now)
            spot = spot_called(place)
            yield SpotNow(
                place=place, what=spot.kind, number=spot.number, part=part.name, kind="antenna",
                tags=tags, age_ms=_age(at, now), missed=missed,
                fault=faults.at(place, part.name),
            )  # fmt: skip


def _displays(table: TableFile, diagnosis: Diagnosis, faults: Faults, now: int) -> Iterator[SpotNow]:
    for part in table.part:
        if part.seat is not None:
            line = diagnosis.line(part.name)
            yield SpotNow(
                place=f"display:{part.seat}", what="display", number=part.seat, part=part.name, kind="display",
                age_ms=_age(line.answered_at, now),
                missed=line.course.lately(now), fault=faults.of(part.name),
            )  # fmt: skip


def _lines(
    table: TableFile, diagnosis: Diagnosis, faults: Faults, acting: frozenset[str] | None, now: int
) -> Iterator[SpotNow]:
    for name in () if table.gpio is None else table.gpio.lines:
        line = line_called(name)
        yield SpotNow(
            place=name, what=line.kind, number=line.number, part=PINS, kind="line",
            acting=None if acting is None else name in acting,
            age_ms=_age(diagnosis.last_edge(name), now), fault=faults.at(name, PINS),
        )  # fmt: skip


# --- as text --------------------------------------------------------------------------------------------------------

COLUMN: Final = 20
"""Four columns fit into a terminal of 80."""

SEAT: Final = {
    "cards": "seat", "stack": "stack", "bet": "bet", "btn": "button", "post": "post", "chair": "occupied",
    "disp": "display",
}  # fmt: skip
"""What lies at a seat, by the words of the map."""

BOARD: Final = {f"board{n}": f"board:{n}" for n in range(1, 6)}
MIDDLE: Final = {"pot": "pot", "tray": "tray", "drop": "drop", "muck": "muck"}
SHOE: Final = {
    "shoe": "shoe", "beam1": "shoe:beam1", "beam2": "shoe:beam2", "back": "shoe:back", "lid": "shoe:lid",
}  # fmt: skip
MACHINE: Final = {"door": "door", "power": "power"}

Cell = tuple[str, Mapping[str, str]]


def _seat(number: int) -> Cell:
    return f"SEAT {number}", {word: f"{kind}:{number}" for word, kind in SEAT.items()}


# As the dealer's page has it: the dealer sits at the bottom, seat 1 at their left, then clockwise.
ROWS: Final[tuple[tuple[Cell | None, ...], ...]] = (
    (_seat(4), _seat(5), _seat(6), _seat(7)),
    (_seat(3), ("BOARD", BOARD), ("MIDDLE", MIDDLE), _seat(8)),
    (_seat(2), ("SHOE", SHOE), ("MACHINE", MACHINE), _seat(9)),
    (None, _seat(1), _seat(10), None),
)

LEGEND: Final = (
    "Antenna: tags, age of the last reading, tags that it missed.",
    "Display: age of the last answer, requests that failed.",
    "Line: on or off, age of its last edge.",
    "Rates are of the last 10 to 20 minutes. - is not known, ! is a fault:",
)


def map_lines(found: tuple[SpotNow, ...]) -> Iterator[str]:
    """Draw the map as lines of text: the table from above, then every fault by its place."""
    known = {spot.place: spot for spot in found}
    for row in ROWS:
        cells = [_cell(cell, known) for cell in row]
        for pieces in zip_longest(*cells, fillvalue=""):
            yield "".join(f"{piece:{COLUMN}}" for piece in pieces).rstrip()
        yield ""
    yield from LEGEND
    for spot in found:
        if spot.fault:
            yield f"! {spot.place} ({spot.part}): {spot.fault.replace('_', ' ')}"


def _cell(cell: Cell | None, known: Mapping[str, SpotNow]) -> list[str]:
    if cell is None:
        return []
    title, places = cell
    lines = [_line(word, known[place]) for word, place in places.items() if place in known]
    return [title, *lines] if lines else []


def _line(word: str, spot: SpotNow) -> str:
    if spot.kind == "line":
        figures = [f"{_switch(spot.acting):>3}", f"{_short(spot.age_ms):>4}"]
    else:
        rate = "-" if spot.missed is None else f"{spot.missed / 10:.0f}%"
        tags = "" if spot.kind == "display" else "-" if spot.tags is None else str(spot.tags)
        figures = [f"{tags:>2}", f"{_short(spot.age_ms):>4}", f"{rate:>4}"]
    return f"{'!' if spot.fault else ' '}{word:5} {' '.join(figures)}"


def _switch(acting: bool | None) -> str:
    return "-" if acting is None else "on" if acting else "off"


def _short(age_ms: int | None) -> str:
    """An age in four signs at most."""
    if age_ms is None:
        return "-"
    seconds = age_ms / 1000
    if seconds < 9.95:
        return f"{seconds:.1f}s"
    if seconds < 99.5:
        return f"{seconds:.0f}s"
    return f"{seconds / 60:.0f}m" if seconds < 5970 else f"{min(seconds / 3600, 999):.0f}h"
