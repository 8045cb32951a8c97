"""Read what the dealer does, what is entered, and what sensors report."""

from collections.abc import Callable
from typing import Final, Literal

from firmware_bridge.messages.roles import STAFF
from hardware_sim.physics.things import CARD_SPOTS

from .act_nodes import (
    Answers,
    CarriesOut,
    Corrects,
    Deals,
    Fault,
    Gap,
    Gathers,
    Goto,
    MovesCards,
    NextCard,
    Overrules,
    PushesPots,
    PutsButton,
    Reshuffles,
    Senses,
    Settles,
    Simple,
    Street,
    SweepsIn,
    Tells,
    Waits,
)
from .lexer import Cursor
from .race_lines import read_race, read_strays
from .tree import Statement

GOALS: Final = ("preflop", "flop", "turn", "river", "showdown", "award", "end", "seat")
CARD_PLACES: Final = ("seat", "board", "muck")
PILES: Final = ("burn", "stub", "aside")  # where cards lie without a reader
OF_FAULTS: Final = ("stands", "misdeal", "undo", "no_fault")
DECISIONS: Final = ("fold", "check", "call", "bet", "raise", "void", "dead", "live")
CHIP_PLACES: Final = ("stack", "bet", "pot", "tray")


def read_place(c: Cursor, allowed: tuple[str, ...]) -> str:
    """Read a place, such as `seat 3`, `board 2`, `muck`."""
    what = ", ".join(f"{word} N" if word in ("seat", "board", "stack", "bet") else word for word in allowed)
    c.noise("the", "a")
    word = c.one_of(allowed, what)
    if word == "board":
        number = c.number_of("a board spot, 1 to 5", 1)
        return f"board:{number}" if number <= 5 else c.fail("a board spot, 1 to 5, before this")
    return f"{word}:{c.seat()}" if word in ("seat", "stack", "bet") else word


# --- cards --------------------------------------------------------------------------------------------------------


def _deal(c: Cursor) -> Deals:
    count = None
    if c.is_number() and c.peek(1) in ("card", "cards"):
        count = c.number_of("how many cards", 1)
        c.take()
    return Deals(count, _faults(c))


def _faults(c: Cursor) -> tuple[Fault, ...]:
    faults = []
    while c.any_of(",", "and"):
        faults.append(_fault(c))
    return tuple(faults)


def _fault(c: Cursor) -> Fault:
    word = c.any_of("exposing", "boxed", "unread")
    if word:
        return Fault(word, c.card())
    if c.is_card():
        return _astray(c, c.card())
    if c.maybe("skipping"):
        return Fault("skipping", seat=c.seat())
    if c.maybe("twice"):
        c.must("to")
        return Fault("twice", seat=c.seat())
    if c.maybe("two", "burns"):
        return Fault("two burns")
    if c.maybe("without"):
        c.noise("a", "the")
        return Fault(f"without {c.one_of(('burn', 'gathering'))}")
    if c.is_number() and c.peek(1) in ("card", "cards"):
        count = c.number_of("how many cards", 1)
        c.take()
        return Fault("cards", count=count)
    return c.fail(
        "exposing, boxed or unread and a card | a card `to` a place or `off the table` | skipping or twice to and "
        "a seat | without burn | without gathering | two burns | N cards"
    )


def _astray(c: Cursor, card: str) -> Fault:
    if c.maybe("off"):
        c.noise("the", "table")
        return Fault("off", card)
    c.must("to")
    return Fault("misplaced", card, place=read_place(c, CARD_PLACES))


def _street(name: Literal["burn", "flop", "turn", "river"]) -> Callable[[Cursor], Statement]:
    return lambda c: Street(name, _faults(c))


def _cards(c: Cursor) -> MovesCards:
    cards, seat = (c.cards(), 0) if c.is_card() else ((), c.seat())
    return MovesCards(_goal_of_cards(c, seat), cards, seat)


def _goal_of_cards(c: Cursor, seat: int) -> str:
    if seat and c.peek() in ("lifted", "back"):
        return c.take().lower()
    if c.maybe("off"):
        c.noise("the", "table")
        return "off"
    c.must("to")
    return read_place(c, (*CARD_PLACES, *PILES))


def _next_card(c: Cursor) -> NextCard:
    c.must("card")
    c.must("to")
    goal = read_place(c, (*CARD_PLACES, *PILES))
    fault = c.one_of(("boxed", "unread", "joker")) if c.maybe(",") else ""
    return NextCard(goal, fault)


def _carry(c: Cursor) -> CarriesOut:
    c.must("out")
    count = c.number_of("how many movements", 1) if c.is_number() else 0
    if count:
        c.one_of(("movement", "movements"))
    return CarriesOut(count)


def _reshuffle(c: Cursor) -> Reshuffles:
    c.maybe(",")
    return Reshuffles(c.cards() if c.maybe("giving") else ())


