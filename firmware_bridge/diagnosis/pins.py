"""What goes wrong at the GPIO lines: beams, switches, lid, supply, and the shoe's reader behind the beams. Pure."""

from __future__ import annotations

from bisect import bisect
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from drivers.gpio import Edge
from drivers.reader import Tag
from firmware_bridge.messages.places import line_called
from firmware_bridge.messages.verdict_texts import Seen

from .verdict import Fault, Verdict, verdict

MS: Final = 1_000_000
S: Final = 1_000 * MS
PART: Final = "gpio"

BEAMS: Final = ("shoe:beam1", "shoe:beam2")
BACK: Final = "shoe:back"
LID: Final = "shoe:lid"
POWER: Final = "power"

BLOCKED: Final = 4 * S
"""A card covers a beam for 65 ms. A card that a dealer holds in the mouth may stand there for a second."""

PASSAGE: Final = 100 * MS
"""A card breaks both beams within this time: they are 8 mm apart, and it covers each for 65 ms."""

ONE_SIDED: Final = 4
"""Cards that break one beam and not the other, before the other one is dead."""

COVERED: Final = 20 * MS
"""A card covers a beam for longer, and dirt for less [estimate]."""

UNBROKEN: Final = 6
"""Cards that the back sensor sees and a beam does not, before that beam is dead."""

FLICKERS: Final = 8
"""Edges of a beam without a card within `LATELY`. A sound one has none."""

LATELY: Final = 30 * S

BLIP: Final = 8 * MS
"""A card covers the back sensor for longer, and a chip or a hand holds a switch for longer [estimate]."""

BLIPS: Final = 6
"""Times within `LATELY` that a line changes for so short a time, and stays still before and after. A movement bounces
as it begins and ends, and is no such change."""

IN_ORDER: Final = 6
"""Cards in a row that broke the beams in the wrong order. One that is pushed back is followed by its next draw."""

CONTACT: Final = 12
"""Edges within `BOUNCE`. A sound switch makes seven at most: three to and fro, and the one that stays."""

BOUNCE: Final = 60 * MS

SOUND: Final = 7
"""Edges of one movement of a sound switch at most."""

SWITCHES: Final = ("button", "post", "lid", "door", "occupied")
"""Lines with a contact that may bounce. A card's edge flickers in a beam."""

RESTS: Final = (LID, POWER)
"""Lines that hardly change in play. A contact that is loose does."""

LOOSE: Final = 4
"""Times that such a line changes and changes back within a minute, before its contact is loose."""

BURSTS: Final = 2
"""Bouncing movements of one switch before it is worn."""

UNMOVED: Final = 25 * S
"""Two switches are on together: the next movement of the button shows which is stuck. Without one for so long, it is
more likely the one that came last."""

OPEN: Final = 5 * S
"""The lid is opened on purpose, to change the deck. With cards leaving the shoe it should be shut."""

AT_A_TIME: Final = 200 * MS
"""The pins of a connector part within this time. Nobody moves several things so quickly."""

MANY: Final = 6
"""Lines of a table that never act all at once. A card makes three of them act, and a hand one more."""

BLIND_DRAWS: Final = 6
"""Cards that leave the shoe without any tag read. A good reader misses one in ten."""

BLIND_READS: Final = 12
"""Reads without a tag meanwhile: two a card [estimate]."""

NEAR_DRAW: Final = 500 * MS

AT_REST: Final = 30
"""Reads of the shoe with no card in its mouth, over which the tags of the stub are counted."""

SAME_CARD: Final = 2
"""Cards that leave the shoe while its antenna reads the same one. The next card of the stub is another each time."""

STUB_SHARE: Final = 0.85
"""The next card of the stub is heard in half of these reads at a good shield."""


@dataclass(slots=True)
class LineWatch:
    """One line: its level, when it took it, its last edges."""

    acting: bool = False
    since: int = 0
    edges: deque[int] = field(default_factory=lambda: deque(maxlen=200))
    bursts: deque[int] = field(default_factory=lambda: deque(maxlen=20))
    moved: int | None = None  # when it last settled to another level
    lost: int = 0
    run: int = 0  # edges of the present movement
    movements: int = 0  # since `tallied`
    bounced: int = 0  # those of them with more edges than a sound switch makes

    def note(self, stamp: int) -> None:
        """Take an edge."""
        self.run = self.run + 1 if self.edges and stamp - self.edges[-1] <= BOUNCE else 1
        self.movements += self.run == 1
        self.bounced += self.run == SOUND + 1
        self.edges.append(stamp)

    def tallied(self) -> tuple[int, int]:
        """Return the movements since the last call, and how many of them bounced."""
        counted = self.movements, self.bounced
        self.movements = self.bounced = 0
        return counted


