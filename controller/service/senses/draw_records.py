"""The facts about each draw: what the shoe read at it, which card is proven to be it, where that lies. Pure.

The core knows a card of the hand by its draw number, from 1. The reader in the shoe sees the stub's tags too, and may
repeat the card before: the tags of a draw are what it *may* be. Where the card lands is proof, and
`draw_identification.py` decides which draw it is. Two rows decide whether a decision was wrong: `Exits.CORRECTIONS`.
A table without a shoe numbers the cards at first sight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from controller.service.senses.draw_identification import Due, Sighting, Wish, identify
from firmware_bridge.messages.base import TagId

Undecided = Mapping[TagId, tuple[int, Due]]
"""Cards without a draw number: since when they lie (ns), and what the plan says of their places."""

Lying = Mapping[TagId, tuple[str, int]]
"""Cards without a draw number: where they lie, and since when (ns)."""

Belongs = Callable[[int], str | None]
"""Where the plan wants the card of a draw. None: at no place that is read."""


class Identified(NamedTuple):
    """Which draw a card is."""

    tag: TagId
    draw: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw: its number, its tag if only one was read, and whether it is the card just pushed back."""

    exit: int
    tag: TagId | None
    again: bool = False


@dataclass(slots=True)
class Exits:
    """The draws of one hand. It never shows a tag."""

    shoe: bool
    _last: int = 0
    _landed: dict[TagId, int] = field(default_factory=dict, repr=False)  # proven somewhere, or entered by the dealer
    _open: dict[int, frozenset[TagId]] = field(default_factory=dict, repr=False)  # not landed → what it may be
    _pairs: set[TagId] = field(default_factory=set, repr=False)  # read together with another in one draw
    _named: dict[int, frozenset[TagId]] = field(default_factory=dict, repr=False)  # what the shoe named in each draw
    _pushed_back: int | None = None
    _drawn_at: dict[int, int] = field(default_factory=dict)
    _spots: dict[TagId, tuple[str, str]] = field(default_factory=dict, repr=False)  # first proven at, and now
    _since: dict[TagId, int] = field(default_factory=dict, repr=False)  # when it was first proven where it is now
    _watched: bool = True  # the shoe has looked without a gap since the last draw

    def of(self, tag: TagId) -> int | None:
        """Return the draw number of a tag that is proven."""
        return self._landed.get(tag)

    @property
    def last(self) -> int:
        """The number of the card that left the shoe last, 0 before the first."""
        return self._last

    def draw(self, tags: Iterable[TagId], at: int = 0) -> Drawn:
        """Take a card that left the shoe, not before `at` (ns), with the tags that were in the window."""
        read = frozenset(tags)
        again = self._pushed_back is not None
        number = self._next() if self._pushed_back is None else self._pushed_back
        self._pushed_back = None
        self._watched = True
        self._drawn_at[number] = at
        self._named[number] = read
        if number not in self._landed.values():
            self._open[number] = read - self._landed.keys()  # a card that lies elsewhere was read in error
        if len(read) > 1:
            self._pairs |= read
        alone = self._open.get(number, frozenset())
        return Drawn(number, next(iter(alone)) if len(read) == len(alone) == 1 else None, again)

    def not_watched(self) -> None:
        """Note that the shoe does not look. Until it reports the next draw, cards may leave it unseen."""
        self._watched = False

    def clock_set(self, by: int) -> None:
        """Shift every stored time."""
        self._drawn_at = {number: at + by for number, at in self._drawn_at.items()}

    def push_back(self) -> int | None:
        """Note that the last card went back into the shoe. The next draw is the same card. None if nothing was
        drawn."""
        self._pushed_back = self._last or None
        return self._pushed_back

    def out_again(self, number: int) -> bool:
        """Whether the card that lies somewhere is the one pushed back. It has then left the shoe again, unseen."""
        again = self._pushed_back == number
        if again:
            self._pushed_back = None
        return again

    def forget(self, numbers: Iterable[int]) -> None:
        """Forget cards that were shuffled into the stub. They leave it under other numbers."""
        gone = set(numbers)
        for tag in [tag for tag, number in self._landed.items() if number in gone]:
            del self._landed[tag]
            self._spots.pop(tag, None)
        for number in gone:
            self._open.pop(number, None)

    def land(self, tag: TagId, by: int, due: Due, undecided: Undecided | None = None) -> int | None:
        """Return the draw number of a card proven at a place since `by` (ns) at the latest. None if it is not
        certain.

        `undecided`: the cards without a draw number yet.
        """
        number = self._landed.get(tag)
        if number is None:
            number = identify(self.sighting(tag, by, due, undecided or {})) if self.shoe else self._next()
        if number is not None:
            self.land_as(tag, number)
        return number

    def land_as(self, tag: TagId, number: int) -> None:
        """Note which draw the card was, as it is proven or a person says so."""
        self._landed[tag] = number
        self._open.pop(number, None)
        for other, may_be in self._open.items():
            if tag in may_be:
                self._open[other] = may_be - {tag}

    def lies(self, tag: TagId, spot: str, at: int = 0) -> None:
        """Note that the card is proven at a spot, at a time (ns)."""
        first, now = self._spots.get(tag, (spot, ""))
        if now != spot:
            self._since[tag] = at
        self._spots[tag] = (first, spot)

    def found_lying(self, tag: TagId, spot: str, at: int) -> None:
        """Note that a snapshot has the card at a spot, at a time (ns). An earlier proven spot still counts."""
        if tag not in self._spots:
            self.lies(tag, spot, at)

    def spot(self, tag: TagId) -> str:
        """Return the spot of a card that was proven somewhere."""
        return self._spots[tag][1]

    def twice(self, tag: TagId, spot: str, belongs: Belongs) -> int | None:
        """Return the draw of another card with the same tag, usually None.

        Two things show it:

        - the shoe read the tag in a draw after the first card was proven where it belongs
        - the tag is now read where that draw belongs

        A shoe that repeats a reading gives only the first. A reader beside may be heard before the card's own reader.
        """
        own = self._landed.get(tag)
        now = self._spots.get(tag, ("", ""))[1]
        if own is None or now == spot or belongs(own) != now:
            return None
        proven = self._since.get(tag, 0)
        later = [n for n in self._open if n > own and self._drawn_at.get(n, 0) > proven]
        return next((n for n in later if self._named.get(n) == frozenset({tag}) and belongs(n) == spot), None)

    def corrected(self, lying: Lying, belongs: Belongs) -> tuple[Identified, ...]:
        """Return two cards that were mistaken for each other, with the draws that count from now on. Usually none.

        In this order no card is at two places in between. `lying`: the cards without a draw number.
        """
        for row in self.CORRECTIONS:
            if found := row(self, lying, belongs):
                self._landed.update(found)
                for _, draw in found:
                    self._open.pop(draw, None)
                return found
        return ()

    def _heard_beside(self, lying: Lying, belongs: Belongs) -> tuple[Identified, ...]:
        """A reader beside heard a card first, so it was taken for the draw that is due there.

        Three facts show it:

        - The card was first proven where that draw belongs.
        - It lies now where another one belongs.
        - In its first place lies the card that the shoe named there. Any other card counts as well if the shoe read
          the draw that belongs where this one lies now unreliably.
        """
        for tag, (first, now) in self._spots.items():
            taken_for = self._landed.get(tag)
            if taken_for is None or first == now or belongs(taken_for) != first:
                continue
            for own in [draw for draw in self._named if draw != taken_for and belongs(draw) == now]:
                other = self._in_place_of(own, first, lying)
                if other is None:
                    continue
                if self._named.get(taken_for) == frozenset({other}) or self._doubtful(own, {tag, other}):
                    self._spots[tag], self._spots[other] = (now, now), (first, first)
                    return Identified(other, taken_for), Identified(tag, own)
        return ()

    def _named_crosswise(self, lying: Lying, _belongs: Belongs) -> tuple[Identified, ...]:
        """The shoe named for each of two draws in a row the card of the other.

        One fact shows it: the card that the shoe named for the second one lay there before that draw left the shoe.
        """
        for tag, (_, by) in lying.items():
            for later, said in self._named.items():
                if said != {tag} or later not in self._open or self._drawn_at.get(later, 0) <= by:
                    continue
                other = next((t for t, number in self._landed.items() if number == later - 1), None)
                if other is not None and self._named.get(later - 1) == frozenset({other}):
                    return Identified(tag, later - 1), Identified(other, later)
        return ()

    CORRECTIONS: ClassVar = (_heard_beside, _named_crosswise)
    """The first that finds two cards counts."""

    def _in_place_of(self, own: int, spot: str, lying: Lying) -> TagId | None:
        """Return the card at that spot which would have to be the draw `own`."""
        if own in self._open:
            return next((tag for tag, (lies, _) in lying.items() if lies == spot), None)
        taken = next((tag for tag, number in self._landed.items() if number == own), None)
        return taken if taken is not None and self._spots.get(taken, ("", ""))[1] == spot else None

    def candidates(self, tag: TagId, by: int) -> tuple[int, ...]:
        """Return the draws that a card can be which lay somewhere since `by` (ns)."""
        if tag in self._landed:
            return ()
        return tuple(number for number in self._open if self._drawn_at.get(number, 0) <= by)

    def read_at_shoe(self, tag: TagId) -> bool | None:
        """Whether the shoe named a card that is proven. None if the card did not pass the shoe."""
        number = self._landed.get(tag)
        return None if number is None or number not in self._named else tag in self._named[number]

    def likely(self, tag: TagId, by: int, due: Due) -> tuple[int, ...]:
        """Return the open draws offered to the dealer for a card. If neither shoe nor plan names one, return all of
        them.

        Offered are:

        - those that the shoe or the plan names
        - those next to a named one that are due on the board
        - those without a reliable reading of the shoe
        """
        candidates = self.candidates(tag, by)
        named = [number for number in candidates if tag in self._open[number]]
        beside = {n for number in named for n in (number - 1, number + 1) if due(n) is Wish.BOARD}
        spoken_for = [n for n in candidates if n in named or n in beside or due(n) is Wish.HERE]
        if not spoken_for:
            return candidates
        return tuple(number for number in candidates if number in spoken_for or self._doubtful(number, {tag}))

    def beside(self, tag: TagId) -> bool:
        """Whether the card was read together with another one in one draw."""
        return tag in self._pairs

    def may_have_left_with(self, tag: TagId, spot: str, belongs: Belongs) -> tuple[int, ...]:
        """Return the draws that a card may have left the shoe with, if no reading saw it leave.

        They are the draws, except the last, that belong to the spot where it lies. Empty if it is known before which
        draw it left.
        """
        if self.before(tag):
            return ()
        return tuple(
            number for number in sorted(self._landed.values()) if number < self._last and belongs(number) == spot
        )

    def before(self, tag: TagId, left_with: int | None = None) -> int:
        """Return the first draw after a card that no reading saw leave the shoe, 0 if none is known.

        The card left with another one that a person names or that was read together with it, or it lay there already.
        """
        read_with = (number for number, read in self._named.items() if tag in read and len(read) > 1)
        with_it = max(read_with, default=None) if left_with is None else left_with
        lay = self._since.get(tag)
        later = (
            number
            for number, at in self._drawn_at.items()
            if (with_it is not None and number > with_it) or (lay is not None and at > lay)
        )
        return min(later, default=0)

    def unseen(self, tag: TagId) -> Drawn:
        """Give the next number to a card that left the shoe while no reader was looking."""
        number = self._next()
        self.land_as(tag, number)
        return Drawn(number, tag)

    def _next(self) -> int:
        self._last += 1
        return self._last

    def sighting(self, tag: TagId, by: int, due: Due, undecided: Undecided) -> Sighting:
        """Return what is known of a card without a draw number that lies somewhere since `by` (ns)."""
        draws = self.candidates(tag, by)
        named = tuple(number for number in draws if tag in self._open[number])
        return Sighting(
            draws,
            named,
            due,
            frozenset(number for number in draws if not self._open[number]),
            frozenset(number for number in draws if self._doubtful(number, set())),
            frozenset(number for number in named if self._may_be_anothers(number, tag, undecided)),
            self._watched,
        )

    def _may_be_anothers(self, number: int, tag: TagId, undecided: Undecided) -> bool:
        """Whether another undecided card may be this draw, which the shoe named for `tag`.

        A card does not count if it lies where an unreliably read draw is due.
        """
        return any(
            number in (draws := self.candidates(other, by))
            and not any(due(draw) is Wish.HERE and self._doubtful(draw, set()) for draw in draws)
            for other, (by, due) in undecided.items()
            if other != tag
        )

    def _doubtful(self, number: int, cards: Set[TagId]) -> bool:
        """Whether the shoe read a draw unreliably, apart from these cards.

        It then named no card, one that it read at another draw as well, or one that lies elsewhere.
        """
        read = self._named.get(number, frozenset()) - cards - self._landed.keys()
        return not read or any(read & said for n, said in self._named.items() if n != number)

    def to_json(self) -> dict[str, Any]:
        """Return it for a sealed record only, as the tags stand in clear."""
        return {
            "last": self._last,
            "landed": [[tag.value, number] for tag, number in self._landed.items()],
            "open": [[number, sorted(tag.value for tag in may_be)] for number, may_be in self._open.items()],
            "named": [[number, sorted(tag.value for tag in read)] for number, read in self._named.items()],
            "pairs": sorted(tag.value for tag in self._pairs),
            "pushed_back": self._pushed_back,
            "drawn_at": [[number, at] for number, at in self._drawn_at.items()],
            "spots": [[tag.value, first, now] for tag, (first, now) in self._spots.items()],
            "since": [[tag.value, at] for tag, at in self._since.items()],
            "watched": self._watched,
        }

    @classmethod
    def from_json(cls, shoe: bool, data: dict[str, Any]) -> Exits:
        """Return the draws that `to_json` saved."""
        return cls(
            shoe,
            data["last"],
            {TagId(tag): number for tag, number in data["landed"]},
            {number: frozenset(map(TagId, tags)) for number, tags in data["open"]},
            set(map(TagId, data["pairs"])),
            {number: frozenset(map(TagId, tags)) for number, tags in data["named"]},
            data["pushed_back"],
            dict(data["drawn_at"]),
            {TagId(tag): (first, now) for tag, first, now in data.get("spots", ())},
            {TagId(tag): at for tag, at in data.get("since", ())},
            data.get("watched", True),
        )
