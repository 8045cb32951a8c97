"""Faults of the hole cards: their order, their number, cards turned up, fallen, flashed or mixed."""

from typing import Final

from controller.poker.remedy import Move
from controller.table.deal import card_alarms, dealer_reports, misdeals
from controller.table.deal.exposed_cards import mixed, not_exposed
from controller.table.deal.lost_cards import ask_where
from controller.table.deal.misplaced_cards import (
    is_out_of_order,
    is_twice_running,
    look_again,
    order_counts,
    out_of_order,
)
from controller.table.state.facts import CardsAtSeat, DealWentOn, OutOfSight
from controller.table.state.fault import Fault, Notice, always

COLLECT: Final = ("collect", "table")
MUCK: Final = ("muck", "seat")
REPLACED: Final = (("deal", "shoe"), ("stub", "seat"), ("burn", "stub"))
TURNED: Final = ("turn", "seat")

WRONG_ORDER: Final = Fault(
    name="Wrong order of deal",
    noticed="A card is proven at a seat that is not next in order, and lies there as the next one leaves the shoe.",
    senses=("shoe", "card spots", "a person"),
    notices=(Notice(DealWentOn, is_out_of_order, out_of_order),),
    matters=("deal.order", "deal.stands_after"),
    beside=("deal.misdeal",),
    movements=(COLLECT,),
    entries=(dealer_reports.MISDEALT,),
    alarms=(card_alarms.MISPLACED,),
    says=("ask.deal_order",),
    hole_cards=True,
    by_dealer=True,
    goes_on=order_counts,
    choices={"deal_on": lambda table, hand, _q, _by: look_again(table, hand)},
)

TWICE_RUNNING: Final = Fault(
    name="Two cards in a row to one player",
    noticed="As a wrong order: the second card is proven where the first one was, and the next one leaves the shoe. "
    "Of two that left it as one the second may be proven only when the deal is over: the order first, then "
    "the number.",
    senses=("shoe", "card spots", "a person"),
    notices=(Notice(DealWentOn, is_twice_running, out_of_order),),
    beside=("deal.order", "deal.misdeal"),
    movements=(COLLECT,),
    entries=(dealer_reports.MISDEALT,),
    alarms=(card_alarms.MISPLACED,),
    says=("ask.deal_order",),
)

WRONG_NUMBER: Final = Fault(
    name="A hand with one card or three",
    noticed="The deal is said to be over while a card is due, or one more than were due is proven at a seat.",
    senses=("shoe", "card spots", "a person"),
    notices=(Notice(CardsAtSeat, misdeals.is_miscounted, misdeals.miscounted),),
    matters=("deal.count", "deal.count_served", "deal.count_late"),
    beside=("deal.misdeal", "deal.stands_after"),
    cases={"deal.count_served": "deal.count", "deal.count_late": "deal.count"},
    movements=(("deal", "shoe"), ("show", "seat"), ("burn", "table"), MUCK, COLLECT),
    entries=(dealer_reports.MISDEALT,),
    alarms=(card_alarms.NOT_DUE,),
    says=("ask.deal_fault",),
    hole_cards=True,
    by_dealer=True,
    choices={"stands": misdeals.deal_stands},
)

LEFT_OUT: Final = Fault(
    name="A player left out",
    noticed="The deal is said to be over, and a seat that was to be dealt in has no card.",
    senses=("shoe", "card spots", "a person"),
    notices=(Notice(CardsAtSeat, misdeals.is_left_out, misdeals.miscounted),),
    matters=("deal.missed", "deal.missed_late"),
    beside=("deal.misdeal", "deal.stands_after"),
    cases={"deal.missed_late": "deal.missed"},
    movements=(COLLECT, MUCK),
    entries=(dealer_reports.MISDEALT,),
    says=("ask.deal_fault",),
    hole_cards=True,
    by_dealer=True,
    choices={"stands": misdeals.deal_stands},
    without_cards=True,
)

