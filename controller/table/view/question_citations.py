"""The rule key of each open question, whose articles are shown to the person who answers it."""

from typing import Final

from controller.poker.book import Book
from controller.poker.outcomes import Ask, Cite

MATTERS: Final = {
    "announcement": "act.unofficial",
    "burned": "burn",
    "card_missing": "deal.off_table",
    "claim": "claims.award",
    "confirm": "decision",
    "dead_or_check": "premature.flop_two",
    "deal_fault": "deal.misdeal",
    "deal_order": "deal.order",
    "dispute": "act.disputed",
    "elimination_equal": "elimination",
    "flashed": "deal.flashed",
    "fold": "fold.muck",
    "forward": "act.forward_motion",
    "hand_dead": "disclosure",
    "live_at_muck": "cards.protected",
    "middle": "disclosure.middle",
    "mixed": "show.muck",
    "odd_chip": "odd_chip",
    "one_motion_or_two": "string.first_motion",
    "order": "act.simultaneous",
    "out_of_turn": "oot.called",
    "overtaken": "oot.changed",
    "no_hand_left": "absent.hand",
    "outsider_spectator": "remarks",
    "outsider_other_table": "remarks",
    "outsider_staff": "remarks",
    "pot": "announce.pot",
    "rabbit": "rabbit",
    "race_conflict": "race.chipless_served",
    "seat_change": "seat.change",
    "first_button": "button.first",
    "seat_small_blind": "move.small_blind",
    "reserved": "seating",
    "see": "show.request",
    "shortened": "announce.shortened",
    "silent_chips": "silent_chips",
    "skipped": "skipped",
    "swept_in": "pots.undetermined",
    "undetermined": "pots.undetermined",
    "which_card": "deal.exposed",  # or another report about it
    "wrong_seats": "seats.wrong",
}
"""Ask → rule key. A question that names its own rule key (a penalty) has it among its parameters."""


def cites_of(ask: Ask, book: Book) -> tuple[Cite, ...]:
    """The articles on a question, the most special first. Empty if the book has none."""
    named = dict(ask.params).get("matter")
    matter = named if isinstance(named, str) else MATTERS.get(ask.key)
    return () if matter is None else book.cites(matter)
