"""What antennas hear of tags that lie elsewhere: stale readers, cross-reads, one tag twice, forgotten tags. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Final

from drivers.reader import Tag
from firmware_bridge.fields.antennas import FieldPlan
from firmware_bridge.messages.places import spot_called
from firmware_bridge.messages.verdict_texts import Seen

from .tags import ONCE_WITHIN, OVERHEARD, Hearing, Whereabouts
from .verdict import Fault, Verdict, verdict

S: Final = 1_000_000_000

FIRMLY: Final = 0.75
"""A tag is heard so often where it lies, and not where it is only overheard."""

FOREIGN_READS: Final = 30
"""Reads of a place before the share of overheard tags means something."""

FOREIGN_BETS: Final = 3
FOREIGN_BET_READS: Final = 20
"""Chips of another bet line that are overheard, each more than once, and reads while some lay there. One alone may
have the tag of another chip."""

THROUGH_A_JAM: Final = 6
JAMMED_READS: Final = 8
HALF_OF_THEM: Final = 0.5
"""At a jammed place: reads of the last 32 that hear anything, before they tell what it overhears, and disturbed reads
of the last minute. Those that hear anything lose half of the tags."""

NOT_ALONE: Final = 2
"""Other tags at a place that a field would hear as well, if it reached there."""

TWICE: Final = 7
"""Times within `IN_TURN` that a tag came back to a second place before it is there twice. By the plan one read in 33
overhears a tag of a neighbour. So a chip is overheard four times a minute, and seven returns are chance in 120 ways:
among 160 chips once in 5,000 shifts of eight hours."""

IN_TURN: Final = 60 * S
"""Over how long the returns are counted. In play a chip seldom lies longer than a few seconds."""

FROZEN: Final = 20
"""Readings in a row with exactly the same tags, before a reader may repeat itself."""

STEADILY: Final = 8
ALL_OF_THEM: Final = (1 << STEADILY) - 1
"""Reads in a row that hear a tag where it lies now, though an old reading that is repeated has it elsewhere."""

DRAWN: Final = 3
"""Cards that leave the shoe while it lists the same card, before it repeats itself. One may be pushed back."""

BETS: Final = 2
"""Times that a player bets chips which their stack never read, before it repeats an old reading."""

APART: Final = 2 * S
"""Two things that happen so far apart are two, not one movement of a hand."""

PHANTOMS: Final = 3
"""Tags that one place alone heard, each in one read, before it reports what is not there. A card or chip that
lies there is read again [estimate]."""

HEARD_ONCE_ANYWAY: Final = ("shoe", "muck")
"""Places that hear a tag once in the ordinary course of things."""

GATHERED: Final = ("bet", "pot")
CLEARED: Final = 2
"""Where all chips go at once, and how often all others must have gone before the one that stays is a forgotten one. A
dealer who gathers them may miss one once [estimate]."""


def say_at(
    plan: FieldPlan, fault: Fault, place: str, evidence: tuple[Seen, ...], sure: int, since: int, other: str = ""
) -> Verdict:
    """Make a verdict on the antenna of a place."""
    return verdict(fault, plan.antennas[place].line, place, evidence, sure, since, other=other)


def stale_or_foreign(plan: FieldPlan, tags: Whereabouts, draws: Collection[int], now: int) -> Iterator[Verdict]:
    """Places that hear tags which lie elsewhere. `draws`: when cards left the shoe."""
    foreign = _foreign(plan, tags, now)
    stale = {home for _, home, _, firm in foreign if firm and _frozen(tags, home)}
    for home in sorted(stale):
        elsewhere = sorted({place for place, other, _, _ in foreign if other == home})
        seen = (
            Seen("read_elsewhere", where=", ".join(elsewhere)),
            Seen("still_same", readings=tags.places[home].same),
        )
        unread = ", ".join(antenna.place for antenna in plan.on_line(plan.antennas[home].line))
        yield say_at(plan, Fault.STALE_READER, home, seen, 80, now, unread)
    for home, what, sure in (*_fed_unread(tags), *_left_unnoticed(tags), *_drawn_unread(tags, draws)):
        if home not in stale:
            stale.add(home)
            seen = (what, Seen("all_same", readings=tags.places[home].same))
            unread = ", ".join(antenna.place for antenna in plan.on_line(plan.antennas[home].line))
            yield say_at(plan, Fault.STALE_READER, home, seen, sure, now, unread)
    yield from _same_tags(plan, tags, now)
    for place, home, there_too, firm in foreign:
        came = min(tags.places[place].hearings[tag].since for tag in there_too)
        if home in stale or place in stale or tags.places[home].changed < came:  # it may repeat an old reading
            continue
        there = tags.lying(home)
        share = Seen("read_too", tags=len(there_too), lying=len(there), other=home, where=place)
        by_itself = firm and len(there_too) == 1 and home not in plan.neighbourhood(place)
        if not by_itself and (len(there_too) > 1 or len(there) == 1):
            sound = Seen("sound_overhears")
            own = Seen("own_tags", tags=len(tags.lying(place)), where=place)
            yield say_at(plan, Fault.CROSS_READ, place, (share, sound, own), 80, now, home)
    yield from _passing_foreign(plan, tags, now, stale)
    for place, watch in tags.places.items():
        times = max(watch.cleared.values(), default=0)
        if times >= CLEARED and spot_called(place).kind in GATHERED and place not in stale:
            yield say_at(plan, Fault.FORGOTTEN_TAG, place, (Seen("stayed", times=times),), 70, now)
        if spot_called(place).kind not in HEARD_ONCE_ANYWAY and (once := tags.heard_once(place, now)) >= PHANTOMS:
            seen = (Seen("heard_once", tags=once, seconds=ONCE_WITHIN // S), Seen("random_numbers"))
            yield say_at(plan, Fault.PHANTOM_TAGS, place, seen, 70, now)


def _passing_foreign(plan: FieldPlan, tags: Whereabouts, now: int, stale: Collection[str]) -> Iterator[Verdict]:
    """Bet lines that hear the bets of another one. None of them lies there for long enough to be judged alone."""
    for place, watch in tags.places.items():
        beside: dict[str, list[tuple[Tag, bool]]] = {}
        for stamp, home, tag, heard in watch.overheard:
            if stamp > now - IN_TURN and home not in stale and not _frozen(tags, home):
                beside.setdefault(home, []).append((tag, heard))
        for home, reads in beside.items():
            times = Counter(tag for tag, heard in reads if heard)
            several = [tag for tag, count in times.items() if count > 1]
            if (
                len(several) >= FOREIGN_BETS
                and len(reads) >= FOREIGN_BET_READS
                and times.total() > OVERHEARD * len(reads)
            ):
                share = Seen(
                    "read_too", tags=len(times), lying=len({tag for tag, _ in reads}), other=home, where=place
                )
                yield say_at(plan, Fault.CROSS_READ, place, (share, Seen("sound_overhears")), 75, now, home)


def _left_unnoticed(tags: Whereabouts) -> Iterator[tuple[str, Seen, int]]:
    """Places that list the same tags all the time, though some lie elsewhere by now: several at one place, or at two.
    A field that reaches too far would hear some of them only now and then, and at one place."""
    where: dict[str, Counter[str]] = {}
    unsteady: set[tuple[str, str]] = set()
    for place, watch in tags.places.items():
        for tag, hearing in watch.hearings.items():
            home = tags.home.get(tag, place)
            if home == place or tags.places[home].same < FROZEN or tag not in tags.places[home].before:
                continue
            if hearing.first > tags.places[home].changed and hearing.reads >= STEADILY:
                where.setdefault(home, Counter())[place] += 1
                unsteady |= set() if hearing.bits & ALL_OF_THEM == ALL_OF_THEM else {(home, place)}
    for home, times in where.items():
        found = [place for place in times if (home, place) not in unsteady]
        if len(found) > 1 or any(times[place] > 2 for place in found):
            yield home, Seen("read_elsewhere", where=", ".join(sorted(found))), 80


def _drawn_unread(tags: Whereabouts, draws: Collection[int]) -> Iterator[tuple[str, Seen, int]]:
    """The shoe, if it lists the same card all the time, though others left it."""
    watch = tags.places.get("shoe")
    if watch is not None and watch.same >= FROZEN:
        left = sum(at > watch.changed for at in draws)
        if left >= DRAWN:
            yield "shoe", Seen("dealt_since", cards=left), 75


def _fed_unread(tags: Whereabouts) -> Iterator[tuple[str, Seen, int]]:
    """Stacks that list the same tags all the time, though chips that came to them were bet from there."""
    for place, watch in tags.places.items():
        spot = spot_called(place)
        if spot.kind != "stack" or watch.same < FROZEN:
            continue
        line = f"bet:{spot.number}"
        bets = [move.came for move in tags.moves if move.place == line and move.origin not in (place, line)]
        bets = sorted(came for came in bets if came > watch.changed)
        times = len(bets) - sum(later - came < APART for came, later in pairwise(bets))
        if times >= BETS:
            yield place, Seen("bet_unread", times=times), 65


def _same_tags(plan: FieldPlan, tags: Whereabouts, now: int) -> Iterator[Verdict]:
    """Tags that two places hear as one. A field that reaches too far would hear the others there, too."""
    places = tags.places
    for tag, two in tags.twofold.items():
        one, other = two.places
        returns, began = tags.returned(tag, now - IN_TURN)
        repeated = any(places[place].changed < began for place in two.places)  # as a stale reader does
        if not two.returns or returns < TWICE or repeated:
            continue
        beside = {place: [t for t in tags.lying(place) if t != tag] for place in two.places}
        near = other in plan.neighbourhood(one)
        if near and min(map(len, beside.values())) < NOT_ALONE:
            continue
        if all(_share_heard(tags, beside[here], there) < OVERHEARD for here, there in ((one, other), (other, one))):
            seen = (Seen("read_in_turn", times=returns, where=one, other=other), Seen("no_other_at_both"))
            yield say_at(plan, Fault.SAME_TAG, one, seen, 85, now, other)


def _share_heard(tags: Whereabouts, some: Collection[Tag], place: str) -> float:
    """The share of the last reads of a place that heard these tags."""
    hearings = tags.places[place].hearings
    heard = sum((hearings[tag].bits & (1 << TWICE) - 1).bit_count() for tag in some if tag in hearings)
    return heard / (TWICE * max(1, len(some)))


def _overhears(hearing: Hearing, full: int | None) -> bool:
    """Whether a tag of another place is heard more often than by a sound antenna. `full`: which reads heard anything,
    if the place is jammed."""
    through = full is not None and full.bit_count() >= THROUGH_A_JAM and hearing.bits.bit_count() > 1
    return hearing.heard >= OVERHEARD or (through and hearing.among(full or 0) >= HALF_OF_THEM * OVERHEARD)


def _frozen(tags: Whereabouts, place: str) -> bool:
    return tags.places[place].same >= FROZEN


def _foreign(plan: FieldPlan, tags: Whereabouts, now: int) -> list[tuple[str, str, list[Tag], bool]]:
    """Which place hears tags of which other one: place, home, the tags, and whether it hears them as firmly."""
    found = []
    for place, watch in tags.places.items():
        by_home: dict[str, list[Tag]] = {}
        full = watch.full if watch.disturbances(now - IN_TURN) >= JAMMED_READS else None
        for tag, hearing in watch.hearings.items():
            home = tags.home.get(tag, place)
            if home == place or spot_called(place).kind == "shoe" or hearing.reads < FOREIGN_READS:
                continue
            own = tags.places[home].hearings.get(tag)
            if own is None or hearing.last < own.first:  # it lay there before
                continue
            if own.gap or own.last < hearing.since:  # it may just have gone there: its home has not been read since
                continue
            jam = None if home in plan.rivals(place) else full
            if own.reads >= FOREIGN_READS and own.heard > FIRMLY and _overhears(hearing, jam):
                by_home.setdefault(home, []).append(tag)
        for home, heard in by_home.items():
            firm = all(watch.hearings[tag].heard >= FIRMLY for tag in heard)
            found.append((place, home, heard, firm))
    return found
