"""What the floor decides where the book has no word on a fault: what another book has for it, as its own ruling."""

from controller.poker.hand import OVER, Hand
from controller.table.deal.board_reports import board_stays, put_burn_right, shuffle_and_burn
from controller.table.deal.burns import burn_from_board, burn_the_fourth, exchange_burns
from controller.table.deal.exposed_cards import mixed
from controller.table.deal.jokers import put_aside, replace_held, set_aside
from controller.table.deal.misdeals import dead
from controller.table.remedies.engine import cancel, proceed
from controller.table.state.card_names import JOKER_FOUND
from controller.table.state.questions_of_deal import FalseBoard, JokerQuestion, MixedCards
from controller.table.state.table import Table


def _void(table: Table, hand: Hand, matter: str, choice: str, role: str) -> bool:
    """Whether nothing else is to be decided: the hand is over, or the floor has it void."""
    if hand.phase in OVER:
        return True
    if choice == "misdeal":
        cancel(table, hand, matter, None, by=role)
    return choice == "misdeal"


def answer_false_board(table: Table, hand: Hand, question: FalseBoard, choice: str, role: str) -> None:
    """A person, who has the role, decides on the board."""
    if _void(table, hand, question.matter, choice, role):
        return
    if choice == "put_right":
        _put_right(table, hand, question, role)
    elif question.matter == "board.stands":
        board_stays(table, hand, question.kind, role)
    proceed(table, hand)


def _put_right(table: Table, hand: Hand, question: FalseBoard, role: str) -> None:
    if question.matter == "burn.missing":
        burn_from_board(table, hand, question.card, question.street, role)
    elif question.matter == "burn.double":
        exchange_burns(table, hand, question.card, role)
    elif question.matter == "flop.four":
        burn_the_fourth(table, hand, question.card, role)
    elif question.matter == "premature.spoilt":
        shuffle_and_burn(table, hand, role)
    else:
        put_burn_right(table, hand, question.kind, role)


def answer_joker(table: Table, hand: Hand, question: JokerQuestion, choice: str, role: str) -> None:
    """A person, who has the role, decides on a joker in play."""
    if _void(table, hand, JOKER_FOUND, choice, role):
        return
    card, seat = question.card, question.seat
    if choice == "dead" and seat:
        dead(table, hand, seat, JOKER_FOUND, role)
    elif choice == "put_right" and seat:
        replace_held(table, hand, seat, card, role)
    elif choice == "put_right" and card in table.felt.spot_of:
        set_aside(table, hand, card, table.felt.spot_of[card], role)
    elif choice == "put_right":
        put_aside(table, hand, card, role)
    proceed(table, hand)


def answer_mixed_cards(table: Table, hand: Hand, question: MixedCards, choice: str, role: str) -> None:
    """A person, who has the role, decides on a hand that touched dead cards."""
    if _void(table, hand, "deal.mixed", choice, role):
        return
    if choice == "dead":
        mixed(table, hand, question.seat, role)
    proceed(table, hand)
