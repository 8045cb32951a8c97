"""The public state: the core's view, seat by seat, the displays, the parts' health, the faults. Pure.

Nothing in it is secret. A seat's chips, who is there and whose place is kept are made public here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar

from controller.journal import Fault
from controller.pages import Page
from controller.pages.remedy import face_after, movement, purpose, wrong_cards
from controller.pages.seat import spoken_params
from controller.poker import outcomes
from controller.poker.entries import kinds_of
from controller.poker.outcomes import FLOOR_ALONE, Alarm, Ask, HandClosed, Prompt
from controller.table import (
    AskRule,
    LogView,
    RemedyView,
    RulingView,
    SeatView,
    Step,
    Suspension,
    View,
    Winner,
    standing_prompts,
)
from firmware_bridge.messages import public
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.sensed import PartHealth


@dataclass(frozen=True, slots=True)
class Around:
    """The state around the hand: table, rulebook, displays, parts, alarms of the senses, faults."""

    table: str
    rulebook_title: str
    displays: Mapping[int, Page]
    parts: Iterable[PartHealth]
    alarms: tuple[public.PublicAlarm, ...]
    faults: tuple[Fault, ...]
    manual: frozenset[int] = frozenset()
    asks: tuple[public.PublicAsk, ...] = ()  # questions of the senses
    notices: tuple[public.Text, ...] = ()
    closed_hands: tuple[HandClosed, ...] = ()


AS_IN_THE_VIEW: Final = public.PublicState.model_fields.keys() & {field.name for field in fields(View)}
"""Fields of the view that pages get under the same name. `_told` has those among them that take another form."""


def public_state(view: View, around: Around, epoch: int, revision: int, stamp: int) -> public.PublicState:
    """Return the public state at one revision. `stamp`: ns of the table's clock."""
    as_it_is = {name: getattr(view, name) for name in AS_IN_THE_VIEW}
    now = {"epoch": epoch, "revision": revision, "stamp": stamp}
    told = {**as_it_is, **_told(view, around), **_of_the_machine(around), **now}
    return public.PublicState.model_validate(told, from_attributes=True)


Public = TypeVar("Public", bound=Message)


def _public(message: type[Public], fact: object, **told: Any) -> Public:
    """Return the message with what a fact of the core has under the same names, and with what is told beside."""
    as_it_is = {name: getattr(fact, name) for name in message.model_fields if hasattr(fact, name)}
    return message.model_validate(as_it_is | told, from_attributes=True)


def _told(view: View, around: Around) -> dict[str, Any]:
    """What is told otherwise than the view has it: with texts, or as a message of its own."""
    prompts = standing_prompts(view)
    return {
        "seats": tuple(_seat(seat, seat.seat in around.manual) for seat in view.seats),
        "next_step": None if view.next_step is None else public_step(view.next_step),
        "prompts": tuple(_prompt(p) for p in prompts if p.to == "dealer"),
        "floor_prompts": tuple(_prompt(p) for p in prompts if p.to == "floor"),
        "clock": None if view.clock is None else public.PublicClock(seat=view.clock[0], due=view.clock[1]),
        "winners": tuple(_winner(winner) for winner in view.winners),
        "closed_hands": around.closed_hands,
        "asks": (*public_asks(view), *around.asks),
        "remedies": tuple(map(public_remedy, view.remedies)),
        "alarms": (*map(_alarm, view.alarms), *around.alarms),
        "rulings": tuple(public_ruling(ruling) for ruling in view.rulings if ruling.matter not in FLOOR_ALONE),
        "posted": dict(view.posted),
        "chips_at": dict(view.chips_at),
        "cards_at": dict(view.cards_at),
    }


def _of_the_machine(around: Around) -> dict[str, Any]:
    """The public state around the hand: displays, parts, faults."""
    return {
        "table": around.table,
        "rulebook_title": around.rulebook_title,
        "displays": tuple(
            public.PublicDisplay(seat=seat, page=page.name, values=page.values)
            for seat, page in around.displays.items()
        ),
        "parts": tuple(around.parts),
        "faults": tuple(
            public.Text(key=f"fault.{f.key}", params={"detail": f.detail, "since": f.since}) for f in around.faults
        ),
        "notices": around.notices,
    }


def public_asks(view: View) -> tuple[public.PublicAsk, ...]:
    """The open questions."""
    rules = {rule.ask: rule for rule in view.ask_rules}
    return tuple(_ask(ask, rules.get(ask.id), view.log if ask.key == "dispute" else ()) for ask in view.asks)


def _act(logged: LogView) -> public.PublicAct:
    text = public.Text(key=f"effect.{logged.act}", params={"seat": logged.seat, "amount": logged.total})
    told = {"text": text, "how": logged.how, "seconds": f"{logged.before / 1_000_000_000:.1f}"}
    return public.PublicAct.model_validate(told)


