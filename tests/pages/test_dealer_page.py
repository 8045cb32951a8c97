"""The dealer's page in a real browser: each tap as the command that reaches the controller."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from controller.poker.entries import ENTRIES
from firmware_bridge.messages.public import PublicAsk, PublicState, Text
from firmware_bridge.messages.told import Answer, Condition, DealerCommand, Declared, FloorDecision

from .conftest import Table, Visit
from .fake_controller import SECRET, accept_all
from .samples import ASK, FLOOR_ASK, mid_hand, showdown, waiting
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


@pytest.mark.parametrize(
    ("entry", "word"), [("fold", "fold"), ("check", "check"), ("call", "call"), ("all_in", "all_in")]
)
def test_one_tap_says_what_the_seat_to_act_said(visit: Visit, table: Table, entry: str, word: str) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click(f'[data-entry="{entry}"]')
    assert said(table) == Declared.model_validate({"seat": 4, "word": word})
    expect(page.locator("#verdict")).to_contain_text("Entered")


def test_another_seat_is_chosen_by_a_tap_on_the_felt(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('.pod[data-seat="7"]')
    page.click('[data-entry="fold"]')
    assert said(table) == Declared(seat=7, word="fold")


def test_the_choice_falls_back_to_the_seat_to_act_when_the_turn_moves(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('[data-choose="2"]')
    show(table, mid_hand(turn=7))
    expect(page.locator('[data-choose="7"]')).to_have_attribute("aria-pressed", "true")


def test_a_word_before_the_chips_is_said_so_and_only_once(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('[data-when="before"]')
    page.click('[data-entry="call"]')
    assert said(table) == Declared(seat=4, word="call", when="before")
    expect(page.locator('[data-when="no_chips"]')).to_have_attribute("aria-pressed", "true")


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
    page = open_dealer(visit, table, mid_hand(to_call=0, call_total=0, min_raise=400))
    expect(page.locator('[data-entry="raise"]')).to_have_text("Bet …")
    page.click('[data-entry="raise"]')
    page.get_by_role("button", name="Smallest 400").click()
    assert said(table) == Declared(seat=4, word="bet", amount=400)


def test_the_next_step_is_one_tap(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, waiting())
    expect(page.locator(".step-line")).to_have_text("Shuffle, then start the hand")
    page.click('[data-step="shuffle"]')
    assert said(table) == DealerCommand(word="shuffle")


@pytest.mark.parametrize(
    ("step", "place", "entry"),
    [("burn", "shoe", "burned"), ("gather", "pot", "gathered"), ("award", "pot", "awarded")],
)
def test_sensed_step_is_offered_as_an_entry_only_without_its_sensor(
    visit: Visit, table: Table, step: str, place: str, entry: str
) -> None:
    state = mid_hand(next_step=Text(key=f"step.{step}", params={"seat": 4, "amount": 100}))
    page = open_dealer(visit, table, state)
    expect(page.locator(f'[data-step="{entry}"]')).to_be_visible()
    about = page.request.get(f"{table.origin}/about.json").json() | {"places": [place]}
    page.route("**/about.json", lambda route: route.fulfill(json=about))
    page.reload()
    expect(page.locator(".step-line")).not_to_have_text("")
    expect(page.locator(f'[data-step="{entry}"]')).to_have_count(0)
    expect(page.locator(f'#entries [data-entry="{entry}"]')).to_be_visible()


def test_the_flop_is_tapped_card_by_card(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand(board=()))
    page.click('[data-entry="board"]')
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
    page.click('[data-entry="board"]')
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
    page.click('[data-entry="board"]')
    expect(page.locator('[data-card="Ah"]')).to_be_disabled()
    expect(page.locator('[data-card="As"]')).to_be_enabled()


def test_winners_are_named_pot_by_pot_outermost_first(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, showdown())
    page.click('[data-entry="wins"]')
    main, side = page.locator(".pot-row").all()
    main.get_by_role("button", name="4", exact=True).click()
    main.get_by_role("button", name="5", exact=True).click()
    side.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("button", name="Enter").click()
    assert said(table) == DealerCommand(word="wins", value="3;4,5")


def test_a_counted_stack_is_entered_for_its_seat(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('[data-choose="8"]')
    page.click(".more summary")
    page.click('[data-entry="stack"]')
    page.locator(".keypad").get_by_role("button", name="7", exact=True).click()
    page.locator(".keypad").get_by_role("button", name="000", exact=True).click()
    page.get_by_role("button", name="Enter").click()
    assert said(table) == DealerCommand(word="stack", seat=8, value="7000")


def test_words_that_are_rare_stand_under_more(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click(".more summary")
    page.click('[data-entry="plus"]')
    for key in ("6", "00"):
        page.locator(".keypad").get_by_role("button", name=key, exact=True).click()
    page.get_by_role("button", name="Enter", exact=True).click()
    assert said(table) == Declared(seat=4, word="plus", amount=600)


def test_a_word_in_the_dark_is_said_so_and_only_once(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click(".more summary")
    page.click('[data-entry="dark"]')
    page.click('[data-entry="check"]')
    assert said(table) == Declared(seat=4, word="check", dark=True)
    expect(page.locator('[data-entry="dark"]')).to_have_attribute("aria-pressed", "false")


def test_a_word_may_hang_on_what_another_does(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click(".more summary")
    page.click('[data-entry="condition"]')
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
        ("showed", ("3", "none"), DealerCommand(word="showed", seat=4, other=3)),
        ("misread", ("call",), DealerCommand(word="misread", seat=4, choice="call")),
    ],
)
def test_an_entry_asks_for_what_it_still_needs(
    visit: Visit, table: Table, entry: str, taps: tuple[str, ...], expected: DealerCommand
) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click(".more summary")
    page.click(f'[data-entry="{entry}"]')
    for tap in taps:
        page.click(f'#sheet [data-one="{tap}"]')
    assert said(table) == expected


def test_every_entry_that_the_dealer_may_give_is_offered_and_no_other(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    by_hand = {"manual", "sensing"}  # they stand beside each part
    for word, form in ENTRIES.items():
        if word not in by_hand:
            expect(page.locator(f'#entries [data-entry="{word}"]')).to_have_count(int(form.least == "dealer"))


def test_the_dealer_decides_otherwise_on_the_last_ruling_of_a_seat(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    page.click('[data-choose="3"]')
    page.click(".more summary")
    page.click('[data-entry="overrule"]')
    page.click('#sheet [data-one="call"]')
    page.locator("#sheet input").fill("he said call")
    page.locator("#sheet .main").click()
    assert said(table) == FloorDecision(decision="call", replaces="812.2", reason="he said call")
    assert table.fed.commands[0].role == "dealer"


def test_which_draw_lies_there_is_asked_in_words(visit: Visit, table: Table) -> None:
    text = Text(key="ask.which_draw", params={"place": "seat:3"})
    said = {
        "4": Text(key="draw.was_due", params={"which": "before", "place": "seat:2"}),
        "5": Text(key="draw.any", params={"which": "last"}),
    }
    ask = PublicAsk(id="draw-seat:3", text=text, options=("4", "5", "unseen"), default=None, role="dealer", said=said)
    page = open_dealer(visit, table, mid_hand(asks=(ask,)))
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
    tops = [
        each.bounding_box() for each in page.locator("#bar nav > *, #bar nav .links > *, #bar .figures > *").all()
    ]
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
    expect(page.locator('[data-entry="deal_done"]')).to_have_text("Tout est distribué")
    expect(page.locator(".step-line")).to_contain_text("siège 4")


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_every_target_is_large_enough_for_a_finger(visit: Visit, table: Table, width: int) -> None:
    visit.page.set_viewport_size({"width": width, "height": 800})
    page = open_dealer(visit, table, mid_hand(asks=(ASK,)))
    page.click(".more summary")
    page.click('[data-entry="board"]')
    buttons = page.locator("#entries button:visible, #sheet button:visible").all()
    assert len(buttons) > 80
    for button in buttons:
        box = button.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width, button.text_content()
        assert (box["width"] >= FINGER, box["height"] >= FINGER) == (True, True), button.text_content()


def test_the_whole_of_a_turn_fits_a_tablet(visit: Visit, table: Table) -> None:
    page = open_dealer(visit, table, mid_hand())
    for entry in ("fold", "check", "call", "raise", "all_in", "shuffle", "awarded"):
        box = page.locator(f'#entries [data-entry="{entry}"]').bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800, entry
