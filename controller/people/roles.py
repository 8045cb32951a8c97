"""Which role may give which command: the one registry. The controller asks it, docs/people.md is printed from it."""

from typing import Final, Literal, NamedTuple, get_args

from controller.poker.entries import ENTRIES
from firmware_bridge.messages.roles import ROLES, STAFF, LeastRole, Role, outranks
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

# Commands about parts and decks, which a technician may give beside those whose rank suffices.
TECHNICIANS: Final = frozenset({"manual", "sensing", "deck_check", "deck_passed"})

# A person's requests about sessions and accounts.
OF_ALL: Final = ("log_out", "who_am_i")
OF_WITNESSES: Final = ("confirm",)
OF_DIRECTORS: Final = ("people_list", "people_add", "people_remove", "people_reset", "people_end")

# Requests to see what an answer would change and what came before it. Those that decide may make them.
OF_DECISION: Final = ("foresee", "look_back")
DECIDING: Final = frozenset(role for role in ROLES if outranks(role, "floor"))

# The command to see the last hands again, and the roles that may give it (AGCO 13.1.1).
OF_RECALL: Final = ("recall",)
RECALLING: Final = DECIDING | frozenset[Role]({"technician", "surveillance"})

# The commands to see what the bridge knows of the parts, and to lead a guided test.
OF_TECHNICIANS: Final = ("diagnosis", "test_state", "test_lead")


class Right(NamedTuple):
    """A right of a role. `name`: of the floor decision, the entry or the request."""

    kind: Literal["declare", "answer", "decide", "enter", "request"]
    name: str = ""

    @property
    def text(self) -> str:
        """As docs/people.md names it: "declare", "decide stack", "log_out"."""
        return self.name if self.kind == "request" else f"{self.kind} {self.name}".rstrip()


def rights() -> tuple[Right, ...]:
    """Return every right, in the order of the table."""
    decisions = tuple(Right("decide", decision) for decision in get_args(Decision))
    entries = tuple(Right("enter", word) for word in ENTRIES)
    asked = (*OF_ALL, *OF_WITNESSES, *OF_RECALL, *OF_DECISION, *OF_TECHNICIANS, *OF_DIRECTORS)
    requests = tuple(Right("request", name) for name in asked)
    return (Right("declare"), Right("answer"), *decisions, *entries, *requests)


def right_to(told: Told) -> Right:
    """Return the right that a command needs."""
    match told:
        case Declared():
            return Right("declare")
        case Answer():
            return Right("answer")
        case FloorDecision():
            return Right("decide", told.decision)
        case DealerCommand():
            return Right("enter", told.word)


def least_role(right: Right) -> LeastRole:
    """Return the lowest rank that a command of play needs.

    The dealer may overrule as far as the rulebook says so, and the core answers with its article. An answer also
    needs the rank of its question.
    """
    if right.kind == "enter":
        return ENTRIES[right.name].least
    if right.kind == "decide":
        return "dealer" if right.name in OVERRULINGS else "floor"
    return "dealer"


def allowed(right: Right) -> frozenset[Role]:
    """Return the roles that have it."""
    if right.kind == "request":
        return _allowed_request(right.name)
    least = least_role(right)
    technician = right.kind == "enter" and right.name in TECHNICIANS
    return frozenset(role for role in ROLES if outranks(role, least) or (technician and role == "technician"))


def _allowed_request(name: str) -> frozenset[Role]:
    if name in OF_ALL:
        return frozenset(ROLES)
    if name in OF_WITNESSES:
        return frozenset(STAFF)  # a second person is anybody who works at the table or watches it
    if name in OF_DECISION:
        return DECIDING
    if name in OF_TECHNICIANS:
        return frozenset({"technician", "director"})
    return RECALLING if name in OF_RECALL else frozenset({"director"})


def may(role: Role, told: Told) -> bool:
    """Whether a role may give this command. No role may give an unknown entry."""
    if isinstance(told, DealerCommand) and told.word not in ENTRIES:
        return False
    return role in allowed(right_to(told))


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


TWO_ALWAYS: Final = (Right("decide", "clear_fault"), Right("enter", "deck_check"))
TWO_BEYOND: Final = tuple(Right("decide", decision) for decision in ("issue", "withdraw", "stack"))


def table() -> str:
    """Return the table of commands and roles in Markdown, as docs/people.md has it."""
    head = ["command", *ROLES, "two people"]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for right in rights():
        marks = ["yes" if role in allowed(right) else "" for role in ROLES]
        two = "always" if right in TWO_ALWAYS else "beyond the limit" if right in TWO_BEYOND else ""
        lines.append(f"| `{right.text}` | {' | '.join([*marks, two])} |")
    return "\n".join(lines) + "\n"


def said_by(command: Command) -> dict[str, str]:
    """Return who gave a command, as the journal has it."""
    by = {"role": command.role, "author": command.author}
    return by if not command.second else {**by, "second": command.second}
