"""The box: all parts and lines that were found at a machine, as a table file whose names are not known yet. Pure."""

from collections.abc import Iterable, Sequence

from firmware_bridge.messages.places import LINES
from firmware_bridge.messages.tablefile import FieldsSection, GpioSection, TableFile
from firmware_bridge.parts.pins import NAME as PINS
from firmware_bridge.probe import Found
from firmware_bridge.proposal import CARDS, CHIPS, parts_of

from .found import ends_of


def box_of(head: TableFile, found: Sequence[Found], gpio: GpioSection | None) -> TableFile:
    """Return the table of `head` with these parts and lines. Each end has some name, so that the bridge reads it.

    Only one field is on at a time, as nobody knows which antennas are near each other.
    """
    cards = sum(len(one.numbers) for one in found if not one.candidate.kind.addressed)
    chips = sum(len(one.numbers) for one in found if one.candidate.kind.addressed)
    more = [*CARDS[cards:], *CHIPS[chips:]]  # names that are left over serve the other kind of antenna
    parts = parts_of(found, [*CARDS, *reversed(more)], [*CHIPS, *more])
    places = tuple(place for part in parts for place in part.antennas.values())
    return head.model_copy(
        update={"part": tuple(parts), "gpio": gpio, "fields": FieldsSection(exclusion=(places,) if places else ())}
    )


def lines_of(numbers: Iterable[int], backend: GpioSection) -> GpioSection:
    """Return the section for these lines. Each has some name."""
    return backend.model_copy(update={"lines": dict(zip(LINES, numbers, strict=False))})


def left_out(found: Iterable[Found], box: TableFile) -> int:
    """How many of the antennas and displays that were found have no name in the box, as a table has none left."""
    there = sum(max(len(one.numbers), 1) for one in found)
    return there - sum(end.part != PINS for end in ends_of(box).values())
