"""The cards that lie on the board, and a card too many among them."""

from typing import Final

from controller.poker.hand import Hand
from controller.poker.places import ON_BOARD
from controller.poker.remedy import NOW, Move
from controller.poker.slots import BURN
from controller.table.state.card_names import card_alarm
from controller.table.state.facts import TooManyOnBoard
from controller.table.state.fault import notice
from controller.table.state.question import FALSE_BOARD
from controller.table.state.table import Table

STREETS: Final = ("", "flop", "turn", "river")
FLOP_CARDS: Final = 3


def on_board(table: Table) -> list[int]:
    """The draw numbers of cards proven on the board, in the order they left the shoe."""
    spots = table.felt.spot_of
    lifted = table.felt.lifted
    return sorted(e for e, spot in spots.items() if spot in ON_BOARD and e not in lifted)


def order_unknown(hand: Hand, exits: list[int]) -> bool:
    """Whether the order of these cards is unknown, because the shoe did not read two or more of them."""
    return len([e for e in exits if e in hand.plan.unread]) > 1


def more_on_board(table: Table, hand: Hand, card: int) -> None:
    """A card that was not due lies on the board. Nothing is moved while the board is in question already."""
    hand.errors.show_all((card,), "board")
    if FALSE_BOARD in table.asks or not notice(table, hand, TooManyOnBoard(card)):
        card_alarm(table, hand, "card.misplaced", None, card, "board")


def burn_due_after(hand: Hand, street: int) -> bool:
    """Whether a burn is due after that street. A slot that a card from the table fills does not count."""
    after = hand.plan.slots.of_street(street + 1)
    return any(slot.place == BURN and not slot.card and not slot.fed for slot in after)


def drawn_by_lot(exits: tuple[int, ...], mark: int) -> tuple[Move, ...]:
    """The movements to turn down and shuffle the cards, let a manager draw the burn, and turn up the others."""
    return (
        Move("mix", exits, "board", "board", "told"),
        Move("draw", exits, "board", "burn", "gone", NOW, mark),
        Move("expose", exits, "board", "board", "told"),
    )
