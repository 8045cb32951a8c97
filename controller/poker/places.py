"""Where cards and chips lie, as small integers for speed and as texts for messages.

- Card spots: "seat:1".."seat:10", "board:1".."board:5", "muck".
- Chip areas: "stack:N", "bet:N", "hand:N" (in the player's hand), "pot", "tray", "drop", "dealer" (in the dealer's
  hand).
"""

from typing import Final, Literal, get_args

Seat = int
Place = int

SEATS: Final = range(1, 11)
SEAT: Final = 0  # SEAT + n, n in 1..10
BOARD: Final = 10  # BOARD + n, n in 1..5
MUCK: Final = 16
ON_BOARD: Final = frozenset(range(BOARD + 1, MUCK))
STACK: Final = 20  # STACK + n
BET: Final = 30  # BET + n
HAND: Final = 40  # HAND + n
POT: Final = 51
TRAY: Final = 52
DROP: Final = 53
DEALER: Final = 54
PLACES: Final = 55  # one more than the highest place: the length of a list indexed by place

_KINDS: Final = (
    {
        base + n: (kind, n)
        for base, kind in ((SEAT, "seat"), (STACK, "stack"), (BET, "bet"), (HAND, "hand"))
        for n in SEATS
    }
    | {spot: ("board", spot - BOARD) for spot in ON_BOARD}
    | {MUCK: ("muck", 0), POT: ("pot", 0), TRAY: ("tray", 0), DROP: ("drop", 0), DEALER: ("dealer", 0)}
)
_TEXTS: Final = {place: f"{kind}:{n}" if n else kind for place, (kind, n) in _KINDS.items()}
_PLACES: Final = {text: value for value, text in _TEXTS.items()}
BOARD_SPOTS: Final = frozenset(_TEXTS[spot] for spot in ON_BOARD)
"""The texts of the spots of the board."""

_SEATS: Final = {_TEXTS[SEAT + n]: n for n in SEATS}

SeatSpot = Literal[
    "seat:1", "seat:2", "seat:3", "seat:4", "seat:5", "seat:6", "seat:7", "seat:8", "seat:9", "seat:10"
]  # fmt: skip
End = SeatSpot | Literal["shoe", "stub", "aside", "burn", "board", "muck", "floor", "table"]
"""Where a movement of a card begins or ends. "board": the spot of the board that is due, or any."""

_BY_PLACE: Final = [_KINDS.get(value, ("", 0)) for value in range(PLACES)]
SEAT_OF_STACK: Final = tuple(n if kind == "stack" else 0 for kind, n in _BY_PLACE)
SEAT_OF_LINE: Final = tuple(n if kind == "bet" else 0 for kind, n in _BY_PLACE)
"""The seat whose stack or bet line a place is, 0 if it is none."""

_SEAT_ENDS: Final[dict[Place, SeatSpot]] = {_SEATS[spot]: spot for spot in get_args(SeatSpot)}


def place(text: str) -> Place:
    """The place of a text. Its ValueError names the text and what is allowed."""
    try:
        return _PLACES[text]
    except KeyError:
        allowed = "seat:1-10, board:1-5, muck, stack:1-10, bet:1-10, hand:1-10, pot, tray, drop, dealer"
        raise ValueError(f"no place is called {text!r}. Allowed: {allowed}") from None


def place_text(value: Place) -> str:
    """The text of a place: `place_text(place("bet:3")) == "bet:3"`."""
    return _TEXTS[value]


def place_kind(value: Place) -> tuple[str, int]:
    """The kind of a place, and which of its kind: `("bet", 3)`. 0: there is one of the kind."""
    return _KINDS[value]


def is_stack(area: Place) -> bool:
    """Whether that is the stack of a seat. The one of seat 10 is number `BET`."""
    return SEAT_OF_STACK[area] > 0


def seat_called(text: str) -> Seat | None:
    """The seat whose card spot has that text, None for any other text: `seat_called("seat:3") == 3`."""
    return _SEATS.get(text)


def seat_end(seat: Seat) -> End:
    """The card spot of a seat as the end of a movement: `seat_end(3) == "seat:3"`."""
    return _SEAT_ENDS[seat]


def end_at(spot: Place) -> End:
    """A card spot as the end of a movement. Raises KeyError: no card lies there."""
    return "muck" if spot == MUCK else "board" if spot in ON_BOARD else _SEAT_ENDS[spot]


def is_called(value: Place, text: str) -> bool:
    """Whether that is the text of the place. 0 and places without an antenna (burns, cards set aside) have none."""
    return _TEXTS.get(value) == text
