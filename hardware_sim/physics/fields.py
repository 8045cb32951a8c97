"""What an antenna reads of the tags around it: reach, jamming, flicker, neighbours, the stub beneath the shoe.

Fields at 13.56 MHz within three antenna diameters jam each other. A read fails or comes out garbled if a conflicting
field was on at any time during it. All chance is seeded, per antenna.
"""

import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from .noise import dice
from .things import MOUTH, MUCK, STUB, Tag, Technology, Thing
from .world import World

CARDS_READ = 2
"""Cards that lie on one another and still answer: builders report two, "three is iffy"."""

LOW = 3
"""Chips of a stack that a field reaches in any case."""

FIELDS_REMEMBERED = 64

READS_REMEMBERED = 64
"""How many reads of each antenna are kept: at least 6 s of back-to-back reads."""


class NoSuchAntenna(LookupError):
    """The table has no antenna of that name."""


@dataclass(frozen=True, slots=True)
class Antenna:
    """An antenna: the places it sees, what it hears of others, which antennas it jams.

    - ``neighbours``: antenna name to probability that one of its tags is read here too, per tag and read.
    - ``jams``: names of antennas within three diameters. It works both ways.
    - ``forced``: cross-reads by a fault, whatever the noise.
    - ``forced_leak``: the same for the next card of the stub. Those below it have to shine through it, so they are
      read no more often.
    - ``leaks``: a place whose first things may be read besides (the stub under the shoe's antenna).
    """

    name: str
    sees: tuple[str, ...]
    neighbours: Mapping[str, float] = field(default_factory=dict)
    jams: frozenset[str] = frozenset()
    leaks: str | None = None
    forced: Mapping[str, float] = field(default_factory=dict)
    forced_leak: float | None = None


class Outcome(Enum):
    """How a read went."""

    CLEAN = "clean"
    SILENCED = "silenced"
    GARBLED = "garbled"


@dataclass(frozen=True, slots=True)
class Listing:
    """The tags that answered in one read. GARBLED: the reader notices an RF error instead."""

    tags: tuple[Tag, ...]
    outcome: Outcome = Outcome.CLEAN


def invented_tag(technology: Technology, luck: random.Random) -> Tag:
    """Return a tag that no thing has."""
    card = technology is Technology.ISO14443A
    return Tag(technology, b"\x04" + luck.randbytes(6) if card else b"\xe0\x04\x01" + luck.randbytes(5))


@dataclass(frozen=True, slots=True)
class Disturbance:
    """What a fault does to an antenna."""

    ghosts: tuple[Tag, ...] = ()
    miss: float = 0.0
    invents: float = 0.0
    """Share of the reads with a tag that is not there, another one each time."""
    stale: bool = False
    doubled: bool = False
    high: float = 0.0
    """Misses of all tags but the lowest three of a stack, which stand within reach."""
    radiates: bool = False
    """The field does not go off."""
    jammed: float = 0.0
    """Share of the reads that a field from outside disturbs."""


