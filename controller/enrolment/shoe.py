"""The shoe of a table whose controller does not run. This process takes its place, and listens only to its bridge."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from controller.service.transport.links import Links
from controller.service.transport.sources import BRIDGE, may_send
from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.orders import Attention
from firmware_bridge.messages.sensed import CardDrawn, PartHealth
from firmware_bridge.messages.wire import Ack, Event, Hello, Welcome

SHOE = "shoe"
EPOCH = 1  # of a bridge that is started for this, and ends with it

Trouble = Callable[[str], None]
"""Takes what a part of the shoe complains of, for the person before it."""


class Shoe:
    """What is drawn, message by message. Nothing is journalled: there is no hand."""

    def __init__(self, links: Links, trouble: Trouble) -> None:
        self._links, self._trouble = links, trouble
        self._heard = 0

    def draws(self, now: int) -> Iterator[tuple[TagId, ...]]:
        """The tags of each draw that has come in since, oldest first."""
        for identity, message in self._links.incoming(now):
            if message.source != BRIDGE:
                continue
            if isinstance(message, Hello) and message.epoch in (None, EPOCH):
                self._greet(identity)
            elif isinstance(message, Event):
                yield from self._take(message)

    def _greet(self, identity: bytes) -> None:
        self._links.greet(BRIDGE, identity, EPOCH)
        self._links.send(BRIDGE, Welcome(epoch=EPOCH, acked=self._heard))
        self._links.send(BRIDGE, Attention(epoch=EPOCH, revision=1, places=(SHOE,)))

    def _take(self, event: Event) -> Iterator[tuple[TagId, ...]]:
        if not may_send(BRIDGE, event.body) or event.epoch != EPOCH:
            return
        if event.sequence == self._heard + 1:
            self._heard += 1
            if isinstance(event.body, CardDrawn):
                yield event.body.tags
            elif isinstance(event.body, PartHealth) and event.body.cause:
                self._trouble(event.body.cause)
        self._links.send(BRIDGE, Ack(epoch=EPOCH, sequence=self._heard))
