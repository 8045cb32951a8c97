"""The dealer's page in each state by day and night, and the other pages, as axe-core finds them under WCAG 2.2 AA."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware_bridge.messages.public import PublicState

from .conftest import Table
from .remedies import during
from .samples import ASK, FLOOR_ASK, mid_hand, showdown, waiting
from .test_table_page import show

pytestmark = [pytest.mark.browser, pytest.mark.process]

RUN = """async () => {
  const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const { violations } = await axe.run(document, { runOnly });
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(", ")}`);
}"""


def states() -> Iterator[PublicState]:
    """States of a table between hands and in one, with questions, at the showdown, in a remedy."""
    yield waiting()
    yield mid_hand()
    yield mid_hand(asks=(ASK, FLOOR_ASK))
    yield showdown()
    yield during("deal/lfp-hole.scn", "A card exposed by the dealer", "remedy.stub_seat")


def axe() -> str:
    """The text of axe-core, as its package for Playwright brings it."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("axe-core is not installed (axe-playwright-python in requirements/dev.txt)")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def opened(browser: Browser, table: Table, path: str, role: str, theme: str = "night") -> Page:
    """A page in which axe-core may run: the pages themselves let no other script in."""
    context = browser.new_context(viewport={"width": 800, "height": 1280}, bypass_csp=True, reduced_motion="reduce")
    context.add_cookies([{"name": "sabot", "value": role, "url": table.origin}])
    context.add_init_script(f"localStorage.setItem('theme', '{theme}')")
    page = context.new_page()
    page.goto(table.origin + path)
    page.evaluate(axe())
    return page


def findings(page: Page) -> Any:
    return page.evaluate(RUN)


@pytest.mark.parametrize("theme", ["night", "day"])
def test_the_dealers_page_has_no_finding_in_any_state(browser: Browser, table: Table, theme: str) -> None:
    page = opened(browser, table, "/dealer?lang=en", "dealer", theme)
    found = []
    for state in states():
        shown = show(table, state)
        expect(page.locator("body")).to_have_attribute("data-revision", str(shown.revision))
        found += [(state.phase, one) for one in findings(page)]
    page.click("#what")
    expect(page.locator("#search")).to_be_visible()
    found += [("what happened", one) for one in findings(page)]
    page.context.close()
    assert found == []
