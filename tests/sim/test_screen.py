"""The drawn seat display: everything fits in both languages, accents are there, and what changes is what should."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from firmware_bridge.messages.display import CONTRACT, TURN_YOURS, NoSuchComponent, Rectangle, Value
from hardware_sim.lettering import mask, width
from hardware_sim.screen import png_bytes, render, rgb
from tests.sim.overflow import overflowing

ENGLISH: dict[str, Value] = {
    "seat": "4",
    "player": "Zoé L.",
    "stack_name": "Stack",
    "stack": "1 250 000",
    "level": "Blinds 50 000/100 000, ante 100 000 · level 23",
    "turn": "Your turn",
    "turn.bco": TURN_YOURS,
    "to_call_name": "To call",
    "to_call": "8 888 888",
    "min_raise_name": "Smallest raise",
    "min_raise": "8 888 888",
    "bet_name": "Your bet",
    "bet": "8 888 888",
    "pot_name": "Pot",
    "pot": "8 888 888",
    "prompt": "Put 200 more, or take 1 000 back",
    "result": "Seat 4 wins 3 150 with three sixes",
    "fold_text": "Fold",
    "check_text": "Check",
    "call_text": "Call\n8 888 888",
    "raise_text": "Raise to",
    "raise_to": "8 888 888",
    "all_in_text": "All-in\n8 888 888",
    "minus_text": "-",
    "plus_text": "+",
    "time_text": "Time",
}
FRENCH: dict[str, Value] = ENGLISH | {
    "seat": "10",
    "player": "Gaëtan de l'Isle",
    "stack_name": "Tapis",
    "level": "Blindes 50 000/100 000, ante 100 000 · niveau 23",
    "turn": "À Béatrice de parler (siège 7)",
    "to_call_name": "À suivre",
    "min_raise_name": "Relance min.",
    "bet_name": "Mise",
    "prompt": "Complétez de 200, ou reprenez 1 000",
    "result": "Siège 4 : brelan de six, gagne 3 150",
    "fold_text": "Se coucher",
    "check_text": "Parole",
    "call_text": "Suivre\n8 888 888",
    "raise_text": "Relancer à",
    "all_in_text": "Tapis\n8 888 888",
    "time_text": "Temps",
}


def _changed(before: Image.Image, after: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(before, after).getbbox()


def _place(name: str) -> Rectangle:
    place = CONTRACT.component("seat", name).place
    assert place is not None
    return place


@pytest.mark.parametrize("values", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_a_full_page_with_long_sums_fits(values: dict[str, Value]) -> None:
    assert overflowing("seat", values) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [("pot", "88 888 888"), ("player", "W" * 16), ("call_text", "a\nb\nc"), ("seat", "100")],
    ids=["too many characters", "too wide", "too many lines", "three figures"],
)
def test_what_does_not_fit_is_named(name: str, text: str) -> None:
    assert overflowing("seat", {name: text}) == [name]


@pytest.mark.parametrize("name", ["pot", "turn", "stack", "call_text", "player"])
def test_a_value_changes_its_own_place_and_no_other(name: str) -> None:
    place = _place(name)
    box = _changed(render("seat", {}), render("seat", {name: "8888888888888888888888888888888888"}))
    assert box is not None
    assert box[0] >= place.x
    assert box[1] >= place.y
    assert box[2] <= place.x + place.width
    assert box[3] <= place.y + place.height


def test_the_turn_banner_takes_its_ground_from_the_value() -> None:
    image = render("seat", {"turn.bco": TURN_YOURS})
    place = _place("turn")
    assert image.getpixel((place.x + 1, place.y + 1)) == rgb(TURN_YOURS)


def test_a_value_may_be_named_with_its_attribute() -> None:
    assert _changed(render("seat", {"pot": "300"}), render("seat", {"pot.txt": "300"})) is None


def test_paused_speaks_without_any_value() -> None:
    colours = render("paused", {}).getcolors()
    assert colours is not None
    assert len(colours) > 10


def test_a_page_that_is_not_in_the_contract_is_refused() -> None:
    with pytest.raises(NoSuchComponent, match="'lobby'"):
        render("lobby", {})


def test_a_png_holds_the_same_pixels() -> None:
    image = render("seat", FRENCH)
    with Image.open(io.BytesIO(png_bytes(image))) as read:
        assert (read.format, read.size) == ("PNG", (480, 272))
        assert _changed(image, read.convert("RGB")) is None


@pytest.mark.parametrize(
    "pair", ["eé", "eè", "eê", "eë", "aà", "uù", "cç", "iî", "iï", "oô", "nñ", "EÉ", "AÀ", "CÇ", "aå"]
)
def test_every_accent_is_seen_and_costs_no_width(pair: str) -> None:
    bare, accented = pair[0], pair[1]
    assert width(bare, 24) == width(accented, 24)
    assert _changed(mask(bare, 24), mask(accented, 24)) is not None


@pytest.mark.parametrize("pair", ["éè", "éê", "ïî", "ëê", "ùú", "ñõ"])
def test_accents_differ_from_one_another(pair: str) -> None:
    first, second = pair[0], pair[1]
    assert _changed(mask(first, 24), mask(second, 24)) is not None


def _extent(letter: str) -> tuple[int, int, int, int]:
    box = mask(letter, 24).getbbox()
    assert box is not None
    return box


def test_a_cedilla_hangs_below_the_line() -> None:
    assert _extent("ç")[3] > _extent("c")[3] + 2


def test_an_acute_stands_above_its_letter() -> None:
    assert _extent("é")[1] < _extent("e")[1] - 2


@pytest.mark.parametrize(("colour", "expected"), [(65535, (255, 255, 255)), (63488, (255, 0, 0)), (31, (0, 0, 255))])
def test_display_colours_are_spread_over_a_byte(colour: int, expected: tuple[int, int, int]) -> None:
    assert rgb(colour) == expected
