"""The durable record: what was taken in is committed before its consequence leaves the process."""

from controller.journal.faults import Fault, FaultLatch
from controller.journal.records import Entry, Record
from controller.journal.sealing import (
    HandKeys,
    SealingError,
    Surveillance,
    open_surveillance_copy,
    surveillance_key_lies_at,
)
from controller.journal.store import Checkpoint, Journal, JournalError, JournalFault, Opened

__all__ = [
    "Checkpoint", "Entry", "Fault", "FaultLatch", "HandKeys", "Journal", "JournalError", "JournalFault", "Opened",
    "Record", "SealingError", "Surveillance", "open_surveillance_copy", "surveillance_key_lies_at",
]  # fmt: skip
