"""What the diagnosis counts of a connection, once a second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firmware_bridge.messages.part_kinds import Rate
from firmware_bridge.parts.connection import Connection


@dataclass(frozen=True, slots=True)
class Counts:
    """The counters of a driver, and of the connection around it.

    - `trip`: the quickest of the last answers, ns
    - `broke`: when zeros came alone, as if the part had lost its supply, ns
    - `answers_at`: another rate at which the part answers
    - `strays`: whole answers to nothing, late ones mostly
    - `driver`: which one counts, as a new attempt to connect has a new one
    """

    frames_in: int = 0
    frames_out: int = 0
    bad: int = 0
    junk: int = 0
    timeouts: int = 0
    received: int = 0
    trip: int | None = None
    broke: int | None = None
    answers_at: Rate | None = None
    driver: int = 0
    strays: int = 0


def counted(connection: Connection[Any]) -> Counts:
    """Return the present counts of a connection."""
    counters = connection.counters
    _, received = connection.channel
    return Counts(
        counters.frames_in, counters.frames_out, counters.bad_checksums, counters.junk_bytes, counters.timeouts,
        received, min(counters.trips, default=None), connection.broke, connection.answers_at,
        connection.drivers, counters.strays,
    )  # fmt: skip
