"""All sensing of one table: readings and levels go in, messages come out. Pure."""

from collections.abc import Iterable, Sequence
from operator import attrgetter

from drivers.gpio.debounce import Change
from drivers.reader import Tag
from firmware_bridge.messages.base import Interval, TagId
from firmware_bridge.messages.places import CARD_KINDS, Line, line_called, spot_called
from firmware_bridge.messages.sensed import (
    ButtonPlaced,
    CardDrawn,
    CardGone,
    CardPlaced,
    CardReturned,
    ChipsMoved,
    PostPlaced,
    SeatOccupied,
    Sensed,
    Snapshot,
)
from firmware_bridge.messages.tablefile import TableFile

from .areas import ChipAreas, Motion
from .onehot import OneHot
from .presence import Move, Presence
from .shoe import Draw, PushBack, Shoe

MS = 1_000_000
PILE = 2  # of cards that lie on each other: the third one's tag gets no field through the two above (estimate)
BY_UID = attrgetter("uid")  # an order for tags of one technology


def tag_id(tag: Tag) -> TagId:
    """A driver's tag as messages carry it."""
    return TagId(f"{tag.technology}:{tag.uid.hex().upper()}")


class TableSensing:
    """What the readings and levels of a table mean. Cards are ISO14443A and chips ISO15693: a chip that caps a card,
    or a card under a stack, is passed over at the other's antenna."""

    def __init__(self, table: TableFile) -> None:
        figures = table.sensing
        lines = table.gpio.lines if table.gpio else {}
        cards = [place for place in sorted(table.places) if spot_called(place).kind in CARD_KINDS]
        chips = [place for place in sorted(table.places) if spot_called(place).kind not in (*CARD_KINDS, "shoe")]
        hits, misses = figures.placed_after_hits, figures.gone_after_misses
        self.cards: Presence[Tag] = Presence(cards, hits, misses, PILE, near_of(table, cards))
        self._copies: frozenset[tuple[str, Tag]] = frozenset()  # where a card lies whose tag lies elsewhere, too
        lines_of_bets = [place for place in chips if spot_called(place).kind == "bet"]
        self.chips: ChipAreas[Tag] = ChipAreas(chips, hits, misses, lines_of_bets, near_of(table, chips))
        self.shoe: Shoe[Tag] = Shoe(
            figures.shoe_window_ms * MS, has_reader="shoe" in table.places, has_back="shoe:back" in lines
        )
        self.button = OneHot()
        self._card_places, self._chip_places = cards, chips
        self._posts: set[int] = set()
        self._attended: tuple[str, ...] = ()

    # readers

    def attend(self, places: Sequence[str]) -> None:
        """Set what is due next. A tag heard at two places is sooner believed to be at one of these."""
        self._attended = tuple(places)

    def read(self, place: str, tags: Iterable[Tag], began: int, ended: int) -> list[Sensed]:
        """Take a complete reading of a place."""
        if place == "shoe":
            cards = frozenset(tag for tag in tags if tag.technology == "iso14443a")
            return self._shoe_said(self.shoe.read(cards, began, ended))
        if place in self._chip_places:
            chips = sorted((tag for tag in tags if tag.technology == "iso15693"), key=BY_UID)
            return [_moved(m) for m in self.chips.read(place, chips, began, ended, self._attended)]
        own = sorted((tag for tag in tags if tag.technology == "iso14443a"), key=BY_UID)
        moves = self.cards.read(place, own, began, ended, self._attended)
        return [*map(_card_event, moves), *map(_card_event, self._copied(began, ended))]

    def _copied(self, began: int, ended: int) -> list[Move[Tag]]:
        """Report cards that came, or went, whose tag lies at another place as well."""
        was, self._copies = self._copies, self.cards.twice()
        came = [Move(tag, place, True, *self.cards.heard(tag, place)) for place, tag in _in_order(self._copies - was)]
        left = [(place, tag) for place, tag in _in_order(was - self._copies) if self.cards.home(tag) != place]
        return [*came, *(Move(tag, place, False, began, ended) for place, tag in left)]

    def lies(self, place: str) -> frozenset[Tag]:
        """The tags that lie at a place by its readings. None at the shoe, where cards only pass."""
        if place == "shoe":
            return frozenset()
        return (self.chips.presence if place in self._chip_places else self.cards).lies(place)

    def forget(self, place: str) -> None:
        """Forget a place, as its reader is gone."""
        if place == "shoe":
            self.shoe.forget()
        elif place in self._chip_places:
            self.chips.forget(place)
        else:
            self.cards.forget(place)

    def learning(self, place: str) -> bool:
        """Whether the place is not known yet, or not known again."""
        if place == "shoe":
            return False
        return (self.chips.presence if place in self._chip_places else self.cards).learning(place)

    def unsettled(self) -> frozenset[str]:
        """Places to be read without delay, because something is being decided there."""
        shoe = {"shoe"} if self.shoe.busy else set()
        return self.cards.unsettled() | self.chips.presence.unsettled() | shoe

    # lines

    def start_lines(self, active: Iterable[str]) -> None:
        """Take the lines that act at the beginning: a state, no events."""
        lines = [line_called(name) for name in active]
        self.button.start({line.number for line in lines if line.kind == "button"})
        self._posts = {line.number for line in lines if line.kind == "post"}
        self.shoe.back(Line("back") in lines)

    def line(self, name: str, active: bool, change: Change) -> list[Sensed]:
        """Take a line's settled level. `active` says whether its sensor acts."""
        line = line_called(name)
        at = Interval(absent=change.last_absent, present=change.first_present)
        match line.kind:
            case "button":
                stands = self.button.change(line.number, active, change)
                return [ButtonPlaced(seat=each.seat, at=at) for each in stands]
            case "post":
                (self._posts.add if active else self._posts.discard)(line.number)
                return [PostPlaced(seat=line.number, present=active, at=at)]
            case "occupied":
                return [SeatOccupied(seat=line.number, present=active, at=at)]
            case "beam":
                found = self.shoe.beam(line.number, active, change.last_absent, change.first_present)
                return self._shoe_said(found)
            case "back":
                self.shoe.back(active)
        return []

    def _shoe_said(self, events: Iterable[Draw[Tag] | PushBack]) -> list[Sensed]:
        """Report the draws. A card that leaves the shoe lies no longer where it was dealt before."""
        said: list[Sensed] = []
        for event in events:
            if isinstance(event, Draw):
                for tag in sorted(event.tags, key=BY_UID):
                    said += [_card_event(move) for move in self.cards.drawn(tag, event.absent)]
            said.append(_shoe_event(event))
        return said

    def wake(self, now: int) -> list[Sensed]:
        """Take the time. To be called at `deadline`."""
        return self._shoe_said(self.shoe.wake(now))

    @property
    def deadline(self) -> int | None:
        return self.shoe.deadline

    # the whole

    def snapshot(self, unread: Iterable[str], now: int) -> Snapshot:
        """Return the present state of all places. `unread`: the places that are not known."""
        unknown = frozenset(unread)
        cards = {place: self.cards.lies(place) for place in self._card_places if place not in unknown}
        chips = {place: self.chips.reported(place) for place in self._chip_places if place not in unknown}
        return Snapshot(
            cards={place: _ids(tags) for place, tags in cards.items()},
            chips={place: _ids(tags) for place, tags in chips.items()},
            button=self.button.seat,
            posts=tuple(sorted(self._posts)),
            unread=tuple(sorted(unknown)),
            at=Interval(absent=now, present=now),
        )

    def doubled(self, now: int) -> list[Sensed]:
        """Return what a snapshot leaves out: where cards and chips lie whose tags count elsewhere."""
        copies = [Move(tag, place, True, now, now) for place, tag in _in_order(self._copies)]
        return [*map(_card_event, copies), *map(_moved, self.chips.doubled(now))]


