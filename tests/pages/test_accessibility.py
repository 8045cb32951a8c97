"""Every page in each of its states, as axe-core finds it under WCAG 2.2 AA. The dealer's by day and by night."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from firmware_bridge.messages.foreseen import Foreseen
from firmware_bridge.messages.moments import PublicMoment
from firmware_bridge.messages.public import PublicPrompt, PublicState, Text

from .conftest import Table
from .remedies import during
from .samples import ASK, FLOOR_ASK, RULINGS, mid_hand, showdown, waiting
from .test_table_page import show

pytestmark = [pytest.mark.browser, pytest.mark.process]

RUN = """async () => {
  const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const { violations } = await axe.run(document, { runOnly });
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(", ")}`);
}"""


FAULT = Text(key="fault.journal_commit", params={"detail": "a test", "since": "20:15"})
TIME = PublicPrompt(to="floor", about=2, key="time", text=Text(key="prompt.time", params={"seat": 2}))
MOMENTS = (
    PublicMoment(
        before=900, what="chips", how="sensed", place="bet:6", area="bet", number=6, added=500, rulings=RULINGS[1:]
    ),
    PublicMoment(before=0, what="key", how="sensed", seat=6, word="call"),
)


def states() -> Iterator[PublicState]:
    """States of a table between hands and in one, with questions, at the showdown, in a remedy."""
    yield waiting()
    yield mid_hand()
    yield mid_hand(asks=(ASK, FLOOR_ASK), faults=(FAULT,), floor_prompts=(TIME,))
    yield showdown()
    yield during("deal/lfp-hole.scn", "A card exposed by the dealer", "remedy.stub_seat")


def axe() -> str:
    """The text of axe-core, as its package for Playwright brings it."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("axe-core is not installed (axe-playwright-python in requirements/dev.txt)")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 800, "height": 1280}


def opened(
    browser: Browser, table: Table, path: str, role: str, theme: str = "night", size: ViewportSize = TABLET
) -> Page:
    """A page in which axe-core may run: the pages themselves let no other script in."""
    context = browser.new_context(viewport=size, bypass_csp=True, reduced_motion="reduce")
    if role:
        context.add_cookies([{"name": "sabot", "value": role, "url": table.origin}])
    context.add_init_script(f"localStorage.setItem('theme', '{theme}')")
    page = context.new_page()
    page.goto(table.origin + path)
    page.evaluate(axe())
    return page


def findings(page: Page) -> Any:
    return page.evaluate(RUN)


def in_each_state(page: Page, table: Table) -> list[tuple[str, Any]]:
    """What is found in each state, by its phase."""
    found = []
    for state in states():
        shown = show(table, state)
        expect(page.locator("body")).to_have_attribute("data-revision", str(shown.revision))
        found += [(state.phase, one) for one in findings(page)]
    return found


@pytest.mark.parametrize("theme", ["night", "day"])
def test_the_dealers_page_has_no_finding_in_any_state(browser: Browser, table: Table, theme: str) -> None:
    page = opened(browser, table, "/dealer?lang=en", "dealer", theme)
    found = in_each_state(page, table)
    page.click("#what")
    expect(page.locator("#search")).to_be_visible()
    found += [("what happened", one) for one in findings(page)]
    page.context.close()
    assert found == []


@pytest.mark.parametrize(
    ("path", "size"),
    [("/?lang=fr", WIDE), ("/?lang=fr", PHONE), ("/?lang=en&embed", WIDE)],
    ids=["wide", "phone", "embed"],
)
def test_the_tables_page_has_no_finding_in_any_state(
    browser: Browser, table: Table, path: str, size: ViewportSize
) -> None:
    page = opened(browser, table, path, "display", size=size)
    found = in_each_state(page, table)
    page.context.close()
    assert found == []


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_floors_page_has_no_finding_in_any_state(browser: Browser, table: Table, size: ViewportSize) -> None:
    table.fed.moments, table.fed.foreseen = {"silent-6": MOMENTS, "": MOMENTS}, {"void": Foreseen(void=True)}
    page = opened(browser, table, "/floor?lang=fr", "director", size=size)
    found = in_each_state(page, table)
    show(table, mid_hand(asks=(FLOOR_ASK,)))
    expect(page.locator(".film .frame").first).to_be_visible()
    for summary in (".hand-log summary", ".all-entries summary", ".more summary"):
        page.click(summary)
    expect(page.locator(".moments .evidence").first).to_be_visible()
    found += [("all open", one) for one in findings(page)]
    for sheet, opener in {"search": "#what", "sum": '[data-floor="correct_stack"]'}.items():
        page.click(opener)
        found += [(sheet, one) for one in findings(page)]
        page.keyboard.press("Escape")
    table.fed.second = True
    page.click('[data-ask="silent-6"] [data-option="call"]')
    expect(page.locator("#sheet")).to_be_visible()
    found += [("two people", one) for one in findings(page)]
    page.keyboard.press("Escape")
    expect(page.locator("#verdict.no")).to_be_visible()
    found += [("nobody came", one) for one in findings(page)]
    table.fed.second = False
    page.context.close()
    assert found == []


FIRST_SHOWN = {
    "/recall": ("floor", "#steps li"),
    "/people": ("director", "main button"),
    "/login": ("", "[name=name]"),
}


def go_on(page: Page, path: str) -> None:
    """To a hand without a record, to the sheet for a new PIN, to a refused log-in."""
    said = page.locator(".said")
    if path == "/people":
        page.locator("main button").first.click()
        said = page.locator("#sheet[open]")
    elif path == "/recall":
        page.select_option("#back", "5")
    else:
        page.fill("[name=name]", "The dealer")
        page.fill("[name=secret]", "000000")
        page.keyboard.press("Enter")
    expect(said).not_to_be_empty()


def test_log_in_people_and_recall_have_no_finding(browser: Browser, table: Table) -> None:
    found: list[tuple[str, Any]] = []
    for path, (role, shown) in FIRST_SHOWN.items():
        page = opened(browser, table, f"{path}?lang=en", role, size=PHONE)
        expect(page.locator(shown).first).to_be_visible()
        found += [(path, one) for one in findings(page)]
        go_on(page, path)
        found += [(f"{path}, one step on", one) for one in findings(page)]
        page.context.close()
    table.fed.vacant = True
    page = opened(browser, table, "/login?lang=en", "", size=PHONE)
    expect(page.locator("input").first).to_be_visible()
    found += [("set-up", one) for one in findings(page)]
    table.fed.vacant = False
    page.context.close()
    assert found == []
