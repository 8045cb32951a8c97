"""A rack of chips at one antenna: which are new, which are registered already, and how many are not read. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from controller.registers.chips import Chip, ChipRegister
from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.sensed import ChipsMoved, PartHealth, Sensed, SensingGap, Snapshot


class Lying:
    """The tags that lie at one place, as the bridge tells it. `trouble`: what its part complains of."""

    def __init__(self, place: str) -> None:
        self.trouble = ""
        self.place = place
        self._tags: frozenset[TagId] | None = None

    @property
    def tags(self) -> frozenset[TagId] | None:
        """All tags that lie there now. None while the place is not known."""
        return self._tags

    def take(self, body: Sensed) -> None:
        """Take what the bridge has sensed."""
        match body:
            case ChipsMoved() if body.area == self.place:
                self._tags = frozenset(body.lies)
            case Snapshot():
                lies = body.chips.get(self.place)
                self._tags = None if lies is None else frozenset(lies)
            case SensingGap(until=None) if self.place in body.places:
                self._tags = None
            case PartHealth() if self.place in body.places:
                self.trouble = body.cause


@dataclass(frozen=True, slots=True)
class Rack:
    """The chips that lie in a rack, against the register.

    `expected`: how many chips the rack has. `fresh`: tags that no chip has yet. `again`: chips that are registered as
    this one already. `strangers`: chips that are registered as another one, and how many of each.
    """

    expected: int
    fresh: frozenset[TagId] = field(repr=False)
    again: int
    strangers: Mapping[Chip, int]

    @property
    def seen(self) -> int:
        """How many tags are read."""
        return len(self.fresh) + self.again + sum(self.strangers.values())

    @property
    def is_right(self) -> bool:
        """Whether as many are read as there are, and none is a stranger."""
        return self.seen == self.expected and not self.strangers


def rack_of(tags: Collection[TagId], expected: int, chip: Chip, register: ChipRegister) -> Rack:
    """Judge the tags of a rack whose chips are to be registered as `chip`."""
    known = {tag: found for tag in tags if isinstance(found := register.chip(tag), Chip)}
    strangers = Counter(found for found in known.values() if found != chip)
    fresh = frozenset(tags) - known.keys()
    return Rack(expected, fresh, len(known) - strangers.total(), strangers)
