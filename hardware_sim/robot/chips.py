"""Chips by value: how to make up an amount, and which of the chips at a place make it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from hardware_sim.physics.things import OFF, Chip, ThingId
from hardware_sim.physics.world import World

DENOMINATIONS = (
    100_000_000, 25_000_000, 5_000_000, 1_000_000, 500_000, 100_000, 25_000, 5_000, 1_000, 500, 100, 25, 5, 1,
)  # fmt: skip
"""The values of chips, highest first. Each divides the one before, so taking the highest first always works."""


def made_up(amount: int) -> list[int]:
    """Return the fewest chips that are worth `amount`, highest first."""
    chips: list[int] = []
    for denomination in DENOMINATIONS:
        count, amount = divmod(amount, denomination)
        chips += [denomination] * count
    return chips


def exactly(there: Mapping[int, int], amount: int) -> dict[int, int] | None:
    """Return which of these chips (denomination → count) are worth exactly `amount`, or None if no choice is."""
    held = tuple(sorted(((d, n) for d, n in there.items() if n), reverse=True))

    @cache
    def search(at: int, left: int) -> tuple[tuple[int, int], ...] | None:
        if left == 0:
            return ()
        if at == len(held):
            return None
        denomination, count = held[at]
        for taken in range(min(count, left // denomination), -1, -1):
            rest = search(at + 1, left - taken * denomination)
            if rest is not None:
                return ((denomination, taken), *rest)
        return None

    found = search(0, amount)
    return None if found is None else {denomination: taken for denomination, taken in found if taken}


def at_least(there: Mapping[int, int], amount: int) -> dict[int, int]:
    """Return chips worth `amount` or a little more, with the excess that highest-first finds. All chips if they are
    too few."""
    taken: Counter[int] = Counter()
    left = amount
    for denomination in sorted(there, reverse=True):
        count = min(there[denomination], left // denomination)
        taken[denomination] += count
        left -= count * denomination
    if left > 0:
        over = [d for d in sorted(there) if there[d] > taken[d] and d >= left]
        if over:
            taken[over[0]] += 1
        else:
            return dict(there)
    return {d: n for d, n in taken.items() if n}


def count(chips: Iterable[object]) -> Counter[int]:
    """Return how many of each denomination there are. Cards among them do not count."""
    return Counter(chip.denomination for chip in chips if isinstance(chip, Chip))


def lying(world: World, place: str) -> Counter[int]:
    """Return how many of each denomination lie at a place."""
    return count(world.at(place))


def select(world: World, place: str, wanted: Mapping[int, int]) -> list[ThingId]:
    """Return these chips of a place, the last laid first. Raises LookupError naming what is short."""
    chosen: list[ThingId] = []
    left = Counter(wanted)
    for thing in reversed(world.at(place)):
        if isinstance(thing, Chip) and left[thing.denomination] > 0:
            left[thing.denomination] -= 1
            chosen.append(thing.id)
    short = {d: n for d, n in left.items() if n > 0}
    if short:
        raise LookupError(f"{place} has not enough chips: {short} missing")
    return chosen


class Rack:
    """All chips of a table. Those in no use lie off the table. New ones are made as long as that is allowed."""

    def __init__(self, world: World, *, closed: bool = False) -> None:
        self.world = world
        self.closed = closed
        self._free: dict[int, list[ThingId]] = {}
        for chip in world.chips:
            if world.place_of(chip.id) == OFF:
                self._free.setdefault(chip.denomination, []).append(chip.id)

    def fill(self, counts: Mapping[int, int]) -> None:
        """Make chips until there are so many of each."""
        have = count(self.world.chips)
        for denomination, wanted in sorted(counts.items()):
            for chip in self.world.add_chips(denomination, max(0, wanted - have[denomination])):
                self._free.setdefault(denomination, []).append(chip.id)

    def hand_out(self, denominations: Sequence[int], place: str, now: int) -> None:
        """Lay chips of these denominations from the rack at a place. Raises LookupError if a closed rack lacks
        some."""
        chosen = [self._take(denomination) for denomination in denominations]
        if chosen:
            self.world.move(chosen, place, now)

    def _take(self, denomination: int) -> ThingId:
        free = self._free.setdefault(denomination, [])
        if not free:
            if self.closed:
                raise LookupError(f"the rack has no chip of {denomination} left")
            free.append(self.world.add_chip(denomination).id)
        return free.pop()

    def put_back(self, chips: Iterable[ThingId], now: int) -> None:
        """Take these chips off the table."""
        taken = [self.world.thing(chip) for chip in chips]
        self.world.move([thing.id for thing in taken], OFF, now)
        for thing in taken:
            if isinstance(thing, Chip):
                self._free.setdefault(thing.denomination, []).append(thing.id)

    def take(self, denominations: Sequence[int]) -> list[ThingId]:
        """Take chips of these denominations, to be laid on the table. Raises LookupError if too few are off it."""
        return [self._take(denomination) for denomination in denominations]

    def some(self, denominations: Sequence[int]) -> list[ThingId]:
        """Return chips of these denominations that stay off the table. Raises LookupError if there are too few."""
        chosen = [self._take(denomination) for denomination in denominations]
        for chip, denomination in zip(chosen, denominations, strict=True):
            self._free[denomination].append(chip)
        return chosen

    def take_in(self, places: Iterable[str], now: int) -> None:
        """Clear places of their chips."""
        for place in places:
            chips = [thing for thing in self.world.at(place) if isinstance(thing, Chip)]
            if chips:
                self.world.move([chip.id for chip in chips], OFF, now)
            for chip in reversed(chips):
                self._free.setdefault(chip.denomination, []).append(chip.id)
