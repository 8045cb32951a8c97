"""A copy of the table for "what if". It knows no face but those that all players have seen."""

from controller.poker.hand import Hand
from controller.poker.places import ON_BOARD
from controller.table.state.serialization import Checkpoint, checkpoint, restore
from controller.table.state.table import Table


def public_copy(table: Table) -> Table:
    """Return a copy of the table without hidden faces. Steps of the copy change nothing of the table.

    What follows from the copy follows from public facts, so it can tell no hole card and no winner by hidden cards.
    """
    saved = checkpoint(table)
    seen = frozenset() if table.hand is None else _seen_by_all(table, table.hand)
    return restore(Checkpoint(saved.body, tuple((card, face) for card, face in saved.faces if card in seen)))


def _seen_by_all(table: Table, hand: Hand) -> frozenset[int]:
    """The draw numbers of cards on the board, of tabled hands, and of cards exposed by a fault of the deal."""
    board = {card for card, spot in table.felt.spot_of.items() if spot in ON_BOARD}
    tabled = {card for seat in hand.seats if hand.rights.has_shown(seat) for card in hand.plan.cards_of(seat)}
    return frozenset({*board, *hand.plan.board(), *tabled, *hand.errors.public})
