"""What goes wrong between a reader and the tags: dead, detuned and jammed antennas, weak tags. Pure."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from drivers.reader import Cause, Failed, Reading, Tag
from firmware_bridge.fields.antennas import FieldPlan
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.places import CARD_KINDS, spot_called
from firmware_bridge.messages.verdict_texts import Seen

from .cards import LANDS, CardWatch
from .disturbed import LATELY, Disturbed, all_disturbed
from .elsewhere import APART, say_at, stale_or_foreign
from .swapped import ON_THE_WAY, TRAY, UNSEEN, carried, swapped, times_carried
from .tags import BAD, ENOUGH, GAPS, MOVED, Move, PlaceWatch, Whereabouts
from .verdict import Fault, Verdict

MS: Final = 1_000_000
S: Final = 1_000 * MS

GOOD: Final = 0.1
"""A tag that is missed in fewer reads is well read."""

EMPTY: Final = 8
"""Empty reads in a row before a place is held to be blind, and `BLIND` for the time that they take."""

BLIND: Final = 6 * S

NOT_JAMMED: Final = 20
"""Empty reads in a row that no jam explains: it lets some tags through in one read of four [estimate]."""

ALONE_FOR: Final = 15 * S
"""A place that is disturbed alone for so long has the field at itself. One of its own table would reach the others by
then [estimate]."""

TRAY_GONE: Final = 15 * S
"""A rack that is only turned or counted at the tray is back by then [estimate]."""

DEALT_ON: Final = 2
"""Cards that players get once the tray's chips went, so those of another hand. A float is seldom taken in play."""

CARRIED: Final = 1_000 * MS
"""Of several times that chips went past a bet line, one may have been as short. A hand that throws them into the pot
is quicker [estimate]."""

POSTED: Final = 20 * S
"""A chip that was put on a post spot is not put on another one within this time: a hand takes longer [estimate]."""

PASSED_BY: Final = ("bet", "pot")
"""Places where chips lie for seconds. Nobody lifts them there for a moment."""

PASSING: Final = 60 * S
PASSING_TAGS: Final = 4
PASSING_MISSES: Final = 8
PASSING_BAD: Final = 0.2
"""Over how long the misses of such chips are counted together, of how many chips, how many misses it takes, and in
which share of the reads. In a healthy hour no bet line came to more than 0.08 with so many, and the pot to 0.04."""

OF_FIELDS: Final = frozenset({Fault.JAMMED, Fault.FOREIGN_FIELD})
"""Faults that disturb several places. Nothing else is told of those beside them."""

NO_SINGLE_MISSES: Final = ("muck", "shoe")
"""Where tags are missed in the ordinary course of things: under others, or while they pass by."""


