"""The runner: it passes what the table does, and fails whatever differs."""

from __future__ import annotations

import pytest

from controller.poker.events import Key
from controller.rulebooks import load
from hardware_sim.scenario.collection import rulebook_of, run_file
from hardware_sim.scenario.depths.core import CoreDepth
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.play.chip_makeup import denominations, make_up
from hardware_sim.scenario.play.explain import explain
from hardware_sim.scenario.play.result import Verdict
from hardware_sim.scenario.play.runner import run
from hardware_sim.scenario.play.table_setup import setup_of

from .running import TABLE, failures, play

TWO_CHIPS = """
shows lfp-7.27#1
goto preflop
4 raises to 1200
5 pushes 2x1000
expect {}
"""

HOLDS = (
    "ruling lfp-7.27 seat 5 call 1200; due 5 = -800",
    "ruling lfp-7.27; turn 6; to call 1200; call 1200; min raise 2400; max raise 10000",
    "ruling on chip.multiple; options fold, call, raise, all_in",
    "ruling lfp-7.27; stack 5 = 8800; bet 5 = 1200; pot 2550; pots none; live 1-6; folded none; all in none",
    "ruling lfp-7.27; button 1; small blind 2; big blind 3; phase preflop; hand 1; level 50/100; burns 0; board none",
    "ruling lfp-7.27; no ask; no alarm; step give_back; last act 5 = call; card count 5 = 2",
    "ruling lfp-7.27; cards 5 none; dues 5; asks none",
)
DIFFERS = (
    "ruling lfp-7.27 seat 5 call 1201",
    "ruling lfp-7.27 seat 5 raise 1200",
    "ruling lfp-7.27 seat 6 call 1200",
    "ruling lfp-7.26 seat 5 call 1200",
    "ruling lfp-7.27 lent by lfp",
    "ruling lfp-7.27 corrected",
    "ruling on chip.single",
    "ruling lfp-7.27; ruling lfp-7.27",
    "ruling lfp-7.27; due 5 = -700",
    "ruling lfp-7.27; turn 5",
    "ruling lfp-7.27; turn none",
    "ruling lfp-7.27; to call 1199",
    "ruling lfp-7.27; call 1100",
    "ruling lfp-7.27; min raise 2300",
    "ruling lfp-7.27; min raise none",
    "ruling lfp-7.27; options fold, call",
    "ruling lfp-7.27; pot 2500",
    "ruling lfp-7.27; pots 2550",
    "ruling lfp-7.27; live 1-5",
    "ruling lfp-7.27; button 2",
    "ruling lfp-7.27; phase flop",
    "ruling lfp-7.27; board Jh",
    "ruling lfp-7.27; eligible 1 = 2",
    "ruling lfp-7.27; no ruling",
    "ruling lfp-7.27; refused",
    "ruling lfp-7.27; ask floor",
    "ruling lfp-7.27; alarm out_of_turn",
    "turn 6",  # the ruling is an exception, and nothing expects it
)


@pytest.mark.parametrize("expected", HOLDS)
def test_what_the_table_does_passes(expected: str) -> None:
    assert play(TWO_CHIPS.format(expected)).failures == []


@pytest.mark.parametrize("expected", DIFFERS)
def test_an_expectation_that_differs_fails(expected: str) -> None:
    assert play(TWO_CHIPS.format(expected)).verdict is Verdict.FAILED


def test_a_failure_names_the_line_and_what_the_table_said() -> None:
    (failure,) = play("goto preflop\n4 raises to 1200\nexpect turn 6").failures
    assert (failure.line, failure.text) == (4, "expected turn = 6. It is turn = 5")


@pytest.mark.parametrize(
    ("book", "said", "tournament"),
    [("casino_cash", "", False), ("casino_tournament", "", True), ("lfp", "", True), ("limit limit", "", False),
     ("roberts", "", True), ("roberts", "cash", False), ("casino_cash", "tournament", True)],
)  # fmt: skip
def test_a_table_is_what_its_rulebook_is_for_unless_it_is_said(book: str, said: str, tournament: bool) -> None:
    text = f"table {book} {said} blinds 50/100 seats 1-4 stacks 10000\nshuffle\n"
    scenario = parse(text).scenarios[0]
    assert setup_of(scenario, rulebook_of(scenario.header.books[0])).tournament is tournament


