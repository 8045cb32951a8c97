"""Facts beside the table's state for the pages: which parts there are, and how a seat display is laid out."""

from typing import Any, get_args

from controller.people.roles import Right, allowed
from controller.poker.entries import ENTRIES, OFTEN, Group
from firmware_bridge.messages.display import CONTRACT, HEIGHT, WIDTH, Component, Kind
from firmware_bridge.messages.languages import LANGUAGES
from firmware_bridge.messages.people import DEMO_NAMES, DEMO_PIN
from firmware_bridge.messages.roles import ROLES, Role
from firmware_bridge.messages.tablefile import TableFile

# Pages for certain roles, each with a right that its people have. A role begins with its first page after log-in.
PAGES = {
    "/floor": Right("request", "foresee"),
    "/technician": Right("request", "diagnosis"),
    "/dealer": Right("enter", "manual"),
    "/people": Right("request", "people_list"),
}


def describe_door(table: TableFile) -> dict[str, Any]:
    """Return what the log-in page needs. A person who is not logged in gets nothing else."""
    demo = {"pin": DEMO_PIN, "names": list(DEMO_NAMES.items())} if table.table.simulated else None
    return {
        "table": table.table.name,
        "language": table.table.language,
        "languages": list(LANGUAGES),
        "roles": list(ROLES),
        "pages": {page: _roles_with(right) for page, right in PAGES.items()},
        "demo": demo,
    }


def _roles_with(right: Right) -> list[Role]:
    return [role for role in ROLES if role in allowed(right)]


def describe_table(table: TableFile) -> dict[str, Any]:
    """Return the seats, the language, and every place that a sensor reads. At other places the dealer enters."""
    lines = table.gpio.lines if table.gpio else {}
    return {
        **describe_door(table),
        "seats": list(table.table.seats),
        "places": sorted(table.places),
        "lines": sorted(lines),
        "parts": [part.name for part in table.part],
        "groups": list(get_args(Group)),
        "speakers": _roles_with(Right("declare")),
        "forms": {word: describe_form(word) for word in ENTRIES},
        "often": {moment: list(words) for moment, words in OFTEN.items()},
    }


def describe_form(word: str) -> dict[str, Any]:
    """Return what an entry needs and which roles may give it, as the pages ask for it."""
    form = ENTRIES[word]
    needs = [need._asdict() for need in form.needs]
    return {
        "group": form.group,
        "roles": _roles_with(Right("enter", word)),
        "either": form.either,
        "needs": needs,
        "when": list(form.when),
        "of": list(form.of),
        "at": list(form.at),
        "undone_by": form.undone_by,
    }


def describe_display() -> dict[str, Any]:
    """Return the seat display's pages as boxes with texts: name, place in pixels, font height, colours, alignment."""
    pages = {page: [_box(c) for c in CONTRACT.page(page) if _is_visible(c)] for page in CONTRACT.pages}
    return {"version": CONTRACT.version, "width": WIDTH, "height": HEIGHT, "pages": pages}


def _is_visible(component: Component) -> bool:
    return component.kind in (Kind.TEXT, Kind.NUMBER) and component.place is not None


def _box(component: Component) -> dict[str, Any]:
    place, font = component.place, component.font
    assert place is not None  # noqa: S101 - asked before by _is_visible
    return {
        "name": component.name,
        "x": place.x,
        "y": place.y,
        "width": place.width,
        "height": place.height,
        "font": font.height if font else 16,
        "colour": css_colour(component.colour),
        "ground": css_colour(component.ground),
        "align": component.align.name.lower(),
        "initial": str(component.initial),
        "maximum": component.maximum,
    }


def css_colour(value: int) -> str:
    """Return an RGB 5-6-5 colour of the display as #rrggbb."""
    red, green, blue = value >> 11 & 31, value >> 5 & 63, value & 31
    return f"#{red * 255 // 31:02x}{green * 255 // 63:02x}{blue * 255 // 31:02x}"
