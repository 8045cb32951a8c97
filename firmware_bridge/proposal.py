"""A table file for the parts that were found: complete, with comments, and accepted by `sabot check-config`. Pure.

Places are assigned in the order of the reference table, as a probe cannot know which antenna lies where.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from firmware_bridge.messages.part_kinds import PART_KINDS
from firmware_bridge.messages.places import SEATS
from firmware_bridge.messages.tablefile import FieldsSection, Part, parse_table_file
from firmware_bridge.probe import Found
from firmware_bridge.tabletext import with_parts

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
    found = sorted(found, key=_order)
    shoe = any(len(one.candidate.kind.numbers) == 1 for one in found)  # its window is read by a reader of its own
    parts = parts_of(found, CARDS if shoe else CARDS[1:], CHIPS)
    places = [place for part in parts for place in part.antennas.values()]
    table = parse_table_file(HEAD).model_copy(
        update={"part": tuple(parts), "fields": FieldsSection(exclusion=tuple(near_groups(places)))}
    )
    return with_parts(HEAD, table, notes_on(found)) + GPIO


def parts_of(found: Iterable[Found], cards: Iterable[str], chips: Iterable[str]) -> list[Part]:
    """Return the parts that were found. Each antenna gets the next of the places for `cards` or for `chips`.

    Antennas and parts for which none is left are left out.
    """
    ordered = sorted(found, key=_order)
    rest_of_cards, rest_of_chips, seats = iter(cards), iter(chips), count(1)
    parts: list[Part] = []
    for one, name in zip(ordered, _names(ordered), strict=True):
        kind, (baud, parity) = one.candidate.kind, one.candidate.rate
        places = dict(zip(one.numbers, rest_of_chips if kind.addressed else rest_of_cards, strict=False))
        seat = None if kind.reads else next(seats)
        if places or seat in SEATS:
            antennas = {str(number): place for number, place in places.items()}
            parts.append(
                Part(name=name, kind=kind.name, port=one.port, baud=baud, parity=parity, antennas=antennas, seat=seat)
            )  # fmt: skip
    return parts


def _order(found: Found) -> tuple[int, int, str]:
    """Return a sort key: readers of one antenna first, for the shoe. Of chip lines the longest first, for the
    bets."""
    return list(PART_KINDS.values()).index(found.candidate.kind), -len(found.numbers), found.port


def _names(parts: Sequence[Found]) -> list[str]:
    numbers = {kind.name: count(1) for kind in PART_KINDS.values()}
    return [f"{kind.called}-{next(numbers[kind.name])}" for kind in (one.candidate.kind for one in parts)]


def notes_on(found: Iterable[Found]) -> dict[str, str]:
    """What each part says of itself, by the name that it has."""
    ordered = sorted(found, key=_order)
    return {name: one.identity or "it gave no identity" for name, one in zip(_names(ordered), ordered, strict=True)}


def near_groups(places: Collection[str]) -> list[tuple[str, ...]]:
    """Antennas that lie within three diameters of each other at the reference table, of those that are there."""
    groups: list[tuple[str, ...]] = [(f"seat:{n}", f"bet:{n}", f"stack:{n}") for n in range(1, 11)]
    groups += [(*(f"board:{n}" for n in range(1, 6)), "pot"), ("muck", "tray", "drop")]
    there = [tuple(place for place in group if place in places) for group in groups]
    return [group for group in there if len(group) > 1]
