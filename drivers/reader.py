"""What every RFID reader offers to the bridge: a device without I/O, in the manner of a sans-I/O protocol.

A *line* is one serial port with one or more antennas behind it: a PN532 has one antenna, a Pepper C1 MUX eight,
a FEIG line as many as it has addressed readers. Bytes and time (monotonic nanoseconds) come in by argument. Bytes
and reports go out by `take_output` and `take_reports`. At most one request of the caller is under way per line.

    ReaderError
     ├─ Busy            a request was made while another one is under way
     └─ NoSuchAntenna   the line has no such antenna
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, Protocol

Technology = Literal["iso14443a", "iso15693"]


class ReaderError(Exception):
    """Base of all errors a caller of a reader line can make."""


class Busy(ReaderError):
    """A request was made while another one is under way."""


class NoSuchAntenna(ReaderError, ValueError):
    """The line has no antenna of that number."""


@dataclass(frozen=True, slots=True, order=True)
class Tag:
    """A transponder's identity: technology and UID, most significant byte first.

    After one showdown a tag *is* the card, so it never shows itself in a repr, a log or an exception.
    """

    technology: Technology
    uid: bytes

    def __hash__(self) -> int:
        return hash(self.uid)  # no two technologies share one. A reading looks each of its tags up several times

    def __repr__(self) -> str:
        return f"Tag({self.technology}, hidden)"

    __str__ = __repr__


class Phase(Enum):
    """How far the line has come with the part behind it."""

    SILENT = "silent"  # nothing sent yet, or the part never answered
    IDENTIFYING = "identifying"
    CONFIGURING = "configuring"
    READY = "ready"
    REFUSED = "refused"  # something answered, and it is not the part that was expected


@dataclass(frozen=True, slots=True)
class Identity:
    """Who answered: `kind` as in table.toml (pn532, pepper_c1, feig_obid), firmware and serial as text."""

    kind: str
    firmware: str
    serial: str | None = None


@dataclass(frozen=True, slots=True)
class Identified:
    """The part (or, on a shared line, the reader at this antenna) has identified itself and is configured."""

    identity: Identity
    antenna: int | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """Something answered that is not the expected part. `found` says what, for the technician.

    - `other_version`: it is a part of that kind, with a version that the driver does not serve
    - `serial`: its serial number, if that is the trouble
    - `kind`: the kind of part that it is, if that is another one. It was found when that kind was asked for
    """

    found: str
    other_version: bool = False
    serial: str | None = None
    kind: str | None = None

    @classmethod
    def of_serial(cls, serial: str | None, expected: str) -> Refused:
        """A part of that kind with another serial number than `expected`."""
        return cls(f"serial number {serial}. Expected is {expected}", serial=serial)


@dataclass(frozen=True, slots=True)
class Reading:
    """One complete look at one antenna: the tags that answered between `began` and `ended` (monotonic ns)."""

    antenna: int
    tags: frozenset[Tag]
    began: int
    ended: int


@dataclass(frozen=True, slots=True)
class FieldOff:
    """The antenna's field is off."""

    antenna: int
    ended: int


@dataclass(frozen=True, slots=True)
class Alive:
    """The liveness command was answered. `round_trip` in ns."""

    antenna: int | None
    round_trip: int


class Cause(Enum):
    """Why a request failed, in a technician's words."""

    NO_ANSWER = "no answer in time"
    GARBLED = "answers arrive damaged (cable, or another field too near)"
    REPORTED = "the part reported an error"


@dataclass(frozen=True, slots=True)
class Failed:
    """A request came to nothing. `antenna` is None if it concerns the whole line. The line is free again.

    `listing`: it was one for a list of tags, whose answer may be long. `came`: how many bytes came that are no frame,
    if no checksum was wrong.
    """

    antenna: int | None
    cause: Cause
    detail: str
    listing: bool = False
    came: int = 0


Report = Identified | Refused | Reading | FieldOff | Alive | Failed


TRIPS = 16
"""Answers whose time is kept. The least of so many is not that of a busy moment."""


@dataclass(slots=True)
class Counters:
    """Since the line was made. What a technician is shown first."""

    frames_in: int = 0
    frames_out: int = 0
    bad_checksums: int = 0
    junk_bytes: int = 0
    timeouts: int = 0
    strays: int = 0
    """Good frames that answered nothing: late, unasked, or from another address."""
    trips: deque[int] = field(default_factory=lambda: deque(maxlen=TRIPS), repr=False)
    """How long the last answers took, ns, without what the parts did before them. Those of listings are left out."""


class ReaderLine(Protocol):
    """One serial line with RFID antennas. Make a new one for each attempt to connect.

    Requests raise `Busy` while another is under way, `NoSuchAntenna` for an antenna the line has not, and
    `ReaderError` before `start` succeeded. Otherwise nothing raises. After each call take the output and write it at
    once, since the time an answer may take runs from then. And take the reports.
    """

    antennas: tuple[int, ...]

    @property
    def counters(self) -> Counters: ...

    @property
    def phase(self) -> Phase: ...

    @property
    def busy(self) -> bool:
        """Whether a request is under way (identification and configuration count as one)."""

    def start(self, now: int) -> None:
        """Wake, identify and configure the part. Ends in `Identified` (one per reader), `Refused` or `Failed`."""

    def read(self, antenna: int, now: int) -> None:
        """Switch the antenna's field on if need be and list every tag in it. Ends in `Reading` or `Failed`.

        An incomplete or damaged listing is always `Failed`, never a `Reading` with fewer tags. The field stays on.
        """

    def field_off(self, antenna: int, now: int) -> None:
        """Switch the field off, so that a neighbour may read. Ends in `FieldOff` or `Failed`."""

    def ping(self, antenna: int | None, now: int) -> None:
        """Ask something short that needs no field. Ends in `Alive` or `Failed`."""

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes that arrived, in any chunking."""

    def wake(self, now: int) -> None:
        """Tell the time. To be called at `deadline`, harmless at any time."""

    @property
    def deadline(self) -> int | None:
        """When `wake` must be called next, in ns. None while nothing is awaited."""

    def take_output(self) -> bytes:
        """The bytes to write now. Empty if none. Each byte is handed out once."""

    def take_reports(self) -> list[Report]:
        """What has been learnt since the last call, oldest first."""
