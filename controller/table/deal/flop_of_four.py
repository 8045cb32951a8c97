"""Four cards for a flop: all of them lie there, or one is read nowhere."""

from typing import Final

from controller.poker.hand import CARDS, Hand
from controller.poker.outcomes import Splice
from controller.poker.places import BOARD, ON_BOARD
from controller.poker.remedy import Move
from controller.poker.slots import BURN
from controller.table.deal.dealer_and_deck import erred
from controller.table.deal.laid_board import (
    FLOP_CARDS,
    burn_due_after,
    drawn_by_lot,
    more_on_board,
    on_board,
    order_unknown,
)
from controller.table.deal.lost_cards import ask_for_the_fourth, name
from controller.table.remedies.engine import open_remedy, put_right_or_ask
from controller.table.state.card_names import card_alarm
from controller.table.state.facts import BoardGrew, LiesElsewhere, TooManyOnBoard
from controller.table.state.questions_of_deal import FalseBoard
from controller.table.state.table import Table

ONE_GO: Final = 1_000_000_000
"""Cards of one street leave the shoe at most so far apart, ns. A dealer draws four a second, and looks at a flop that
lies there before the turn [estimate]."""


def is_fourth(_table: Table, hand: Hand, fact: TooManyOnBoard) -> bool:
    """Whether the card may be the fourth of the flop."""
    return _may_be_the_fourth(hand, fact.card)


def fourth(table: Table, hand: Hand, fact: TooManyOnBoard) -> None:
    """A fourth card lies on the flop."""
    erred(table, hand)
    put_right_or_ask(table, hand, FalseBoard("flop.four", card=fact.card))


def is_one_more(table: Table, hand: Hand, _fact: BoardGrew) -> bool:
    """Whether the flop is complete, and a card that came while one of it was missing is the fourth."""
    more = hand.plan.loose
    return len(more) == 1 and more[0] in on_board(table) and _may_be_the_fourth(hand, more[0])


def one_more(table: Table, hand: Hand, _fact: BoardGrew) -> None:
    """The card too many on the flop is its fourth."""
    fourth(table, hand, TooManyOnBoard(hand.plan.loose[0]))


def burn_after_it(hand: Hand) -> int:
    """The card that left the shoe after the flop if no bet is possible on it, 0 if none.

    The turn was due as soon as the flop lay there, so the card counts for the burn before it.
    """
    burn = hand.plan.slots.burn_of(2)
    return burn.card if burn is not None and hand.street == 1 and hand.bet_street < 1 else 0


def is_drawn_with_it(_table: Table, hand: Hand, fact: LiesElsewhere) -> bool:
    """Whether the card left the shoe in one go with the flop, and lies with it."""
    left = hand.watch.drawn_at
    if fact.spot not in ON_BOARD or fact.card not in left or fact.card != burn_after_it(hand):
        return False
    flop = (left.get(slot.card, 0) for slot in hand.plan.slots.board_of(1))
    return left[fact.card] - max(flop) <= ONE_GO


def drawn_with_it(table: Table, hand: Hand, fact: LiesElsewhere) -> None:
    """Four cards were laid for a flop on which no bet is possible."""
    not_due_yet(hand, fact.card)
    card_alarm(table, hand, "card.not_due", None, fact.card)  # as if the flop had been read only now
    more_on_board(table, hand, fact.card)


def not_due_yet(hand: Hand, card: int) -> None:
    """The card is no burn before the turn. It came with the flop, when none was due."""
    hand.plan.again(card)
    hand.plan.not_due_first(card)


def _may_be_the_fourth(hand: Hand, card: int) -> bool:
    """Whether the card may be the fourth of the flop: the flop is complete, without acts on it or a burn after it.

    After a burn the card is the turn. The acts may be those of an earlier street, where no bet is possible any more.
    """
    opens = not hand.street and hand.stage is CARDS and not hand.plan.missing
    laid = opens or (hand.street == 1 and (hand.bet_street < 1 or not hand.betting.acts))
    return laid and hand.plan.loose == [card] and burn_due_after(hand, 1)


def burn_the_fourth(table: Table, hand: Hand, card: int, by: str = "") -> None:
    """The fourth card of a flop becomes the burn before the turn. If it is unknown, it is drawn among the four."""
    laid = on_board(table)
    if order_unknown(hand, laid):
        moves = drawn_by_lot(tuple(laid), hand.plan.slots.mark_of(hand.plan.slots.row[hand.plan.drawn]))
    else:
        moves = (Move("burn", (card,), "board", "burn", "gone"),)
    hand.errors.burn_made("flop.four")
    open_remedy(table, hand, "flop.four", None, (Splice("feed", card),), moves, by=by, decided="next_burn")


def is_in_place_of(table: Table, hand: Hand, _fact: TooManyOnBoard) -> bool:
    """Whether one draw of the flop is read nowhere, so that the card too many may lie there in its place."""
    return hand.stage is CARDS and not hand.street and bool(_lost(table, hand))


def in_place_of(table: Table, hand: Hand, _fact: TooManyOnBoard) -> None:
    """A card too many lies on the board, and one draw of the flop is read nowhere. The dealer says where it is.

    It may have been burnt with the first, have fallen, or lie under another card. If each place of the flop has a
    card, ask the dealer at once. A card at an empty place may only be read late. If it is not read there, the timer
    for missing cards asks.
    """
    lost = _lost(table, hand)
    lying = {table.felt.spot_of[e] for e in on_board(table)}
    hand.watch.alert()
    if name(lost) not in table.asks and all(BOARD + n in lying for n in range(1, FLOP_CARDS + 1)):
        ask_for_the_fourth(table, hand, lost)


def _lost(table: Table, hand: Hand) -> int:
    """The only draw of the flop that is read nowhere, if all of the flop is drawn. 0 if there is none."""
    flop = [slot for slot in hand.plan.slots.of_street(1) if slot.place != BURN]
    missing = [slot.card for slot in flop if not slot.done]
    one = len(missing) == 1 and all(slot.card for slot in flop)
    return missing[0] if one and missing[0] not in table.felt.spot_of else 0
