"""The faults of a journal.

JournalError
 ├─ JournalFault   a write failed, or what lies there is not what was written: the table must be locked
 └─ (JournalError) it cannot be used at all: opened elsewhere, no permission
"""


class JournalError(Exception):
    """The journal cannot be used."""


class JournalFault(JournalError):
    """A write failed, or the journal was altered: the table must be locked. `key` is that of the pages' words."""

    def __init__(self, key: str, detail: str) -> None:
        self.key, self.detail = key, detail
        super().__init__(detail)
