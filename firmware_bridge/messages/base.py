"""What all messages share: strictness, the tag, the interval and the event's identity."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

# Raised when a field changes meaning or goes away. A peer that speaks another version is refused by name.
PROTOCOL = 1

Seat = Annotated[int, Field(ge=1, le=10)]  # clockwise from the dealer's left

# Input from outside is bounded where it is typed. Beyond this neither SQLite nor a person can use it.
LONGEST = 2**63 - 1  # SQLite's integers
LONGEST_CAUSE = 2000
LARGEST_SUM = 10**12  # as in a table file
Count = Annotated[int, Field(ge=0, le=LONGEST)]  # an epoch, a sequence, a revision
Moment = Annotated[int, Field(ge=-LONGEST, le=LONGEST)]  # ns of the table's clock
Sum = Annotated[int, Field(ge=-LARGEST_SUM, le=LARGEST_SUM)]  # minor units. The entry decides which sign it takes
LONGEST_NAME = 64
Name = Annotated[str, Field(max_length=LONGEST_NAME)]  # of a part, a place, a source, a question
Line = Annotated[str, Field(max_length=200)]  # what a person types: a line on a page
Cause = Annotated[str, Field(max_length=LONGEST_CAUSE)]  # a technician's sentence, with paths and errors
Secret = Annotated[str, Field(min_length=1, max_length=200)]  # a PIN or a passphrase
Token = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]  # 32 random bytes, URL-safe
Author = Annotated[str, Field(min_length=1, max_length=40)]


class Message(BaseModel):
    """Immutable, unknown fields refused, and never quoting its input in an error (a tag may be in it)."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Kinded(Message):
    """One of several messages that are told apart by `kind`: `card_drawn` of the class `CardDrawn`.

    A class whose messages have other kinds, or several, says so itself.
    """

    kind: str = ""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "kind" not in cls.__annotations__:
            cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
            cls.__annotations__["kind"] = Literal.__getitem__(cls.kind)


LONGEST_TAG = 64  # a UID has 4 to 10 bytes, so a longer text is none


class TagId:
    """A tag as messages carry it: `technology:UID in hex`. Its repr is hidden. Only `value` and the wire show it.

    Raises ValueError (without quoting the text) if the text has another form.
    """

    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        technology, _, uid = value.partition(":")
        if (
            len(value) > LONGEST_TAG
            or technology not in ("iso14443a", "iso15693")
            or not uid
            or uid.strip("0123456789ABCDEF")
        ):
            raise ValueError("a tag is iso14443a: or iso15693: followed by its UID in capital hex")
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TagId) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __lt__(self, other: TagId) -> bool:
        return self.value < other.value

    def __repr__(self) -> str:
        return "TagId(hidden)"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(
            lambda value: value if isinstance(value, cls) else cls(value),
            core_schema.union_schema([core_schema.is_instance_schema(cls), core_schema.str_schema()]),
            serialization=core_schema.plain_serializer_function_ser_schema(lambda tag: tag.value),
        )


class Interval(Message):
    """When something came to be: last seen absent, first seen present (monotonic ns of the table's clock)."""

    absent: Moment
    present: Moment
