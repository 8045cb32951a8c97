"""Cards that leave the deck after the hand is over. No player may see what would have come."""

from typing import Final

from controller.poker.betting import seats_of
from controller.poker.hand import Hand, Phase
from controller.poker.outcomes import Prompt, Void
from controller.table.state.facts import AfterHand
from controller.table.state.penalty_ladder import ask_penalty
from controller.table.state.question import RABBIT, Answer
from controller.table.state.questions_of_deal import RabbitHunt
from controller.table.state.rulings import rule
from controller.table.state.table import Table
from controller.table.tournament.levels import begun_by_a_card, not_begun_by_a_card

"""The rule key, and the question who asked for such a card."""
WHOLE_BOARD: Final = 5


def is_rabbit_hunting(table: Table, _hand: Hand | None, _fact: AfterHand) -> bool:
    """Whether a hand came before the card, and the rulebook has an article."""
    return bool(table.book.cites(RABBIT) and table.hand_number)


def rabbit_hunting(table: Table, hand: Hand | None, _fact: AfterHand) -> None:
    """Rule on a card drawn after the hand, and ask the dealer once who wanted it.

    Its face is shown nowhere. If the pots are pushed and the board is whole, there is nothing to see. Then the deal
    began without a shuffle.
    """
    if _between_hands(table):
        begun_by_a_card(table)
        if hand is not None and len(hand.plan.board()) == WHOLE_BOARD:
            not_shuffled(table)
            return
    if RABBIT not in table.asks:
        rule(table, RABBIT, None, (), decided="unseen")
        seats = hand.seats if hand is not None else seats_of(table.seating.dealt)
        table.ask(RabbitHunt(tuple(seats)))


def answer_rabbit(table: Table, q: RabbitHunt, answer: Answer) -> None:
    """The dealer says who asked for the card. The floor chooses a penalty for that player.

    If no player did and the pots are pushed, the deal began without a shuffle.
    """
    seat = q.answers[answer.choice]
    if seat is not None:
        not_begun_by_a_card(table)
        ask_penalty(table, seat, RABBIT)
    elif _between_hands(table):
        not_shuffled(table)


def dealt_unshuffled(table: Table) -> None:
    """The card was dealt to a seat, so no player had asked to see it."""
    if RABBIT in table.asks and _between_hands(table):
        table.withdraw(RABBIT)
        not_shuffled(table)


def not_shuffled(table: Table) -> None:
    """A card left the deck before the shuffle. It does not count, and the deck is shuffled. Rule on this once."""
    book = table.book
    if any(ruling.decided == "unshuffled" for ruling in table.rulings):
        return
    if book.cites("deck.shuffle"):
        rule(table, "deck.shuffle", None, (Void(None),), decided="unshuffled")
    table.prompt(Prompt("dealer", None, "shuffle"))


def _between_hands(table: Table) -> bool:
    return table.hand is None or table.hand.phase is Phase.CLAIMS
