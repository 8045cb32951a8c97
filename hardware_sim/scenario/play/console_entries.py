"""What the core takes as entered, as a console would send it to the controller."""

from collections.abc import Collection
from typing import Final, get_args

from controller.poker import events as core
from controller.poker.entry_fields import fields_of
from firmware_bridge.messages import told
from firmware_bridge.messages.roles import Role

from .level import Unsupported

NO_REASON: Final = "as decided at the table"
"""The reason for decisions without one. A console requires a reason with every decision of the floor, the core does
not."""


def message_of(event: core.Told, asks: Collection[str]) -> tuple[Role, told.Told]:
    """Return the role and the message. `asks` are the ids of the open questions.

    Raises Unsupported for what no console can enter.
    """
    if event.role not in get_args(Role):
        raise Unsupported(f"no console speaks for {event.role!r}. Allowed: {', '.join(get_args(Role))}")
    role: Role = event.role
    match event:
        case core.Declared():
            return role, _declared(event)
        case core.DealerCommand():
            fields = {need.field: value for need, value in fields_of(event.said)}
            return role, told.DealerCommand(word=event.word, **fields)
        case core.Correction():
            reason = event.reason or NO_REASON
            return role, told.FloorDecision(decision=event.what, seat=event.seat, amount=event.amount, reason=reason)
        case core.FloorDecision() if event.ask in asks:
            return role, told.Answer(ask=event.ask, option=event.choice, reason=event.reason)
    return role, _overruling(event)


def _declared(event: core.Declared) -> told.Declared:
    condition = None
    if event.condition is not None:
        condition = told.Condition(seat=event.condition[0], act=event.condition[1])  # type: ignore[arg-type]  # the parser has checked it
    return told.Declared(
        seat=event.seat,
        word=event.word,
        amount=event.amount,
        when=event.when,
        dark=event.dark,
        condition=condition,
    )


def _overruling(event: core.FloorDecision) -> told.FloorDecision:
    return told.FloorDecision(
        decision=event.choice,  # type: ignore[arg-type]  # as above
        amount=event.amount,
        replaces=event.ask,
        reason=event.reason or NO_REASON,
    )
