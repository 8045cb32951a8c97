"""How old readings become, seen from the simulated readers, beside what `sabot check-config` publishes."""

import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.places import spot_called
from hardware_sim.physics.fields import Fields

LOOK_EVERY = 100_000_000
"""Nanoseconds. The simulator remembers the last 64 reads of each antenna, and none takes less than 5 ms."""

STACK = 20
"""Chips of a stack in what `sabot check-config` publishes."""

PUBLISHED = re.compile(r"  (\w+) +\d+ places +T\(\d+\) = ([\d.]+) s +rehearsed ([\d.]+) s +bound ([\d.]+) s")


@dataclass(frozen=True, slots=True)
class Published:
    """What is published of a kind of place, in seconds: one read, the greatest age in rehearsal, and its bound."""

    read: float
    rehearsed: float
    bound: float


def published_in(report: str) -> dict[str, Published]:
    """Return the lines about ages in a report of `sabot check-config`, by kind of place."""
    return {m[1]: Published(float(m[2]), float(m[3]), float(m[4])) for m in PUBLISHED.finditer(report)}


def published(config: Path) -> dict[str, Published]:
    """Ask `sabot check-config` about a table file."""
    command = [sys.executable, "-m", "controller", "check-config", "--config", str(config)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter, our own command
    return published_in(done.stdout)


def bet_known_within(kinds: Mapping[str, Published], chips: int) -> float:
    """Return the seconds after which a bet of the seat to act is known (docs/sensing.md). `chips`: left in its stack.

    It takes the rest of a read on the stack's line, three reads of the bet line (for a single chip), and one read of
    the stack. What is published of a stack is for `STACK` chips, and the time grows with their number.
    """
    return round(3 * kinds["bet"].read + 2 * kinds["stack"].read * max(chips, STACK) / STACK, 2)


class Ages:
    """The greatest age (ns) of each place's last reading."""

    def __init__(self, fields: Fields, loop: Loop) -> None:
        now = loop.now()
        self._fields, self._loop = fields, loop
        self._read = dict.fromkeys(fields.names, now)
        self._greatest = dict.fromkeys(fields.names, 0)
        self._look(now)

    def _look(self, now: int) -> None:
        for place, last in self._read.items():
            self._note(place, last, [*self._fields.read_since(place, last), now])
        self._loop.call_at(now + LOOK_EVERY, self._look)

    def _note(self, place: str, last: int, moments: Iterable[int]) -> None:
        """`moments`: when later reads ended, and the present."""
        *ended, _ = moments = list(moments)
        for moment in moments:
            self._greatest[place] = max(self._greatest[place], moment - last)
            last = moment
        self._read[place] = ended[-1] if ended else self._read[place]

    def by_kind(self) -> dict[str, float]:
        """The greatest age in seconds, by kind of place."""
        found: dict[str, float] = {}
        for place, age in self._greatest.items():
            kind = spot_called(place).kind
            found[kind] = max(found.get(kind, 0.0), age / 1e9)
        return found
