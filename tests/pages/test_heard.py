"""A table in trouble is heard and stands in the title, on the pages of dealer and floor, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from firmware_bridge.messages.public import PublicPart, PublicState, Text

from .conftest import Table, Visit
from .samples import ASK, FLOOR_ASK, mid_hand
from .test_table_page import open_table, show

pytestmark = [pytest.mark.browser, pytest.mark.process]

BROWSER = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
window.AudioContext = class extends AudioContext {
  touched = false;
  get state() { return this.touched ? super.state : "suspended"; }
  resume() { this.touched = true; this.dispatchEvent(new Event("statechange")); return super.resume(); }
};
"""
"""Counts the tones, and lets no page sound before it is touched. A test's look at the page counts as a touch else."""

WELL = mid_hand(parts=(), asks=(), faults=())
ASKED_OF_THE_DEALER = mid_hand(parts=(), asks=(ASK,))
LOCKED = Text(key="fault.journal_chain", params={"detail": "", "since": "12:00"})
LOST = PublicPart(part="board", what="pepper_c1", state="lost", cause="no answer")
TROUBLE: dict[str, tuple[PublicState, int]] = {
    "Table locked": (WELL.model_copy(update={"faults": (LOCKED,)}), 4),
    "Floor manager asked": (WELL.model_copy(update={"asks": (FLOOR_ASK,)}), 2),
    "A part is lost": (WELL.model_copy(update={"parts": (LOST,)}), 2),
}


def opened(visit: Visit, table: Table, path: str, state: PublicState = WELL) -> Page:
    visit.page.add_init_script(BROWSER)
    return open_table(visit, table, state, path)


def allow(page: Page) -> None:
    """The first touch of a page lets it sound."""
    page.mouse.click(5, 400)
    expect(page.locator("#sound")).to_have_attribute("data-sound", "on")


def tones(page: Page) -> int:
    return int(page.evaluate("window.tones"))


def test_each_trouble_is_heard_once_and_stands_in_the_title_until_it_is_over(visit: Visit, table: Table) -> None:
    page = opened(visit, table, "/floor?lang=en")
    title = page.title()
    allow(page)
    for words, (state, expected) in TROUBLE.items():
        before = tones(page)
        show(table, state)
        expect(page).to_have_title(f"⚠ {words} · {title}")
        show(table, state.model_copy(update={"pot_total": state.pot_total + 1}))
        show(table, ASKED_OF_THE_DEALER)
        expect(page).to_have_title(title)
        assert tones(page) - before == expected


def test_what_the_browser_does_not_let_be_heard_is_said_and_heard_at_the_first_touch(
    visit: Visit, table: Table
) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 740})
    page = opened(visit, table, "/dealer?lang=fr", TROUBLE["A part is lost"][0])
    expect(page.locator("#sound")).to_have_text("♪Touchez pour le son")
    assert tones(page) == 0
    page.click("#sound")
    expect(page.locator("#sound")).to_have_attribute("data-sound", "on")
    assert tones(page) == 2


def test_a_muted_page_stays_muted_when_it_is_opened_again(visit: Visit, table: Table) -> None:
    page = opened(visit, table, "/floor?lang=en")
    allow(page)
    page.click("#sound")
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-label", "Sound is off: tap to hear")
    page.mouse.click(5, 400)
    show(table, TROUBLE["Table locked"][0])
    expect(page).to_have_title("⚠ Table locked · Floor manager · Salle Opéra 7")
    assert tones(page) == 0
