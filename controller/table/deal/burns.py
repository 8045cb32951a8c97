"""Faults of the burns: no burn before a street, two burns before the flop."""

from collections.abc import Collection

from controller.poker.hand import CARDS, Hand
from controller.poker.outcomes import Splice
from controller.poker.places import ON_BOARD
from controller.poker.remedy import NOW, Move
from controller.poker.slots import BURN
from controller.table.deal.card_alarms import UNBURNED
from controller.table.deal.dealer_and_deck import erred
from controller.table.deal.laid_board import FLOP_CARDS, drawn_by_lot, on_board, order_unknown
from controller.table.remedies.engine import open_remedy, put_right_or_ask
from controller.table.state.facts import BoardGrew, LeftTheBoard, LiesElsewhere
from controller.table.state.questions_of_deal import FalseBoard
from controller.table.state.rulings import left_open, rule
from controller.table.state.table import Table


def is_unburned(_table: Table, hand: Hand, fact: LiesElsewhere) -> bool:
    """Whether the card that was to be burnt lies on the board."""
    return fact.spot in ON_BOARD and hand.plan.place_of(fact.card) == BURN


def unburned(table: Table, hand: Hand, fact: LiesElsewhere) -> None:
    """The card that was to be burnt lies on the board. A flop is judged once three cards lie there."""
    street = hand.street + 1
    if street == 1:
        if all(alarm.key != UNBURNED.key for alarm in table.alarms):
            table.alarm(UNBURNED.key)
        hand.watch.alert()
        if len(on_board(table)) < FLOP_CARDS:
            return
    _unburned(table, hand, fact.card, street)


def is_unburned_flop(table: Table, hand: Hand, _fact: BoardGrew) -> bool:
    """Whether three cards of a flop lie there, and the one that was to be burnt is among them."""
    if not hand.watch.watchful or hand.street or hand.remedies.open or hand.stage is not CARDS:
        return False
    burn = _flop_burn(hand)
    if table.felt.spot_of.get(burn, 0) not in ON_BOARD:
        return False
    laid = on_board(table)
    return len(laid) >= FLOP_CARDS and burn in laid


def unburned_flop(table: Table, hand: Hand, _fact: BoardGrew) -> None:
    """Judge a flop without a burn."""
    _unburned(table, hand, _flop_burn(hand), 1)


def is_burn_taken_off(table: Table, hand: Hand, fact: LeftTheBoard) -> bool:
    """Whether the card that was to be burnt before the flop leaves the board, and nothing was ruled on it."""
    if hand.street or hand.remedies.open or hand.stage is not CARDS or left_open(table, "burn.missing"):
        return False
    return fact.card == _flop_burn(hand) and fact.card not in hand.errors.public


def burn_taken_off(table: Table, hand: Hand, fact: LeftTheBoard) -> None:
    """The dealer puts the burn right before the flop lies there. It counts as burnt, and nothing is left to move."""
    hand.errors.show_all((fact.card,), "burn.missing")
    erred(table, hand)
    rule(table, "burn.missing", None, (), decided="burn_from_board")


def _flop_burn(hand: Hand) -> int:
    """The card that left the shoe as the burn before the flop, 0 if none has."""
    return next(iter(hand.plan.drawn_burns()), 0)


def _unburned(table: Table, hand: Hand, card: int, street: int) -> None:
    hand.errors.show_all((card,), "burn.missing")
    erred(table, hand)
    put_right_or_ask(table, hand, FalseBoard("burn.missing", card=card, street=street))


def burn_from_board(table: Table, hand: Hand, card: int, street: int, by: str = "") -> None:
    """The card that was to be burnt becomes the burn after all. `by`: role, as in a ruling."""
    laid = [e for e in on_board(table) if e >= card]
    if street == 1 and order_unknown(hand, laid):
        moves: tuple[Move, ...] = drawn_by_lot(tuple(laid), hand.plan.mark_of(card))
    else:
        moves = (Move("burn", (card,), "board", "burn", "gone"), *_true_card(hand, street))
    open_remedy(table, hand, "burn.missing", None, (Splice("now", card),), moves, by=by, decided="burn_from_board")


def _true_card(hand: Hand, street: int) -> tuple[Move, ...]:
    """The movement of the last card, if the street's betting has begun. No player acts until it lies there."""
    if hand.street < street:
        return ()
    slots = hand.plan.slots
    due = next((slot for slot in slots.board_of(street) if not slot.card), None)
    return () if due is None else (Move("lay", (), "shoe", "board", "drawn", NOW, slots.mark_of(due)),)