class Fields:
    """All antennas of a table, which fields are on, and what each read returns."""

    def __init__(self, world: World, antennas: Iterable[Antenna]) -> None:
        self.world = world
        self._antennas = {antenna.name: antenna for antenna in antennas}
        self._luck = {name: dice(world.seed, f"antenna/{name}") for name in self._antennas}
        self._on: dict[str, int] = {}
        self._was_on: dict[str, deque[tuple[int, int]]] = {}
        self._disturbed: dict[str, Disturbance] = {}
        self._last: dict[tuple[str, Technology], Listing] = {}
        self._when: dict[str, deque[tuple[int, int]]] = {}  # when it was read, the newest last
        self._weak: dict[bytes, float] = {}
        self._rivals = {name: self._rivals_of(name) for name in self._antennas}

    def _rivals_of(self, name: str) -> frozenset[str]:
        asks = self._antennas[name].jams & self._antennas.keys()
        asked = {other.name for other in self._antennas.values() if name in other.jams}
        return (asks | asked) - {name}

    @property
    def names(self) -> tuple[str, ...]:
        """The antennas' names."""
        return tuple(self._antennas)

    def antenna(self, name: str) -> Antenna:
        """Return the antenna of that name."""
        if name not in self._antennas:
            raise NoSuchAntenna(f"antenna {name!r} is not at this table. There are {', '.join(self._antennas)}")
        return self._antennas[name]

    def exclusion(self) -> tuple[tuple[str, str], ...]:
        """Return pairs of antennas that jam each other, for a table file."""
        return tuple(sorted({(min(a, b), max(a, b)) for a, rivals in self._rivals.items() for b in rivals}))

    # --- RF on and off ------------------------------------------------------------------------------------------

    def field_on(self, name: str, now: int) -> None:
        """Switch an antenna's field on. Without effect if it is on."""
        self._on.setdefault(self.antenna(name).name, now)

    def field_off(self, name: str, now: int) -> None:
        """Switch an antenna's field off. Without effect if it is off."""
        if self.disturbance(name).radiates:
            return
        since = self._on.pop(self.antenna(name).name, None)
        if since is not None:
            self._was_on.setdefault(name, deque(maxlen=FIELDS_REMEMBERED)).append((since, now))

    def is_on(self, name: str) -> bool:
        """Whether an antenna's field is on."""
        return self.antenna(name).name in self._on

    def jammed_by(self, name: str, began: int, ended: int) -> list[str]:
        """Return the antennas that jam this one and had their field on during the interval."""
        return sorted(rival for rival in self._rivals[self.antenna(name).name] if self._radiated(rival, began, ended))

    def _radiated(self, name: str, began: int, ended: int) -> bool:
        since = self._on.get(name)
        if since is not None and since < ended:
            return True
        for on, off in reversed(self._was_on.get(name, ())):
            if off <= began:  # what was on before was off still earlier
                return False
            if on < ended:
                return True
        return False

    # --- reading ------------------------------------------------------------------------------------------------

    def load(self, name: str, technology: Technology, now: int) -> int:
        """Return how many tags of a technology stand in the antenna's reach, for anticollision to sort out."""
        return len(self._within(self.antenna(name), technology, now, now + 1))

    def listing(self, name: str, technology: Technology, began: int, ended: int) -> Listing:
        """One read of an antenna over an interval (ns)."""
        fault = self._disturbed.get(name, Disturbance())
        self._when.setdefault(name, deque(maxlen=READS_REMEMBERED)).append((began, ended))
        kept = name, technology
        if fault.stale and kept in self._last:
            return self._last[kept]
        antenna, luck = self.antenna(name), self._luck[name]
        answered = [thing.tag for thing in self._answering(antenna, technology, began, ended)]
        heard = self._out_of_reach(self._flicker(answered, fault.miss, luck), answered[:LOW], fault.high, luck)
        listing = self._jam(antenna, heard, began, ended)
        self._last[kept] = self._disturb(name, listing, fault, technology)
        return self._last[kept]

    def last(self, name: str) -> list[Listing]:
        """Return what an antenna's last read of each technology returned. Empty: it was never read."""
        name = self.antenna(name).name
        return [self._last[name, technology] for technology in Technology if (name, technology) in self._last]

    def read_since(self, name: str, moment: int) -> tuple[int, ...]:
        """Return when those reads of an antenna ended that began at a moment (ns) or later, of the last few."""
        return tuple(ended for began, ended in self._when.get(self.antenna(name).name, ()) if began >= moment)

    def _answering(self, antenna: Antenna, technology: Technology, began: int, ended: int) -> Iterator[Thing]:
        luck = self._luck[antenna.name]
        here = [
            thing
            for thing, share in self._within(antenna, technology, began, ended)
            if share >= 1 or luck.random() < share
        ]
        yield from self._uppermost(here, luck) if technology is Technology.ISO14443A else here
        yield from self._leaking(antenna, technology, luck)
        yield from self._overheard(antenna, technology, began, ended)

    def _within(self, antenna: Antenna, technology: Technology, began: int, ended: int) -> list[tuple[Thing, float]]:
        stays = (stay for place in antenna.sees for stay in self.world.dwelt(place, began, ended))
        return [(t, share) for t, share in stays if t.tag.technology is technology and t.tag.alive]

    def _uppermost(self, here: list[Thing], luck: random.Random) -> list[Thing]:
        """The cards of a pile that answer. Only the two last laid can, and beyond two cards only by luck."""
        if len(here) <= CARDS_READ:
            return here
        return [thing for thing in here[-CARDS_READ:] if luck.random() < self.world.noise.stack_seen]

    def _leaking(self, antenna: Antenna, technology: Technology, luck: random.Random) -> Iterator[Thing]:
        if antenna.leaks is not None:
            chances = self.world.noise.stub_leak
            if antenna.forced_leak is not None:
                chances = (antenna.forced_leak, *(min(antenna.forced_leak, chance) for chance in chances[1:]))
            for thing, chance in zip(self.world.at(antenna.leaks), chances, strict=False):
                if luck.random() < chance and thing.tag.technology is technology and thing.tag.alive:
                    yield thing

    def _overheard(self, antenna: Antenna, technology: Technology, began: int, ended: int) -> Iterator[Thing]:
        luck, factor = self._luck[antenna.name], self.world.noise.cross_read
        natural = {name: chance * factor for name, chance in antenna.neighbours.items()}
        for neighbour, chance in {**natural, **antenna.forced}.items():
            if neighbour in self._antennas and chance > 0:
                for thing, _ in self._within(self._antennas[neighbour], technology, began, ended):
                    if luck.random() < chance:
                        yield thing

    def _flicker(self, tags: list[Tag], miss: float, luck: random.Random) -> list[Tag]:
        chance = 1 - (1 - self.world.noise.miss) * (1 - miss)
        tags = tags if chance == 0 else [tag for tag in tags if luck.random() >= chance]
        if not self._weak:
            return tags
        return [tag for tag in tags if luck.random() >= self._weak.get(tag.uid, 0.0)]

    def _out_of_reach(self, tags: list[Tag], low: list[Tag], chance: float, luck: random.Random) -> list[Tag]:
        return tags if not chance else [tag for tag in tags if tag in low or luck.random() >= chance]

    def _jam(self, antenna: Antenna, tags: list[Tag], began: int, ended: int) -> Listing:
        noise, luck = self.world.noise, self._luck[antenna.name]
        outside = self.disturbance(antenna.name).jammed
        if not self.jammed_by(antenna.name, began, ended) and not (outside and luck.random() < outside):
            return Listing(tuple(tags))
        fate = luck.random()
        if fate < noise.jam_partial:
            return Listing(tuple(tag for tag in tags if luck.random() < 0.5))
        garbled = fate < noise.jam_partial + noise.jam_garbled
        return Listing((), Outcome.GARBLED if garbled else Outcome.SILENCED)

    def _disturb(self, name: str, listing: Listing, fault: Disturbance, technology: Technology) -> Listing:
        ghosts = tuple(tag for tag in fault.ghosts if tag.technology is technology)
        tags = listing.tags + ghosts
        luck = self._luck[name]
        if fault.invents and luck.random() < fault.invents:
            tags += (invented_tag(technology, luck),)
        return Listing(tags + tags if fault.doubled else tags, listing.outcome)

    # --- faults -------------------------------------------------------------------------------------------------

    def disturb(self, name: str, disturbance: Disturbance | None) -> None:
        """Give an antenna a fault, or take its fault away."""
        self.antenna(name)
        if disturbance is None:
            self._disturbed.pop(name, None)
        else:
            self._disturbed[name] = disturbance

    def disturbance(self, name: str) -> Disturbance:
        """The antenna's present fault."""
        return self._disturbed.get(self.antenna(name).name, Disturbance())

    def rivals(self, name: str) -> tuple[str, ...]:
        """Return the antennas that jam this one."""
        return tuple(sorted(self._rivals[self.antenna(name).name]))

    def weaken(self, uid: bytes, chance: float) -> None:
        """Let a tag be missed with ``chance`` in every read, wherever it lies."""
        self._weak[uid] = chance

    def leak(self, name: str, chance: float) -> None:
        """Let an antenna read the next card of the place that leaks into it with ``chance``, from now on."""
        self._antennas[name] = replace(self.antenna(name), forced_leak=chance)

    def restore(self, antenna: Antenna) -> None:
        """Put an antenna back as it was made."""
        self.antenna(antenna.name)
        self._antennas[antenna.name] = antenna

    def cross(self, name: str, neighbour: str, chance: float) -> None:
        """Let an antenna overhear another's tags with ``chance`` per tag and read, from now on."""
        self.antenna(neighbour)
        antenna = self.antenna(name)
        self._antennas[name] = replace(antenna, forced={**antenna.forced, neighbour: chance})


