"""A recorded hand, for a person who looks back."""

import re
import sqlite3
from typing import Any, Final

import structlog

from controller.journal import Journal, JournalFault
from controller.journal.recall import events_of, outcomes_of, steps, time_of
from firmware_bridge.messages.people import RecalledLine, RecalledStep
from firmware_bridge.messages.printable import printable

INNER_CAPITAL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")

log = structlog.get_logger("controller")


def recalled(journal: Journal, back: int) -> tuple[RecalledStep, ...]:
    """Return a recorded hand, as far as the journal can be read. This works while the table is locked, too."""
    try:
        records, offset = journal.reading.recall_hand(back)
    except (JournalFault, sqlite3.Error, ValueError) as error:
        log.error("the hand cannot be recalled", detail=str(error))  # noqa: TRY400 - no trace
        return ()
    return tuple(map(_step, steps(((record.period, record) for record in records), offset)))


def _step(step: dict[str, Any]) -> RecalledStep:
    lines = (
        RecalledLine(name=key_of(name), values=values) for name, values in (*events_of(step), *outcomes_of(step))
    )
    return RecalledStep(
        record=step["record"], time=time_of(step), source=step["source"], kind=step["kind"], lines=tuple(lines),
        role=step["role"] or "", by=printable(step["by"] or ""), refused=step["refused"] or "",
    )  # fmt: skip


def key_of(name: str) -> str:
    """Return the name of a class as that of its words: "seat_key"."""
    return INNER_CAPITAL.sub("_", name).lower()
