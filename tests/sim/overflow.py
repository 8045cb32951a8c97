"""What a seat display would cut off."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge.messages.display import CONTRACT, Component, Rectangle, Value
from hardware_sim.lettering import width
from hardware_sim.screen import MARGIN, size_of, text_of


def overflowing(page: str, values: Mapping[str, Value]) -> list[str]:
    """Return the components whose text is longer than its maximum or wider or higher than its place."""
    return [c.name for c in CONTRACT.page(page) if c.place is not None and _overflows(c, c.place, values)]


def _overflows(component: Component, place: Rectangle, values: Mapping[str, Value]) -> bool:
    text = text_of(component, values)
    if component.font is None or not text:
        return False
    lines = text.split("\n")
    longest = max(width(line, size_of(component.font)) for line in lines) + 2 * MARGIN
    return len(text) > component.maximum or longest > place.width or len(lines) * component.font.height > place.height
