"""The kinds of serial part that a table file may name. A new reader part begins with a row here.

The rows say what a table file must know of a part. How the bridge speaks with a reader stands in
`firmware_bridge/reader_kinds.py`, and how the simulator plays one in `hardware_sim/depths/rig.py`.
"""

from dataclasses import dataclass
from typing import Final, Literal

Rate = tuple[Literal[9600, 19200, 38400, 57600, 115200, 230400], Literal["N", "E"]]
"""Baud rate and parity. Always eight data bits and one stop bit."""

DEFAULT: Final[Rate] = (115200, "N")
"""What a table file means that says nothing else."""


@dataclass(frozen=True, slots=True)
class PartKind:
    """A kind of part.

    - `numbers`: the antenna numbers or bus addresses that it can have. A display has none, as it reads no tags
    - `addressed`: each number is a reader of its own on the line, which can fall silent without the others
    - `rates`: the rates at which `sabot probe` asks, the likeliest first
    - `quick`: the longest that a short request and its answer take at 115200 baud, ms, wire and firmware [estimate]
    - `tells_of_fields`: whether it reports a read that another field has disturbed
    - `called`: how `sabot probe` names such a part
    """

    name: str
    numbers: range = range(0)
    addressed: bool = False
    rates: tuple[Rate, ...] = (DEFAULT,)
    called: str = "part"
    quick: int = 8
    tells_of_fields: bool = False

    @property
    def reads(self) -> bool:
        """Whether it is a reader of tags."""
        return bool(self.numbers)


PART_KINDS: Final = {
    kind.name: kind
    for kind in (
        # One antenna. 115200 baud after power-up (PN532 user manual 6.2.1).
        PartKind("pn532", range(1), called="reader"),
        # The eight ports of its multiplexer.
        PartKind("pepper_c1", range(1, 9), called="cards"),
        # Bus addresses, 255 is every reader. 38400 8E1 out of the box (H60301-3e 2.1). Status 83 and 84 tell of a
        # disturbed field (annex D).
        PartKind(
            "feig_obid",
            range(255),
            addressed=True,
            called="chips",
            quick=16,
            tells_of_fields=True,
            rates=(DEFAULT, (38400, "E"), (38400, "N"), (115200, "E")),
        ),
        # Out of the box 9600 baud. Our display project sets 115200.
        PartKind("nextion", rates=(DEFAULT, (9600, "N")), called="display", quick=6),
    )
}


def part_kind(name: str) -> PartKind:
    """Return the kind of this name. Raises ValueError, which names the known kinds."""
    if name not in PART_KINDS:
        raise ValueError(f"part kind {name!r} is unknown. Allowed: {', '.join(PART_KINDS)}")
    return PART_KINDS[name]
