"""What lies where on the simulated table, physically, and the sensors without a radio.

Nothing here knows a rule. ``World`` keeps these things:

- the places of cards and chips with the times at which things came and went
- the shoe, the dealer button, the post spots
- lid, door and supply

Antennas look at it through ``fields.Fields``. Order of waking: the world first, then the parts.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count, islice

from hardware_sim.parts.part import MS, Agenda

from .lines import Lines, reference_lines
from .noise import QUIET, Noise, dice, within
from .things import (
    DEALER,
    MOUTH,
    OFF,
    STUB,
    Card,
    Chip,
    NoSuchPlace,
    Tag,
    Technology,
    Thing,
    ThingId,
    card_places,
    chip_places,
)

DEPARTURES = 64
"""Departures remembered per place, because a read may begin before a thing has left. A pot is pushed in one move."""

BEAM1_AFTER = 5 * MS
BEAM2_AFTER = 12 * MS
COVERED = 65 * MS
"""A card of 63-88 mm pitched at about 1.2 m/s: beams 8 mm apart, each covered for 65 ms. Estimated, not measured."""

TRAVEL = 400 * MS
"""Time for a dealer's hand to move the button from seat to seat. Estimated."""


class Way(Enum):
    """What a card at the shoe's mouth does."""

    OUT = "out"
    PUSHED_BACK = "pushed back"


@dataclass(frozen=True, slots=True)
class Layout:
    """What a table has: seats, GPIO lines by name."""

    seats: int = 10
    lines: dict[str, int] = field(default_factory=reference_lines)


@dataclass(slots=True)
class _Spot:
    """A place: what lies there since when, in order, and what has left it lately."""

    lying: dict[ThingId, int] = field(default_factory=dict)
    left: deque[tuple[ThingId, int, int]] = field(default_factory=lambda: deque(maxlen=DEPARTURES))