class PinWatch:
    """All lines of a table. `drawn` is called with the time when a card has left the shoe."""

    def __init__(self, names: tuple[str, ...], rests_acting: tuple[str, ...], drawn: Callable[[int], None]) -> None:
        self.lines = {name: LineWatch(acting=name in rests_acting) for name in names}
        self.buttons = [name for name in names if line_called(name).kind == "button"]
        self.passages: deque[int] = deque(maxlen=40)
        self.first: deque[str] = deque(maxlen=IN_ORDER)  # which beam each of the last cards broke first
        self.backs: deque[int] = deque(maxlen=40)
        self.single: dict[str, deque[int]] = {beam: deque(maxlen=40) for beam in BEAMS}
        self.covered: dict[str, deque[int]] = {beam: deque(maxlen=40) for beam in BEAMS}  # for as long as by a card
        self.lost: deque[int] = deque(maxlen=60)
        self.shoe_reads: deque[tuple[int, int]] = deque(maxlen=200)  # when, and how many tags
        self.posts: deque[tuple[int, int]] = deque(maxlen=10)  # the spot, and the stack that gave the chips
        self.shoe_heard = 0  # when its antenna last read a card
        self.shoe_unheard = 0  # its reads since then
        self.shoe_changed = 0  # when its antenna last read another card
        self._in_shoe: frozenset[Tag] = frozenset()
        self._broke: dict[str, int] = {}
        self._drawn = drawn

    # what is observed

    def levels(self, acting: frozenset[str], now: int) -> None:
        """Take the levels at the beginning."""
        for name, line in self.lines.items():
            line.acting, line.since = name in acting, now

    def edge(self, name: str, edge: Edge) -> None:
        """Take an edge."""
        line = self.lines[name]
        if edge.lost:
            self.lost.append(edge.stamp)
        line.note(edge.stamp)
        acting = not edge.level
        if acting != line.acting:
            if name in BEAMS and not acting and edge.stamp - line.since >= COVERED:
                self.covered[name].append(line.since)
            line.acting, line.since = acting, edge.stamp
        if name in BEAMS and acting:
            self._break(name, edge.stamp)
        if name == BACK and acting:
            self.backs.append(edge.stamp)
        fresh = [stamp for stamp in line.edges if stamp > edge.stamp - BOUNCE]
        if len(fresh) >= CONTACT and (not line.bursts or edge.stamp - line.bursts[-1] > BOUNCE):
            line.bursts.append(edge.stamp)

    def settled(self, name: str, acting: bool, now: int) -> None:
        """Take a level that has held."""
        line = self.lines[name]
        if acting and line.acting:
            line.moved = now

    def posted(self, number: int, stacks: Collection[int]) -> None:
        """A post spot was covered, when chips left these stacks. Only one stack tells whose spot it is."""
        if len(stacks) == 1:
            self.posts.append((number, next(iter(stacks))))

    def beside(self, name: str) -> frozenset[str]:
        """The other button switches that were on at some time since this one went on."""
        since = self.lines[name].since
        buttons = ((other, self.lines[other]) for other in self.buttons if other != name)
        return frozenset(other for other, line in buttons if line.acting or line.since > since)

    def shoe_read(self, tags: frozenset[Tag], now: int) -> None:
        """Take a reading of the shoe's antenna."""
        self.shoe_reads.append((now, len(tags)))
        self.shoe_unheard = 0 if tags else self.shoe_unheard + 1
        if tags:
            self.shoe_heard = now
        if tags != self._in_shoe:
            self._in_shoe, self.shoe_changed = tags, now

    def _break(self, beam: str, stamp: int) -> None:
        """Pair the broken beams: both are a card, one alone is a fault of the other."""
        other = self._broke.get(BEAMS[1 - BEAMS.index(beam)])
        if other is None or stamp - other > PASSAGE:
            self._alone(beam)
            self._broke[beam] = stamp
            return
        self._broke.clear()
        if not self.passages or stamp - self.passages[-1] > PASSAGE:
            self.passages.append(stamp)
            self.first.append(BEAMS[1 - BEAMS.index(beam)])
            self._drawn(stamp)

    def _alone(self, beam: str) -> None:
        stamp = self._broke.pop(beam, None)
        if stamp is not None:
            self.single[beam].append(stamp)

    def look(self, now: int) -> None:
        """Take note of a beam that broke without the other."""
        for beam in BEAMS:
            if now - self._broke.get(beam, now) > PASSAGE:
                self._alone(beam)


