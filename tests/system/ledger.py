"""The journal of a table as an inspector reads it: the file itself, not the program's reader."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

COLUMNS = "SELECT source, epoch, sequence, kind, body FROM record ORDER BY seq"


@dataclass(frozen=True, slots=True)
class Line:
    """A record's clear columns, in the journal's order."""

    source: str
    epoch: int
    sequence: int
    kind: str
    body: dict[str, Any]
    sealed: int = 0  # bytes of the sealed part


@dataclass(frozen=True, slots=True)
class Gap:
    """A journalled SensingGap; `until` None: it was still open."""

    part: str
    places: tuple[str, ...]
    since: int
    until: int | None


def read_journal(state: Path) -> list[Line]:
    """Everything durable in the journal of a state directory, whoever holds it open: a copy is read."""
    with tempfile.TemporaryDirectory() as copy:
        for path in state.glob("journal.sqlite*"):
            if not path.name.endswith("-shm"):  # SQLite makes it anew
                shutil.copy(path, copy)
        connection = sqlite3.connect(Path(copy) / "journal.sqlite")
        try:
            rows = connection.execute(
                "SELECT source, epoch, sequence, kind, body, length(sealed) FROM record ORDER BY seq"
            ).fetchall()
        finally:
            connection.close()
    return [
        Line(source, epoch, sequence, kind, json.loads(body), sealed)
        for source, epoch, sequence, kind, body, sealed in rows
    ]


def faults_of_numbering(lines: Iterable[Line]) -> list[str]:
    """Where the events of a source are not 1, 2, 3, … within its epoch, or its epochs do not rise by one.

    Sequence 0 opens an epoch and is no event.
    """
    found: list[str] = []
    by_source = sorted(lines, key=lambda line: line.source)  # stable: the journal's order stays
    for source, of_source in groupby(by_source, key=lambda line: line.source):
        last = 0
        for epoch, of_epoch in groupby(of_source, key=lambda line: line.epoch):
            if epoch != last + 1:
                found.append(f"{source}: epoch {epoch} follows {last}")
            last = epoch
            numbers = [line.sequence for line in of_epoch if line.sequence]
            if numbers != list(range(1, len(numbers) + 1)):
                found.append(f"{source}, epoch {epoch}: {numbers}")
    return found


def gaps(lines: Iterable[Line]) -> list[Gap]:
    """Every SensingGap in order."""
    return [
        Gap(message["part"], tuple(message["places"]), message["since"], message["until"])
        for line in lines
        if line.kind == "sensing_gap"
        for message in [line.body["message"]]
    ]
