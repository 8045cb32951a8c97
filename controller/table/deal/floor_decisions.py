"""What the floor decides where the book has no word on a fault: what another book has for it, as its own ruling."""

from controller.poker.hand import OVER, Hand
from controller.table.deal.board_reports import KINDS, board_stays, put_burn_right, shuffle_and_burn
from controller.table.deal.burns import burn_from_board, burn_the_fourth, exchange_burns
from controller.table.deal.exposed_cards import mixed
from controller.table.deal.jokers import put_aside, replace_held, set_aside
from controller.table.deal.misdeals import dead
from controller.table.remedies.engine import cancel, proceed
from controller.table.state.card_names import JOKER_FOUND
from controller.table.state.table import Table


def answer_left_open(table: Table, hand: Hand, choice: str, role: str, matter: str, facts: list[int]) -> None:
    """A person, who has the role, decides on the matter. `facts`: of its question, such as the cards it is about."""
    if hand.phase in OVER:
        return
    if choice == "misdeal":
        cancel(table, hand, matter, None, by=role)
    elif choice == "put_right":
        _put_right(table, hand, role, matter, facts)
    elif choice == "dead" and matter == JOKER_FOUND:
        dead(table, hand, facts[1], matter, role)
    elif choice == "dead":
        mixed(table, hand, facts[0], role)
    elif matter == "board.stands":
        board_stays(table, hand, KINDS[facts[0]], role)
    if choice != "misdeal":
        proceed(table, hand)


def _put_right(table: Table, hand: Hand, role: str, matter: str, facts: list[int]) -> None:
    if matter == "burn.missing":
        burn_from_board(table, hand, facts[0], facts[1], role)
    elif matter == "burn.double":
        exchange_burns(table, hand, facts[0], role)
    elif matter == "flop.four":
        burn_the_fourth(table, hand, facts[0], role)
    elif matter == JOKER_FOUND and facts[1]:
        replace_held(table, hand, facts[1], facts[0], role)
    elif matter == JOKER_FOUND and facts[0] in table.felt.spot_of:
        set_aside(table, hand, facts[0], table.felt.spot_of[facts[0]], role)
    elif matter == JOKER_FOUND:
        put_aside(table, hand, facts[0], role)
    elif matter == "premature.spoilt":
        shuffle_and_burn(table, hand, role)
    else:
        put_burn_right(table, hand, KINDS[facts[0]], role)
