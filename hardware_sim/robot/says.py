"""What the table says, in one form at every simulation level, and what the people at it enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from controller.poker.outcomes import Param
from controller.rulebooks.variants import HOLDEM, GameVariant, variant_of
from controller.table import SeatView, View
from firmware_bridge.messages.base import Role
from firmware_bridge.messages.public import PublicSeat, PublicState, Text
from firmware_bridge.messages.told import Told
from hardware_sim.shown import ShownRuling


@dataclass(frozen=True, slots=True)
class Step:
    """The dealer's next step: its key and parameters, as `controller.table.view.model.Step` lists them."""

    key: str
    params: Mapping[str, Param] = field(default_factory=dict)

    @property
    def seat(self) -> int:
        """The seat it concerns, or 0 if there is none."""
        return self.number("seat")

    def number(self, name: str) -> int:
        """Return an integer parameter, or 0 if it is missing."""
        value = self.params.get(name)
        return value if isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class AskSays:
    """An open question."""

    id: str
    key: str
    options: tuple[str, ...]
    default: str | None
    role: str


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
    step: Step | None
    seats: Mapping[int, SeatView | PublicSeat]
    board: tuple[str, ...]
    pot: int
    asks: tuple[AskSays, ...]
    alarms: tuple[str, ...]
    rulings: tuple[ShownRuling, ...]
    pots: tuple[tuple[int, ...], ...] = ()
    """The seats that can win each pot, the main pot first."""
    big_blind: int = 0
    variant: GameVariant = HOLDEM

    @property
    def summary(self) -> str:
        """One line for a message: phase, turn, next step, alarms."""
        turn = f", seat {self.turn} to act ({', '.join(self.options)})" if self.turn else ""
        step = "nothing" if self.step is None else " ".join([self.step.key, *map(_param, self.step.params.items())])
        asks = "".join(f", asks {ask.key} of {'/'.join(ask.options)}" for ask in self.asks)
        alarms = f", alarms: {', '.join(self.alarms)}" if self.alarms else ""
        return f"phase {self.phase}{turn}, next step {step}{asks}{alarms}"


def _param(item: tuple[str, Param]) -> str:
    return f"{item[0]}={item[1]}"


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


# --- from the core's view -------------------------------------------------------------------------------------------


def from_view(view: View) -> Says:
    """Return what the core's view says."""
    return Says(
        phase=view.phase,
        hand=view.hand,
        button=view.button,
        turn=view.turn,
        to_call=view.to_call,
        call_total=view.call_total,
        min_raise=view.min_raise,
        max_raise=view.max_raise,
        options=view.options,
        step=None if view.next_step is None else Step(view.next_step.key, dict(view.next_step.params)),
        seats={seat.seat: seat for seat in view.seats},
        board=view.board,
        pot=sum(pot.amount for pot in view.pots),
        asks=tuple(AskSays(a.id, a.key, a.options, a.default, a.role) for a in view.asks),
        alarms=tuple(_alarm(a.key, a.seat, a.figure) for a in view.alarms),
        rulings=view.rulings,
        pots=tuple(pot.seats for pot in view.pots),
        big_blind=int(view.level.split("/")[1]),
        variant=view.variant,
    )


def _alarm(key: str, seat: object, amount: object) -> str:
    return " ".join([key, *([f"seat={seat}"] if seat else []), *([f"amount={amount}"] if amount is not None else [])])


# --- from the public stream -----------------------------------------------------------------------------------------


def from_public(state: PublicState) -> Says:
    """Return what the controller's public state says."""
    return Says(
        phase=state.phase,
        hand=state.hand,
        button=state.button,
        turn=state.turn,
        to_call=state.to_call,
        call_total=state.call_total,
        min_raise=state.min_raise,
        max_raise=state.max_raise,
        options=state.options,
        step=None if state.next_step is None else Step(_bare(state.next_step.key), dict(state.next_step.params)),
        seats={seat.seat: seat for seat in state.seats},
        board=state.board,
        pot=sum(pot.amount for pot in state.pots),
        asks=tuple(AskSays(a.id, _bare(a.text.key), a.options, a.default, a.role) for a in state.asks),
        alarms=tuple(_alarm_of_public(text) for text in state.alarms),
        rulings=state.rulings,
        pots=tuple(pot.seats for pot in state.pots),
        big_blind=state.big_blind,
        variant=variant_of(state.variant),
    )


def _bare(key: str) -> str:
    """The key without its section: `step.deal` is the step `deal`."""
    return key.partition(".")[2] or key


def _alarm_of_public(text: Text) -> str:
    return _alarm(_bare(text.key), text.params.get("seat"), text.params.get("amount"))
