"""Pots and a tournament as anyone may see them: one declaration for the core, the public state and the pages. Pure.

Amounts are in minor units. Times are ns of the events' clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

STRICT: Final = {"extra": "forbid"}
"""Unknown fields are refused, as in a message."""


@dataclass(frozen=True, slots=True)
class ShownPot:
    """A pot, main first, and the seats that can win it."""

    __pydantic_config__: ClassVar[Any] = STRICT

    amount: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShownRace:
    """A chip race: chips of `low` leave the game for chips of `high`. All cards are public."""

    __pydantic_config__: ClassVar[Any] = STRICT

    low: int
    high: int
    stage: str  # count exchange conflict draw cards pay
    odd: Mapping[int, int]  # by seat: chips that are drawn for
    number: int  # of higher chips to give
    cards: Mapping[int, tuple[str, ...]]
    owed: Mapping[int, int]  # by seat: cards still to come, in the order of the draw
    served: tuple[int, ...]  # in the order in which the chips are given
    whole: Mapping[int, int] = field(default_factory=dict)  # by seat: higher chips for whole groups
    extra: int = 0  # beyond the number, by the director's decision
    order: tuple[int, ...] = ()  # of the draw
    protected: tuple[int, ...] = ()  # nothing else would be left to them


@dataclass(frozen=True, slots=True)
class Contest:
    """A tournament between its first hand and its last."""

    __pydantic_config__: ClassVar[Any] = STRICT

    level: int  # number of the one in force or announced, from 1
    left: int  # players at all tables
    total: int  # chips in play at this table
    buying: str  # nothing rebuys ending
    next_level: str | None = None  # "150/300", if it is known
    announced: bool = False  # it counts from the next hand
    level_ends: int | None = None  # None while its clock stands
    level_left: int | None = None  # ns, while the clock stands
    on_break: bool = False
    break_ends: int | None = None
    hand_for_hand: bool = False
    waiting: bool = False  # the next hand waits for the floor
    standings: tuple[tuple[int, int], ...] = ()  # (place, seat), the winner first
    average: int = 0  # of the chips, for each player of this table who is not out, rounded down
    closing: int | None = None  # hands played since the rebuy period ended, with this one. None unless it is ending
    deciding: tuple[int, ...] = ()  # broke, and may still buy
    debts: Mapping[int, int] = field(default_factory=dict)  # by seat: chips announced and not paid for
    foreign: Mapping[int, int] = field(default_factory=dict)  # by seat: on a stack, counting for nothing
    withdrawn: tuple[int, ...] = ()  # denominations that are out of the game
    race: ShownRace | None = None
