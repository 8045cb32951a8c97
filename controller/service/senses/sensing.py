"""What the bridge senses, in the core's terms: tags become cards by draw number and chips by denomination. Pure.

An unknown tag is never guessed at. It becomes an alarm that names its place, and no event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod
from typing import Any

from controller.poker import events as core
from controller.poker.cards import DECK_SIZE, FOREIGN, Card
from controller.poker.places import place as place_of
from controller.poker.places import seat_called
from controller.poker.said import DeckRead
from controller.registers import Known, Readings, Registers
from controller.service.senses.chip_locations import Whereabouts
from controller.service.senses.chip_values import alarm_on, value_of
from controller.service.senses.deck_check import DeckCheck
from controller.service.senses.draw_identification import Due, wish_of
from controller.service.senses.draw_questions import DrawQuestion, LeftUnseen, ask_of
from controller.service.senses.draw_records import Exits
from controller.service.senses.ended_gaps import EndedGaps
from controller.service.senses.unknown_tags import (
    DOUBLE_CARD,
    DOUBLE_CHIP,
    FOREIGN_DRAWN,
    FOREIGN_UNREAD,
    NOT_DRAWN,
    UNDECIDED,
    UNKNOWN_CARD,
    Foreign,
)
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import Interval, Message, TagId
from firmware_bridge.messages.public import PublicAlarm, PublicAsk, alarm_of
from firmware_bridge.messages.roles import Role

ASKED_AFTER = 1_000_000_000
"""How long (ns) a card lies undecided before the dealer is asked which draw it is.

