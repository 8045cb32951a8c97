"""A recorded hand, for a person who looks back."""

from __future__ import annotations

import sqlite3

import structlog

from controller.journal import Journal, JournalFault
from controller.journal.recall import steps, told
from firmware_bridge.messages.people import RecalledStep

log = structlog.get_logger("controller")


def recalled(journal: Journal, back: int) -> tuple[RecalledStep, ...]:
    """Return a recorded hand, as far as the journal can be read. This works while the table is locked, too."""
    try:
        records, offset = journal.reading.recall_hand(back)
    except (JournalFault, sqlite3.Error, ValueError) as error:
        log.error("the hand cannot be recalled", detail=str(error))  # noqa: TRY400 - no trace
        return ()
    recorded = steps(((record.period, record) for record in records), offset)
    texts = ((step["record"], *told(step)) for step in recorded)
    return tuple(RecalledStep(record=record, text=text, lines=tuple(lines)) for record, text, *lines in texts)