def public_remedy(remedy: RemedyView) -> public.PublicRemedy:
    """Return a remedy with the texts of its movements."""
    title = public.Text(key=f"matter.{remedy.matter}")
    moves = tuple(_public_move(remedy, n) for n in range(len(remedy.moves)))
    wrong = tuple(wrong_cards(remedy))
    return _public(public.PublicRemedy, remedy, title=title, moves=moves, wrong=wrong, at=dict(remedy.at))


def _public_move(remedy: RemedyView, n: int) -> public.PublicMove:
    move = remedy.moves[n]
    text, note = movement(remedy, n), purpose(remedy, n)
    return _public(public.PublicMove, move, text=text, note=note, face=face_after(move))


def alarm_text(alarm: Alarm) -> public.Text:
    """An alarm of the core as a text."""
    params = spoken_params((("seat", alarm.seat), ("amount", alarm.figure), ("place", alarm.place), *alarm.params))
    return public.Text(key=f"alarm.{alarm.key}", params=params)


def _text(section: str, key: str, params: tuple[tuple[str, outcomes.Param], ...]) -> public.Text:
    return public.Text(key=f"{section}.{key}", params=spoken_params(params))


def public_step(step: Step) -> public.PublicStep:
    """Return the dealer's next step with its text."""
    params = {name: value for name, value in step.params if value is not None}
    return public.PublicStep(key=step.key, params=params, verb=step.verb, text=_text("step", step.key, step.params))


def _alarm(alarm: Alarm) -> public.PublicAlarm:
    return _public(public.PublicAlarm, alarm, text=alarm_text(alarm))


def _seat(seat: SeatView, manual: bool) -> public.PublicSeat:
    return _public(
        public.PublicSeat,
        seat,
        suspended=None if seat.suspended is None else _suspension(seat.suspended),
        # A chair without chips is free, unless its player has them all in this hand.
        seated=not seat.sitting_out and bool(seat.stack or seat.bet or seat.dealt_in),
        manual=manual,
        kinds=_kinds(seat),
    )


def _kinds(seat: SeatView) -> tuple[str, ...]:
    reserved = seat.state == "reserved"
    return kinds_of(held=not reserved, reserved=reserved, dealt_in=seat.dealt_in, live=seat.in_hand)


def _suspension(suspended: Suspension) -> public.PublicSuspension:
    text = public.Text(key=f"turn.suspended_{suspended.kind}", params={"count": suspended.left})
    return _public(public.PublicSuspension, suspended, text=text)


def _prompt(prompt: Prompt) -> public.PublicPrompt:
    whose = (("seat", prompt.seat),) if prompt.seat and "seat" not in dict(prompt.params) else ()
    return _public(public.PublicPrompt, prompt, text=_text("prompt", prompt.key, (*prompt.params, *whose)))


def _winner(winner: Winner) -> public.PublicWinner:
    params: dict[str, public.Param] = {"seat": winner.seat, "amount": winner.amount, "pot": winner.pot}
    key = "result.seat"
    if winner.category is not None:
        key, params = "result.seat_with", params | {"category": winner.category}
    return _public(public.PublicWinner, winner, text=public.Text(key=key, params=params))


def _ask(ask: Ask, rule: AskRule | None, log: tuple[LogView, ...]) -> public.PublicAsk:
    text = _text("ask", ask.key, (("seat", ask.seat), *ask.params))
    cited = {} if rule is None else {"cites": rule.cites, "sentence": rule.sentence}
    return _public(public.PublicAsk, ask, text=text, log=tuple(map(_act, log)), **cited)


def public_ruling(ruling: RulingView) -> public.PublicRuling:
    """Return a ruling with the text of its decision."""
    return _public(public.PublicRuling, ruling, text=_said(ruling))


_WITH_TOTAL = ("call", "bet", "raise", "post", "hold", "short")
_ACTS = (*_WITH_TOTAL, "fold", "check", "void", "kill")


def _said(ruling: RulingView) -> public.Text:
    """Return what a ruling decided: its outcome by name, or its first act.

    The article's sentence is added.
    """
    params: dict[str, public.Param] = {"article": ruling.sentence}
    if ruling.seat is not None:
        params["seat"] = ruling.seat
    act = next((effect for effect in ruling.effects if effect.what in _ACTS), None)
    if act is not None and act.what in _WITH_TOTAL:
        params["amount"] = act.total
    if ruling.decided:
        return public.Text(key=f"decided.{ruling.decided}", params={**params, "matter": ruling.matter})
    known = act is not None and ruling.seat is not None
    return public.Text(key=f"effect.{act.what if act is not None and known else 'other'}", params=params)