def verdicts(pins: PinWatch, shoe: str, now: int) -> Iterator[Verdict]:
    """What is wrong at the lines. `shoe` is the part that reads the shoe."""
    together = _all_at_a_time(pins)
    if together is not None:
        yield together
        return
    yield from _beams(pins, now)
    yield from _switches(pins, now)
    yield from _shoe(pins, shoe, now)
    lid, power = pins.lines.get(LID), pins.lines.get(POWER)
    if lid is not None and not lid.acting and now - lid.since > OPEN:
        said = Seen("lid_says_open", seconds=round((now - lid.since) / S))
        yield verdict(Fault.LID_OPEN, PART, LID, (said, Seen("lead_says_same")), 80, lid.since)
    if power is not None and power.acting:
        warns = Seen("warning_closed", seconds=round((now - power.since) / S))
        leads = Seen("lead_leaves_open")
        yield verdict(Fault.SUPPLY_FAILING, PART, POWER, (warns, leads), 90, power.since)
    if sum(stamp > now - LATELY for stamp in pins.lost) >= 2:
        seen = (Seen("edge_gaps", gaps=sum(stamp > now - LATELY for stamp in pins.lost), seconds=LATELY // S),)
        yield verdict(Fault.EDGES_LOST, PART, "the GPIO lines", seen, 80, pins.lost[0])


def _all_at_a_time(pins: PinWatch) -> Verdict | None:
    """Lines that went together, as those of one connector do, and stayed so."""
    acting = [name for name, line in pins.lines.items() if line.acting]
    if len(acting) == len(pins.lines) >= MANY:
        since = max(pins.lines[name].since for name in acting)
        low = (Seen("all_act", lines=len(acting)), Seen("few_act"))
        return verdict(Fault.LINES_LOW, PART, "the GPIO lines", low, 85, since)
    lid = pins.lines.get(LID)
    if lid is None or lid.acting or not lid.edges or any(pins.lines[name].edges for name in acting):
        return None
    went = [name for name, line in pins.lines.items() if line.edges and abs(line.since - lid.since) < AT_A_TIME]
    if len(went) < 2:
        return None
    seen = (Seen("opened_together", lines=", ".join(went), ms=AT_A_TIME // MS), Seen("none_acted_since"))
    return verdict(Fault.LINES_OPEN, PART, "the GPIO lines", seen, 80, lid.since)


def _beams(pins: PinWatch, now: int) -> Iterator[Verdict]:
    blocked = [beam for beam in BEAMS if beam in pins.lines and pins.lines[beam].acting]
    for beam in blocked:
        since = pins.lines[beam].since
        if now - since > BLOCKED:
            seen = (Seen("interrupted_for", seconds=round((now - since) / S)), Seen("usual_cover"))
            yield verdict(Fault.BEAM_BLOCKED, PART, beam, seen, 85, since)
    for beam in BEAMS:
        if beam not in pins.lines or beam in blocked:
            continue
        other = BEAMS[1 - BEAMS.index(beam)]
        alone = [stamp for stamp in pins.single[beam] if stamp > now - LATELY]
        last = max((stamp for stamp in pins.passages), default=0)
        steady = other not in blocked and not any(stamp > now - LATELY for stamp in pins.single[other])
        backs = sum(_near(stamp, pins.backs) for stamp in alone)
        unmatched = [stamp for stamp in alone if not _near(stamp, pins.passages)]  # near one, the other saw that card
        cards = sum(_near(stamp, pins.backs) or _near(stamp, pins.covered[beam]) for stamp in unmatched)
        if len(alone) >= ONE_SIDED and cards * 2 >= len(alone) and alone[0] > last and steady:
            long = Seen("as_long_as_cards", times=cards, ms=COVERED // MS)
            seen = (Seen("one_beam", times=len(alone), where=beam, other=other), long)
            yield verdict(Fault.BEAM_DEAD, PART, other, (*seen, Seen("backs_of_them", cards=backs)), 80, alone[0])
        elif len(alone) >= ONE_SIDED and cards * 2 >= len(alone) and steady:
            both = Seen("others_both", cards=sum(stamp > now - LATELY for stamp in pins.passages))
            seen = (Seen("one_beam_lately", cards=len(alone), seconds=LATELY // S, where=beam, other=other), both)
            yield verdict(Fault.BEAM_MISSES, PART, other, seen, 75, alone[0])
        elif len(alone) >= FLICKERS and cards * 2 < len(alone):
            times = Seen("without_card", times=len(alone), seconds=LATELY // S)
            seen = (times, Seen("saw_none", where=other))
            yield verdict(Fault.BEAM_DIRTY, PART, beam, seen, 80, alone[0])
    if len(pins.first) == IN_ORDER and set(pins.first) == {BEAMS[1]} and now - pins.passages[-1] < LATELY:
        order = Seen("wrong_order", cards=IN_ORDER, where=BEAMS[1], other=BEAMS[0])
        yield verdict(Fault.SWAPPED_BEAMS, PART, BEAMS[0], (order,), 80, now, other=BEAMS[1])
    yield from _back(pins, now)


def _back(pins: PinWatch, now: int) -> Iterator[Verdict]:
    """The back sensor against the beams: one of them sees no card."""
    if BACK not in pins.lines or not any(beam in pins.lines for beam in BEAMS):
        return
    passages = [stamp for stamp in _cards(pins) if stamp > now - 2 * LATELY][-8:]
    if len(passages) >= 6 and not any(_near(stamp, pins.backs) for stamp in passages):
        counted = (Seen("no_back", cards=len(passages)),)
        yield verdict(Fault.BACK_SENSOR_DEAD, PART, BACK, counted, 75, passages[0])
    backs = [stamp for stamp in _apart(pins.backs) if stamp > now - LATELY]
    blocked = any(pins.lines[beam].acting for beam in BEAMS if beam in pins.lines)
    seen_well = len(backs) >= UNBROKEN and _blips(pins.lines[BACK], now) < BLIPS
    for beam in BEAMS if seen_well and not blocked else ():
        if beam in pins.lines and not any(stamp > backs[0] - PASSAGE for stamp in pins.lines[beam].edges):
            seen = (Seen("backs_seen", cards=len(backs), seconds=LATELY // S), Seen("not_once", where=beam))
            yield verdict(Fault.BEAM_DEAD, PART, beam, seen, 75, backs[0])


def _cards(pins: PinWatch) -> list[int]:
    """When cards left the shoe. One beam that is covered as by a card is enough, as the other may be dead."""
    return _apart(sorted((*pins.passages, *pins.covered[BEAMS[0]], *pins.covered[BEAMS[1]])))


def _apart(stamps: Sequence[int] | deque[int]) -> list[int]:
    """One of several that come together, as edges of one card do."""
    found: list[int] = []
    for stamp in stamps:
        if not found or stamp - found[-1] > PASSAGE:
            found.append(stamp)
    return found


def _near(stamp: int, others: Iterable[int]) -> bool:
    return any(abs(other - stamp) < PASSAGE for other in others)


def _switches(pins: PinWatch, now: int) -> Iterator[Verdict]:
    for name, line in pins.lines.items():
        bursts = [stamp for stamp in line.bursts if stamp > now - 2 * LATELY]
        if line_called(name).kind in ("button", "post") and len(bursts) >= BURSTS:
            seen = (Seen("many_edges", movements=len(bursts), edges=CONTACT), Seen("seven_at_most"))
            yield verdict(Fault.SWITCH_BOUNCES, PART, name, seen, 75, bursts[0])
        elif name not in BEAMS and (blips := _blips(line, now)) >= BLIPS:
            short = Seen("short_changes", times=blips, seconds=LATELY // S, ms=BLIP // MS)
            seen = (short, Seen("no_hand_so_quick"))
            yield verdict(Fault.LINE_FLICKERS, PART, name, seen, 75, line.since)
        elif name in RESTS and (times := _times_off(line, now)) >= LOOSE:
            seen = (Seen("changed_back", times=times, seconds=2 * LATELY // S), Seen("nobody_so_often"))
            yield verdict(Fault.SWITCH_BOUNCES, PART, name, seen, 65, line.since)
    yield from _posts(pins, now)
    on = [name for name in pins.buttons if pins.lines[name].acting]
    beside = {name: pins.beside(name) for name in on}
    stays = max(on, key=lambda name: len(beside[name]), default="")
    newest = max((pins.lines[name].since for name in on), default=0)
    if len(on) > 1 and len(beside[stays]) <= 1 and now - newest > UNMOVED:
        last = max(on, key=lambda name: pins.lines[name].since)
        seen = (_together(on), Seen("came_last", where=last))
        yield verdict(Fault.SWITCH_STUCK, PART, last, seen, 55, newest)
    if on and len(beside[stays]) > 1:
        together = _together(on) if len(on) > 1 else Seen("is_on", where=stays)
        seen = (together, Seen("stayed_on", where=stays, others=len(beside[stays])))
        yield verdict(Fault.SWITCH_STUCK, PART, stays, seen, 85, pins.lines[stays].since)


def _together(on: Sequence[str]) -> Seen:
    return Seen("two_on", one=on[0], other=on[1]) if len(on) == 2 else Seen("on_together", lines=", ".join(on))


def _blips(line: LineWatch, now: int) -> int:
    """How often a line changed for a moment of late, without any other edge near."""
    edges = [stamp for stamp in line.edges if stamp > now - LATELY]
    far = [True, *(later - before > BOUNCE for before, later in pairwise(edges)), True]
    return sum(
        far[n] and far[n + 2] and edges[n + 1] - edges[n] < BLIP and not far[n + 1] for n in range(len(edges) - 1)
    )


def _times_off(line: LineWatch, now: int) -> int:
    """How often a line left its rest of late, and came back."""
    edges = _apart([stamp for stamp in line.edges if stamp > now - 2 * LATELY])
    return len(edges) // 2


def _posts(pins: PinWatch, now: int) -> Iterator[Verdict]:
    """Two post spots, each of which is covered with chips of the other's stack."""
    lately = list(pins.posts)[-4:]
    crossed = [(min(pair), max(pair)) for pair in lately if pair[0] != pair[1]]
    for one, two in dict.fromkeys(crossed):
        straight = [pair for pair in lately if pair in ((one, one), (two, two))]
        after = lately[[(min(p), max(p)) for p in lately].index((one, two)) :]
        if crossed.count((one, two)) >= 2 and not any(pair in straight for pair in after):
            times = Seen("from_others_stack", times=crossed.count((one, two)))
            seen = (times,)
            yield verdict(Fault.SWAPPED_POSTS, PART, f"post:{one}", seen, 80, now, other=f"post:{two}")


def _shoe(pins: PinWatch, shoe: str, now: int) -> Iterator[Verdict]:
    draws = [stamp for stamp in _cards(pins) if now - stamp > S][-BLIND_DRAWS:]
    reads = pins.shoe_reads
    is_read = bool(reads) and now - reads[-1][0] < 5 * S
    unheard = pins.shoe_unheard >= BLIND_READS
    if is_read and unheard and len(draws) == BLIND_DRAWS and pins.shoe_heard < draws[0] - NEAR_DRAW:
        seen = (Seen("cards_without_tag", cards=len(draws)), Seen("reads_empty", reads=pins.shoe_unheard))
        yield verdict(Fault.SHOE_BLIND, shoe, "shoe", seen, 85, draws[0])
    passages = list(pins.passages)
    rest = [count for stamp, count in reads if stamp > now - 2 * LATELY and _at_rest(stamp, passages)]
    repeats = len(passages) >= SAME_CARD and pins.shoe_changed < passages[-SAME_CARD]
    if len(rest) >= AT_REST and sum(count > 0 for count in rest) > STUB_SHARE * len(rest) and not repeats:
        share = sum(count > 0 for count in rest) / len(rest)
        seen = (Seen("tags_between_cards", percent=round(100 * share), reads=len(rest)), Seen("mouth_empty"))
        yield verdict(Fault.SHOE_SEES_STUB, shoe, "shoe", seen, 75, now)


def _at_rest(moment: int, passages: Sequence[int]) -> bool:
    """Whether no card passed within a second. `passages` in order."""
    after = bisect(passages, moment)
    return all(abs(moment - one) >= S for one in passages[max(0, after - 1) : after + 1])
