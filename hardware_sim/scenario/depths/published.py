"""What the controller publishes, in the form in which the scenario language reads a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final, Literal

from controller.poker.outcomes import Alarm, Ask, Cite, Prompt
from controller.rulebooks.variants import HOLDEM, variant_of
from controller.table import (
    ContestView,
    MoveView,
    PotView,
    RaceView,
    RemedyView,
    RulingView,
    SeatView,
    Step,
    View,
    Winner,
)
from firmware_bridge.messages.public import (
    PublicAsk,
    PublicContest,
    PublicMove,
    PublicRace,
    PublicRemedy,
    PublicRuling,
    PublicSeat,
    PublicState,
    Text,
)
from hardware_sim.scenario.language.table_fields import read
from hardware_sim.scenario.play.expectation_checker import Answer

UNPUBLISHED: Final = frozenset({"ask_rules", "log"})
"""Fields of the view that the controller does not publish. They are as at a table without any."""

WHICH_DRAW: Final = "ask.which_draw"
UNDECIDED: Final = "alarm.card_undecided"
"""The question which card from the shoe lies at a place. Sensing asks it, so not at core. The hands answer."""


def view_of(state: PublicState) -> View:
    """Return the view as far as the controller publishes it. Prompts of seats are missing."""
    return View(
        revision=state.revision,
        phase=state.phase,
        hand=state.hand,
        rulebook=state.rulebook,
        structure=state.structure,
        variant=variant_of(state.variant),
        level="" if state.level is None else str(state.level.params.get("level", "")),
        button=state.button or 0,
        small_blind=state.small_blind_seat,
        big_blind=state.big_blind_seat,
        seats=tuple(map(_seat, state.seats)),
        turn=state.turn,
        to_call=state.to_call,
        call_total=state.call_total,
        min_raise=state.min_raise,
        max_raise=state.max_raise,
        options=state.options,
        pots=tuple(PotView(pot.amount, pot.seats) for pot in state.pots),
        pot_total=state.pot_total,
        board=state.board,
        burns=state.burns,
        burn_pile=state.burn_pile,
        next_step=None if state.next_step is None else Step(_bare(state.next_step), tuple(_params(state.next_step))),
        dues=tuple((f"bet:{seat.seat}", seat.due) for seat in state.seats if seat.due),
        asks=tuple(_ask(ask) for ask in state.asks if ask.text.key != WHICH_DRAW),
        prompts=(
            *(_prompt("dealer", text) for text in state.prompts),
            *(_prompt("floor", text) for text in state.floor_prompts),
        ),
        alarms=tuple(_alarm(text) for text in state.alarms if text.key != UNDECIDED),
        rulings=tuple(RulingView(one.id, one.matter, one.seat, (), one.sentence, ()) for one in state.rulings),
        show_order=state.show_order,
        winners=tuple(map(_winner, state.results)),
        awards=tuple((seat.seat, seat.won) for seat in state.seats if seat.won),
        counters=tuple(_counters(state)),
        suspended=tuple(_suspension(seat.seat, seat.suspended) for seat in state.seats if seat.suspended is not None),
        clock=None if state.clock is None else (state.clock.seat, state.clock.due),
        chips_at=tuple(state.chips_at.items()),
        cards_at=tuple(state.cards_at.items()),
        shown_to_players=state.shown_to_players,
        last_hands=state.last_hands,
        waiting_list=state.waiting_list,
        deck_missing=state.deck_missing,
        deals=state.deals,
        remedies=tuple(map(_remedy, state.remedies)),
        contest=None if state.contest is None else _contest(state.contest),
        posted=tuple(state.posted.items()),
    )


def _contest(contest: PublicContest) -> ContestView:
    told = {field.name: getattr(contest, field.name) for field in fields(ContestView)}
    race = None if contest.race is None else _race(contest.race)
    return ContestView(**told | {name: _pairs(told[name]) for name in ("debts", "foreign")} | {"race": race})


def _race(race: PublicRace) -> RaceView:
    told = {field.name: getattr(race, field.name) for field in fields(RaceView)}
    return RaceView(**told | {name: _pairs(told[name]) for name in ("whole", "odd", "cards", "owed")})


def _pairs(by_seat: dict[int, Any]) -> tuple[tuple[int, Any], ...]:
    return tuple(by_seat.items())


def _remedy(remedy: PublicRemedy) -> RemedyView:
    moves = tuple(map(_move, remedy.moves))
    cites = tuple(Cite(cite.article, cite.lent_by) for cite in remedy.cites)
    return RemedyView(remedy.ruling, remedy.matter, remedy.seat, cites, remedy.sentence, moves)


def _move(move: PublicMove) -> MoveView:
    said = (move.verb, move.exits, move.cards, move.origin, move.goal, move.by, move.state, move.gate, move.labels)
    return MoveView(*said)


def _suspension(seat: int, text: Text) -> tuple[int, str, int]:
    return seat, text.key.partition("_")[2], _number(text, "count") or 0


def _seat(seat: PublicSeat) -> SeatView:
    told = {name: getattr(seat, name) for name in SeatView._fields if name != "occupied"}
    return SeatView(occupied=True, **told | {"last_act": seat.last_act or None})


def _bare(text: Text) -> str:
    """The key without its section: `step.deal` is the step `deal`."""
    return text.key.partition(".")[2]


def _params(text: Text) -> Iterator[tuple[str, int | str]]:
    yield from text.params.items()


def _number(text: Text, name: str) -> int | None:
    value = text.params.get(name)
    return value if isinstance(value, int) else None


def _ask(ask: PublicAsk) -> Ask:
    role = ask.role if ask.role in ("floor", "director") else "dealer"
    seat = _number(ask.text, "seat")
    return Ask(ask.id, _bare(ask.text), "hand", ask.options, ask.default, role, seat, tuple(_params(ask.text)))  # type: ignore[arg-type]


def _prompt(to: Literal["dealer", "floor"], text: Text) -> Prompt:
    return Prompt(to, _number(text, "seat"), _bare(text), tuple(_params(text)))


def _alarm(text: Text) -> Alarm:
    place = text.params.get("place")
    return Alarm(_bare(text), _number(text, "seat"), _number(text, "amount"), None if place is None else str(place))


def _counters(state: PublicState) -> Iterator[tuple[int, str, int]]:
    """Counts as (seat, what, how often). The house's dealer is 0."""
    yield from ((0, what, times) for what, times in state.dealer_counted.items())
    yield from ((seat.seat, what, times) for seat in state.seats for what, times in seat.counted.items())


