"""What a person enters on a page, checked before it goes to the controller.

BadEntry(ValueError)   not an entry of that page; its message is for the person and quotes no card
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError, field_validator

from firmware_bridge.messages.base import Author, Count, Message
from firmware_bridge.messages.told import OVERRULINGS, Command, FloorDecision, Told

LONGEST_PLACE = 100  # the name of an unknown field is the sender's
LONGEST_NUMBER = 20  # digits that are said again; no sum has more


class BadEntry(ValueError):
    """What was sent is no entry of that page."""


class DealerEntry(Message):
    """What the dealer's page sends. `id` is the page's own number, given back with the verdict."""

    id: Count
    author: Author
    told: Told

    @field_validator("told")
    @classmethod
    def _is_the_dealers(cls, told: Told) -> Told:
        if isinstance(told, FloorDecision) and told.decision not in OVERRULINGS:
            raise ValueError(f"kind: {told.decision!r} is the floor's; a dealer's are: {', '.join(OVERRULINGS)}")
        return told


class FloorEntry(Message):
    """What the floor's page sends, in which of the floor's roles: decisions, answers, and all that a dealer may."""

    id: Count
    author: Author
    role: Literal["floor", "assistant", "director"] = "floor"
    told: Told


Role = Literal["dealer", "floor"]
_ADAPTERS: dict[Role, TypeAdapter[Any]] = {"dealer": TypeAdapter(DealerEntry), "floor": TypeAdapter(FloorEntry)}


def parse_entry(text: str, role: Role) -> tuple[int, Command]:
    """The page's number of the entry and the command it means. Raises `BadEntry` naming what is wrong."""
    try:
        entry = _ADAPTERS[role].validate_json(text)
    except ValidationError as error:
        raise BadEntry("; ".join(_complaint(detail) for detail in error.errors())) from None
    return entry.id, Command(role=getattr(entry, "role", role), author=entry.author, told=entry.told)


def _complaint(detail: Any) -> str:
    place = ".".join(str(step) for step in detail["loc"]) or "entry"
    return f"{place[:LONGEST_PLACE]}: {_found(detail['input'])}{detail['msg']}"


def _found(value: object) -> str:
    """What stood there, as far as it can be no card: a number whole, of a text its length."""
    if isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 10**LONGEST_NUMBER):
        return f"{value} found; "
    if isinstance(value, int):
        return f"a number of more than {LONGEST_NUMBER} digits found; "
    return f"a text of {len(value)} characters found; " if isinstance(value, str) else ""


class Reply(Message):
    """What became of an entry: the answer to `id`, for the person to read."""

    id: int | None
    accepted: bool
    reason: str = ""
    article: str | None = None