def near_of(table: TableFile, places: Iterable[str]) -> dict[str, set[str]]:
    """Return for each place the places at which its tags may be heard, too:

    - those within three antenna diameters, as the exclusion groups say
    - for a bet line the bet lines beside it, between which chips are pushed to and fro
    - for a player's cards the cards beside them
    """
    groups = table.fields.exclusion
    near = {place: {other for group in groups if place in group for other in group} for place in places}
    for place in near:
        kind, number = spot_called(place)
        if kind in ("bet", "seat"):
            near[place] |= {f"{kind}:{number - 1}", f"{kind}:{number + 1}"}
    return near


def _in_order(found: Iterable[tuple[str, Tag]]) -> list[tuple[str, Tag]]:
    return sorted(found, key=lambda each: (each[0], each[1].uid))


def _ids(tags: Iterable[Tag]) -> tuple[TagId, ...]:
    return tuple(tag_id(tag) for tag in sorted(tags, key=BY_UID))


def _shoe_event(event: Draw[Tag] | PushBack) -> Sensed:
    at = Interval(absent=event.absent, present=event.present)
    if isinstance(event, PushBack):
        return CardReturned(at=at)
    return CardDrawn(tags=_ids(event.tags), orientation=event.orientation, at=at)


def _card_event(move: Move[Tag]) -> Sensed:
    at = Interval(absent=move.absent, present=move.present)
    what = CardPlaced if move.here else CardGone
    return what(tag=tag_id(move.tag), spot=move.place, at=at)


def _moved(motion: Motion[Tag]) -> ChipsMoved:
    return ChipsMoved(
        area=motion.area,
        added=_ids(motion.added),
        removed=_ids(motion.removed),
        lies=_ids(motion.lies),
        at=Interval(absent=motion.absent, present=motion.present),
    )
