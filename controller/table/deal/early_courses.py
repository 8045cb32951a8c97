"""What becomes of cards that came before their street, by the course that the rulebook takes.

Each course takes the rule key, the cards that lie open, and the card that was burnt before them, 0 for none.
"""

from controller.poker.betting import clockwise
from controller.poker.hand import Hand
from controller.poker.outcomes import Effect, Kill, Splice
from controller.poker.places import BOARD, Seat
from controller.poker.remedy import Move
from controller.poker.slots import ASIDE, BURN
from controller.table.remedies.engine import open_remedy, update_hold
from controller.table.state.questions_of_deal import DeadOrCheck
from controller.table.state.rulings import rule
from controller.table.state.table import Table


def reshuffled(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    street, cards = hand.street + 1, tuple(out)
    effects = (*fed(burnt), *(Splice("again", e) for e in cards))
    moves = (
        Move("stub", cards, "board", "stub", "gone"),
        Move("shuffle", cards, "stub", "stub", "told", street),
    )
    open_remedy(table, hand, matter, None, effects, moves, decided="reshuffled")


def river_is_turn(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    mark = hand.plan.slots.new_mark()
    (card,) = out
    effects = (
        *fed(burnt),
        Splice("again", card),
        Splice("before", 0, BURN, 2, mark),
        Splice("drop", 0, BURN, 3),
    )
    moves = (
        Move("aside", (card,), "board", "aside", "gone"),
        Move("burn", (), "shoe", "burn", "drawn", 2, mark),
        Move("shuffle", (card,), "aside", "stub", "told", 3),
    )
    open_remedy(table, hand, matter, None, effects, moves, decided="river_is_turn")


def third_card(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    """Draw the cards for burn and river first, and keep them aside until they are due."""
    plan = hand.plan
    one = plan.slots.new_mark()
    (card,) = out
    effects = (
        *fed(burnt),
        Splice("again", card),
        Splice("before", 0, ASIDE, 2, one + 1),
        Splice("before", 0, ASIDE, 2, one),
    )
    moves = (
        Move("muck", (card,), "board", "muck", "gone"),
        Move("aside", (), "shoe", "aside", "drawn", 2, one),
        Move("aside", (), "shoe", "aside", "drawn", 2, one + 1),
        Move("burn", (), "aside", "burn", "told", 3, one + 2),
        Move("lay", (), "aside", "board", "proven", 3, one + 3),
    )
    open_remedy(table, hand, matter, None, effects, moves, decided="third_card")
    for place, mark in ((BURN, one + 2), (BOARD + 5, one + 3)):
        slot = plan.slots.next_open(3, place)
        if slot is not None:
            plan.feed(slot, 0, mark)


def next_card(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    effects = (*fed(burnt), *(Splice("again", e) for e in out))
    moves = (Move("muck", tuple(out), "board", "muck", "gone"),)
    open_remedy(table, hand, matter, None, effects, moves, decided="next_card" if hand.street else "flop_completed")


def folds_or_checks(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    seat = hand.betting.turn
    for card in (burnt, *out):
        if card:
            hand.plan.take_loose(card, proven=True)
    rule(table, matter, seat, (), under=_of_two(matter, out), decided="asked")
    table.ask(DeadOrCheck(seat))


def cards_stand(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    """Let the cards stand. The seat that was to act is out of the hand, with every seat that was passed over."""
    seat = hand.betting.turn
    taken = tuple(Splice("feed", e) for e in (burnt, *out) if e)
    effects: tuple[Effect, ...] = (*taken, *map(Kill, _passed_over(hand)))
    rule(table, matter, seat, effects, under=_of_two(matter, out), decided="folds")
    update_hold(table, hand)


def fed(burnt: int) -> tuple[Splice, ...]:
    """The effect by which the card burnt before becomes the street's burn, if there is one."""
    return (Splice("feed", burnt),) if burnt else ()


def _of_two(matter: str, out: list[int]) -> str:
    """The case of a second card, for which a rulebook may have an article."""
    return f"{matter}_two" if len(out) > 1 else ""


def _passed_over(hand: Hand) -> list[Seat]:
    """The seat on turn, and the later seats that a player behind them has not waited for."""
    betting = hand.betting
    turn, acted = betting.turn, {early.seat for early in hand.waiting.early}
    order = [seat for seat in clockwise(hand.seats, turn) if betting.is_to_act(seat) and seat != turn]
    last = max((n for n, seat in enumerate(order) if seat in acted), default=0)
    return [turn, *(seat for seat in order[:last] if seat not in acted)]
