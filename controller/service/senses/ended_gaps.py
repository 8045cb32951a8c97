"""Gaps of the senses that are over: which places the dealer looks at, and for how long. Pure."""

from firmware_bridge.messages.places import as_people_say
from firmware_bridge.messages.public import PublicAlarm, alarm_of
from firmware_bridge.messages.sensed import SensingGap

LOOK_FOR = 15_000_000_000
"""How long (ns) a gap is shown after its end: time to look there, and to report what moved meanwhile."""
MOST_PLACES = 2
"""An alarm that named more of them would have more than twelve words."""


class EndedGaps:
    """The gaps that have ended, as long as they are shown."""

    def __init__(self) -> None:
        self._gaps: list[tuple[SensingGap, int]] = []  # each with its end, ns

    def add(self, gap: SensingGap, end: int) -> None:
        """Show a gap from its end on."""
        self._gaps = [*self._shown(end), (gap, end)]

    def alarms(self, now: int) -> tuple[PublicAlarm, ...]:
        """Return one alarm for all places that were not read until a moment ago, with the longest time."""
        shown = self._shown(now)
        if not shown:
            return ()
        places = as_people_say(place for gap, _ in shown for place in gap.places)
        seconds = -(-max(end - gap.since for gap, end in shown) // 1_000_000_000)
        if 0 < len(places) <= MOST_PLACES:
            return (alarm_of("sensing.gap", places=places, seconds=seconds),)
        return (alarm_of("sensing.gaps", seconds=seconds),)

    def end_of_alarms(self) -> list[int]:
        """The times (ns) at which gaps are no longer shown."""
        return [end + LOOK_FOR for _, end in self._gaps]

    def forget(self) -> None:
        """Show none of them any more: another hand has begun, or the clock was reset."""
        self._gaps.clear()

    def _shown(self, now: int) -> list[tuple[SensingGap, int]]:
        return [(gap, end) for gap, end in self._gaps if end + LOOK_FOR > now]
