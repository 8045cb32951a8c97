"""Read expectations: rulings, refusals, questions, alarms, and fields of the table."""

from collections.abc import Callable
from typing import Final

from firmware_bridge.messages.roles import LEAST_ROLES

from .errors import Problem, Wrong
from .expectation_nodes import (
    Expect,
    Want,
    WantAlarm,
    WantAsk,
    WantDisplay,
    WantField,
    WantNo,
    WantOrder,
    WantPrompt,
    WantRefused,
    WantRuling,
)
from .fixed_fields import objection
from .lexer import Cursor
from .notation import Value
from .table_fields import FIELDS, NUMBERED, POT_FIELD, SEAT_FIELDS, Kind, kind_of

ACTS: Final = ("fold", "check", "call", "bet", "raise", "post", "hold", "void")
OPTIONS: Final = ("fold", "check", "call", "bet", "raise", "all_in")
TOLD: Final = ("dealer", "floor", "seat")
SEPARATORS: Final = (",", ";", "and")
AFTER: Final = "; and another expectation, `by` and an article, `shows` and a case, or the end of the line"
ENDS: Final = (*SEPARATORS, "by", "shows")
PHASES: Final = (
    "waiting", "shuffle", "posting", "dealing", "preflop", "flop", "turn", "river", "showdown", "award", "claims",
    "cancelled",
)  # fmt: skip
NAMES: Final = sorted((*FIELDS, *SEAT_FIELDS, *NUMBERED), key=lambda name: -len(name.split()))
_BEGINNING_WITH: Final = {
    first: [name for name in NAMES if name.split()[0] == first] for first in {name.split()[0] for name in NAMES}
}
PLURALS: Final = {"stacks": "stack"}


def read_expect(c: Cursor) -> Expect:
    """Read one or more expectations with `;` or `,` between, and the articles that fix the fields."""
    wants = _want(c)
    while not c.done and c.peek() not in ("by", "shows"):
        c.one_of(SEPARATORS, AFTER)
        wants += _want(c)
    by = _by(c, wants) if c.maybe("by") else ()
    return Expect(tuple(wants), by, c.listed(Cursor.key) if c.maybe("shows") else ())


def _by(c: Cursor, wants: list[Want]) -> tuple[str, ...]:
    """The articles on which the fields rest. Each must fix at least one of them."""
    names = [want.name for want in wants if isinstance(want, WantField)]
    if not names:
        c.fail("the end of the line: `by` wants a field of the table. A ruling cites its articles itself")
    return c.listed(lambda c: _vouching(c, names))


def _vouching(c: Cursor, names: list[str]) -> str:
    at = c.at
    article = c.article()
    wrong = objection(article, names)
    if wrong is not None:
        raise Wrong(Problem(at, article, wrong))
    return article


def _want(c: Cursor) -> list[Want]:
    if c.peek() in _WANTS:
        return [_WANTS[c.take().lower()](c)]
    if c.peek() in PLURALS and c.peek(1) != "none":
        return _several(c, PLURALS[c.take().lower()])
    for name in _BEGINNING_WITH.get(c.peek(), ()):
        if c.maybe(*name.split()):
            return [_field(c, name)]
    return c.fail(f"{', '.join(_WANTS)} | a field: {', '.join(sorted(NAMES))}, stacks")


# --- outcomes -------------------------------------------------------------------------------------------------------


def _ruling(c: Cursor) -> WantRuling:
    articles = c.articles()
    lent = _lender(c)
    matter = c.name("a matter, such as chip.multiple") if c.maybe("on") else ""
    if not articles and not matter and c.peek() != "seat":
        c.fail("an article, such as lfp-7.27, `on` and a matter, such as on chip.multiple, or a seat, such as seat 4")
    lent = lent or _lender(c)
    seat = _seat(c)
    act = c.any_of(*ACTS) or ""
    if act == "raise":
        c.maybe("to")
    total = c.amount() if act and c.is_number() else None
    return WantRuling(articles, matter, seat, act, total, lent, c.maybe("corrected"))


def _lender(c: Cursor) -> str:
    """The lender of an article, which stands before the rule key or after it."""
    return c.name("a rulebook") if c.maybe("lent", "by") else ""


def _seat(c: Cursor) -> int | None:
    return c.seat() if c.peek() == "seat" else None


def _refused(c: Cursor) -> WantRefused:
    articles = c.articles()
    key = ""
    if not articles and not c.done and c.peek() not in (*ENDS, "seat"):
        key = c.name("an article, the key of an alarm, or the end of the line")
    return WantRefused(articles, key, _seat(c))


def _ask(c: Cursor) -> WantAsk:
    role = c.one_of(LEAST_ROLES)
    key = ""
    if not c.done and c.peek() not in (*ENDS, "seat", "options", "default"):
        key = c.name("the key of a question, `seat`, `options`, `default`, or the end of the line")
    seat = _seat(c)
    offered, without = _offered(c) if c.maybe("options") else ((), ())
    return WantAsk(role, key, seat, offered, c.name("one of the options") if c.maybe("default") else "", without)