class World:
    """The physical table. Reproducible: the same seed and the same calls give the same world."""

    def __init__(self, seed: int, layout: Layout | None = None, noise: Noise = QUIET) -> None:
        self.seed = seed
        self.layout = layout or Layout()
        self.noise = noise
        self.agenda = Agenda()
        self.lines = Lines(self.layout.lines, self.agenda, noise, dice(seed, "lines"))
        self._luck = dice(seed, "world")
        self._things: dict[ThingId, Thing] = {}
        self._card_numbers, self._chip_numbers = count(), count()
        self._where: dict[ThingId, str] = {}
        self._cards_lie = frozenset(card_places(self.layout.seats))
        self._chips_lie = frozenset(chip_places(self.layout.seats))
        self._spots: dict[str, _Spot] = {place: _Spot() for place in sorted(self._cards_lie | self._chips_lie)}
        self._face_up: set[ThingId] = set()
        self._shoe_free = 0
        self._button: int | None = None

    # --- things -------------------------------------------------------------------------------------------------

    def add_card(self, face: str, uid: bytes | None = None) -> Card:
        """Make a card, lying off the table. Without ``uid`` its tag is a random 7-byte one of NXP (04 ..)."""
        tag = Tag(Technology.ISO14443A, uid if uid is not None else b"\x04" + self._luck.randbytes(6))
        card = Card(f"card:{next(self._card_numbers)}", tag, face)
        self._add(card)
        return card

    def add_deck(self, faces: Iterable[str]) -> list[Card]:
        """Make one card for each face, in that order."""
        return [self.add_card(face) for face in faces]

    def add_chip(self, denomination: int, uid: bytes | None = None) -> Chip:
        """Make a chip, lying off the table. Without ``uid`` its tag is a random NXP ICODE one (E0 04 01 ..)."""
        tag = Tag(Technology.ISO15693, uid if uid is not None else b"\xe0\x04\x01" + self._luck.randbytes(5))
        chip = Chip(f"chip:{next(self._chip_numbers)}", tag, denomination)
        self._add(chip)
        return chip

    def add_chips(self, denomination: int, count: int) -> list[Chip]:
        """Make ``count`` chips of one denomination."""
        return [self.add_chip(denomination) for _ in range(count)]

    def _add(self, thing: Thing) -> None:
        self._things[thing.id] = thing
        self._where[thing.id] = OFF
        self._spots[OFF].lying[thing.id] = 0

    def kill_tag(self, thing: ThingId) -> None:
        """The thing's tag answers no more."""
        self._things[thing] = _with_tag(self.thing(thing), alive=False)

    def mend_tags(self) -> None:
        """Every tag answers again."""
        self._things = {
            id_: thing if thing.tag.alive else _with_tag(thing, alive=True) for id_, thing in self._things.items()
        }

    def thing(self, thing: ThingId) -> Thing:
        """Return the card or chip of that id."""
        if thing not in self._things:
            raise LookupError(f"{thing!r} is on no table. There are {len(self._things)} things")
        return self._things[thing]

    @property
    def cards(self) -> list[Card]:
        """Return all cards in order of making, for enrolling the deck and for the owner."""
        return [thing for thing in self._things.values() if isinstance(thing, Card)]

    @property
    def chips(self) -> list[Chip]:
        """Return all chips in order of making."""
        return [thing for thing in self._things.values() if isinstance(thing, Chip)]

    # --- places -------------------------------------------------------------------------------------------------

    def move(self, things: Iterable[ThingId], place: str, now: int) -> None:
        """Put things at a place, the last one uppermost. In the stub they go on top, the first one next to be drawn.

        What lies there already stays as it is (the stub is put in the order given). Raises LookupError for an unknown
        thing and NoSuchPlace for a place where one of them cannot lie. Then nothing has moved.
        """
        named = list(dict.fromkeys(things))
        for thing in named:
            self._check(self.thing(thing), place)
        moving = named if place == STUB else [thing for thing in named if self._where[thing] != place]
        for thing in moving:
            self._leave(thing, now)
        arriving = dict.fromkeys(moving, now)
        spot = self._spots[place]
        if place == STUB:
            spot.lying = {**arriving, **spot.lying}
        else:
            spot.lying.update(arriving)
        self._where.update(dict.fromkeys(moving, place))

    def _check(self, thing: Thing, place: str) -> None:
        allowed = self._cards_lie if isinstance(thing, Card) else self._chips_lie
        if place not in allowed:
            raise NoSuchPlace(f"{thing.id} cannot lie at {place!r}. Allowed are {', '.join(sorted(allowed))}")

    def _leave(self, thing: ThingId, now: int) -> None:
        spot = self._spots[self._where[thing]]
        spot.left.append((thing, spot.lying.pop(thing), now))

    def place_of(self, thing: ThingId) -> str:
        """Return where a thing is."""
        self.thing(thing)
        return self._where[thing]

    def at(self, place: str) -> list[Thing]:
        """Return what lies at a place, in order of arrival. In the stub it is the order of drawing."""
        return [self._things[thing] for thing in self._spot(place).lying]

    def _spot(self, place: str) -> _Spot:
        if place not in self._spots:
            raise NoSuchPlace(f"{place!r} is no place of this table. There are {', '.join(self._spots)}")
        return self._spots[place]

    def value(self, place: str) -> int:
        """Return the sum of the denominations at a place."""
        return sum(thing.denomination for thing in self.at(place) if isinstance(thing, Chip))

    def dwelt(self, place: str, began: int, ended: int) -> list[tuple[Thing, float]]:
        """Return what was at a place in the interval, with the share (0-1] of it, in order of arrival."""
        spot = self._spot(place)
        span = max(ended - began, 1)
        stays = [(thing, since, min(until, ended)) for thing, since, until in spot.left if until > began]
        stays += [(thing, since, ended) for thing, since in spot.lying.items()]
        shares: dict[ThingId, float] = {}
        for thing, since, until in stays:
            shares[thing] = shares.get(thing, 0.0) + max(until - max(since, began), 0) / span
        return [(self._things[thing], min(share, 1.0)) for thing, share in shares.items() if share > 0]

    # --- the shoe -----------------------------------------------------------------------------------------------

    def load_shoe(self, order: Sequence[ThingId], now: int) -> None:
        """Make the stub exactly these cards, the first one to be drawn first. What was in it lies off the table."""
        for thing in order:
            self._check(self.thing(thing), STUB)
        self.move([thing.id for thing in self.at(STUB)], OFF, now)
        self.move(order, STUB, now)
        self._face_up.clear()

    def turn(self, thing: ThingId, face_up: bool) -> None:
        """Turn a card. Face up in the stub it is boxed."""
        (self._face_up.add if face_up else self._face_up.discard)(self.thing(thing).id)

    def faces_up(self, thing: ThingId) -> bool:
        """Whether the card lies face up."""
        return thing in self._face_up

    @property
    def shoe_free_at(self) -> int:
        """The time (ns) until which the last card is still in the shoe's mouth."""
        return self._shoe_free

    def draw(self, now: int, *, way: Way = Way.OUT, cards: int = 1) -> list[Card]:
        """Slide the next card(s) of the stub through the mouth. Returns them, the first one uppermost.

        They lie in the mouth for the dwell, then in the dealer's hand, unless moved before. Pushed back, they lie on
        the stub again. Raises ValueError if the stub has too few cards or the mouth is not free yet.
        """
        stub = self._spots[STUB].lying
        if not 1 <= cards <= len(stub):
            raise ValueError(f"draw of {cards} cards: the stub holds {len(stub)}. Allowed are 1 to that")
        if now < self._shoe_free:
            raise ValueError(f"draw at {now} ns: the shoe's mouth is free at {self._shoe_free} ns")
        drawn = [thing for thing in map(self.thing, islice(stub, cards)) if isinstance(thing, Card)]
        ids = [card.id for card in drawn]
        self.move(ids, MOUTH, now)
        self._shoe_free = now + self._beams(now, way)
        goal = DEALER if way is Way.OUT else STUB
        self.agenda.at(self._gone_at(now, way), lambda at: self._out_of_mouth(ids, goal, at))
        self._show_back(drawn[0], now)
        return drawn

    def _gone_at(self, now: int, way: Way) -> int:
        dwell = within(self._luck, self.noise.dwell)
        return now + dwell if way is Way.OUT else max(now + dwell, self._shoe_free)

    def _beams(self, now: int, way: Way) -> int:
        """Plan the beams' edges. Returns how long they last (ns)."""
        clear1, clear2 = BEAM1_AFTER + COVERED, BEAM2_AFTER + COVERED
        if way is Way.PUSHED_BACK:
            clear1, clear2 = clear2, clear1
        plan = (("shoe:beam1", BEAM1_AFTER, clear1), ("shoe:beam2", BEAM2_AFTER, clear2))
        for name, broken, clear in plan:
            self.lines.plan(name, False, now + broken)
            self.lines.plan(name, True, now + clear)
        return max(clear1, clear2) + MS

    def _show_back(self, card: Card, now: int) -> None:
        """Plan the back-side sensor. It sees a back from before the first beam breaks until after both are clear."""
        if card.id not in self._face_up:
            self.lines.plan("shoe:back", False, now + BEAM1_AFTER - MS)
            self.lines.plan("shoe:back", True, self._shoe_free)

    def _out_of_mouth(self, ids: list[ThingId], goal: str, at: int) -> None:
        self.move([thing for thing in ids if self._where[thing] == MOUTH], goal, at)

    # --- what is no radio ---------------------------------------------------------------------------------------

    def _set(self, name: str, acting: bool, now: int) -> None:
        self.lines.touch(name, not acting, now)

    @property
    def button(self) -> int | None:
        """The seat at whose spot the dealer button lies."""
        return self._button

    def lift_button(self, now: int) -> None:
        """Take the dealer button off its spot."""
        if self._button is not None:
            self._set(f"button:{self._button}", False, now)
        self._button = None

    def place_button(self, seat: int, now: int) -> None:
        """Lay the dealer button on a seat's spot (off the old one, where it still lies)."""
        if not 1 <= seat <= self.layout.seats:
            raise NoSuchPlace(f"button at seat {seat}. The table has seats 1-{self.layout.seats}")
        self.lift_button(now)
        self._button = seat
        self._set(f"button:{seat}", True, now)

    def move_button(self, seat: int, now: int, travel: int = TRAVEL) -> None:
        """Lift the dealer button now and lay it down ``travel`` ns later."""
        self.lift_button(now)
        self.agenda.at(now + travel, lambda at: self.place_button(seat, at))

    def set_post(self, seat: int, present: bool, now: int) -> None:
        """Something lies (or no longer lies) on a seat's ante and blind spot."""
        if not 1 <= seat <= self.layout.seats:
            raise NoSuchPlace(f"post spot of seat {seat}. The table has seats 1-{self.layout.seats}")
        self._set(f"post:{seat}", present, now)

    def set_lid(self, closed: bool, now: int) -> None:
        """Open or close the shoe's lid."""
        self._set("shoe:lid", closed, now)

    def set_door(self, closed: bool, now: int) -> None:
        """Open or close the service door."""
        self._set("door", closed, now)

    def closed(self, name: str) -> bool | None:
        """Whether the switch of the lid ("shoe:lid") or the door ("door") reads closed. None: no switch is there."""
        return not self.lines.level(self.lines.number(name)) if self.lines.has(name) else None

    # --- time ---------------------------------------------------------------------------------------------------

    def wake(self, now: int) -> None:
        """Let everything planned up to ``now`` happen."""
        self.agenda.run(now)

    @property
    def deadline(self) -> int | None:
        """When something planned happens next."""
        return self.agenda.deadline


def _with_tag(thing: Thing, *, alive: bool) -> Thing:
    tag = replace(thing.tag, alive=alive)
    return Card(thing.id, tag, thing.face) if isinstance(thing, Card) else Chip(thing.id, tag, thing.denomination)