EMPTY_PLACE: Final = Fault(
    name="Cards to an empty place",
    noticed="A card is proven at a place that is not dealt in.",
    senses=("shoe", "card spots"),
    notices=(Notice(CardsAtSeat, misdeals.is_at_empty_place, misdeals.at_empty_place),),
    matters=("deal.empty", "deal.empty_late"),
    beside=("deal.missed", "deal.misdeal", "deal.stands_after"),
    cases={"deal.empty": "deal.missed", "deal.empty_late": "deal.missed"},
    movements=(MUCK, COLLECT),
    alarms=(card_alarms.NOT_DUE, card_alarms.MISPLACED),
)

TURNED_UP: Final = Fault(
    name="A card turned up by the dealer",
    noticed="No antenna tells face up from face down on the felt: the dealer says whose card it was.",
    senses=("a person",),
    matters=("deal.exposed", "deal.exposed_first", "deal.exposed_more"),
    beside=("deal.misdeal",),
    cases={"deal.exposed_first": "deal.exposed", "deal.exposed_more": "deal.exposed"},
    movements=(*REPLACED, COLLECT),
    entries=(dealer_reports.EXPOSED,),
    says=("ask.deal_fault",),
    hole_cards=True,
    by_dealer=True,
    taken_back=not_exposed,
)

TURNED_UP_BY_PLAYER: Final = Fault(
    name="A card turned up by a player",
    noticed="Said with its cause: an involuntary movement, or the owner's own will.",
    senses=("a person",),
    matters=("deal.exposed_by_player",),
    beside=("deal.exposed", "deal.exposed_first", "deal.exposed_more"),
    movements=(*REPLACED, MUCK, COLLECT),
    entries=(dealer_reports.EXPOSED,),
    hole_cards=True,
    taken_back=not_exposed,
)

OFF_THE_TABLE: Final = Fault(
    name="A card off the table",
    noticed="It left the shoe and is proven nowhere within its time, or left its place. The dealer enters who made "
    "it fall.",
    senses=("shoe", "card spots", "a person"),
    notices=(Notice(OutOfSight, always, ask_where),),
    matters=("deal.off_table",),
    beside=("deal.exposed_by_player", "deal.exposed_first", "deal.exposed_more"),
    movements=(("show", "floor"), *REPLACED, ("back", "floor"), COLLECT),
    entries=(dealer_reports.FALLEN,),
    alarms=(card_alarms.BEFORE_FOUND,),
    says=("ask.card_missing",),
    hole_cards=True,
    by_dealer=True,
    taken_back=not_exposed,
    shown=lambda card, place: (Move("show", (card,), "floor", place, "proven"),),
    kept=lambda card, place: (Move("back", (card,), "floor", place, "proven"),),
)

FLASHED: Final = Fault(
    name="A card seen as it landed",
    noticed="Entered by the dealer. Whether its owner has touched it since is seen at the place.",
    senses=("card spots", "a person"),
    matters=("deal.flashed",),
    beside=("deal.exposed", "deal.exposed_first", "deal.exposed_more"),
    movements=(TURNED, *REPLACED, COLLECT),
    entries=(dealer_reports.FLASHED,),
    alarms=(card_alarms.BEFORE_CHOICE,),
    says=("ask.flashed",),
    hole_cards=True,
    taken_back=not_exposed,
    shown=lambda card, place: (Move("turn", (card,), place, place, "told"),),
)

MIXED: Final = Fault(
    name="A dead card mixed into a hand",
    noticed="Said while the dead card is to be taken back.",
    senses=("a person",),
    matters=("deal.mixed",),
    movements=(MUCK,),
    entries=(dealer_reports.MIXED,),
    says=("ask.deal_fault",),
    hole_cards=True,
    remedy=lambda table, hand, q, by: mixed(table, hand, q.seat, by),
    choices={"dead": lambda table, hand, q, by: mixed(table, hand, q.seat, by)},
)
