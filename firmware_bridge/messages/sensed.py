"""What the bridge reports: tags and places, not valued yet."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from .base import Cause, Interval, Kinded, Moment, Name, Seat, Sum, TagId
from .places import spot_called

Orientation = Literal["down", "up", "unknown"]
# `minus` and `plus` move the raise that the seat's raise key stands for. They are no acts.
Key = Literal["fold", "check", "call", "raise", "all_in", "time", "sit_out", "minus", "plus"]
LifecycleName = Literal[
    "absent", "opening", "identifying", "configuring", "ready", "degraded", "lost", "back_off", "quarantined"
]
# A bank has some thousand chips, and a table has 40 antennas.
Tags = Annotated[tuple[TagId, ...], Field(max_length=10_000)]
Places = Annotated[tuple[Name, ...], Field(max_length=100)]


def _card_spot(text: str) -> str:
    return _of_kind(text, "card spot", "seat", "board", "muck")


def _chip_area(text: str) -> str:
    return _of_kind(text, "chip area", "stack", "bet", "pot", "tray", "drop")


def _of_kind(text: str, what: str, *kinds: str) -> str:
    if spot_called(text).kind not in kinds:
        raise ValueError(f"{text!r} is no {what}. Allowed: {', '.join(kinds)}")
    return text


CardSpot = Annotated[Name, AfterValidator(_card_spot)]
ChipArea = Annotated[Name, AfterValidator(_chip_area)]
Cards = Annotated[dict[CardSpot, Tags], Field(max_length=100)]
Chips = Annotated[dict[ChipArea, Tags], Field(max_length=100)]


class CardDrawn(Kinded):
    """A card broke the shoe's beams outwards. No tag: it was not read. Two tags: two were in the window."""

    tags: Tags
    orientation: Orientation
    at: Interval


class CardReturned(Kinded):
    """The beams broke in the reverse order: a card was pushed back into the shoe."""

    at: Interval


class CardPlaced(Kinded):
    """A card lies at a spot (`seat:3`, `board:2`, `muck`), proven by repeated reads."""

    tag: TagId
    spot: CardSpot
    at: Interval


class CardGone(Kinded):
    """A card no longer answers at its spot. It may be lifted, capped or moved: it is no fold."""

    tag: TagId
    spot: CardSpot
    at: Interval


class ChipsMoved(Kinded):
    """A chip area changed and lies still again. `lies` is all that is there now. The rest is the difference.

    A tag that two chips have is in `lies` of both areas, and counts where it lay first.
    """

    area: ChipArea
    added: Tags
    removed: Tags
    lies: Tags
    at: Interval


class ButtonPlaced(Kinded):
    """The dealer button has stood at exactly one seat for the dwell time. None if it stands nowhere."""

    seat: Seat | None
    at: Interval


class PostPlaced(Kinded):
    """Something lies (or no longer lies) on a seat's ante/blind spot. It says who, never how much."""

    seat: Seat
    present: bool
    at: Interval


class SeatKey(Kinded):
    """A player's key. `amount` (the total in front of the seat, minor units) comes with a raise only."""

    seat: Seat
    key: Key
    amount: Sum | None = None
    at: Interval


class SeatOccupied(Kinded):
    """The seat's occupied sensor."""

    seat: Seat
    present: bool
    at: Interval


class SensingGap(Kinded):
    """Nothing is known of these places between `since` and `until` (ns). None as `until` if it is still going on."""

    part: Name
    places: Places
    since: Moment
    until: Moment | None


class Snapshot(Kinded):
    """The present state of all places, as far as it can be read. Places in `unread` are not known at present."""

    cards: Cards
    chips: Chips
    button: Seat | None
    posts: Annotated[tuple[Seat, ...], Field(max_length=10)]
    unread: Places
    at: Interval


class PartHealth(Kinded):
    """The health of a part, for a technician. `seat`: the seat that it serves, if it is one."""

    part: Name
    what: Name  # the kind of table.toml: pn532, pepper_c1, feig_obid, nextion, gpio
    state: LifecycleName
    cause: Cause = ""
    seat: Seat | None = None
    places: Places = ()
    door_open: bool = False  # of the lines: the service door
    identity: Cause = ""  # firmware and serial number, once the part has reported them


Sensed = Annotated[
    CardDrawn
    | CardReturned
    | CardPlaced
    | CardGone
    | ChipsMoved
    | ButtonPlaced
    | PostPlaced
    | SeatKey
    | SeatOccupied
    | SensingGap
    | Snapshot
    | PartHealth,
    Field(discriminator="kind"),
]
