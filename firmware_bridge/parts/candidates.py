"""What may be at a port: each kind of part at its rates, and what to try if a part never answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from drivers.nextion import NextionDisplay
from drivers.reader import Counters, Phase
from firmware_bridge.messages.display import CONTRACT
from firmware_bridge.messages.part_kinds import DEFAULT, PART_KINDS, PartKind, Rate, part_kind
from firmware_bridge.messages.tablefile import Part
from firmware_bridge.reader_kinds import READER_KINDS

R = TypeVar("R", covariant=True)

OTHER_RATES: Final[tuple[Rate, ...]] = ((9600, "N"), (57600, "N"), (38400, "N"), (19200, "N"), (230400, "N"))
"""Rates to which somebody may have set a part, the likeliest first [estimate]. `sabot probe` does not ask at them."""

FOREIGN_ADDRESSES: Final = range(1, 9)
"""Bus addresses that are asked where no bus belongs. Mute ones take their time, and tables have eight or less."""


class Device(Protocol[R]):
    """What reader lines and displays have in common: a driver without I/O."""

    @property
    def counters(self) -> Counters: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def busy(self) -> bool: ...
    @property
    def deadline(self) -> int | None: ...
    def start(self, now: int) -> None: ...
    def receive(self, data: bytes, now: int) -> None: ...
    def wake(self, now: int) -> None: ...
    def take_output(self) -> bytes: ...
    def take_reports(self) -> Sequence[R]: ...


@dataclass(frozen=True, slots=True)
class Candidate:
    """A kind of part at a rate."""

    kind: PartKind
    rate: Rate = DEFAULT

    def part(self, port: str, addresses: range) -> Part:
        """Return such a part at a port. On a bus it has these addresses."""
        kind, (baud, parity) = self.kind, self.rate
        numbers = addresses if kind.addressed else kind.numbers
        return Part(
            name="probed", kind=kind.name, port=port, baud=baud, parity=parity,
            antennas={str(number): "seat:1" for number in numbers}, seat=None if kind.reads else 1,
        )  # fmt: skip


def driver_of(part: Part) -> Callable[[], Device[object]]:
    """Return what makes the driver of a part."""
    if part.reads:
        return READER_KINDS[part.kind].driver(part)
    return lambda: NextionDisplay(CONTRACT)


def instead_of(part: Part) -> tuple[Candidate, ...]:
    """Return what may be at the port of a part that never answers, the likeliest first: the part itself at a rate
    that it has out of the box, a part of another kind, or the part itself at any other rate."""
    kind = part_kind(part.kind)
    own = [Candidate(kind, rate) for rate in dict.fromkeys((*kind.rates, *OTHER_RATES))]
    own = [one for one in own if one.rate != (part.baud, part.parity)]
    others = [Candidate(other) for other in PART_KINDS.values() if other is not kind]
    usual = [one for one in own if one.rate in kind.rates]
    return (*usual, *others, *(one for one in own if one not in usual))