def test_an_unexpected_alarm_fails() -> None:
    assert failures("goto flop\nplace button 5") == ["place button 5: unexpected alarm button.wrong seat 5"]


def test_an_unexpected_question_fails() -> None:
    (found,) = failures("goto preflop\n4 pushes 2x100, then after 200 ms 500")
    assert "unexpected ask dealer one_motion_or_two seat 4" in found


def test_an_expectation_looks_back_to_the_last_act_only() -> None:
    script = "goto preflop\n4 raises to 1200\n5 pushes 2x1000\n6 folds\nexpect ruling lfp-7.27"
    assert len(failures(script)) == 2  # unexpected at its act, and not there any more


def test_a_bet_stands_there_until_it_is_gathered_without_what_nobody_called() -> None:
    script = "seat 4 stack 250\ngoto preflop\n4 calls\n5, 6, 1, 2 fold\n3 raises to 600\n4 goes all in\n"
    assert failures(script + "expect turn none; bet 4 = 250; bet 3 = 250; due 3 = -350") == []
    assert failures(script + "gather\nexpect bet 4 = 0; bet 3 = 0; due 3 = 0") == []


def test_a_bet_that_is_still_to_come_counts() -> None:
    script = "goto flop with 2, 3\n2 bets 300\n3 says call\n"
    assert failures(script + "expect turn none; bet 3 = 300; due 3 = 300; in front 3 = 0") == []


def test_rulings_of_one_act_that_are_alike_are_expected_each() -> None:
    script = "table casino_cash blinds 5/10 seats 3, 5, 7 stacks 1000 button 7\ngoto flop\n3 pushes 4x10 one by one\n"
    void = "expect ruling casino-C14 seat 3 void\n"

    def failing(text: str) -> list[str]:
        return [failure.text for result in run_file(parse(text)) for failure in result.failures]

    assert failing(script + 3 * void) == []
    assert [len(failing(script + n * void)) for n in (0, 1, 2, 4)] == [3, 2, 1, 1]


def test_a_void_act_is_said_to_be_void_also_where_the_seat_is_left_a_choice() -> None:
    script = "goto flop\n1 checks\nexpect ruling roberts-3.5.11\n6 bets 300\nexpect ruling roberts-3.5.11 seat 1"
    table = "table roberts blinds 50/100 seats 1, 5, 6 stacks 10000 button 5\n"
    assert play(script + " void", table, "roberts").failures == []
    assert play(script, table, "roberts").failures != []


def test_the_seat_of_a_prompt_is_the_one_that_its_text_names() -> None:
    table = "table leaflet blinds 50/100 seats 1-3 stacks 10000 button 1\n"
    script = "dealer button_draw\nexpect prompt dealer draw_card seat "
    assert play(script + "1", table, "leaflet").failures == []
    assert play(script + "2", table, "leaflet").failures != []


def test_what_people_are_told_can_be_expected() -> None:
    script = "goto preflop\n4, 5, 6, 1, 2 call\n"
    assert failures(script + "3 checks\nexpect prompt dealer gather") == []
    assert failures(script + "expect prompt dealer gather")[0].startswith("expected prompt dealer gather. Since")


def test_the_order_of_pots_is_held() -> None:
    script = "seat 2 stack 300\ngoto preflop\n4 raises to 600\n5, 6, 1 fold\n2 goes all in\n3 calls\ngoto showdown\n"
    shown = "2, 3, 4 show\nexpect order of pots "
    assert failures(script + shown + "2, 1") == []
    assert failures(script + shown + "1, 2") == ["expected order of pots 1, 2. It is order of pots 2, 1"]


def test_a_motion_short_of_the_line_is_no_act() -> None:
    assert failures("goto preflop\n4 pushes 100 to stack\nexpect no ruling; no alarm; turn 4; stack 4 = 10000") == []


