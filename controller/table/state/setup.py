"""The description of a table before its first event: parts present, seats, stakes, rulebook."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.poker.places import SEATS, Seat
from controller.rulebooks.variants import HOLDEM, GameVariant

ALL_SEATS: Final = tuple(SEATS)
SIMULTANEOUS: Final = 500_000_000  # ns. Acts within this time are simultaneous, if a rulebook rules on that. [M]
MOTION_RESOLUTION: Final = 300_000_000  # ns. Two motions of one hand closer than this look like one. [M]


@dataclass(frozen=True, slots=True)
class Parts:
    """Which parts sense. For a part that is False or missing, the dealer enters the facts."""

    shoe: bool = True
    card_spots: bool = True
    faces: bool = True  # tags are registered as cards. False: the dealer names hands and winners
    board: bool = True
    chips: tuple[Seat, ...] = ALL_SEATS  # seats whose stack and bet line are read
    pot: bool = True
    button: bool = True
    posts: bool = True


@dataclass(frozen=True, slots=True)
class Stakes:
    """Blinds and antes in minor units. In limit the big blind is the small bet unless `small_bet` says otherwise."""

    small_blind: int
    big_blind: int
    ante: int = 0  # by every seat dealt in
    big_blind_ante: int = 0  # by the big blind alone, for all
    small_bet: int = 0
    big_bet: int = 0

    @property
    def text(self) -> str:
        """ "100/200", "100/200/25" with an ante, "100/200/bb200" with a big blind ante."""
        blinds = f"{self.small_blind}/{self.big_blind}"
        if self.ante:
            return f"{blinds}/{self.ante}"
        return f"{blinds}/bb{self.big_blind_ante}" if self.big_blind_ante else blinds


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a tournament. `lasts`: ns, 0 until the floor announces the next. `pause`: a break after it, ns."""

    stakes: Stakes
    lasts: int = 0
    pause: int = 0


class Latecomers(Enum):
    """How the event treats players who have not come when it starts."""

    UNSAID = ""
    FREE = "free"  # they have not paid: once their time is over, their chips leave the event
    PREPAID = "prepaid"  # they have paid: they post blinds until they come, or have nothing left
    REGISTER_LATE = "late_registration"  # they get no cards before they come, then a full stack


@dataclass(frozen=True, slots=True)
class Schedule:
    """The figures that the management of a tournament has fixed. 0: not fixed.

    `players`: those of the whole event. `rebuy_levels`: how many levels allow rebuys, 0 for a freezeout.
    """

    levels: tuple[Level, ...] = ()
    players: int = 0
    starting_stack: int = 0
    rebuy_stack: int = 0
    rebuy_levels: int = 0
    rebuy_limit: int = 0  # of one player
    addon_stack: int = 0
    addon_times: int = 1  # stacks for the price of one
    latecomers: Latecomers = Latecomers.UNSAID
    late_levels: int = 0  # during which late players may still come. 0: as the rulebook says


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A held seat. `chips`: the denominations of the stack, if known. A later `Snapshot` overrides them."""

    seat: Seat
    stack: int
    chips: tuple[int, ...] | None = None
    sitting_out: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """A whole table. `button`: the button of the first hand. `rulebook` and `structure` name the rules.

    Raises ValueError with every error at once:

    - a seat that is named twice, is not from 1 to 10, or that the table does not have
    - a stack that the smallest chip does not divide, or chips that do not add up to the stack
    - a button at no seat
    - a smallest chip below 1, a small blind above the big blind, or a negative ante
    - a structure with which the variant is not played
    """

    seats: tuple[SeatSetup, ...]
    button: Seat
    stakes: Stakes
    rulebook: str = ""  # shown until the first hand pins one
    structure: str = "no_limit"
    smallest_chip: int = 1
    parts: Parts = Parts()
    motion_resolution: int = MOTION_RESOLUTION
    simultaneous: int = SIMULTANEOUS
    bet_unit: int = 1  # bets are multiples of it, if the rulebook has a rule on it and the house a figure
    tournament: bool = True
    rake_basis_points: int = 0  # the house's own rate, if the rulebook takes a rake and leaves the rate to the house
    rake_maximum: int = 0  # of a hand, in minor units. 0: none
    chairs: tuple[Seat, ...] = ALL_SEATS  # the seats of the table, held or not
    buyin_least: int = 0  # of chips brought to the table, and of a stack that is bought up. 0: no limit
    buyin_most: int = 0  # 0: no limit
    absence: int = 0  # ns until an absent player loses the seat, if the house decides that. 0: no limit
    self_dealt: bool = False  # players deal, without a house dealer
    devices: str = "strict"  # what the organiser tolerates: nothing, "messages" (read or sent), or "calls" too
    schedule: Schedule = Schedule()
    variant: GameVariant = HOLDEM

    def __post_init__(self) -> None:
        """Refuse a description that cannot be a table."""
        errors = [*self._seat_errors(), *self._stack_errors(), *self._stake_errors(), *self._structure_errors()]
        if errors:
            raise ValueError("\n".join(errors))

    def _seat_errors(self) -> list[str]:
        numbers = [s.seat for s in self.seats]
        errors = [f"seat {n}: seats are numbered 1 to 10" for n in numbers if n not in SEATS]
        if len(set(numbers)) != len(numbers):
            errors.append(f"seats {numbers}: each seat once")
        chairs = set(self.chairs)
        errors += [
            f"seat {n}: the table has seats {sorted(chairs)}" for n in numbers if n in SEATS and n not in chairs
        ]
        if self.button not in SEATS:
            errors.append(f"button {self.button}: allowed is a seat, 1 to 10")
        return errors

    def _stack_errors(self) -> list[str]:
        errors = []
        for s in self.seats:
            whole = s.chips is not None and sum(s.chips) == s.stack  # as it lies, with chips too small to play
            if s.stack < 0 or (s.stack % self.smallest_chip and not whole):
                errors.append(f"seat {s.seat}: stack {s.stack} is not made of chips of {self.smallest_chip}")
            if s.chips is not None and sum(s.chips) != s.stack:
                errors.append(f"seat {s.seat}: chips add up to {sum(s.chips)}, the stack is {s.stack}")
        return errors

    def _stake_errors(self) -> list[str]:
        k = self.stakes
        if self.smallest_chip < 1:
            return [f"smallest chip {self.smallest_chip}: at least 1"]
        if k.big_blind <= 0 or not 0 <= k.small_blind <= k.big_blind:
            return [
                f"blinds {k.small_blind}/{k.big_blind}: the small blind is at most the big blind, which is positive"
            ]
        levels = [level.stakes for level in self.schedule.levels]
        errors = [
            f"level {s.text}: the small blind is at most the big blind"
            for s in levels
            if not 0 <= s.small_blind <= s.big_blind
        ]
        return errors + [f"ante {a}: not negative" for a in (k.ante, k.big_blind_ante) if a < 0]

    def _structure_errors(self) -> list[str]:
        if self.structure in self.variant.structures:
            return []
        return [f"structure {self.structure!r}: {self.variant.key} is played {', '.join(self.variant.structures)}"]
