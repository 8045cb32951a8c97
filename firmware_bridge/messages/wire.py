"""The messages over ZeroMQ: one JSON text per message, with version and identity on everything.

- DEALER → ROUTER (bridge, console, or a simulator in their place → controller): `Hello`, `Event`, `SnapshotRequest`,
  `PersonRequest`, and of the bridge `Status`, `GuidedNow`, `NamingNow`, `GuidedSheet`
- ROUTER → DEALER: `Welcome`, `Ack`, `Verdict`, `Order`, `PublicState`, `PersonAnswer`
- PUB: only `PublicState`, topic `state`

The errors:

    WireError
     ├─ WrongVersion   the peer speaks another protocol version
     └─ Malformed      not a message of ours (its content is never quoted)
"""

from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from .base import PROTOCOL, Count, Kinded, Message, Moment, Name
from .complaints import ONE_LINE, complaints
from .guided import GuidedNow, GuidedSheet, NamingNow
from .orders import Attention, HandLatch, LeadTest, ShowPage
from .people import PersonAnswer, PersonRequest
from .public import PublicState, Text
from .sensed import Sensed
from .status import Status
from .told import Command, Entered

STATE_TOPIC = b"state"


class WireError(Exception):
    """Base of what can be wrong with a received message."""


class WrongVersion(WireError):
    """The peer speaks another protocol version."""


class Malformed(WireError):
    """Not a message of ours."""


class Hello(Kinded):
    """First message of a source. `epoch` None: a new process, which is given the next epoch.

    A process that lives on (the controller was restarted) names its epoch and goes on counting.

    - `last`: the number of the last event that it holds unacknowledged, 0 for none
    - `acked`: the number of the last acknowledged event. A journal that ends before it has lost something
    """

    version: Count = PROTOCOL
    source: Name
    epoch: Count | None = None
    last: Count = 0
    acked: Count = 0


class Event(Kinded):
    """Something sensed or entered. (source, epoch, sequence) is its identity for ever. `sequence` counts from 1."""

    version: Count = PROTOCOL
    source: Name
    epoch: Count
    sequence: Count
    stamp: Moment  # when it was sent, ns of the table's clock
    body: Annotated[Sensed | Entered | Command, Field(discriminator="kind")]


class SnapshotRequest(Kinded):
    """Ask for the public state now."""

    version: Count = PROTOCOL
    source: Name


class Welcome(Kinded):
    """The answer to `Hello`: the epoch to use, and the last sequence of it that is durably journalled."""

    version: Count = PROTOCOL
    epoch: Count
    acked: Count


class Ack(Kinded):
    """Every event of this epoch up to `sequence` is durably journalled."""

    epoch: Count
    sequence: Count


class Verdict(Kinded):
    """The verdict on a command: accepted, or refused for a reason, with the article if there is one."""

    epoch: Count
    sequence: Count
    accepted: bool
    refused: Text | None = None
    article: str | None = None

    @property
    def key(self) -> str:
        """The key of the reason, "" if it was accepted."""
        return "" if self.refused is None else self.refused.key


FromBridge = Status | GuidedNow | NamingNow | GuidedSheet
"""What a newer one replaces. It is neither acknowledged nor journalled."""

Incoming = Hello | Event | SnapshotRequest | PersonRequest | FromBridge
ToController = Annotated[Incoming, Field(discriminator="kind")]
Outgoing = Welcome | Ack | Verdict | ShowPage | Attention | HandLatch | LeadTest | PublicState | PersonAnswer
FromController = Annotated[Outgoing, Field(discriminator="kind")]

_to_controller: TypeAdapter[Incoming] = TypeAdapter(ToController)
_from_controller: TypeAdapter[Outgoing] = TypeAdapter(FromController)


def encode(message: Message) -> bytes:
    """One message as it goes over the socket."""
    return message.model_dump_json().encode()


def decode_to_controller(data: bytes) -> Incoming:
    """Parse what a source sent. Raises `WrongVersion` or `Malformed`, quoting nothing of the content."""
    try:
        message = _to_controller.validate_json(data)
    except ValidationError as error:
        raise Malformed(ONE_LINE.join(complaints(error, "message", "type"))) from None
    if message.version != PROTOCOL:
        raise WrongVersion(f"{message.source} speaks protocol version {message.version}, this program {PROTOCOL}")
    return message


def decode_from_controller(data: bytes) -> Outgoing:
    """Parse what the controller sent. Raises `WrongVersion` or `Malformed`, quoting nothing of the content."""
    try:
        message = _from_controller.validate_json(data)
    except ValidationError as error:
        raise Malformed(ONE_LINE.join(complaints(error, "message", "type"))) from None
    if isinstance(message, Welcome) and message.version != PROTOCOL:
        raise WrongVersion(f"the controller speaks protocol version {message.version}, this program {PROTOCOL}")
    return message