def test_two_motions_closer_than_the_pace() -> None:
    script = "goto preflop\n4, 5 fold\n1 pushes 100 at once\nexpect ruling lfp-7.20\n6 pushes after {} 100\n"
    assert failures(script.format("200 ms") + "expect ruling lfp-7.22 seat 1") == []
    assert failures(script.format("900 ms") + "expect ruling lfp-7.20 on oot.unchanged seat 1 call 100") == []


@pytest.mark.parametrize(
    "script",
    [
        "4 says raise",
        "4 presses time",
        "5 pushes 200\nexpect ruling lfp-7.20\n4 calls",
        "director penalty 6 suspension 2\nexpect ruling lfp-13.1\ngoto end with 5\ngoto preflop",
    ],
    ids=["a bare raise", "time", "what was done before its turn counts", "a suspension is served"],
)
def test_what_decides_nothing_new_is_ordinary(script: str) -> None:
    assert failures(f"goto preflop\n{script}") == []


def test_an_act_before_its_turn_is_not_ordinary() -> None:
    assert failures("goto preflop\n5 pushes 200") == [
        "5 pushes 200: unexpected ruling lfp-7.20 on oot.unchanged seat 5"
    ]  # fmt: skip


LIVE_HAND = "goto preflop\ncards 5 to muck\nexpect ask dealer live_at_muck seat 5\n"


def test_one_expectation_holds_for_alarms_that_are_alike() -> None:
    assert failures(LIVE_HAND + "expect alarm muck.live_hand seat 5") == []
    assert failures(LIVE_HAND + "expect alarm muck.live_hand seat 5; alarm muck.live_hand seat 5") == []
    assert failures(LIVE_HAND) != []


def test_refused_holds_for_all_by_which_one_thing_is_no_act() -> None:
    script = "goto turn with 3, 6\n3 goes all in\n6 calls\nriver\n6 mucks\nexpect "
    assert failures(script + "refused lfp-8.4 seat 6") == []
    assert failures(script + "ruling on show.all_in seat 6") != []


def test_a_total_that_is_pushed_counts_for_the_smallest_chip() -> None:
    assert failures("goto preflop\n4 raises to 245\nexpect bet 4 = 245; in front 4 = 245") == []


@pytest.mark.parametrize("seats", ["1-3", "1-6", "1-10"])
def test_hands_that_nobody_named_do_not_tie(seats: str) -> None:
    table = f"table lfp blinds 50/100 seats {seats} stacks 10000 button 1\n"
    shown = "goto showdown\nexpect show order " + ", ".join(map(str, [*range(2, int(seats[2:]) + 1), 1]))
    assert failures(shown, table) == []
    assert failures("goto end\nexpect winners 2", table) == []
    assert failures("goto showdown with 1, 3\ngoto award\nexpect winners 3", table) == []


def test_an_option_may_be_entered_until_the_first_card() -> None:
    table = "table casino_cash blinds 5/10 seats 1-5 stacks 1000 button 1\n"
    ruling = "expect ruling casino-C10 seat 4 post 20"
    script = f"shuffle\n2, 3 post\ndealer option 4\n{ruling}\n4 posts 20\ndeal\nexpect turn 5"
    assert play(script, table, "casino_cash").failures == []
    late = play(
        "shuffle\n2, 3 post\ndeal 1 card\ndealer option 4\nexpect refused command.not_now", table, "casino_cash"
    )
    assert late.failures == []


def test_ordinary_acts_need_no_expectation() -> None:
    script = "deal\n4 calls\n5, 6, 1 fold\n2 calls\n3 checks\nflop\n2 bets 100\n3 folds\n4 calls\ngoto end"
    assert failures(script) == []


def test_a_case_is_shown_only_if_its_article_was_cited() -> None:
    (found,) = failures("shows lfp-7.26#1\ngoto preflop")
    assert found.startswith("shows lfp-7.26#1, but no ruling cited lfp-7.26")


def test_a_field_read_by_an_article_shows_its_case() -> None:
    result = play("goto preflop\n4 raises to 500\nexpect min raise 1000 by lfp-7.11 shows lfp-7.11#1")
    assert result.covered == ("lfp-7.11#1",)


