"""The simulator's page beside a scenario: what is expected, whether it holds, and the list of all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from hardware_sim.page import PageServer, Person, ScenarioState, serve

from .conftest import Visit
from .fake_seat import EQUAL_CHIPS, NOBODY, SEATED, WAITING, FakeScenarios, FakeSeat, somebody
from .test_accessibility import axe, findings
from .test_simulator_page import WAIT_S, first_asked, next_state, open_page, opened, order

ENDED = replace(WAITING, stage="ended", verdict="passed", checked=(), next="")
UNSENSED = "9:1: 3 stands up: not at depth wire: the reference table's chairs do not sense who sits on them"
REFUSED = replace(WAITING, stage="refused", checked=(), answers=(), trouble=(UNSENSED,))
STATES: tuple[ScenarioState | None, ...] = (WAITING, ENDED, REFUSED, replace(WAITING, stage="playing"), None)


@pytest.fixture
def seat() -> FakeSeat:
    return FakeSeat(SEATED)


@pytest.fixture
def scenarios() -> FakeScenarios:
    return FakeScenarios(WAITING)


@pytest.fixture
def watched(seat: FakeSeat, scenarios: FakeScenarios) -> Iterator[PageServer]:
    running = serve(somebody(seat, scenarios=scenarios), 0)
    yield running
    running.stop()


@pytest.mark.parametrize(
    ("sent", "asked"),
    [
        ({"do": "go_on"}, ("go_on", None)),
        ({"do": "again"}, ("again", None)),
        ({"do": "next_scenario"}, ("next", None)),
        ({"do": "leave_scenario"}, ("leave", None)),
        (
            {"do": "play_scenario", "source": "race/lfp.scn", "line": 4, "book": "lfp"},
            ("play", ("race/lfp.scn", 4, "lfp")),
        ),
    ],
)
def test_each_order_reaches_the_scenarios(
    watched: PageServer, scenarios: FakeScenarios, sent: dict[str, Any], asked: tuple[str, Any]
) -> None:
    with opened(watched) as page:
        order(page, **sent)
        assert first_asked(scenarios) == asked


def test_a_file_that_is_not_on_the_list_is_named(watched: PageServer) -> None:
    with opened(watched) as page:
        next_state(page)
        order(page, do="play_scenario", source="/etc/passwd", line=1)
        answer = json.loads(page.recv(timeout=WAIT_S))
    assert answer["ok"] is False
    assert answer["said"]["text"] == "This cannot be played: {why}"
    assert answer["said"]["values"] == {"why": "/etc/passwd: no such file of scenarios. Allowed: those of the list."}


def test_orders_without_a_table_say_what_to_do() -> None:
    running = serve(Person(FakeScenarios(WAITING)), 0)
    try:
        with opened(running) as page:
            assert next_state(page)["free"] == []
            order(page, do="take", seat=3)
            answer = json.loads(page.recv(timeout=WAIT_S))
    finally:
        running.stop()
    said = "Wait until the table is set up, or choose a scenario."
    assert answer == {"said": {"text": said, "values": {}}, "ok": False}


# --- in a browser ---------------------------------------------------------------------------------------------------


@pytest.mark.browser
def test_the_page_says_what_is_expected_and_what_was_found_instead(visit: Visit, watched: PageServer) -> None:
    page = open_page(visit, watched)
    expect(page.locator("#rule-name")).to_have_text(WAITING.name)
    expect(page.locator("#rule-place")).to_have_text("betting/books.scn:4, under lfp")
    expect(page.locator("#rule-stage")).to_contain_text("Go on when you have read it: line 8 does not hold.")
    expect(page.locator("#rule-checked .holds")).to_contain_text("ruling lfp-7.27 seat 5 call 1200")
    expect(page.locator("#rule-checked .miss")).to_contain_text("it is due 5 = -800")
    expect(page.locator("#rule-answers")).to_contain_text(f"Seat 5 calls: 1 200 in frontlfp-7.27 {EQUAL_CHIPS}")
    expect(page.locator("#rule-script .now")).to_have_text(WAITING.script[3].text)
    expect(page.locator("#robots")).to_be_hidden()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("button", "asked"), [("#go-on", "go_on"), ("#again", "again"), ("#next-rule", "next"), ("#to-robots", "leave")]
)
def test_each_button_beside_a_scenario_does_what_it_says(
    visit: Visit, watched: PageServer, scenarios: FakeScenarios, button: str, asked: str
) -> None:
    open_page(visit, watched).click(button)
    assert first_asked(scenarios) == (asked, None)


@pytest.mark.browser
def test_at_the_end_of_a_file_neither_going_on_nor_the_next_is_offered(
    visit: Visit, watched: PageServer, scenarios: FakeScenarios
) -> None:
    scenarios.state = ENDED
    page = open_page(visit, watched)
    expect(page.locator("#rule-stage")).to_have_text("The end. All was as expected.")
    expect(page.locator("#go-on")).to_be_disabled()
    expect(page.locator("#next-rule")).to_be_disabled()
    expect(page.locator("#again")).to_be_enabled()


@pytest.mark.browser
def test_what_is_not_played_says_why(visit: Visit, watched: PageServer, scenarios: FakeScenarios) -> None:
    scenarios.state = REFUSED
    page = open_page(visit, watched)
    expect(page.locator("#rule-stage")).to_contain_text("Choose another one: no reader senses what this one needs.")
    expect(page.locator("#rule-trouble .miss")).to_have_text(list(REFUSED.trouble))


def shown(page: Page, scenarios: FakeScenarios, state: ScenarioState | None) -> None:
    """Wait until the page shows this state."""
    scenarios.state = state
    expect(page.locator("#rule")).to_have_attribute("data-stage", state.stage if state else "")


def listed(visit: Visit, server: PageServer) -> Page:
    page = open_page(visit, server)
    page.click("#library > summary")
    expect(page.locator("#found")).to_have_text("3 scenarios, 3 articles")
    return page


@pytest.mark.browser
def test_a_scenario_below_its_article_is_played_by_one_click(
    visit: Visit, watched: PageServer, scenarios: FakeScenarios
) -> None:
    page = listed(visit, watched)
    page.click("#listed summary >> text=lfp-7.27")
    page.click("#listed .row >> text=roberts")
    assert first_asked(scenarios) == ("play", ("betting/books.scn", 4, "roberts"))
    expect(page.locator("#said")).to_contain_text("Wait some seconds: another table is being set up.")


@pytest.mark.browser
@pytest.mark.parametrize("words", ["boxed", "turned OVER", "lfp-8.1", "lfp-hole boxed"])
def test_the_search_finds_a_scenario_by_name_article_and_file(visit: Visit, watched: PageServer, words: str) -> None:
    page = listed(visit, watched)
    page.fill("#find", words)
    expect(page.locator("#found")).to_have_text("1 scenarios found")
    expect(page.locator("#listed .row")).to_contain_text("A boxed card")


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 800, 1280])
def test_no_state_of_a_scenario_scrolls_sideways(
    visit: Visit, watched: PageServer, scenarios: FakeScenarios, width: int
) -> None:
    visit.page.set_viewport_size({"width": width, "height": 1000})
    page = listed(visit, watched)
    for state in STATES:
        shown(page, scenarios, state)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
@pytest.mark.parametrize("width", [800, 1280])
def test_axe_core_finds_nothing_beside_any_state_of_a_scenario(
    browser: Browser, watched: PageServer, seat: FakeSeat, scenarios: FakeScenarios, width: int
) -> None:
    """As on the dealer's page: under WCAG 2.2 AA."""
    seat.now_is(seat=NOBODY.seat, cards=())
    page = browser.new_context(viewport={"width": width, "height": 1000}, bypass_csp=True).new_page()
    page.goto(watched.address)
    page.evaluate(axe())
    found: list[tuple[str, Any]] = []
    for state in STATES:
        shown(page, scenarios, state)
        found += [(state.stage if state else "robots", one) for one in findings(page)]
    page.click("#library > summary")
    page.click("#listed summary >> nth=0")
    found += [("list", one) for one in findings(page)]
    page.context.close()
    assert found == []
