"""Tables that the simulator can set up, and the `table.toml` it writes for one of them.

describe(kind, seats)  -> the parts, GPIO lines and exclusion groups of a table, with fewer seats where wanted
write(description, …)  -> the text of a complete table file
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Any

HERE = Path(__file__).parent
KINDS = ("reference", "no-chips", "no-shoe")
SEATED = ("seat", "stack", "bet", "button", "post", "occupied")

Description = dict[str, Any]


def describe(kind: str, seats: int = 10, wires: Path = Path("wires")) -> Description:
    """The reference table, or the same without chip readers or without a shoe, with the first `seats` seats only.

    Raises ValueError for an unknown kind, naming those there are.
    """
    if kind not in KINDS:
        raise ValueError(f"table {kind!r}: allowed are {', '.join(KINDS)}")
    table = tomllib.loads((HERE / "reference.toml").read_text(encoding="utf-8"))
    for holder, key in ((table["gpio"], "socket"), *((part, "port") for part in table["part"])):
        holder[key] = Template(holder[key]).substitute(wires=wires)
    if kind == "no-chips":
        table["part"] = [part for part in table["part"] if part["kind"] != "feig_obid"]
    if kind == "no-shoe":
        table["part"] = [part for part in table["part"] if part["kind"] != "pn532"]
        _keep_lines(table, lambda name: not name.startswith("shoe:"))
    return _with_seats(table, seats)


def places(table: Description) -> list[str]:
    """Every place that some antenna looks at."""
    return [spot for part in table["part"] for spot in part.get("antennas", {}).values()]


def _with_seats(table: Description, seats: int) -> Description:
    for part in table["part"]:
        if "antennas" in part:
            part["antennas"] = {a: spot for a, spot in part["antennas"].items() if _serves(spot, seats)}
    table["part"] = [part for part in table["part"] if part.get("antennas") or part.get("seat", seats + 1) <= seats]
    _keep_lines(table, lambda name: _serves(name, seats))
    there = set(places(table))
    groups = [[spot for spot in group if spot in there] for group in table["fields"]["exclusion"]]
    table["fields"]["exclusion"] = [group for group in groups if len(group) > 1]
    return table


def _serves(spot: str, seats: int) -> bool:
    kind, _, number = spot.partition(":")
    return kind not in SEATED or int(number) <= seats


def _keep_lines(table: Description, wanted: Any) -> None:
    lines = table["gpio"]["lines"]
    table["gpio"]["lines"] = {name: number for name, number in lines.items() if wanted(name)}


# --- writing TOML ---------------------------------------------------------------------------------------------------


def write(table: Mapping[str, Any]) -> str:
    """A description as TOML text."""
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
        case int():
            return str(value)
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{ {', '.join(f'{_key(str(k))} = {_value(v)}' for k, v in value.items())} }}"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
