"""What people report of the board: faults that no sensor saw, and orders that are lost."""

from collections.abc import Callable
from typing import Any, Final

from controller.poker.betting import NOBODY
from controller.poker.hand import SHOWDOWN_OVER, Hand, Phase, Stage
from controller.poker.outcomes import Kill, Splice, Void
from controller.poker.places import BOARD, MUCK, Seat
from controller.poker.plan import BURN
from controller.poker.remedy import Move
from controller.table.betting.act_corrections import substantial
from controller.table.deal.burns import (
    FALSE_BOARD,
    STREETS,
    ask_board,
    burn_from_board,
    burned_twice,
    skipped,
    unburned,
)
from controller.table.remedies.engine import open_remedy
from controller.table.state.command_args import Refused, hand_of
from controller.table.state.rulings import left_open, rule
from controller.table.state.table import Table

STREETS_BEFORE: Final = (Phase.PREFLOP, Phase.FLOP, Phase.TURN)  # with cards still to come
KINDS: Final = ("no_burn", "two_burns")


def _false_board(table: Table, value: str) -> None:
    """ "no_burn", "two_burns": the board that lies there is false. Before substantial action it is put right, after
    it the board stays, and the cards that should have come do so later."""
    hand, book = hand_of(table), table.book
    if value not in KINDS or book is None:
        raise Refused("value")
    if value == "two_burns" and burned_twice(table, hand):
        return
    if not hand.street or hand.stage is not Stage.ACTS or FALSE_BOARD in table.asks:
        raise Refused("not_now")
    acts = [act for act in hand.betting.acts if act.act != "hold"]
    late = substantial(book, acts)
    if late and not left_open(table, "board.stands"):
        board_stays(table, hand, value)
    elif late:
        options = ("stands", "put_right", "misdeal") if value == "no_burn" else ("stands", "misdeal")
        ask_board(table, hand, "board.stands", KINDS.index(value), options=options)
    elif value == "two_burns":
        raise Refused("not_now")
    elif not acts or not ask_board(table, hand, "premature.bets"):
        put_burn_right(table, hand)


def board_stays(table: Table, hand: Hand, kind: str, by: str = "") -> None:
    """Play goes on; so many cards are burnt before the next street that it is the one that should have come."""
    street = hand.street + 1
    if street >= len(STREETS):
        rule(table, "board.stands", None, (), by=by, decided="board_stands")
    elif kind == "two_burns":
        rule(table, "board.stands", None, (Splice("drop", 0, BURN, street),), by=by, decided="no_burn_next")
    else:
        tag = hand.plan.tag()
        move = Move("burn", (), "shoe", "burn", "drawn", street, tag)
        effects = (Splice("before", 0, BURN, street, tag),)
        open_remedy(table, hand, "board.stands", None, effects, (move,), by=by, decided="two_burns_next")


def put_burn_right(table: Table, hand: Hand, by: str = "") -> None:
    """The first card of the street becomes the burn; the street is completed, and the bets stand."""
    plan = hand.plan
    start = plan.ends[hand.street - 1]
    exit_ = next((plan.exits[n] for n in range(start, plan.ends[hand.street]) if plan.exits[n]), 0)
    if any(act.act != "hold" for act in hand.betting.acts):
        rule(table, "premature.bets", None, (), by=by, decided="bets_stand")
    if by:
        burn_from_board(table, hand, exit_, hand.street, by)
    else:
        unburned(table, hand, exit_)


def _order_lost(table: Table, _value: object) -> None:
    """The stub is spoilt: nobody knows which card comes next."""
    hand, book = hand_of(table), table.book
    street = hand.street + 1
    if book is None or street >= len(STREETS):
        raise Refused("not_now")
    matter = f"premature.{STREETS[street]}"
    if all(remedy.matter != matter for remedy in (*hand.remedies, *hand.mended)):
        raise Refused("not_now")
    if not ask_board(table, hand, "premature.spoilt"):
        shuffle_and_burn(table, hand)


def shuffle_and_burn(table: Table, hand: Hand, by: str = "") -> None:
    """What came too early is shuffled into the deck, and one card is burnt before the street comes again."""
    street = hand.street + 1
    matter = f"premature.{STREETS[street]}"
    hand.remedies = [r for r in hand.remedies if r.matter != matter]
    cards = tuple(e for e, there in hand.plan.out.items() if there and e in hand.public)
    tag = hand.plan.tag()
    moves = (
        Move("shuffle", cards, "table", "stub", "told", street),
        Move("burn", (), "shoe", "burn", "drawn", street, tag),
    )
    effects = (Splice("before", 0, BURN, street, tag),)
    open_remedy(table, hand, "premature.spoilt", None, effects, moves, by=by, decided="shuffled_and_burned")


def _protests(table: Table, seat: Seat) -> None:
    """A player says that he was passed over, and a card of the next street is out."""
    hand, book = hand_of(table), table.book
    passed = hand.early and hand.betting.turn == seat != NOBODY
    if book is None or not passed or hand.phase not in STREETS_BEFORE or not book.has(skipped(hand)):
        raise Refused("not_now")
    if any(BOARD < table.felt.spot_of.get(exit_, 0) < MUCK for exit_ in hand.plan.loose):
        rule(table, skipped(hand), seat, (Kill(seat),), decided="folds")
    else:  # no card of it is out: his turn is still his
        rule(table, skipped(hand), seat, (), also="skipped", decided="turn_goes_back")


def _asks_for_cards(table: Table, seat: Seat) -> None:
    """A player wants to see the cards that would have come: nobody is shown any."""
    hand, book = hand_of(table), table.book
    if hand.phase not in SHOWDOWN_OVER or seat not in hand.seats or book is None or not book.cites("rabbit"):
        raise Refused("not_now")
    rule(table, "rabbit", seat, (Void(seat),), decided="unseen")


COMMANDS: Final[dict[str, tuple[Callable[..., Any], str | None]]] = {
    "false_board": (_false_board, "words"),
    "order_lost": (_order_lost, None),
    "protests": (_protests, "seat"),
    "rabbit": (_asks_for_cards, "seat"),
}
