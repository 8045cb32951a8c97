"""Log-in, set-up and accounts in the browser, against a fake controller."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from firmware_bridge.messages.people import AddPerson, RemovePerson, SetUp

from .conftest import Table, Visit
from .fake_controller import SECRET

pytestmark = [pytest.mark.browser, pytest.mark.process]


def test_a_page_without_a_session_leads_to_the_log_in_and_back(visit: Visit, table: Table) -> None:
    page = visit.page
    page.goto(table.origin + "/floor?lang=en")
    expect(page.locator("[name=name]")).to_be_focused()
    page.keyboard.type("The floor")
    page.keyboard.press("Tab")
    page.keyboard.type(SECRET)
    page.keyboard.press("Enter")
    page.wait_for_url("**/floor*")
    expect(page.locator("#who")).to_have_text("The floor")
    (cookie,) = page.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["secure"]) == (True, "Strict", False)
    assert all(address.startswith((table.origin, table.origin.replace("http", "ws"))) for address in visit.asked)


def test_a_wrong_pin_is_refused_in_words_and_the_field_is_empty_again(visit: Visit, table: Table) -> None:
    page = visit.page
    page.goto(table.origin + "/login?lang=en")
    page.fill("[name=name]", "The dealer")
    page.fill("[name=secret]", "000000")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_have_text("Try again: name or PIN is wrong")
    expect(page.locator("[name=secret]")).to_have_value("")
    assert page.context.cookies() == []


def test_a_foreign_address_after_the_log_in_is_not_followed(visit: Visit, table: Table) -> None:
    visit.log_in(table, "dealer")
    visit.page.goto(table.origin + "/login?next=//evil.example/")
    visit.page.wait_for_url(table.origin + "/dealer*")


def test_a_dealer_who_takes_over_from_the_floor_gets_the_dealers_page(visit: Visit, table: Table) -> None:
    visit.log_in(table, "dealer")
    visit.page.goto(table.origin + "/login?next=/floor")
    visit.page.wait_for_url(table.origin + "/dealer*")


def test_a_table_without_accounts_asks_for_the_code_and_makes_a_director(visit: Visit, table: Table) -> None:
    table.fed.vacant = True
    page = visit.page
    page.goto(table.origin + "/login?lang=en")
    for name, text in (("code", "12345678"), ("name", "Dia"), ("secret", "correct horse"), ("again", "correct")):
        page.fill(f"[name={name}]", text)
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_have_text("The two are not the same")
    page.fill("[name=secret]", "correct horse")
    page.fill("[name=again]", "correct horse")
    page.keyboard.press("Enter")
    page.wait_for_url("**/floor*")
    assert SetUp(code="12345678", name="Dia", secret="correct horse") in table.fed.asked  # noqa: S106 - of nobody


def test_the_director_adds_and_removes_people(visit: Visit, table: Table) -> None:
    visit.log_in(table, "director")
    page = visit.page
    page.goto(table.origin + "/people?lang=en")
    expect(page.locator(".account")).to_have_count(7)
    page.fill("form [name=name]", "Zoé")
    page.fill("form [name=secret]", "135792")
    page.keyboard.press("Enter")
    expect(page.locator("form [name=name]")).to_have_value("")
    page.click('[data-name="The dealer"] [data-do="remove"]')
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.click('#sheet [data-one="yes"]')
    expect(page.locator("#sheet")).to_be_hidden()
    page.wait_for_function("() => document.querySelector('.said').textContent === ''")
    added = [ask for ask in table.fed.asked if isinstance(ask, AddPerson)]
    assert [(ask.name, ask.role) for ask in added] == [("Zoé", "dealer")]
    assert [ask.name for ask in table.fed.asked if isinstance(ask, RemovePerson)] == ["The dealer"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_log_in_fits_a_phone(visit: Visit, table: Table, language: str) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 640})
    visit.page.goto(f"{table.origin}/login?lang={language}")
    expect(visit.page.locator("[name=name]")).to_be_focused()
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360
