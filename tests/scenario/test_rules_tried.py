"""Each rule of one table has a scenario that plays at its boundary, beside the cases of the catalogue."""

from __future__ import annotations

import pytest

from controller.rulebooks.articles import articles
from hardware_sim.scenario.collection import BOOK, files_of

PARTS = ("betting", "deal", "table")


@pytest.mark.together("book")
def test_every_rule_of_one_table_has_a_neighbour_of_its_cases() -> None:
    wanted = {key for key, article in articles().items() if article.part in PARTS}
    tried = {rule for file in files_of(BOOK) for scenario in file.scenarios for rule in scenario.header.rules}
    assert len(wanted) == 351
    assert wanted - tried == set()