# --- chips and time -----------------------------------------------------------------------------------------------


def _gather(c: Cursor) -> Gathers:
    seats = c.seats() if c.peek() not in ("", ",", "as") else ()
    c.maybe(",")
    return Gathers(seats, c.maybe("as", "they", "lie"))


def _settle(c: Cursor) -> Settles:
    return Settles(() if c.done else c.seats())


def _push_pots(c: Cursor) -> Simple | PushesPots:
    c.noise()
    c.one_of(("pots", "pot"))
    return PushesPots(c.seat()) if c.maybe("to") else Simple("push pots")


def _sweep(c: Cursor) -> SweepsIn:
    c.must("in")
    return SweepsIn(() if c.done else c.seats())


def _shuffle(_c: Cursor) -> Simple:
    return Simple("shuffle")


def _place(c: Cursor) -> PutsButton:
    c.noise()
    c.must("button")
    return PutsButton(c.seat())


def _wait(c: Cursor) -> Waits:
    return Waits(c.duration())


def _goto(c: Cursor) -> Goto:
    c.noise("the")
    goal = c.one_of(GOALS)
    seat = c.seat() if goal == "seat" else 0
    c.maybe(",")
    folding = bool(seat) and c.maybe("folding")
    c.maybe(",")
    return Goto(goal, seat, c.seats() if c.maybe("with") else (), folding)


# --- told and sensed ------------------------------------------------------------------------------------------------


def read_told(c: Cursor) -> Statement:
    """Read an entry: an answer, a correction, a command."""
    role = c.take().lower()
    if c.maybe("answers"):
        return _answers(c, role)
    if c.maybe("overrules"):
        return _overrules(c, role)
    if c.peek() == "sets" and c.peek(1) == "stack":
        c.maybe("sets", "stack")
        seat = c.seat()
        c.must("to")
        return Corrects(role, "stack", seat, c.amount(), _reason(c))
    if c.peek() in ("issues", "withdraws") and c.is_number(1):
        return _issues(c, role)
    word = c.name("answers, overrules, sets stack, issues, withdraws, or a command, such as gathered")
    arguments = []
    while not c.done:
        arguments.append(c.card() if c.is_card() else c.take().lower())
    return Tells(role, word, tuple(arguments))


def _answers(c: Cursor, role: str) -> Answers:
    word, ask = c.name("the key of a question and `:`, or one of its options"), ""
    if c.maybe(":"):
        word, ask = c.name("one of the question's options"), word
    seat = c.seat() if c.peek() == "seat" else 0
    return Answers(role, word, ask, _reason(c), seat)


def _overrules(c: Cursor, role: str) -> Overrules:
    if c.maybe("fault"):
        c.must(":")
        return Overrules(role, 0, c.one_of(OF_FAULTS), None, _reason(c))
    seat = c.seat()
    c.must(":")
    choice = c.one_of(DECISIONS)
    if choice == "raise":
        c.maybe("to")
    amount = c.amount() if choice in ("bet", "raise") else None
    return Overrules(role, seat, choice, amount, _reason(c))


def _issues(c: Cursor, role: str) -> Corrects:
    issue = c.take().lower() == "issues"
    amount = c.amount()
    c.must("to" if issue else "from")
    return Corrects(role, "issue" if issue else "withdraw", c.seat(), amount, _reason(c))


def _reason(c: Cursor) -> str:
    if not c.maybe("because"):
        return ""
    return c.rest() or c.fail("a reason")


def _sensors(c: Cursor) -> Statement:
    if c.one_of(("see", "blind")) == "blind":
        source = c.name("a part, such as shoe")
        c.must("for")
        return Gap(source, c.duration())
    if c.maybe("button"):
        return Senses("button", seat=0 if c.maybe("nowhere") else c.seat())
    place = read_place(c, (*CHIP_PLACES, *CARD_PLACES))
    c.maybe("=")
    if c.maybe("nothing"):
        return Senses(place)
    if place in CARD_SPOTS:
        return Senses(place, cards=c.cards())
    return Senses(place, c.chips())


STATEMENTS: Final[dict[str, Callable[[Cursor], Statement]]] = {
    "shuffle": _shuffle,
    "deal": _deal,
    "burn": _street("burn"),
    "flop": _street("flop"),
    "turn": _street("turn"),
    "river": _street("river"),
    "card": _cards,
    "cards": _cards,
    "next": _next_card,
    "carry": _carry,
    "reshuffle": _reshuffle,
    "gather": _gather,
    "settle": _settle,
    "push": _push_pots,
    "sweep": _sweep,
    "place": _place,
    "wait": _wait,
    "goto": _goto,
    "race": read_race,
    "chips": read_strays,
    "sensors": _sensors,
    **dict.fromkeys(STAFF, read_told),
}
