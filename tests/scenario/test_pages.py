"""The pages for whoever writes scenarios are made from the product's own data, and what they say holds."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hardware_sim.scenario.catalogue.article_index import ruled, to_expect
from hardware_sim.scenario.catalogue.lint import review, words
from hardware_sim.scenario.catalogue.question_index import questions
from hardware_sim.scenario.collection import run_file
from hardware_sim.scenario.command import app
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.pages import answers, articles
from hardware_sim.scenario.pages.keys import prompted

DOCS = Path(__file__).parents[2] / "docs"
TABLE = "table lfp blinds 50/100 seats 1-6 stacks 10000 button 1\ngoto preflop\n"


@pytest.mark.together("answers")
@pytest.mark.timeout(180)
def test_the_page_of_answers_is_current() -> None:
    assert (DOCS / "reference" / "scenario-answers.md").read_text("utf-8") == answers.page(), (
        "sabot scenario answers > docs/reference/scenario-answers.md"
    )


@pytest.mark.together("answers")
def test_the_answers_of_one_book_are_a_page_of_their_own() -> None:
    done = CliRunner().invoke(app, ["answers", "--book", "leaflet"])
    rows = [row.split("|") for row in done.output.splitlines() if row.startswith("| `")]
    assert rows
    assert all(row[2].strip().startswith("leaflet") for row in rows if len(row) == 6)
    assert CliRunner().invoke(app, ["answers", "--book", "nobody"]).exit_code == 2


def test_no_answer_is_a_ruling_on_a_matter_on_which_none_is_made() -> None:
    ruled_on = set(
        re.findall(r"ruling [^|*;]*? on ([a-z_.]+)", (DOCS / "reference" / "scenario-answers.md").read_text("utf-8"))
    )
    assert len(ruled_on) > 50
    assert ruled_on & ruled().silent == set()


def test_the_page_of_articles_is_current() -> None:
    assert (DOCS / "reference" / "scenario-articles.md").read_text("utf-8") == articles.page(), (
        "sabot scenario articles > docs/reference/scenario-articles.md"
    )


def test_every_question_is_described() -> None:
    assert questions().keys() == words("ask")


def test_what_is_said_of_prompts_is_said_of_prompts_that_there_are() -> None:
    assert prompted().keys() <= words("prompt")


def test_a_hand_of_the_page_says_what_its_table_has_of_its_own() -> None:
    head = ("# The rake.", "", "under lfp, casino_cash", "cash", "rake 4 % at most 50")
    assert answers.settings(head) == ["cash", "rake 4 % at most 50"]


def test_an_article_says_how_a_scenario_sees_it() -> None:
    ruling, field = to_expect("lfp-7.13")
    assert ruling == "no ruling on raise.over_short_all_in: seen in fields   # lfp"
    assert field == "expect call …; max raise …; min raise …; options …; to call … by lfp-7.13   # any of them"
    assert "expect ruling lfp-7.27 on chip.multiple seat N …   # lfp" in list(to_expect("lfp-7.27"))


def test_articles_that_stand_beside_others_are_found_there() -> None:
    assert ruled().on("pots.tie") == ("award.contested", "odd_chip")
    assert ruled().on("raise.min") == ()
    assert ruled().on("chip.single") == ("chip.single",)


CASES = re.findall(r"(?:^    .*\n|^\n(?=    ))+", (DOCS / "scenario-cases.md").read_text("utf-8"), re.MULTILINE)


def test_the_worked_cases_hold() -> None:
    scripts = [textwrap.dedent(block) for block in CASES if block.strip().startswith("scenario ")]
    results = [result for script in scripts for result in run_file(parse(script))]
    assert [result.failures for result in results] == [[]] * 10
    assert all(result.cases for result in results)


# --- what is said of a file without playing it ----------------------------------------------------------------------


def remarks(script: str) -> list[str]:
    return [remark.text for remark in review(parse(TABLE + script))]


def test_names_that_nothing_has_are_told() -> None:
    assert remarks("expect alarm chips.oot")[0].startswith("no alarm is called 'chips.oot'")
    assert remarks("expect prompt dealer gater")[0].startswith("no prompt is called 'gater'. Near it: gather")
    assert remarks("expect ask dealer live_hand")[0].startswith("no question is called 'live_hand'")
    assert remarks("expect ruling on chip.two")[0].startswith("no matter is called 'chip.two'")
    assert remarks("expect step gatherer")[0].startswith("no step is called 'gatherer'. Near it: gather")
    assert remarks("dealer kiled 3")[0].startswith("no command is called 'kiled'. Near it: killed")


def test_questions_are_held_to_their_roles_and_options() -> None:
    assert remarks("expect ask floor live_at_muck seat 3") == [
        "live_at_muck is asked of the dealer, not of the floor"
    ]  # fmt: skip
    assert remarks("dealer answers live_at_muck: accident") == [
        "no option 'accident' of live_at_muck. It has fold, killed, thrown, no"
    ]
    assert remarks("dealer answers accident") == ["no option 'accident' of any question"]
    assert remarks("expect ask floor penalty seat 3 options caution\nfloor answers caution") == []


def test_a_lender_is_held_to_the_book() -> None:
    leaflet = "table leaflet\n"
    lent = "expect ruling casino-G23 lent by {} on odd_chip"
    assert lender_remarks(leaflet, lent.format("casino")) == [
        "leaflet has casino-G23 from casino_cash, not from casino"
    ]  # fmt: skip
    assert lender_remarks(leaflet, lent.format("casino_cash")) == []


def lender_remarks(table: str, script: str) -> list[str]:
    return [remark.text for remark in review(parse(f"{table}blinds 5/10\nseats 1-3\n{script}"))]


def test_articles_are_held_to_the_book() -> None:
    assert remarks("expect ruling casino-G20") == ["lfp no_limit decides nothing by casino-G20"]
    assert remarks("expect min raise 200 by casino-G20") == ["lfp no_limit decides nothing by casino-G20"]
    assert remarks("expect ruling lfp-7.12")[0].startswith(
        "no ruling cites lfp-7.12: it decides raise.over_short_all_in"
    )
    assert remarks("expect ruling on raise.min") == [
        "no ruling is made on raise.min: what its articles decide shows in fields"
    ]


def test_a_ruling_is_held_to_the_acts_that_it_can_be() -> None:
    assert remarks("expect ruling lfp-7.26 seat 4 bet 500") == [
        "no ruling of lfp-7.26 is a bet under lfp (chip.single: call, check, raise)"
    ]
    assert remarks("expect ruling lfp-3.5 seat 4 fold") == [
        "no ruling of lfp-3.5 is a fold under lfp (phones: void). A hand that dies shows in `live` and `folded`"
    ]
    assert remarks("4 pushes 500\nfloor overrules 4: bet 500\nexpect ruling lfp-7.26 seat 4 bet 500") == []
    assert remarks("expect ruling seat 4 bet 500") == []


def test_a_refusal_is_held_to_the_alarms_that_refuse() -> None:
    assert remarks("shuffle\nexpect refused shuffle.refused") == []
    assert remarks("expect refused cut.missing") == [
        "the alarm cut.missing refuses nothing: expect it as `alarm cut.missing`"
    ]


def test_an_entry_is_held_to_its_form() -> None:
    assert remarks("dealer fault 4 gossip")[0].endswith(
        "nobody can enter it so. It is "
        "fault SEAT device|message|talking|disclosed|open|middle|remark|criticism|behaviour|collusion|stack|miscall"
        " [SEAT]"
    )
    assert remarks("dealer see 4") == ["dealer see 4: nobody can enter it so. It is see SEAT SEAT"]
    assert remarks("floor fault 3 collusion 4\nfloor penalty 4 suspension 2\ndealer misread 4 raise to 900") == []


def test_an_entry_may_be_called_as_it_is_on_a_console() -> None:
    assert remarks("dealer wins 4") == []
    results = run_file(parse(TABLE + "goto showdown with 2, 3\ndealer wins 3\nexpect refused lfp-8.8 seat 3\n"))
    assert [result.failures for result in results] == [[]]


def test_seats_that_the_table_does_not_have_are_told() -> None:
    assert remarks("expect turn 9") == ["there is no seat 9 at this table: 1, 2, 3, 4, 5, 6"]
    assert remarks("expect live 2, 8") == ["there is no seat 8 at this table: 1, 2, 3, 4, 5, 6"]
    assert remarks("dealer fault 9 device") == ["there is no seat 9 at this table: 1, 2, 3, 4, 5, 6"]
    assert remarks("expect button 9; turn none") == []


def test_a_case_that_no_ruling_can_show_wants_a_field() -> None:
    assert [r.line for r in review(parse("shows lfp-7.12#1\n" + TABLE + "expect min raise 200"))] == [1, 1]
    assert review(parse(TABLE + "expect min raise 200 by lfp-7.12 shows lfp-7.12#1")) == []


def test_a_case_of_which_no_line_is_the_proof_is_told() -> None:
    (remark,) = review(parse("shows lfp-7.27#1\n" + TABLE + "expect ruling lfp-7.27"))
    assert remark.text.startswith("shows lfp-7.27#1: it does not count, for no line is its proof")


def test_case_without_a_line_naming_its_article_is_reported() -> None:
    text = "shows lfp-12.7#1, lfp-7.3#1\n" + TABLE + "4 says call\nexpect turn 5\n"
    (remark,) = (r for r in review(parse(text)) if "does not count" not in r.text)
    assert remark.text.startswith(
        "shows lfp-12.7#1: no line names lfp-12.7. It is shown by a ruling on chips.transfer or soft_play"
    )
    assert remark.text.endswith("or a field (`by lfp-12.7`): asks, prompts")


def test_check_says_so_and_plays_nothing(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.scn", tmp_path / "bad.scn"
    good.write_text(TABLE + "expect turn 5\n")  # seat 4 is to act; nothing is played
    bad.write_text(TABLE + "expect alarm no.such\n")
    assert CliRunner().invoke(app, ["check", str(good)]).exit_code == 0
    done = CliRunner().invoke(app, ["check", str(good), str(bad)])
    assert (done.exit_code, done.output.splitlines()[-1]) == (1, "2 scenarios, 1 remarks")
    assert done.output.startswith(f"{bad}:3: no alarm is called 'no.such'")


def test_a_device_without_an_end_is_no_scenario_file() -> None:
    done = CliRunner().invoke(app, ["check", "/dev/zero"])
    assert done.exit_code == 2
    assert "/dev/zero: it does not end after 1,000,000 bytes. Allowed are at most so many" in done.output


@pytest.mark.parametrize(
    ("book", "said", "why"),
    [
        ("roberts", "unit 5", "multiples of the smallest chip"),
        ("casino_cash", "unit 5", "multiples of the small blind"),
        ("lfp", "unit 5", "multiples of nothing"),
        ("lfp", "rake 5 %", "takes nothing"),
        ("lfp", "bets 10/20", "they are of limit"),
        ("lfp", "absence 600 s", "no limit to the house"),
        ("lfp", "buy-in 400 to 2000", "add the word cash"),
    ],
)
def test_what_a_book_passes_over_is_remarked_with_what_decides_instead(book: str, said: str, why: str) -> None:
    text = f"table {book} blinds 50/100 seats 1-6 stacks 10000 button 1 {said}\nscenario one\ngoto flop\n"
    (remark,) = review(parse(text))
    assert why in remark.text
    assert said.split()[0] in remark.text


def test_a_stack_of_which_a_part_does_not_play_is_told() -> None:
    text = "table roberts limit blinds {} seats 2-4 stacks 1000 button 4\nseat 4 stack 36\ngoto flop\n"
    (remark,) = review(parse(text.format("5/10")))
    assert remark.text == (
        "1 of seat 4's 36 does not play under roberts: the smallest chip that these blinds need is 5"
    )
    assert review(parse(text.format("9/20"))) == []


def test_a_unit_that_the_book_leaves_to_the_house_is_not_remarked() -> None:
    text = "table limit no_limit blinds 10/20 seats 1-6 stacks 1000 button 1 unit 5\nscenario one\ngoto flop\n"
    assert review(parse(text)) == []


def test_a_rule_that_no_rulebook_has_is_remarked() -> None:
    (remark,) = review(parse("rule lfp-2.55\n" + TABLE + "goto flop\n"))
    assert remark.text.startswith("rule lfp-2.55: no such article, near it: lfp-2.5")


def test_the_articles_of_one_rulebook_are_a_part_of_the_page() -> None:
    rows = [line for line in articles.page("leaflet").splitlines() if line.startswith("| `")]
    assert rows
    assert all(row in articles.page() for row in rows)
    assert not any(row.startswith("| `limit-") for row in rows)