def test_a_failed_scenario_covers_nothing() -> None:
    assert play(TWO_CHIPS.format("ruling lfp-7.27; turn 5")).covered == ()


# --- acts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "script",
    [
        "goto flop\nexpect phase flop; turn 2; pot 600; burns 1",
        "goto river with 2, 5\nexpect live 2, 5; turn 2",
        "goto seat 1 folding\nexpect folded 4, 5, 6; turn 1",
        "goto end\nexpect phase claims\ngoto flop\nexpect hand 2; button 2",
        "goto preflop\n4 presses call\nexpect due 4 = 100; turn 5\n4 pays\nexpect due 4 = 0",
        "goto preflop\n4 presses raise 400\n4 pushes 3x100, then 100\nexpect due 4 = 0; turn 5",
        "goto flop\n2 bets 300\n3 goes all in\nexpect bet 3 = 9900; all in 3",
        "goto flop\n2 bets 300\n2 takes back 3x100\nexpect alarm chips.taken_back seat 2 amount 300",
        "goto flop\ncards 3 lifted\nwait 2 s\ncards 3 back\nexpect turn 2",
        "goto flop\nplace button 5\nexpect alarm button.wrong",
        "shuffle\n2 posts 2x25\n3 posts\nexpect phase dealing\ndeal\nexpect phase preflop",
        "deal, boxed Qs\nexpect ruling lfp-2.10",
        "deal 3 cards\nexpect phase dealing; card count 2 = 1; card count 5 = 0\ndeal\nexpect phase preflop",
        "goto preflop\nsensors see bet 4 = 3x100\nexpect alarm snapshot.differs seat 4 amount 300",
        "goto preflop\nsensors see button 4\nexpect alarm button.wrong seat 4",
        "goto preflop\nsensors blind shoe for 3 s\nexpect alarm sensing.gap amount 3000",
        "floor issues 500 to 4 because rebuy\nexpect stack 4 = 10500; no alarm",
        "goto end\nfloor level 100/200\nshuffle\nexpect level 100/200",
        "goto preflop\ndealer folded 4\nexpect folded 4",
        "4 sits out\ngoto preflop\nexpect ruling lfp-2.15 seat 4; live 1, 2, 3, 5, 6",
        "4 stands up\n4 sits down\ndeal\nexpect phase preflop",
        "goto turn\nburn\nexpect alarm card.not_due",
        "goto preflop\n4 calls with 500\nexpect due 4 = -400\nsettle 4\nexpect due 4 = 0; stack 4 = 9900",
        "goto preflop\ngoto flop\ngather\nexpect pot 600",
    ],
)  # fmt: skip
def test_acts_do_what_they_say(script: str) -> None:
    assert failures(script) == []


PARTS = ("shoe", "cards", "board", "faces", "pot", "button", "posts", "chips", "shoe, cards", "chips 4")


@pytest.mark.parametrize("absent", PARTS)
def test_a_hand_can_be_played_without_a_part(absent: str) -> None:
    table = f"{TABLE}without {absent}\nhand 2 As Ad\nboard 2c 7d 9h Js Qc\n"
    assert failures("goto end\nexpect phase claims; stack 2 = 10500", table) == []


def test_the_shoe_gives_its_cards_in_order() -> None:
    table = "table lfp blinds 50/100 seats 1-4 button 4\n"
    shoe = "shoe As Kd 7c 9h 2d Qs 7d Tc | 4s | Jh 5d 8c | 3h | Kc | 6s | Ad\n"
    script = "goto award\nexpect board Jh 5d 8c Kc Ad; winners 1; cards 1 As 2d; cards 3 7c 7d"
    assert failures(script, table + shoe) == []


