"""The health of a part: to the controller as `PartHealth`, and in the log. Repetitions are left out."""

from collections.abc import Iterable

import structlog

from firmware_bridge.messages.base import LONGEST_CAUSE
from firmware_bridge.messages.places import spot_called
from firmware_bridge.messages.sensed import PartHealth
from firmware_bridge.messages.tablefile import Part
from firmware_bridge.parts.lifecycle import WORKING, Change, State

log = structlog.get_logger("bridge")

# Reported every time. A part stays in these states, and a technician acts on them.
LASTING = WORKING | {State.ABSENT, State.QUARANTINED}
# Worth a warning. The others are steps on the way.
BAD = frozenset({State.ABSENT, State.LOST, State.BACK_OFF, State.QUARANTINED, State.DEGRADED})


class Health:
    """Keeps what has been reported of each part since it last worked."""

    def __init__(self) -> None:
        self._told: dict[str, set[tuple[State, str]]] = {}

    def serial(self, part: Part, change: Change, identity: str = "") -> list[PartHealth]:
        """Report a change of a serial part. `identity` is what the part calls itself."""
        places = tuple(part.antennas[number] for number in sorted(part.antennas, key=int))
        found = self._tell(part.name, part.kind, change, places, part.seat or _one_seat(places))
        if change.after not in WORKING:
            return found
        return [health.model_copy(update={"identity": identity[:LONGEST_CAUSE]}) for health in found]

    def pins(self, change: Change, names: Iterable[str], door_open: bool = False) -> list[PartHealth]:
        """Report a change of the GPIO lines."""
        found = self._tell("gpio", "gpio", change, tuple(names), None)
        return [health.model_copy(update={"door_open": door_open}) for health in found]

    def _tell(
        self, name: str, kind: str, change: Change, places: tuple[str, ...], seat: int | None
    ) -> list[PartHealth]:
        told = self._told.setdefault(name, set())
        again = (change.after, change.cause) in told
        if change.after in LASTING:
            told.clear()
        told.add((change.after, change.cause))
        self._log(name, kind, change, again)
        if again and change.after not in LASTING:
            return []
        state, cause = change.after.name_on_the_wire, change.cause[:LONGEST_CAUSE]
        return [PartHealth(part=name, what=kind, state=state, cause=cause, seat=seat, places=places)]

    def _log(self, name: str, kind: str, change: Change, again: bool) -> None:
        say = log.bind(part=name, kind=kind, state=change.after.value)
        if change.downtime is not None:
            say.info("works again", downtime_s=round(change.downtime / 1e9, 2), cause=change.cause)
        elif change.after is State.READY:
            say.info("ready")
        elif change.after in BAD and not again:
            say.warning("part in trouble", cause=change.cause)
        else:
            say.debug("part", cause=change.cause)


def _one_seat(places: tuple[str, ...]) -> int | None:
    """The seat that a part serves, if all its places belong to one seat."""
    seats = {spot_called(place).seat for place in places}
    return seats.pop() if len(seats) == 1 else None
