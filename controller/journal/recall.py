"""The last hands as they were journalled, for people: each step in its order, with its outcome. Pure.

Nothing is played again, so a later program or rulebook does not change the record. Only clear content is shown.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from controller.journal.records import Record
from firmware_bridge.messages.printable import printable

NANOSECONDS = 1_000_000_000


def steps(records: Iterable[tuple[int, Record]], offset: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield each record as plain data: number, period, time of day (ns, None if not known), kind, outcomes.

    `offset`: from stamps to the time of day (ns), as far as it is known before the first record.
    """
    for period, record in records:
        body = json.loads(record.body)
        if "utc" in body:
            offset = body["utc"] - record.stamp
        yield {
            "period": period,
            "record": record.seq,
            "utc": None if offset is None else record.stamp + offset,
            "source": record.source,
            "kind": record.kind,
            "by": body.get("author"),
            "role": body.get("role"),
            "refused": (body.get("refused") or {}).get("key"),
            "events": body.get("events", []),
            "outcomes": body.get("outcomes", []),
        }


def lines(recorded: Iterable[dict[str, Any]], open_period: int) -> Iterator[str]:
    """Yield the same as text: a heading for each hand, a line for each step, an indented one for each outcome."""
    for period, of_it in groupby(recorded, key=lambda step: step["period"]):
        current = " (the current one)" if period == open_period else ""
        yield f"RECALL of period {period}{current}"
        for step in of_it:
            first, *others = told(step)
            yield f"{step['record']:>8} {first}"
            yield from (f"{'':17} {line}" for line in others)


def told(step: dict[str, Any]) -> Iterator[str]:
    """Yield one step as text: when and what it was, then a line for each event and each outcome."""
    who = f" {step['role']} {printable(step['by'])}" if step["by"] else ""
    refused = f", refused: {step['refused']}" if step["refused"] else ""
    yield f"{time_of(step)} {step['source']}{who} {step['kind']}{refused}"
    yield from (f"{name}: {values}" for name, values in events_of(step))
    yield from (f"> {name} {values}" for name, values in outcomes_of(step))


def time_of(step: dict[str, Any]) -> str:
    """Return the time of day of a step, in dashes if it is not known."""
    return "--:--:--" if step["utc"] is None else f"{datetime.fromtimestamp(step['utc'] / NANOSECONDS, UTC):%H:%M:%S}"


def events_of(step: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name of each event of a step, and its values."""
    for kind, body in step["events"]:
        yield (
            kind,
            ", ".join(f"{key} {_plain(value)}" for key, value in body.items() if key not in ("at", "by", "role")),
        )


def outcomes_of(step: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name of each outcome of a step, and its values."""
    for name, *rest in step["outcomes"]:
        yield name, " ".join(_plain(value) for value in rest)


def _plain(value: Any) -> str:
    return printable(json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else str(value))
