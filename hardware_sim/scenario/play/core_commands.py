"""What is entered at a console, in the terms of the core."""

from types import SimpleNamespace
from typing import Final, get_args

from controller.poker.entries import ENTRIES, said_in
from controller.poker.events import Correction, DealerCommand, FloorDecision
from controller.poker.places import SEATS
from controller.poker.said import Field, Need, Said
from controller.table.deal.faults import RULED_UNDER
from firmware_bridge.messages.roles import Role
from hardware_sim.scenario.language.act_nodes import Answers, Corrects, Overrules

from .level import Depth, Impossible, Unsupported

AUTHOR: Final = "scenario"
WHOLE: Final = ("cards", "winners", "level", "text", "part")
"""Kinds that take all the remaining words of a line."""

BETWEEN: Final = ("to", "by", "seat", "for", "of")
"""Words that only make an entry easier to read."""


def enter(depth: Depth, role: str, word: str, arguments: tuple[str, ...] = ()) -> None:
    """Make an entry of the dealer, in the name of any role. Raises Unsupported for an entry that the table does not
    have."""
    depth.tell(command_of(role, word, arguments, depth.at))


def command_of(role: str, word: str, arguments: tuple[str, ...], at: tuple[int, int] = (0, 0)) -> DealerCommand:
    """Return an entry as the core has it.

    Raises Unsupported for a word that is no entry, Impossible if something is missing that its form needs.
    """
    if word not in ENTRIES:
        allowed = ", ".join(ENTRIES)
        raise Unsupported(f"the table has no entry {word!r}. Allowed: {allowed}, answers, sets, issues, withdraws")
    return DealerCommand(
        word, said_of(word, [one for one in arguments if one not in BETWEEN]), AUTHOR, _role(role), at
    )


def said_of(word: str, words: list[str]) -> Said | None:
    """Return what the words of a line say, in the order of the form. The kind of each word shows which optional
    fields are left out. Raises Impossible."""
    left, found = list(words), dict.fromkeys(get_args(Field))
    form = ENTRIES[word]
    for need in form.needs:
        if need.kind in WHOLE and left:
            found[need.field], left = (":" if need.kind == "part" else "").join(left), []
        elif left and _fits(need, left[0]) and (len(left) == 1 or not (form.either and need.optional)):
            found[need.field] = int(left[0]) if need.field in ("seat", "other", "amount", "number") else left[0]
            del left[0]
        elif not need.optional:
            raise Impossible(f"{word} {' '.join(words)}: no {need.kind} where one must be")
    try:
        if not left:
            return said_in(word, SimpleNamespace(**found))
    except ValueError:
        pass
    raise Impossible(f"{word} {' '.join(words)}: no entry has a place for this")


def _fits(need: Need, word: str) -> bool:
    if need.kind == "choice":
        return word in need.choices
    return word.isdecimal() and (need.kind != "seat" or int(word) in SEATS)


def answer(depth: Depth, act: Answers) -> None:
    """Answer an open question, the only one if none is named. Raises Impossible if no question or several fit."""
    asks = depth.course.asks
    found = [ask for ask in asks if act.ask in ("", ask.key) and act.seat in (0, ask.seat)]
    if len(found) != 1:
        allowed = ", ".join(f"{ask.key} seat {ask.seat}" if ask.seat else ask.key for ask in asks) or "none is open"
        raise Impossible(f"questions that fit {act.ask or 'the answer'}: {len(found)}. Open: {allowed}")
    if act.choice not in found[0].options:
        raise Impossible(f"{found[0].key} has no option {act.choice!r}. Allowed: {', '.join(found[0].options)}")
    depth.tell(FloorDecision(found[0].id, act.choice, act.reason, AUTHOR, _role(act.role), depth.at))


def overrule(depth: Depth, act: Overrules) -> None:
    """Decide otherwise than the last ruling on a seat, or on a fault of the deal. Raises Impossible without such a
    ruling."""
    if act.seat:
        ids = [ruling.id for ruling in depth.view.rulings if ruling.seat == act.seat]
    else:
        ids = [r.id for r in depth.view.rulings if r.matter in RULED_UNDER]
        ids += [r.ruling for r in depth.view.remedies if any(move.state == "next" for move in r.moves)]
    if not ids:
        raise Impossible(f"nothing has been ruled on {f'seat {act.seat}' if act.seat else 'a fault of the deal'}")
    depth.tell(FloorDecision(ids[-1], act.choice, act.reason, AUTHOR, _role(act.role), depth.at, act.amount))


def correct(depth: Depth, act: Corrects) -> None:
    """Issue or withdraw chips, or set a stack."""
    depth.tell(Correction(act.what, act.seat, act.amount, act.reason, AUTHOR, _role(act.role), depth.at))


def _role(text: str) -> Role:
    role: Role = text  # type: ignore[assignment]  # the parser's words are the roles
    return role
