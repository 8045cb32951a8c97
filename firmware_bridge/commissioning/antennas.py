"""Which antenna a tag lies on, as all that may be it are read alike. Pure.

A reading comes under the name that the table file gives the antenna, its label here. Tags that lie somewhere from
before do not count until they have been lifted there. So a technician goes from place to place with the same card.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.guided.checks import Found
from firmware_bridge.guided.seen import Heard, Look, Seen, Unread
from firmware_bridge.guided.tags import TagsHeard
from firmware_bridge.messages import guided_facts as facts
from firmware_bridge.messages.guided_orders import Order

from .finder import Finder

S: Final = 1_000_000_000

LOOKS: Final = 4
"""Readings of the antenna before it is named. How well it reads is the subject of the guided test."""

ELSEWHERE: Final = 3
"""Readings of each other antenna that answers meanwhile: the survey."""

HEARD: Final = 1 / 2
"""An antenna hears a tag that it hears in this share of its readings. A sound one misses one in fifty."""

ALIKE: Final = 1 / 4
"""Two antennas whose shares differ by no more hear a tag alike."""

PATIENCE: Final = 3 * LOOKS
"""Readings after which it is decided which of two hears it better. Two that differ by half agree so long by chance
once in 4,000 times. A line that is busy or mute is not waited for longer either."""

PASSED: Final = 3
"""Readings without a tag after which it has only passed by there."""

SEARCH: Final = 6 * S
"""Each antenna that answers is read three times within this time, one field at a time at a full table."""

SHOE: Final = "shoe"
"""Its antenna hears the next card of the deck, so a tag there says nothing of the one that was laid elsewhere."""

SEARCHED: Final = 2
"""Readings of each antenna that answers before nothing hears a tag. A busy machine is slower than planned."""

DECIDES: Final = 24 * S
"""What is heard is decided by then: after `PATIENCE` readings of 23 chip antennas, which take 1.8 s in turn."""


@dataclass(slots=True)
class Tally:
    """How one tag is heard since it was first heard: readings and hits by label, and misses since the last hit.

    `other`: the antenna on which it lies, if that one has a name already.
    """

    looks: Counter[str] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)
    misses: Counter[str] = field(default_factory=Counter)
    other: str = ""

    def read(self, label: str, *, heard: bool) -> None:
        self.looks[label] += 1
        self.hits[label] += heard
        self.misses[label] = 0 if heard else self.misses[label] + 1

    @property
    def gone(self) -> bool:
        """Whether no antenna hears it any more."""
        return all(self.misses[label] >= PASSED for label in self.hits if self.hits[label])

    def share(self, label: str) -> float:
        """In which share of its readings an antenna heard it."""
        return self.hits[label] / max(self.looks[label], 1)


class AntennaFinder(Finder):
    """Finds the antenna below a tag that is laid at a place. `heard`: how each antenna has heard each tag so far."""

    expected = facts.Awaited(kind="one_antenna")

    def __init__(
        self, name: str, lay: Order, labels: Mapping[str, str], named: Mapping[str, str],
        heard: TagsHeard,
    ) -> None:  # fmt: skip
        super().__init__(labels, named)
        self.look = Look(places=tuple(sorted(labels)), alike=True)
        self._name = name
        self._lay = lay
        self._tags = heard
        self._lying = heard.lying()  # from before, and not lifted since
        self._unread: Counter[str] = Counter()
        self._read: set[str] = set()
        self._tallies: dict[str, Tally] = {}
        self._search_ends: int | None = None
        self._searched: Counter[str] = Counter()  # readings since they said that it lies there
        self._found: Found | None = None

    @property
    def order(self) -> Order:
        return self._lay if self._search_ends is None else Order(key="leave_there")

    def take(self, seen: Seen, now: int) -> None:  # noqa: ARG002 - readings are counted, not timed
        if isinstance(seen, Unread) and seen.place in self._labels:
            self._unread[seen.place] += 1
        elif isinstance(seen, Heard) and seen.place in self._labels:
            self._read.add(seen.place)
            self._searched[seen.place] += 1
            self._lying = {tag: at for tag, at in self._lying.items() if not self._tags.lifted(tag, at)}
            self._count(seen.place, frozenset(seen.tags))

    def _count(self, label: str, tags: frozenset[str]) -> None:
        for tag in tags - self._tallies.keys() - self._lying.keys():
            self._tallies[tag] = Tally()
        for tag, tally in tuple(self._tallies.items()):
            tally.read(label, heard=tag in tags)
            if tally.gone:
                del self._tallies[tag]
            elif self._found is None:
                self._judge(tally)

    def _judge(self, tally: Tally) -> None:
        """Judge where a tag lies, once enough was read."""
        hear = sorted(label for label in self._read if tally.hits[label] and tally.misses[label] < PASSED - 1)
        most = max(map(tally.share, hear), default=0)
        may_be = [label for label in hear if tally.share(label) >= max(most - ALIKE, HEARD)]
        best = min(may_be, key=lambda label: (label in self._named, -tally.share(label)), default=None)
        if best is None or tally.looks[best] < LOOKS or tally.misses[best]:
            return
        late = tally.looks[best] >= PATIENCE
        if not late and (len(may_be) > 1 or any(tally.looks[label] < ELSEWHERE for label in self._read)):
            return
        rivals = [label for label in may_be if label != best and label not in self._named]
        if best in self._named:
            tally.other = best
        elif rivals:
            both = facts.TwoNames(kind="heard_alike", end=self._labels[best], other=self._labels[rivals[0]])
            self._found = Found("fail", both)
        else:
            self._settle(best, tally)

    def _settle(self, best: str, tally: Tally) -> None:
        self.heard = {label: (tally.hits[label], tally.looks[label]) for label in tally.looks}
        self.ends = {self._name: best}
        hits, looks = self.heard[best]
        self._found = Found("pass", facts.AntennaFound(end=self._labels[best], hits=hits, looks=looks))

    def found(self, now: int) -> Found | None:
        if self._found is None and self._search_ends is not None:
            heard = any(not tally.other for tally in self._tallies.values())
            unread = any(self._searched[label] < SEARCHED for label in self._read)
            if now >= self._search_ends + (DECIDES if heard or unread else 0):
                self._found = Found("fail", self._nothing_heard())
        return self._found

    def done(self, now: int) -> None:
        """They have laid it: it is looked for at all antennas for a while."""
        if self._search_ends is None:
            self._search_ends = now + SEARCH
            self._searched.clear()

    def _nothing_heard(self) -> facts.Finding:
        known = {self._named[tally.other]: tally.other for tally in self._tallies.values() if tally.other}
        for name in sorted(known.keys() - {SHOE}):
            return self._has_name(known[name])
        if any(not tally.other for tally in self._tallies.values()):
            return facts.Noticed(kind="heard_now_and_then")
        if self._unread:
            return facts.AtEnds(kind="mute_readers", ends=self._said(sorted(self._unread)))
        if still := sorted({self._called(label) for label in self._lying.values()} - {SHOE}):
            return facts.StillLies(places=", ".join(still))
        return self._has_name(known[SHOE]) if known else facts.Noticed(kind="nothing_hears")

    def _has_name(self, label: str) -> facts.Finding:
        return facts.TwoNames(kind="has_name", end=self._labels[label], other=self._named[label])

    def _called(self, label: str) -> str:
        """Where a tag lies, as a person knows it: by the name of the place, or by the end if that has none yet."""
        return self._named.get(label) or self._labels.get(label, label)
