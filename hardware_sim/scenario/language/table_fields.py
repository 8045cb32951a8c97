"""The fields of a table that a scenario may expect, and how each is read from the public view of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from firmware_bridge.messages.contest import Contest, ShownRace
from hardware_sim.shown import Shown, ShownSeat, standing

from .notation import Value


class Kind(Enum):
    """What a field's value looks like."""

    AMOUNT = "an amount, or none"
    SEAT = "a seat, 1 to 10, or none"
    SEATS = "seats, such as 3, 5, or none"
    ORDER = "seats in their order, such as 5, 3, or none"
    AMOUNTS = "amounts, such as 750, 450, or none"
    OPTIONS = "of fold, check, call, bet, raise, all_in, or none"
    CARDS = "cards, such as Jh 5d 8c, or none"
    WORD = "a word, or none"
    WORDS = "words, such as motion, or none"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the whole table."""

    kind: Kind
    read: Callable[[Shown], Value]


@dataclass(frozen=True, slots=True)
class SeatField:
    """A field of one seat."""

    kind: Kind
    read: Callable[[ShownSeat], Value]


def _movements(view: Shown) -> tuple[str, ...]:
    """The verbs of the movements that are still to be made, in order, over all remedies."""
    return tuple(move.verb for remedy in view.remedies for move in remedy.moves if move.state != "done")


def movements(view: Shown) -> tuple[str, ...]:
    """Return the movements that are still to be made, each as what.from.to.when."""
    waiting = (move for remedy in view.remedies for move in remedy.moves if move.state != "done")
    return tuple(f"{m.verb}.{m.origin}.{m.goal}.{m.gate or 'now'}".replace(":", "") for m in waiting)


def _next_cards(view: Shown) -> tuple[str, ...]:
    """The cards of the movement that is due, as far as everybody has seen them."""
    return tuple(card for r in view.remedies for move in r.moves if move.state == "next" for card in move.cards)


def _seats(view: Shown, holds: Callable[[ShownSeat], bool]) -> tuple[int, ...]:
    return tuple(seat.seat for seat in view.seats if holds(seat))


def _race(view: Shown, read: Callable[[ShownRace], Value]) -> Value:
    on = view.contest.race if view.contest else None
    return None if on is None else read(on)


FIELDS: Final[dict[str, Field]] = {
    "turn": Field(Kind.SEAT, lambda v: v.turn),
    "to call": Field(Kind.AMOUNT, lambda v: v.to_call),
    "call": Field(Kind.AMOUNT, lambda v: v.call_total),
    "min raise": Field(Kind.AMOUNT, lambda v: v.min_raise),
    "max raise": Field(Kind.AMOUNT, lambda v: v.max_raise),
    "options": Field(Kind.OPTIONS, lambda v: v.options),
    "pot": Field(Kind.AMOUNT, lambda v: v.pot_total),
    "pots": Field(Kind.AMOUNTS, lambda v: tuple(pot.amount for pot in v.pots)),
    "button": Field(Kind.SEAT, lambda v: v.button),
    "small blind": Field(Kind.SEAT, lambda v: v.small_blind_seat),
    "big blind": Field(Kind.SEAT, lambda v: v.big_blind_seat),
    "phase": Field(Kind.WORD, lambda v: v.phase),
    "hand": Field(Kind.AMOUNT, lambda v: v.hand),
    "level": Field(Kind.WORD, lambda v: v.level),
    "next level": Field(Kind.WORD, lambda v: v.contest.next_level if v.contest else None),
    "left": Field(Kind.AMOUNT, lambda v: v.contest.left if v.contest else None),
    "total": Field(Kind.AMOUNT, lambda v: v.contest.total if v.contest else None),
    "buying": Field(Kind.WORD, lambda v: v.contest.buying if v.contest else None),
    "closing hand": Field(Kind.AMOUNT, lambda v: v.contest.closing if v.contest else None),
    "race": Field(Kind.WORD, lambda v: _race(v, lambda r: r.stage)),
    "race chips": Field(Kind.AMOUNT, lambda v: _race(v, lambda r: r.number)),
    "race order": Field(Kind.ORDER, lambda v: _race(v, lambda r: r.order) or ()),
    "race served": Field(Kind.ORDER, lambda v: _race(v, lambda r: r.served) or ()),
    "rulebook": Field(Kind.WORD, lambda v: v.rulebook),
    "structure": Field(Kind.WORD, lambda v: v.structure),
    "board": Field(Kind.CARDS, lambda v: v.board),
    "burns": Field(Kind.AMOUNT, lambda v: v.burns),
    "step": Field(Kind.WORD, lambda v: v.next_step.key if v.next_step else None),
    "shown to players": Field(Kind.WORDS, lambda v: v.shown_to_players),
    "suspended": Field(Kind.SEATS, lambda v: _seats(v, lambda s: s.suspended is not None)),
    "dues": Field(Kind.SEATS, lambda v: _seats(v, lambda s: s.due != 0)),
    "dealing errors": Field(Kind.AMOUNT, lambda v: _dealing_errors(v)),
    "remedy": Field(Kind.WORDS, lambda v: _movements(v)),
    "movements": Field(Kind.WORDS, lambda v: movements(v)),
    "next cards": Field(Kind.CARDS, lambda v: _next_cards(v)),
    "deck missing": Field(Kind.CARDS, lambda v: v.deck_missing),
    "asks": Field(Kind.WORDS, lambda v: tuple(ask.key for ask in v.asks)),
    "show order": Field(Kind.ORDER, lambda v: v.show_order),
    "winners": Field(Kind.SEATS, lambda v: tuple(sorted({winner.seat for winner in v.winners}))),
    "live": Field(Kind.SEATS, lambda v: _seats(v, lambda s: s.in_hand)),
    "folded": Field(Kind.SEATS, lambda v: _seats(v, lambda s: s.folded)),
    "all in": Field(Kind.SEATS, lambda v: _seats(v, lambda s: s.all_in)),
    "prompts": Field(Kind.WORDS, lambda v: tuple(prompt.key for prompt in standing(v))),
    "dealt in": Field(Kind.SEATS, lambda v: _seats(v, lambda s: s.dealt_in)),
    "posted": Field(Kind.WORDS, lambda v: tuple(dict(v.posted))),
    "last hands": Field(Kind.AMOUNT, lambda v: v.last_hands),
    "deals": Field(Kind.SEAT, lambda v: v.deals),
    "sitting out": Field(Kind.SEATS, lambda v: _seats(v, lambda s: s.sitting_out)),
}

SEAT_FIELDS: Final[dict[str, SeatField]] = {
    "stack": SeatField(Kind.AMOUNT, lambda s: s.stack),
    "due": SeatField(Kind.AMOUNT, lambda s: s.due),
    "owed": SeatField(Kind.AMOUNT, lambda s: s.owed),
    "won": SeatField(Kind.AMOUNT, lambda s: s.won),
    "in hand": SeatField(Kind.AMOUNT, lambda s: s.holding),
    "last act": SeatField(Kind.WORD, lambda s: s.last_act),
    "state": SeatField(Kind.WORD, lambda s: s.state),
    "owes": SeatField(Kind.AMOUNTS, lambda s: s.owes if any(s.owes) else ()),
    "card count": SeatField(Kind.AMOUNT, lambda s: s.cards),
    "cards": SeatField(Kind.CARDS, lambda s: s.shown),
}

UNGATHERED: Final = ("preflop", "flop", "turn", "river", "showdown")

POT_FIELD: Final = "eligible"  # who can win a pot, 1 the main pot


def _eligible(view: Shown, number: int) -> Value:
    if not 1 <= number <= len(view.pots):
        raise LookupError(f"there are {len(view.pots)} pots")
    return view.pots[number - 1].seats


def _bet(view: Shown, number: int) -> Value:
    """The bet of the open round. In a closed round that is not gathered yet: what lies there, without what is due."""
    seat = _held(view, number)
    if view.turn is not None or view.phase not in UNGATHERED:
        return seat.bet
    return seat.bet or dict(view.chips_at).get(f"bet:{number}", 0) + seat.due


def _suspension(view: Shown, number: int) -> Value:
    return next((seat.suspended.left for seat in view.seats if seat.seat == number and seat.suspended), None)


def _dealing_errors(view: Shown) -> int:
    return sum(counted.get("dealing_error", 0) for counted in (view.dealer_counted, *(s.counted for s in view.seats)))


def _contest(read: Callable[[Contest, int], Value]) -> NumberedField:
    """A field of a seat in a tournament, even after its player has left."""
    return NumberedField(Kind.AMOUNT, lambda v, seat: None if v.contest is None else read(v.contest, seat))


@dataclass(frozen=True, slots=True)
class NumberedField:
    """A field of the table with a number, that of a pot or of a seat."""

    kind: Kind
    read: Callable[[Shown, int], Value]


NUMBERED: Final[dict[str, NumberedField]] = {
    POT_FIELD: NumberedField(Kind.SEATS, _eligible),
    "bet": NumberedField(Kind.AMOUNT, lambda v, seat: _bet(v, seat)),
    "in front": NumberedField(Kind.AMOUNT, lambda v, seat: dict(v.chips_at).get(f"bet:{seat}", 0)),
    "suspension": NumberedField(Kind.AMOUNT, _suspension),
    "place": _contest(lambda c, seat: next((place for place, s in c.standings if s == seat), None)),
    "debt": _contest(lambda c, seat: c.debts.get(seat)),
    "void chips": _contest(lambda c, seat: c.foreign.get(seat)),
    "odd chips": _contest(lambda c, seat: c.race.odd.get(seat) if c.race else None),
    "race cards": _contest(lambda c, seat: c.race.owed.get(seat) if c.race else None),
}


def kind_of(name: str) -> Kind:
    """Return what the value of a field looks like."""
    if name in NUMBERED:
        return NUMBERED[name].kind
    return FIELDS[name].kind if name in FIELDS else SEAT_FIELDS[name].kind


IN_ORDER: Final = frozenset({
    "remedy", "movements",
    *(name for table in (FIELDS, SEAT_FIELDS, NUMBERED) for name, field in table.items()
      if field.kind in (Kind.ORDER, Kind.AMOUNTS)),
})  # fmt: skip
"""Fields whose values an expectation must name in their order. Those of other fields may come in any order."""


def read(view: Shown, name: str, number: int) -> Value:
    """Return the value of a field now. `number` is the seat of a seat's field, the pot of `eligible`.

    Raises LookupError if the table has no such seat or pot.
    """
    if name in FIELDS:
        return FIELDS[name].read(view)
    if name in NUMBERED:
        return NUMBERED[name].read(view, number)
    return SEAT_FIELDS[name].read(_held(view, number))


def _held(view: Shown, number: int) -> ShownSeat:
    found = [seat for seat in view.seats if seat.seat == number]
    if not found:
        raise LookupError(f"nobody holds seat {number}")
    return found[0]
