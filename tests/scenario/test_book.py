"""The scenarios that come with the product: those of the book pass, those left open do not yet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.poker.outcomes import Ask
from hardware_sim.scenario.catalogue.article_index import ruled
from hardware_sim.scenario.catalogue.question_index import questions
from hardware_sim.scenario.collection import BOOK, OPEN, files_of, run_file, run_under
from hardware_sim.scenario.command import app
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.play.expectation_checker import ACTS, Answer, in_words
from hardware_sim.scenario.play.result import Result, Verdict
from hardware_sim.shown import ShownRuling
from tests.scenario.plays import PATHS, plays

ANSWERS = Path(__file__).parents[2] / "docs" / "reference" / "scenario-answers.md"


@pytest.mark.together("book")
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.relative_to(BOOK).as_posix().removesuffix(".scn"))
def test_every_scenario_of_a_file_of_the_book_passes(path: Path) -> None:
    """One test for each file. One for each of three thousand plays costs pytest itself several seconds."""
    found = [f"{name_of(play.result)}: {what}" for play in plays(path) for what in wrong(play.result, play.hidden)]
    assert not found, "\n".join(found)


def name_of(result: Result) -> str:
    return f"{result.source}:{result.line}:{result.book}"


def wrong(result: Result, hidden: Sequence[str]) -> Iterator[str]:
    """What a play shows to be wrong: in the scenario or the table, on the pages that offer entries, or on those for
    writers."""
    yield from (f"line {failure.line}: {failure.text}" for failure in result.failures)
    yield from (f"{word} was accepted, though pages offer it as impossible" for word in hidden)
    yield from (f"{in_words(answer)} is otherwise than the pages say" for answer in undocumented(result))
    yield from (f"{kind} has no row on the page of answers" for kind in sorted(without_row(result)))


def undocumented(result: Result) -> Iterator[Answer]:
    """Answers that are otherwise than the pages for writers say: rulings on a matter on which none is made, questions
    of another role or with other options, acts that `check` does not know of."""
    for answer in (answer for passage in result.course for answer in passage.answers):
        if isinstance(answer, ShownRuling) and (
            answer.matter in ruled().silent or not acts_of(answer) <= known(answer)
        ):
            yield answer
        if isinstance(answer, Ask):
            question = questions()[answer.key]
            if answer.role not in question.roles or not all(map(question.allows, answer.options)):
                yield answer


KIND = re.compile(r"ruling [^|*;]*? on [a-z_.]+|ask \w+ [a-z_]+|alarm [a-z_.]+")
WITH_ROWS = ("deal/", "seating/", "tournament/", "race/")
"""Folders of the book in which every kind of answer is one that the page of answers has a row for."""


def kinds(answers: Iterable[str]) -> set[str]:
    """ "ruling deal.order", "ask dealer flashed", "alarm card.out": what kinds of answers a text tells of."""
    found = (kind for answer in answers for kind in KIND.findall(answer))
    return {f"ruling {kind.rpartition(' ')[2]}" if kind.startswith("ruling") else kind for kind in found}


@cache
def kinds_with_row() -> set[str]:
    """The kinds of answers that the page for writers has."""
    return kinds([ANSWERS.read_text("utf-8")])


def without_row(result: Result) -> set[str]:
    """The kinds of answers in a run of those folders that the page for writers does not have."""
    if not result.source.startswith(WITH_ROWS):
        return set()
    return kinds_answered(result) - kinds_with_row()


def kinds_answered(result: Result) -> set[str]:
    return kinds(in_words(answer) for passage in result.course for answer in passage.answers)


def test_kinds_of_answers_are_found_in_runs_and_on_the_page() -> None:
    (race,) = (file for file in files_of(BOOK / "race") if file.source == "lfp.scn")
    assert len(set().union(*map(kinds_answered, run_file(race)))) > 10
    assert len(kinds_with_row()) > 200


def acts_of(ruling: ShownRuling) -> frozenset[str]:
    return (ACTS | {"void"}) & {effect.what for effect in ruling.effects}


def known(ruling: ShownRuling) -> frozenset[str]:
    """The acts that a ruling on this matter can be; any, where it puts another one right."""
    return acts_of(ruling) if ruling.replaces else ruled().acts.get(ruling.matter, acts_of(ruling))


def test_what_is_open_is_not_decided_so_yet() -> None:
    results = [result for file in files_of(OPEN) for result in run_file(file)]
    passing = [name_of(result) for result in results if result.verdict is Verdict.PASSED]
    assert passing == [], "they pass: move them to the book"


@pytest.mark.together("book")
def test_the_book_shows_only_cases_of_the_catalogue(shared: Path) -> None:
    yaml = pytest.importorskip("yaml")
    known = {
        f"{rule['id']}#{number}"
        for path in (shared / "rules").glob("*.yaml")
        for rule in yaml.safe_load(path.read_text("utf-8"))["rules"]
        for number, _ in enumerate(rule.get("scenarios", ()), start=1)
    }
    files = [file for folder in (BOOK, OPEN) for file in files_of(folder)]
    shown = {case for file in files for s in file.scenarios for b in s.header.books for case in s.shown_by(b.key)}
    assert shown
    assert shown <= known


def test_run_ends_with_the_counts(tmp_path: Path) -> None:
    path = tmp_path / "two.scn"
    path.write_text("table lfp blinds 50/100 seats 1-4\nscenario a\ndeal\nscenario b\ndeal\nexpect turn 4\n")
    done = CliRunner().invoke(app, ["run", str(path)])
    assert done.exit_code == 1
    assert done.output.splitlines()[-1] == "1 passed, 1 failed"
    assert f"{path}:6: expected turn = 4. It is turn = 3" in done.output


def test_run_speaks_json(tmp_path: Path) -> None:
    path = tmp_path / "one.scn"
    path.write_text("table lfp blinds 50/100 seats 1-4\ndeal\nexpect ruling lfp-6.3 on blind.post shows lfp-6.3#1\n")
    done = CliRunner().invoke(app, ["run", "--json", str(path)])
    said = json.loads(done.output)
    assert (said["passed"], said["failed"], said["results"][0]["covered"]) == (1, 0, ["lfp-6.3#1"])


def test_bad_files_are_told_in_full(tmp_path: Path) -> None:
    path = tmp_path / "bad.scn"
    path.write_text("table lfp blinds 50/100 seats 1-4\n3 flods\n4 flods\n")
    done = CliRunner().invoke(app, ["run", str(path)])
    assert done.exit_code == 2
    assert [line.split(" ")[0] for line in done.stderr.splitlines()] == [f"{path}:2:3:", f"{path}:3:3:"]


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad.scn").write_text("table lfp blinds 50/100 seats 1-4\n3 flods\n")
    (tmp_path / "good.scn").write_text("table lfp blinds 50/100 seats 1-4\ndeal\n")
    for command, end in (("run", "1 passed, 0 failed"), ("check", "1 scenarios, 0 remarks")):
        done = CliRunner().invoke(app, [command, str(tmp_path)])
        assert (done.exit_code, done.stdout.splitlines()[-1]) == (2, end)


@pytest.mark.process
def test_what_a_depth_cannot_do_is_refused_by_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "one.scn"
    path.write_text("table lfp blinds 50/100 seats 1-4\ndeal\n  sensors see bet 4 = 3x100\nexpect no ask\n")
    done = CliRunner().invoke(app, ["run", "--depth", "wire", str(path)])
    assert done.exit_code == 1
    assert f"{path}:3:3: sensors see bet 4 = 3x100: not at depth wire: " in done.output
    assert done.output.splitlines()[-1] == "0 passed, 1 failed"


def test_an_unknown_rulebook_fails_its_scenario(tmp_path: Path) -> None:
    path = tmp_path / "one.scn"
    path.write_text("table nobody blinds 50/100 seats 1-4\ndeal\n")
    done = CliRunner().invoke(app, ["run", str(path)])
    assert done.exit_code == 1
    assert "no rulebook is called 'nobody'" in done.output


FROM_DOCS = sorted((Path(__file__).parent / "from_docs").glob("*.scn"))
"""Cases of the catalogue as nine readers wrote them from `docs/` alone, without having run one; changed only where
a ruling that is void is to be said to be so."""


@pytest.mark.parametrize("path", FROM_DOCS, ids=lambda path: path.stem)
def test_what_was_written_from_the_docs_alone_runs(path: Path) -> None:
    for scenario in parse(path.read_text("utf-8"), path.name).scenarios:
        for book in scenario.header.books:
            assert run_under(scenario, book, path.name).failures == []
