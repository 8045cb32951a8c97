"""Tables that the simulator can set up, and the `table.toml` it writes for one of them.

describe(kind, seats)  -> the parts, GPIO lines and exclusion groups of a table, some seats left out on request
write(description, …)  -> the text of a complete table file
"""

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware_bridge.messages.places import line_called, spot_called

HERE = Path(__file__).parent
KINDS = ("reference", "no-chips", "no-shoe")
_LOOK_AT = {
    "cards": ("seat", "muck"),
    "chips": ("stack", "bet", "pot", "tray", "drop"),
    "posts": ("post",),
    "faces": (),
    **{f"chips:{seat}": (f"stack:{seat}", f"bet:{seat}") for seat in range(1, 11)},
}
"""Names of parts in a scenario, and the places, or kinds of place, that they look at."""
_SHOE = ("beam", "back", "lid")
"""The lines of the shoe."""

Description = dict[str, Any]


def describe(kind: str, seats: int | Collection[int] = 10, wires: Path = Path("wires")) -> Description:
    """Return the reference table, or the same without chip readers or without a shoe, with these seats or so many.

    Raises ValueError for an unknown kind, naming those there are.
    """
    if kind not in KINDS:
        raise ValueError(f"table {kind!r}: allowed are {', '.join(KINDS)}")
    table = tomllib.loads((HERE / "reference.toml").read_text(encoding="utf-8"))
    for section in ("table", "game", "paths"):
        del table[section]
    for part in table["part"]:
        part["port"] = str(wires / "by-name" / part["name"])
    table["gpio"] |= {"backend": "socket", "socket": str(wires / "gpio.sock")}
    if kind == "no-chips":
        table["part"] = [part for part in table["part"] if part["kind"] != "feig_obid"]
    if kind == "no-shoe":
        table["part"] = [part for part in table["part"] if part["kind"] != "pn532"]
        _keep_lines(table, lambda name: line_called(name).kind not in _SHOE)
    return _with_seats(table, range(1, seats + 1) if isinstance(seats, int) else seats)


def places(table: Description) -> list[str]:
    """Return every place that an antenna looks at."""
    return [spot for part in table["part"] for spot in part.get("antennas", {}).values()]


def without(table: Description, parts: Collection[str]) -> Description:
    """Return the table without parts: shoe, cards (seats and muck), board, pot, button, posts, chips, chips:4."""
    gone = {place for part in parts for place in _LOOK_AT.get(part, (part,))}
    if "shoe" in gone:
        _keep_lines(table, lambda name: line_called(name).kind not in _SHOE)
    _keep_lines(table, lambda name: line_called(name).kind not in gone)
    return _keep_places(table, lambda spot: spot not in gone and spot_called(spot).kind not in gone)


def with_parts(table: Description, parts: Sequence[Description]) -> Description:
    """Return the table with these serial parts alone."""
    return _keep_places({**table, "part": list(parts)}, lambda _: True)


def _with_seats(table: Description, seats: Collection[int]) -> Description:
    table["part"] = [part for part in table["part"] if part.get("antennas") or part.get("seat") in seats]
    _keep_lines(table, lambda name: _serves(line_called(name).seat, seats))
    return _keep_places(table, lambda spot: _serves(spot_called(spot).seat, seats))


def _keep_places(table: Description, wanted: Callable[[str], bool]) -> Description:
    for part in table["part"]:
        if "antennas" in part:
            part["antennas"] = {a: spot for a, spot in part["antennas"].items() if wanted(spot)}
    table["part"] = [part for part in table["part"] if part.get("antennas", True)]
    there = set(places(table))
    groups = [[spot for spot in group if spot in there] for group in table["fields"]["exclusion"]]
    table["fields"]["exclusion"] = [group for group in groups if len(group) > 1]
    return table


def _serves(seat: int | None, seats: Collection[int]) -> bool:
    return seat is None or seat in seats


def _keep_lines(table: Description, wanted: Callable[[str], bool]) -> None:
    lines = table["gpio"]["lines"]
    table["gpio"]["lines"] = {name: number for name, number in lines.items() if wanted(name)}


# --- writing TOML ---------------------------------------------------------------------------------------------------


def write(table: Mapping[str, Any]) -> str:
    """Return a description as TOML text."""
    return "\n".join(_section((), table)).lstrip("\n") + "\n"


def _section(path: tuple[str, ...], section: Mapping[str, Any]) -> Iterator[str]:
    tables = {key: value for key, value in section.items() if _is_table(value) and (*path, key) not in _INLINE}
    for key, value in section.items():
        if key not in tables:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in tables.items():
        name = ".".join(map(_key, (*path, key)))
        for one in value if isinstance(value, list) else [value]:
            yield f"\n[[{name}]]" if isinstance(value, list) else f"\n[{name}]"
            yield from _section((*path, key), one)


_INLINE = {("part", "antennas")}


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() else f'"{key}"'


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{ {', '.join(f'{_key(str(k))} = {_value(v)}' for k, v in value.items())} }}"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
