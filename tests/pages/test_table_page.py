"""The table's page in a real browser: what it shows, in which language, and what it never does."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from firmware_bridge.messages.contest import Contest, ShownRace
from firmware_bridge.messages.public import PublicCite, PublicHand, PublicState, Text

from .conftest import Table, Visit
from .samples import ASK, RULINGS, folded, mid_hand, seat, showdown, waiting

pytestmark = [pytest.mark.browser, pytest.mark.process]

PHONE = {"width": 390, "height": 844}


class _Revisions:
    """Revisions that only rise, whatever order the tests come in."""

    last = 1000


def show(table: Table, state: PublicState) -> PublicState:
    _Revisions.last += 1
    state = state.model_copy(update={"revision": _Revisions.last})
    table.fed.publish(state)
    return state


def open_table(visit: Visit, table: Table, state: PublicState, path: str = "/?lang=en") -> Page:
    shown = show(table, state)
    role = visit.role or {"/dealer": "dealer", "/floor": "floor"}.get(path.partition("?")[0], "display")
    visit.log_in(table, role)
    visit.page.goto(table.origin + path)
    expect(visit.page.locator("body")).to_have_attribute("data-revision", str(shown.revision))
    return visit.page


def test_each_seat_shows_its_name_stack_bet_and_last_act(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand())
    third = page.locator('.pod[data-seat="3"]')
    expect(third.locator(".name")).to_have_text("Chloé")
    expect(third.locator(".stack")).to_have_text("31,200")
    expect(third.locator(".act")).to_have_text("Raise")
    expect(page.locator('[data-bet="3"]')).to_have_text("2,000")
    expect(page.locator('[data-bet="4"]')).to_be_hidden()


def test_the_seat_to_act_and_its_sums_are_marked(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand())
    assert page.locator(".pod.turn").get_attribute("data-seat") == "4"
    expect(page.locator(".now")).to_contain_text("Seat 4 to act")
    expect(page.locator(".now")).to_contain_text("2,000")
    expect(page.locator(".now")).to_contain_text("3,200")


def test_the_board_and_the_pots_with_their_seats_are_shown(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand())
    names = [card.get_attribute("aria-label") for card in page.locator("#board .card").all()]
    assert names == ["Ah", "7d", "Tc"]
    pots = page.locator(".pot")
    expect(pots).to_have_count(2)
    expect(pots.nth(0)).to_contain_text("6,150")
    expect(pots.nth(1)).to_contain_text("seats 1 · 2 · 3 · 4 · 7")


def test_a_change_is_shown_without_reloading(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand())
    show(table, mid_hand(turn=7, board=("Ah", "7d", "Tc", "2s")))
    expect(page.locator(".pod.turn")).to_have_attribute("data-seat", "7")
    expect(page.locator("#board .card")).to_have_count(4)


def test_hidden_cards_are_backs_and_shown_ones_faces(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, showdown())
    labels = {
        number: [card.get_attribute("aria-label") for card in page.locator(f'.pod[data-seat="{number}"] .card').all()]
        for number in (3, 4, 6, 7)
    }
    assert labels == {3: ["As", "Kd"], 4: ["Td", "Ts"], 6: [], 7: ["hidden card", "hidden card"]}


def test_a_page_has_no_face_that_is_not_public(visit: Visit, table: Table) -> None:
    state = showdown()
    page = open_table(visit, table, state)
    public = {*state.board, *(card for shown in state.seats for card in shown.shown)}
    faces = {card.get_attribute("aria-label") for card in page.locator(".card:not(.hidden)").all()}
    assert faces == public


def test_folded_all_in_vacant_and_winning_seats_look_different(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, showdown())

    def marked(name: str) -> set[str | None]:
        return {pod.get_attribute("data-seat") for pod in page.locator(f".pod.{name}").all()}

    assert marked("folded") == {"1", "2", "6", "8", "10"}
    assert marked("all_in") == {"3", "5"}
    assert marked("vacant") == {"9"}
    assert marked("winner") == {"4"}
    expect(page.locator('.pod[data-seat="4"] .act')).to_have_text("+45,750")
    expect(page.locator(".results")).to_contain_text("Seat 4 wins 45,750: three of a kind")


def test_button_and_blinds_stand_at_their_seats(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand())
    expect(page.locator(".disc:visible")).to_have_text(["D", "SB", "BB"])
    show(table, mid_hand(button=None, small_blind_seat=None, big_blind_seat=None))
    expect(page.locator(".disc:visible")).to_have_count(0)


def test_what_is_owed_is_said_at_the_seat(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand(seats=(seat(2, due=500), seat(3, due=-200), folded(6))))
    expect(page.locator('.pod[data-seat="2"] .note')).to_have_text("owes 500")
    expect(page.locator('.pod[data-seat="3"] .note')).to_have_text("gets back 200")


def test_rulings_stand_with_their_article_newest_first(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand())
    rulings = page.locator(".rulings li")
    expect(rulings.nth(0)).to_contain_text("lfp-7.14")
    expect(rulings.nth(0)).to_contain_text("Seat 3 raises to 2,000")
    expect(rulings.nth(0)).to_contain_text("Une relance est au moins égale à la précédente.")
    expect(rulings.nth(1)).to_contain_text("lfp-7.12")


def test_the_articles_of_a_ruling_stay_within_their_panel_however_many_they_are(visit: Visit, table: Table) -> None:
    cited = tuple(PublicCite(article=f"casino-{article}") for article in ("D19", "G12", "G13", "G20", "G21"))
    page = open_table(visit, table, mid_hand(rulings=(RULINGS[0].model_copy(update={"cites": cited}),)))
    expect(page.locator(".rulings .article")).to_contain_text("casino-G21")
    panel = page.locator(".rulings").evaluate("panel => [panel.scrollWidth, panel.clientWidth]")
    assert panel[0] <= panel[1]


def test_an_article_that_another_book_lends_is_said_to_be_lent(visit: Visit, table: Table) -> None:
    lent = RULINGS[0].model_copy(update={"cites": (PublicCite(article="lfp-8.13", lent_by="lfp"),)})
    page = open_table(visit, table, mid_hand(rulings=(lent,)))
    expect(page.locator(".rulings .article")).to_have_text("lfp-8.13 (lent by lfp)")


def test_a_player_who_sits_out_keeps_his_name_and_stack(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand(seats=(seat(2, seated=False),)))
    expect(page.locator('.pod[data-seat="2"] .stack')).to_have_text("9,800")
    expect(page.locator('.pod[data-seat="2"] .act')).to_have_text("Sits out")


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"state": "absent"}, "Away"),
        ({"state": "missed", "owes": (10, 5)}, "Missed, owes 10 + 5"),
        ({"state": "new", "owes": (10, 0)}, "New, owes 10"),
        ({"state": "waiting", "owes": (10, 0)}, "Waits, owes 10"),
        ({"state": "late", "absence_ends": 61_000_000_000}, "Late, 2 min"),
        ({"state": "absent", "absence_until": 9}, "Away, button 9"),
        ({"state": "reserved", "seated": False, "stack": 0}, "Reserved"),
    ],
)
def test_how_a_seat_stands_and_what_it_owes_is_said_at_it(
    visit: Visit, table: Table, facts: dict[str, Any], said: str
) -> None:
    page = open_table(visit, table, mid_hand(seats=(seat(2, in_hand=False, cards=0, **facts),)))
    expect(page.locator('.pod[data-seat="2"] .note')).to_have_text(said)


CONTEST = Contest(level=6, next_level="300/600", level_ends=754_000_000_000, left=27, total=182_000, buying="nothing")
RACE = ShownRace(
    low=25, high=100, stage="pay", number=1, odd={1: 3, 4: 2}, cards={1: ("Ks", "7h", "2c")}, owed={}, served=(1,)
)


@pytest.mark.parametrize(
    ("changes", "title", "clock", "said"),
    [
        ({}, "Level 6", "12:34", "Next level: 300/600"),
        ({"announced": True}, "Level 6", "12:34", "From the next hand: 300/600"),
        ({"level_ends": None, "level_left": 3_675_000_000_000}, "Level 6", "1:01:15 left, clock stopped", ""),
        ({"level_ends": None, "on_break": True, "break_ends": 60_000_000_000}, "Break", "1:00", ""),
        ({"hand_for_hand": True, "waiting": True}, "Level 6", "12:34", "the floor manager lets the next one begin"),
        ({"race": RACE}, "Chip race: 25 for 100", None, "Seat 1: 3 odd · K♠ 7♥ 2♣ · gets one 100"),
    ],
)
def test_what_goes_on_around_the_hands_stands_beside_the_felt(
    visit: Visit, table: Table, changes: dict[str, Any], title: str, clock: str | None, said: str
) -> None:
    page = open_table(visit, table, mid_hand(contest=replace(CONTEST, **changes)))
    event = page.locator(".event")
    expect(event.locator("h2")).to_have_text(title)
    if clock is None:
        expect(event.locator(".time")).to_have_count(0)
    elif ":" in clock and "left" not in clock:
        minutes, seconds = map(int, clock.split(":"))
        ticked = [f"{m}:{s:02}" for m, s in (divmod(60 * minutes + seconds - late, 60) for late in range(9))]
        expect(event.locator(".time")).to_have_text(re.compile("|".join(ticked)))  # it counts down meanwhile
    else:
        expect(event.locator(".time")).to_have_text(clock)
    expect(event).to_contain_text(said)
    expect(event).to_contain_text("27 players left, 182,000 in chips here")


def test_a_cash_table_says_who_waits_how_many_hands_are_left_and_what_is_kept(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand(last_hands=2, waiting_list=3, kept=((6, 320),)))
    expect(page.locator(".event p")).to_have_text(
        ["Last hands: 2", "Waiting for a seat: 3", "Kept for seat 6's player: 320"]
    )
    show(table, mid_hand())
    expect(page.locator(".event")).to_have_count(0)


def test_questions_and_alarms_come_first(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand(asks=(ASK,)))
    expect(page.locator("#side section").first).to_have_class("warn asks")


def test_a_notice_about_the_table_is_shown_in_words(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand(alarms=(), notices=(Text(key="notice.surveillance_key"),)))
    expect(page.locator(".alarms p")).to_have_text(["Take surveillance.key off this table: it opens every hand"])


def test_a_lost_part_is_named_with_its_cause(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand())
    summary = page.locator("#parts summary")
    expect(summary).to_contain_text("2 of 14 parts not ready")
    expect(summary.locator(".part.red", has_text="display-10")).to_contain_text("its cable is out")
    expect(summary.locator(".part.amber", has_text="bets")).to_contain_text("37 checksum errors")


def test_parts_that_are_all_ready_take_one_line(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, showdown())
    expect(page.locator("#parts summary")).to_have_text("12 parts, all ready")


def test_a_part_that_is_pulled_out_is_not_among_those_that_are_ready(visit: Visit, table: Table) -> None:
    parts = tuple(
        part.model_copy(update={"state": "absent"}) if part.part == "shoe" else part for part in showdown().parts
    )
    page = open_table(visit, table, showdown(parts=parts))
    expect(page.locator("#parts summary")).to_contain_text("1 of 12 parts not ready")
    expect(page.locator("#parts summary .part", has_text="shoe")).to_be_visible()


def test_seat_displays_show_what_the_players_see(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand())
    expect(page.locator(".screen")).to_have_count(10)
    fourth = page.locator('[data-display="4"]')
    expect(fourth).to_be_hidden()
    page.get_by_role("button", name="Seat displays").click()
    expect(fourth).to_be_visible()
    expect(fourth).to_contain_text("À VOUS DE PARLER")
    expect(fourth).to_contain_text("18 400")


def test_a_tap_on_a_seat_shows_its_display_large(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand())
    page.locator('.pod[data-seat="4"]').click()
    expect(page.locator(".screen.large")).to_contain_text("À VOUS DE PARLER")
    page.locator(".screen.large").click()
    expect(page.locator(".screen.large")).to_have_count(0)


def test_the_last_hands_stand_there_the_last_one_first(visit: Visit, table: Table) -> None:
    hands = (PublicHand(number=126, awards=((2, 450),)), PublicHand(number=127, awards=((3, 600), (7, 600))))
    page = open_table(visit, table, mid_hand(closed_hands=hands))
    expect(page.locator(".closed-hands li")).to_have_text(
        ["Hand 127seat 3 wins 600, seat 7 wins 600", "Hand 126seat 2 wins 450"]
    )


def test_the_average_stack_stands_with_the_level(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand(contest=replace(CONTEST, average=22_750)))
    expect(page.locator(".event")).to_contain_text("22,750 on average here")


def test_an_embedded_table_is_the_felt_alone(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand(), "/?embed")
    expect(page.locator(".pod").first).to_be_visible()
    for other in ("#bar", "#side", "#strip-open", "#parts"):
        expect(page.locator(other)).to_be_hidden()


def test_french_is_written_with_its_accents_and_its_numbers(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand(), "/?lang=fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator(".now")).to_contain_text("À payer")
    expect(page.locator(".pod.all_in .act")).to_have_text("Tapis")
    expect(page.locator('.pod[data-seat="10"] .name')).to_have_text("Jérôme")
    expect(page.locator('.pod[data-seat="3"] .stack')).to_have_text("31\u202f200")


def test_the_language_can_be_switched(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand())
    page.get_by_role("button", name="Français").click()
    expect(page.locator("#bar")).to_contain_text("Main 128")
    page.goto(f"{table.origin}/")
    expect(page.locator("#bar")).to_contain_text("Main 128")


def test_names_are_text_and_never_markup(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand(seats=(seat(1, name='<img src=x onerror="boom()">'),)))
    expect(page.locator('.pod[data-seat="1"] .name')).to_have_text('<img src=x onerror="boom()">')
    assert page.locator(".pod img").count() == 0


def test_nothing_is_asked_of_another_host(visit: Visit, table: Table) -> None:
    open_table(visit, table, mid_hand())
    assert len(visit.asked) > 10
    assert {urlsplit(address).netloc for address in visit.asked} == {f"127.0.0.1:{table.port}"}


@pytest.mark.parametrize("path", ["/?lang=fr", "/dealer?lang=fr"])
@pytest.mark.parametrize("width", [360, 390, 768, 1280, 1920])
def test_no_page_scrolls_sideways(visit: Visit, table: Table, path: str, width: int) -> None:
    visit.page.set_viewport_size({"width": width, "height": 844})
    page = open_table(visit, table, mid_hand(asks=(ASK,)), path)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}])
def test_no_seat_covers_another(visit: Visit, table: Table, size: dict[str, int]) -> None:
    visit.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page = open_table(visit, table, mid_hand())
    boxes = [plate.bounding_box() for plate in page.locator(".pod .plate").all()]
    for index, one in enumerate(boxes):
        for other in boxes[index + 1 :]:
            assert one is not None
            assert other is not None
            apart = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            assert apart or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]


def test_a_paused_table_says_so_and_since_when(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, waiting())
    expect(page.locator("#paused")).to_be_hidden()
    table.fed.deaf = True
    try:
        expect(page.locator("#paused")).to_contain_text("PAUSED")
        expect(page.locator("#paused")).to_contain_text(":")
    finally:
        table.fed.deaf = False
    expect(page.locator("#paused")).to_be_hidden()


def test_a_locked_table_says_no_next_step(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, mid_hand(faults=(Text(key="fault.door_open"),)))
    expect(page.locator(".alarms")).to_contain_text("Close the service door")
    expect(page.locator("section.now")).to_have_count(0)
