"""Cards that leave the deck after the hand is over: nobody may be shown what would have come."""

from typing import Final

from controller.poker.betting import seats_of
from controller.poker.outcomes import Ask
from controller.table.betting.conduct import ask_penalty
from controller.table.state.rulings import rule
from controller.table.state.table import Table

RABBIT: Final = "rabbit"
"""The matter, and the question who asked for such a card."""


def is_rabbit_hunting(table: Table) -> bool:
    """Rule on a card after the hand, and ask the dealer who wanted it, once; False where the book has no article.

    Its face is shown nowhere. Before the first hand there is none whose cards could be looked at.
    """
    book, hand = table.book, table.hand
    if book is None or not book.cites(RABBIT) or not table.hand_number:
        return False
    if RABBIT not in table.asks:
        rule(table, RABBIT, None, (), decided="unseen")
        seats = hand.seats if hand is not None else seats_of(table.seating.dealt)
        options = ("nobody", *(f"seat_{seat}" for seat in seats))
        table.ask(Ask(RABBIT, RABBIT, "after", options, "nobody", "dealer"), RABBIT)
    return True


def answer_rabbit(table: Table, choice: str) -> None:
    """The dealer says who asked for the card: a penalty is the floor's to choose."""
    if choice != "nobody":
        ask_penalty(table, int(choice.removeprefix("seat_")), RABBIT)