def _offered(c: Cursor) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read `call, raise, not fold`: the options offered, and those not offered."""
    found: dict[bool, list[str]] = {True: [], False: []}
    while True:
        found[not c.maybe("not")].append(c.name("an option"))
        if not c.maybe(","):
            return tuple(found[True]), tuple(found[False])


def _alarm(c: Cursor) -> WantAlarm:
    key = ""
    if not c.done and c.peek() not in (*ENDS, "seat", "amount"):
        key = c.name("the key of an alarm, such as chips.out_of_turn, `seat`, `amount`, or the end of the line")
    seat = _seat(c)
    return WantAlarm(key, seat, c.signed() if c.maybe("amount") else None)


def _prompt(c: Cursor) -> WantPrompt:
    to = c.one_of(TOLD)
    seat = c.seat() if to == "seat" else None
    key = c.name("the key of a prompt, such as penalty_due")
    return WantPrompt(to, key, _seat(c) or seat, c.signed() if c.maybe("amount") else None)


def _display(c: Cursor) -> WantDisplay:
    seat = c.seat()
    denied = c.maybe("does", "not", "say")
    if not denied:
        c.must("says")
    words = c.quoted()
    if words is not None:
        return WantDisplay(seat, "", words, denied)
    key = c.name('the key of a text, such as prompt.pay, or words in quotes, "put in 200 more"')
    return WantDisplay(seat, key, c.quoted() or "", denied)


def _order(c: Cursor) -> WantOrder:
    c.must("of", "pots")
    return WantOrder(c.listed(_pot))


def _pot(c: Cursor) -> int:
    return c.number_of("the number of a pot, 1 for the main pot", 1)


def _no(c: Cursor) -> WantNo:
    word = c.one_of(("ruling", "ask", "alarm", "prompt"))
    return WantNo(word)  # type: ignore[arg-type]  # one of these four words


_WANTS: Final[dict[str, Callable[[Cursor], Want]]] = {
    "ruling": _ruling,
    "refused": _refused,
    "ask": _ask,
    "alarm": _alarm,
    "prompt": _prompt,
    "display": _display,
    "order": _order,
    "no": _no,
}

# --- fields ---------------------------------------------------------------------------------------------------------


def _field(c: Cursor, name: str) -> WantField:
    number = 0
    if name == POT_FIELD:
        number = _pot(c)
    elif name in SEAT_FIELDS or name in NUMBERED:
        number = c.seat()
    c.maybe("=")
    return WantField(name, _value(c, name), number)


def _several(c: Cursor, name: str) -> list[Want]:
    """Read `stacks 1 = 900, 2 = 800`."""
    wants: list[Want] = [_field(c, name)]
    while c.peek() == "," and c.is_number(1) and (c.peek(2) == "=" or c.is_number(2)):
        c.take()
        wants.append(_field(c, name))
    return wants


def _value(c: Cursor, name: str) -> Value:
    kind = kind_of(name)
    lists = kind in (Kind.SEATS, Kind.ORDER, Kind.AMOUNTS, Kind.OPTIONS, Kind.CARDS, Kind.WORDS)
    if c.maybe("none") or c.maybe("nobody"):
        return () if lists else None
    if kind is Kind.WORD:
        return c.one_of(PHASES) if name == "phase" else _word(c)
    return _READERS[kind](c)


def _word(c: Cursor) -> str:
    if c.done or c.peek() in (*SEPARATORS, "="):
        c.fail(Kind.WORD.value)
    return c.take().lower()


def _amounts(c: Cursor) -> tuple[int, ...]:
    found = [c.amount(Kind.AMOUNTS.value)]
    while c.peek() == "," and c.is_number(1):
        c.take()
        found.append(c.amount())
    return tuple(found)


def _options(c: Cursor) -> tuple[str, ...]:
    found = [_option(c)]
    while _option_follows(c, 1 if c.peek() == "," else 0):
        c.maybe(",")
        found.append(_option(c))
    return tuple(found)


def _option(c: Cursor) -> str:
    if c.maybe("all", "in") or c.maybe("all-in"):
        return "all_in"
    return c.one_of(OPTIONS, Kind.OPTIONS.value)


def _option_follows(c: Cursor, ahead: int) -> bool:
    """Whether an option comes next. `call` and `bet` are fields too, if a number or `=` comes after them."""
    field = c.is_number(ahead + 1) or c.peek(ahead + 1) == "="
    return (c.peek(ahead) in OPTIONS or c.peek(ahead) == "all-in") and not field


def _words(c: Cursor) -> tuple[str, ...]:
    found = [_word(c)]
    while c.peek() == "," and c.peek(1) not in (*FIELDS, *SEAT_FIELDS, *_WANTS):
        c.take()
        found.append(_word(c))
    return tuple(found)


_READERS: Final[dict[Kind, Callable[[Cursor], Value]]] = {
    Kind.AMOUNT: lambda c: c.signed(Kind.AMOUNT.value),
    Kind.SEAT: Cursor.seat,
    Kind.SEATS: Cursor.seats,
    Kind.ORDER: Cursor.seats,
    Kind.AMOUNTS: _amounts,
    Kind.OPTIONS: _options,
    Kind.CARDS: Cursor.cards,
    Kind.WORDS: _words,
}