def _winner(text: Text) -> Winner:
    values = text.params
    category = values.get("category")
    cards = tuple(str(values.get("cards", "")).split())
    pot, seat, amount = (int(values.get(name, 0)) for name in ("pot", "seat", "amount"))
    return Winner(pot, seat, amount, None if category is None else str(category), cards)


# --- what is heard --------------------------------------------------------------------------------------------------


class Hearing:
    """Keeps every ruling, question, alarm and prompt that was published, each once, in order."""

    def __init__(self) -> None:
        self._rulings: set[str] = set()
        self._asks: set[str] = set()
        self._alarms: Counter[Alarm] = Counter()
        self._prompts: tuple[Prompt, ...] = ()
        self._heard: list[Answer | Prompt] = []

    def note(self, view: View, rulings: tuple[PublicRuling, ...]) -> None:
        """Note what the table publishes now: the last rulings and the open questions."""
        for ruling in rulings:
            if ruling.id not in self._rulings:
                self._rulings.add(ruling.id)
                self._heard.append(ruling)
        self._heard += [ask for ask in view.asks if ask.id not in self._asks]
        self._asks = {ask.id for ask in view.asks}
        alarms = Counter(view.alarms)
        self._heard += (alarms - self._alarms).elements()
        self._alarms = alarms
        self._heard += [prompt for prompt in view.prompts if prompt not in self._prompts]
        self._prompts = view.prompts

    def take(self) -> list[Answer | Prompt]:
        """Return what was heard since the last call."""
        heard, self._heard = self._heard, []
        return heard


# --- what is not published ------------------------------------------------------------------------------------------


class NotPublished(LookupError):
    """A field of the view that is not published."""


class _Probe(View):
    """A view that finds out whether a field rests on what is not published."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        if name in UNPUBLISHED:
            raise NotPublished(name)
        return super().__getattribute__(name)


def publishes(name: str, number: int) -> bool:
    """Whether a field of the scenario language can be read from what is published."""
    try:
        read(_PROBE, name, number)
    except NotPublished:
        return False
    except LookupError:  # no such seat or pot, at a table without any
        return True
    return True


_NOTHING: Final = PublicState(
    epoch=1, revision=1, stamp=0, table="", rulebook="", variant=HOLDEM.key, hole_cards=HOLDEM.hole_cards, hand=0,
    phase="waiting", small_blind=0, big_blind=1, button=None, seats=(), turn=None,
)  # fmt: skip
_PROBE: Final = _Probe(*view_of(_NOTHING))
