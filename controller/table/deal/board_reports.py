"""What people report about the board: faults that no sensor saw, and a lost order of the deck."""

from typing import Final

from controller.poker.betting import NOBODY, Act
from controller.poker.hand import OVER, SHOWDOWN_OVER, Hand, Phase, Stage
from controller.poker.outcomes import Kill, Splice, Void
from controller.poker.places import ON_BOARD, Seat
from controller.poker.remedy import Move
from controller.poker.said import BurnFault
from controller.poker.slots import BURN
from controller.table.deal.burns import burned_twice, not_burned, two_burned
from controller.table.deal.dealer_and_deck import erred
from controller.table.deal.early_cards import skipped
from controller.table.deal.laid_board import STREETS
from controller.table.deal.named_boards import named_a_card_late
from controller.table.hand.act_corrections import substantial
from controller.table.remedies.engine import ask_floor, open_remedy, put_right_or_ask
from controller.table.state.command_args import Refused, hand_of
from controller.table.state.fault import Report
from controller.table.state.question import FALSE_BOARD, BoardKind
from controller.table.state.questions_of_deal import FalseBoard
from controller.table.state.rulings import left_open, rule
from controller.table.state.table import Table

STREETS_BEFORE: Final = (Phase.PREFLOP, Phase.FLOP, Phase.TURN)  # with cards still to come


def _false_board(table: Table, said: BurnFault) -> None:
    """The board that lies there is false. Before substantial action it is put right.

    After substantial action the board stays, and the cards that should have come do so later.
    """
    hand, book, value = hand_of(table), table.book, said.kind
    if _before_the_betting(table, hand, value):
        return
    if not _lies_last(hand) or FALSE_BOARD in table.asks:
        raise Refused("not_now")
    acts = acts_on_it(hand)
    if substantial(book, acts):
        _seen_late(table, hand, value)
    elif not _uncounted(hand, value):
        raise Refused("not_now")
    elif acts:
        put_right_or_ask(table, hand, FalseBoard("premature.bets", kind=value))
    else:
        put_burn_right(table, hand, value)


def _before_the_betting(table: Table, hand: Hand, value: BoardKind) -> bool:
    """Judge the report if no player can have bet on the board yet. Return whether it was judged."""
    if value == "two_burns":
        return burned_twice(table, hand) or named_a_card_late(table, hand)
    if "burn" not in table.asks:
        return False
    table.withdraw("burned")
    not_burned(table, hand, hand.street + 1)
    return True


def _seen_late(table: Table, hand: Hand, value: BoardKind) -> None:
    """The fault was reported after substantial action."""
    erred(table, hand)
    if not left_open(table, "board.stands"):
        board_stays(table, hand, value)
        return
    uncounted = value == "no_burn" and _uncounted(hand, value)  # a burn that the shoe counted cannot be made again
    options = ("stands", "put_right", "misdeal") if uncounted else ("stands", "misdeal")
    ask_floor(table, hand, FalseBoard("board.stands", options, kind=value))


def acts_on_it(hand: Hand) -> list[Act]:
    """The acts since the last cards of the board came, even if they closed the round."""
    return [act for act in hand.betting.acts if act.act != "hold"] if hand.bet_street == hand.street else []


def _lies_last(hand: Hand) -> bool:
    """Whether a street is complete, no card of the next one is out, and no pot is awarded."""
    plan = hand.plan
    over = hand.phase is Phase.SHOWDOWN or (hand.street and hand.stage in (Stage.ACTS, Stage.GATHER, Stage.CARDS))
    more = plan.slots.begun_after(hand.street) or plan.loose
    return bool(over) and hand.phase not in OVER and not more and not hand.remedies.open


def _uncounted(hand: Hand, value: BoardKind) -> bool:
    """Whether no sensor counted the burn, so that only a person knows of it. Two burns concern only the flop."""
    burn = hand.plan.slots.burn_of(hand.street)
    return burn is not None and not burn.card and (value == "no_burn" or hand.street == 1)


