"""Cases that fields alone show: a change to what the article says must break a line that proves the case."""

from __future__ import annotations

from functools import cache

import pytest

from controller.rulebooks import load
from hardware_sim.scenario.collection import BOOK, files_of, plays_of, rulebook_of
from hardware_sim.scenario.language.parser import parse

from .field_evidence import Vouched, breaks, by_fields_alone, unbroken

pytestmark = pytest.mark.search

TABLE = "table lfp blinds 50/100 seats 1-6 stacks 10000 button 1\n"


@cache
def of_the_book() -> dict[str, list[Vouched]]:
    plays = ((scenario, rulebook_of(book)) for file in files_of(BOOK) for scenario, book in plays_of(file))
    return by_fields_alone(plays)


def test_a_field_that_shows_a_case_would_differ_if_its_article_were_another() -> None:
    """Betting, deal and table alike. The list of exceptions may only become shorter."""
    asked = {case: lines for case, lines in of_the_book().items() if case not in unbroken()}
    assert [case for case, lines in asked.items() if not any(breaks(case, one) for one in lines)] == []


def test_only_cases_that_rest_on_fields_are_excepted() -> None:
    assert unbroken().keys() - of_the_book().keys() == set()


def test_no_excepted_case_would_break_after_all() -> None:
    lines = of_the_book()
    assert [case for case in unbroken() if any(breaks(case, one) for one in lines[case])] == []


def proof(script: str) -> dict[str, list[Vouched]]:
    return by_fields_alone([(parse(TABLE + script).scenarios[0], load("lfp"))])


def test_a_field_that_the_article_does_not_decide_is_found_out() -> None:
    (lines,) = proof("goto preflop\n4 calls\nexpect call 100 by lfp-7.12 shows lfp-7.12#1\n").values()
    assert breaks("lfp-7.12#1", lines[0]) == ""


def test_a_field_that_the_article_decides_breaks() -> None:
    (lines,) = proof("goto preflop\n4 raises to 500\nexpect min raise 1000 shows lfp-7.11#1\n").values()
    assert breaks("lfp-7.11#1", lines[0])


def test_a_line_that_names_the_article_as_a_ruling_needs_no_more() -> None:
    assert proof("goto preflop\n4 calls\nexpect ruling lfp-7.3 seat 4 call 100 shows lfp-7.3#1\n") == {}
