"""The technician's page in the browser, against a fake controller."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware_bridge.messages.guided import (
    AnswerNaming,
    AnswerTest,
    BeginNaming,
    BeginTest,
    GuidedAct,
    GuidedNow,
    GuidedResult,
    GuidedSheet,
    GuidedStep,
    NameNow,
    NamingNow,
    Signer,
    WriteNames,
)
from firmware_bridge.messages.guided_facts import (
    Awaited,
    Heard,
    HeardElsewhere,
    NoName,
    Noticed,
    OneTag,
    Refused,
    TableWritten,
)
from firmware_bridge.messages.guided_orders import Order
from firmware_bridge.messages.status import Status
from tests.until import until

from .conftest import Table, Visit
from .parts import healthy, status
from .test_accessibility import findings, opened

pytestmark = [pytest.mark.browser, pytest.mark.process]

WHO = Signer(technician="R. Roe", licence="T-114", reason="antenna replaced", asset="7001")
EXPECTED = OneTag(hits=17, looks=20)
SHEET = GuidedSheet(
    name="table-test-20260103T000000Z", text={"en": "Result PASSED\n", "fr": "Résultat RÉUSSI\n"}, data="{}"
)
SEEN = ["aucune étiquette en 41 lectures, pendant 38 s", "2 cartes attendues là ne sont arrivées nulle part"]
PHONE = {"width": 390, "height": 844}


def shown(visit: Visit, table: Table, told: Status | None, age_ms: int = 400, lang: str = "en") -> Page:
    """The page of a technician, once the bridge has told this."""
    table.fed.status, table.fed.status_age_ms = told, age_ms
    visit.log_in(table, "technician")
    visit.page.goto(f"{table.origin}/technician?lang={lang}")
    expect(visit.page.locator("body")).to_have_attribute("data-age", str(age_ms))
    return visit.page


def test_a_verdict_names_part_place_cause_and_the_cure_before_the_evidence(visit: Visit, table: Table) -> None:
    verdict = shown(visit, table, status()).locator('[data-verdict="antenna_dead"]')
    said = verdict.inner_text()
    lines = [
        "⚠ antenna dead · seat 7 · cards-1",
        "80 % sure",
        "Press the antenna plug of seat 7.",
        "Cured when",
        "41 reads",
    ]
    assert [said.find(line) for line in lines] == sorted(said.find(line) for line in lines)
    assert -1 not in [said.find(line) for line in lines]


def test_a_french_page_says_cause_and_cure_in_french(visit: Visit, table: Table) -> None:
    verdict = shown(visit, table, status(), lang="fr").locator('[data-verdict="antenna_dead"]')
    expect(verdict.locator("h3")).to_have_text("⚠ antenne morte · seat 7 · cards-1")
    expect(verdict.locator(".cause")).to_have_text(
        "l'antenne à seat 7 ne lit plus rien : elle est morte, ou son lecteur répète une lecture vide"
    )
    expect(verdict.locator(".cures li").first).to_have_text("À faire : Enfoncez la fiche d'antenne de seat 7.")
    expect(verdict.locator(".evidence li")).to_have_text(SEEN)
    pulled = visit.page.locator('[data-verdict="cable_pulled"] .cures li').first
    expect(pulled).to_have_text("À faire : Rebranchez display-4 à /dev/sabot/display-4.")


def test_the_map_has_each_place_with_its_figures_and_names_a_fault_in_words(visit: Visit, table: Table) -> None:
    page = shown(visit, table, status())
    cells = page.locator('[data-spot="seat:3"] > *').all_inner_texts()
    assert cells == ["Cards", "2", "0.4 s", "1.2\u00a0%"]
    assert page.locator('[data-spot="button:3"] > *').all_inner_texts()[:3] == ["Button", "on", "3 min"]
    expect(page.locator('[data-fault="seat:7"]')).to_have_text("⚠ antenna dead · cards-1")
    expect(page.locator('[data-fault="display:4"]')).to_have_text("⚠ plug out · display-4")
    assert page.locator("[data-spot]").count() == len(status().spots)


@pytest.mark.parametrize("size", [None, PHONE], ids=["tablet", "phone"])
def test_nothing_of_the_page_is_wider_than_the_screen(
    visit: Visit, table: Table, size: dict[str, int] | None
) -> None:
    if size is not None:
        visit.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page = shown(visit, table, status(), lang="fr")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide = """(all) => all.filter((one) => one.offsetWidth > parseFloat(getComputedStyle(one.parentElement)
      .gridTemplateColumns) + 1).map((one) => one.textContent)"""
    assert page.locator(".spots, .verdict, .part-card").evaluate_all(wide) == []


def test_a_part_that_needs_a_hand_comes_first(visit: Visit, table: Table) -> None:
    page = shown(visit, table, status())
    assert page.locator("[data-part]").first.get_attribute("data-part") == "display-4"


def test_a_phone_jumps_to_what_lies_below_the_parts(visit: Visit, table: Table) -> None:
    visit.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page = shown(visit, table, healthy())
    page.locator("#jump").get_by_role("link", name="Commissioning").click()
    expect(page.locator("#naming")).to_be_in_viewport()


def test_a_part_shows_its_course_over_the_hours_and_its_counters(visit: Visit, table: Table) -> None:
    card = shown(visit, table, status()).locator('[data-part="cards-1"]')
    expect(card.locator(".course")).to_have_attribute(
        "aria-label", "Failed requests in the last four hours: 24\u00a0% at worst, 24\u00a0% now"
    )
    assert card.locator("rect.bad").count() == 5
    card.locator("summary").click()
    assert card.locator("tbody tr").first.inner_text().split() == ["requests", "800", "912044"]


def test_an_open_list_of_counters_stays_open_when_the_figures_change(visit: Visit, table: Table) -> None:
    page = shown(visit, table, status())
    page.locator('[data-part="bets"] summary').click()
    shown_again = healthy()
    table.fed.status, table.fed.status_age_ms = shown_again, 401
    expect(page.locator("body")).to_have_attribute("data-age", "401")
    expect(page.locator('[data-part="bets"] details')).to_have_attribute("open", "")
    expect(page.locator('[data-part="bets"] summary')).to_be_focused()


def test_a_healthy_table_says_so_and_a_test_can_begin(visit: Visit, table: Table) -> None:
    page = shown(visit, table, healthy())
    expect(page.locator("#verdicts")).to_contain_text("Nothing is known to be wrong")
    expect(page.locator(".faulty")).to_have_count(0)
    expect(page.locator("[data-tests]")).to_have_text("No hand is in progress: a test can begin.")


def test_a_hand_refuses_a_test_and_test_mode_is_told_at_the_top(visit: Visit, table: Table) -> None:
    page = shown(visit, table, healthy(in_hand=True))
    expect(page.locator("[data-tests]")).to_contain_text("a test is refused")
    table.fed.status = healthy(test=True)
    expect(page.locator("#banners")).to_contain_text("TEST MODE")


def test_a_bridge_that_says_nothing_is_told_with_the_age_of_its_last_word(visit: Visit, table: Table) -> None:
    page = shown(visit, table, status(), age_ms=12_000)
    expect(page.locator("#banners")).to_have_text("The bridge has said nothing for 12 s. What is shown is old.")
    table.fed.status = None
    expect(page.locator("#banners")).to_contain_text("Does it run?")


def test_the_last_pass_sheet_is_shown_in_the_pages_language(visit: Visit, table: Table) -> None:
    table.fed.sheet = SHEET
    page = shown(visit, table, healthy(), lang="fr")
    page.get_by_text("Dernière fiche : table-test-20260103T000000Z").click()
    expect(page.locator(".sheet-text")).to_have_text("Résultat RÉUSSI\n")


def step(**changes: Any) -> GuidedNow:
    """A guided test at the third antenna of `cards-1`."""
    facts: dict[str, Any] = {"part": "cards-1", "thing": "seat:3", "number": 3, "steps": 133, "expected": EXPECTED}
    passed = GuidedResult(
        part="cards-1", thing="seat:2", result="pass", seen=Heard(kind="heard_then_gone", hits=20, looks=20)
    )
    order = Order(key="lay_seat", number=3)
    return GuidedNow(
        turn=7, order=order, step=GuidedStep(**(facts | changes)), last=passed, signer=WHO, done=2, left=131
    )


def acted(table: Table) -> list[GuidedAct]:
    """What the bridge was told. The page tells it through the console, some time after the click."""
    until(lambda: bool(table.fed.acts))
    return table.fed.acts


def led(visit: Visit, table: Table, test: GuidedNow, lang: str = "en") -> Page:
    table.fed.test = test
    table.fed.acts.clear()
    return shown(visit, table, healthy(test=test.order is not None), lang=lang)


def test_a_test_begins_with_who_tests_why_and_which_part(visit: Visit, table: Table) -> None:
    page = led(visit, table, GuidedNow())
    for label, text in (("Licence number", "T-114"), ("Reason of the test", "new antenna"), ("Asset number", "7001")):
        page.get_by_label(label).fill(text)
    page.get_by_label("What to test").select_option("cards-1")
    page.get_by_role("button", name="Begin the test").click()
    signer = Signer(technician="The technician", licence="T-114", reason="new antenna", asset="7001")
    expect(page.locator(".order")).to_have_count(0)
    assert acted(table) == [BeginTest(signer=signer, part="cards-1")]


def test_a_step_is_ordered_in_the_pages_language_and_answered_by_one_tap(visit: Visit, table: Table) -> None:
    page = led(visit, table, step(), lang="fr")
    expect(page.locator(".order")).to_have_text("Posez une carte à l'emplacement des cartes, place 3.")
    expect(page.locator("#guided")).to_contain_text("Étape 3 sur 133 · cards-1 · seat:3")
    expect(page.locator(".result.pass")).to_have_text(
        "Réussi : cards-1 · seat:2: lue dans 20 lectures sur 20, puis partie"
    )
    page.get_by_role("button", name="Fait").click()
    expect(page.locator(".order")).to_have_count(1)
    assert acted(table) == [AnswerTest(turn=7, word="done")]


def test_the_next_order_is_shown_without_a_touch(visit: Visit, table: Table) -> None:
    page = led(visit, table, step())
    table.fed.test = step().model_copy(update={"turn": 8, "order": Order(key="take_card")})
    expect(page.locator(".order")).to_have_text("Take the card away.")


def test_a_failed_step_says_what_was_seen_and_offers_to_try_again(visit: Visit, table: Table) -> None:
    page = led(visit, table, step(failed=HeardElsewhere(other="seat:4", hits=9, looks=10)))
    expect(page.get_by_role("alert")).to_contain_text("Failed: heard at seat:4 as well, in 9 of 10 readings there")
    expect(page.locator("#guided .hint").nth(1)).to_have_text("Lay one card on seat 3's card spot.")
    assert page.locator("[data-word]:visible").first.inner_text() == "Try again"


def test_a_test_that_was_left_can_be_gone_on_with_except_in_a_hand(visit: Visit, table: Table) -> None:
    page = led(visit, table, GuidedNow(signer=WHO, done=2, left=131))
    expect(page.locator(".left")).to_have_text("A test of R. Roe was left: 2 of 133 steps are done.")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".left")).to_have_count(1)
    assert acted(table) == [BeginTest()]
    table.fed.status = healthy(in_hand=True)
    expect(page.get_by_role("button", name="Go on")).to_be_disabled()


def test_a_test_that_a_terminal_leads_is_not_offered_on_the_page(visit: Visit, table: Table) -> None:
    table.fed.test = GuidedNow(signer=WHO, done=2, left=131)
    page = shown(visit, table, healthy(test=True))
    expect(page.locator("#guided")).to_contain_text("A test is led in a terminal.")
    expect(page.get_by_role("button", name="Go on")).to_be_disabled()


def test_why_a_test_was_refused_is_said(visit: Visit, table: Table) -> None:
    page = led(visit, table, GuidedNow(why=Refused(kind="hand_began")), lang="fr")
    expect(page.get_by_role("alert")).to_have_text(
        "Une main a commencé. Le mode test est fini. Reprenez après la main."
    )


def test_what_is_typed_into_the_form_stays_while_news_come(visit: Visit, table: Table) -> None:
    page = led(visit, table, GuidedNow())
    page.get_by_label("Licence number").fill("T-1")
    table.fed.test = GuidedNow(why=Refused(kind="other_test"))
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_label("Licence number")).to_have_value("T-1")


def test_the_sheet_of_a_test_on_the_page_is_shown_and_saved(visit: Visit, table: Table) -> None:
    table.fed.sheet = SHEET
    page = led(visit, table, GuidedNow())
    page.get_by_text("Last pass sheet: table-test-20260103T000000Z").click()
    expect(page.locator(".sheet-text")).to_have_text("Result PASSED\n")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as text").click()
    assert saved.value.suggested_filename == "table-test-20260103T000000Z.txt"


def test_a_sheet_is_printed_alone(visit: Visit, table: Table) -> None:
    table.fed.sheet = SHEET
    page = led(visit, table, GuidedNow())
    page.evaluate(
        "window.print = () => { window.seen = getComputedStyle(document.querySelector('#map')).visibility }"
    )
    page.emulate_media(media="print")
    page.get_by_role("button", name="Print the sheet").click(force=True)
    assert page.evaluate("window.seen") == "hidden"


@pytest.mark.parametrize(
    "test", [GuidedNow(signer=WHO, done=2, left=131), step(), step(failed=Noticed(kind="no_touch"))]
)
def test_a_guided_test_has_no_finding_of_axe(browser: Browser, table: Table, test: GuidedNow) -> None:
    table.fed.test = test
    table.fed.status, table.fed.status_age_ms = healthy(test=test.order is not None), 400
    page = opened(browser, table, "/technician?lang=en", "technician")
    expect(page.locator("#guided button").first).to_be_visible()
    found = findings(page)
    page.context.close()
    assert found == []


# --- commissioning --------------------------------------------------------------------------------------------------

NAMES = (NameNow(name="bet:1", end="bets:2"), NameNow(name="bet:2", end="bets:1"))
FOUND = NamingNow(turn=4, names=NAMES, left=46, remarks=(NoName(ends="bets:3", part="bets"),), writable=True)


def naming(visit: Visit, table: Table, now: NamingNow, lang: str = "en") -> Page:
    table.fed.naming, table.fed.test = now, GuidedNow()
    table.fed.acts.clear()
    return shown(visit, table, healthy(test=now.order is not None), lang=lang)


def test_a_place_is_named_by_one_order_at_a_time(visit: Visit, table: Table) -> None:
    asked = GuidedStep(part="antenna", thing="bet:3", number=3, steps=9, expected=Awaited(kind="one_antenna"))
    page = naming(
        visit, table, FOUND.model_copy(update={"order": Order(key="lay_bet", number=3), "step": asked}), "fr"
    )
    expect(page.locator("#names .order")).to_have_text("Posez un jeton sur la ligne de mise, place 3.")
    expect(page.locator("#names")).to_contain_text("Attendu : une antenne la lit")
    page.get_by_role("button", name="La table n'en a pas, ou plus").click()
    expect(page.locator("#names .order")).to_have_count(1)
    assert acted(table) == [AnswerNaming(turn=4, word="no")]


def test_the_table_file_is_written_only_after_a_second_word(visit: Visit, table: Table) -> None:
    page = naming(visit, table, FOUND)
    expect(page.locator("#names")).to_contain_text("2 have a name. 46 have none yet.")
    expect(page.locator(".remarks")).to_contain_text("No name yet, and left out: bets:3.")
    page.get_by_role("button", name="Write the table file").click()
    expect(page.locator("#names .why")).to_contain_text("It takes effect once the table is started again.")
    assert table.fed.acts == []
    page.get_by_role("button", name="Write it", exact=True).click()
    expect(page.get_by_role("button", name="Write the table file")).to_have_count(1)
    assert acted(table) == [WriteNames(turn=4)]


def test_thresholds_are_written_on_a_word_of_their_own(visit: Visit, table: Table) -> None:
    page = naming(visit, table, FOUND.model_copy(update={"writable": False, "thresholds": True}))
    page.get_by_role("button", name="Write the table file").click()
    expect(page.get_by_role("button", name="Write it", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Write it, with the thresholds").click()
    expect(page.get_by_role("button", name="Write the table file")).to_have_count(1)
    assert acted(table) == [WriteNames(turn=4, sensing=True)]


def test_one_part_can_be_named_again(visit: Visit, table: Table) -> None:
    page = naming(visit, table, FOUND)
    page.get_by_label("A place or a part").select_option("bets")
    page.get_by_role("button", name="Name it again").click()
    expect(page.locator("#names .left")).to_have_count(1)
    assert acted(table) == [BeginNaming(only="bets")]


def test_what_became_of_the_table_file_is_said(visit: Visit, table: Table) -> None:
    done = FOUND.model_copy(
        update={"writable": False, "written": TableWritten(file="table.toml", before="table-20260102T030405Z.toml")}
    )
    page = naming(visit, table, done)
    expect(page.locator("#names [role=status]")).to_contain_text(
        "kept as table-20260102T030405Z.toml. Start the table"
    )


def test_commissioning_has_no_finding_of_axe(browser: Browser, table: Table) -> None:
    table.fed.naming, table.fed.test = FOUND, GuidedNow()
    table.fed.status, table.fed.status_age_ms = healthy(), 400
    page = opened(browser, table, "/technician?lang=fr", "technician")
    expect(page.locator("#names button").first).to_be_visible()
    found = findings(page)
    page.context.close()
    assert found == []


def test_a_dealer_is_refused_and_told_whom_it_takes(visit: Visit, table: Table) -> None:
    visit.log_in(table, "dealer")
    visit.page.goto(table.origin + "/technician?lang=en")
    expect(visit.page.locator("#banners")).to_contain_text("Ask for the role technician")
    expect(visit.page.locator("[data-spot]")).to_have_count(0)


def test_a_technician_who_logs_in_begins_here(visit: Visit, table: Table) -> None:
    page = visit.page
    page.goto(table.origin + "/login?lang=en")
    page.fill("[name=name]", "The technician")
    page.fill("[name=secret]", "246810")
    page.click("button.main")
    page.wait_for_url("**/technician*")


def test_the_technicians_page_has_no_finding_of_axe(browser: Browser, table: Table) -> None:
    table.fed.status, table.fed.status_age_ms = status(), 12_000
    page = opened(browser, table, "/technician?lang=fr", "technician")
    expect(page.locator("[data-verdict]")).to_have_count(2)
    page.locator('[data-part="bets"] summary').click()
    found = findings(page)
    page.context.close()
    assert found == []
