"""The dealer button: one hall switch a seat, and the button at exactly one of them. Pure."""

from dataclasses import dataclass

from drivers.gpio.debounce import Change


@dataclass(frozen=True, slots=True)
class Stands:
    """The button stands at this seat (None: nowhere), since within (absent, present] ns."""

    seat: int | None
    absent: int
    present: int


class OneHot:
    """Which one of several switches is on. Two at once are a fault of a switch, and change nothing."""

    def __init__(self) -> None:
        self._on: set[int] = set()
        self.seat: int | None = None

    @property
    def conflict(self) -> tuple[int, ...]:
        """The seats whose switches are on together. Empty if all is well."""
        return tuple(sorted(self._on)) if len(self._on) > 1 else ()

    def start(self, seats: set[int]) -> None:
        """Set the levels at the beginning. They are taken as settled and give no event."""
        self._on = set(seats)
        self.seat = min(seats) if len(seats) == 1 else None

    def change(self, seat: int, on: bool, change: Change) -> list[Stands]:
        """Take a level that a switch has held, for the dwell time if it is on. Return where the button now stands."""
        (self._on.add if on else self._on.discard)(seat)
        if len(self._on) > 1:
            return []
        stands = next(iter(self._on), None)
        if stands == self.seat:
            return []
        self.seat = stands
        return [Stands(stands, change.last_absent, change.first_present)]