A sweep contradicts what a reader hears of the spot beside. Cards that land meanwhile distinguish draws that were not
read.
"""


def interval(at: Interval) -> core.Interval:
    """The interval of a message, as the core has it."""
    return at.absent, at.present


@dataclass(slots=True)
class Sensing:
    """Turns sensed messages into core events. It remembers draws, foreign things, gaps and parts for that."""

    registers: Registers
    exits: Exits
    foreign: Foreign = field(default_factory=Foreign)
    whereabouts: Whereabouts = field(default_factory=Whereabouts)
    parts: dict[str, sensed.PartHealth] = field(default_factory=dict)
    gaps: dict[str, sensed.SensingGap] = field(default_factory=dict)  # open ones, by part
    undecided: dict[TagId, tuple[str, int]] = field(default_factory=dict, repr=False)  # where they lie, since when
    deck: str | None = None  # in play, as a person entered it. None: that of the hand's first landed card
    series: str = ""  # of the chips that play here, "" for all that are registered
    check: DeckCheck | None = None
    readings: Readings = field(default_factory=Readings)
    ended_gaps: EndedGaps = field(default_factory=EndedGaps)
    planned: Callable[[int], str | None] = field(default=lambda _exit: None, repr=False)  # where a draw is due
    unread: Callable[[int], bool] = field(default=lambda _exit: False, repr=False)  # no antenna sees a draw land
    in_stub: Callable[[], Iterable[int]] = field(default=tuple, repr=False)  # draws that were shuffled into the stub
    _landed_of: str | None = None  # the deck of the hand's first card that landed

    def hand_began(self) -> None:
        """Start at draw number 1 again, as a new deck is in the shoe."""
        self.exits = Exits(self.exits.shoe)
        self._watch_shoe()
        self.ended_gaps.forget()
        self.undecided.clear()
        self._landed_of = None
        self.foreign.only("shoe", ())
        for key in (NOT_DRAWN, DOUBLE_CARD, UNDECIDED):
            self.foreign.forget(key)

    @singledispatchmethod
    def events(self, message: Message) -> tuple[core.Event, ...]:
        """Return the core events of a sensed message, in order. None if it does not concern the hand."""
        raise TypeError(f"{type(message).__name__} is not sensed")

    # --- cards ---------------------------------------------------------------------------------------------------

    @events.register
    def _drawn(self, message: sensed.CardDrawn) -> tuple[core.Event, ...]:
        if self.check is not None:
            self.check.draw(message.tags)
            return ()
        self.exits.forget(self.in_stub())
        drawn = self.exits.draw(message.tags, message.at.absent)
        face = None if drawn.tag is None else self._believed(drawn.tag, drawn.exit)
        event = core.CardDrawn(drawn.exit, face, message.orientation, interval(message.at))
        return (event, *self._decided(message.at))

    def _believed(self, tag: TagId, exit_: int) -> Card | None:
        """Return the card that the shoe read. A card of another deck counts as such only once it is proven where it
        lies, or the dealer enters it where nothing reads it."""
        face = self._face(tag, "shoe")
        if face == FOREIGN and self.unread(exit_):
            self.foreign.rename(FOREIGN_DRAWN, FOREIGN_UNREAD, "shoe")
        return None if face == FOREIGN else face

    @events.register
    def _returned(self, message: sensed.CardReturned) -> tuple[core.Event, ...]:
        if self.check is not None:
            self.check.push_back()
            return ()
        number = self.exits.push_back()
        return () if number is None else (core.CardReturned(number, interval(message.at)),)

    @events.register
    def _placed(self, message: sensed.CardPlaced) -> tuple[core.Event, ...]:
        if self.check is not None:
            return ()  # the deck lies about while it is checked
        if (copy := self.exits.twice(message.tag, message.spot, self.planned)) is not None:
            self.foreign.seen(DOUBLE_CARD, message.spot, message.tag)
            return (core.CardPlaced(copy, place_of(message.spot), FOREIGN, interval(message.at)),)
        lands = self._lands(message.tag, message.spot, message.at)
        self.exits.lies(message.tag, message.spot, message.at.present)
        return (*lands, *self._corrected(message.at), *self._decided(message.at))

    def _corrected(self, at: Interval) -> tuple[core.Event, ...]:
        """Report two cards that were mistaken for each other."""
        found: list[core.Event] = []
        for tag, number in self.exits.corrected(self.undecided, self.planned):
            spot = self.exits.spot(tag)
            self._note(tag, spot, at.present, number)
            found.append(self._lies(number, tag, spot, interval(at)))
        return tuple(found)

    def _lands(self, tag: TagId, spot: str, at: Interval, since: int | None = None) -> tuple[core.Event, ...]:
        """Return what it means to the hand that a card lies there, since `since` at the latest.

        Nothing if its draw is not certain. A card that lay beside another in the shoe's mouth has left it with that
        one.
        """
        by = at.present if since is None else since
        number = self._landed(tag, spot, by)
        if number is not None:
            lies = self._lies(number, tag, spot, interval(at))
            if self.exits.out_again(number):
                return (core.CardDrawn(number, self._face(tag, spot), "unknown", interval(at)), lies)
            return (lies,)
        if spot != "muck" and self.exits.beside(tag) and not self.exits.candidates(tag, by):
            return self._unseen(tag, spot, at)
        return ()

    def _unseen(self, tag: TagId, spot: str, at: Interval, left_with: int | None = None) -> tuple[core.Event, ...]:
        """Give the next draw number to a card that left the shoe unseen, or together with that draw as a person
        says."""
        before = self.exits.before(tag, left_with)
        drawn = self.exits.unseen(tag)
        self._note(tag, spot, at.present, drawn.exit)
        self.foreign.gone(spot, [tag])  # it is accounted for now
        face = self._face(tag, spot)
        return (
            core.CardDrawn(drawn.exit, face, "unknown", interval(at), before, place_of(spot)),
            self._lies(drawn.exit, tag, spot, interval(at)),
        )

    def _lies(self, number: int, tag: TagId, spot: str, at: core.Interval) -> core.Event:
        return core.CardPlaced(number, place_of(spot), self._face(tag, spot), at)

    @events.register
    def _gone(self, message: sensed.CardGone) -> tuple[core.Event, ...]:
        self.foreign.gone(message.spot, [message.tag])
        self.undecided.pop(message.tag, None)
        number = self.exits.of(message.tag)
        if number is None:
            return ()
        return (core.CardGone(number, place_of(message.spot), interval(message.at)),)

    def _face(self, tag: TagId, spot: str) -> Card | None:
        """Return the card of a tag, FOREIGN if it is of no deck or of another deck.

        At a table without a registered deck, tags are cards without faces.
        """
        if not len(self.registers.decks):
            return None
        if not self._ours(tag):
            self.foreign.seen(FOREIGN_DRAWN if spot == "shoe" else UNKNOWN_CARD, spot, tag)
            return FOREIGN
        found = self.registers.decks.card(tag)
        return None if isinstance(found, Known) else found

    def _ours(self, tag: TagId) -> bool:
        """Whether the card belongs to the deck in play."""
        deck = self.registers.decks.deck_of(tag)
        playing = self.deck or self._landed_of
        return deck is not None and playing in (None, deck)

    def _landed(self, tag: TagId, spot: str, by: int) -> int | None:
        """Return the draw number of a card that lies there since `by` at the latest.

        A foreign card belongs to this hand only if one is due there.
        """
        foreign = bool(len(self.registers.decks)) and not self._ours(tag)
        if foreign:
            self.foreign.seen(UNKNOWN_CARD, spot, tag)
            self.foreign.gone("shoe", [tag])  # it was read there before, and lies here
            if not any(self.planned(exit_) == spot for exit_ in self.exits.candidates(tag, by)):
                return self.exits.of(tag)
        known = self.exits.of(tag)
        lying = {other: (since, self._due(where)) for other, (where, since) in self.undecided.items()}
        number = self.exits.land(tag, by, self._due(spot), lying)
        if not foreign:
            self._note(tag, spot, by, number)
            if known is None and (read := self.exits.read_at_shoe(tag)) is not None:
                self.readings.note(tag, read=read)
            if number is not None and self._landed_of is None:
                self._landed_of = self.registers.decks.deck_of(tag)
        return number

    def _due(self, spot: str) -> Due:
        return lambda exit_: wish_of(self.planned(exit_), spot)

    def _note(self, tag: TagId, spot: str, by: int, number: int | None) -> None:
        """Remember a card whose draw is not certain, and forget it once its draw is known."""
        kept = self.undecided.pop(tag, None)
        if kept is not None:
            self.foreign.gone(kept[0], [tag])
        # The muck also holds cards of the hand before. It is no fault that they were not drawn in this hand.
        if number is not None or spot == "muck":
            return
        self.foreign.seen(UNDECIDED if self.exits.candidates(tag, by) else NOT_DRAWN, spot, tag)
        self.undecided[tag] = spot, by

    def _decided(self, at: Interval) -> tuple[core.Event, ...]:
        """Report cards whose draw is certain now that others are known."""
        found: list[core.Event] = []
        again = True
        while again:
            again = False
            for tag, (spot, by) in list(self.undecided.items()):
                told = self._lands(tag, spot, at, by)
                found += told
                again = again or bool(told)
        return tuple(found)

    @property
    def questions(self) -> tuple[PublicAsk, ...]:
        """One question for each place with a card that can be one of several draws. The options are the draw
        numbers."""
        return tuple(ask_of(question, self.exits.last, self.planned) for question in self._questions())

    def _questions(self) -> Iterable[DrawQuestion]:
        first: dict[str, DrawQuestion] = {}
        for tag, (spot, by) in self.undecided.items():
            draws = self.exits.likely(tag, by, self._due(spot))
            beside = () if draws else self._may_have_left_with(tag, spot)
            first.setdefault(spot, DrawQuestion(tag, spot, draws, beside))
        return first.values()

    def _may_have_left_with(self, tag: TagId, spot: str) -> tuple[int, ...]:
        """For a card at a seat that left the shoe unseen: the draws of this seat that it may have left with."""
        return self.exits.may_have_left_with(tag, spot, self.planned) if seat_called(spot) else ()

    def asked(self, now: int) -> tuple[PublicAsk, ...]:
        """Return the `questions` that are put to the dealer at `now` (ns)."""
        due = {spot for spot, since in self.undecided.values() if since + ASKED_AFTER <= now}
        return tuple(question for question in self.questions if question.place in due) if due else ()

    def changes_next(self, now: int) -> int | None:
        """Return when (ns) a question is put to the dealer, or an alarm ends, if nothing happens until then."""
        asked = [at + ASKED_AFTER for _, at in self.undecided.values()]
        return min((due for due in [*asked, *self.ended_gaps.end_of_alarms()] if due > now), default=None)

    def settle(self, ask: str, option: str, stamp: int) -> tuple[core.Event, ...] | None:
        """Take the dealer's answer to one of `questions`, which draw lies there. None if it answers none of them."""
        question = next((question for question in self._questions() if question.id == ask), None)
        if question is None or option not in question.answers:
            return None
        tag, spot, meant = question.tag, question.place, question.answers[option]
        at = Interval(absent=stamp, present=stamp)
        if isinstance(meant, LeftUnseen):
            return (*self._unseen(tag, spot, at, meant.beside), *self._decided(at))
        self.exits.land_as(tag, meant)
        self._note(tag, spot, stamp, meant)
        return (self._lies(meant, tag, spot, interval(at)), *self._decided(at))

    def would_settle(self, ask: str, option: str, stamp: int) -> tuple[core.Event, ...] | None:
        """Return what `settle` would, and change nothing."""
        exits, foreign = deepcopy(self.exits), deepcopy(self.foreign)
        tried = replace(self, exits=exits, foreign=foreign, undecided=dict(self.undecided))
        return tried.settle(ask, option, stamp)

    def lies_since(self, ask: str) -> tuple[str, int] | None:
        """Return where the card of a question lies, and since when (ns). None if no such question is open."""
        question = next((question for question in self._questions() if question.id == ask), None)
        return None if question is None else self.undecided[question.tag]

    # --- decks ---------------------------------------------------------------------------------------------------

    def check_deck(self, deck: str) -> None:
        """Begin a check of a deck, from its first card. Raises LookupError, naming the registered decks."""
        cards = self.registers.decks.deck(deck).cards
        self.check = DeckCheck(deck, [tag for tag, face in cards.items() if face < DECK_SIZE])

    def shoe_is_empty(self, stamp: int, author: str, role: Role) -> tuple[core.Event, ...]:
        """End a pass of the check. If the deck is right, it counts as read and is in play from then on."""
        check = self.check
        if check is None:
            return ()
        right = check.end_pass()
        if right:
            self.deck, self.check = check.deck, None
        read = DeckRead(DECK_SIZE if right else DECK_SIZE - max(1, check.missing))
        return (core.DealerCommand("deck_ready", read, author, role, (stamp, stamp)),)

    @property
    def alarms(self) -> tuple[PublicAlarm, ...]:
        """Faults and tasks that do not concern the hand."""
        checking = () if self.check is None else self.check.alarms
        weak = 0
        for deck in self.registers.decks.names if checking == () else ():
            weak += self.readings.weak(self.registers.decks.deck(deck).cards)
        dying = (alarm_of("deck_weak", count=weak),) if weak else ()
        return (*self.foreign.alarms, *checking, *dying)

    # --- chips ---------------------------------------------------------------------------------------------------

    @events.register
    def _chips(self, message: sensed.ChipsMoved) -> tuple[core.Event, ...]:
        self.foreign.only(message.area, message.lies)
        moved, at = self.whereabouts.moved(message), interval(message.at)
        added = self._denominations(message.area, moved.added)
        self._denominations(message.area, message.lies)
        for tag in self.whereabouts.twice(message):
            self._strange(DOUBLE_CHIP, message.area, tag)
        removed = self.values(moved.removed)
        left = [(area, self.values(tags)) for area, tags in moved.left.items()]
        events = [core.ChipsMoved(place_of(area), (), values, at) for area, values in left if values]
        if added or removed:
            events.append(core.ChipsMoved(place_of(message.area), added, removed, at))
        return tuple(events)

    def values(self, tags: Iterable[TagId]) -> tuple[int, ...]:
        """Return the denominations of these chips. Chips without a value are left out."""
        chips = map(self.registers.chips.chip, tags)
        return tuple(value for chip in chips if (value := value_of(chip, self.series)) is not None)

    def _denominations(self, area: str, tags: Sequence[TagId]) -> tuple[int, ...]:
        """The same, and note the others among what is strange there."""
        for tag in tags:
            if wrong := alarm_on(self.registers.chips.chip(tag), self.series):
                self._strange(wrong, area, tag)
        return self.values(tags)

    def _strange(self, wrong: str, area: str, tag: TagId) -> None:
        """Note a chip there that does not count."""
        chip = self.registers.chips.chip(tag)
        self.foreign.seen(wrong, area, tag, 0 if isinstance(chip, Known) else chip.denomination)

    # --- button, posts, keys, chairs -----------------------------------------------------------------------------

    @events.register
    def _button(self, message: sensed.ButtonPlaced) -> tuple[core.Event, ...]:
        return (core.ButtonPlaced(message.seat, interval(message.at)),)

    @events.register
    def _post(self, message: sensed.PostPlaced) -> tuple[core.Event, ...]:
        return (core.PostPlaced(message.seat, message.present, interval(message.at)),)

    @events.register
    def _key(self, message: sensed.SeatKey) -> tuple[core.Event, ...]:
        if message.key == "minus" or message.key == "plus":
            return ()  # they move the display's figure, and are no acts
        return (core.SeatKey(message.seat, message.key, message.amount, interval(message.at)),)

    @events.register
    def _occupied(self, message: sensed.SeatOccupied) -> tuple[core.Event, ...]:
        return (core.SeatOccupied(message.seat, message.present, interval(message.at)),)

    # --- gaps, and the state after them -----------------------------------------------------------------------------

    @events.register
    def _gap(self, message: sensed.SensingGap) -> tuple[core.Event, ...]:
        known = self.gaps.pop(message.part, None)
        places = set() if known is None else set(known.places)
        if message.until is None:
            merged = tuple(sorted({*places, *message.places}))
            self.gaps[message.part] = (known or message).model_copy(update={"places": merged})
            self._watch_shoe()
            return ()
        if known is not None and (left := tuple(sorted(places.difference(message.places)))):
            self.gaps[message.part] = known.model_copy(update={"places": left})
        self.ended_gaps.add(message, message.until)
        return (core.SensingGap(message.part, message.since, message.until),)

    def _watch_shoe(self) -> None:
        """A card that comes to a place while the shoe does not look need be none of the draws before."""
        if any("shoe" in gap.places for gap in self.gaps.values()):
            self.exits.not_watched()

    @events.register
    def _health(self, message: sensed.PartHealth) -> tuple[core.Event, ...]:
        self.parts[message.part] = message
        return ()

    @events.register
    def _snapshot(self, message: sensed.Snapshot) -> tuple[core.Event, ...]:
        at = interval(message.at)
        cards = {spot: self._lying(spot, tags, message.at.present) for spot, tags in sorted(message.cards.items())}
        missed = self._missed_draw(message, cards)
        chips, counted = [], dict[str, list[TagId]]()
        double = self.whereabouts.twice_in(message.chips)
        for area, tags in sorted(message.chips.items()):
            self.foreign.only(area, tags)
            for tag in [tag for tag in tags if (area, tag) in double]:
                self._strange(DOUBLE_CHIP, area, tag)
            counted[area] = [tag for tag in tags if (area, tag) not in double]
        for area, tags_there in counted.items():
            self.whereabouts.lie(area, tags_there)
            chips.append((place_of(area), self._denominations(area, tags_there)))
        lying = tuple((place_of(spot), tuple(found)) for spot, found in cards.items())
        snapshot = core.Snapshot(lying, tuple(chips), message.button, message.posts, at)
        return (*missed, snapshot, *self._decided(message.at))

    def _lying(self, spot: str, tags: tuple[TagId, ...], by: int) -> list[tuple[int, Card | None]]:
        self.foreign.only(spot, tags)
        for tag in [tag for tag, (where, _) in self.undecided.items() if where == spot and tag not in tags]:
            del self.undecided[tag]
        found: list[tuple[int, Card | None]] = []
        for tag in tags:
            number = self._landed(tag, spot, self.undecided.get(tag, (spot, by))[1])
            self.exits.found_lying(tag, spot, by)
            if number is not None:
                found.append((number, self._face(tag, spot)))
        return found

    def _missed_draw(
        self, message: sensed.Snapshot, cards: dict[str, list[tuple[int, Card | None]]]
    ) -> tuple[core.Event, ...]:
        """Give the next draw number to a single card that left the shoe while nothing was sensed.

        With two such cards the order would be a guess, so the dealer is asked.
        """
        by = message.at.present
        missed = [tag for tag in self.undecided if not self.exits.candidates(tag, by)]
        if not self.exits.shoe or len(missed) != 1 or len(self.undecided) > 1:
            return ()
        (tag,) = missed
        spot = self.undecided[tag][0]
        drawn, _ = self._unseen(tag, spot, message.at)
        cards.setdefault(spot, []).append((self.exits.of(tag) or 0, self._face(tag, spot)))
        return (drawn,)

    def clock_set(self, by: int) -> None:
        """Shift every stored time by `by` (ns), after a restart of the machine reset the clock."""
        self.exits.clock_set(by)
        self.whereabouts.clock_set(by)
        self.undecided = {tag: (spot, at + by) for tag, (spot, at) in self.undecided.items()}
        self.ended_gaps.forget()

    # --- for the journal -------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return all that it remembers, for a sealed record, as tags stand in clear."""
        return {
            "exits": self.exits.to_json(),
            "foreign": self.foreign.to_json(),
            "chips": self.whereabouts.to_json(),
            "parts": [part.model_dump(mode="json") for part in self.parts.values()],
            "gaps": [gap.model_dump(mode="json") for gap in self.gaps.values()],
            "undecided": [[tag.value, spot, by] for tag, (spot, by) in self.undecided.items()],
            "deck": self.deck,
            "check": None if self.check is None else self.check.to_json(),
            "readings": self.readings.to_json(),
            "landed_of": self._landed_of,
        }

    @classmethod
    def from_json(cls, registers: Registers, shoe: bool, data: dict[str, Any]) -> Sensing:
        """Return what `to_json` saved."""
        parts = [sensed.PartHealth.model_validate(part) for part in data["parts"]]
        gaps = [sensed.SensingGap.model_validate(gap) for gap in data["gaps"]]
        return cls(
            registers,
            Exits.from_json(shoe, data["exits"]),
            Foreign.from_json(data["foreign"]),
            Whereabouts.from_json(data.get("chips", {})),
            {part.part: part for part in parts},
            {gap.part: gap for gap in gaps},
            {TagId(tag): (spot, by) for tag, spot, by in data["undecided"]},
            data["deck"],
            check=DeckCheck.from_json(data["check"]),
            readings=Readings.from_json(data["readings"]),
            _landed_of=data["landed_of"],
        )
