"""Read what players do: acts, words, keys, motions of chips."""

from collections.abc import Callable
from typing import Final, Literal

from .act_nodes import Settles
from .lexer import Cursor
from .notation import Seats
from .player_acts import (
    Brings,
    Chair,
    Motion,
    Mucks,
    Plain,
    PlainAct,
    PlayerAct,
    Pockets,
    Posts,
    Presses,
    Pushes,
    Says,
    Shows,
    Sits,
    TakesBack,
)

ACTS: Final[dict[str, PlainAct]] = {
    "fold": "fold", "folds": "fold", "check": "check", "checks": "check", "call": "call", "calls": "call",
    "bet": "bet", "bets": "bet", "raise": "raise", "raises": "raise",
}  # fmt: skip
KEYS: Final = ("fold", "check", "call", "raise", "all", "time", "sit")
WORDS: Final = ("fold", "check", "call", "bet", "raise", "all", "plus", "pot", "pass", "pay", "stack")
VERBS: Final = (
    "folds", "checks", "calls", "bets", "raises to", "goes all in", "says", "presses", "pushes", "takes back",
    "posts", "pays", "shows", "mucks", "stands up", "sits down", "sits out", "sits in", "brings", "pockets",
)  # fmt: skip


def read_act(c: Cursor) -> PlayerAct | Settles:
    """Read an act: seats, and what they do."""
    seats = c.seats()
    if c.peek() in ACTS:
        return _plain(c, seats)
    if c.peek() in MANY:
        return MANY[c.take().lower()](c, seats)
    if c.peek() not in ONE:
        c.fail(", ".join(VERBS))
    if len(seats) > 1:
        c.fail("an act of one seat alone. Several may fold, check, call, go all in, post, pay, show or muck")
    return ONE[c.take().lower()](c, seats[0])


def _plain(c: Cursor, seats: Seats) -> Plain:
    act = ACTS[c.take().lower()]
    total = None
    if act in ("bet", "raise"):
        if len(seats) > 1:
            c.fail("one seat, which bets or raises alone")
        c.maybe("to")
        total = c.number_of("the total in front, such as 1200", 1)
    chips = c.chips() if act in ("call", "bet", "raise") and c.maybe("with") else None
    return Plain(seats, act, total, chips)


def _all_in(c: Cursor, seats: Seats) -> Plain:
    if not c.maybe("all-in"):
        c.must("all")
        c.must("in")
    return Plain(seats, "all_in")


def _posts(c: Cursor, seats: Seats) -> Posts:
    return Posts(seats, None if c.done else c.chips())


def _shows(c: Cursor, seats: Seats) -> Shows:
    return Shows(seats, () if c.done else c.cards())


def _pays(_c: Cursor, seats: Seats) -> Settles:
    return Settles(seats)


def _mucks(_c: Cursor, seats: Seats) -> Mucks:
    return Mucks(seats)


MANY: Final[dict[str, Callable[[Cursor, Seats], PlayerAct | Settles]]] = {
    "goes": _all_in, "go": _all_in, "is": _all_in, "are": _all_in,
    "post": _posts, "posts": _posts, "show": _shows, "shows": _shows,
    "pay": _pays, "pays": _pays, "muck": _mucks, "mucks": _mucks,
}  # fmt: skip

# --- words and keys ---------------------------------------------------------------------------------------------


def _says(c: Cursor, seat: int) -> Says:
    other = c.quoted()
    if other is not None:
        return Says(seat, "other", other=other) if other else c.fail("the words that were said")
    dark = c.maybe("in", "the", "dark")
    condition = _condition(c) if c.maybe("if") else None
    word, amount = _word(c)
    return Says(seat, word, amount, _when(c), dark, condition)


def _condition(c: Cursor) -> tuple[int, str]:
    seat = c.seat()
    act = ACTS[c.one_of(ACTS, "folds, checks, calls, bets, raises")]
    c.maybe(",")
    return seat, act


