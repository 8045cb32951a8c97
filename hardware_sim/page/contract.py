"""What the simulator's page shows of one person's seat, and what that person can do there.

The page runs in a thread of its own: every method must be callable from any thread, and none may wait for the table.
What is asked for is queued and shows up in a later `state()`. Amounts are in minor units, chips are counted by
denomination.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PartState:
    """One simulated part: its name and kind as in table.toml, whether its cable is in, and the faults set on it."""

    name: str
    kind: str = ""
    plugged: bool = True
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatState:
    """Everything the page shows. `seat` None: nobody has taken a seat, and `cards`, chips and display are empty.

    `cards` are the hole cards of the taken seat ("As", "Td") as its player would see them, and of no other seat.
    They are kept out of every repr. `stack`, `hand` and `bet` count chips by denomination: what lies before the
    player, what he holds, and what lies over the line. `min_raise` and `max_raise` are totals in front of the seat.
    `display` is the page and the values that the bridge has put on the seat's display. `note` is what the robot
    dealer has to say to the person, such as why he is not dealt in yet.
    """

    seat: int | None = None
    free: tuple[int, ...] = ()
    cards: tuple[str, ...] = field(default=(), repr=False)
    stack: Mapping[int, int] = field(default_factory=dict)
    hand: Mapping[int, int] = field(default_factory=dict)
    bet: Mapping[int, int] = field(default_factory=dict)
    turn: int | None = None
    to_call: int = 0
    call_total: int = 0
    min_raise: int | None = None
    max_raise: int | None = None
    board: tuple[str, ...] = ()
    pot: int = 0
    phase: str = ""
    speed: float = 2.0
    paused: bool = False
    display_page: str = ""
    display: Mapping[str, str | int] = field(default_factory=dict)
    parts: tuple[PartState, ...] = ()
    note: str = ""


class SeatControl(Protocol):
    """The robot's side, for the page. Thread-safe. Returns at once."""

    def state(self) -> SeatState:
        """The table as the person at the taken seat sees it now."""
        ...

    def take(self, seat: int) -> None:
        """Sit down at a free seat. Its simple player leaves it."""
        ...

    def leave(self) -> None:
        """Give the seat back to a simple player."""
        ...

    def push(self, chips: Mapping[int, int]) -> None:
        """Push these chips (denomination → count) from the stack over the line, in one motion."""
        ...

    def take_back(self) -> None:
        """Take back the chips last pushed, as far as they still lie on the bet line."""
        ...

    def press(self, key: str) -> None:
        """Press and release a touch area of the seat's display, by its name in the component contract."""
        ...

    def throw_cards(self) -> None:
        """Throw the hand to the muck."""
        ...

    def fault(self, command: str) -> str:
        """Carry out a fault command such as "unplug shoe". Return one line saying what was done.

        Raises ValueError naming the word that was not understood and what is allowed.
        """
        ...

    def set_speed(self, seconds_per_act: float) -> None:
        """How long the simple players and the robot dealer take over each act."""
        ...

    def pause(self, paused: bool) -> None:
        """Let robot dealer and simple players rest, or go on."""
        ...
