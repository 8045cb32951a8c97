"""How unkind the simulated table is: every probability and spread of the physics in one place.

The figures of ``REAL`` are estimates, which a survey of a real table shall replace. None was measured.
"""

import random
from dataclasses import dataclass, replace

MS = 1_000_000


@dataclass(frozen=True, slots=True)
class Noise:
    """Parameters of the physics. Probabilities are 0-1, spans are (least, most) in ns."""

    miss: float
    """A tag in a good field is not read, per tag and read (presence flickers)."""
    cross_read: float
    """Factor on the cross-read probabilities of the antennas. 0 switches them off."""
    stub_leak: tuple[float, ...]
    """The shoe's reader sees the stub's next card, the one after it, ..."""
    stack_seen: float
    """One of the two uppermost cards of a pile of three or more is read."""
    jam_partial: float
    """Share of jammed reads that lose only some tags."""
    jam_garbled: float
    """Share of jammed reads that the reader reports as an RF error. The rest sees nothing at all."""
    card_overhead: tuple[int, int]
    """How long a reader's firmware takes per ISO14443A card."""
    dwell: tuple[int, int]
    """How long a pitched card is within reach of the shoe's antenna."""
    bounce: tuple[int, int]
    """Extra edge pairs of a contact, and the span (ns) in which they fall."""
    air_spread: bool
    """Anticollision takes a random time about its mean."""


QUIET = Noise(
    miss=0.0,
    cross_read=0.0,
    stub_leak=(),
    stack_seen=1.0,
    jam_partial=0.0,
    jam_garbled=0.0,
    card_overhead=(25 * MS, 25 * MS),
    dwell=(80 * MS, 80 * MS),
    bounce=(0, 0),
    air_spread=False,
)
"""No noise. Timing, exclusion and the two-card limit remain."""

REAL = Noise(
    miss=0.02,
    cross_read=1.0,
    stub_leak=(0.5, 0.15),
    stack_seen=0.5,
    jam_partial=0.25,
    jam_garbled=0.25,
    card_overhead=(20 * MS, 50 * MS),
    dwell=(60 * MS, 100 * MS),
    bounce=(3, 4 * MS),
    air_spread=True,
)
"""A table as it is: flicker, neighbours, stub leak, bounce."""

SLOW = replace(REAL, miss=0.0, cross_read=0.0, stub_leak=(), stack_seen=1.0)
"""Everything takes as long as at a real table, and contacts bounce. No reading is wrong."""

PROFILES = {"quiet": QUIET, "real": REAL}


def dice(seed: int, name: str) -> random.Random:
    """Return a generator of its own for ``name``, so that one antenna's luck does not depend on another's traffic."""
    return random.Random(f"{seed}/{name}")  # noqa: S311 - reproducible physics, no secret depends on it


def within(rng: random.Random, span: tuple[int, int]) -> int:
    """Return a whole number in ``span``, both ends included."""
    least, most = span
    return least if least == most else rng.randint(least, most)
