"""Sources are welcomed: each gets its epoch, and the last of its events in the journal."""

from typing import Final

import structlog

from controller.journal import Entry
from controller.service.process.publisher import Publisher
from controller.service.process.records import Records
from controller.service.session.startup import Premises
from controller.service.session.table_session import OWN
from controller.service.transport.acknowledged import Acknowledged
from controller.service.transport.links import Link, Links
from controller.service.transport.sources import BRIDGE, CONSOLE
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.wire import Hello, Welcome

# A source may know of lives that a damaged journal has lost, but of no more than a restart each second for eleven
# days. A number beyond that is invented, and the next ones would leave SQLite's integers.
MOST_LIVES: Final = 1_000_000

log = structlog.get_logger("controller")


class Welcomes:
    """Compares what a source says of itself with the journal, and gives it its epoch."""

    def __init__(
        self, of: Premises, links: Links, loop: Loop, records: Records, publisher: Publisher,
        acknowledged: Acknowledged,
    ) -> None:  # fmt: skip
        self._of, self._links, self._loop, self._records = of, links, loop, records
        self._publisher, self._acknowledged = publisher, acknowledged

    def believable(self, hello: Hello) -> Hello:
        """Return what it says of itself, without what cannot be."""
        if (hello.epoch or 0) <= self._records.journal.reading.high_water(hello.source)[0] + MOST_LIVES:
            return hello
        return hello.model_copy(update={"epoch": None, "last": 0, "acked": 0})

    def claims(self, hello: Hello) -> bool:
        """Whether it says that events were acknowledged that the journal does not have."""
        ahead = (hello.epoch or 0, hello.acked) > self._records.journal.reading.high_water(hello.source)
        return bool(hello.acked) and ahead

    def goes_on(self, known: Link, hello: Hello) -> bool:
        """Whether this is the same process again: it names its epoch, or has not heard of one yet."""
        return hello.epoch == known.epoch or (hello.epoch is None and self._acked(known) == 0)

    def welcome(self, source: str, identity: bytes, epoch: int) -> None:
        """Welcome a source under an epoch that it has already."""
        self._welcome(self._links.greet(source, identity, epoch))

    def begin_epoch(self, source: str, identity: bytes, epoch: int, now: int) -> None:
        """Begin the epoch of a new process. While the table is locked it is journalled only with the unlocking."""
        link = self._links.greet(source, identity, epoch)
        if not self._of.latch.locked:
            self._hello(source, epoch, now)
            self._records.commit()
        self._welcome(link)

    def note_epochs(self) -> None:
        """Journal the epochs that began while the table was locked."""
        for link in self._links:
            if self._records.journal.reading.high_water(link.source)[0] != link.epoch:
                self._hello(link.source, link.epoch, self._loop.now())
        self._records.commit()

    def renew_epochs(self) -> None:
        """Tell each source its new epoch, now or when it reconnects. It then sends what it holds under that epoch."""
        journal = self._records.journal.reading
        for source in sorted({*journal.sources, *(link.source for link in self._links)} - {OWN}):
            link, (epoch, _) = self._links.of(source), journal.high_water(source)
            epoch = 1 + max(epoch, link.epoch if link else 0)
            self._hello(source, epoch, self._loop.now())
            if link is not None:  # both count what is sent to it from the welcome on
                self._links.greet(source, link.identity, epoch).received = link.received
        self._records.commit()
        for link in self._links:
            self._welcome(link)

    def _hello(self, source: str, epoch: int, now: int) -> None:
        self._records.add(Entry(source, epoch, 0, now, "hello", {}))

    def _acked(self, link: Link) -> int:
        epoch, acked = self._records.journal.reading.durable(link.source)
        return acked if epoch == link.epoch else 0

    def _welcome(self, link: Link) -> None:
        acked = self._acked(link)
        if link.source == CONSOLE:
            self._acknowledged.note(link.epoch, acked)
        self._links.send(link.source, Welcome(epoch=link.epoch, acked=acked))
        if link.source == BRIDGE:
            self._publisher.forget_orders()
