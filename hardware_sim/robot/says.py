"""What the table says, in one form at every simulation level, and what the people at it enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from controller.rulebooks.variants import HOLDEM, GameVariant, variant_of
from firmware_bridge.messages.roles import Role
from firmware_bridge.messages.told import Told
from hardware_sim.shown import ShownAlarm, ShownAsk, ShownRuling, ShownSeat, ShownSituation, ShownStep


@dataclass(frozen=True, slots=True)
class Says:
    """Everything that the robot and the players act on."""

    phase: str
    hand: int
    button: int | None
    turn: int | None
    to_call: int
    call_total: int
    min_raise: int | None
    max_raise: int | None
    options: tuple[str, ...]
    step: ShownStep | None
    seats: Mapping[int, ShownSeat]
    board: tuple[str, ...]
    pot: int
    asks: tuple[ShownAsk, ...]
    alarms: tuple[ShownAlarm, ...]
    rulings: tuple[ShownRuling, ...]
    pots: tuple[tuple[int, ...], ...] = ()
    """The seats that can win each pot, the main pot first."""
    big_blind: int = 0
    variant: GameVariant = HOLDEM

    @property
    def summary(self) -> str:
        """One line for a message: phase, turn, next step, alarms."""
        turn = f", seat {self.turn} to act ({', '.join(self.options)})" if self.turn else ""
        step = (
            "nothing"
            if self.step is None
            else " ".join([self.step.key, *map(_param, dict(self.step.params).items())])
        )
        asks = "".join(f", asks {ask.key} of {'/'.join(ask.options)}" for ask in self.asks)
        alarms = f", alarms: {', '.join(map(_alarm, self.alarms))}" if self.alarms else ""
        return f"phase {self.phase}{turn}, next step {step}{asks}{alarms}"


def _param(item: tuple[str, object]) -> str:
    return f"{item[0]}={item[1]}"


def _alarm(alarm: ShownAlarm) -> str:
    seat = [f"seat={alarm.seat}"] if alarm.seat else []
    return " ".join([alarm.key, *seat, *([] if alarm.figure is None else [f"amount={alarm.figure}"])])


class TableLink(Protocol):
    """The connection between the people and the table, both ways."""

    @property
    def says(self) -> Says:
        """What the table says now."""
        ...

    def tell(self, role: Role, told: Told) -> None:
        """Make an entry. A refusal shows in `refusals`."""
        ...

    @property
    def refusals(self) -> list[str]:
        """Reasons of the entries that the table refused, oldest first."""
        ...


@dataclass(frozen=True, slots=True)
class Pause:
    """Go on after so many nanoseconds of the table's time."""

    duration: int


@dataclass(frozen=True, slots=True)
class Until:
    """Go on once the table says what is awaited. Fail with `what` if it does not within `patience` (ns)."""

    holds: Callable[[Says], bool] = field(repr=False)
    what: str
    patience: int | None = 30_000_000_000
    """Ten times as long as a slow sweep of all antennas. None waits for ever (for a person)."""
    fatal: bool = True
    """If False, go on when the patience is over."""


Wait = Pause | Until


class Stuck(Exception):
    """The table did not get where it should. The message says what was expected and what it said instead."""


class Refused(Exception):
    """The rulebook does not allow what the hand file does. The message says why."""


def says_of(shown: ShownSituation) -> Says:
    """Return what a table says that shows itself so."""
    return Says(
        phase=shown.phase,
        hand=shown.hand,
        button=shown.button,
        turn=shown.turn,
        to_call=shown.to_call,
        call_total=shown.call_total,
        min_raise=shown.min_raise,
        max_raise=shown.max_raise,
        options=shown.options,
        step=shown.next_step,
        seats={seat.seat: seat for seat in shown.seats},
        board=shown.board,
        pot=sum(pot.amount for pot in shown.pots),
        asks=shown.asks,
        alarms=shown.alarms,
        rulings=shown.rulings,
        pots=tuple(pot.seats for pot in shown.pots),
        big_blind=shown.big_blind,
        variant=variant_of(shown.variant),
    )
