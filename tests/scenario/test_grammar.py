"""The language: every kind of line, its canonical text, and where an error is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware_sim.scenario.language.act_nodes import Deals, Fault, Street
from hardware_sim.scenario.language.errors import At, ScenarioError
from hardware_sim.scenario.language.expectation_lines import NAMES
from hardware_sim.scenario.language.expectation_nodes import Expect, WantField, WantRuling
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.language.player_acts import Motion, Plain, Pushes, Says
from hardware_sim.scenario.language.tree import Book
from tests.scenario.writing import file_text, header_lines

from .running import TABLE, expectation, statement

LINES = (
    "3 folds", "3, 4 checks", "3 calls", "3 calls with 1000 + 2x100", "3 bets 600", "3 raises to 1200",
    "3 raises to 1200 with 1000 + 2x100", "3 goes all in", "3 says fold", "3 says raise", "3 says raise to 1200",
    "3 says bet 600", "3 says all in", "3 says 1200", "3 says plus 4000", "3 says call before the chips",
    "3 says raise to 1200 after the chips", "3 says pot", "3 says in the dark bet 500", "3 says if 2 check, bet 600",
    '3 says "fine by me"', "3 presses check", "3 presses raise 1200", "3 presses all in", "3 presses sit out",
    "4 pushes 2x1000", "4 pushes 2x100, then 500", "4 pushes 2x100, then after 200 ms 500", "4 pushes 4x100 to pot",
    "4 pushes 2x100 at once", "4 pushes after 200 ms 3x100", "4 presses after 100 ms check", "4 pushes 50 to bet 5",
    "4 pushes 50 to stack",
    "4 takes back 2x100", "2 posts", "2 posts 2x25", "4 shows", "4 shows As Kd", "4 mucks", "4 stands up",
    "4 sits down", "4 sits out", "4 sits in", "shuffle", "deal", "deal 3 cards", "deal, exposing 7c, boxed 9h",
    "deal, unread 7c", "deal, 7c to seat 3", "deal, 7c off the table", "deal, skipping 3", "deal, twice to 3",
    "burn", "flop", "flop, without burn, 4 cards", "turn, two burns", "river, without gathering", "gather",
    "gather 3, 4", "gather, as they lie", "settle", "settle 4", "push pots", "place button 5", "cards 4 to muck",
    "card 7c to seat 3", "card 7c 8c to board 2", "card 7c off the table", "cards 4 lifted", "cards 4 back",
    "wait 2 s", "wait 1500 ms", "goto flop", "goto river with 2, 4", "goto seat 4 folding", "goto end",
    "dealer gathered", "dealer board Jh 5d 8c", "floor answers call", "dealer answers one_motion_or_two: one",
    "floor answers penalty: dead_hand seat 4 because signalling",
    "floor answers call because he said so", "floor sets stack 4 to 5000 because counted", "floor issues 500 to 4",
    "floor overrules 4: call because he nodded", "director overrules 4: raise 900", "director overrules 4: live",
    "dealer misread 3 raise to 1000", "dealer withdraw 4", "director withdraws 500 from 4",
    "sensors see bet 4 = 3x100", "sensors see pot = nothing",
    "sensors see seat 3 = 7c", "sensors see button 5", "sensors see button nowhere", "sensors blind shoe for 3 s",
    "under lfp, roberts: 3 folds",
    "expect ruling lfp-7.27 seat 4 call 1200", "expect ruling lfp-7.27, lfp-7.16", "expect ruling on chip.multiple",
    "expect ruling lfp-8.13 lent by lfp", "expect ruling lfp-7.9 seat 5 raise 700 corrected",
    "expect ruling lfp-7.24 seat 5 void", "expect turn = 5; call = 100 by lfp-7.12 shows lfp-7.12#1, lfp-7.12#2",
    "expect refused shows lfp-7.6#1", "expect refused", "expect refused lfp-7.6 seat 3",
    "expect refused out_of_turn", "expect ask floor announcement seat 3 options call, raise", "expect ask dealer",
    "expect alarm chips.out_of_turn seat 5 amount 300", "expect alarm seat 5", "expect alarm",
    "expect ask floor announcement seat 3 options call, not raise default call",
    "expect no ruling; no ask; no alarm; no prompt",
    "expect prompt floor penalty_due seat 2", "expect prompt dealer own_line seat 4 amount 50",
    'expect display 5 says turn.yours; display 6 says "Your turn"', 'expect display 5 does not say prompt.pay "200"',
    "expect order of pots 3, 2, 1", "expect suspension 6 = 2; suspended = 6; shown to players = pot",
    "expect turn = 5; to call = 700; call = 1200; min raise = none by lfp-7.12, lfp-7.13",
    "expect options = fold, call; pots = 750, 450; eligible 1 = 2, 8; show order = 8, 5; winners = 3",
    "expect stack 4 = 9000; due 4 = -800; last act 4 = call; cards 4 = As Kd; board = Jh 5d 8c; live = none",
    "expect phase = flop; step = give_back; level = 50/100; dues = none; asks = motion",
)  # fmt: skip


def test_the_lender_may_stand_before_the_matter_or_behind_it() -> None:
    one, other = parse(
        TABLE + "expect ruling casino-G23 lent by casino_cash on odd_chip\n"
        "expect ruling casino-G23 on odd_chip lent by casino_cash\n"
    ).scenarios[0].script  # fmt: skip
    assert one.statement == other.statement


@pytest.mark.parametrize("line", LINES)
def test_a_line_reads_as_it_is_written(line: str) -> None:
    tree = parse(TABLE + line)
    assert str(tree.scenarios[0].script[0]) == line


@pytest.mark.parametrize("line", LINES)
def test_large_letters_and_a_remark_change_nothing(line: str) -> None:
    if '"' not in line and "because" not in line and "lfp" not in line:
        shouted = f"  {line.upper()}   # so it was"
        assert parse(TABLE + shouted).scenarios[0].script == parse(TABLE + line).scenarios[0].script


HEADERS = (
    "under lfp, roberts limit", "ante 25", "big blind ante 100", "bets 10/20", "stacks 5000", "seat 4 stack 300",
    "seat 4 chips 2x25 + 100", "sitting out 6", "smallest 25", "cash", "tournament", "without shoe, chips 4",
    "resolution 200 ms", "shoe As Kd 7c", "hand 3 As Kd", "board Jh 5d 8c 3h Kc", "shows lfp-7.27#1, lfp-2.18b#2",
    "rule lfp-2.5, casino-D5", "note a word to the reader",
)  # fmt: skip


@pytest.mark.parametrize("line", HEADERS)
def test_a_header_line_reads_as_it_is_written(line: str) -> None:
    base = "blinds 50/100\nseats 1-6\n" + ("" if line.startswith("under") else "under lfp\n")
    header = parse(f"{base}{line}\ndeal").scenarios[0].header
    assert line in header_lines(header)


def test_a_whole_file_reads_as_it_is_written() -> None:
    second = "scenario two\nseat 3 stack 40\nunder lfp: shows lfp-7.1#1\ndeal"
    text = "\n".join([TABLE, "scenario one", *LINES, second])
    tree = parse(text)
    assert parse(file_text(tree)).scenarios == tree.scenarios
    assert [scenario.name for scenario in tree.scenarios] == ["one", "two"]


# --- meaning --------------------------------------------------------------------------------


def test_a_push_is_of_denominations() -> None:
    assert statement("4 pushes 2x1000 + 500, then after 200 ms 100") == Pushes(
        4, (Motion((1000, 1000, 500)), Motion((100,), 200_000_000))
    )


def test_one_by_one_is_a_motion_for_each_chip() -> None:
    assert statement("4 pushes 3x100 one by one") == Pushes(4, (Motion((100,)),) * 3)


def test_a_thousand_may_have_its_comma() -> None:
    assert statement("3 raises to 1,200 with 1,000 + 2x100") == Plain((3,), "raise", 1200, (1000, 100, 100))


def test_seats_come_in_ranges_and_lists() -> None:
    assert statement("1-3, 5 and seat 6 fold") == Plain((1, 2, 3, 5, 6), "fold")


def test_says_before_the_chips() -> None:
    assert statement("3 says raise to 1200 before the chips") == Says(3, "raise", 1200, "before")


def test_faults_of_a_deal() -> None:
    assert statement("deal, exposing 7c") == Deals(None, (Fault("exposing", "7c"),))
    assert statement("flop, without a burn") == Street("flop", (Fault("without burn"),))


def test_fields_after_a_list_are_fields() -> None:
    wants = expectation("options fold, call, call 1200, turn 5").wants
    assert wants == (
        WantField("options", ("fold", "call")),
        WantField("call", 1200),
        WantField("turn", 5),
    )


def test_stacks_of_several_seats() -> None:
    assert expectation("stacks 1 = 900, 2 = 800").wants == (WantField("stack", 900, 1), WantField("stack", 800, 2))


def test_a_ruling_by_article_seat_and_act() -> None:
    assert expectation("ruling lfp-7.9 seat 4 raise to 1200") == Expect(
        (WantRuling(("lfp-7.9",), seat=4, act="raise", total=1200),)
    )


def test_first_lines_of_a_file_hold_unless_a_scenario_overrides_them() -> None:
    tree = parse(f"{TABLE}scenario a\ndeal\nscenario b\nblinds 100/200\nunder roberts\ndeal")
    assert [scenario.header.blinds for scenario in tree.scenarios] == [(50, 100), (100, 200)]
    assert [scenario.header.books for scenario in tree.scenarios] == [(Book("lfp"),), (Book("roberts"),)]


def test_a_game_stands_after_rulebook_and_structure() -> None:
    omaha = "table roberts pot_limit omaha blinds 50/100 seats 1-2\nhand 1 As Kd Qh Jc\nhand 2 2s 3d 4h 5c\ndeal"
    header = parse(omaha).scenarios[0].header
    assert header.books == (Book("roberts", "pot_limit", "omaha"),)
    assert header.hands == ((1, ("As", "Kd", "Qh", "Jc")), (2, ("2s", "3d", "4h", "5c")))


@pytest.mark.parametrize(("game", "hand"), [("omaha", "As Kd"), ("omaha", "As Kd Qh Jc Tc"), ("", "As Kd Qh")])
def test_a_hand_of_another_number_of_cards_than_the_game_deals_is_an_error(game: str, hand: str) -> None:
    with pytest.raises(ScenarioError, match=r"cards, for (omaha|holdem)"):
        parse(f"table roberts pot_limit {game} blinds 50/100 seats 1-2\nhand 1 {hand}\ndeal")


def test_a_file_without_the_word_is_one_scenario_named_after_it() -> None:
    assert parse(TABLE + "deal", "folder/hands.scn").scenarios[0].name == "hands"


# --- errors --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "column", "found"),
    [
        ("3 flods", 3, "flods"),
        ("3 calls foo", 9, "foo"),
        ("3 raises to", 12, ""),
        ("  12 folds", 3, "12"),
        ("4 pushes 2x", 10, "2x"),
        ("4 pushes", 9, ""),
        ("expect wurn 3", 8, "wurn"),
        ("expect ruling 7.27", 15, "7.27"),
        ("expect turn = x", 15, "x"),
        ("expect turn 5 6", 15, "6"),
        ("expect phase flip", 14, "flip"),
        ("deal, exposing 7x", 16, "7x"),
        ("goto flip", 6, "flip"),
        ("wait 3", 6, "3"),
        ("3, 4 push 100", 6, "push"),
        ("3, 4 pushes 100", 6, "pushes"),
        ("card 7c to the moon", 16, "moon"),
        ("blinds 50/100", 1, "blinds"),
        ("fold", 1, "fold"),
        ("expect board Jh 5d 8x", 20, "8x"),
        ("sensors smell", 9, "smell"),
        ("9 folds", 1, "9"),
    ],
)  # fmt: skip
def test_an_error_names_line_column_and_word(line: str, column: int, found: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse(f"{TABLE}deal\n{line}\n")
    (problem,) = caught.value.problems
    assert (problem.at, problem.found) == (At(3, column), found)
    assert problem.allowed


def test_all_errors_of_a_file_are_told_at_once() -> None:
    text = "table lfp blinds 50/10 seats 1-4\nscenario a\n3 calls foo\nscenario b\n  4 flods\n"
    with pytest.raises(ScenarioError) as caught:
        parse(text, "x.scn")
    assert [str(line)[:9] for line in str(caught.value).splitlines()] == ["x.scn:1:1", "x.scn:3:9", "x.scn:5:5"]


def test_an_unknown_word_is_told_what_is_allowed() -> None:
    with pytest.raises(ScenarioError, match="folds, checks, calls, bets"):
        parse(TABLE + "3 flods")


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("scenario a\ndeal", "says table and a rulebook"),
        ("scenario a\ntable lfp seats 1-4\ndeal", "says blinds"),
        ("scenario a\ntable lfp blinds 1/2\ndeal", "says seats"),
        (TABLE, "at least one act"),
        (TABLE + "hand 1 As As\ndeal", "each card once"),
        (TABLE + "hand 1 As Ad\nshoe Kd\ndeal", "either the whole shoe"),
        (TABLE + "board 2c 3c 4c 5c 6c 7c\ndeal", "at most 5"),
        (TABLE + "ante 5\nante 6\ndeal", "once only. Line 2"),
        (TABLE + "7 folds", "a seat of this table: 1, 2, 3"),
        ("table lfp blinds 1/2 seats 3\ndeal", "at least two seats"),
        (TABLE + "3 folds\nscenario b\ndeal", "only what all scenarios"),
    ],
)
def test_what_does_not_make_a_table_is_an_error(text: str, allowed: str) -> None:
    with pytest.raises(ScenarioError, match=allowed):
        parse(text)


WORDS = sorted(
    {word for line in (*LINES, *HEADERS) for word in line.split()}
    | set(NAMES)
    | {"scenario", "0", "999999999999999999"}
)


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), max_size=6).map("\n".join))
def test_words_in_any_order_are_a_scenario_or_an_error(text: str) -> None:
    try:
        tree = parse(TABLE + text)
    except ScenarioError:
        return
    assert parse(file_text(tree)).scenarios == tree.scenarios


@given(st.text(max_size=200))
def test_garbage_is_an_error_and_nothing_else(text: str) -> None:
    with pytest.raises(ScenarioError):
        parse(text)


@pytest.mark.parametrize("line", ["rake 4 %", "rake 2.5 %", "rake 2.05 % at most 50"])
def test_a_rake_reads_as_it_is_written(line: str) -> None:
    header = parse(f"{TABLE}{line}\ndeal\n").scenarios[0].header
    assert line in header_lines(header)


@pytest.mark.parametrize("line", ["rake 4", "rake 2.555 %", "rake a %", "rake 4 % at most"])
def test_a_rake_that_is_none_is_told(line: str) -> None:
    with pytest.raises(ScenarioError):
        parse(f"{TABLE}{line}\ndeal\n")


@pytest.mark.parametrize(
    ("header", "line", "column", "found"),
    [
        ("smallest 30", 2, 1, "30"),
        ("hand 3 As Kd\n hand 4 As 2c", 3, 2, "As"),
        ("board 2c 3c 2c", 2, 1, "2c"),
        ("seat 3 stack 100, seat 9 stack 50", 2, 19, "9"),
        ("blinds 5/10, sitting out 8", 2, 14, "8"),
        ("shoe As Kd\nhand 3 2c 3c", 3, 1, "shoe"),
    ],
)
def test_what_does_not_fit_in_a_header_is_told_where_it_stands(
    header: str, line: int, column: int, found: str
) -> None:
    table = TABLE if "blinds" not in header else "table lfp seats 1-6 button 1\n"
    with pytest.raises(ScenarioError) as caught:
        parse(f"{table}{header}\ndeal\n")
    assert [(p.at, p.found) for p in caught.value.problems] == [(At(line, column), found)]
