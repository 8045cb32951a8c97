"""A table file for the parts that were found: complete, with comments, and accepted by `sabot check-config`. Pure.

Places are assigned in the order of the reference table, as a probe cannot know which antenna lies where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from firmware_bridge.messages.part_kinds import DEFAULT, PART_KINDS
from firmware_bridge.probe import Found

CARDS: Final = ("shoe", *(f"seat:{n}" for n in range(1, 11)), *(f"board:{n}" for n in range(1, 6)), "muck")
CHIPS: Final = (
    *(f"bet:{n}" for n in range(1, 11)), *(f"stack:{n}" for n in range(1, 11)), "pot", "tray", "drop",
)  # fmt: skip

HEAD: Final = (Path(__file__).parent / "proposal.toml").read_text(encoding="utf-8")

GPIO: Final = """
# The lines that are wired, by their numbers on the chip. Without them a draw is not sensed.
# [gpio]
# lines = { "shoe:beam1" = 2, "shoe:beam2" = 3, "shoe:back" = 4, "shoe:lid" = 5, "door" = 26, "power" = 27 }
"""


def proposal(found: Iterable[Found]) -> str:
    """The text of a table file with these parts."""
    parts = sorted(found, key=_order)
    cards, chips = iter(CARDS), iter(CHIPS)
    if not any(len(one.candidate.kind.numbers) == 1 for one in parts):
        next(cards)  # the shoe's window is read by a reader of its own
    names, seats = _names(parts), count(1)
    lines = [HEAD]
    given: list[str] = []
    for one, name in zip(parts, names, strict=True):
        if not one.candidate.kind.reads:
            lines += _part(one, name, [f"seat = {next(seats)}"])
            continue
        places = dict(zip(one.numbers, chips if one.candidate.kind.addressed else cards, strict=False))
        given += places.values()
        if places:
            listed = ", ".join(f'{number} = "{place}"' for number, place in places.items())
            lines += _part(one, name, [f"antennas = {{ {listed} }}"])
    return "\n".join([*lines, *_exclusion(given)]) + GPIO


def _order(found: Found) -> tuple[int, int, str]:
    """Return a sort key: readers of one antenna first, for the shoe. Of chip lines the longest first, for the
    bets."""
    return list(PART_KINDS.values()).index(found.candidate.kind), -len(found.numbers), found.port


def _names(parts: Sequence[Found]) -> list[str]:
    numbers = {kind.name: count(1) for kind in PART_KINDS.values()}
    return [f"{kind.called}-{next(numbers[kind.name])}" for kind in (one.candidate.kind for one in parts)]


def _part(found: Found, name: str, more: Iterable[str]) -> Iterator[str]:
    kind, (baud, parity) = found.candidate.kind, found.candidate.rate
    yield ""
    yield f"# {found.identity}" if found.identity else "# it gave no identity"
    yield from ("[[part]]", f'name = "{name}"', f'kind = "{kind.name}"', f'port = "{found.port}"')
    if baud != DEFAULT[0]:
        yield f"baud = {baud}"
    if parity != DEFAULT[1]:
        yield f'parity = "{parity}"'
    yield from more


def _exclusion(given: Sequence[str]) -> Iterator[str]:
    """Antennas that lie within three diameters of each other at the reference table: one field at a time."""
    groups = [[f"seat:{n}", f"bet:{n}", f"stack:{n}"] for n in range(1, 11)]
    groups += [[*(f"board:{n}" for n in range(1, 6)), "pot"], ["muck", "tray", "drop"]]
    there = [[place for place in group if place in given] for group in groups]
    near = [group for group in there if len(group) > 1]
    if near:
        yield "\n# Of each group only one field is on at a time: they lie within three antenna diameters."
        yield "[fields]"
        yield "exclusion = ["
        for group in near:
            listed = ", ".join(f'"{place}"' for place in group)
            yield f"  [{listed}],"
        yield "]"
