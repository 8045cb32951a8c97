"""For which fields an article may stand after `by`, and what is told where it may not."""

from __future__ import annotations

import pytest

from controller.rulebooks.articles import articles
from hardware_sim.scenario.language.errors import ScenarioError
from hardware_sim.scenario.language.expectation_lines import NAMES
from hardware_sim.scenario.language.fixed_fields import fixed
from hardware_sim.scenario.language.parser import parse
from tests.scenario.running import TABLE


def told(line: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        parse(f"{TABLE}{line}\n", "hands.scn")
    return str(caught.value)


def test_only_articles_and_fields_that_there_are_are_named() -> None:
    assert fixed().keys() <= articles().keys()
    assert frozenset().union(*fixed().values()) <= set(NAMES)


def test_an_article_vouches_for_a_field_that_it_fixes() -> None:
    (scenario,) = parse(f"{TABLE}expect turn 5; won 5 = 350 by lfp-8.11\n").scenarios
    assert scenario.script[0].statement.by == ("lfp-8.11",)  # type: ignore[union-attr]  # its first line expects


def test_an_article_beside_a_field_that_it_does_not_fix_is_an_error_with_its_place() -> None:
    line = "expect turn 4 by lfp-8.11"
    number = len(TABLE.splitlines()) + 1
    expected = f"hands.scn:{number}:{line.index('lfp') + 1}: found 'lfp-8.11'. Allowed: with lfp-8.11 a field"
    assert told(line).startswith(expected)


def test_the_error_names_the_fields_that_are_allowed() -> None:
    assert told("expect turn 4 by lfp-8.11").endswith("folded, live, winners, won")


def test_each_of_several_articles_must_fix_a_field() -> None:
    assert "found 'lfp-8.11'" in told("expect call 100; min raise 200 by lfp-7.12, lfp-8.11")


def test_an_article_that_fixes_no_field_is_to_be_cited() -> None:
    assert "expect ruling lfp-13.2" in told("expect turn 4 by lfp-13.2")


def test_by_wants_a_field() -> None:
    assert "A ruling cites its articles itself" in told("expect ruling lfp-7.27 by lfp-7.27")
