"""docs/reference/irregularities.md and the records behind it: current, whole, and what runs really show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from controller.irregularities_page import page
from controller.pages import catalogue
from controller.poker.entries import ENTRIES
from controller.poker.outcomes import Ask
from controller.rulebooks import available, load
from controller.service.publication.public_state import public_remedy
from controller.table.deal.faults import BY_THE_FLOOR, FAULTS
from controller.table.state.fault import Fault
from firmware_bridge.messages.languages import Language
from hardware_sim.scenario.collection import BOOK, file_of
from hardware_sim.scenario.pages.answers import HERE, played
from hardware_sim.scenario.play.result import Passage
from hardware_sim.shown import ShownRuling
from hardware_sim.trials.mistakes import MISTAKES

from .remedies import FILES, heard

IN_OTHER_WORDS = {"next": "shoe", "drawn": "burn"}
"""Where a movement begins that is not said by its place."""

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "irregularities.md"
BY_THE_FLOOR_KEYS = {f"remedy.{verb}_{origin}" for verb, origin in BY_THE_FLOOR}
DECLARED = {(m, f"remedy.{v}_{o}") for i in FAULTS for m in i.ruled_under for v, o in i.movements}


def shown() -> set[tuple[str, str]]:
    """(matter, movement) of every remedy in every scenario of the deal."""
    assert [line for file in FILES for line in heard(file).failures] == []
    remedies = [public_remedy(remedy) for file in FILES for remedy in heard(file).remedies]
    return {(remedy.matter, move.text.key) for remedy in remedies for move in remedy.moves}


@pytest.fixture(scope="module")
def of_scenarios() -> set[tuple[str, str]]:
    return shown()


def test_the_page_is_what_the_command_prints() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: sabot rules irregularities > docs/reference/irregularities.md"


@pytest.mark.together("book")
def test_every_movement_of_a_run_is_in_the_records(of_scenarios: set[tuple[str, str]]) -> None:
    shown_by = {(matter, key) for matter, key in of_scenarios if key not in BY_THE_FLOOR_KEYS}
    assert sorted(shown_by - DECLARED) == []


@pytest.mark.together("book")
def test_every_movement_of_the_records_was_seen_in_a_run(of_scenarios: set[tuple[str, str]]) -> None:
    never = [
        (each.name, verb, origin)
        for each in FAULTS
        for verb, origin in each.movements
        if not any((matter, f"remedy.{verb}_{origin}") in of_scenarios for matter in each.ruled_under)
    ]
    assert never == []


def test_the_records_name_only_what_there_is() -> None:
    matters = {matter for key, structure in available() for matter in load(key, structure).rules}
    assert {m for i in FAULTS for m in i.ruled_under} <= matters
    assert {report.word for fault in FAULTS for report in fault.entries} <= set(ENTRIES)
    assert [key for i in FAULTS for key in i.told if key not in catalogue("en")] == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_has_all_its_words_and_each_movement_a_picture(fault: Fault, language: Language) -> None:
    words = catalogue(language)
    drawn = {f"step.remedy_{verb}" for verb, _ in fault.movements}
    places = {f"place.{IN_OTHER_WORDS.get(origin, origin)}" for _, origin in fault.movements}
    assert sorted(key for key in {*fault.words, *drawn, *places} if key not in words) == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_ruled_on_in_a_scenario_or_only_named_and_committed_by_trials(fault: Fault) -> None:
    ruled = {fault.cases.get(matter, matter) for matter in fault.ruled_under[:1]}
    committed = {mistake.kind for mistake in MISTAKES}
    assert ruled <= ruled_in_scenarios() if ruled else fault in committed


@cache
def ruled_in_scenarios() -> frozenset[str]:
    """The words of all scenarios."""
    return frozenset(
        word for path in BOOK.rglob("*.scn") for word in re.findall(r"[\w.]*\w", path.read_text("utf-8"))
    )


# --- the page and the table -----------------------------------------------------------------------------------------

DECIDING = sorted(
    {m for i in FAULTS for m in i.ruled_under}
    - {case for fault in FAULTS for case in fault.cases}
    - {matter for fault in FAULTS if fault.unasked for matter in fault.matters}
    - {"deal.misdeal"}
)
"""Matters that decide by themselves; the articles of the others stand beside these."""

FOLLOWS = ("wrong_card", "shuffle_first", "burned_already")
"""What a ruling before it comes to: another movement was made than the one due, or one by itself."""

CANNOT_BE = {"deal.mixed", "premature.spoilt", "deal.stands_after"}
"""Matters that come up only after another was decided: where a book leaves that one open, too, they do not."""


@dataclass(frozen=True, slots=True)
class Made:
    """A ruling that the table made of a fault, and the questions to the floor beside it."""

    ruling: ShownRuling
    asks: tuple[Ask, ...]


@pytest.fixture(scope="module")
def made() -> dict[tuple[str, str], list[Made]]:
    """{(matter, book): what the table ruled by itself} in the short hands of the deal."""
    found: dict[tuple[str, str], list[Made]] = {}
    for hand in file_of(HERE / "answers-deal.scn", HERE).scenarios:
        for book in hand.header.books:
            result = played(hand, book)
            for passage in result.course:
                for one in _rulings(passage):
                    found.setdefault((one.ruling.matter, result.book.partition(" ")[0]), []).append(one)
    return found


def _rulings(passage: Passage) -> Iterator[Made]:
    asks = tuple(a for a in passage.answers if isinstance(a, Ask) and a.role == "floor")
    for answer in passage.answers:
        if isinstance(answer, ShownRuling) and not answer.by and answer.decided not in FOLLOWS:
            yield Made(answer, asks)


BOOKS = {key: structure for key, structure in available() if structure == "no_limit"}


@pytest.mark.together("answers")
@pytest.mark.parametrize("key", BOOKS)
@pytest.mark.parametrize("matter", DECIDING)
def test_the_table_asks_and_rules_as_the_page_has_it(
    matter: str, key: str, made: dict[tuple[str, str], list[Made]]
) -> None:
    rule = load(key, BOOKS[key]).rule(matter)
    rulings = made.get((matter, key), [])
    if rule.policy == "ask":
        assert rulings or matter in CANNOT_BE
        assert [one.ruling.decided for one in rulings if one.ruling.decided != "asked"] == []
        assert all(one.asks for one in rulings)
    else:
        assert rulings
        assert all(one.ruling.cites for one in rulings)
        assert any(one.ruling.decided != "asked" for one in rulings)
