"""A hand on the simulator's page by the keyboard alone: as dealer at a real table, and as player at a seat."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Browser, Page, expect

from hardware_sim.demonstration import DemonstratingDealer, Wishes
from hardware_sim.errands import Errands
from hardware_sim.hands import DealersPlace
from hardware_sim.page import serve
from tests.sim.desk_table import DeskTable
from tests.sim.page_reader import dealer_of

from .beside import HAND_S, HurryingClock, beside
from .conftest import Table, Visit
from .fake_seat import NOBODY, SEATED, FakeSeat, somebody

pytestmark = [pytest.mark.browser, pytest.mark.process]

SPEED = 8  # of the table's time: as in the menu's test, the table reads in between what a person moves
LOOK_MS = 250
MOST_TABS = 120  # the page has fewer stops

ASKED = """() => {
  const due = document.querySelector('.side .due');
  const ends = (which) => [...document.querySelectorAll(`.spot.${which}`)].map((spot) => spot.dataset.place);
  return due ? [due.id] : [...ends('from').slice(0, 1), ...ends('to')];
}"""


def tab_to(page: Page, selector: str) -> bool:
    """Press Tab until something of the selector has the keyboard. False: it cannot be reached."""
    for _ in range(MOST_TABS):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return True
        page.keyboard.press("Tab")
    return False


def does(page: Page, asked: list[str]) -> None:
    """Do what the page marks: press the button, or bring the thing from the amber place to the green one."""
    if len(asked) == 1:
        assert tab_to(page, f"#{asked[0]}")
        page.keyboard.press("Enter")
        return
    origin, _ = asked
    spot = f'[data-place="{origin}"]'
    there = (one for one in ("shoe", "card", "chips") if page.locator(f"{spot} [data-thing={one}]").count())
    if (kind := next(there, None)) is None:
        return  # the thing has gone since the page asked for it
    assert tab_to(page, f"{spot} [data-thing={kind}]")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    if page.locator("#carry").is_visible():
        page.keyboard.press("Enter")


@pytest.mark.timeout(240)
def test_a_dealer_deals_a_hand_by_the_keyboard_alone(browser: Browser, table: Table) -> None:
    desk, wishes = DeskTable(HurryingClock(SPEED)), Wishes()
    wishes.by_hand = True
    dealer = dealer_of(DemonstratingDealer, desk, wishes)
    errands = Errands(desk.loop, lambda _reason: None)
    place = DealersPlace(desk.loop, desk.top, desk.link, errands, wishes, dealer, desk.spare)
    with beside(browser, table, desk, errands, place, dealer.hand(desk.deck)) as both:
        end = time.monotonic() + HAND_S * 3
        while both.playing.is_alive() and time.monotonic() < end:
            if asked := both.sim.evaluate(ASKED):
                does(both.sim, asked)
            both.sim.wait_for_timeout(LOOK_MS)
        assert not both.playing.is_alive()
    assert (desk.ruled, desk.wrong_movements) == ([], [])


def test_a_player_plays_by_the_keyboard_alone(visit: Visit) -> None:
    seat = FakeSeat(NOBODY)
    server = serve(somebody(seat), 0)
    page = visit.page
    page.goto(server.address)
    page.wait_for_selector("[data-take]")
    assert tab_to(page, '[data-take="4"]')
    page.keyboard.press("Enter")
    seat.now_is(**{name: getattr(SEATED, name) for name in SEATED.__slots__} | {"seat": 3})
    expect(page.locator("#hole .card")).to_have_count(2)
    assert tab_to(page, "#hole")
    page.keyboard.down(" ")
    expect(page.locator('#hole [aria-label="As"]')).to_be_visible()
    page.keyboard.up(" ")
    expect(page.locator("#hole .card.back")).to_have_count(2)
    assert tab_to(page, '#stack [data-chip="500"]')
    page.keyboard.press("Enter")
    assert tab_to(page, "#push")
    page.keyboard.press("Enter")
    assert tab_to(page, '#glass [data-key-name="call"]')
    page.keyboard.press("Enter")
    assert tab_to(page, "#throw")
    page.keyboard.press("Enter")
    assert tab_to(page, "#leave")
    page.keyboard.press("Enter")
    page.wait_for_timeout(LOOK_MS)
    server.stop()
    assert seat.asked == [
        ("take", 4), ("push", {500: 1}), ("press", "call"), ("throw_cards", None), ("leave", None),
    ]  # fmt: skip
