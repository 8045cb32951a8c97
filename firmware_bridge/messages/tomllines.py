"""Where a key stands in a TOML text, which tomllib does not say. A scan of headers and keys, for error messages."""

import re

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_STEP = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")

Location = tuple[str | int, ...]


def line_of(text: str, location: Location) -> int | None:
    """The line (from 1) of the key at `location`, or of the nearest enclosing header or key. None if there is none.

    `location` is a path as pydantic gives it: names, and indexes into arrays of tables.
    """
    known = _lines(text)
    for length in range(len(location), 0, -1):
        line = known.get(location[:length])
        if line is not None:
            return line
    return None


def header_of(line: str) -> str | None:
    """The dotted name of a section that begins in this line. None if none does."""
    header = _HEADER.match(line)
    return None if header is None else ".".join(_steps(header[2]))


def _lines(text: str) -> dict[Location, int]:
    known: dict[Location, int] = {}
    counts: dict[Location, int] = {}
    at: Location = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            at = _resolve(_steps(header[2]), counts)
            if header[1] == "[[":
                counts[at] = counts.get(at, -1) + 1
                known.setdefault(at, number)
                at = (*at, counts[at])
            known.setdefault(at, number)
        elif key := _KEY.match(line):
            steps = _steps(key[1])
            for length in range(1, len(steps) + 1):
                known.setdefault((*at, *steps[:length]), number)
    return known


def _resolve(steps: tuple[str, ...], counts: dict[Location, int]) -> Location:
    """The header's path with the indexes of the arrays of tables it goes through (not of the last step)."""
    path: Location = ()
    for index, step in enumerate(steps):
        path = (*path, step)
        if path in counts and index < len(steps) - 1:
            path = (*path, counts[path])
    return path


def _steps(dotted: str) -> tuple[str, ...]:
    return tuple(step.strip("\"'") for step in _STEP.findall(dotted))
