"""The dealer's page in a real browser: each tap as the command that reaches the controller."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from controller.poker.entries import ENTRIES
from firmware_bridge.messages.public import PublicAlarm, PublicOffer, PublicState, Text, Which
from firmware_bridge.messages.told import Answer, Condition, DealerCommand, Declared, FloorDecision

from .conftest import Table, Visit
from .fake_controller import SECRET, accept_all
from .samples import ASK, DRAW_ASK, FLOOR_ASK, mid_hand, next_step, seat, showdown, waiting
from .test_table_page import open_table, show

pytestmark = [pytest.mark.browser, pytest.mark.process]

FINGER = 44  # px; WCAG 2.2, 2.5.5 target size


def open_dealer(visit: Visit, table: Table, state: PublicState, language: str = "en") -> Page:
    table.fed.commands.clear()
    table.fed.judge = accept_all
    return open_table(visit, table, state, f"/dealer?lang={language}")


def said(table: Table) -> object:
    """The one thing that the dealer has told the controller."""
    end = time.monotonic() + 5
    while not table.fed.commands:
        assert time.monotonic() < end, "nothing was told"
        time.sleep(0.02)
    (command,) = table.fed.commands
    return command.told


FREE = {"to_call": 0, "call_total": 0, "min_raise": 400, "options": ("fold", "check", "bet", "all_in")}


@pytest.mark.parametrize(
    ("entry", "word", "facts"),
    [("fold", "fold", {}), ("check", "check", FREE), ("call", "call", {}), ("all_in", "all_in", {})],
)
def test_one_tap_says_what_the_seat_to_act_said(
    visit: Visit, table: Table, entry: str, word: str, facts: dict[str, Any]
) -> None:
    page = open_dealer(visit, table, mid_hand(**facts))
    page.click(f'[data-entry="{entry}"]')
    assert said(table) == Declared.model_validate({"seat": 4, "word": word})
    expect(page.locator("#verdict")).to_contain_text("Entered")


def test_only_the_acts_that_are_open_to_the_seat_stand_there(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    acts = page.locator(".acts button:visible")
    expect(acts).to_have_text(["Fold", "Call 2,000", "Raise …", "All-in"])
    places = [box["x"] for box in boxes(acts)]
    show(table, mid_hand(**FREE))
    expect(acts).to_have_text(["Fold", "Check", "Bet …", "All-in"])
    assert [box["x"] for box in boxes(acts)] == places


def test_an_act_that_is_not_open_to_the_seat_can_be_said_too(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click("[data-more]")
    page.click('#sheet [data-one="check"]')
    assert said(table) == Declared(seat=4, word="check")


def test_another_seat_is_chosen_by_a_tap_on_the_felt(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('.pod[data-seat="7"]')
    expect(page.locator('.pod[data-seat="7"].chosen')).to_have_count(1)
    page.click('#sheet [data-entry="fold"]')
    assert said(table) == Declared(seat=7, word="fold")
    expect(page.locator(".pod.chosen")).to_have_count(0)


def test_the_acts_are_those_of_the_seat_on_turn_when_the_turn_moves(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    show(table, mid_hand(turn=7))
    expect(page.locator(".big-seat")).to_have_text("7")
    page.click('[data-entry="fold"]')
    assert said(table) == Declared(seat=7, word="fold")


def test_a_word_before_the_chips_is_said_so_and_only_once(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('[data-when="before"]')
    page.click('[data-entry="call"]')
    assert said(table) == Declared(seat=4, word="call", when="before")
    expect(page.locator('[data-when][aria-pressed="true"]')).to_have_count(0)


def test_the_smallest_raise_is_two_taps(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('[data-entry="raise"]')
    page.get_by_role("button", name="Smallest 3,200").click()
    assert said(table) == Declared(seat=4, word="raise", amount=3_200)


def test_a_free_amount_comes_from_the_keypad(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('[data-entry="raise"]')
    for key in ("4", "5", "00"):
        page.locator(".keypad").get_by_role("button", name=key, exact=True).click()
    page.get_by_role("button", name="Enter").click()
    assert said(table) == Declared(seat=4, word="raise", amount=4_500)


def test_a_closed_keypad_enters_nothing(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('[data-entry="raise"]')
    page.keyboard.press("Escape")
    page.click('[data-entry="fold"]')
    assert said(table) == Declared(seat=4, word="fold")


def test_with_nothing_to_call_it_is_a_bet(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand(**FREE))
    expect(page.locator('[data-entry="raise"]')).to_have_text("Bet …")
    page.click('[data-entry="raise"]')
    page.get_by_role("button", name="Smallest 400").click()
    assert said(table) == Declared(seat=4, word="bet", amount=400)


def test_the_next_step_is_one_tap(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, waiting())
    expect(page.locator(".step-line")).to_have_text("Shuffle, then start the hand")
    page.click('[data-step="shuffle"]')
    assert said(table) == DealerCommand(word="shuffle")


def test_a_step_that_sensors_see_has_no_button(visit: Visit, table: Table) -> None:
    burn = next_step("burn")
    page = open_dealer(visit, table, mid_hand(turn=None, next_step=burn, answers=(PublicOffer(word="burned"),)))
    expect(page.locator('[data-step="burned"]')).to_be_visible()
    show(table, mid_hand(turn=None, next_step=burn))
    expect(page.locator("[data-step]")).to_have_count(0)


def test_two_hands_to_be_turned_up_are_two_buttons(visit: Visit, table: Table) -> None:
    step = next_step("expose")
    answers = (PublicOffer(word="shows", seat=3), PublicOffer(word="shows", seat=5))
    page = open_dealer(visit, table, mid_hand(turn=None, next_step=step, answers=answers))
    page.get_by_role("button", name="Seat 5: Shows").click()
    assert said(table) == DealerCommand(word="shows", seat=5)


def tell_board(page: Page) -> None:
    """What lies on the board, from a touch of it."""
    page.click('[data-touch="board"]')
    page.click('#sheet [data-entry="board"]')


def test_the_flop_is_tapped_card_by_card(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand(board=()))
    tell_board(page)
    for card in ("7h", "8h", "Kd"):
        expect(page.locator("#sheet .main")).to_be_disabled()
        page.click(f'[data-card="{card}"]')
    page.click('[data-card="2c"]')  # a fourth is not taken
    page.get_by_role("button", name="Enter").click()
    assert said(table) == DealerCommand(word="board", value="7h8hKd")


@pytest.mark.parametrize("cards", [("7h", "8h"), ("7h", "8h", "Kd", "2c")], ids=["two", "four"])
def test_another_number_of_board_cards_is_entered_only_as_such(
    visit: Visit, table: Table, cards: tuple[str, ...]
) -> None:
    page = open_dealer(visit, table, mid_hand(board=()))
    tell_board(page)
    page.click(f'[data-card="{cards[0]}"]')
    expect(page.locator("#sheet .main")).to_be_disabled()
    page.click('[data-one="other_number"]')
    expect(page.locator("#sheet .main")).to_be_enabled()  # one card lies there
    for card in cards[1:]:
        page.click(f'[data-card="{card}"]')
    page.get_by_role("button", name="Enter").click()
    assert said(table) == DealerCommand(word="board", value="".join(cards))


def test_a_card_that_lies_already_cannot_be_tapped(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    tell_board(page)
    expect(page.locator('[data-card="Ah"]')).to_be_disabled()
    expect(page.locator('[data-card="As"]')).to_be_enabled()


def test_winners_are_named_pot_by_pot_outermost_first(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, showdown(moments=("showdown",)))
    page.click('[data-touch="pot"]')
    page.click('#sheet [data-entry="wins"]')
    rows = page.locator(".pot-row")
    expect(rows).to_have_count(2)
    main, side = rows.all()
    main.get_by_role("button", name="4", exact=True).click()
    main.get_by_role("button", name="5", exact=True).click()
    side.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("button", name="Enter").click()
    assert said(table) == DealerCommand(word="wins", value="3;4,5")


def test_a_counted_stack_is_entered_for_its_seat(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('.pod[data-seat="8"]')
    page.click('#sheet [data-entry="stack"]')
    page.locator(".keypad").get_by_role("button", name="7", exact=True).click()
    page.locator(".keypad").get_by_role("button", name="000", exact=True).click()
    page.get_by_role("button", name="Enter").click()
    assert said(table) == DealerCommand(word="stack", seat=8, value="7000")


def test_words_that_are_rare_stand_under_other_words(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click("[data-more]")
    page.click('#sheet [data-one="plus"]')
    for key in ("6", "00"):
        page.locator(".keypad").get_by_role("button", name=key, exact=True).click()
    page.get_by_role("button", name="Enter", exact=True).click()
    assert said(table) == Declared(seat=4, word="plus", amount=600)


def test_a_word_in_the_dark_is_said_so_and_only_once(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click("[data-more]")
    page.click('#sheet [data-one="dark"]')
    expect(page.locator('[data-entry="dark"]')).to_have_attribute("aria-pressed", "true")
    page.click('[data-entry="call"]')
    assert said(table) == Declared(seat=4, word="call", dark=True)
    expect(page.locator('[data-entry="dark"]')).to_be_hidden()


def test_a_word_may_hang_on_what_another_does(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click("[data-more]")
    page.click('#sheet [data-one="condition"]')
    page.click('#sheet [data-one="7"]')
    page.click('#sheet [data-one="check"]')
    expect(page.locator('[data-entry="condition"]')).to_have_text("If seat 7: Check")
    page.click('[data-entry="call"]')
    assert said(table) == Declared(seat=4, word="call", condition=Condition(seat=7, act="check"))


@pytest.mark.parametrize(
    ("entry", "taps", "expected"),
    [
        ("count", (), DealerCommand(word="count", seat=4)),
        ("see", ("3",), DealerCommand(word="see", seat=4, other=3)),
        ("turned", ("accident",), DealerCommand(word="turned", seat=4, choice="accident")),
        ("turned", ("7",), DealerCommand(word="turned", seat=4, other=7)),
        ("killed", ("thrown",), DealerCommand(word="killed", seat=4, choice="thrown")),
        ("fault", ("device",), DealerCommand(word="fault", seat=4, choice="device")),
        ("fault", ("collusion", "7"), DealerCommand(word="fault", seat=4, choice="collusion", other=7)),
        ("showed", ("3", "enter"), DealerCommand(word="showed", seat=4, other=3)),
        ("exposed", ("enter",), DealerCommand(word="exposed", seat=4)),
        ("exposed", ("2", "dealer", "enter"), DealerCommand(word="exposed", seat=4, number=2, choice="dealer")),
        ("misdealt:missed", (), DealerCommand(word="misdealt", seat=4, choice="missed")),
        ("misread", ("call",), DealerCommand(word="misread", seat=4, choice="call")),
    ],
)
def test_an_entry_asks_for_what_it_still_needs(
    visit: Visit, table: Table, entry: str, taps: tuple[str, ...], expected: DealerCommand
) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('.pod[data-seat="4"]')
    page.click(f'#sheet [data-entry="{entry}"]')
    for tap in taps:
        page.click(f'#sheet [data-one="{tap}"]')
    assert said(table) == expected


def test_every_entry_that_the_dealer_may_give_is_offered_and_no_other(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click("#what")
    by_hand = {"manual", "sensing"}  # they stand beside each part
    names = page.locator("#sheet [data-entry]").evaluate_all("all => all.map(one => one.dataset.entry.split(':')[0])")
    assert set(names) - {"overrule", "shows_cards"} == {
        word for word, form in ENTRIES.items() if form.least == "dealer" and word not in by_hand
    }


@pytest.mark.parametrize(
    ("touch", "offered", "not_offered"),
    [
        ("muck", {"killed", "retrieve", "turned"}, {"board", "seat", "deck_change"}),
        ("pot", {"gathered", "undetermined", "claim"}, {"killed", "burned"}),
        ("shoe", {"boxed", "order_lost", "deck_change"}, {"killed", "gathered"}),
        ("burn", {"false_board", "burned"}, {"killed", "boxed"}),
        ("board", {"board", "false_board", "rabbit"}, {"mucks", "killed"}),
    ],
)
def test_what_is_touched_offers_only_what_can_have_happened_there(
    visit: Visit, table: Table, touch: str, offered: set[str], not_offered: set[str]
) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click(f'[data-touch="{touch}"]')
    there = set(page.locator("#sheet [data-entry]").evaluate_all("all => all.map(one => one.dataset.entry)"))
    mine = {word for word in offered if ENTRIES[word].least == "dealer"}
    there = {name.split(":")[0] for name in there}
    assert (mine - there, there & not_offered) == (set(), set())


IRREGULARITIES = {
    'pod 3, exposed, enter': DealerCommand(word="exposed", seat=3),
    'pod 3, fallen, enter': DealerCommand(word="fallen", seat=3),
    'pod 3, flashed, 2': DealerCommand(word="flashed", seat=3, number=2),
    'pod 3, joker, 1': DealerCommand(word="joker", seat=3, number=1),
    'pod 3, misdealt:count, 3': DealerCommand(word="misdealt", choice="count", seat=3, number=3),
    'pod 3, misdealt:missed': DealerCommand(word="misdealt", choice="missed", seat=3),
    'shoe, misdealt:order': DealerCommand(word="misdealt", choice="order"),
    'burn, false_board:no_burn': DealerCommand(word="false_board", choice="no_burn"),
    'board, false_board:two_burns': DealerCommand(word="false_board", choice="two_burns"),
    'shoe, boxed': DealerCommand(word="boxed"),
    'shoe, foul:double': DealerCommand(word="foul", choice="double"),
    'shoe, foul:missing, none': DealerCommand(word="foul", choice="missing"),
    'shoe, order_lost': DealerCommand(word="order_lost"),
    'pod 3, killed, accident': DealerCommand(word="killed", seat=3, choice="accident"),
    'pod 3, misread, call': DealerCommand(word="misread", seat=3, choice="call"),
    'pod 3, fault, device': DealerCommand(word="fault", seat=3, choice="device"),
    'pod 3, see, 7': DealerCommand(word="see", seat=3, other=7),
    'pod 3, protests': DealerCommand(word="protests", seat=3),
    'pod 3, dispute': DealerCommand(word="dispute", seat=3),
    'pod 3, unaware': DealerCommand(word="unaware", seat=3),
    'what, outsider, spectator': DealerCommand(word="outsider", choice="spectator"),
    'pot, manual': DealerCommand(word="manual", value="pot"),
}  # fmt: skip


def test_any_irregularity_is_reported_in_at_most_three_taps(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    assert max(len(taps.split(", ")) for taps in IRREGULARITIES) == 3
    for taps, expected in IRREGULARITIES.items():
        table.fed.commands.clear()
        touch, entry, *rest = taps.split(", ")
        page.click("#what" if touch == "what" else f'.pod[data-seat="{touch[4:]}"]' if touch.startswith("pod ")
                   else f'[data-touch="{touch}"]')  # fmt: skip
        page.click(f'#sheet [data-entry="{entry}"]')
        for tap in rest:
            page.click(f'#sheet [data-one="{tap}"]')
        assert said(table) == expected, taps


def test_the_board_and_the_pot_are_touched_on_the_felt_too(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click("#felt .touch-board")
    expect(page.locator("#sheet h1")).to_have_text("Board")


def test_a_sensor_is_set_to_hand_entry_where_it_is_touched(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('.pod[data-seat="7"]')
    page.locator("#sheet .part-row").first.get_by_role("button", name="By hand").click()
    assert said(table) == DealerCommand(word="manual", value="chips:7")


def test_what_is_typed_finds_its_entry_and_the_enter_key_takes_it(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click("#what")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("burnd twise")
    expect(page.locator("#sheet .hits button").first).to_have_text("Fault of the board: Two cards burned")
    page.keyboard.press("Enter")
    assert said(table) == DealerCommand(word="false_board", choice="two_burns")


def test_the_choices_of_what_was_found_stand_beside_it_on_a_phone(visit: Visit, table: Table) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 640})
    page = open_dealer(visit, table, mid_hand())
    page.click("#what")
    page.keyboard.type("wrong board")
    kin = page.locator("#sheet .kin").first.locator("button")
    expect(kin).to_have_text(["Fault of the board", "No card burned", "Two cards burned"])
    assert reached(page, "#sheet .hits button", 360) > 4
    kin.nth(2).click()
    assert said(table) == DealerCommand(word="false_board", choice="two_burns")


def test_an_entry_found_by_words_asks_for_a_seat_that_it_can_be_about(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click("#what")
    page.keyboard.type("phone")
    page.keyboard.press("Enter")
    page.click('#sheet [data-one="7"]')
    assert said(table) == DealerCommand(word="fault", seat=7, choice="device")


def test_what_cannot_be_true_now_stands_apart(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click("#what")
    expect(page.locator('#sheet [data-entry="shuffle"]')).to_be_hidden()
    page.click("#sheet .more summary")
    expect(page.locator('#sheet [data-entry="shuffle"].unlikely')).to_be_visible()


def test_the_last_act_is_taken_back_by_one_tap(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand(undo=PublicOffer(word="withdraw", seat=3)))
    expect(page.locator("#undo")).to_contain_text("Seat 3 · Raise")
    page.click("#undo")
    assert said(table) == DealerCommand(word="withdraw", seat=3)


def test_an_entry_with_an_opposite_is_taken_back_by_it(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    expect(page.locator("#undo")).to_be_disabled()
    page.click('.pod[data-seat="7"]')
    page.click('#sheet [data-entry="away"]')
    expect(page.locator("#undo")).to_contain_text("Seat 7 · Is away")
    table.fed.commands.clear()
    page.click("#undo")
    assert said(table) == DealerCommand(word="back", seat=7)


def test_the_keys_open_the_search_and_take_back(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand(undo=PublicOffer(word="withdraw", seat=3)))
    page.keyboard.press("Control+k")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    assert said(table) == DealerCommand(word="withdraw", seat=3)


@pytest.mark.parametrize(
    ("state", "offered"),
    [
        (waiting(), {"seat", "leave", "buyin"}),
        (showdown(moments=("showdown",), answers=()), {"shows", "mucks", "wins"}),
        (mid_hand(asks=(ASK,)), set()),
    ],
    ids=["between", "showdown", "question"],
)
def test_what_is_reported_often_at_this_moment_stands_there(
    visit: Visit, table: Table, state: PublicState, offered: set[str]
) -> None:
    page = open_dealer(visit, table, state)
    often = page.locator("[data-often]").evaluate_all("all => all.map(one => one.dataset.often)")
    assert set(often) == offered


def test_the_choice_of_day_or_night_is_kept(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    before = page.locator("html").get_attribute("data-theme")
    page.click(".menu summary")
    page.get_by_role("button", name="Day / night").click()
    page.reload()
    expect(page.locator("html")).not_to_have_attribute("data-theme", before or "")


def test_the_dealer_decides_otherwise_on_the_last_ruling_of_a_seat(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('.pod[data-seat="3"]')
    page.click('#sheet [data-entry="overrule"]')
    page.click('#sheet [data-one="call"]')
    page.locator("#sheet input").fill("he said call")
    page.locator("#sheet .main").click()
    assert said(table) == FloorDecision(decision="call", replaces="812.2", reason="he said call")
    assert table.fed.commands[0].role == "dealer"


def test_which_draw_lies_there_is_asked_in_words(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand(asks=(DRAW_ASK,)))
    expect(page.locator('[data-option="4"]')).to_have_text("the card before the last one, due at seat 2")
    expect(page.locator('[data-option="5"]')).to_have_text("the last card drawn")
    expect(page.locator('[data-option="unseen"]')).to_have_text("None of these: it left unseen")


def test_a_question_is_answered_by_a_big_button(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand(asks=(ASK,)))
    page.click('[data-ask="motion-4"] [data-option="two"]')
    assert said(table) == Answer(ask="motion-4", option="two")


def test_a_question_of_the_floor_asks_who_decides(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand(asks=(FLOOR_ASK,)))
    expect(page.locator('[data-ask="silent-6"]')).to_contain_text("by lfp-7.27")
    page.click('[data-ask="silent-6"] [data-option="call"]')
    assert table.fed.commands == []
    expect(page.locator("#sheet")).to_contain_text("Call")
    page.locator("#sheet input").first.fill("The floor")
    page.locator("#sheet input").last.fill(SECRET)
    page.get_by_role("button", name="Enter").click()
    assert said(table) == Answer(ask="silent-6", option="call")
    assert (table.fed.commands[0].role, table.fed.commands[0].author) == ("floor", "The floor")


def test_a_refusal_stays_with_reason_and_article(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    table.fed.judge = lambda _command: (False, "it is the turn of seat 2", "lfp-7.22")
    page.click('[data-entry="fold"]')
    expect(page.locator("#verdict.no")).to_contain_text("it is the turn of seat 2")
    expect(page.locator("#verdict.no")).to_contain_text("by lfp-7.22")
    expect(page.locator("#verdict")).not_to_contain_text("null")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#verdict")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_bar_is_one_line_on_a_tablet(visit: Visit, table: Table, language: str) -> None:
    title = "Casino, parties d'argent en no-limit"
    page = open_dealer(visit, table, mid_hand(phase="preflop", rulebook_title=title, hand=1024), language)
    tops = [each.bounding_box() for each in page.locator("#bar nav > *, #bar .figures > *").all()]
    bar = page.locator("#bar").bounding_box()
    assert bar is not None
    assert bar["height"] < 2 * FINGER
    assert all(box is None or box["x"] + box["width"] <= 1280 for box in tops)


def test_two_quick_taps_are_one_entry(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())

    def slow(_command: object) -> tuple[bool, str, None]:
        time.sleep(0.5)
        return True, "", None

    table.fed.judge = slow
    box = page.locator('[data-entry="call"]').bounding_box()
    assert box is not None
    page.mouse.dblclick(box["x"] + 20, box["y"] + 20)
    expect(page.locator("#verdict")).to_contain_text("Entered")
    assert len(table.fed.commands) == 1


def test_french_entries_have_french_words(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand(), "fr")
    expect(page.locator('[data-entry="call"]')).to_have_text("Suivre 2\u202f000")
    expect(page.locator(".step-line")).to_contain_text("siège 4")
    page.click("#what")
    expect(page.locator('#sheet [data-entry="burned"]')).to_have_text("Carte brûlée")


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_every_target_is_large_enough_for_a_finger(visit: Visit, table: Table, width: int) -> None:
    visit.page.set_viewport_size({"width": width, "height": 800})
    page = open_dealer(visit, table, mid_hand(asks=(ASK,)))
    assert reached(page, ".entries button:not(.pod):visible", width) > 12
    assert reached(page, "#bar button:visible, #bar summary", width) == 2
    page.click('[data-touch="board"]')
    page.click('#sheet [data-entry="board"]')
    expect(page.locator("#sheet .deck")).to_be_visible()
    assert reached(page, "#sheet button:visible", width) > 52
    page.keyboard.press("Escape")
    page.click("#what")
    expect(page.locator("#search")).to_be_visible()
    assert reached(page, "#sheet button:visible", width) > 40


def misplaced(seat: int | None, which: Which) -> PublicAlarm:
    text = Text(key="alarm.card.misplaced", params={"place": "seat:3", "which": which})
    return PublicAlarm(key="card.misplaced", seat=seat, place="seat:3", card=0, text=text)


FIRST_CARD = misplaced(6, Which(called="hole", nth=1, seat=6))
BURN = misplaced(None, Which(called="burn", nth=1))


@pytest.mark.parametrize(
    ("alarm", "what", "goal"),
    [(FIRST_CARD, "the 1st card of seat 6", "seat 6"), (BURN, "the 1st burn card", "the burn cards")],
    ids=["a hole card", "a burn card"],
)
def test_a_card_at_a_wrong_place_goes_to_its_own_before_the_next_one_is_dealt(
    visit: Visit, table: Table, alarm: PublicAlarm, what: str, goal: str
) -> None:
    state = waiting(alarms=(alarm,), next_step=next_step("deal", card=2, seat=7, round=1), cards_at={"seat:3": 1})
    page = open_dealer(visit, table, state)
    expect(page.locator(".step-line")).to_have_text(f"Put right: {what} lies at seat 3")
    expect(page.locator("#now .route .place")).to_have_text(["seat 3", goal])
    expect(page.locator('.pod[data-seat="3"] .hole')).to_have_count(1)
    expect(page.locator("#notes .alarms")).to_have_count(0)


@pytest.mark.parametrize(
    ("phase", "said"), [("dealing", "Take the foreign card away: seat 3"), ("claims", "Deal card")]
)
def test_a_foreign_card_goes_away_before_the_next_one_is_dealt_in_a_hand(
    visit: Visit, table: Table, phase: str, said: str
) -> None:
    text = Text(key="alarm.unknown_card", params={"place": "seat:3", "count": 1})
    foreign = PublicAlarm(key="unknown_card", place="seat:3", count=1, text=text)
    step = next_step("deal", card=2, seat=7, round=1)
    page = open_dealer(visit, table, waiting(phase=phase, alarms=(foreign,), next_step=step))
    expect(page.locator(".step-line")).to_contain_text(said)
    expect(page.locator("#now .next.led .end.from .place")).to_have_text(["seat 3"] if phase == "dealing" else [])


def test_a_fault_stands_once_with_its_button(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, waiting(alarms=(), faults=(Text(key="fault.door_open"),)))
    expect(page.get_by_text("Close the service door")).to_have_count(1)
    expect(page.locator("#asks .fault button")).to_have_text("Fault settled")


def test_a_locked_table_offers_nothing_but_to_settle_the_fault(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand(faults=(Text(key="fault.door_open"),)))
    expect(page.locator("#asks .fault button")).to_be_visible()
    for offered in ("#now", "#say", "#reach"):
        expect(page.locator(offered)).to_be_hidden()
    show(table, mid_hand())
    expect(page.locator("#say")).to_be_visible()


def test_no_plate_lies_over_a_tabled_card_on_a_phone(visit: Visit, table: Table) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 844})
    tabled = tuple(seat(n, shown=("As", "Kd"), all_in=True) for n in range(1, 11))
    page = open_dealer(visit, table, mid_hand(seats=tabled, turn=None, next_step=next_step("burn")))
    over = """(cards) => cards.map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2).closest(".card") === card;
    })"""
    assert page.locator(".pod.open .hole .card").evaluate_all(over) == [True] * 20


def test_a_card_at_a_wrong_place_hides_no_turn(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand(alarms=(FIRST_CARD,)))
    expect(page.locator(".step-line")).to_contain_text("Seat 4 to act")
    expect(page.locator("#notes .alarms")).to_contain_text("Put right: the 1st card of seat 6 lies at seat 3")


def reached(page: Page, selector: str, width: int) -> int:
    """How many there are, each large enough and within the page."""
    buttons = page.locator(selector).all()
    for button in buttons:
        box = button.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width, button.text_content()
        assert (box["width"] >= FINGER, box["height"] >= FINGER) == (True, True), button.text_content()
    return len(buttons)


def boxes(locator: Locator) -> list[FloatRect]:
    return [box for box in (each.bounding_box() for each in locator.all()) if box is not None]


NEEDED = (
    (waiting(), "[data-step], #what, #undo"),
    (mid_hand(), ".acts button:visible, .when button:visible, #what, #undo"),
    (showdown(), "[data-step], #what, #undo"),
)


@pytest.mark.parametrize("size", [(800, 1280), (390, 844), (1400, 900)], ids=["tablet", "phone", "wide"])
def test_nothing_that_is_needed_in_an_undisturbed_hand_is_scrolled_to(
    visit: Visit, table: Table, size: tuple[int, int]
) -> None:
    visit.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = open_dealer(visit, table, mid_hand(), "fr")  # its words are the longer ones
    for state, needed in NEEDED:
        shown = show(table, state)
        expect(page.locator("body")).to_have_attribute("data-revision", str(shown.revision))
        found = boxes(page.locator(f"{needed}, .step-line, #felt"))
        assert len(found) > 4
        assert max(box["y"] + box["height"] for box in found) <= size[1], state.phase
        hand, felt = boxes(page.locator("#hand"))[0], boxes(page.locator("#felt"))[0]
        beside = hand["x"] >= felt["x"] + felt["width"] or hand["y"] >= felt["y"] + felt["height"]
        assert beside, f"{state.phase}: the felt is covered"
