"""Remedies on the pages, in a real browser: what is due, with card, from and to; one tap; the floor's decisions."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from firmware_bridge.messages.public import PublicAsk, PublicState, Text, Which, alarm_of
from firmware_bridge.messages.told import DealerCommand, FloorDecision

from .conftest import Table, Visit
from .fake_controller import accept_all
from .remedies import WRONG_CARD, during
from .samples import mid_hand
from .test_dealer_page import open_dealer, said
from .test_table_page import open_table, show

pytestmark = [pytest.mark.browser, pytest.mark.process]

EXPOSED = ("deal/lfp-hole.scn", "A card exposed by the dealer")
EARLY = ("deal/lfp-board.scn", "A flop that came too early goes back")
DRAWN = ("deal/lfp-board.scn", "A flop of four, its order unknown")
FOUR = ("deal/lfp-board.scn", "A flop of four: the fourth")
FALLEN = ("deal/casino.scn", "A card that fell counts as exposed")
BURNS = ("deal/lfp-board.scn", "Two burns: the second")
BURNS_DRAWN = ("deal/lfp-board.scn", "Two burns, their order unknown")
REVIVED = ("deal/undone.scn", "A hand that was dead lives again")
ASIDE = ("deal/casino.scn", "The turn too early: thrown away")
WRONG = ("deal/lfp-board.scn", "The wrong card is taken off the board")


def open_floor(visit: Visit, table: Table, state: PublicState) -> Page:
    table.fed.commands.clear()
    table.fed.judge = accept_all
    return open_table(visit, table, state, "/floor?lang=en")


def test_the_movement_that_is_due_stands_big_with_card_from_and_to(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*EXPOSED, "remedy.stub_seat"))
    expect(page.locator(".step-line")).to_have_text("Put 7♣ of seat 3 on the deck, face up")
    expect(page.locator(".movement .note")).to_have_text("It will be the first burn card")
    expect(page.locator(".movement .from .card")).to_have_attribute("aria-label", "7c")
    expect(page.locator(".movement .place")).to_have_text(["seat 3", "the deck"])


def test_the_picture_shows_how_the_card_lies_in_the_end(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*EXPOSED, "remedy.stub_seat"))
    expect(page.locator(".movement .to .card")).to_have_attribute("aria-label", "7c")
    expect(page.locator(".movement .to .lies")).to_have_text("face up")
    show(table, during(*FOUR, "remedy.burn_board"))
    expect(page.locator(".movement .from .card")).to_have_attribute("aria-label", "3h")
    expect(page.locator(".movement .to .card.hidden")).to_have_count(1)
    expect(page.locator(".movement .to .lies")).to_have_text("face down")
    show(table, during(*FALLEN, "remedy.show_floor"))
    expect(page.locator(".movement .from .card.hidden")).to_have_count(1)
    expect(page.locator(".movement .to .open-card")).to_have_text("?")


def test_the_felt_marks_the_card_where_it_lies_and_where_it_goes(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*EXPOSED, "remedy.stub_seat"))
    seat = page.locator('.pod[data-seat="3"]')
    expect(seat.locator(".card.mark-from")).to_have_attribute("aria-label", "7c")
    expect(seat.locator("> .tag")).to_have_text("from")
    expect(seat.locator(".count")).to_have_text("3 cards")
    expect(page.locator('.heap[data-heap="stub"].mark-to > .tag')).to_have_text("to")
    expect(page.locator(".arrow-over polygon")).to_have_count(1)
    expect(page.locator(".pod.mark-from, .pod.mark-to")).to_have_count(1)


def test_the_fourth_card_of_a_flop_lies_on_the_felt_and_is_the_one_marked(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*FOUR, "remedy.burn_board"))
    expect(page.locator("#board .card")).to_have_count(4)
    expect(page.locator("#board .card.mark-from")).to_have_attribute("aria-label", "3h")
    expect(page.locator('.heap[data-heap="burn"].mark-to')).to_be_visible()


def test_the_burns_lie_there_one_after_another_and_the_one_that_goes_is_marked(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*BURNS, "remedy.lay_burn"))
    burns = page.locator('.heap[data-heap="burn"]')
    expect(burns.locator(".card.hidden")).to_have_count(2)
    expect(burns.locator(".card").nth(1)).to_have_class("card hidden mark-from")
    expect(burns.locator(".mark-from")).to_have_count(1)
    expect(burns.locator(".count")).to_have_text("2 cards")
    first, last = (burns.locator(".card").nth(n).bounding_box() for n in (0, 1))
    assert first is not None
    assert last is not None
    assert first["x"] < last["x"] < first["x"] + first["width"]
    show(table, during(*BURNS, "remedy.burn_board"))
    expect(burns.locator(".card.hidden")).to_have_count(1)
    expect(burns.locator(".count")).to_have_text("1 card")


def test_of_three_burns_the_first_two_are_marked_where_one_of_them_is_drawn(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*BURNS_DRAWN, "remedy.lay_drawn"))
    burns = page.locator('.heap[data-heap="burn"] .card')
    expect(burns).to_have_count(3)
    expect(burns.and_(page.locator(".mark-from"))).to_have_count(2)
    expect(burns.nth(2)).not_to_have_class("card hidden mark-from")
    expect(page.locator(".step-line")).to_have_text("Floor manager: draw one burn card. The other goes on the board")
    expect(page.locator(".movement .from .card")).to_have_count(1)
    expect(page.locator(".movement .from .one-of")).to_have_text("the other of 2")
    expect(page.locator(".movement .to .card")).to_have_count(1)


def test_a_seat_that_gets_its_cards_back_has_none_before_them(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*REVIVED, "remedy.back_muck"))
    seat = page.locator('.pod[data-seat="3"].mark-to')
    expect(seat).to_be_visible()
    expect(seat.locator(".card")).to_have_count(0)


def test_a_card_that_nothing_reads_is_a_gap_at_its_seat(visit: Visit, table: Table) -> None:
    which = Text(key="ask.card_missing", params={"which": Which(called="hole", seat=4, nth=2)})
    ask = PublicAsk(
        id="lost", key="card_missing", text=which, options=("lies", "dealer"), default=None, role="dealer"
    )
    page = open_dealer(visit, table, mid_hand(asks=(ask,), cards_at={"seat:4": 1}))
    seat = page.locator('.pod[data-seat="4"]')
    expect(seat.locator(".hole > *")).to_have_count(3)
    expect(seat.locator(".hole > .lost:nth-child(2)")).to_have_text("?")
    expect(seat.locator(".count")).to_have_text("1 card")


def test_how_a_fault_was_noticed_stands_beside_no_order(visit: Visit, table: Table) -> None:
    noticed = alarm_of("card.not_due", which=Which(called="last"))
    state = during(*EARLY, "remedy.stub_board").model_copy(update={"alarms": (noticed,)})
    page = open_dealer(visit, table, state)
    expect(page.locator(".movement .route")).to_be_visible()
    expect(page.locator(".alarms")).to_have_count(0)
    short = alarm_of("stack.short", seat=2, amount=100)
    show(table, state.model_copy(update={"alarms": (*state.alarms, short)}))
    expect(page.locator(".alarms p")).to_have_text(["Count the stack of seat 2: 100 is missing"])
    show(table, state.model_copy(update={"remedies": (), "next_step": None}))
    expect(page.locator(".alarms p")).to_have_text(["Leave the last card drawn there: no card was due"])


def test_a_movement_out_of_turn_is_answered_until_another_is_due_over_a_reload(visit: Visit, table: Table) -> None:
    state = during(*EXPOSED, "remedy.stub_seat")
    early = state.model_copy(update={"alarms": (alarm_of("remedy.step_open", which=Which(called="last")),)})
    page = open_dealer(visit, table, state)
    expect(page.locator(".movement .answered")).to_have_count(0)
    show(table, early)
    expect(page.locator(".movement .answered")).to_have_text("Wait: another movement of the remedy comes first")
    told = page.locator("main .told").inner_text()
    page.reload()
    expect(page.locator(".movement .answered")).to_be_visible()
    assert page.locator("main .told").inner_text() == told
    (remedy,) = early.remedies
    put, burn = remedy.moves[1:]
    made = (*remedy.moves[:1], put.model_copy(update={"state": "done"}), burn.model_copy(update={"state": "next"}))
    show(table, early.model_copy(update={"remedies": (remedy.model_copy(update={"moves": made}),)}))
    expect(page.locator(".step-line")).to_have_text("Burn 7♣ from the top of the deck, face down")
    expect(page.locator(".movement .answered")).to_have_count(0)


def test_while_a_movement_leads_no_seat_stands_out_that_nobody_tapped(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*FOUR, "remedy.burn_board"))
    expect(page.locator(".pod.chosen, .pod.turn")).to_have_count(0)
    expect(page.locator(".acts")).to_be_hidden()
    page.click('.pod[data-seat="2"]')
    expect(page.locator('.pod[data-seat="2"].chosen')).to_be_visible()
    page.click('#sheet [data-entry="away"]')
    assert said(table) == DealerCommand(word="away", seat=2)


def test_the_movements_are_listed_done_next_and_waiting_at_their_gate(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*EXPOSED, "remedy.stub_seat"))
    expect(page.locator(".remedy li.done")).to_have_text(["✓Deal the next card from the deck to seat 3, face down"])
    expect(page.locator(".remedy li.next")).to_have_text(["▶Put 7♣ of seat 3 on the deck, face up"])
    expect(page.locator(".remedy li.waiting .gate")).to_have_text(["before the flop"])
    expect(page.locator(".remedy .article")).to_have_text("lfp-2.5")


def test_it_is_said_in_french_too(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*EXPOSED, "remedy.stub_seat", "fr"), "fr")
    expect(page.locator(".step-line")).to_have_text("Posez le 7♣ du siège 3 sur le paquet, face visible")
    expect(page.locator(".movement .note")).to_have_text("Ce sera la première carte brûlée")
    expect(page.locator(".remedy .fault")).to_contain_text("Siège 3 : une carte a été exposée")
    expect(page.locator(".rulings .text").first).to_contain_text("Une carte exposée pendant la donne est morte")


def test_in_french_a_card_has_its_article_on_the_page_too(visit: Visit, table: Table) -> None:
    alarms = tuple(
        alarm_of("card.not_due", which=Which(names=names)) for names in (("7c",), ("Qh",), ("Ad",), ("Jh", "5d"))
    )
    page = open_dealer(visit, table, mid_hand(alarms=alarms), "fr")
    said = [f"Laissez {which} en place : aucune carte attendue" for which in ("le 7♣", "la Q♥", "l'A♦", "les J♥ 5♦")]
    expect(page.locator(".alarms p")).to_have_text(said)


def test_a_ruling_says_what_was_decided_here_and_below_it_what_its_article_says(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*EXPOSED, "remedy.stub_seat"))
    ruling = page.locator(".rulings li").first
    decided = "Seat 3: a card was turned up: it is replaced, and is the first burn. No misdeal"
    expect(ruling.locator(".said")).to_have_text(decided)
    expect(ruling.locator(".text")).to_contain_text("A card turned up in the deal is dead")


def test_what_a_sensor_sees_has_no_button_and_what_none_sees_is_one_tap(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*EARLY, "remedy.stub_board"))
    expect(page.locator(".movement .seen")).to_have_text("No button to press: the table sees it by itself")
    expect(page.locator("[data-step]")).to_have_count(0)
    show(table, during(*EARLY, "remedy.shuffle_stub"))
    expect(page.locator(".movement .seen")).to_have_count(0)
    page.click('[data-step="done"]')
    assert said(table) == DealerCommand(word="done")


@pytest.mark.parametrize(
    ("scenario", "key", "number"),
    [
        (DRAWN, "remedy.mix_board", 4),
        (DRAWN, "remedy.draw_board", 1),
        (DRAWN, "remedy.expose_board", 3),
        (BURNS_DRAWN, "remedy.mix_burn", 2),
        (BURNS_DRAWN, "remedy.lay_drawn", 1),
        (REVIVED, "remedy.back_muck", 2),
    ],
)
def test_as_many_cards_are_pictured_as_move(
    visit: Visit, table: Table, scenario: tuple[str, str], key: str, number: int
) -> None:
    page = open_dealer(visit, table, during(*scenario, key))
    expect(page.locator(".movement .end").first.locator(".cards-moved").first.locator(".card")).to_have_count(number)


def test_cards_that_are_turned_where_they_lie_go_nowhere_in_the_picture(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*DRAWN, "remedy.mix_board"))
    expect(page.locator(".movement .end")).to_have_count(1)
    expect(page.locator(".movement .end.at .cards-moved").nth(0).locator(".card:not(.hidden)")).to_have_count(4)
    expect(page.locator(".movement .end.at .cards-moved").nth(1).locator(".card.hidden")).to_have_count(4)
    expect(page.locator(".movement .end.at .lies")).to_have_text("face down")


def test_the_picture_of_a_movement_stays_in_the_tables_narrow_column(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, during(*DRAWN, "remedy.mix_board"), "/?lang=fr")
    box = page.locator(".now .end.at")
    expect(box.locator(".card")).to_have_count(8)
    column, picture = page.locator(".now").bounding_box(), box.bounding_box()
    assert column is not None
    assert picture is not None
    assert picture["x"] + picture["width"] <= column["x"] + column["width"]


def test_the_muck_is_drawn_with_the_cards_that_come_back(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*REVIVED, "remedy.back_muck"))
    muck = page.locator('.heap[data-heap="muck"].mark-from')
    expect(muck.locator(".card.hidden")).to_have_count(2)
    expect(muck.locator(".count")).to_have_text("2 cards")
    expect(page.locator(".movement .to .lies")).to_have_text("face down")


def test_of_two_cards_set_aside_the_lower_one_is_marked_and_said(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*ASIDE, "remedy.burn_aside"))
    aside = page.locator('.heap[data-heap="aside"] .card')
    expect(aside).to_have_count(2)
    expect(aside.nth(0)).to_have_class("card hidden mark-from")
    expect(aside.nth(1)).to_have_class("card hidden")
    expect(page.locator(".movement .note")).to_have_text("It is the lower one: it was set aside first")
    show(table, during(*ASIDE, "remedy.lay_aside"))
    expect(aside).to_have_count(1)
    expect(page.locator(".movement .note")).to_have_count(0)
    expect(page.locator(".step-line")).to_have_text("Lay the card set aside on the board, face up")


def test_the_third_burn_is_kept_apart_while_the_first_two_are_shuffled(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*BURNS_DRAWN, "remedy.mix_burn"))
    expect(page.locator(".movement .note")).to_have_text("Keep the 3rd burn card, the one on top, apart")


def test_a_managers_draw_shows_backs_and_no_face(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*DRAWN, "remedy.draw_board"))
    expect(page.locator(".movement .card.hidden")).to_have_count(2)  # before, and as it is burned
    expect(page.locator(".remedies .card:not(.hidden), .movement .card:not(.hidden)")).to_have_count(0)
    expect(page.locator(".step-line")).to_have_text("Floor manager: draw one of the 4 board cards and burn it")


def test_the_floor_is_asked_for_a_seat_while_none_is_on_turn(visit: Visit, table: Table) -> None:
    page = open_floor(visit, table, during(*EXPOSED, "remedy.stub_seat"))
    expect(page.locator("section:has(> .seats-row > [data-floor-seat]) > .who")).to_have_text("Tap a seat")


def test_the_floor_lets_the_rest_fall_away_with_a_reason(visit: Visit, table: Table) -> None:
    state = during(*EXPOSED, "remedy.stub_seat")
    page = open_floor(visit, table, state)
    page.click('[data-decision="stands"]')
    page.fill("#sheet input", "nobody saw it")
    page.keyboard.press("Enter")
    assert said(table) == FloorDecision(decision="stands", replaces=state.remedies[0].ruling, reason="nobody saw it")


def test_the_floor_takes_back_a_movement_that_was_not_made(visit: Visit, table: Table) -> None:
    state = during(*DRAWN, "remedy.draw_board")
    page = open_floor(visit, table, state)
    page.click('[data-decision="undo"]')
    page.fill("#sheet input", "not shuffled yet")
    page.keyboard.press("Enter")
    assert said(table) == FloorDecision(decision="undo", replaces=state.remedies[0].ruling, reason="not shuffled yet")


def test_the_dealer_has_none_of_the_floors_decisions(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*EXPOSED, "remedy.stub_seat"))
    expect(page.locator(".remedy")).to_be_visible()
    expect(page.locator("[data-decision]")).to_have_count(0)


def test_the_tables_own_page_shows_the_remedy_and_the_seats_that_they_wait(visit: Visit, table: Table) -> None:
    page = open_table(visit, table, during(*EXPOSED, "remedy.stub_seat"), "/?lang=en")
    expect(page.locator(".remedy li.next")).to_contain_text("Put 7♣ of seat 3")
    expect(page.locator(".now .step")).to_have_text("Put 7♣ of seat 3 on the deck, face up")


def test_while_a_manager_draws_the_board_lies_face_down_on_the_page_too(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*DRAWN, "remedy.mix_board"))
    expect(page.locator("#board .card:not(.hidden)")).to_have_count(4)
    show(table, during(*DRAWN, "remedy.draw_board"))
    expect(page.locator("#board .card:not(.hidden)")).to_have_count(0)
    expect(page.locator("#board .card.hidden")).to_have_count(4)


def test_a_card_taken_up_by_mistake_is_named_with_its_place(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, during(*WRONG, WRONG_CARD))
    expect(page.locator(".remedy .wrong .said")).to_have_text("Wrong card: put 5♦ back to board card 3")
    expect(page.locator(".step-line")).to_have_text("Wrong card: put 5♦ back to board card 3")
    expect(page.locator(".movement .place")).to_have_text(["the dealer's hand", "board card 3"])
    expect(page.locator(".movement .to .card")).to_have_attribute("aria-label", "5d")
    expect(page.get_by_text("Wrong card")).to_have_count(2)  # as the next step, and in the list of movements
    expect(page.locator(".remedy li.next")).to_have_count(1)
    expect(page.locator("#board .slot.mark-to")).to_have_count(1)
    expect(page.locator("#board .card")).to_have_count(2)


def test_the_floor_takes_back_a_ruling_whose_movements_are_all_made(visit: Visit, table: Table) -> None:
    state = during(*EARLY, "remedy.stub_board")
    page = open_floor(visit, table, state.model_copy(update={"remedies": ()}))
    page.click(f'[data-ruling="{state.remedies[0].ruling}"] button')
    page.get_by_role("button", name="There was no fault").click()
    page.fill("#sheet input", "he had folded")
    page.keyboard.press("Enter")
    replaced = state.remedies[0].ruling
    assert said(table) == FloorDecision(decision="no_fault", replaces=replaced, reason="he had folded")
