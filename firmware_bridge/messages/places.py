"""What antennas look at and what GPIO lines tell, by name: of which kind it is, and which of its kind. Pure."""

import re
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from .base import LONGEST_NAME

SpotKind = Literal["shoe", "seat", "board", "muck", "stack", "bet", "pot", "tray", "drop"]
LineKind = Literal["beam", "back", "lid", "button", "post", "occupied", "door", "power"]

CARD_KINDS: Final = ("seat", "board", "muck")
"""Places at which cards lie: ISO 14443 A. At all others but the shoe lie chips: ISO 15693."""

SEATS: Final = range(1, 11)
_OF_SEATS: Final = ("seat", "stack", "bet", "button", "post", "occupied")


class Spot(NamedTuple):
    """A place that an antenna looks at. `number`: 0 if the table has one of the kind."""

    kind: SpotKind
    number: int = 0

    @property
    def seat(self) -> int | None:
        """The seat that it belongs to, None for a place of the whole table."""
        return self.number if self.kind in _OF_SEATS else None


class Line(NamedTuple):
    """A GPIO line. `number`: of the seat or the beam, 0 if there is one of the kind. Beam 1 is the inner one."""

    kind: LineKind
    number: int = 0

    @property
    def seat(self) -> int | None:
        """The seat that it belongs to, None for a line of the whole table."""
        return self.number if self.kind in _OF_SEATS else None


_SPOTS: Final[dict[str, Spot]] = {
    "shoe": Spot("shoe"), "muck": Spot("muck"), "pot": Spot("pot"), "tray": Spot("tray"), "drop": Spot("drop"),
    **{f"board:{number}": Spot("board", number) for number in range(1, 6)},
    **{f"seat:{seat}": Spot("seat", seat) for seat in SEATS},
    **{f"stack:{seat}": Spot("stack", seat) for seat in SEATS},
    **{f"bet:{seat}": Spot("bet", seat) for seat in SEATS},
}  # fmt: skip

_LINES: Final[dict[str, Line]] = {
    "shoe:beam1": Line("beam", 1), "shoe:beam2": Line("beam", 2), "shoe:back": Line("back"), "shoe:lid": Line("lid"),
    "door": Line("door"), "power": Line("power"),
    **{f"button:{seat}": Line("button", seat) for seat in SEATS},
    **{f"post:{seat}": Line("post", seat) for seat in SEATS},
    **{f"occupied:{seat}": Line("occupied", seat) for seat in SEATS},
}  # fmt: skip

_NAMED: Final = re.compile(r"\b(seat|board|stack|bet|button|post|occupied|shoe):(beam|back|lid|)(\d*)")

LINES: Final = tuple(_LINES)
"""The names of all lines that a table can have."""


def spot_called(name: str) -> Spot:
    """Return the place of that name. Raises ValueError naming it and what is allowed."""
    try:
        return _SPOTS[name]
    except KeyError:
        raise ValueError(
            f"{name[:LONGEST_NAME]!r} is no place of a table. Allowed: shoe, seat:1-10, board:1-5, muck, "
            "stack:1-10, bet:1-10, pot, tray, drop"
        ) from None


def line_called(name: str) -> Line:
    """Return the GPIO line of that name. Raises ValueError naming it and what is allowed."""
    try:
        return _LINES[name]
    except KeyError:
        raise ValueError(
            f"line {name!r} is unknown. Allowed: shoe:beam1, shoe:beam2, shoe:back, shoe:lid, "
            "button:1-10, post:1-10, occupied:1-10, door, power"
        ) from None


def spoken(text: str) -> str:
    """Return a text with places and lines as people say them: `seat:9` is seat 9, `shoe:beam1` is shoe beam 1."""
    return _NAMED.sub(lambda found: " ".join(filter(None, found.groups())), text)


def as_people_say(names: Iterable[str]) -> tuple[str, ...]:
    """Places and lines as a person at the table names them, each once, in their order.

    A seat stands for its places. Numbered cards of the board are the board, and the lines of the shoe the shoe. All
    other lines go by their kind. An unknown name stays as it is.
    """
    return tuple(dict.fromkeys(map(_widely, names)))


def _widely(name: str) -> str:
    spot, line = _SPOTS.get(name), _LINES.get(name)
    if spot is not None:
        return spot.kind if spot.seat is None else f"seat:{spot.seat}"
    if line is None:
        return name
    return "shoe" if line.kind in ("beam", "back", "lid") else line.kind