def reference_antennas(seats: int = 10, board: int = 5) -> tuple[Antenna, ...]:
    """Return the antennas of the reference table. Distances are those of a ten-seat oval of 2.4 m. Estimated.

    Within three diameters (some 36 cm) lie:

    - a seat's card spot, bet line and stack
    - the board's spots and the pot
    - shoe, muck, tray and drop before the dealer

    Neighbouring seats are 57 cm apart, so there is no jamming and cross-reads are rare.
    """
    antennas: list[Antenna] = []
    for seat in range(1, seats + 1):
        antennas += _seat_antennas(seat, seats)
    middle = frozenset({*(f"board:{n}" for n in range(1, board + 1)), "pot"})
    for n in range(1, board + 1):
        beside = {f"board:{m}": 0.03 for m in (n - 1, n + 1) if 1 <= m <= board}
        antennas.append(Antenna(f"board:{n}", (f"board:{n}",), beside, middle))
    dealer = frozenset({"shoe", MUCK, "tray", "drop"})
    return (
        *antennas,
        Antenna("pot", ("pot",), {}, middle),
        Antenna("shoe", (MOUTH,), {}, dealer, leaks=STUB),
        *(Antenna(name, (name,), {}, dealer) for name in (MUCK, "tray", "drop")),
    )


def _seat_antennas(seat: int, seats: int) -> Iterator[Antenna]:
    own = {kind: f"{kind}:{seat}" for kind in ("seat", "bet", "stack")}
    beside = [n for n in (seat - 1, seat + 1) if 1 <= n <= seats]
    hears = {
        "seat": {f"seat:{n}": 0.005 for n in beside},
        "bet": {own["stack"]: 0.01, **{f"bet:{n}": 0.005 for n in beside}},
        "stack": {own["bet"]: 0.01},
    }
    for kind, name in own.items():
        yield Antenna(name, (name,), hears[kind], frozenset(own.values()))
