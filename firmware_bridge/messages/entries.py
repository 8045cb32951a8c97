"""What may be entered beside players' words: every entry, what it needs, who may give it, what the core calls it.

This is the one place for a new entry. From `ENTRIES` follow which fields a message must have, who may send it, how it
reaches the core, and where the pages offer it; its words stand in `controller/console/en.toml` and `fr.toml`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from .base import Role

Field = Literal["seat", "other", "choice", "amount", "number", "value"]
Kind = Literal["seat", "choice", "amount", "number", "cards", "part", "winners", "level", "text"]
Group = Literal["hand", "seat", "showdown", "mistakes", "deal", "conduct", "time", "chips", "tournament", "table"]


class Need(NamedTuple):
    """One thing that an entry says: the field of the message it stands in, and what may stand there.

    `choices` are the words allowed where the kind is "choice"; `cards` how many cards, where it is "cards": none
    listed are as many as each player is dealt.
    `only_with`: the choices beside which alone it may stand; any if there are none.
    """

    field: Field
    kind: Kind
    optional: bool = False
    choices: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    only_with: tuple[str, ...] = ()
    least: int = 1  # where the kind is "number"


class Form(NamedTuple):
    """What an entry needs, in the order in which the core wants it.

    `least`: the lowest role that may give it; where a rulebook says who may, it is the dealer, and the core answers
    with the article. `core`: the core's own word, where it is another; `with_value`: its word where a value is given.
    `either`: exactly one of the optional things. `as_text`: the core wants a single seat as text, too.
    """

    group: Group
    needs: tuple[Need, ...] = ()
    least: Role = "dealer"
    core: str = ""
    with_value: str = ""
    either: bool = False
    as_text: bool = False


SEAT = Need("seat", "seat")
OTHER = Need("other", "seat")
AMOUNT = Need("amount", "amount")
NUMBER = Need("number", "number")
PART = Need("value", "part")
HAND = Need("value", "cards")


def choice(*words: str) -> Need:
    """One of these words."""
    return Need("choice", "choice", choices=words)


def cards(*counts: int) -> Need:
    """So many cards, written together: "7h8hKd"."""
    return Need("value", "cards", cards=counts)


def maybe(need: Need, *only_with: str) -> Need:
    """The same, which may be left out; beside other choices than these it has to be."""
    return need._replace(optional=True, only_with=only_with)


SAID_ACTS = ("fold", "check", "call", "bet", "raise", "all_in", "amount")
FAULTS = (
    "device", "message", "talking", "disclosed", "open", "middle", "remark", "criticism", "behaviour", "collusion",
    "stack", "miscall",
)  # fmt: skip
STRUCTURES = ("limit", "pot_limit", "no_limit")
REASONS = ("new", "moved", "balance", "returned", "late")  # why a player takes a seat
PENALTIES = ("caution", "warning", "dead_hand", "suspension", "disqualification")

TURNERS = ("dealer", "player", "own")
OF_A_SEAT = ("count", "missed")  # faults of the deal that concern one seat

ENTRIES: dict[str, Form] = {
    # The hand, step by step
    "shuffle": Form("hand"),  # the hand begins
    "deal_done": Form("hand", core="dealt"),  # without a shoe: every hand has its cards
    "burned": Form("hand"),  # without a shoe: the burn card lies where it belongs
    "board": Form("hand", (cards(1, 2, 3, 4),)),  # without card spots: the flop's cards, or the one of turn or river
    "gathered": Form("hand"),  # bets are in the pot
    "wins": Form("hand", (maybe(SEAT), maybe(Need("value", "winners"))), core="winners", either=True, as_text=True),
    "awarded": Form("hand"),  # the pots were pushed (a table without chip readers)
    "undetermined": Form("hand", least="floor"),  # nobody can say who won
    # A seat's hand
    "folded": Form("seat", (SEAT,), core="fold"),  # the dealer took the hand
    "option": Form("seat", (SEAT,)),  # it posts the option before the deal
    "button": Form("seat", (SEAT,)),  # the button stands there
    "sit_in": Form("seat", (SEAT,)),
    "sit_out": Form("seat", (SEAT,)),
    "standing": Form("seat", (SEAT,)),  # its player stands, and cannot act
    "seated": Form("seat", (SEAT,)),  # he sits again
    "count": Form("seat", (SEAT,)),  # it asks for the count of the bet
    "count_of": Form("seat", (SEAT, choice("stack", "to_call", "pot"), maybe(OTHER)), core="count"),  # of another sum
    "counted": Form("mistakes", (SEAT, AMOUNT)),  # its bet, by the dealer aloud
    "object": Form("seat", (SEAT,)),  # what it put in is no chip
    "shows": Form("showdown", (SEAT, maybe(HAND)), core="show", with_value="cards"),
    "mucks": Form("showdown", (SEAT,), core="muck"),  # gives its hand up, mixed with the muck
    "renounced": Form("showdown", (SEAT,)),  # pushed its hand away; "mucks" says that it is mixed
    "one_card": Form("showdown", (SEAT,)),  # it showed one card of its hand
    "showed": Form("showdown", (SEAT, OTHER, maybe(choice("1")))),  # to one person; "1": one card of it
    "see": Form("showdown", (SEAT, OTHER)),  # it asks to see the hand of another
    "turned": Form("showdown", (SEAT, maybe(choice("accident", "dealer")), maybe(OTHER)), either=True),
    "claim": Form("showdown", (SEAT,)),  # it disputes the award
    # Mistakes put right
    "withdraw": Form("mistakes", (SEAT,)),  # the dealer takes back what he entered for it
    "misread": Form(
        "mistakes", (SEAT, choice(*SAID_ACTS), maybe(AMOUNT, "bet", "raise", "amount"))
    ),  # its last act was this
    "unaware": Form("mistakes", (SEAT,)),  # it had not seen the raise
    "misunderstanding": Form("mistakes", (SEAT,), least="director"),  # of the amount, and gross
    "killed": Form("mistakes", (SEAT, choice("accident", "thrown"))),  # a live hand is in the muck
    "retrieve": Form("mistakes", (SEAT,)),  # its hand comes back
    "indistinct": Form("mistakes", (SEAT,)),  # its hand cannot be told from dead cards
    "dispute": Form("mistakes", (SEAT,)),  # its player disputes the last act or ruling
    "forward": Form("mistakes", (SEAT, AMOUNT)),  # chips moved short of the line, and another acted
    # The deal: what a person saw of it; the number is that of the seat's card, the last one where none is said
    "exposed": Form("deal", (SEAT, maybe(NUMBER), maybe(choice(*TURNERS))), as_text=True),  # a card was turned up
    "fallen": Form("deal", (SEAT, maybe(NUMBER), maybe(choice(*TURNERS))), as_text=True),  # it left the table
    "flashed": Form("deal", (SEAT, maybe(NUMBER)), as_text=True),  # it is said to have been seen as it landed
    "joker": Form("deal", (SEAT, maybe(NUMBER)), as_text=True),  # that card is a joker
    "joker_drawn": Form("deal", core="joker"),  # the card in the dealer's hand is one
    "boxed": Form("deal"),  # the next card lies face up in the deck; where no shoe sees it
    "mixed": Form("deal", (SEAT,)),  # it mixed a dead card with its hand
    "protests": Form("deal", (SEAT,)),  # it was passed over
    "rabbit": Form("deal", (SEAT,)),  # the hand being over, it asks for the cards that would have come
    "foul": Form("deal", (choice("missing", "double", "foreign"), maybe(cards(1), "missing"))),  # the deck is
    "misdealt": Form("deal", (choice("order", "count", "missed"), maybe(SEAT, *OF_A_SEAT), maybe(NUMBER, "count"))),
    "false_board": Form("deal", (choice("no_burn", "two_burns"),)),
    "order_lost": Form("deal"),  # the stub is spoilt, nobody knows the next card
    "cut": Form("deal", (maybe(NUMBER),), as_text=True),  # so many cards in one of the piles
    "dealing": Form(
        "deal", (choice("house", "self"), maybe(SEAT, "self")), least="floor"
    ),  # who; for good, that seat
    "club": Form("deal", (SEAT, Need("value", "text"))),  # of a seat's player
    "dealer_in": Form("deal", (maybe(Need("value", "text")),)),  # a house dealer, of that club
    "deck_change": Form("deal", (choice("new", "schedule", "damage", "request"), maybe(SEAT, "request"))),
    "deck_check": Form("deal", (maybe(Need("value", "text")),), least="floor"),  # that deck runs through the shoe
    "deck_passed": Form("deal", (maybe(choice("stop")),)),  # the shoe is empty; "stop": the check is given up
    "deck_ready": Form("deal", (maybe(NUMBER), maybe(cards(1, 2, 3))), as_text=True),  # read, so many; these missing
    "hidden": Form("deal", (SEAT,), least="floor"),  # it hid its cards
    "done": Form("hand"),  # the movement of a remedy that is due, and that nothing senses, is made
    # Conduct
    "fault": Form("conduct", (SEAT, choice(*FAULTS), maybe(OTHER, "collusion"))),  # something is reported of it
    "outsider": Form("conduct", (choice("spectator", "other_table", "staff"),)),  # who has no seat made a remark
    "penalty": Form("conduct", (SEAT, choice(*PENALTIES), maybe(NUMBER, "suspension"))),  # number: of rounds
    # Time
    "clock": Form("time"),  # the time of the seat on turn is called
    "declare_dead": Form("time", least="floor"),  # the hand of the seat on the clock
    # Chips and stakes
    "stack": Form("chips", (SEAT, Need("value", "amount"))),  # counted by hand (a correction)
    "structure": Form("chips", (choice(*STRUCTURES),), least="floor"),  # what is played, in another session
    "level": Form("chips", (Need("value", "level"),), least="floor"),  # from the next hand
    # Who sits where
    "seat": Form("chips", (SEAT, maybe(AMOUNT), maybe(choice(*REASONS))), as_text=True),  # a player takes it
    "leave": Form("seat", (SEAT, maybe(choice("moved"))), as_text=False),  # for good; or to another table
    "away": Form("seat", (SEAT,)),  # its player is not in his chair
    "back": Form("seat", (SEAT,)),  # he is again
    "post": Form("seat", (SEAT,)),  # it pays what it owes with the next hand
    "wait": Form("seat", (SEAT,)),  # it waits for the big blind
    "buyin": Form("chips", (SEAT, AMOUNT)),  # more chips between two hands
    "outside": Form("chips", (SEAT, AMOUNT)),  # chips from elsewhere, declared
    "tip": Form("chips", (SEAT, AMOUNT)),  # off the stack
    "rebuying": Form("seat", (SEAT,)),  # its player has gone to buy in again
    "accommodate": Form("seat", (SEAT,), least="floor"),  # the dealer acts for its player
    "button_draw": Form("table", (maybe(SEAT),)),  # cards are dealt for the first button
    "list": Form("table", (NUMBER._replace(least=0),), least="floor"),  # how many wait for a seat
    "reserve": Form("table", (SEAT, maybe(NUMBER)), least="floor", as_text=True),  # number: of minutes
    "absence_clock": Form("time", (SEAT, choice("run", "stop")), least="floor"),  # of who is away
    "paid_out": Form("chips", (SEAT,), least="floor"),  # what was kept in the name of its player
    "close_session": Form("table", least="floor"),  # what nobody came for is entered as unclaimed
    "balance": Form("table", (NUMBER,), least="floor"),  # another table has so many players fewer
    "last_hands": Form("table", least="floor"),  # the table closes
    # A tournament
    "start_event": Form("tournament", least="floor"),  # with equal stacks
    "level_clock": Form("tournament", (choice("run", "stop"),), least="floor"),
    "break": Form("tournament", (maybe(NUMBER),), least="floor"),  # of so many minutes, or until it is ended
    "break_over": Form("tournament", least="floor"),
    "count_stacks": Form("tournament", least="floor"),  # for the signed sheet of the end of a day
    "hand_for_hand": Form("tournament", (choice("on", "off", "next"),), least="floor"),
    "players_left": Form("tournament", (AMOUNT,), least="floor"),  # at all tables
    # A number of stacks at once, or with an add-on: a book may forbid either
    "rebuy": Form("tournament", (SEAT, maybe(NUMBER), maybe(choice("addon")))),
    "addon": Form("tournament", (SEAT,)),
    "rebuys_over": Form("tournament", least="floor"),  # two more hands belong to the period
    "unpaid": Form("tournament", (SEAT,), least="floor"),  # the cashier has no payment
    "paid": Form("tournament", (SEAT,), least="floor"),
    "race": Form("tournament", (AMOUNT, Need("number", "amount")), least="floor"),  # this chip goes for that one
    "race_chips": Form("tournament", (SEAT, Need("value", "amount"))),  # so many of the chip that goes
    "race_draw": Form("tournament"),  # the deck is mixed, a player looks on
    "race_cards": Form("tournament", (SEAT, cards(*range(1, 20)))),
    "race_done": Form("tournament", (SEAT,)),  # exchanged, or paid
    "removed": Form("tournament", (SEAT,)),  # chips that count for nothing
    "wrong_seats": Form("tournament", (SEAT, OTHER), least="floor"),  # since the start
    "restore": Form("tournament", (SEAT, AMOUNT, Need("number", "amount")), least="floor"),  # number: what he has
    # Parts
    "manual": Form("table", (PART,), core="manual_on"),  # its readings are entered by hand from now on
    "sensing": Form("table", (PART,), core="manual_off"),  # its readings count again, from the next hand
}
