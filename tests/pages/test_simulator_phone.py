"""The simulator's page on a telephone: what a finger reaches without scrolling, and where it goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, expect

from hardware_sim.page import DueState, PageServer, PlaceState, serve

from .conftest import PAGE_MS
from .fake_seat import FROM_ABOVE, NOBODY, FakeDealersPlace, FakeSeat, somebody

pytestmark = pytest.mark.browser

PHONES = [(390, 844), (390, 700), (360, 740)]
"""The second is the first with the bars of its browser."""
EVERY_SEAT = tuple(range(1, 11))
DEALING = replace(
    FROM_ABOVE,
    by_hand=True,
    due=DueState(("shoe",), "seat:1"),
    seats=EVERY_SEAT,
    says={"en": ("Deal card 1 to seat 1",), "fr": ("Donnez la carte 1 au siège 1",)},
)


@pytest.fixture
def place() -> FakeDealersPlace:
    return FakeDealersPlace(replace(FROM_ABOVE, by_hand=False, says={"en": (), "fr": ()}))


@pytest.fixture
def server(place: FakeDealersPlace) -> Iterator[PageServer]:
    running = serve(somebody(FakeSeat(NOBODY), place), 0)
    yield running
    running.stop()


@pytest.fixture(params=PHONES, ids=str)
def phone(request: pytest.FixtureRequest, browser: Browser, server: PageServer) -> Iterator[Page]:
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    context.set_default_timeout(PAGE_MS)
    page = context.new_page()
    page.goto(f"{server.address}/?lang=en")
    yield page
    context.close()


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of an element. It must be on the screen, and nothing may lie over it."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    seen = "([selector, x, y]) => document.elementsFromPoint(x, y)[0]?.closest(selector) !== null"
    assert page.evaluate(seen, [selector, x, y]), f"{selector} at {x}, {y} is not in sight"
    return x, y


def drags(page: Page, thing: str, place: str) -> None:
    """A finger drags a thing from where it is seen to a place that is seen."""
    (x, y), (to_x, to_y) = middle(page, thing), middle(page, place)
    finger = page.context.new_cdp_session(page)
    for kind, part in [("touchStart", 0.0), *(("touchMove", n / 6) for n in range(1, 7))]:
        points = [{"x": x + (to_x - x) * part, "y": y + (to_y - y) * part}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_deals_to_a_wrong_seat_and_puts_the_card_right(phone: Page, place: FakeDealersPlace) -> None:
    phone.tap("#by-hand")
    place.state = DEALING
    expect(phone.locator(".spot.from")).to_have_attribute("data-place", "shoe")
    drags(phone, "[data-thing=shoe]", '[data-place="seat:4"]')
    phone.wait_for_function("document.querySelector('.ghost') === null")
    lies = {**FROM_ABOVE.places, "seat:8": PlaceState(cards=("",))}
    place.state = replace(DEALING, places=lies, due=DueState(("seat:8",), "seat:1"))
    expect(phone.locator(".spot.from")).to_have_attribute("data-place", "seat:8")
    drags(phone, '[data-place="seat:8"] [data-thing=card]', '[data-place="seat:1"]')
    phone.wait_for_function("document.querySelector('.ghost') === null")
    expected = [("deal_by_hand", True), ("draw", "seat:4"), ("lay", ("seat:8", 0, "seat:1"))]
    phone.wait_for_timeout(100)
    assert place.asked == expected


def test_what_the_table_says_stands_above_the_shoe_all_the_time(phone: Page, place: FakeDealersPlace) -> None:
    phone.tap("#by-hand")
    place.state = DEALING
    expect(phone.locator(".spot.from")).to_have_attribute("data-place", "shoe")
    middle(phone, "#says p")
    middle(phone, '[data-place="shoe"]')
    middle(phone, '[data-place="seat:5"]')


def test_places_of_a_full_table_do_not_lie_over_each_other(phone: Page, place: FakeDealersPlace) -> None:
    lies = {f"{kind}:{seat}": PlaceState(chips=10_000) for seat in EVERY_SEAT for kind in ("stack", "bet")}
    lies |= {f"seat:{seat}": PlaceState(cards=("", "")) for seat in EVERY_SEAT}
    lies |= {f"board:{nth}": PlaceState(cards=("Ah",)) for nth in range(1, 6)}
    place.state = replace(DEALING, places=lies)
    expect(phone.locator('[data-place="seat:9"] [data-thing=card]')).to_have_count(2)
    boxes = [(spot.get_attribute("data-place"), spot.bounding_box()) for spot in phone.locator(".spot").all()]
    over = [
        (one, other)
        for (one, a), (other, b) in combinations(boxes, 2)
        if a and b and a["x"] < b["x"] + b["width"] - 3 and b["x"] < a["x"] + a["width"] - 3
        and a["y"] < b["y"] + b["height"] - 3 and b["y"] < a["y"] + a["height"] - 3
    ]  # fmt: skip
    assert over == []


def test_a_question_has_its_way_to_the_dealers_page_beside_what_the_table_says(
    phone: Page, place: FakeDealersPlace
) -> None:
    place.state = replace(DEALING, due=DueState(button="answer"))
    expect(phone.locator("#answer")).to_be_visible()
    assert "/dealer?lang=en" in (phone.get_attribute("#answer", "href") or "")
    place.state = DEALING
    expect(phone.locator("#answer")).to_be_hidden()
