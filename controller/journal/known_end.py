"""How far a journal goes by the head file, which lies outside the database."""

from controller.journal.archive import Archive
from controller.journal.errors import JournalFault
from controller.journal.head import Head, HeadFile
from controller.journal.records import chain_key
from controller.journal.sealing import HandKeys, SealingError


class KnownEnd:
    """The end of a journal whose open period has the number `period` and the chain key `chain`."""

    def __init__(self, archive: Archive, head_file: HeadFile, keys: HandKeys, period: int, chain: bytes) -> None:
        self._archive, self._head_file, self._keys = archive, head_file, keys
        self._period, self._chain = period, chain

    def check(self, counted: int) -> None:
        """Check how far the journal goes. `counted`: its refused entries without a record. Raises JournalFault."""
        head = self._newest()
        seq, _ = self._archive.last()
        if head.period > self._period:
            raise JournalFault("journal_behind", f"the close of period {head.period - 1} is missing")
        if head.seq > max(seq, self._archive.before(self._period)):
            missing = f"record {head.seq} is" if head.seq == seq + 1 else f"records {seq + 1} to {head.seq} are"
            raise JournalFault("journal_behind", f"{missing} missing: the write-ahead log was damaged or removed")
        record = self._archive.record(head.seq)
        if record is not None and record.hash != head.hash:
            raise JournalFault("journal_chain", f"record {head.seq} is not the one that was written")
        if head.period == self._period and counted < head.refused:
            raise JournalFault("journal_behind", f"{head.refused - counted} refused entries are missing")

    def _newest(self) -> Head:
        try:
            head = self._head_file.newest(self._chain_of)
        except FileNotFoundError:
            raise JournalFault("journal_head", f"{self._head_file.path} is missing") from None
        except OSError as error:
            raise JournalFault("journal_head", str(error)) from None
        if head is None:
            raise JournalFault("journal_head", f"{self._head_file.path} is damaged")
        return head

    def _chain_of(self, period: int) -> bytes | None:
        if period == self._period:
            return self._chain
        hand = self._archive.hand(period + 1)
        if hand is not None:
            return hand.ended
        try:
            return chain_key(self._keys.load(period))
        except SealingError:
            return None

    def believes(self, head: Head) -> bool:
        """Whether a head that is not verified yet is no later than the newest one that is."""
        newest = self._head_file.newest(self._chain_of)
        return newest is not None and head.count <= newest.count
