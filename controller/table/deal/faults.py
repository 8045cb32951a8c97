"""Every irregularity of the deal and the board: how the table notices it, what it is ruled under, which movements may
put it right. One record each; what the books say to the matters stands in the books.
"""

from dataclasses import dataclass
from typing import Final, Literal

Sense = Literal["shoe", "orientation", "card spots", "board", "muck", "a person"]


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A fault and all that the product knows of it beside the books.

    `noticed`: what differs, in words. `senses`: what sees it, "a person" where nothing does, or does so as well.
    `entries`: the commands by which it is said. `matters`: what it is ruled under, the first one decides.
    `movements`: (verb, from) of every movement that may put it right, as the pages have words for it.
    `says`: alarms and questions, by key, before any ruling.
    """

    name: str
    noticed: str
    senses: tuple[Sense, ...]
    matters: tuple[str, ...] = ()
    movements: tuple[tuple[str, str], ...] = ()
    entries: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


COLLECT: Final = ("collect", "table")
MUCK: Final = ("muck", "seat")
REPLACED: Final = (("deal", "shoe"), ("stub", "seat"), ("burn", "stub"))
TURNED: Final = ("turn", "seat")
DRAW: Final = (("mix", "board"), ("draw", "board"), ("expose", "board"))

BACK: Final = tuple(("back", origin) for origin in ("stub", "burn", "aside", "muck", "seat", "board", "table"))
"""Movements when the floor takes one back, or a ruling: whatever the fault, cards go back where they were."""

BY_THE_FLOOR: Final = (*BACK, COLLECT)
"""Movements that only a decision of the floor asks for, whatever the fault: it may void the hand, too."""

CASE_OF: Final = {
    "deal.count_served": "deal.count",
    "deal.count_late": "deal.count",
    "deal.missed_late": "deal.missed",
    "deal.empty": "deal.missed",
    "deal.empty_late": "deal.missed",
    "deal.exposed_first": "deal.exposed",
    "deal.exposed_more": "deal.exposed",
    "premature.flop_two": "premature.flop",
    "premature.skipped_flop": "premature.flop",
    "premature.skipped_turn": "premature.turn",
    "premature.skipped_river": "premature.river",
}
"""Cases of a matter: a book that has no word of its own on one decides it as the matter."""

UNASKED: Final = ("deck.shuffle", "rabbit")
"""Matters of which nothing follows where a book has no word on them: nobody is asked."""

IRREGULARITIES: Final = (
    Irregularity(
        "Wrong order of deal",
        "A card is proven at another seat than the next in order, and still lies there when the next one leaves.",
        ("shoe", "card spots", "a person"),
        ("deal.order", "deal.misdeal", "deal.stands_after"),
        (COLLECT,),
        ("misdealt",),
        ("alarm.card.misplaced", "ask.deal_order"),
    ),
    Irregularity(
        "Two cards in a row to one player",
        "As a wrong order: the second card is proven where the first one was, and the next one leaves the shoe. "
        "Of two that left it as one the second may be proven only when the deal is over: the order first, then the "
        "number.",
        ("shoe", "card spots", "a person"),
        ("deal.order", "deal.misdeal"),
        (COLLECT,),
        ("misdealt",),
        ("alarm.card.misplaced", "ask.deal_order"),
    ),
    Irregularity(
        "A hand with one card or three",
        "The deal is said to be over while a card is due, or one more than were due is proven at a seat.",
        ("shoe", "card spots", "a person"),
        ("deal.count", "deal.count_served", "deal.count_late", "deal.misdeal", "deal.stands_after"),
        (("deal", "shoe"), ("show", "seat"), ("burn", "table"), MUCK, COLLECT),
        ("misdealt",),
        ("alarm.card.not_due", "ask.deal_fault"),
    ),
    Irregularity(
        "A player left out",
        "The deal is said to be over, and a seat that was to be dealt in has no card.",
        ("shoe", "card spots", "a person"),
        ("deal.missed", "deal.missed_late", "deal.misdeal", "deal.stands_after"),
        (COLLECT, MUCK),
        ("misdealt",),
        ("ask.deal_fault",),
    ),
    Irregularity(
        "Cards to an empty place",
        "A card is proven at a place that is not dealt in.",
        ("shoe", "card spots"),
        ("deal.empty", "deal.empty_late", "deal.missed", "deal.misdeal", "deal.stands_after"),
        (MUCK, COLLECT),
        (),
        ("alarm.card.not_due", "alarm.card.misplaced"),
    ),
    Irregularity(
        "A card turned up by the dealer",
        "No antenna tells face up from face down on the felt: the dealer says whose card it was.",
        ("a person",),
        ("deal.exposed", "deal.exposed_first", "deal.exposed_more", "deal.misdeal"),
        (*REPLACED, COLLECT),
        ("exposed",),
        ("ask.deal_fault",),
    ),
    Irregularity(
        "A card turned up by a player",
        "Said with its cause: an involuntary movement, or the owner's own will.",
        ("a person",),
        ("deal.exposed_by_player", "deal.exposed", "deal.exposed_first", "deal.exposed_more"),
        (*REPLACED, MUCK, COLLECT),
        ("exposed",),
    ),
    Irregularity(
        "A card off the table",
        "It left the shoe and is proven nowhere within its time, or left its place; who made it fall is said.",
        ("shoe", "card spots", "a person"),
        ("deal.off_table", "deal.exposed_by_player", "deal.exposed_first", "deal.exposed_more"),
        (("show", "floor"), *REPLACED, ("back", "floor"), COLLECT),
        ("fallen",),
        ("ask.card_missing", "alarm.card.before_found"),
    ),
    Irregularity(
        "A card seen as it landed",
        "Said by the table; whether its owner has touched it since is seen at his place.",
        ("card spots", "a person"),
        ("deal.flashed", "deal.exposed", "deal.exposed_first", "deal.exposed_more"),
        (TURNED, *REPLACED, COLLECT),
        ("flashed",),
        ("ask.flashed", "alarm.card.before_choice"),
    ),
    Irregularity(
        "A dead card mixed into a hand",
        "Said while the dead card is to be taken back.",
        ("a person",),
        ("deal.mixed",),
        (MUCK,),
        ("mixed",),
        ("ask.deal_fault",),
    ),
    Irregularity(
        "A boxed card",
        "It leaves the shoe with its face up, or a person sees it; counted apart in the deal and after it.",
        ("orientation", "a person"),
        ("deck.boxed", "deal.misdeal"),
        (("aside", "shoe"), COLLECT),
        ("boxed",),
        ("ask.deal_fault",),
    ),
    Irregularity(
        "A joker",
        "Its tag is a joker's where it lies, or a person sees it: in the dealer's hand, or in a player's. Read at "
        "the shoe it is an alarm alone: it may be the card before or after.",
        ("shoe", "card spots", "board", "a person"),
        ("deck.joker", "deal.misdeal", "deal.stands_after"),
        (("aside", "shoe"), ("aside", "seat"), ("aside", "board"), ("deal", "shoe"), MUCK, COLLECT),
        ("joker",),
        ("alarm.card.joker_read", "ask.deal_fault"),
    ),
    Irregularity(
        "A card twice, missing or foreign",
        "A tag of no card of this deck is proven at a place, or one card at two places; or a person sees it.",
        ("shoe", "card spots", "a person"),
        ("deck.foul",),
        (COLLECT, ("change", "stub")),
        ("foul",),
        ("alarm.unknown_card", "alarm.double_card", "ask.deal_fault"),
    ),
    Irregularity(
        "A card pushed back into the shoe",
        "The beams broke in the reverse order: it is due again, and keeps its number.",
        ("shoe",),
        says=("alarm.card.returned",),
    ),
    Irregularity(
        "An unread card",
        "The beams saw a card leave and no tag was read: its identity is taken where it lands, never guessed.",
        ("shoe", "card spots"),
        says=("alarm.card_undecided", "alarm.card_not_drawn", "ask.which_draw"),
    ),
    Irregularity(
        "A card that was not drawn",
        "A card is proven at a place although no card left the shoe for it.",
        ("shoe", "card spots"),
        says=("alarm.card.unaccounted", "alarm.card_not_drawn"),
    ),
    Irregularity(
        "No burn",
        "The card that was to be burnt is proven on the board.",
        ("shoe", "board", "a person"),
        ("burn.missing", "premature.bets", "board.stands"),
        (("burn", "board"), ("lay", "shoe"), *DRAW, ("burn", "shoe")),
        ("false_board",),
        ("alarm.burn.missing", "ask.burned", "ask.deal_fault"),
    ),
    Irregularity(
        "Two burns",
        "A card more than the flop needs is out, one of its draws is read nowhere, and the dealer says he burnt it.",
        ("shoe", "board", "a person"),
        ("burn.double", "board.stands"),
        (("lay", "burn"), ("burn", "board"), *DRAW, ("mix", "burn"), ("lay", "drawn")),
        ("false_board",),
        ("alarm.card.not_due", "ask.card_missing", "ask.deal_fault"),
    ),
    Irregularity(
        "A flop of four",
        "A fourth card is proven on the board of a flop.",
        ("shoe", "board"),
        ("flop.four",),
        (("burn", "board"), *DRAW),
        (),
        ("alarm.card.not_due", "ask.deal_fault"),
    ),
    Irregularity(
        "The flop too early",
        "A card is proven on the board while somebody is still to act before the flop.",
        ("shoe", "board"),
        ("premature.flop", "premature.flop_two", "premature.bets", "burn.missing"),
        (("stub", "board"), ("shuffle", "stub"), ("muck", "board"), ("burn", "board")),
        (),
        ("alarm.card.not_due", "ask.burned", "ask.dead_or_check"),
    ),
    Irregularity(
        "The turn too early",
        "A card is proven on the board while somebody is still to act on the flop.",
        ("shoe", "board"),
        ("premature.turn", "burn.missing"),
        (
            ("aside", "board"), ("burn", "shoe"), ("shuffle", "aside"), ("muck", "board"), ("aside", "next"),
            ("burn", "aside"), ("lay", "aside"), ("burn", "board"), ("stub", "table"),
        ),
        (),
        ("alarm.card.not_due", "ask.burned"),
    ),
    Irregularity(
        "The river too early",
        "A card is proven on the board while somebody is still to act on the turn.",
        ("shoe", "board"),
        ("premature.river", "burn.missing"),
        (("stub", "board"), ("shuffle", "stub"), ("muck", "board"), ("burn", "board")),
        (),
        ("alarm.card.not_due", "ask.burned"),
    ),
    Irregularity(
        "The order of the deck is lost",
        "Said while a card that came too early is to go back.",
        ("a person",),
        ("premature.spoilt",),
        (("shuffle", "table"), ("burn", "shoe")),
        ("order_lost",),
    ),
    Irregularity(
        "The board came before a player had acted",
        "A card of the next street lies there, and somebody behind the seat on turn has acted; or that is said.",
        ("board", "a person"),
        ("premature.skipped_flop", "premature.skipped_turn", "premature.skipped_river"),
        (),
        ("protests",),
    ),
    Irregularity(
        "A false board noticed late",
        "Said after substantial action on it.",
        ("a person",),
        ("board.stands",),
        (("burn", "shoe"),),
        ("false_board",),
        ("ask.deal_fault",),
    ),
    Irregularity(
        "A card drawn after the hand",
        "A card leaves the shoe once the hand is decided, or a player asks to see the cards that would have come.",
        ("shoe", "a person"),
        ("rabbit",),
        (),
        ("rabbit",),
        ("ask.rabbit",),
    ),
    Irregularity(
        "The deck was not cut",
        "At a table where the players deal, the deal begins and nobody has said that the deck was cut.",
        ("a person",),
        ("deck.shuffle",),
        (),
        ("cut",),
        ("alarm.cut.missing",),
    ),
)  # fmt: skip
