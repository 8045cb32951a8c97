"""What the bridge and a guided test say to each other. No message has a tag: a tag has an alias for this one test."""

from typing import Annotated, Final

from pydantic import Field, TypeAdapter, ValidationError

from drivers.reader import Cause as WhyUnread
from firmware_bridge.messages.base import Kinded, Line, Moment, Name, Seat
from firmware_bridge.messages.guided_facts import Refusal
from firmware_bridge.messages.sensed import Key

LONGEST: Final = 60_000
"""Bytes of a message. A tray of a thousand aliases has 18,000."""


class Look(Kinded):
    """What is tested now: places to be read without delay, or a display and its key.

    - `alike`: no place goes before another. Otherwise the first one goes before all others
    - `key` without `seat`: every display marks it
    """

    places: Annotated[tuple[Name, ...], Field(max_length=100)] = ()
    alike: bool = False
    seat: Seat | None = None
    key: Key | None = None


class Leads(Kinded):
    """Who leads the test. Another one who wants the parts is told so."""

    by: Line


class Taken(Kinded):
    """Test mode has begun. `acting`: the lines that act now."""

    acting: tuple[Name, ...] = ()


class Over(Kinded):
    """There is no test mode, or no more. `why` tells the technician what to do."""

    why: Refusal


class Heard(Kinded):
    """A complete reading of a place: the aliases of its tags."""

    place: Name
    tags: tuple[Name, ...]
    at: Moment


class Unread(Kinded):
    """A reading of a place that came to nothing."""

    place: Name
    why: WhyUnread
    at: Moment


class Broke(Kinded):
    """An edge of a line, before it is debounced."""

    line: Name
    at: Moment


class Settled(Kinded):
    """A line has held a level."""

    line: Name
    acting: bool
    at: Moment


class Touched(Kinded):
    """A key of a display was pressed or released."""

    seat: Seat
    key: Name
    pressed: bool
    at: Moment


Seen = Heard | Unread | Broke | Settled | Touched
FromBridge = Taken | Over | Seen
_FROM_BRIDGE: TypeAdapter[FromBridge] = TypeAdapter(Annotated[FromBridge, Field(discriminator="kind")])


class TalkError(ValueError):
    """What came over the socket is no message. The text quotes nothing of it."""


def said_by_bridge(data: bytes) -> FromBridge:
    """Parse a message of the bridge. Raises TalkError."""
    try:
        return _FROM_BRIDGE.validate_json(data)
    except ValidationError:
        raise TalkError("the bridge is of another version of Sabot. Start it again with this one.") from None


FromTest = Look | Leads
_FROM_TEST: TypeAdapter[FromTest] = TypeAdapter(Annotated[FromTest, Field(discriminator="kind")])


def said_by_test(data: bytes) -> FromTest:
    """Parse a message to the bridge. Raises TalkError."""
    try:
        return _FROM_TEST.validate_json(data)
    except ValidationError:
        raise TalkError("no message of a guided test of this version of Sabot") from None