def not_burned(table: Table, hand: Hand, street: int, by: str = "") -> None:
    """A person reports that no card was burnt before a street that lies there, and no sensor counted a burn.

    A card too many there is the street's last. `by`: the floor decides this because the rulebook leaves it open.
    """
    plan = hand.plan
    card = plan.burn_lies_on_the_board(street)
    more = [e for e in plan.loose if e in on_board(table)]
    if more and hand.street < street:
        plan.take_loose(more[0], proven=True)
    if by:
        hand.errors.show_all((card,), "burn.missing")
        burn_from_board(table, hand, card, street, by)
    else:
        _unburned(table, hand, card, street)


def _exchanged(table: Table, hand: Hand, card: int, second: int, by: str) -> None:
    """A card came to the board in place of one that was burnt a second time.

    `card`: the card too many. `second`: the card that the dealer reports as burnt.
    """
    plan, there = hand.plan, on_board(table)
    before, *flop = (slot.card for slot in plan.slots.of_street(1))
    burns = (before, second)
    laid = (*(e for e in flop if e != second), card)  # the dealer knows them, even if not all are entered yet
    first_mark = plan.mark_of(before)
    if order_unknown(hand, list(burns)) or order_unknown(hand, list(laid)):
        burn_of_turn = plan.slots.of_street(2)[0]  # the slot of the last card
        moves = (
            *drawn_by_lot(laid, plan.slots.mark_of(burn_of_turn)),
            Move("mix", burns, "burn", "burn", "told"),
            Move("lay", burns, "burn", "board", "proven", NOW, first_mark),
        )
    else:
        moves = (Move("lay", (second,), "burn", "board", "proven"), _to_the_burns(card, there))
    hand.errors.burn_made("burn.double")
    effects = (Splice("feed", card),)
    open_remedy(table, hand, "burn.double", None, effects, moves, by=by, decided="burns_exchanged")


def two_burned(table: Table, hand: Hand, by: str = "") -> None:
    """A person reports that two cards were burnt before the flop that lies there. No sensor counted them."""
    second = hand.plan.burned_before(1)
    if by:
        exchange_burns(table, hand, second, by)
    else:
        burned_instead(table, hand, second)


def _to_the_burns(card: int, laid: Collection[int]) -> Move:
    """The card too many becomes a burn. Until it is proven on the board, the dealer confirms the movement."""
    if card in laid:
        return Move("burn", (card,), "board", "burn", "gone")
    return Move("burn", (card,), "table", "burn", "told")


def burned_twice(table: Table, hand: Hand) -> bool:
    """The dealer reports two burns before any card of the flop lies there. The second is the flop's first card.

    Return False if the draws do not show this.
    """
    plan = hand.plan
    if not table.senses.shoe:
        return _told_twice(table, hand)
    slot = plan.last_drawn()
    if hand.stage is not CARDS or slot is None or slot.done or not plan.follows_burn(slot.card):
        return False
    burned_instead(table, hand, slot.card)
    return True


def _told_twice(table: Table, hand: Hand) -> bool:
    """The same if nothing counts the burns: one was entered, and no card of the flop lies there."""
    burn = hand.plan.slots.burn_of(1)
    entered = burn is not None and burn.done and not burn.card
    if hand.street or not entered or any(slot.card for slot in hand.plan.slots.board_of(1)):
        return False
    burned_instead(table, hand, hand.plan.second_burn_entered())
    return True


def burned_instead(table: Table, hand: Hand, card: int) -> None:
    """The dealer reports that a card of the flop was burnt too."""
    erred(table, hand)
    put_right_or_ask(table, hand, FalseBoard("burn.double", card=card))


def exchange_burns(table: Table, hand: Hand, card: int, by: str = "") -> None:
    """Lay the second burn on the flop, to which it belongs. A card too many may have left the shoe already."""
    more = next(iter(hand.plan.loose), 0)
    if more:
        _exchanged(table, hand, more, card, by)
        return
    move, effects = Move("lay", (card,), "burn", "board", "proven"), (Splice("now", card),)
    open_remedy(table, hand, "burn.double", None, effects, (move,), by=by, decided="second_burn_laid")
