"""Matters that are treated alike, since they are of one kind of fault.

`tests/core/test_all_is_read.py` keeps the lists whole.
"""

from typing import Final

OF_THE_DEAL: Final = frozenset({
    "deal.absent", "deal.count", "deal.count_late", "deal.count_served", "deal.empty", "deal.empty_late",
    "deal.errors", "deal.exposed", "deal.exposed_by_player", "deal.exposed_first", "deal.exposed_more",
    "deal.flashed", "deal.misdeal", "deal.missed", "deal.missed_late", "deal.mixed", "deal.off_table", "deal.order",
    "deal.stands_after",
})  # fmt: skip
"""Faults of the hole cards."""

EARLY_CARDS: Final = frozenset({
    "premature.bets", "premature.flop", "premature.flop_two", "premature.river", "premature.skipped_flop",
    "premature.skipped_river", "premature.skipped_turn", "premature.spoilt", "premature.turn",
})  # fmt: skip
"""Cards of the board that came before their street."""
