"""The page of keys for whoever writes scenarios is made from the product's own data."""

from __future__ import annotations

from pathlib import Path

from controller.table.view.question_citations import MATTERS
from hardware_sim.scenario.pages.keys import page
from hardware_sim.scenario.play.expectation_checker import ordinary

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "scenario-keys.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(), "sabot scenario keys > docs/reference/scenario-keys.md"


def test_every_question_that_rests_on_a_matter_has_a_text() -> None:
    listed = {line.split("`")[1] for line in page().splitlines() if line.startswith("| `")}
    assert MATTERS.keys() <= listed


def test_every_refusal_of_the_list_is_an_alarm_that_there_is() -> None:
    marked = {line.split("`")[1] for line in page().splitlines() if line.endswith("| refusal |")}
    for entry in ordinary().refusals:
        assert any(key == entry or (entry.endswith(".") and key.startswith(entry)) for key in marked), entry
