"""What an answer would change of the public state. It is tried on a copy of the table that has public facts only."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, Literal

from controller.poker.cards import FOREIGN
from controller.poker.events import CardDrawn, CardPlaced, Event
from controller.poker.places import ON_BOARD
from controller.rulebooks import Rulebook
from controller.service.publication.public_state import (
    alarm_text,
    public_asks,
    public_remedy,
    public_ruling,
    public_step,
)
from controller.service.session.outcome_json import only_alarm
from controller.table import Table, View, step, view
from controller.table.view.public_copy import public_copy
from firmware_bridge.messages.foreseen import Change, Foreseen
from firmware_bridge.messages.public import Text

MOST_MOVES: Final = 12  # the longest remedy of the scenario book has eleven


def foreseen(table: Table, rulebook: Rulebook, events: Iterable[Event]) -> Foreseen | Text:
    """Return what would follow from events, or why the core would refuse it. The table stays as it is."""
    copy = public_copy(table)
    before = view(copy)
    outcomes = [outcome for event in map(_known_to_all, events) for outcome in step(copy, event, rulebook)]
    if (alarm := only_alarm(outcomes)) is not None:
        return alarm_text(alarm)
    return _difference(before, view(copy))


def _known_to_all(event: Event) -> Event:
    """Return an event of a card without a face that is hidden. An alarm names a card of no deck of ours anyway."""
    match event:
        case CardDrawn(face=face) if face != FOREIGN:
            return replace(event, face=None)
        case CardPlaced(face=face, spot=spot) if face != FOREIGN and spot not in ON_BOARD:
            return replace(event, face=None)
    return event


def _difference(before: View, after: View) -> Foreseen:
    living, alive = _living(before), _living(after)
    return Foreseen(
        changes=tuple(_changes(before, after)),
        turn=after.turn,
        dead=tuple(sorted(living - alive)),
        live=tuple(sorted(alive - living)),
        void=after.phase == "cancelled" != before.phase,
        step=None if after.next_step is None else public_step(after.next_step).text,
        moves=tuple(_moves(before, after))[:MOST_MOVES],
        rulings=tuple(public_ruling(ruling) for ruling in after.rulings if ruling not in before.rulings),
        asks=tuple(_asked(before, after)),
    )


def _living(of: View) -> set[int]:
    return {seat.seat for seat in of.seats if seat.in_hand}


def _changes(before: View, after: View) -> Iterator[Change]:
    yield from _changed("chips", _chips(before), _chips(after))
    yield from _changed("due", before.dues, after.dues)
    yield from _changed("cards", _cards(before), _cards(after))


def _changed(
    what: Literal["chips", "due", "cards"], before: Iterable[tuple[str, int]], after: Iterable[tuple[str, int]]
) -> Iterator[Change]:
    was, will = dict(before), dict(after)
    for place in {**was, **will}:
        if was.get(place, 0) != will.get(place, 0):
            yield Change(what=what, place=place, before=was.get(place, 0), after=will.get(place, 0))


def _chips(of: View) -> Iterator[tuple[str, int]]:
    for seat in of.seats:
        yield f"stack:{seat.seat}", seat.stack
        yield f"bet:{seat.seat}", seat.bet
    yield "pot", of.pot_total


def _cards(of: View) -> Iterator[tuple[str, int]]:
    yield from ((f"seat:{seat.seat}", seat.cards) for seat in of.seats)
    yield "board", len(of.board)
    yield "burn", of.burn_pile


def _moves(before: View, after: View) -> Iterator[Text]:
    known = {remedy.ruling for remedy in before.remedies}
    for remedy in after.remedies:
        if remedy.ruling not in known:
            yield from (move.text for move in public_remedy(remedy).moves)


def _asked(before: View, after: View) -> Iterator[Text]:
    known = {ask.id for ask in before.asks}
    yield from (ask.text for ask in public_asks(after) if ask.id not in known)
