"""What a person enters on a page, checked before it goes to the controller.

Raises BadEntry for what is no entry. Its message is for the person and quotes no card.
"""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter, ValidationError

from controller.poker.entries import ENTRIES
from firmware_bridge.messages.base import Count, Message
from firmware_bridge.messages.complaints import place_of
from firmware_bridge.messages.told import DealerCommand, Told
from firmware_bridge.messages.wire import Verdict

LONGEST_NUMBER = 20  # digits that an error repeats, as no amount has more


class BadEntry(ValueError):
    """The page sent something that is no entry."""


class PageEntry(Message):
    """A page's entry. `id` is the page's own number, given back with the verdict. The session names the person."""

    id: Count
    told: Told


_ADAPTER: TypeAdapter[PageEntry] = TypeAdapter(PageEntry)


def parse_entry(text: str) -> tuple[int, Told]:
    """Return the page's number of the entry and its content. Raises BadEntry naming what is wrong."""
    try:
        entry = _ADAPTER.validate_json(text)
    except ValidationError as error:
        raise BadEntry("\n".join(_complaint(detail) for detail in error.errors())) from None
    if isinstance(entry.told, DealerCommand) and entry.told.word not in ENTRIES:
        raise BadEntry(f"told.word: {entry.told.word!r} is no entry. Allowed: {', '.join(ENTRIES)}")
    return entry.id, entry.told


def _complaint(detail: Any) -> str:
    return f"{place_of(detail['loc'], 'entry')}: {_found(detail['input'])}{detail['msg']}"


def _found(value: object) -> str:
    """Return the wrong value as far as it can be no card: a whole number, or the length of a text."""
    if isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 10**LONGEST_NUMBER):
        return f"{value} found. "
    if isinstance(value, int):
        return f"a number of more than {LONGEST_NUMBER} digits found. "
    return f"a text of {len(value)} characters found. " if isinstance(value, str) else ""


class Reply(Message):
    """The answer to the entry `id`, for the person to read. `key`: the reason, as a page knows it."""

    id: int | None
    accepted: bool
    reason: str = ""
    key: str = ""
    article: str | None = None

    @classmethod
    def of(cls, number: int | None, verdict: Verdict) -> Reply:
        """Return the controller's answer as a reply."""
        return cls(
            id=number,
            accepted=verdict.accepted,
            reason=verdict.reason,
            key=verdict.key,
            article=verdict.article,
        )
