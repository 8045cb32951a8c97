"""The display's component contract: what a Nextion project built from it can hold and show."""

from __future__ import annotations

import re

import pytest

from firmware_bridge.messages import display
from firmware_bridge.messages.display import CONTRACT, KEYS, Component, Kind, NoSuchComponent, Rectangle

from .conftest import ROOT

PAGES = tuple(CONTRACT.pages)


def _drawn(page: str) -> list[tuple[Component, Rectangle]]:
    return [(c, c.place) for c in CONTRACT.page(page) if c.place is not None]


def _overlap(a: Rectangle, b: Rectangle) -> bool:
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height


@pytest.mark.parametrize("page", PAGES)
def test_ids_of_a_page_are_consecutive_from_one_as_the_editor_numbers_them(page: str) -> None:
    ids = [c.id for c in CONTRACT.page(page)]
    assert ids == list(range(1, len(ids) + 1))


@pytest.mark.parametrize("page", PAGES)
def test_names_are_unique_and_what_the_editor_accepts(page: str) -> None:
    names = [c.name for c in CONTRACT.page(page)]
    assert len(set(names)) == len(names)
    assert [n for n in names if not re.fullmatch(r"[a-z][a-z0-9_]{0,13}", n)] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_component_lies_on_the_screen(page: str) -> None:
    outside = [c.name for c, p in _drawn(page) if p.x < 0 or p.y < 0 or p.x + p.width > 480 or p.y + p.height > 272]
    assert outside == []


@pytest.mark.parametrize("page", PAGES)
def test_texts_do_not_cover_one_another(page: str) -> None:
    texts = [(c, p) for c, p in _drawn(page) if c.kind is Kind.TEXT]
    pairs = [(a.name, b.name) for i, (a, p) in enumerate(texts) for b, q in texts[i + 1 :] if _overlap(p, q)]
    assert pairs == []


def test_hotspots_do_not_overlap_so_a_touch_names_one_key() -> None:
    spots = [p for c, p in _drawn("seat") if c.kind is Kind.HOTSPOT]
    assert not any(_overlap(a, b) for i, a in enumerate(spots) for b in spots[i + 1 :])


def _whole(text: Component) -> Rectangle | None:
    """Where a label is; that of the raise key with the amount under it."""
    place = text.place
    if text.name == "raise_text" and place is not None:
        under = CONTRACT.component("seat", "raise_to").place
        assert under == Rectangle(place.x, place.y + place.height, place.width, place.height)
        return Rectangle(place.x, place.y, place.width, 2 * place.height)
    return place


@pytest.mark.parametrize("key", KEYS)
def test_each_key_is_a_hotspot_over_its_label(key: str) -> None:
    spot, text = CONTRACT.component("seat", key), CONTRACT.component("seat", display.label(key))
    assert (spot.kind, text.kind) == (Kind.HOTSPOT, Kind.TEXT)
    assert spot.place == _whole(text)
    assert spot.id > text.id, "a hot-spot made before its text lies under it and is never touched"


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("where", [CONTRACT.version_at, CONTRACT.heartbeat_at])
def test_version_and_heartbeat_are_on_every_page_under_one_name(page: str, where: str) -> None:
    name, attribute = where.split(".")
    assert CONTRACT.component(page, name).attribute == attribute


def test_the_version_is_the_design_value_of_the_hidden_variable() -> None:
    assert CONTRACT.component("seat", "contract").initial == "sabot-seat-2"


def test_turn_and_call_go_out_before_every_other_value() -> None:
    order = sorted(CONTRACT.page("seat"), key=lambda c: c.urgency)
    assert [c.name for c in order[:3]] == ["turn", "to_call", "min_raise"]


def test_a_touch_is_found_by_page_and_id() -> None:
    fold = CONTRACT.component("seat", "fold")
    assert CONTRACT.at(0, fold.id) is fold


def test_an_unknown_component_is_named_with_what_there_is() -> None:
    with pytest.raises(NoSuchComponent, match=r"'paused' has no component 'pot'. It has .*reason"):
        CONTRACT.component("paused", "pot")


def test_an_unknown_page_is_named_with_what_there_is() -> None:
    with pytest.raises(NoSuchComponent, match=r"'lobby' is not in sabot-seat-2\. Its pages are seat, paused"):
        CONTRACT.page("lobby")


def test_an_unknown_touch_is_named() -> None:
    with pytest.raises(NoSuchComponent, match="no component 99 on page 0"):
        CONTRACT.at(0, 99)


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(NoSuchComponent, match="'bet' is not a key"):
        display.label("bet")


@pytest.mark.parametrize(
    ("colour", "value"), [((255, 255, 255), 65535), ((255, 0, 0), 63488), ((0, 255, 0), 2016), ((0, 0, 255), 31)]
)
def test_colours_are_five_six_five_bits(colour: tuple[int, int, int], value: int) -> None:
    assert display.rgb565(*colour) == value


def test_only_the_turn_banner_may_be_tinted() -> None:
    assert [c.name for c in CONTRACT.components if "bco" in c.settable] == ["turn"]


def test_hotspots_and_timers_hold_no_value() -> None:
    assert all(not c.settable for c in CONTRACT.components if c.kind in (Kind.HOTSPOT, Kind.TIMER))


def test_the_page_on_building_the_project_names_every_component_in_its_place() -> None:
    rows = [line for line in (ROOT / "docs" / "display-project.md").read_text().splitlines() if line.startswith("| ")]
    missing = []
    for component in CONTRACT.components:
        begin = f"| {component.id} | `{component.name}` | {component.kind.value} |"
        place = component.place
        where = "" if place is None else f"{place.x}, {place.y}, {place.width} x {place.height}"
        if not any(row.startswith(begin) and f"| {where} |" in row for row in rows):
            missing.append((component.page, component.name))
    assert missing == []