def test_the_same_lines_run_under_each_book() -> None:
    script = (
        "goto preflop\n4 raises to 1200\n5 pushes 2x1000\n"
        "under lfp: expect ruling lfp-7.27 seat 5 call 1200\n"
        "under roberts: expect ruling roberts-3.5.14 seat 5 raise 2300\n"
        "under roberts: shows roberts-3.5.14#1\nunder lfp: shows lfp-7.27#1\n"
    )
    table = TABLE.replace("table lfp", "under lfp, roberts")
    lfp, roberts = play(script, table), play(script, table, "roberts")
    assert (lfp.failures, lfp.cases, roberts.cases) == ([], ("lfp-7.27#1",), ("roberts-3.5.14#1",))
    assert roberts.failures == []


def test_a_set_of_seats_is_expected_in_any_order_and_an_order_in_its_own() -> None:
    script = "goto preflop\n4 folds\ngoto showdown with 1, 2, 3\nexpect live = 3, 1, 2\n"
    assert failures(script + "expect show order 2, 3, 1") == []
    assert len(failures(script + "expect show order 1, 2, 3")) == 1


ONE_OR_TWO = "goto preflop\n4 pushes 2x100, then after 200 ms 500\nexpect ask dealer"


def test_what_a_display_says_is_expected_by_key_and_by_words() -> None:
    script = "goto preflop\n4 presses call\nexpect {}\n"
    for holds in ('says prompt.pay "100 more"', 'says "9900"', "says turn.other", "does not say key.call"):
        assert failures(script.format(f"display 4 {holds}")) == [], holds
    assert failures(script.format("display 5 says turn.yours; display 5 says key.call")) == []
    for fails in ('says prompt.pay "200"', "says turn.yours", "does not say prompt.pay", "says prompt.no_such"):
        (found,) = failures(script.format(f"display 4 {fails}"))
        assert found.startswith(f"expected display 4 {fails}")


def test_an_option_that_is_not_offered_can_be_expected_not_to_be() -> None:
    asked = "goto preflop\n4 pushes 2x100, then after 200 ms 500\nexpect ask dealer options one, not {}"
    assert failures(asked.format("three")) == []
    assert "expected ask dealer options one, not two" in failures(asked.format("two"))[0]


def test_any_alarm_on_a_seat_may_be_expected() -> None:
    done = "goto flop\n2 bets 300\n2 takes back 3x100\nexpect alarm seat {}"
    assert failures(done.format(2)) == []
    assert failures(done.format(3))[0].startswith("expected alarm seat 3. Since the last act the table said: alarm")


def test_a_ruling_by_which_something_is_no_act_is_expected_as_void() -> None:
    done = "goto seat 5\n5 pushes 2x100, then 500\nexpect ruling lfp-7.24 seat 5"
    assert failures(f"{done} void") == []
    assert "is expected as `ruling lfp-7.24 seat 5 void`" in failures(done)[0]


