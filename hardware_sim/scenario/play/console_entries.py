"""What is told to the core, as a console would send it to the controller."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, get_args

from controller.poker import events as core
from firmware_bridge.messages import told
from firmware_bridge.messages.base import Role
from firmware_bridge.messages.entries import ENTRIES, Form, Need

from .level import Impossible, Unsupported

NO_REASON: Final = "as decided at the table"
"""A console wants a reason with every decision of the floor; the core takes one without."""


def message_of(event: core.Told, asks: Collection[str]) -> tuple[Role, told.Told]:
    """The role and the message; `asks` are the ids of the open questions.

    Raises Unsupported for what no console can enter.
    """
    if event.role not in get_args(Role):
        raise Unsupported(f"no console speaks for {event.role!r}; allowed: {', '.join(get_args(Role))}")
    role: Role = event.role
    match event:
        case core.Declared():
            return role, _declared(event)
        case core.DealerCommand():
            return role, _entry(event)
        case core.Correction():
            reason = event.reason or NO_REASON
            return role, told.FloorDecision(decision=event.what, seat=event.seat, amount=event.amount, reason=reason)
        case core.FloorDecision() if event.ask in asks:
            return role, told.Answer(ask=event.ask, option=event.choice, reason=event.reason)
    return role, _overruling(event)


def _declared(event: core.Declared) -> told.Declared:
    condition = None
    if event.condition is not None:
        condition = told.Condition(seat=event.condition[0], act=event.condition[1])  # type: ignore[arg-type]
    return told.Declared(
        seat=event.seat,
        word=event.word,
        amount=event.amount,
        when=event.when,
        dark=event.dark,
        condition=condition,
    )


def _overruling(event: core.FloorDecision) -> told.FloorDecision:
    choice, _, amount = event.choice.partition(" ")
    return told.FloorDecision(
        decision=choice,  # type: ignore[arg-type]  # as above
        amount=int(amount) if amount else None,
        replaces=event.ask,
        reason=event.reason or NO_REASON,
    )


# --- entries of the dealer ------------------------------------------------------------------------------------------


def _entry(event: core.DealerCommand) -> told.DealerCommand:
    """The form whose core word this is and that has a place for every part of the value."""
    words = [word for word, form in ENTRIES.items() if event.word in (form.with_value, form.core or word)]
    for word in words:
        fields = _fields(event, ENTRIES[word])
        if fields is not None:
            return told.DealerCommand.model_validate({"word": word, **fields})  # reads numbers from text
    if words:
        raise Impossible(f"the forms {', '.join(words)} have no place for what is said")
    raise Unsupported(f"no console has an entry for {event.word!r}")


def _fields(event: core.DealerCommand, form: Form) -> dict[str, str] | None:
    """What goes where in a form; None where it has no place for a part."""
    parts = [] if event.value is None else _parts(event, form)
    found: dict[str, str] = {}
    for need in form.needs:
        if parts and _TAKES[need.kind](need, parts[0]):
            found[need.field] = parts.pop(0)
        elif not need.optional:
            return None
    return None if parts else found


def _parts(event: core.DealerCommand, form: Form) -> list[str]:
    """A value is one thing where the form has one place for it, however it is written."""
    text = str(event.value)
    return [text] if len(form.needs) == 1 or text.count(":") == 0 else text.split(":")


def _is_seat(_need: Need, part: str) -> bool:
    return part.isdecimal() and 1 <= int(part) <= 10


def _is_number(_need: Need, part: str) -> bool:
    return part.isdecimal()


_TAKES: Final[dict[str, Callable[[Need, str], bool]]] = {
    "seat": _is_seat,
    "amount": _is_number,
    "number": _is_number,
    "choice": lambda need, part: part in need.choices,
    "cards": lambda _need, _part: True,
    "part": lambda _need, _part: True,
    "winners": lambda _need, _part: True,
    "level": lambda _need, _part: True,
    "text": lambda _need, _part: True,
}
