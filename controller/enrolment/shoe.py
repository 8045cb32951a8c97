"""The shoe of a table whose controller does not run: what is drawn from it."""

from collections.abc import Callable, Iterator

from controller.enrolment.stand_in import StandIn
from controller.service.transport.links import Links
from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.sensed import CardDrawn, PartHealth
from firmware_bridge.messages.tablefile import TableFile

SHOE = "shoe"

Trouble = Callable[[str], None]
"""Takes what a part complains of, for the person before it."""


PINS = "gpio"
"""The part of the beams."""


def sensing(table: TableFile) -> frozenset[str]:
    """The parts without which a draw is not sensed: the reader of the shoe, and the lines."""
    readers = {part.name for part in table.part if SHOE in part.antennas.values()}
    return frozenset(readers | ({PINS} if table.gpio is not None else set()))


class Shoe:
    """The draws from the shoe, card by card. `parts`: those without which no draw is sensed."""

    def __init__(self, links: Links, trouble: Trouble, parts: frozenset[str] = frozenset()) -> None:
        self._bridge, self._trouble = StandIn(links, SHOE), trouble
        self._parts, self._waiting = parts, set(parts)

    @property
    def ready(self) -> bool:
        """Whether a draw is sensed now."""
        return not self._waiting

    def draws(self, now: int) -> Iterator[tuple[TagId, ...]]:
        """The tags of each draw that has come in since, oldest first."""
        for body in self._bridge.sensed(now):
            if isinstance(body, CardDrawn):
                yield body.tags
            elif isinstance(body, PartHealth):
                self._note(body)

    def _note(self, health: PartHealth) -> None:
        if health.state == "ready":
            self._waiting.discard(health.part)
        elif health.part in self._parts:
            self._waiting.add(health.part)
        if health.cause:
            self._trouble(health.cause)
