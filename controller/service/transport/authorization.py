"""Who may say what. The machine believes no client: role and source are held against these tables each time."""

from __future__ import annotations

from firmware_bridge.messages.base import Role
from firmware_bridge.messages.entries import ENTRIES
from firmware_bridge.messages.public import PublicAsk, Text
from firmware_bridge.messages.told import OVERRULINGS, Answer, Command, DealerCommand, FloorDecision

# Rank of judgement: director over assistant over dealer over machine (a player judges nothing).
RANK: dict[str, int] = {"player": 0, "dealer": 1, "assistant": 2, "floor": 2, "director": 3}

# Which roles a source may speak for. The bridge senses and tells nothing; a player speaks by his keys.
SPEAKS_FOR: dict[str, frozenset[Role]] = {
    "console": frozenset({"dealer", "floor", "assistant", "director"}),
    "robot": frozenset({"dealer", "floor", "assistant", "director"}),
}

LEAST: dict[str, Role] = {
    "declared": "dealer",
    "dealer_command": "dealer",
    "answer": "dealer",
    "floor_decision": "floor",
}
DECIDES: Role = "dealer"  # by the book: where it has none of the dealer's decisions, the core refuses by its article


def least_role(told: object) -> Role:
    """The lowest role that may say this. An entry's stands in its form; an answer's in the question."""
    if isinstance(told, DealerCommand):
        return ENTRIES[told.word].least
    if isinstance(told, FloorDecision) and told.decision in OVERRULINGS:
        return DECIDES
    return LEAST[getattr(told, "kind", "")]


def refusal(source: str, command: Command, asks: tuple[PublicAsk, ...]) -> Text | None:
    """Why this source may not give this command in this role; None where it may."""
    role, told = command.role, command.told
    if role not in SPEAKS_FOR.get(source, frozenset()):
        return Text(key="refused.source", params={"source": source, "role": role})
    if RANK.get(role, 0) < RANK[least_role(told)]:
        return Text(key="refused.role", params={"role": role, "least": least_role(told)})
    if isinstance(told, Answer):
        return _answer_refusal(role, told, asks)
    if isinstance(told, FloorDecision) and not told.reason.strip() and told.decision != "clear_fault":
        return Text(key="refused.reason_missing")
    return None


def _answer_refusal(role: Role, answer: Answer, asks: tuple[PublicAsk, ...]) -> Text | None:
    ask = next((ask for ask in asks if ask.id == answer.ask), None)
    if ask is None:
        return Text(key="refused.no_such_ask", params={"ask": answer.ask})
    if RANK[role] < RANK[ask.role]:
        return Text(key="refused.role", params={"role": role, "least": ask.role})
    if answer.option not in ask.options:
        return Text(key="refused.option", params={"option": answer.option, "allowed": ", ".join(ask.options)})
    return None
