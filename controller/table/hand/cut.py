"""The cut, before the cards."""

from controller.poker.hand import Hand
from controller.poker.outcomes import Prompt
from controller.table.state.table import Table


def offer_cut(table: Table, hand: Hand) -> None:
    """Ask for the cut. Without a house dealer, the neighbour on the dealer's right cuts before the deal."""
    book = table.book
    if not table.setup.self_dealt or not book.entries.deck_shuffle.neighbour_cuts:
        return
    pile = book.entries.deck_shuffle.smallest_pile
    table.prompt(Prompt("seat", hand.offer_cut(), "cut", (("count", pile),)))
