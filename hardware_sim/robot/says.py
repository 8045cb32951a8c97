"""How robot and players reach the table, and what they wait for."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from firmware_bridge.messages.roles import Role
from firmware_bridge.messages.told import Told
from hardware_sim.shown import ShownAlarm, ShownSituation


def summary(shown: ShownSituation) -> str:
    """Return one line for a message: phase, turn, next step, questions, alarms."""
    turn = f", seat {shown.turn} to act ({', '.join(shown.options)})" if shown.turn else ""
    due = shown.next_step
    step = "nothing" if due is None else " ".join([due.key, *map(_param, dict(due.params).items())])
    asks = "".join(f", asks {ask.key} of {'/'.join(ask.options)}" for ask in shown.asks)
    alarms = f", alarms: {', '.join(map(_alarm, shown.alarms))}" if shown.alarms else ""
    return f"phase {shown.phase}{turn}, next step {step}{asks}{alarms}"


def _param(item: tuple[str, object]) -> str:
    return f"{item[0]}={item[1]}"


def _alarm(alarm: ShownAlarm) -> str:
    seat = [f"seat={alarm.seat}"] if alarm.seat else []
    return " ".join([alarm.key, *seat, *([] if alarm.figure is None else [f"amount={alarm.figure}"])])


class TableLink(Protocol):
    """The connection between the people and the table, both ways."""

    @property
    def says(self) -> ShownSituation:
        """What the table says now."""

    def tell(self, role: Role, told: Told) -> None:
        """Make an entry. A refusal shows in `refusals`."""

    @property
    def refusals(self) -> list[str]:
        """Reasons of the entries that the table refused, oldest first."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Go on after so many nanoseconds of the table's time."""

    duration: int


@dataclass(frozen=True, slots=True)
class Until:
    """Go on once the table says what is awaited. Fail with `what` if it does not within `patience` (ns)."""

    holds: Callable[[ShownSituation], bool] = field(repr=False)
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
