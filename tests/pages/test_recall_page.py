"""The page of recall in the browser, against a fake controller."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Table, Visit

pytestmark = [pytest.mark.browser, pytest.mark.process]


def test_the_page_shows_each_step_of_the_chosen_hand(visit: Visit, table: Table) -> None:
    visit.log_in(table, "floor")
    page = visit.page
    page.goto(table.origin + "/floor?lang=en")
    page.get_by_role("link", name="Recall").click()
    expect(page.locator("h1")).to_have_text("Recall · The current hand")
    expect(page.locator("#steps li")).to_have_text("20:15:00 · Bridge · Key of a seatRuling: act.fold")
    page.select_option("#back", "1")
    expect(page.locator("h1")).to_have_text("Recall · Hand 1 before it")
    expect(page.locator("#steps li")).to_have_attribute("value", "41")
    page.select_option("#back", "5")
    expect(page.locator(".said")).to_have_text("There is no record of this hand")


def test_the_page_names_records_and_what_followed_in_french(visit: Visit, table: Table) -> None:
    visit.log_in(table, "floor")
    visit.page.goto(table.origin + "/recall?lang=fr")
    expect(visit.page.locator("#steps li")).to_have_text(
        "20:15:00 · Passerelle · Touche d'un siègeDécision d'arbitrage: act.fold"
    )
