"""The moments of the hand in their order, for the floor: what was sensed or entered, and what was ruled on it.

They are made of the events that are journalled, so a restart has them again from its replay. They keep no face.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from controller.poker import events as core
from controller.poker.outcomes import Arm, Ask, Outcome, Ruling
from controller.poker.places import Place, place_kind, place_text
from controller.service.publication.public_state import public_ruling
from controller.service.session.outcome_json import begins
from controller.table import Table, ruling_view
from firmware_bridge.messages.moments import Happened, PublicMoment

MOST_KEPT: Final = 400  # a hand of ten with every part sensing and a remedy has some 250
MOST_SHOWN: Final = 120  # one answer to a page, some 60 kB
FILM: Final = 8  # moments before a question

MILLISECOND: Final = 1_000_000

_CARDS: Final[dict[type, Happened]] = {
    core.CardDrawn: "card_drawn",
    core.CardReturned: "card_returned",
    core.CardPlaced: "card_placed",
    core.CardGone: "card_gone",
}


class _Moment(NamedTuple):
    at: int  # ns, when it was first seen or entered
    facts: dict[str, Any]
    rulings: tuple[Ruling, ...]
    asks: tuple[str, ...]


@dataclass(slots=True)
class HandLog:
    """The moments since the hand began, the oldest first."""

    _moments: deque[_Moment] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))

    def took(self, event: core.Event, outcomes: Iterable[Outcome]) -> None:
        """Note what happened and what followed. A hand that begins begins the log again."""
        outcomes = tuple(outcomes)
        if begins(outcomes):
            self._moments.clear()
        facts = _facts(event)
        if facts is None:
            return
        if isinstance(event, core.TimerFired) and all(isinstance(outcome, Arm) for outcome in outcomes):
            return  # a patience of the senses, which decided nothing
        rulings = tuple(outcome for outcome in outcomes if isinstance(outcome, Ruling))
        asks = tuple(outcome.id for outcome in outcomes if isinstance(outcome, Ask))
        self._moments.append(_Moment(_time_of(event), facts, rulings, asks))

    def latest(self, table: Table, now: int) -> tuple[PublicMoment, ...]:
        """Return the last moments of the hand. `now`: ns, from which their age is counted."""
        return tuple(_public(moment, table, now) for moment in list(self._moments)[-MOST_SHOWN:])

    def before(self, ask: str, table: Table) -> tuple[PublicMoment, ...]:
        """Return the last moments before a question, with the one that opened it. Empty if the log has no such
        question."""
        moments = list(self._moments)
        opened = next((n for n in reversed(range(len(moments))) if ask in moments[n].asks), None)
        if opened is None:
            return ()
        return tuple(_public(m, table, moments[opened].at) for m in moments[max(0, opened + 1 - FILM) : opened + 1])

    def before_card(self, ask: str, spot: str, since: int, table: Table) -> tuple[PublicMoment, ...]:
        """Return the last moments before a card came to a spot (ns) of which the senses ask which one it is.

        The card itself is the last of them. It is no event of the table before the answer.
        """
        facts = {"what": _CARDS[core.CardPlaced], "place": spot, "how": "sensed"}
        card = _Moment(since, facts, (), (ask,))
        earlier = [moment for moment in self._moments if moment.at <= since][1 - FILM :]
        return tuple(_public(moment, table, since) for moment in (*earlier, card))


def _public(moment: _Moment, table: Table, now: int) -> PublicMoment:
    rulings = tuple(public_ruling(ruling_view(ruling, table.book)) for ruling in moment.rulings)
    before = max(0, now - moment.at) // MILLISECOND
    return PublicMoment.model_validate({**moment.facts, "before": before, "rulings": rulings, "asks": moment.asks})


def _time_of(event: core.Event) -> int:
    """When it was first seen, entered or due (ns)."""
    if isinstance(event, core.SensingGap):
        return event.until
    return event.at if isinstance(event.at, int) else event.at[1]


def _facts(event: core.Event) -> dict[str, Any] | None:
    """What may be said of an event. None of one that is not about the hand."""
    match event:
        case core.Declared() | core.DealerCommand() | core.FloorDecision() | core.Correction():
            return {**_entered(event), "how": "entered", "role": event.role}
        case core.TimerFired():
            return {
                "what": "timer",
                "how": "timer",
                "seat": event.timer.seat or None,
                "word": event.timer.times.value,
            }
        case core.ClockSet() | core.Unlocked():
            return None
    return {**_sensed(event), "how": "sensed"}


def _entered(event: core.Told) -> dict[str, Any]:
    match event:
        case core.Declared():
            return {"what": "said", "seat": event.seat, "word": event.word, "amount": event.amount}
        case core.DealerCommand():
            return {"what": "entry", "seat": getattr(event.said, "seat", None), "word": event.word}
        case core.FloorDecision():
            return {"what": "decision", "word": event.choice, "amount": event.amount}
        case core.Correction():
            return {"what": "correction", "seat": event.seat, "word": event.what, "amount": event.amount}


def _sensed(event: core.Sensed) -> dict[str, Any]:
    match event:
        case core.CardDrawn() | core.CardReturned():
            return {"what": _CARDS[type(event)], "place": "shoe", "area": "shoe"}
        case core.CardPlaced() | core.CardGone():
            return {"what": _CARDS[type(event)], **_where(event.spot)}
        case core.ChipsMoved():
            sums = {"added": sum(event.added), "removed": sum(event.removed)}
            return {"what": "chips", **_where(event.area), **sums}
        case core.ButtonPlaced():
            return {"what": "button", "seat": event.seat}
        case core.PostPlaced():
            return {"what": "post_on" if event.present else "post_off", "seat": event.seat}
        case core.SeatOccupied():
            return {"what": "sits" if event.present else "stands", "seat": event.seat}
        case core.SeatKey():
            return {"what": "key", "seat": event.seat, "word": event.key, "amount": event.amount}
        case core.SensingGap():
            return {"what": "gap", "place": event.source}
    return {"what": "snapshot"}


def _where(place: Place) -> dict[str, Any]:
    area, number = place_kind(place)
    return {"place": place_text(place), "area": area, "number": number}
