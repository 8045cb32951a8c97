"""The board as the dealer enters it: cards that no reader identified, and cards that no part senses.

If the board is read, the entry gives faces to cards that lie there. If it is not read, the entry also says that they
lie there. It is then judged like a reading: no burn, a fourth card, a card too early.
"""

from itertools import pairwise

from controller.poker.cards import Card
from controller.poker.hand import Hand, Stage
from controller.poker.places import MUCK, ON_BOARD, Place
from controller.poker.slots import Slot
from controller.table.deal.burns import burned_instead
from controller.table.deal.flop_of_four import burn_after_it, not_due_yet
from controller.table.deal.laid_board import FLOP_CARDS, more_on_board
from controller.table.hand.bet_collection import next_card_comes
from controller.table.hand.streets import ask_burned
from controller.table.remedies.sensed_movements import tick_drawn_moves, tick_placed_move
from controller.table.state.command_args import Refused
from controller.table.state.facts import LiesElsewhere
from controller.table.state.fault import notice
from controller.table.state.table import Table


def name_board(table: Table, hand: Hand, faces: tuple[Card, ...]) -> None:
    """Give `faces` to the board cards that have none yet, from the left. Raises Refused: the number does not fit."""
    lying = _lie_unnamed(table, hand)
    if lying and len(lying) == len(faces):
        for card, face in zip(lying, faces, strict=True):
            hand.faces.learn(card, face)
        return
    due = _due_unnamed(hand)
    if len(faces) == len(due) == FLOP_CARDS + 1 and not due[-1].card and (fourth := burn_after_it(hand)):
        not_due_yet(hand, fourth)
        due = due[:FLOP_CARDS]
    whole = _whole_streets(due, len(faces))
    laid, more = faces[: len(whole)], faces[len(whole) :]
    if (due and not laid) or not faces or (more and not _may_lie_too(table, hand, len(laid), len(more))):
        raise Refused("cards")
    if laid:
        _lay(table, hand, whole, laid)
    if more:
        _lay_too(table, hand, more)


def _lie_unnamed(table: Table, hand: Hand) -> list[int]:
    """The draw numbers of the cards on the board without a face, from the left."""
    felt, named = table.felt, hand.faces.by_exit
    there = {e: s for e, s in felt.spot_of.items() if s in ON_BOARD and e not in felt.lifted and e not in named}
    return sorted(there, key=lambda card: there[card])


def _due_unnamed(hand: Hand) -> list[Slot]:
    """The slots of the board whose card may have come and has no face."""
    board = (slot for slot in hand.plan.up_to_the_gate() if slot.place in ON_BOARD)
    return [slot for slot in board if slot.card not in hand.faces.by_exit]


def _whole_streets(due: list[Slot], cards: int) -> list[Slot]:
    """The first of these slots: all of each street for which so many cards are enough.

    Once no bet is possible any more, the next street is due although nothing of it lies there yet.
    """
    return [slot for slot in due if sum(other.street <= slot.street for other in due) <= cards]


def _may_lie_too(table: Table, hand: Hand, laid: int, more: int) -> bool:
    """Whether cards that were not due may have come to a board that nothing reads.

    These are a fourth card with the flop, or cards of the next street while the betting is open.
    """
    if table.senses.board or (table.senses.shoe and len(hand.plan.loose) < more):
        return False
    if laid:
        return laid == FLOP_CARDS and more == 1
    most = 1 if hand.street else FLOP_CARDS
    return hand.stage in (Stage.ACTS, Stage.HELD) and hand.street < FLOP_CARDS and more <= most


def _lay(table: Table, hand: Hand, due: list[Slot], faces: tuple[Card, ...]) -> None:
    """Cards that were due lie on the board."""
    if hand.stage is Stage.GATHER:
        next_card_comes(table, hand)
    plan = hand.plan
    if (drawn := _without_burn(table, hand, due)) is not None:
        for card, face in zip(drawn, faces, strict=True):
            hand.faces.learn(card, face)
            table.felt.said(card, _free_spot(table))
        notice(table, hand, LiesElsewhere(drawn[0], table.felt.spot_of[drawn[0]]))
        return
    for slot, face in zip(due, faces, strict=True):
        _lies_at(table, hand, slot, face)
    if hand.watch.watchful:
        tick_drawn_moves(table, hand)
    if plan.only_burn_missing and not table.senses.shoe and table.senses.board:
        ask_burned(table)
        return
    if not table.senses.shoe and plan.burn_to_come():
        plan.burned()  # nothing counts the burns, and no one has reported a missing burn


def _without_burn(table: Table, hand: Hand, due: list[Slot]) -> list[int] | None:
    """The draws of a street if all of them lie on the board, so that none was burnt. None otherwise."""
    if not table.senses.shoe or due[-1].card:
        return None
    burn, board = hand.plan.slots.burn_of(hand.street + 1), hand.plan.slots.board_of(hand.street + 1)
    if burn is None or not burn.card or board != due:
        return None
    drawn = [slot.card for slot in (burn, *board) if slot.card]
    return drawn if len(drawn) == len(due) else None


def _lies_at(table: Table, hand: Hand, slot: Slot, face: Card) -> None:
    plan = hand.plan
    card = slot.card or plan.unnumbered()
    spot = _free_spot(table)
    hand.faces.learn(card, face)
    table.felt.said(card, spot)
    if not slot.card:
        plan.first_sight(card, slot.place)
    if not (hand.watch.watchful and tick_placed_move(table, hand, card, spot)):
        plan.lands(card, spot)


def _free_spot(table: Table) -> Place:
    """The first place of the board at which nothing is known to lie."""
    taken = {spot for card, spot in table.felt.spot_of.items() if card not in table.felt.lifted}
    return min(ON_BOARD - taken, default=MUCK - 1)


def _lay_too(table: Table, hand: Hand, faces: tuple[Card, ...]) -> None:
    """Cards that were not due lie on the board. Judge each of them."""
    plan = hand.plan
    if not table.senses.shoe:
        for _ in faces:
            plan.not_due(plan.unnumbered())
        hand.watch.alert()
    more = plan.loose[-len(faces) :]
    for card, face in zip(more, faces, strict=True):
        hand.faces.learn(card, face)
        table.felt.said(card, _free_spot(table))
    for card in more:
        if card in plan.loose:
            more_on_board(table, hand, card)


def named_a_card_late(table: Table, hand: Hand) -> bool:
    """The dealer reports two burns, and the shoe gave one card more than burn and flop.

    If nothing reads the board, the dealer has named the last three of these cards. Return whether this was so.
    """
    plan = hand.plan
    board = plan.slots.board_of(1)
    shoe_alone = table.senses.shoe and not table.senses.board
    if not shoe_alone or hand.street != 1 or hand.betting.acts or len(plan.loose) != 1 or not board[0].card:
        return False
    cards = (*(slot.card for slot in board), plan.loose[0])
    for before, after in reversed(list(pairwise(cards))):
        hand.faces.renumber(before, after)
        table.felt.renumber(before, after)
    plan.unprove(cards[0])
    burned_instead(table, hand, cards[0])
    return True