def board_stays(table: Table, hand: Hand, kind: BoardKind, by: str = "") -> None:
    """Let play go on. Correct the number of burns before the next street, so that its proper cards come."""
    street = hand.street + 1
    if street >= len(STREETS):
        rule(table, "board.stands", None, (), by=by, decided="board_stands")
    elif kind == "two_burns":
        second = hand.plan.unnumbered()  # the second burn: it was made before its time
        hand.plan.not_due(second)
        rule(table, "board.stands", None, (Splice("feed", second),), by=by, decided="no_burn_next")
    else:
        mark = hand.plan.slots.new_mark()
        move = Move("burn", (), "shoe", "burn", "drawn", street, mark)
        effects = (Splice("before", 0, BURN, street, mark),)
        open_remedy(table, hand, "board.stands", None, effects, (move,), by=by, decided="two_burns_next")


def put_burn_right(table: Table, hand: Hand, kind: BoardKind, by: str = "") -> None:
    """Correct the burn, complete the street, and let the bets stand.

    If there was no burn, the first card of the street becomes the burn. After two burns the second card belongs to
    the flop.
    """
    if acts_on_it(hand):
        rule(table, "premature.bets", None, (), by=by, decided="bets_stand")
    if kind == "two_burns":
        two_burned(table, hand, by)
    else:
        not_burned(table, hand, hand.street, by)


def _order_lost(table: Table, _said: None) -> None:
    """The order of the stub is lost: no one knows which card comes next."""
    hand = hand_of(table)
    street = hand.street + 1
    if street >= len(STREETS):
        raise Refused("not_now")
    matter = f"premature.{STREETS[street]}"
    if all(remedy.matter != matter for remedy in hand.remedies.all):
        raise Refused("not_now")
    put_right_or_ask(table, hand, FalseBoard("premature.spoilt"))


def shuffle_and_burn(table: Table, hand: Hand, by: str = "") -> None:
    """Shuffle the early cards into the deck, and burn one card before the street comes again."""
    street = hand.street + 1
    matter = f"premature.{STREETS[street]}"
    hand.remedies.drop_matter(matter)
    cards = tuple(e for e, there in hand.plan.out.items() if there and e in hand.errors.public)
    mark = hand.plan.slots.new_mark()
    moves = (
        Move("shuffle", cards, "table", "stub", "told", street),
        Move("burn", (), "shoe", "burn", "drawn", street, mark),
    )
    effects = (Splice("before", 0, BURN, street, mark),)
    open_remedy(table, hand, "premature.spoilt", None, effects, moves, by=by, decided="shuffled_and_burned")


def _protests(table: Table, seat: Seat) -> None:
    """A player reports that they were passed over. If a card of the next street is out, their hand is dead."""
    hand, book = hand_of(table), table.book
    passed = hand.waiting.early and hand.betting.turn == seat != NOBODY
    if not passed or hand.phase not in STREETS_BEFORE or not book.has(skipped(hand)):
        raise Refused("not_now")
    if any(table.felt.spot_of.get(card, 0) in ON_BOARD for card in hand.plan.loose):
        rule(table, skipped(hand), seat, (Kill(seat),), decided="folds")
    else:  # no card of it is out: the player still has their turn
        rule(table, skipped(hand), seat, (), also="skipped", decided="turn_goes_back")


def _asks_for_cards(table: Table, seat: Seat) -> None:
    """A player wants to see the cards that would have come. No player is shown any."""
    hand, book = hand_of(table), table.book
    if hand.phase not in SHOWDOWN_OVER or seat not in hand.seats or not book.cites("rabbit"):
        raise Refused("not_now")
    rule(table, "rabbit", seat, (Void(seat),), decided="unseen")


FALSE_BOARD_SAID: Final = Report("false_board", _false_board, "said")
ORDER_LOST: Final = Report("order_lost", _order_lost, None)
PROTESTS: Final = Report("protests", _protests, "seat")
RABBIT: Final = Report("rabbit", _asks_for_cards, "seat")
