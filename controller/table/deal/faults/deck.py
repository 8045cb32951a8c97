"""Faults of the deck, and of the way in which its cards leave the shoe."""

from typing import Final

from controller.poker.events import CardReturned
from controller.table.deal import card_alarms, dealer_reports, jokers
from controller.table.deal.dealer_and_deck import CUT, is_not_cut, not_cut
from controller.table.deal.faults.hole_cards import COLLECT, MUCK
from controller.table.deal.misdeals import boxed, dead, foul, is_doubled, not_boxed
from controller.table.state.facts import DealBegins, FaceUpAtShoe, JokerAtShoe, NotOfDeck, StreetComplete, Unaccounted
from controller.table.state.fault import Fault, Notice, always

BOXED: Final = Fault(
    name="A boxed card",
    noticed="It leaves the shoe with its face up, or a person sees it. Counted apart in the deal and after it.",
    senses=("orientation", "a person"),
    notices=(Notice(FaceUpAtShoe, always, lambda table, hand, fact: boxed(table, hand, fact.card)),),
    matters=("deck.boxed",),
    beside=("deal.misdeal",),
    movements=(("aside", "shoe"), COLLECT),
    entries=(dealer_reports.BOXED,),
    says=("ask.deal_fault",),
    no_card="boxed",
    taken_back=not_boxed,
)

JOKER: Final = Fault(
    name="A joker",
    noticed="Its tag is a joker's where it lies, or a person sees it: in the dealer's hand, or in a player's. Read "
    "at the shoe it is an alarm alone: it may be the card before or after.",
    senses=("shoe", "card spots", "board", "a person"),
    notices=(
        Notice(JokerAtShoe, always, jokers.joker_read),
        Notice(NotOfDeck, jokers.is_joker, jokers.joker_lies),
    ),
    matters=("deck.joker",),
    beside=("deal.misdeal", "deal.stands_after"),
    movements=(("aside", "shoe"), ("aside", "seat"), ("aside", "board"), ("deal", "shoe"), MUCK, COLLECT),
    entries=(dealer_reports.JOKER, dealer_reports.JOKER_DRAWN),
    alarms=(card_alarms.READ_AS_JOKER,),
    says=("ask.deal_fault",),
    no_card="joker",
    nameless=True,
    remedy=jokers.put_joker_right,
    choices={"dead": lambda table, hand, q, by: dead(table, hand, q.seat, q.matter, by)},
)

FOUL: Final = Fault(
    name="A card twice, missing or foreign",
    noticed="A tag of no card of this deck is proven at a place, or one card at two places. Or a person sees it.",
    senses=("shoe", "card spots", "a person"),
    notices=(
        Notice(NotOfDeck, jokers.is_foreign, jokers.foreign_lies),
        Notice(StreetComplete, is_doubled, lambda table, hand, _fact: foul(table, hand)),
    ),
    matters=("deck.foul",),
    movements=(COLLECT, ("change", "stub")),
    entries=(dealer_reports.FOUL,),
    says=(
        "alarm.unknown_card",
        "alarm.foreign_drawn",
        "alarm.foreign_unread",
        "alarm.double_card",
        "ask.deal_fault",
    ),
    new_deck=True,
    goes_on=lambda table, _hand: table.deck.changed(),
)

PUSHED_BACK: Final = Fault(
    name="A card pushed back into the shoe",
    noticed="The beams broke in the reverse order: it is due again, and keeps its number.",
    senses=("shoe",),
    notices=(Notice(CardReturned, always, card_alarms.returned),),
    alarms=(card_alarms.RETURNED,),
)

UNREAD: Final = Fault(
    name="An unread card",
    noticed="The beams saw a card leave and no tag was read: its identity is taken where it lands, never guessed.",
    senses=("shoe", "card spots"),
    says=("alarm.card_undecided", "alarm.card_not_drawn", "ask.which_draw"),
)

NOT_DRAWN: Final = Fault(
    name="A card that was not drawn",
    noticed="A card is proven at a place although no card left the shoe for it.",
    senses=("shoe", "card spots"),
    notices=(Notice(Unaccounted, always, card_alarms.unaccounted),),
    alarms=(card_alarms.UNACCOUNTED,),
    says=("alarm.card_not_drawn",),
)

NOT_CUT: Final = Fault(
    name="The deck was not cut",
    noticed="At a table where the players deal, the deal begins and the cut was not entered.",
    senses=("a person",),
    notices=(Notice(DealBegins, is_not_cut, not_cut),),
    matters=("deck.shuffle",),
    entries=(CUT,),
    says=("alarm.cut.missing",),
    unasked=True,
)