def _word(c: Cursor) -> tuple[str, int | None]:
    if c.is_number():
        return "amount", c.amount()
    if c.maybe("all-in"):
        return "all_in", None
    word = c.one_of((*WORDS, *ACTS), f"{', '.join(WORDS)} in, an amount, or words in quotes")
    if word == "all":
        c.must("in")
        return "all_in", None
    if word == "plus":
        return "plus", c.amount()
    if word in ("pot", "pass", "pay", "stack"):
        return word, None
    act = ACTS[word]
    if act == "raise":
        c.maybe("to")
    return act, c.amount() if act in ("bet", "raise") and c.is_number() else None


def _when(c: Cursor) -> Literal["before", "after"] | None:
    when: Literal["before", "after"] | None = None
    if c.maybe("before"):
        when = "before"
    elif c.maybe("after"):
        when = "after"
    if when:
        c.noise("the", "chips")
    return when


def _presses(c: Cursor, seat: int) -> Presses:
    gap = c.duration() if c.maybe("after") else None
    if c.maybe("all-in"):
        return Presses(seat, "all_in", gap=gap)
    key = c.one_of(KEYS, "fold, check, call, raise, all in, time, sit out, sit in")
    if key == "all":
        c.must("in")
        key = "all_in"
    elif key == "sit":
        key = f"sit_{c.one_of(('out', 'in'))}"
    elif key == "raise":
        c.maybe("to")
        return Presses(seat, key, c.amount() if not c.done else None, gap)
    return Presses(seat, key, gap=gap)


# --- chips --------------------------------------------------------------------------------------------------------


def _pushes(c: Cursor, seat: int) -> Pushes:
    gap = c.duration() if c.maybe("after") else None
    chips = c.chips()
    if gap is None and c.maybe("one", "by", "one"):
        return Pushes(seat, tuple(Motion((chip,)) for chip in chips), _goal(c), c.maybe("at", "once"))
    motions = [Motion(chips, gap)]
    while c.maybe(",", "then") or c.maybe("then"):
        gap = c.duration() if c.maybe("after") else None
        motions.append(Motion(c.chips(), gap))
    return Pushes(seat, tuple(motions), _goal(c), c.maybe("at", "once"))


def _goal(c: Cursor) -> str:
    if not c.any_of("to", "into"):
        return ""
    c.noise("the", "a")
    goal = c.one_of(("pot", "tray", "stack", "bet"), "pot, tray, stack, stack N, bet N")
    numbered = goal == "bet" or (goal == "stack" and c.peek().isdecimal())
    return f"{goal}:{c.seat()}" if numbered else goal


def _puts(c: Cursor, seat: int) -> Pushes:
    c.must("in")
    return _pushes(c, seat)


def _takes(c: Cursor, seat: int) -> TakesBack:
    c.must("back")
    chips = c.chips()
    if not c.maybe("from"):
        return TakesBack(seat, chips)
    c.noise("the")
    place = c.one_of(("pot", "bet"), "pot, bet N")
    return TakesBack(seat, chips, f"bet:{c.seat()}" if place == "bet" else place)


# --- chairs -------------------------------------------------------------------------------------------------------


def _stands(c: Cursor, seat: int) -> Chair:
    c.must("up")
    return Chair(seat, present=False)


def _sits(c: Cursor, seat: int) -> Chair | Sits | Brings:
    word = c.one_of(("down", "out", "in"))
    if word == "down" and c.maybe("with"):
        return Brings(seat, c.chips(), sits=True)
    return Chair(seat, present=True) if word == "down" else Sits(seat, word == "out")


def _brings(c: Cursor, seat: int) -> Brings:
    return Brings(seat, c.chips())


def _pockets(c: Cursor, seat: int) -> Pockets:
    return Pockets(seat, None if c.maybe("all") else c.chips())


ONE: Final[dict[str, Callable[[Cursor, int], PlayerAct]]] = {
    "says": _says,
    "presses": _presses,
    "pushes": _pushes,
    "puts": _puts,
    "adds": _pushes,
    "takes": _takes,
    "stands": _stands,
    "sits": _sits,
    "brings": _brings,
    "pockets": _pockets,
}
