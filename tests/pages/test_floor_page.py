"""The floor's page in a real browser: what waits for a decision, and each decision as it reaches the controller."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from controller.poker.entries import ENTRIES
from firmware_bridge.messages.foreseen import Change, Foreseen
from firmware_bridge.messages.moments import PublicMoment
from firmware_bridge.messages.people import LogOut
from firmware_bridge.messages.public import PublicClock, PublicPrompt, PublicState, PublicSuspension, Text
from firmware_bridge.messages.told import Answer, DealerCommand, FloorDecision

from .conftest import Table, Visit
from .fake_controller import SECRET, accept_all
from .samples import ASK, DRAW_ASK, FLOOR_ASK, RULINGS, mid_hand, ruling, seat
from .test_dealer_page import FINGER, said
from .test_table_page import open_table

pytestmark = [pytest.mark.browser, pytest.mark.process]


def open_floor(visit: Visit, table: Table, state: PublicState, role: str = "floor", language: str = "en") -> Page:
    table.fed.commands.clear()
    table.fed.judge, table.fed.second = accept_all, False
    visit.role = role
    return open_table(visit, table, state, f"/floor?lang={language}")


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(".keypad").get_by_role("button", name=key, exact=True).click()
    page.locator("#sheet .main").click()


def give_reason(page: Page, reason: str) -> None:
    page.locator("#sheet input").fill(reason)
    page.locator("#sheet .main").click()


def test_a_question_is_decided_by_one_tap_with_its_article_beside_it(visit: Visit, table: Table) -> None:
    page = open_floor(visit, table, mid_hand(asks=(FLOOR_ASK,)))
    expect(page.locator('[data-ask="silent-6"]')).to_contain_text("by lfp-7.27")
    page.click('[data-ask="silent-6"] [data-option="call"]')
    assert said(table) == Answer(ask="silent-6", option="call")
    assert (table.fed.commands[0].role, table.fed.commands[0].author) == ("floor", "The floor")


def test_a_locked_table_leaves_the_floor_the_fault_and_what_was_ruled(visit: Visit, table: Table) -> None:
    page = open_floor(visit, table, mid_hand(faults=(Text(key="fault.journal_chain", params={"detail": ""}),)))
    expect(page.locator(".fault button")).to_be_visible()
    expect(page.locator(".decide .rulings")).to_be_visible()
    expect(page.locator("#what")).to_be_hidden()
    expect(page.locator("#entries button:visible")).to_have_count(0)


CALLED = Foreseen(
    changes=(
        Change(what="chips", place="stack:6", before=12_675, after=10_675),
        Change(what="due", place="bet:6", before=0, after=2_000),
        Change(what="cards", place="burn", before=1, after=2),
    ),
    turn=7,
    rulings=RULINGS[1:],
    step=Text(key="step.act", params={"seat": 7}),
)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_bar_is_one_line_on_a_phone_and_its_links_are_behind_the_menu(
    visit: Visit, table: Table, language: str
) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 844})
    page = open_floor(visit, table, mid_hand(), language=language)
    bar = page.locator("#bar").bounding_box()
    assert bar is not None
    assert bar["height"] < 64
    for shown in page.locator("#bar summary, #bar .sound, #bar .figures > *:visible").all():
        box = shown.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
    expect(page.locator("#bar a:visible")).to_have_count(0)
    page.click("#bar summary")
    expect(page.locator("#bar a:visible")).to_have_count(3)


def test_what_each_answer_would_change_stands_beside_it(visit: Visit, table: Table) -> None:
    table.fed.foreseen = {"call": CALLED, "void": Foreseen(void=True, dead=(3,))}
    page = open_floor(visit, table, mid_hand(asks=(FLOOR_ASK,)))
    would = page.locator('[data-ask="silent-6"] [data-would="call"] li')
    expect(would).to_have_text(
        [
            "Seat 3 raises to 2,000 · lfp-7.14",
            "Chips: seat 6's stack, 12,675 → 10,675",
            "Still to come: 2,000, seat 6's bet line",
            "Cards: the burn cards, 1 → 2",
            "Seat 7 acts next",
            "Then: Seat 7 to act",
        ]
    )
    expect(page.locator('[data-would="void"] li')).to_have_text(["The hand is void", "Seat 3: hand dead"])
    expect(page.locator('[data-would="fold"] li')).to_have_text(["Nothing changes"])
    assert table.fed.commands == []


FILM = (
    PublicMoment(before=4_200, what="said", how="entered", role="dealer", seat=6, word="raise", amount=500),
    PublicMoment(before=1_400, what="chips", how="sensed", place="stack:6", area="stack", number=6, removed=500),
    PublicMoment(before=600, what="card_placed", how="sensed", place="seat:7", area="seat", number=7),
    PublicMoment(
        before=0, what="chips", how="sensed", place="bet:6", area="bet", number=6, added=500, asks=("silent-6",)
    ),
)


def test_the_moments_before_a_question_stand_above_its_answers(visit: Visit, table: Table) -> None:
    table.fed.moments = {"silent-6": FILM}
    page = open_floor(visit, table, mid_hand(asks=(FLOOR_ASK,)))
    frames = page.locator('[data-ask="silent-6"] .film .frame')
    expect(frames.locator("b")).to_have_text(
        ["Seat 6 said: raise 500", "−500: seat 6's stack", "A card lies there: seat 7", "+500: seat 6's bet line"]
    )
    expect(frames.locator(".evidence")).to_have_text(
        ["entered by dealer", "seen by the chip antenna", "seen by the card antenna", "seen by the chip antenna"]
    )
    expect(frames.first).to_contain_text("4.2 s before")
    expect(frames.last).to_contain_text("Now the question")
    expect(frames.locator(".glyph")).to_have_count(4)


def test_a_question_of_the_senses_has_its_moments_and_what_each_answer_would_change(
    visit: Visit, table: Table
) -> None:
    lies = PublicMoment(
        before=0, what="card_placed", how="sensed", place="seat:3", area="seat", number=3, asks=(DRAW_ASK.id,)
    )
    table.fed.moments = {DRAW_ASK.id: (PublicMoment(before=900, what="card_drawn", how="sensed", place="shoe"), lies)}
    one_more = Foreseen(changes=(Change(what="cards", place="seat:3", before=1, after=2),), turn=6)
    table.fed.foreseen = {"4": Text(key="alarm.burn.missing"), "5": one_more}
    page = open_floor(visit, table, mid_hand(asks=(DRAW_ASK,)))
    asked = page.locator(f'[data-ask="{DRAW_ASK.id}"]')
    expect(asked.locator(".film .frame b")).to_have_text(["A card left the shoe", "A card lies there: seat 3"])
    expect(asked.locator('[data-would="4"] li')).to_have_text("Burn the card on the board: none was burned before it")
    expect(asked.locator('[data-would="5"] li')).to_have_text(["Cards: seat 3, 1 → 2", "Seat 6 acts next"])
    expect(asked.locator('[data-option="5"]')).to_have_text("the last card drawn")
    assert table.fed.commands == []


def test_a_ruling_that_names_its_seat_names_it_once(visit: Visit, table: Table) -> None:
    warning = RULINGS[0].model_copy(update={"text": Text(key="decided.penalty_warning", params={"seat": 2})})
    page = open_floor(visit, table, mid_hand(rulings=(warning,)))
    expect(page.locator(f'[data-ruling="{warning.id}"] .said')).to_have_text("Seat 2: a warning")


def test_a_time_that_is_over_is_said_by_what_was_waited_for(visit: Visit, table: Table) -> None:
    moment = PublicMoment(before=0, what="timer", how="timer", word="sight", asks=("silent-6",))
    table.fed.moments = {"silent-6": (moment,)}
    page = open_floor(visit, table, mid_hand(asks=(FLOOR_ASK,)))
    expect(page.locator(".film .frame b")).to_have_text("A card is read nowhere")


def test_a_question_without_moments_has_no_strip(visit: Visit, table: Table) -> None:
    table.fed.moments = {}
    page = open_floor(visit, table, mid_hand(asks=(FLOOR_ASK,)))
    expect(page.locator('[data-ask="silent-6"] .choices')).to_be_visible()
    expect(page.locator(".film")).to_be_hidden()


def test_a_ruling_is_overruled_from_the_hand_by_time(visit: Visit, table: Table) -> None:
    pressed = PublicMoment(
        before=9_000, what="key", how="sensed", seat=3, word="raise", amount=2_000, rulings=RULINGS[1:]
    )
    older = ruling(7, "bet.open", 1, "lfp-7.12", "effect.bet", 400)  # the table does not keep it any longer
    table.fed.moments = {"": (pressed.model_copy(update={"rulings": (older,)}), pressed)}
    page = open_floor(visit, table, mid_hand())
    page.click(".hand-log summary")
    lines = page.locator(".hand-log .moments > li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Seat 3 pressed: raise 2,000")
    expect(lines.first).to_contain_text("the player's key")
    expect(lines.first).to_contain_text("lfp-7.14")
    expect(lines.last.get_by_role("button")).to_have_count(0)
    lines.first.get_by_role("button").click()
    page.click('#sheet [data-one="call"]')
    give_reason(page, "the players agree")
    assert said(table) == FloorDecision(decision="call", replaces="812.2", reason="the players agree")


def test_the_dealers_page_asks_neither_for_moments_nor_for_answers(visit: Visit, table: Table) -> None:
    visit.role = "dealer"
    page = open_table(visit, table, mid_hand(asks=(FLOOR_ASK,)), "/dealer?lang=en")
    expect(page.locator('[data-ask="silent-6"] [data-option="call"]')).to_be_visible()
    assert not any("foreseen" in address or "moments" in address for address in visit.asked)


def test_what_takes_two_people_is_entered_once_another_one_has_confirmed_it(visit: Visit, table: Table) -> None:
    page = open_floor(visit, table, mid_hand(asks=(FLOOR_ASK,)))
    table.fed.second = True
    page.click('[data-ask="silent-6"] [data-option="call"]')
    expect(page.locator("#sheet")).to_contain_text("A second person confirms")
    expect(page.locator("#sheet .what")).to_have_text("Call")
    page.locator("#sheet input").first.fill("The director")
    page.keyboard.press("Enter")
    page.keyboard.type(SECRET)
    page.keyboard.press("Enter")
    assert said(table) == Answer(ask="silent-6", option="call")
    assert (table.fed.commands[0].author, table.fed.commands[0].second) == ("The floor", "director")


def test_a_second_person_who_does_not_come_confirms_nothing(visit: Visit, table: Table) -> None:
    page = open_floor(visit, table, mid_hand(asks=(FLOOR_ASK,)))
    table.fed.second = True
    page.click('[data-ask="silent-6"] [data-option="call"]')
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#verdict.no")).to_contain_text("Nobody confirmed it")
    assert table.fed.commands == []


def test_a_ruling_is_overruled_with_a_sum_and_a_reason(visit: Visit, table: Table) -> None:
    page = open_floor(visit, table, mid_hand())
    line = page.locator('[data-ruling="812.2"]')
    expect(line).to_contain_text("lfp-7.14")
    line.get_by_role("button").click()
    page.click('#sheet [data-one="raise"]')
    tap(page, "9", "00")
    give_reason(page, "he said nine hundred")
    assert said(table) == FloorDecision(decision="raise", amount=900, replaces="812.2", reason="he said nine hundred")


def test_a_penalty_is_given_to_the_seat_chosen(visit: Visit, table: Table) -> None:
    page = open_floor(visit, table, mid_hand())
    page.click('[data-floor-seat="7"]')
    page.click('[data-floor="penalty"]')
    page.click('#sheet [data-one="suspension"]')
    page.click('#sheet [data-one="2"]')
    assert said(table) == DealerCommand(word="penalty", seat=7, choice="suspension", number=2)


@pytest.mark.parametrize("what", ["stack", "issue", "withdraw"])
def test_chips_are_corrected_with_a_reason(visit: Visit, table: Table, what: str) -> None:
    page = open_floor(visit, table, mid_hand())
    page.click('[data-floor-seat="2"]')
    page.click(f'[data-floor="correct_{what}"]')
    tap(page, "5", "00")
    give_reason(page, "counted")
    assert said(table) == FloorDecision.model_validate(
        {"decision": what, "seat": 2, "amount": 500, "reason": "counted"}
    )


def test_time_is_called_from_the_prompt_and_counts_down_by_itself(visit: Visit, table: Table) -> None:
    text = Text(key="prompt.time", params={"seat": 2})
    call = PublicPrompt(to="floor", about=2, key="time", text=text)
    page = open_floor(visit, table, mid_hand(floor_prompts=(call,)))
    page.locator('[data-prompt="time"]').get_by_role("button").click()
    assert said(table) == DealerCommand(word="clock")
    page = open_floor(visit, table, mid_hand(clock=PublicClock(seat=4, due=60_000_000_000)))
    expect(page.locator(".countdown")).to_contain_text("Seat 4: 60 s left")
    expect(page.locator(".countdown")).to_contain_text("Seat 4: 58 s left")


def test_what_a_seat_has_done_and_its_suspension_stand_beside_it(visit: Visit, table: Table) -> None:
    text = Text(key="turn.suspended_rounds", params={"count": 2})
    out = PublicSuspension(kind="rounds", left=2, text=text)
    seats = tuple(seat(n, **({"suspended": out, "counted": {"string": 3}} if n == 6 else {})) for n in range(1, 11))
    page = open_floor(visit, table, mid_hand(seats=seats))
    page.click('[data-floor-seat="6"]')
    expect(page.locator("#decide")).to_contain_text("Suspended, rounds left: 2")
    expect(page.locator("#decide")).to_contain_text("String bets: 3")
    expect(page.locator('.pod[data-seat="6"]')).to_contain_text("Suspended")


@pytest.mark.parametrize("role", ["floor", "director"])
def test_every_entry_of_the_role_is_offered(visit: Visit, table: Table, role: str) -> None:
    page = open_floor(visit, table, mid_hand(), role)
    for word, form in ENTRIES.items():
        if word not in ("manual", "sensing"):
            allowed = role == "director" or form.least != "director"
            expect(page.locator(f'#entries [data-entry="{word}"]')).to_have_count(int(allowed))


def test_the_director_decides_as_the_director(visit: Visit, table: Table) -> None:
    page = open_floor(visit, table, mid_hand(), "director")
    page.click(".all-entries summary")
    page.click(".more summary")
    page.click('[data-entry="misunderstanding"]')
    assert said(table) == DealerCommand(word="misunderstanding", seat=4)
    assert table.fed.commands[0].role == "director"


def test_a_fault_is_settled_with_a_reason(visit: Visit, table: Table) -> None:
    fault = Text(key="fault.journal_commit", params={})
    page = open_floor(visit, table, mid_hand(faults=(fault,)))
    page.locator(".ask.fault").get_by_role("button").click()
    give_reason(page, "disk replaced")
    assert said(table) == FloorDecision(decision="clear_fault", reason="disk replaced")


@pytest.mark.parametrize(("width", "language"), [(360, "fr"), (1280, "en")])
def test_every_target_is_large_enough_for_a_finger(visit: Visit, table: Table, width: int, language: str) -> None:
    visit.page.set_viewport_size({"width": width, "height": 800})
    page = open_floor(visit, table, mid_hand(asks=(ASK, FLOOR_ASK)), "director", language)
    page.click(".all-entries summary")
    page.click(".more summary")
    buttons = page.locator(".decide button:visible").all()
    assert len(buttons) > 60
    for button in buttons:
        box = button.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width, button.text_content()
        assert (box["width"] >= FINGER, box["height"] >= FINGER) == (True, True), button.text_content()


@pytest.mark.parametrize(("width", "language"), [(360, "fr"), (390, "en"), (1024, "fr"), (1280, "fr")])
def test_the_page_is_no_wider_than_the_screen(visit: Visit, table: Table, width: int, language: str) -> None:
    visit.page.set_viewport_size({"width": width, "height": 800})
    text = Text(key="turn.suspended_rounds", params={"count": 2})
    out = PublicSuspension(kind="rounds", left=2, text=text)
    seats = tuple(seat(n, suspended=out) for n in range(1, 11))
    page = open_floor(visit, table, mid_hand(asks=(FLOOR_ASK,), seats=seats), "assistant", language)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_who_is_logged_in_is_shown_and_logs_out_by_one_tap(visit: Visit, table: Table) -> None:
    page = open_floor(visit, table, mid_hand(), "director")
    expect(page.locator("#who")).to_have_text("The director")
    page.click("#who")
    page.wait_for_url("**/login?next=%2Ffloor")
    assert any(isinstance(ask, LogOut) for ask in table.fed.asked)
