"""Each rule of one table has a scenario that plays at its boundary, beside the cases of the catalogue."""

from __future__ import annotations

from controller.rulebooks.articles import articles
from hardware_sim.scenario.collection import BOOK, files_of

PARTS = ("betting", "deal", "table")

MISSING: frozenset[str] = frozenset({
    "casino-T30", "casino-T32", "leaflet-21", "leaflet-5", "lfp-2.1", "lfp-2.10", "lfp-2.11", "lfp-2.12",
    "lfp-2.13", "lfp-2.14", "lfp-2.15", "lfp-2.18a", "lfp-2.18b", "lfp-2.19", "lfp-2.2", "lfp-2.20",
    "lfp-2.21", "lfp-2.22", "lfp-2.23", "lfp-2.24", "lfp-2.25", "lfp-2.26", "lfp-2.27", "lfp-2.3", "lfp-2.4",
    "lfp-2.5", "lfp-2.6", "lfp-2.7", "lfp-2.8", "lfp-2.9", "lfp-5.1", "lfp-6.14", "limit-28", "limit-33",
    "limit-34",
})  # fmt: skip
"""Rules that no scenario of the book names under `rule`. This list may only become shorter."""


def test_every_rule_of_one_table_has_a_neighbour_of_its_cases() -> None:
    wanted = {key for key, article in articles().items() if article.part in PARTS}
    tried = {rule for file in files_of(BOOK) for scenario in file.scenarios for rule in scenario.header.rules}
    assert len(wanted) == 351
    assert wanted - tried <= MISSING
