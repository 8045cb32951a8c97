"""Faults of the board: burns, a fourth card, cards before their street, cards after the hand."""

from typing import Final

from controller.table.deal import board_reports, burns, card_alarms, early_cards, early_courses, flop_of_four
from controller.table.deal.rabbit_hunting import is_rabbit_hunting, rabbit_hunting
from controller.table.state.facts import AfterHand, BoardGrew, LeftTheBoard, LiesElsewhere, TooManyOnBoard
from controller.table.state.fault import Fault, Notice

DRAW: Final = (("mix", "board"), ("draw", "board"), ("expose", "board"))
RESHUFFLED: Final = (("stub", "board"), ("shuffle", "stub"))
RIVER_FIRST: Final = (("aside", "board"), ("burn", "shoe"), ("shuffle", "aside"))
THIRD_CARD: Final = (("muck", "board"), ("aside", "next"), ("burn", "aside"), ("lay", "aside"))


def _early(street: int) -> Notice[TooManyOnBoard]:
    """A card too many on the board comes before its street. `street`: the one that is played, 2 from the turn on."""
    return Notice(
        TooManyOnBoard,
        lambda table, hand, fact: min(hand.street, 2) == street and early_cards.is_early(table, hand, fact),
        early_cards.early,
    )


FLOP_OF_FOUR: Final = Fault(
    name="A flop of four",
    noticed="A fourth card is proven on the board of a flop. Once no bet is possible any more, the turn is due as "
    "soon as the flop is read. A fourth card drawn more than a second after the flop is then a turn without a burn.",
    senses=("shoe", "board"),
    notices=(
        Notice(LiesElsewhere, flop_of_four.is_drawn_with_it, flop_of_four.drawn_with_it),
        Notice(TooManyOnBoard, flop_of_four.is_fourth, flop_of_four.fourth),
        Notice(BoardGrew, flop_of_four.is_one_more, flop_of_four.one_more),
    ),
    matters=("flop.four",),
    movements=(("burn", "board"), *DRAW),
    alarms=(card_alarms.NOT_DUE,),
    says=("ask.deal_fault",),
    by_dealer=True,
    on_the_board=True,
    remedy=lambda table, hand, q, by: flop_of_four.burn_the_fourth(table, hand, q.card, by),
)

NO_BURN: Final = Fault(
    name="No burn",
    noticed="The card that was to be burnt is proven on the board.",
    senses=("shoe", "board", "a person"),
    notices=(
        Notice(LiesElsewhere, burns.is_unburned, burns.unburned),
        Notice(BoardGrew, burns.is_unburned_flop, burns.unburned_flop),
        Notice(LeftTheBoard, burns.is_burn_taken_off, burns.burn_taken_off),
    ),
    matters=("burn.missing",),
    beside=("premature.bets", "board.stands"),
    movements=(("burn", "board"), ("lay", "shoe"), *DRAW, ("burn", "shoe")),
    entries=(board_reports.FALSE_BOARD_SAID,),
    alarms=(card_alarms.UNBURNED,),
    says=("ask.burned", "ask.deal_fault"),
    by_dealer=True,
    on_the_board=True,
    remedy=lambda table, hand, q, by: burns.burn_from_board(table, hand, q.card, q.street, by),
)

TWO_BURNS: Final = Fault(
    name="Two burns",
    noticed="A card more than the flop needs is out, one of its draws is read nowhere, and the dealer enters that it "
    "was burnt.",
    senses=("shoe", "board", "a person"),
    notices=(Notice(TooManyOnBoard, flop_of_four.is_in_place_of, flop_of_four.in_place_of),),
    matters=("burn.double",),
    beside=("board.stands",),
    movements=(("lay", "burn"), ("burn", "board"), *DRAW, ("mix", "burn"), ("lay", "drawn")),
    entries=(board_reports.FALSE_BOARD_SAID,),
    alarms=(card_alarms.NOT_DUE,),
    says=("ask.card_missing", "ask.deal_fault"),
    by_dealer=True,
    on_the_board=True,
    remedy=lambda table, hand, q, by: burns.exchange_burns(table, hand, q.card, by),
)

