"""The shoe of a table whose controller does not run: what is drawn from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from controller.enrolment.stand_in import StandIn
from controller.service.transport.links import Links
from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.sensed import CardDrawn, PartHealth

SHOE = "shoe"

Trouble = Callable[[str], None]
"""Takes what a part complains of, for the person before it."""


class Shoe:
    """What is drawn, card by card."""

    def __init__(self, links: Links, trouble: Trouble) -> None:
        self._bridge, self._trouble = StandIn(links, SHOE), trouble

    def draws(self, now: int) -> Iterator[tuple[TagId, ...]]:
        """The tags of each draw that has come in since, oldest first."""
        for body in self._bridge.sensed(now):
            if isinstance(body, CardDrawn):
                yield body.tags
            elif isinstance(body, PartHealth) and body.cause:
                self._trouble(body.cause)
