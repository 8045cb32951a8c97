"""The kinds of serial part that a table file may name. A new reader part begins with a row here.

The rows say what a table file must know of a part. How the bridge speaks with a reader stands in
`firmware_bridge/reader_kinds.py`, and how the simulator plays one in `hardware_sim/depths/rig.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class PartKind:
    """A kind of part.

    `numbers`: the antenna numbers or bus addresses that it can have. Empty: it reads no tags, and is a display.
    `addressed`: each number is a reader of its own on the line, which can fall silent alone.
    """

    name: str
    numbers: range = range(0)
    addressed: bool = False

    @property
    def reads(self) -> bool:
        """Whether it is a reader of tags."""
        return bool(self.numbers)


PART_KINDS: Final = {
    kind.name: kind
    for kind in (
        PartKind("pn532", range(1)),  # one antenna
        PartKind("pepper_c1", range(1, 9)),  # the eight ports of its multiplexer
        PartKind("feig_obid", range(255), addressed=True),  # bus addresses, 255 is every reader
        PartKind("nextion"),
    )
}


def part_kind(name: str) -> PartKind:
    """The kind of this name. Raises ValueError, which names the kinds that there are."""
    if name not in PART_KINDS:
        raise ValueError(f"part kind {name!r} is unknown; allowed: {', '.join(PART_KINDS)}")
    return PART_KINDS[name]