EARLY_FLOP: Final = Fault(
    name="The flop too early",
    noticed="A card is proven on the board while somebody is still to act before the flop.",
    senses=("shoe", "board"),
    notices=(_early(0),),
    matters=("premature.flop", "premature.flop_two"),
    beside=("premature.bets", "burn.missing"),
    cases={"premature.flop_two": "premature.flop"},
    movements=(*RESHUFFLED, ("muck", "board"), ("burn", "board")),
    alarms=(card_alarms.NOT_DUE,),
    says=("ask.burned", "ask.dead_or_check"),
    by_dealer=True,
    early=True,
    courses={
        "reshuffled": early_courses.reshuffled,
        "next_card": early_courses.next_card,
        "folds": early_courses.cards_stand,
        "folds_or_checks": early_courses.folds_or_checks,
    },
    choices={"stands": early_cards.let_stand},
)

EARLY_TURN: Final = Fault(
    name="The turn too early",
    noticed="A card is proven on the board while somebody is still to act on the flop.",
    senses=("shoe", "board"),
    notices=(_early(1),),
    matters=("premature.turn",),
    beside=("burn.missing",),
    movements=(*RIVER_FIRST, *THIRD_CARD, ("burn", "board"), ("stub", "table")),
    alarms=(card_alarms.NOT_DUE,),
    says=("ask.burned",),
    by_dealer=True,
    early=True,
    courses={"river_is_turn": early_courses.river_is_turn, "third_card": early_courses.third_card},
    choices={"stands": early_cards.let_stand},
)

EARLY_RIVER: Final = Fault(
    name="The river too early",
    noticed="A card is proven on the board while somebody is still to act on the turn.",
    senses=("shoe", "board"),
    notices=(_early(2),),
    matters=("premature.river",),
    beside=("burn.missing",),
    movements=(*RESHUFFLED, ("muck", "board"), ("burn", "board")),
    alarms=(card_alarms.NOT_DUE,),
    says=("ask.burned",),
    by_dealer=True,
    early=True,
    courses={"reshuffled": early_courses.reshuffled, "next_card": early_courses.next_card},
    choices={"stands": early_cards.let_stand},
)

ORDER_LOST: Final = Fault(
    name="The order of the deck is lost",
    noticed="Said while a card that came too early is to go back.",
    senses=("a person",),
    matters=("premature.spoilt",),
    movements=(("shuffle", "table"), ("burn", "shoe")),
    entries=(board_reports.ORDER_LOST,),
    early=True,
    remedy=lambda table, hand, _q, by: board_reports.shuffle_and_burn(table, hand, by),
)

PASSED_OVER: Final = Fault(
    name="The board came before a player had acted",
    noticed="A card of the next street lies there, and a seat behind the one on turn has acted. Or the dealer enters "
    "it.",
    senses=("board", "a person"),
    matters=("premature.skipped_flop", "premature.skipped_turn", "premature.skipped_river"),
    cases={
        "premature.skipped_flop": "premature.flop",
        "premature.skipped_turn": "premature.turn",
        "premature.skipped_river": "premature.river",
    },
    entries=(board_reports.PROTESTS,),
)

FALSE_BOARD: Final = Fault(
    name="A false board noticed late",
    noticed="Said after substantial action on it.",
    senses=("a person",),
    matters=("board.stands", "premature.bets"),
    movements=(("burn", "shoe"),),
    entries=(board_reports.FALSE_BOARD_SAID,),
    says=("ask.deal_fault",),
    by_dealer=True,
    on_the_board=True,
    remedy=lambda table, hand, q, by: board_reports.put_burn_right(table, hand, q.kind, by),
    choices={"stands": lambda table, hand, q, by: board_reports.board_stays(table, hand, q.kind, by)},
)

RABBIT_HUNT: Final = Fault(
    name="A card drawn after the hand",
    noticed="A card leaves the shoe once the hand is decided, or a player asks to see the cards that would have "
    "come.",
    senses=("shoe", "a person"),
    notices=(Notice(AfterHand, is_rabbit_hunting, rabbit_hunting),),
    matters=("rabbit",),
    entries=(board_reports.RABBIT,),
    says=("ask.rabbit",),
    unasked=True,
)
