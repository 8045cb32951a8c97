"""The durable record: what was taken in is committed before its consequence leaves the process."""

from controller.journal.checkpoints import Checkpoint, Saved
from controller.journal.errors import JournalError, JournalFault
from controller.journal.faults import Fault, FaultLatch
from controller.journal.reading import VERIFIED_HANDS, Opened
from controller.journal.records import Entry, Record
from controller.journal.sealing import (
    HandKeys,
    SealingError,
    Surveillance,
    open_surveillance_copy,
    surveillance_key_lies_at,
    surveillance_public,
)
from controller.journal.store import Journal

__all__ = [
    "VERIFIED_HANDS", "Checkpoint", "Entry", "Fault", "FaultLatch", "HandKeys", "Journal", "JournalError",
    "JournalFault", "Opened", "Record", "Saved", "SealingError", "Surveillance", "open_surveillance_copy",
    "surveillance_key_lies_at", "surveillance_public",
]  # fmt: skip
