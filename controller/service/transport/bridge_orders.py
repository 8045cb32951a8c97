"""Orders to the bridge: pages, the latch, attention. Only what changed is sent, and everything to a new bridge."""

from collections.abc import Iterable, Iterator
from itertools import islice

from controller.pages import Page
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.guided import GuidedAct
from firmware_bridge.messages.orders import Attention, HandLatch, LeadTest, ShowPage


class Orders:
    """Remembers the last orders to the bridge. Revisions count on through a controller's life, which is the epoch."""

    def __init__(self, epoch: int) -> None:
        self._epoch, self._revision = epoch, 0
        self._told: dict[str, object] = {}

    def forget(self) -> None:
        """Forget what was sent, as the bridge is new. Everything is sent again."""
        self._told.clear()

    def due(self, pages: Iterable[tuple[int, Page]], places: tuple[str, ...], in_hand: bool) -> Iterator[Message]:
        """Yield the orders that bring the bridge up to date. The first page goes before everything else.

        `pages`: each seat's page, most urgent first. They are taken one by one, so a page may be made only when the
        one before it is out.
        """
        seats = iter(pages)
        yield from self._pages(islice(seats, 1))
        if self._changed("latch", in_hand):
            yield HandLatch(epoch=self._epoch, revision=self._next(), in_progress=in_hand)
        if self._changed("attention", places):
            yield Attention(epoch=self._epoch, revision=self._next(), places=places)
        yield from self._pages(seats)

    def lead(self, act: GuidedAct) -> LeadTest:
        """Return the order that leads a guided test. It is sent once."""
        return LeadTest(epoch=self._epoch, revision=self._next(), act=act)

    def _pages(self, pages: Iterable[tuple[int, Page]]) -> Iterator[ShowPage]:
        for seat, page in pages:
            if self._changed(f"page {seat}", page):
                yield ShowPage(
                    seat=seat, epoch=self._epoch, revision=self._next(), page=page.name, values=page.values
                )

    def _changed(self, what: str, value: object) -> bool:
        if what in self._told and self._told[what] == value:
            return False
        self._told[what] = value
        return True

    def _next(self) -> int:
        self._revision += 1
        return self._revision
