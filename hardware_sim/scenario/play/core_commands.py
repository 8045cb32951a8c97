"""What is entered at a console, in the words of the core."""

from __future__ import annotations

from typing import Final, get_args

from controller.poker.events import Command, Correction, DealerCommand, FloorDecision, Role
from firmware_bridge.messages.entries import ENTRIES
from hardware_sim.scenario.language.act_nodes import Answers, Corrects, Overrules

from .level import Depth, Impossible, Unsupported

AUTHOR: Final = "scenario"
FAULTS: Final = ("deal.", "deck.", "burn.", "flop.", "premature.", "board.")
SEAT_WORDS: Final = (
    "fold", "show", "muck", "sit_out", "sit_in", "button", "option", "withdraw", "unaware", "misunderstanding",
    "away", "back", "paid_out", "post", "wait", "rebuying", "accommodate", "button_draw",
    "one_card", "renounced", "retrieve", "indistinct", "claim", "standing", "seated", "object",
    "addon", "unpaid", "paid", "race_done", "removed", "players_left",
    "dispute", "mixed", "protests", "rabbit", "hidden",
)  # fmt: skip
"""Commands whose value is a seat."""

PART_WORDS: Final = (
    "seat", "leave", "reserve", "absence_clock", "buyin", "outside", "tip",
    "manual_on", "manual_off", "misread", "showed", "turned", "see", "killed", "fault", "penalty", "forward",
    "counted", "rebuy", "race", "race_chips", "wrong_seats", "restore",
    "exposed", "fallen", "flashed", "joker", "misdealt", "foul", "deck_change", "deck_ready", "club", "dealing",
)  # fmt: skip
"""Commands whose value has parts, such as "3:raise:1000"."""

BETWEEN: Final = ("to", "by", "seat", "for", "of")
"""Words that only make such a command read well."""


def enter(depth: Depth, role: str, word: str, arguments: tuple[str, ...] = ()) -> None:
    """A command of the dealer, by whoever enters it. Raises Unsupported for one that the table does not have."""
    depth.tell(command_of(role, word, arguments, depth.at))


def command_of(role: str, word: str, arguments: tuple[str, ...], at: tuple[int, int] = (0, 0)) -> DealerCommand:
    """What is entered, as the core has it: its own word, or the one that stands on a console. Raises Unsupported for
    a word that neither has, Impossible for what is no seat where there must be one."""
    name = core_word(word, bool(arguments))
    if name not in get_args(Command):
        allowed = ", ".join(get_args(Command))
        raise Unsupported(
            f"the table has no command {word!r} yet; allowed: {allowed}, answers, sets, issues, withdraws"
        )
    command: Command = name  # type: ignore[assignment]  # looked up above
    return DealerCommand(command, _value(name, arguments), AUTHOR, _role(role), at)


def core_word(word: str, valued: bool) -> str:
    """The core's word for an entry of a console (docs/entries.md); any other word as it is."""
    if word in get_args(Command) or word not in ENTRIES:
        return word
    form = ENTRIES[word]
    return (form.with_value if valued and form.with_value else form.core) or word


def _value(word: str, arguments: tuple[str, ...]) -> int | str | None:
    if not arguments:
        return None
    if word == "count":
        return int(arguments[0]) if len(arguments) == 1 and arguments[0].isdecimal() else ":".join(arguments)
    if word in SEAT_WORDS:
        last = arguments[-1]
        if not last.isdecimal():
            raise Impossible(f"{word} {' '.join(arguments)}: {last!r} is no seat")
        return int(last)
    if word in ("cards", "race_cards"):
        return _hand(arguments)
    if word in ("leave", "reserve") and len(arguments) == 1 and arguments[0].isdecimal():
        return int(arguments[0])
    if word in PART_WORDS:
        return ":".join(argument for argument in arguments if argument not in BETWEEN)
    return "".join(arguments)


def _hand(arguments: tuple[str, ...]) -> str:
    """`3 As Kd` as the core has it: "3:AsKd"."""
    text = "".join(arguments)
    return text if ":" in text else f"{arguments[0]}:{''.join(arguments[1:])}"


def answer(depth: Depth, act: Answers) -> None:
    """Answer an open question, the only one where none is named. Raises Impossible where there is none such."""
    asks = depth.view.asks
    found = [ask for ask in asks if act.ask in ("", ask.key) and act.seat in (0, ask.seat)]
    if len(found) != 1:
        allowed = ", ".join(f"{ask.key} seat {ask.seat}" if ask.seat else ask.key for ask in asks) or "none is open"
        raise Impossible(f"questions that fit {act.ask or 'the answer'}: {len(found)}; open: {allowed}")
    if act.choice not in found[0].options:
        raise Impossible(f"{found[0].key} has no option {act.choice!r}; allowed: {', '.join(found[0].options)}")
    depth.tell(FloorDecision(found[0].id, act.choice, act.reason, AUTHOR, _role(act.role), depth.at))


def overrule(depth: Depth, act: Overrules) -> None:
    """Decide otherwise than the last ruling on a seat, or on a fault of the deal. Raises Impossible where there is
    none."""
    if act.seat:
        ids = [ruling.id for ruling in depth.view.rulings if ruling.seat == act.seat]
    else:
        ids = [r.id for r in depth.view.rulings if r.matter.startswith(FAULTS)]
        ids += [r.ruling for r in depth.view.remedies if any(move.state == "next" for move in r.moves)]
    if not ids:
        raise Impossible(f"nothing has been ruled on {f'seat {act.seat}' if act.seat else 'a fault of the deal'}")
    choice = act.choice if act.amount is None else f"{act.choice} {act.amount}"
    ruling = f"{ids[-1][0]}.{ids[-1][1]}"
    depth.tell(FloorDecision(ruling, choice, act.reason, AUTHOR, _role(act.role), depth.at))


def correct(depth: Depth, act: Corrects) -> None:
    """Chips issued or withdrawn, or a stack set."""
    depth.tell(Correction(act.what, act.seat, act.amount, act.reason, AUTHOR, _role(act.role), depth.at))


def _role(text: str) -> Role:
    role: Role = text  # type: ignore[assignment]  # the parser's words are the roles
    return role
