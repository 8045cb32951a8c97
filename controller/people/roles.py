"""Which role may give which command: the one registry. The controller asks it, docs/people.md is printed from it."""

from __future__ import annotations

from typing import Final, get_args

from controller.poker.entries import ENTRIES
from firmware_bridge.messages.base import Role
from firmware_bridge.messages.told import (
    OVERRULINGS,
    Answer,
    Command,
    DealerCommand,
    Decision,
    Declared,
    FloorDecision,
    Told,
)

# Rank of judgement: director over floor and assistant over dealer over machine (a player judges nothing).
RANK: Final[dict[Role, int]] = {"player": 0, "dealer": 1, "assistant": 2, "floor": 2, "director": 3}

# Roles that may have an account. A player acts by the keys of their seat and through the dealer.
ROLES: Final[tuple[Role, ...]] = (
    "display", "dealer", "assistant", "floor", "director", "technician", "surveillance",
)  # fmt: skip

# Commands about parts and decks, which a technician may give beside those whose rank suffices.
TECHNICIANS: Final = frozenset({"manual", "sensing", "deck_check", "deck_passed"})

# A person's requests about sessions and accounts.
OF_ALL: Final = ("log_out", "who_am_i")
OF_WITNESSES: Final = ("confirm",)
OF_DIRECTORS: Final = ("people_list", "people_add", "people_remove", "people_reset", "people_end")

# The command to see the last hands again, and the roles that may give it (AGCO 13.1.1).
OF_RECALL: Final = ("recall",)
RECALLING: Final = frozenset[Role]({"assistant", "floor", "director", "technician", "surveillance"})

# Roles of a second person: everybody who works at the table or watches it.
WITNESSES: Final = frozenset(ROLES) - {"display"}


def commands() -> tuple[str, ...]:
    """Return every command by its name, in the order of the table."""
    decisions = tuple(f"decide {decision}" for decision in get_args(Decision))
    entries = tuple(f"enter {word}" for word in ENTRIES)
    return ("declare", "answer", *decisions, *entries, *OF_ALL, *OF_WITNESSES, *OF_RECALL, *OF_DIRECTORS)


def command_of(told: Told) -> str:
    """Return the name of a command."""
    match told:
        case Declared():
            return "declare"
        case Answer():
            return "answer"
        case FloorDecision():
            return f"decide {told.decision}"
        case DealerCommand():
            return f"enter {told.word}"


def least_role(command: str) -> Role:
    """Return the lowest rank that a command of play needs.

    The dealer may overrule as far as the rulebook says so, and the core answers with its article. An answer also
    needs the rank of its question.
    """
    kind, _, name = command.partition(" ")
    if kind == "enter":
        return ENTRIES[name].least
    if kind == "decide":
        return "dealer" if name in OVERRULINGS else "floor"
    return "dealer"


def allowed(command: str) -> frozenset[Role]:
    """Return the roles that may give it."""
    if command in OF_ALL:
        return frozenset(ROLES)
    if command in OF_WITNESSES:
        return WITNESSES
    if command in OF_RECALL:
        return RECALLING
    if command in OF_DIRECTORS:
        return frozenset({"director"})
    least = RANK[least_role(command)]
    others: frozenset[Role] = (
        frozenset({"technician"}) if command.removeprefix("enter ") in TECHNICIANS else frozenset()
    )
    return frozenset(role for role in ROLES if RANK.get(role, 0) >= least) | others


def may(role: Role, told: Told) -> bool:
    """Whether a role may give this command. No role may give an unknown entry."""
    if isinstance(told, DealerCommand) and told.word not in ENTRIES:
        return False
    return role in allowed(command_of(told))


def needs_two(told: Told, alone: int) -> bool:
    """Whether a second person must confirm it.

    `alone`: chips in minor units that one person may issue or withdraw, or by which they may set a stack. Memory
    clear and a deck's map always need two people.
    """
    match told:
        case FloorDecision(decision="clear_fault") | DealerCommand(word="deck_check"):
            return True
        case FloorDecision(decision="issue" | "withdraw" | "stack"):
            return (told.amount or 0) > alone
        case _:
            return False


TWO_ALWAYS: Final = ("decide clear_fault", "enter deck_check")
TWO_BEYOND: Final = ("decide issue", "decide withdraw", "decide stack")


def table() -> str:
    """Return the table of commands and roles in Markdown, as docs/people.md has it."""
    head = ["command", *ROLES, "two people"]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for command in commands():
        marks = ["yes" if role in allowed(command) else "" for role in ROLES]
        two = "always" if command in TWO_ALWAYS else "beyond the limit" if command in TWO_BEYOND else ""
        lines.append(f"| `{command}` | {' | '.join([*marks, two])} |")
    return "\n".join(lines) + "\n"


def said_by(command: Command) -> dict[str, str]:
    """Return who gave a command, as the journal has it."""
    by = {"role": command.role, "author": command.author}
    return by if not command.second else {**by, "second": command.second}
