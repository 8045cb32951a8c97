"""What the cards show of the antennas: where each landed that left the shoe, and how well those of a place are read.
Pure.

A card is judged with others. Who knows which card is weak must not learn where it lies.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from drivers.reader import Tag
from firmware_bridge.messages.places import CARD_KINDS, spot_called
from firmware_bridge.messages.verdict_texts import Seen

from .tags import BAD, GAP, GAPS, Hearing, PlaceWatch, Whereabouts

MS: Final = 1_000_000
S: Final = 1_000 * MS

ENOUGH_OF_A_CARD: Final = 12
"""Reads of one card, of which several are judged together."""

ENOUGH_OF_A_SOUND_CARD: Final = 8
GAPS_OF_A_SOUND_CARD: Final = 3
"""The same for a card that is known to be sound. It cannot be weak, so fewer reads tell."""

ENOUGH_TO_BE_SOUND: Final = 16
SOUND: Final = 0.1
"""A card is sound that was missed in fewer reads, at any place, among so many."""

KNOWN: Final = 200
"""Cards that are known to be sound: those of two decks, and some that were replaced."""

SINGLY: Final = 5
"""How often each of two sound cards must be missed while the other one is heard, in 32 reads. By chance that happens
once in four million pairs of 32 reads. A hand that lifts them lifts both."""

CARDS_JUDGED: Final = 4
CARDS_BAD: Final = 3
"""Of the last cards at a place so many must be missed before its antenna is named. A hand brings two at most. So two
weak cards name no place, and who knows them cannot tell where they lie."""

TAKEN_IN: Final = 3
"""Places that were cleared since the last hand began, before what fewer still list is left over. A card that is
replaced in a hand finds those of all players [estimate]."""

LANDS: Final = 5 * S
"""A card that left the shoe lies where it is due within this time, or the dealer holds it."""

PASSED: Final = (500 * MS, 350 * MS)
"""The shoe heard the card that left it last within this time before and after that."""

CROSSED: Final = 3
"""Cards that landed at the wrong one of two places, before their antennas are swapped."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A card that left the shoe, where it was due, and where it came to lie. None: nowhere.

    `known`: the shoe read it. Else it is only likely that this card lies there.
    """

    due: str
    at: int
    place: str | None
    known: bool = False


class CardWatch:
    """The cards of a table."""

    def __init__(self, tags: Whereabouts) -> None:
        self.landings: deque[Landing] = deque(maxlen=40)
        self._tags = tags
        self._attended: tuple[str, ...] = ()
        self._drawn: deque[tuple[int, str]] = deque(maxlen=40)  # when a card left the shoe, and where it was due
        self._passed: dict[Tag, int] = {}  # when the shoe last heard it
        self._judged: dict[str, dict[Tag, float]] = {}  # by place: how much the last cards there were missed
        self._sound: dict[Tag, None] = {}
        self._dealt_to: str | None = None  # at what kind of place the last card was due that left the shoe
        self.began = 0  # when the first card of this hand was drawn (ns). 0: no hand has begun yet
        self._left: dict[str, frozenset[Tag]] = {}  # what still lay at card places then
        self._joined: set[str] = set()  # those of them where anything else was read in this hand
        self.astray: deque[tuple[str, str]] = deque(maxlen=20)
        """Cards that the shoe read and that came to another kind of place than was due: where to, and where they came
        to."""

    # what is observed

    def forget(self) -> None:
        """Forget how cards moved."""
        self._left = {}
        self.landings.clear()
        self.astray.clear()
        self._drawn.clear()

    def attended(self, places: Collection[str]) -> None:
        """Take what is due next."""
        self._attended = tuple(places)

    def passed(self, tags: Collection[Tag], now: int) -> None:
        """Take a reading of the shoe."""
        for tag in tags:
            self._passed.pop(tag, None)
            self._passed[tag] = now
        while len(self._passed) > KNOWN:
            del self._passed[next(iter(self._passed))]

    def drawn(self, now: int) -> None:
        """A card left the shoe."""
        due = next((place for place in self._attended if spot_called(place).kind in CARD_KINDS), None)
        if due is not None:
            self._drawn.append((now, due))
            kind = spot_called(due).kind
            if kind == "seat" and self._dealt_to not in (None, "seat"):
                self._begin_hand(now)
            self._dealt_to = kind

    def _begin_hand(self, now: int) -> None:
        """Note what still lies there. The cards of the hand before have been taken in."""
        places = [watch for place, watch in self._tags.places.items() if spot_called(place).kind in CARD_KINDS]
        lying = {watch.place: frozenset(tag for tag, one in self._own(watch) if not one.gap) for watch in places}
        left = {place: tags for place, tags in lying.items() if tags}
        cleared = sum((watch.empty_since or 0) > self.began and bool(watch.before) for watch in places)
        self._left = left if cleared >= TAKEN_IN > len(left) else {}
        self.began, self._joined = now, set()

    def due_since(self, when: int) -> tuple[str, ...]:
        """Return where the cards were due that left the shoe since a time, in their order."""
        landed = [one.due for one in self.landings if one.at >= when]
        return (*landed, *(due for at, due in self._drawn if at >= when))

    def look(self, now: int) -> None:
        """See where the cards have landed that left the shoe, and which are sound."""
        while self._drawn and now - self._drawn[0][0] > LANDS:
            at, due = self._drawn.popleft()
            self.landings.append(self._landed(due, at))
        for place in self._left:
            fresh = (one for one in self._tags.places[place].hearings.values() if one.first > self.began)
            if any(one.steady for one in fresh):
                self._joined.add(place)
        for place, watch in self._tags.places.items():
            if spot_called(place).kind in ("seat", "board"):
                self._judge(watch)

    def _landed(self, due: str, at: int) -> Landing:
        came = {
            self._tags.home[tag]
            for tag, heard in self._passed.items()
            if at - PASSED[0] < heard < at + PASSED[1] and self._lies_since(tag, at)
        }
        if len(came) == 1:
            one = came.pop()
            if one == due:
                self.astray.clear()
            if spot_called(one).kind == spot_called(due).kind:
                return Landing(due, at, one, known=True)
            self.astray.append((due, one))
        return Landing(due, at, due if self._tags.places[due].heard_since(at) else self._elsewhere(due, at))

    def _elsewhere(self, due: str, at: int) -> str | None:
        """Where a card came to that the shoe did not read, and that was due nowhere there."""
        dues = [*self._drawn, *((one.at, one.due) for one in self.landings)]
        others = {place for stamp, place in dues if abs(stamp - at) < LANDS}
        return next(
            (
                place
                for place, watch in self._tags.places.items()
                if spot_called(place).kind == spot_called(due).kind
                and place not in others
                and any(at < hearing.first < at + LANDS for hearing in watch.hearings.values() if hearing.steady)
            ),
            None,
        )

    def _lies_since(self, tag: Tag, at: int) -> bool:
        """Whether a card came to a place after a time."""
        home = self._tags.home.get(tag)
        hearing = None if home is None else self._tags.places[home].hearings.get(tag)
        return hearing is not None and at < hearing.first and spot_called(home or "").kind in CARD_KINDS

    # how well they are read

    def _judge(self, watch: PlaceWatch) -> None:
        cards = self._judged.setdefault(watch.place, {})
        for tag, hearing in self._own(watch):
            least, gaps = (
                (ENOUGH_OF_A_SOUND_CARD, GAPS_OF_A_SOUND_CARD) if tag in self._sound else (ENOUGH_OF_A_CARD, GAPS)
            )
            if len(hearing.inner) < least:
                continue
            if tag not in cards and len(cards) == CARDS_JUDGED:
                del cards[next(iter(cards))]
            cards[tag] = hearing.missed if hearing.gaps >= gaps else 0.0
            if len(hearing.inner) >= ENOUGH_TO_BE_SOUND and hearing.missed < SOUND:
                self._sound.pop(tag, None)
                self._sound[tag] = None
        while len(self._sound) > KNOWN:
            del self._sound[next(iter(self._sound))]

    def _own(self, watch: PlaceWatch) -> list[tuple[Tag, Hearing]]:
        return [(tag, one) for tag, one in watch.hearings.items() if self._tags.home.get(tag) == watch.place]

    def misses(self, watch: PlaceWatch) -> tuple[Seen, ...] | None:
        """Return the evidence that the antenna of a place misses cards, None if it does not."""
        cards = self._judged.get(watch.place, {})
        bad = [share for share in cards.values() if share >= BAD]
        among = len(cards)
        if len(bad) == CARDS_BAD - 1 and (others := self._missed_together(watch)):
            bad, among = [*bad, *others], len(bad) + len(others)
        if len(bad) >= CARDS_BAD:
            share = sum(bad) / len(bad)
            many = Seen("cards_missed", missed=len(bad), cards=among, percent=round(100 * share))
            return many, Seen("no_error")
        sound = [hearing for tag, hearing in self._own(watch) if tag in self._sound and hearing.gap <= GAP]
        if any(_missed_apart(one, other) for one, other in combinations(sound, 2)):
            return Seen("missed_in_turn"), Seen("no_error")
        return None

    def _missed_together(self, watch: PlaceWatch) -> list[float]:
        """How much the cards of a place are missed that are not known to be, if together they are missed too often.
        Each may have been read too seldom to be judged."""
        cards = self._judged.get(watch.place, {})
        others = [hearing for tag, hearing in self._own(watch) if cards.get(tag, 0.0) < BAD]
        reads = [read for hearing in others for read in hearing.inner]
        gaps = sum(hearing.gaps for hearing in others)
        if len(reads) < ENOUGH_OF_A_CARD or gaps < GAPS or reads.count(False) < BAD * len(reads):
            return []
        return [hearing.missed for hearing in others if hearing.gaps]

    # what stays from hand to hand

    def stayed(self) -> Iterator[tuple[str, bool]]:
        """Yield the places that still list what they did before this hand, once a card of this hand was due there.
        And whether each lists nothing else, as a reader does that repeats itself."""
        for place, left in self._left.items():
            heard = self._tags.places[place].hearings
            due = any(one.due == place and one.at >= self.began for one in self.landings)
            if due and all(tag in heard and heard[tag].gap <= GAP and heard[tag].since <= self.began for tag in left):
                yield place, place not in self._joined

    # where they landed

    def crosswise(self) -> Iterator[tuple[str, str, int]]:
        """Places that get each other's cards, and how many."""
        ways = Counter((one.due, one.place) for one in self.landings if one.known)
        for (due, place), count in ways.items():
            if place is None or due >= place:
                continue
            back = ways[(place, due)]
            if back and count + back >= CROSSED and not self._straight_since(due, place):
                yield due, place, count + back

    def _straight_since(self, one: str, other: str) -> bool:
        """Whether a card of one of two places landed where it was due, after one that landed at the other."""
        ways = [(landing.due, landing.place) for landing in self.landings if landing.known]
        first = min(ways.index(way) for way in ((one, other), (other, one)) if way in ways)
        return any(way in ((one, one), (other, other)) for way in ways[first:])


def _missed_apart(one: Hearing, other: Hearing) -> bool:
    """Whether each of two cards that came together is missed while the other one is heard."""
    both = min(one.reads, other.reads)
    mask = (1 << both) - 1
    singly = [(a & ~b & mask).bit_count() for a, b in ((one.bits, other.bits), (other.bits, one.bits))]
    return min(singly) >= SINGLY
