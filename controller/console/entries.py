"""Entries that a person makes on a page, checked before it goes to the controller.

Raises BadEntry for what is no entry. Its text quotes no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from controller.poker.entries import ENTRIES
from firmware_bridge.messages.base import Count, Message
from firmware_bridge.messages.complaints import place_of
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.told import DealerCommand, Told
from firmware_bridge.messages.wire import Verdict

LONGEST_NUMBER = 20  # digits that an error repeats, as no amount has more


class BadEntry(Exception):
    """The page sent something that is no entry. `text` says so."""

    def __init__(self, detail: str, fields: Sequence[str] = ()) -> None:
        """`detail`: for a programmer, and not in the sentence. `fields`: those that cannot be."""
        super().__init__(detail)
        key, field = ("refused.misread", fields[0]) if fields and fields[0] else ("refused.no_message", "")
        self.text = Text(key=key, params={"field": field, "detail": detail})


class PageEntry(Message):
    """A page's entry. `id` is the page's own number, given back with the verdict. The session names the person."""

    id: Count
    told: Told


def parse_entry(text: str) -> tuple[int, Told]:
    """Return the page's number of the entry and its content. Raises BadEntry naming what is wrong."""
    try:
        entry = PageEntry.model_validate_json(text)
    except ValidationError as error:
        found = error.errors()
        raise BadEntry("\n".join(map(_complaint, found)), [field_of(one) for one in found]) from None
    if isinstance(entry.told, DealerCommand) and entry.told.word not in ENTRIES:
        raise BadEntry(f"told.word: {entry.told.word!r} is no entry. Allowed: {', '.join(ENTRIES)}", ["word"])
    return entry.id, entry.told


def field_of(detail: Any) -> str:
    """Return the last name on the path to a field that pydantic complains of, "" if it is the whole message."""
    return next((str(name) for name in reversed(detail["loc"]) if isinstance(name, str)), "")


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
    """The answer to the entry `id`, for the person to read."""

    id: int | None
    accepted: bool
    refused: Text | None = None
    article: str | None = None

    @classmethod
    def of(cls, number: int | None, verdict: Verdict) -> Reply:
        """Return the controller's answer as a reply."""
        return cls(id=number, accepted=verdict.accepted, refused=verdict.refused, article=verdict.article)
