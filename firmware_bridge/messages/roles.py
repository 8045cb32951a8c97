"""The roles of people at a table: the one list. The core, the processes, the pages and the scenarios read it."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

Role = Literal["player", "display", "dealer", "assistant", "floor", "director", "technician", "surveillance"]

# The lowest role that may give an entry or answer a question.
LeastRole = Literal["dealer", "floor", "director"]
LEAST_ROLES: Final[tuple[LeastRole, ...]] = get_args(LeastRole)

# Rank of judgement: director over floor and assistant over dealer over the rest, who judge nothing.
RANK: Final[Mapping[str, int]] = {"dealer": 1, "assistant": 2, "floor": 2, "director": 3}

# Roles that may have an account. A player acts by the keys of their seat and through the dealer.
ROLES: Final[tuple[Role, ...]] = tuple(role for role in get_args(Role) if role != "player")

# Roles of people who work at the table or watch it.
STAFF: Final[tuple[Role, ...]] = tuple(role for role in ROLES if role != "display")


def outranks(role: str, other: str) -> bool:
    """Whether a role may decide what the other role decides."""
    return RANK.get(role, 0) >= RANK.get(other, 0)