class AntennaWatch:
    """All antennas of a table."""

    def __init__(self, plan: FieldPlan, now: int) -> None:
        self.plan = plan
        self.now = now
        self.tags = Whereabouts(PlaceWatch(a.place, a.line, a.number) for a in plan.antennas.values())
        self.posts: deque[tuple[int, int]] = deque(maxlen=100)
        self._given: dict[Tag, int] = {}  # what left a stack for a post spot of late, and when that was covered
        self._at = {(antenna.line, antenna.number): antenna.place for antenna in plan.antennas.values()}
        self.stacks = tuple(spot_called(one).number for one in self.tags.places if spot_called(one).kind == "stack")
        self.cards = CardWatch(self.tags)
        self._disturbed: tuple[int, Mapping[str, Disturbed]] | None = None  # since the last read: when, and what

    def gave(self, stack: int, since: int, at: int, settled: int) -> bool | None:
        """Whether a tag of a stack left it between `since` and `at`, and was not back when the stack was read later
        than `settled`. One that left for a post spot before is another's.

        None: nobody knows, as the stack has not been read since, or reads nothing of what lies there.
        """
        place = f"stack:{stack}"
        watch = self.tags.places[place]
        after = [stamp for stamp, _ in watch.reads if stamp > at]
        if len(after) < MOVED:
            return None
        self._given = {tag: when for tag, when in self._given.items() if at - when < POSTED}
        gone = {tag for tag, one in watch.hearings.items() if one.gap and one.last <= at}
        left = [tag for tag in gone if watch.missed_first(tag) > since and self._given.get(tag, at) == at]
        if left and after[-1] < settled:
            return None
        self._given |= dict.fromkeys(left, at)
        return True if left else None if watch.empty_reads and self.tags.lying(place) else False

    def posted_between(self, number: int, move: Move) -> bool:
        """Whether the post spot of a seat was covered while a tag was heard nowhere: it may have lain there."""
        return any(one == number and move.left - APART < at < move.came for at, one in self.posts)

    def disturbed(self, now: int) -> Mapping[str, Disturbed]:
        """What disturbs each place, of late. Several rules ask in one look."""
        if self._disturbed is None or self._disturbed[0] != now:
            self._disturbed = now, all_disturbed(self.plan, self.tags, now)
        return self._disturbed[1]

    # what is observed

    def forget_moves(self) -> None:
        """Forget how tags moved. The times at which a slow machine hears of them prove nothing."""
        for known in (self.tags.moves, self.posts):
            known.clear()
        self.cards.forget()

    def forget_fields(self, away: Collection[str]) -> None:
        """Forget what disturbs the places beside those of parts `away`. Nobody could switch the fields there off."""
        beside = (self.plan.rivals(place) for place, at in self.plan.antennas.items() if at.line in away)
        for place in set[str]().union(*beside):
            watch = self.tags.places[place]
            watch.errors.clear()
            watch.blanks.clear()
            self._disturbed = None

    def posted(self, number: int, now: int) -> None:
        """A post spot was covered."""
        self.posts.append((now, number))

    def reading(self, line: str, reading: Reading, now: int) -> None:
        """Take a reading of an antenna."""
        place = self._at.get((line, reading.antenna))
        if place is not None:
            self._disturbed = None
            self.tags.read(place, reading.tags, reading.began, now)

    def failed(self, line: str, failed: Failed, now: int) -> None:
        """Take a read that the reader calls disturbed."""
        place = self._at.get((line, failed.antenna)) if failed.antenna is not None else None
        if place is not None and failed.cause is Cause.REPORTED:
            self._disturbed = None
            self.tags.places[place].errors.append(now)


def by_rule(table: AntennaWatch, away: frozenset[str], now: int) -> Iterator[list[Verdict]]:
    """What is wrong with the antennas, one rule after the other.

    A place has one verdict at most, and may be jammed besides if it hears another one. Nothing is said of those of
    parts `away`.
    """
    told: set[str] = set()
    jammed: set[str] = set()
    for rule in (_jammed, _swapped, _elsewhere, _blind, _tray_is_empty, _missing):
        stands = []
        for found in rule(table, now):
            taken = told if found.fault is Fault.CROSS_READ else told | jammed
            if found.place not in taken and found.part not in away and not _unread(table, found, away):
                stands.append(found)
            if found.fault in OF_FIELDS:
                jammed |= {found.place} | table.plan.rivals(found.place)
            else:
                told.add(found.place)
        yield stands


def _swapped(table: AntennaWatch, now: int) -> Iterator[Verdict]:
    return swapped(table.plan, table.tags, table.cards, now)


def _elsewhere(table: AntennaWatch, now: int) -> Iterator[Verdict]:
    yield from stale_or_foreign(table.plan, table.tags, [one.at for one in table.cards.landings], now)
    for place, alone in table.cards.stayed():
        fault, seen = (Fault.STALE_READER, "old_hand_alone") if alone else (Fault.FORGOTTEN_TAG, "old_hand")
        unread = ", ".join(at.place for at in table.plan.on_line(table.plan.antennas[place].line))
        yield say_at(table.plan, fault, place, (Seen(seen), Seen("others_taken_in")), 60, now, unread)


def _unread(table: AntennaWatch, found: Verdict, away: frozenset[str]) -> bool:
    """Whether a place is near one whose reader cannot be told to switch its field off: it may jam this one."""
    if found.fault is Fault.ANTENNA_DEAD and _reads_of_nothing(table, found.place) >= NOT_JAMMED:
        return False
    return any(table.plan.antennas[place].line in away for place in table.plan.rivals(found.place))


