"""What a person enters on a page, checked before it goes to the controller.

BadEntry(ValueError)   not an entry of that page; its message is for the person and quotes no card
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError, field_validator

from firmware_bridge.messages.base import Message
from firmware_bridge.messages.told import OVERRULINGS, Command, FloorDecision, Told

Author = Annotated[str, Field(min_length=1, max_length=40)]


class BadEntry(ValueError):
    """What was sent is no entry of that page."""


class DealerEntry(Message):
    """What the dealer's page sends. `id` is the page's own number, given back with the verdict."""

    id: int
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

    id: int
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
        raise BadEntry("; ".join(_complaint(detail) for detail in error.errors(include_input=False))) from None
    return entry.id, Command(role=getattr(entry, "role", role), author=entry.author, told=entry.told)


def _complaint(detail: Any) -> str:
    return f"{'.'.join(str(step) for step in detail['loc']) or 'entry'}: {detail['msg']}"


class Reply(Message):
    """What became of an entry: the answer to `id`, for the person to read."""

    id: int | None
    accepted: bool
    reason: str = ""
    article: str | None = None