# --- what cannot be done --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("goto preflop\n4 takes back 500", "bet:4 has no 1x500"),
        ("goto preflop\n4 pushes 20x1000", "seat 4 has 10000 behind"),
        ("goto flop\ngoto preflop", "the hand is at flop already"),
        ("goto preflop\nfloor answers call", "none is open"),
        (f"{ONE_OR_TWO}\ndealer answers three", "Allowed: one, two"),
        (f"{ONE_OR_TWO}\ngoto flop", "the table asks"),
        ("push pots", "no pot is awarded"),
        ("goto river\nriver\nexpect no ask", "the board has five cards"),
        ("deal, exposing 2c", "exposing 2c: that card was not drawn. Drawn were As"),
        ("goto preflop\nflop, boxed 2h", "boxed 2h: that card was not drawn"),
        ("goto preflop\nchips 7 leave 5", "no 7 lies at seat 5"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_fails_and_says_why(script: str, message: str) -> None:
    assert any(message in text for text in failures(script)), failures(script)


@pytest.mark.parametrize("line", ["dealer juggle 4", "floor rules on it"])
def test_what_has_no_entry_yet_is_unsupported(line: str) -> None:
    assert play(f"goto preflop\n{line}").verdict is Verdict.UNSUPPORTED


def test_a_table_that_cannot_be_fails_its_scenario() -> None:
    (found,) = failures("smallest 50\nseat 1 stack 1030\ndeal")
    assert found.startswith("no such table: seat 1: stack 1030 is not made of chips of 50")


# --- the rest --------------------------------------------------------------------------------


def test_explain_tells_acts_rulings_articles_and_the_state() -> None:
    text = explain(play(TWO_CHIPS.format("ruling lfp-7.27")))
    for part in ("5 pushes 2x1000", "ruling lfp-7.27 on chip.multiple seat 5 call 1200", "lfp-7.27: Equal chips",
                 "turn 6, to call 1200", "passed"):  # fmt: skip
        assert part in text


@pytest.mark.parametrize("amount", [0, 1, 40, 130, 9_975, 10_000, 1_234_567])
@pytest.mark.parametrize("smallest", [1, 5, 25, 3])
def test_a_make_up_is_worth_its_amount(amount: int, smallest: int) -> None:
    amount -= amount % smallest
    chips = make_up(amount, smallest)
    assert sum(chips) == amount
    assert set(chips) <= set(denominations(smallest))


def test_a_make_up_has_change() -> None:
    assert {25, 100, 500, 1000} <= set(make_up(10_000, 25))


class BrokenDepth(CoreDepth):
    """A table on which a rule breaks."""

    def press(self, seat: int, key: Key, amount: int | None) -> None:  # noqa: ARG002 - the protocol's
        raise KeyError("no such policy")


def test_a_rule_that_breaks_fails_its_scenario_and_no_other() -> None:
    scenario = parse(TABLE + "goto preflop\n4 presses call").scenarios[0]
    (failure,) = run(scenario, load("lfp"), "", BrokenDepth).failures
    assert failure.text == "4 presses call: the table broke: KeyError: 'no such policy'"


def test_a_burn_that_a_remedy_wants_is_made_without_a_shoe() -> None:
    fault = (
        "goto flop\n2, 3, 4, 5, 6, 1 check\nturn, without burn\nexpect ask dealer burned\ndealer answers burned\n"
        "2, 3, 4, 5, 6 check\nfloor false_board no_burn\nexpect ruling lfp-2.26\n1 checks\ngather\n{}\nriver\n"
    )
    shoe = "without shoe\nshoe As Ks Qs Js Ts 9s Ah Kh Qh Jh Th 9h | Tc 2c 2d 3c | Td | 4c 5c 6c\n"
    assert failures(shoe + fault.format("carry out") + "expect board 2c 2d 3c Td 6c; burns 4") == []
    assert failures(shoe + fault.format("dealer done") + "expect board 2c 2d 3c Td 6c; burns 4") != []


def test_a_card_can_leave_the_shoe_before_the_first_shuffle() -> None:
    result = play("next card to seat 2\ngoto preflop\nexpect cards 2 = none")
    assert not any("the shoe is empty" in failure.text for failure in result.failures)


def test_the_smallest_chip_makes_up_every_level() -> None:
    table = "table lfp blinds 100/200 seats 1-4 stacks 10000 levels 100/200, 125/250 each 600 s button 1\n"
    assert failures("goto end\nwait 700 s\ngoto end", table) == []


def test_what_a_file_says_of_one_seat_holds_beside_what_a_scenario_says_of_another() -> None:
    text = (
        TABLE + "seat 3 stack 300\nseat 4 stack 400\nhand 2 As Ad\nscenario a\nseat 4 stack 500\nhand 3 Ks Kd\ndeal\n"
    )
    header = parse(text).scenarios[0].header
    assert (dict(header.stacks), sorted(seat for seat, _ in header.hands)) == ({3: 300, 4: 500}, [2, 3])
    by_sum = parse(TABLE + "seat 3 chips 2x100\nscenario a\nseat 3 stack 900\ndeal\n").scenarios[0].header
    assert (by_sum.chips, by_sum.stacks) == ((), ((3, 900),))


def test_the_short_course_tells_what_must_be_expected_alone() -> None:
    text = explain(play(TWO_CHIPS.format("ruling lfp-7.27")), short=True)
    assert "5 pushes 2x1000" in text
    assert "blind.post" not in text
    assert "Equal chips" not in text