def _reads_of_nothing(table: AntennaWatch, place: str) -> int:
    """How many of the last reads were empty, though something lay there: of cards, since the first that was lost."""
    watch = table.tags.places[place]
    lost = [one.at + LANDS for one in table.cards.landings if one.due == place and one.place is None]
    since = min((at for at in lost if at > (watch.empty_since or 0)), default=0)
    return min(watch.empty_reads, sum(at > since for at, _ in watch.reads))


# --- fields ---------------------------------------------------------------------------------------------------------


def _first(watch: PlaceWatch, now: int) -> int:
    """When a place was disturbed first, of late."""
    stamps = (*watch.errors, *(stamp for stamp, _ in watch.blanks))
    return min((stamp for stamp in stamps if stamp > now - LATELY), default=now)


def _jammed(table: AntennaWatch, now: int) -> Iterator[Verdict]:
    """Places that read nothing at all now and then, or errors, beside one that reads well."""
    places = table.tags.places
    found = table.disturbed(now)
    bad = {place for place, one in found.items() if one.bad and (one.errors or _by_rivals(table, place, found))}
    blind = _blind_together(table, now)
    bad |= blind.keys()
    done: set[str] = set()
    for place in sorted(bad, key=lambda one: -found[one].count):
        group = {place, *table.plan.rivals(place)}
        if group & done:
            continue
        done |= group
        victims = [place, *sorted((bad & group) - {place})]  # the one that is hit most comes first
        begun = min(blind.get(one, now) if one in blind else _first(places[one], now) for one in victims)
        since = all_disturbed(table.plan, table.tags, now, begun, group)
        well = [one for one in sorted(group - bad) if since[one].proven]
        seen = tuple(
            Seen("no_tag_at", where=one, seconds=round((now - blind[one]) / S))
            if one in blind
            else Seen("disturbed_reads", where=one, reads=found[one].count, seconds=LATELY // S)
            for one in victims[:2]
        )
        if len(well) == 1:
            alone = Seen("reads_undisturbed", where=well[0])
            yield say_at(table.plan, Fault.JAMMED, well[0], (*seen, alone), 80, now, ", ".join(victims))
        elif not well and len(victims) > 1:
            yield say_at(table.plan, Fault.FOREIGN_FIELD, victims[0], seen, 65, now)
        elif len(victims) == 1 and len(well) > 1 and found[place].errors and now - begun >= ALONE_FOR:
            others = tuple(Seen("reads_undisturbed", where=one) for one in well[:2])
            yield say_at(table.plan, Fault.FOREIGN_FIELD, place, (*seen, *others), 55, now)


def _blind_together(table: AntennaWatch, now: int) -> dict[str, int]:
    """Places that read nothing of what lies there, as others beside them, and since when.

    A field that does not go off leaves hardly a tag to them. Readers that tell of fields would report it.
    """
    untold = [place for place, at in table.plan.antennas.items() if not part_kind(at.kind).tells_of_fields]
    blind = {place: since for place, since, _ in _blind_places(table, untold, now)}
    return {place: since for place, since in blind.items() if table.plan.rivals(place) & blind.keys()}


def _by_rivals(table: AntennaWatch, place: str, found: Mapping[str, Disturbed]) -> bool:
    return any(found[rival].bad for rival in table.plan.rivals(place))


# --- antennas that read nothing -------------------------------------------------------------------------------------


def _blind(table: AntennaWatch, now: int) -> Iterator[Verdict]:
    for place, since, seen in _blind_places(table, table.tags.places, now):
        here = Seen("no_tag", reads=table.tags.places[place].empty_reads, seconds=round((now - since) / S))
        yield say_at(table.plan, Fault.ANTENNA_DEAD, place, (here, *seen), 80, since)


def _blind_places(table: AntennaWatch, among: Iterable[str], now: int) -> Iterator[tuple[str, int, Sequence[Seen]]]:
    """Places that read nothing of what lies there: since when, and what shows that something does."""
    for place in among:
        watch = table.tags.places[place]
        since = watch.empty_since
        if spot_called(place).kind == "shoe" or since is None or watch.empty_reads < EMPTY or now - since < BLIND:
            continue
        seen = list(_unheard(table, watch, since))
        if seen:
            yield place, since, seen


def _to_another_stack(move: Move) -> bool:
    """Whether a chip of a seat's stack or bet line came to the stack of another seat."""
    left, came = spot_called(move.origin), spot_called(move.place)
    return left.kind in ("bet", "stack") and came.kind == "stack" and left.number != came.number


def _unheard(table: AntennaWatch, watch: PlaceWatch, since: int) -> Iterator[Seen]:
    """What must have lain at a place while its antenna heard nothing."""
    place, kind = watch.place, spot_called(watch.place).kind
    vanished = any(abs(table.tags.heard[tag] - since) < 3 * S for tag in table.tags.lying(place))
    moves = [move for move in table.tags.moves if move.came > since + S]
    if kind in CARD_KINDS:
        lost = [one for one in table.cards.landings if one.due == place and one.place is None and one.at > since - S]
        if len(lost) >= 2 or (lost and (vanished or _went_unseen(moves, place, since))):
            yield Seen("due_nowhere", cards=len(lost))
    elif kind in ("stack", TRAY):
        line = f"bet:{spot_called(place).number}"  # chips of a pot that came to a stack which reads nothing, too
        came = [move for move in moves if move.origin == place or (move.origin, move.place) == ("pot", line)]
        times = times_carried(move for move in came if move.unseen > UNSEEN)
        if times >= 2:
            yield Seen("turned_up", times=times)
    elif kind == "bet":
        stack = f"stack:{spot_called(place).number}"
        past = [move for move in moves if move.origin == stack and move.unseen > CARRIED and move.left > since - S]
        past = [move for move in past if not table.posted_between(spot_called(place).number, move)]
        times = times_carried(move for move in past if spot_called(move.place).kind in ("pot", "stack", "drop"))
        sure = any(move.unseen > UNSEEN for move in past)
        if times >= 2 and sure and not _came_to_other_lines(table.tags.moves, stack, since):
            yield Seen("past_the_line", times=times, where=stack)
    elif kind == "pot":
        past = [move for move in moves if _to_another_stack(move) and move.unseen > UNSEEN]
        if (places := _pushed_at_once(past)) >= 2 and _board_came(table, since):
            yield Seen("past_the_pot", players=places)


def _board_came(table: AntennaWatch, since: int) -> bool:
    """Whether a card came to the board since a time. Bets are in the pot then. Before the flop a dealer may push them
    straight to the last player."""
    boards = [watch for place, watch in table.tags.places.items() if spot_called(place).kind == "board"]
    heard = any(one.first > since for watch in boards for one in watch.hearings.values())
    return heard or any(spot_called(place).kind == "board" for place in table.cards.due_since(since))


def _came_to_other_lines(moves: Collection[Move], stack: str, since: int) -> bool:
    """Whether chips of a stack were read at the bet line of another seat of late. Then the lines may be swapped."""
    number = spot_called(stack).number
    lately = [spot_called(move.place) for move in moves if move.origin == stack and move.came > since - ON_THE_WAY]
    return any(spot.kind == "bet" and spot.number != number for spot in lately)


def _tray_is_empty(table: AntennaWatch, now: int) -> Iterator[Verdict]:
    """A tray whose chips went all at once, while the game goes on: the float was taken, or the antenna is dead."""
    watch = table.tags.places.get(TRAY)
    since = None if watch is None else watch.empty_since
    if watch is None or since is None or watch.empty_reads < EMPTY or now - since < TRAY_GONE:
        return
    vanished = sum(abs(table.tags.heard[tag] - since) < 3 * S for tag in table.tags.lying(TRAY))
    dealt = sum(one.at > since + LANDS and spot_called(one.due).kind == "seat" for one in table.cards.landings)
    if vanished >= 3 and dealt >= DEALT_ON:
        gone = Seen("gone_at_once", chips=vanished)
        yield say_at(table.plan, Fault.TRAY_EMPTY, TRAY, (gone, Seen("dealt_since", cards=dealt)), 50, since)


def _pushed_at_once(moves: Collection[Move]) -> int:
    """Of how many places most chips came to one stack at once, as those of a pot do. Chips that are changed at the
    tray go from one player to another, too, but each time by themselves."""
    stacks = {move.place for move in moves}
    pushes = [push for stack in stacks for push in carried(move for move in moves if move.place == stack)]
    return max((len({move.origin for move in push}) for push in pushes), default=0)


def _went_unseen(moves: list[Move], place: str, since: int) -> bool:
    return any(move.origin == place and abs(move.left - since) < 3 * S for move in moves)


# --- tags that are missed -------------------------------------------------------------------------------------------


def _missing(table: AntennaWatch, now: int) -> Iterator[Verdict]:
    """Single tags that are missed, or all of a place."""
    weak: dict[Tag, list[str]] = {}
    jammed = {place for place, one in table.disturbed(now).items() if one.errors >= 2}
    for place, watch in table.tags.places.items():
        if spot_called(place).kind in NO_SINGLE_MISSES or ({place} | table.plan.rivals(place)) & jammed:
            continue
        if spot_called(place).kind in CARD_KINDS:
            if (seen := table.cards.misses(watch)) is not None:
                yield say_at(table.plan, Fault.ANTENNA_DETUNED, place, seen, 75, now)
            continue
        own = {tag: one for tag, one in watch.hearings.items() if table.tags.home.get(tag, place) == place}
        measured = {tag: one for tag, one in own.items() if len(one.inner) >= ENOUGH}
        bad = {tag: one.missed for tag, one in measured.items() if one.missed >= BAD and one.gaps >= GAPS}
        good = [tag for tag, one in measured.items() if one.missed < GOOD and not one.gap]
        if spot_called(place).kind in PASSED_BY and (passing := _passing(watch, now)) is not None:
            yield say_at(table.plan, Fault.ANTENNA_DETUNED, place, passing, 70, now)
        elif len(bad) >= 2:
            yield _of_place(table, place, bad, good, now)
        elif len(alone := [tag for tag, one in own.items() if one.weak]) == 1 and good:
            weak.setdefault(alone[0], []).append(place)
    for tag, places in weak.items():
        known = table.tags.places[places[-1]].hearings[tag].everywhere
        share = known.count(False) / len(known)
        seen = (Seen("one_missed", percent=round(100 * share)), Seen("beside_well"))
        yield say_at(table.plan, Fault.WEAK_TAG, places[-1], seen, 75, now)


def _passing(watch: PlaceWatch, now: int) -> tuple[Seen, ...] | None:
    """Return the evidence that the antenna of a place misses the chips that pass by, None if it does not.

    None of them lies there for long enough to be judged alone.
    """
    seen = [(tag, missed) for stamp, tag, missed in watch.passing if stamp > now - PASSING]
    misses = sum(missed for _, missed in seen)
    reads = len(seen) + misses
    if misses < PASSING_MISSES or misses < PASSING_BAD * reads:
        return None
    by_tag = Counter({tag: 0 for tag, _ in seen})
    for tag, missed in seen:
        by_tag[tag] += missed
    missed = sum(count > 0 for count in by_tag.values())
    if missed < PASSING_TAGS or 2 * max(by_tag.values()) > misses:
        return None
    share = Seen("passing_missed", missed=missed, chips=len(by_tag), percent=round(100 * misses / reads))
    return share, Seen("others_heard")


def _of_place(table: AntennaWatch, place: str, bad: Mapping[Tag, float], good: list[Tag], now: int) -> Verdict:
    share = sum(bad.values()) / len(bad)
    seen = Seen("tags_missed", tags=len(bad), percent=round(100 * share))
    if len(good) >= 2:
        rest = Seen("others_well", tags=len(good))
        return say_at(table.plan, Fault.STACK_TOO_HIGH, place, (seen, rest), 75, now)
    return say_at(
        table.plan,
        Fault.ANTENNA_DETUNED,
        place,
        (seen, Seen("some_well", tags=len(good)), Seen("no_error")),
        75,
        now,
    )
