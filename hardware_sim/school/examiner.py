"""Measures how one mistake is put right, by what the table itself says. Pure: states and times go in."""

from typing import Final

from firmware_bridge.messages.public import PublicAlarm, PublicState
from hardware_sim.trials.slips import Slip
from hardware_sim.trials.watch import LASTING

from .record import LONGEST, MOST_WRONG, Attempt

WRONG: Final = frozenset(key for slip in Slip for key in slip.value)
"""Alarms by which the table says that a movement was wrong."""
CALM: Final = 1_500_000_000
"""Time in ns without anything to put right after which a mistake is over. The table asks the next question within
one sweep of its antennas, half a second."""
SECOND: Final = 1_000_000_000

Alarmed = tuple[str, int | None, str | None, int | None]


def open_trouble(state: PublicState) -> bool:
    """Return whether something is to be put right now."""
    due = any(move.state == "next" for remedy in state.remedies for move in remedy.moves)
    return due or bool(state.asks) or any(alarm.key not in LASTING for alarm in state.alarms)


class Examiner:
    """Follows one mistake, from the moment at which the table notices it.

    A movement counts as wrong if the table says so after the pupil has moved something. `matters`: what the table
    has ruled on, by rule key.
    """

    def __init__(self, kind: str, state: PublicState, now: int, wrong: int = 0) -> None:
        """`wrong`: movements that were wrong already, such as a mistake of the pupil's own."""
        self.kind = kind
        self.wrong = wrong
        self.matters: set[str] = set()
        self.shown = False
        """Whether the robot shows how it is put right."""
        self._since = now
        self._calm_since: int | None = None
        self._moved = False
        self._alarmed = _alarmed(state)
        self._movements: set[tuple[str, int]] = set()
        self._note_movements(state)

    def moved(self) -> None:
        """Note that the pupil has moved something on the table."""
        self._moved = True

    def seconds(self, now: int) -> float:
        """Return how long the pupil has been at it."""
        return ((now if self._calm_since is None else self._calm_since) - self._since) / SECOND

    def look(self, state: PublicState, now: int) -> Attempt | None:
        """Take in what the table says. Return the attempt once all is right."""
        self._note_movements(state)
        alarmed = _alarmed(state)
        if self._moved:
            self.wrong += len([alarm for alarm in alarmed - self._alarmed if alarm[0] in WRONG])
        self._alarmed = alarmed
        if open_trouble(state):
            self._calm_since = None
            return None
        if self._calm_since is None:
            self._calm_since = now
        return self._attempt(now) if now - self._calm_since >= CALM else None

    def _attempt(self, now: int) -> Attempt:
        return Attempt(
            kind=self.kind,
            seconds=min(round(self.seconds(now), 1), LONGEST),
            movements=len(self._movements),
            wrong=min(self.wrong, MOST_WRONG),
            shown=self.shown,
        )

    def _note_movements(self, state: PublicState) -> None:
        for remedy in state.remedies:
            self.matters.add(remedy.matter)
            self._movements |= {(remedy.ruling, number) for number, _ in enumerate(remedy.moves)}


def _alarmed(state: PublicState) -> set[Alarmed]:
    return {_identity(alarm) for alarm in state.alarms}


def _identity(alarm: PublicAlarm) -> Alarmed:
    return (alarm.key, alarm.seat, alarm.place, alarm.card)
