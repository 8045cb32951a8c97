"""Where a journal stands: its open period and keys, its last record, what each source has, and why it has stopped."""

import json
from collections.abc import Iterable

from controller.journal.batch import Tally
from controller.journal.checkpoints import Marks
from controller.journal.errors import JournalFault
from controller.journal.head import Head
from controller.journal.records import GENESIS, Entry, Record, chain_key, link


class Standing:
    """The end of what was read, and of what is written after it. `key`, `chain`: b"" while they are not known."""

    def __init__(self) -> None:
        """A journal without a period."""
        self.period = self.seq = self.commits = 0
        self.head = GENESIS
        self.key = self.chain = b""
        self.sources: Marks = {}
        self.durable: Marks = {}
        self.tallies: dict[str, Tally] = {}
        self.failed: JournalFault | None = None

    @property
    def refused(self) -> int:
        """How many refused entries of the open period have no record."""
        return sum(tally.count for tally in self.tallies.values())

    def fail(self, key: str, detail: str) -> JournalFault:
        """Note why the journal takes nothing any more. Return it, to be raised."""
        self.failed = JournalFault(key, detail)
        return self.failed

    # --- as it was read ---------------------------------------------------------------------------------------------

    def goes_on(self, period: int, seq: int, sources: Marks) -> None:
        """Go on after a journal that was put aside, from the last of it that is known."""
        self.period, self.seq = period, seq
        self.has(sources)

    def use(self, key: bytes) -> None:
        """Take the key of the open period."""
        self.key, self.chain = key, chain_key(key)

    def ends(self, seq: int, head: bytes, commits: int) -> None:
        """Take the number and the hash of the last record, and the number of commits."""
        self.seq, self.head, self.commits = seq, head, commits

    def has(self, sources: Marks, tallies: Iterable[Tally] = ()) -> None:
        """Take what each source has. All of it is committed. `tallies`: its refused entries without a record."""
        self.sources = dict(sources)
        for tally in tallies:
            self._count(tally, max(self.sources.get(tally.source, (0, 0)), (tally.epoch, tally.sequence)))
        self.durable = dict(self.sources)

    def _count(self, tally: Tally, mark: tuple[int, int]) -> None:
        self.tallies[tally.source], self.sources[tally.source] = tally, mark

    # --- as it is written -------------------------------------------------------------------------------------------

    def add(self, entry: Entry, sealed: bytes) -> Record:
        """Return the record of an entry, as the next one of the chain. `sealed`: its secret."""
        self.seq += 1
        body = json.dumps(entry.body, separators=(",", ":"), ensure_ascii=False)
        columns = (self.seq, entry.source, entry.epoch, entry.sequence, entry.stamp, entry.kind, self.period, body)
        self.head = link(self.chain, self.head, Record(*columns, sealed, b""))
        self.sources[entry.source] = (entry.epoch, entry.sequence)
        return Record(*columns, sealed, self.head)

    def add_refused(self, entry: Entry) -> Tally:
        """Count a refused entry. Return the count of its source."""
        before = self.tallies.get(entry.source)
        reason = json.dumps(entry.body.get("refused"), ensure_ascii=False)
        tally = Tally(entry.source, entry.epoch, entry.sequence, 1 + (before.count if before else 0), reason)
        self._count(tally, (entry.epoch, entry.sequence))
        return tally

    def begin_period(self, key: bytes) -> None:
        """Begin the next period, with its key."""
        self.period += 1
        self.tallies.clear()
        self.use(key)

    def next_head(self) -> Head:
        """Count a commit. Return the head that it leaves."""
        self.commits += 1
        return self.last_head()

    def committed(self) -> None:
        """Note that all that was added is durable."""
        self.durable = dict(self.sources)

    def last_head(self) -> Head:
        """Return the head of the last commit."""
        return Head(self.commits, self.period, self.seq, self.refused, self.head)
