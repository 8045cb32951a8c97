"""The table as the controller keeps it: messages go in, journal entries, verdicts and views come out. Pure.

A message that is taken in changes the table in memory at once. The caller journals the entry, and lets nothing of it
leave the process before it is durable.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from controller.journal import Checkpoint, Entry, Opened, Saved
from controller.people.roles import said_by
from controller.poker import events as core
from controller.poker.outcomes import Arm, HandClosed, Outcome, Ruling
from controller.poker.places import place as place_of
from controller.poker.places import seat_called
from controller.poker.timers import Timer, named
from controller.registers import Registers
from controller.rulebooks import Rulebook
from controller.service.entries.command_events import Refused, Telling
from controller.service.entries.entry_validation import check
from controller.service.entries.raise_dial import Dial
from controller.service.publication.public_state import alarm_text, public_asks
from controller.service.senses.draw_records import Exits
from controller.service.senses.sensing import Sensing
from controller.service.session.hand_log import HandLog
from controller.service.session.installation import rulebook_digest
from controller.service.session.outcome_json import begins, closes, only_alarm, plain, ruled_by
from controller.service.session.outcome_json import same as same_outcomes
from controller.service.session.table_setup import has_shoe, is_tournament, setup_of
from controller.service.transport.authorization import refusal
from controller.table import (
    VERSION,
    Record,
    Setup,
    Table,
    View,
    from_record,
    new_table,
    record_migrated,
    restore,
    step,
    to_record,
    view,
)
from controller.table import Checkpoint as TableCheckpoint
from controller.table import checkpoint as checkpoint_of
from controller.table.chips.inventory import count_bank, count_stacks, take_setup
from controller.table.state.fault import fault_of
from controller.table.view.expected_readings import card_belongs, cards_in_stub, told_seats
from controller.table.view.situation import turn_and_raise
from firmware_bridge.messages.public import PublicAlarm, PublicAsk, Text
from firmware_bridge.messages.sensed import SeatKey, Snapshot
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.told import Answer, Command, DealerCommand, FloorDecision
from firmware_bridge.messages.wire import Event

# Phases in which no hand is being played. Parts may be tested, and a changed table file may begin to count.
BETWEEN_HANDS = frozenset({"waiting", "claims", "cancelled"})
CARE = ("deck_check", "deck_passed")  # entries about decks that the senses answer
MIXED = ("button_draw", "race_draw")  # entries after which cards are dealt without a hand
DRAWN = ("draw_card", "race_card")  # the steps at which these cards are dealt
SHOWN_HANDS = 5  # as many closed hands as a page has room for
OWN = "controller"  # the source of what the controller itself journals


@dataclass(frozen=True, slots=True)
class Taken:
    """The result of taking in one message.

    - `entry`: its entry for the journal
    - `accepted`, `reason`: whether and why a command was refused
    - `article`: the article under which the core ruled on it
    """

    entry: Entry
    accepted: bool = True
    reason: Text | None = None
    article: str | None = None
    _: KW_ONLY
    counts: bool = True  # whether it reached the table. If not, it changed nothing
    closed: bool = False  # a hand closed, or the table was set up again: a checkpoint must follow this entry


@dataclass(slots=True)
class Desk:
    """One table: the core, the senses before it, and the timers that it armed."""

    config: TableFile
    rulebook: Rulebook
    table: Table
    sensing: Sensing
    program: str
    dial: Dial = field(default_factory=Dial)
    timers: dict[Timer, int] = field(default_factory=dict)
    stamp: int = 0  # of the last entry taken, ns
    closed_hands: deque[HandClosed] = field(default_factory=lambda: deque(maxlen=SHOWN_HANDS))
    log: HandLog = field(default_factory=HandLog)
    _seen: View | None = None  # the table as it is, None if it has changed since

    def __post_init__(self) -> None:
        self.sensing.planned = self._planned
        self.sensing.unread = self._unread
        self.sensing.in_stub = lambda: cards_in_stub(self.table)

    @classmethod
    def fresh(cls, config: TableFile, rulebook: Rulebook, registers: Registers, program: str) -> Desk:
        """Return a table on which nothing has happened. Raises ValueError if the table file cannot be used."""
        setup = setup_of(config, faces=len(registers.decks) > 0, tournament=is_tournament(config, rulebook))
        return cls(
            config,
            rulebook,
            new_table(setup),
            Sensing(registers, Exits(has_shoe(config)), series=config.game.chip_series),
            program,
        )

    # --- what is seen -----------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The table as anyone may see it, made once for each change."""
        if self._seen is None:
            self._seen = view(self.table)
        return self._seen

    @property
    def asks(self) -> tuple[PublicAsk, ...]:
        """The open questions: those of the hand, then those of the senses."""
        return (*public_asks(self.view), *self.sensing.questions)

    def _planned(self, exit_: int) -> str | None:
        """Return where the card of a draw belongs by the deal's plan, if an antenna looks there."""
        return card_belongs(self.table, exit_)

    def _unread(self, exit_: int) -> bool:
        """Whether no antenna looks where the card of a draw belongs, or it is due nowhere."""
        spot, senses = self._planned(exit_), self.table.senses
        seat = seat_called(spot or "")
        return spot is None or not (senses.cards[seat] if seat else senses.board)

    @property
    def manual(self) -> frozenset[int]:
        """The seats for which the dealer enters what a reader would report."""
        return told_seats(self.table)

    def not_read(self, now: int) -> tuple[PublicAlarm, ...]:
        """Return what was not read until a moment ago. A table on which nothing was played yet has missed nothing."""
        return self.sensing.ended_gaps.alarms(now) if self.table.hand_number else ()

    def take_setup(self, wanted: Setup) -> None:
        """Between hands, let a changed table file count. Players keep their seats and chips."""
        self._seen = None
        take_setup(self.table, wanted)

    # --- what comes in ----------------------------------------------------------------------------------------------

    def take(self, event: Event, refused: Text | None = None) -> Taken:
        """Take in a message of a source. `refused` says why it must not count. It is then journalled as refused."""
        self.stamp = event.stamp
        if isinstance(event.body, Command):
            return self._command(event, event.body, refused)
        body = self._with_amount(event.body) if isinstance(event.body, SeatKey) else event.body
        if isinstance(body, SeatKey) and self._turns_dial(body):
            return Taken(self._entry(event, event.body.kind, (), []))
        counted = self._count_first(body)
        events = self._of_interest(self.sensing.events(body))
        outcomes = self._steps(events)
        clear = {"message": body.model_dump(mode="json")} if body.kind in ("part_health", "sensing_gap") else {}
        return Taken(self._entry(event, body.kind, events, outcomes, **clear), closed=counted or closes(outcomes))

    def _of_interest(self, events: tuple[core.Event, ...]) -> tuple[core.Event, ...]:
        """Leave out the sensing gaps of a table on which nothing was played yet."""
        if self.table.hand_number:
            return events
        return tuple(event for event in events if not isinstance(event, core.SensingGap))

    def _count_first(self, body: object) -> bool:
        """Count what lies on the table before the first hand as what the bank has.

        If the table file gives no stacks, it also counts as what the players have. True if anything was counted. No
        event records that, so a checkpoint must follow.
        """
        if not isinstance(body, Snapshot) or self.table.hand_number:
            return False
        self._seen = None
        stacks = not self.config.game.starting_stack and self._count_stacks(body)
        return self._count_bank(body) or stacks

    def _count_stacks(self, body: Snapshot) -> bool:
        read = {seat: body.chips.get(f"stack:{seat}", ()) for seat in self.config.table.seats}
        return count_stacks(self.table, {seat: self.sensing.values(tags) for seat, tags in read.items()})

    def _count_bank(self, body: Snapshot) -> bool:
        areas = {place_of(area): self.sensing.values(tags) for area, tags in body.chips.items()}
        return count_bank(self.table, areas)

    def fire(self, timer: Timer, life: int, sequence: int, now: int) -> Taken:
        """Fire a timer that the core armed and that is due."""
        self.stamp = now
        events = (core.TimerFired(timer, now),)
        outcomes = self._steps(events)
        body, secret = _journalled(events, outcomes, None)
        entry = Entry(OWN, life, sequence, now, "timer", body, secret)
        return Taken(entry, closed=closes(outcomes))

    def set_clock(self, life: int, sequence: int, now: int) -> Taken:
        """Shift every stored time by the clock that a restart of the machine has reset."""
        return self._clocks(core.ClockSet(now - self.stamp, now), life, sequence)

    def unlocked(self, since: int, life: int, sequence: int, now: int) -> Taken:
        """Let each clock go on with what was left of it at `since` (ns), when a fault locked the table."""
        return self._clocks(core.Unlocked(since, now), life, sequence)

    def _clocks(self, event: core.ClockSet | core.Unlocked, life: int, sequence: int) -> Taken:
        self.stamp = event.at
        outcomes = self._steps((event,))
        body, secret = _journalled((event,), outcomes, None)
        return Taken(Entry(OWN, life, sequence, event.at, "clock", body, secret))

    def _command(self, event: Event, command: Command, refused: Text | None) -> Taken:
        about: dict[str, Any] = said_by(command)
        refused = refused or refusal(command, self.asks)
        events: tuple[core.Event, ...] = ()
        if refused is None:
            try:
                events = self._told(event, command)
            except Refused as error:
                refused = error.text
        if refused is not None:
            body = {**about, "refused": refused.model_dump()}
            entry = Entry(event.source, event.epoch, event.sequence, event.stamp, command.told.kind, body)
            return Taken(entry, accepted=False, reason=refused, counts=False)
        outcomes = self._steps(events)
        alarm, article = only_alarm(outcomes), ruled_by(outcomes)
        reason = None if alarm is None else alarm_text(alarm)
        told = about if reason is None else {**about, "refused": reason.model_dump()}
        told = told if article is None else {**told, "article": article}
        entry = self._entry(event, command.told.kind, events, outcomes, **told)
        return Taken(entry, alarm is None, reason, article, closed=closes(outcomes))

    def _told(self, event: Event, command: Command) -> tuple[core.Event, ...]:
        """Return the core's events of a command. A cleared fault gives none, as it was dealt with when it came."""
        if is_clear_fault(command):
            return ()
        if isinstance(command.told, Answer):
            settled = self.sensing.settle(command.told.ask, command.told.option, event.stamp)
            if settled is not None:
                return settled
        if isinstance(command.told, DealerCommand) and command.told.word in CARE:
            check(command.told, self.config)
            self._may_care(command.told.word)
            return self._care_for_decks(command, command.told, event.stamp)
        if self.sensing.check is not None and isinstance(command.told, DealerCommand):
            self._not_while_checking(command.told.word)
        return Telling(self.config).events(command, event.stamp)

    def _may_care(self, word: str) -> None:
        """Check that decks may be checked now: between hands, at a table where a reader sees the cards leave the
        shoe."""
        if not self.sensing.exits.shoe or not len(self.sensing.registers.decks):
            raise Refused("deck_unread")
        if self.view.phase not in BETWEEN_HANDS:
            raise Refused("deck_in_play")
        if word == "deck_passed" and self.sensing.check is None:
            raise Refused("deck_unchecked")

    def _not_while_checking(self, word: str) -> None:
        if word == "shuffle" and self.sensing.check is not None:
            raise Refused("deck_checking", deck=self.sensing.check.deck)

    def _care_for_decks(self, command: Command, told: DealerCommand, stamp: int) -> tuple[core.Event, ...]:
        """Begin, go on with or end a deck check. If it proves the deck, the core learns that the deck is ready."""
        sensing = self.sensing
        if told.word == "deck_check":
            self._begin_check(told.value)
        elif told.choice == "stop":
            sensing.check = None
        else:
            return sensing.shoe_is_empty(stamp, command.author, command.role)
        return ()

    def _begin_check(self, deck: str | None) -> None:
        names = self.sensing.registers.decks.names
        wanted = names[0] if deck is None and len(names) == 1 else deck
        if wanted not in names:
            raise Refused("deck_unknown", value=deck or "-", allowed=", ".join(names))
        self.sensing.check_deck(wanted)

    def _with_amount(self, key: SeatKey) -> SeatKey:
        """Give a raise key without an amount the amount on the display's key."""
        if key.key != "raise" or key.amount is not None:
            return key
        now = self.view
        amount = self.dial.at(now) if now.turn == key.seat else None
        return key.model_copy(update={"amount": amount})

    def _turns_dial(self, key: SeatKey) -> bool:
        """Move the raise amount on the display if the key does only that. True if it does."""
        if key.key not in ("minus", "plus"):
            return False
        seen = self.view
        self.dial.turn(seen, seen.big_blind, key.key)
        return True

    def _steps(self, events: Iterable[core.Event]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        for event in events:
            self._seen = None
            if isinstance(event, core.TimerFired):
                self.timers.pop(event.timer, None)
            followed = step(self.table, event, self.rulebook)
            self.log.took(event, followed)
            outcomes += followed
            if isinstance(event, core.DealerCommand) and event.word in MIXED:
                self._deck_was_mixed()
            elif isinstance(event, core.ClockSet):
                self._shift_timers(event.by)
                self.sensing.clock_set(event.by)
            elif isinstance(event, core.Unlocked):
                self._shift_timers(event.at - event.since)
        self._follow(outcomes)
        return outcomes

    def _shift_timers(self, by: int) -> None:
        self.timers = {timer: due + by for timer, due in self.timers.items()}

    def _deck_was_mixed(self) -> None:
        """Start draw numbers at 1 again if the table now waits for its cards, as the mixed deck is then in the
        shoe."""
        due = self.view.next_step
        if due is not None and due.key in DRAWN:
            self.sensing.hand_began()

    def _follow(self, outcomes: list[Outcome]) -> None:
        if begins(outcomes):
            self.sensing.hand_began()
        for outcome in outcomes:
            if isinstance(outcome, Ruling) and fault_of(outcome.matter).new_deck:
                self.sensing.foreign.only("shoe", ())
            elif isinstance(outcome, HandClosed):
                self.closed_hands.append(outcome)
            elif isinstance(outcome, Arm):
                self.timers.pop(outcome.timer, None)
                if outcome.due is not None:
                    self.timers[outcome.timer] = outcome.due

    def _entry(
        self, event: Event, kind: str, events: tuple[core.Event, ...], outcomes: list[Outcome], **clear: Any
    ) -> Entry:
        body, secret = _journalled(events, outcomes, event)
        return Entry(event.source, event.epoch, event.sequence, event.stamp, kind, {**body, **clear}, secret)

    # --- from and to the journal ------------------------------------------------------------------------------------

    def checkpoint(self) -> Checkpoint:
        """Return the whole table. What names cards and tags is in the secret part."""
        saved = checkpoint_of(self.table)
        timers = {timer.name: due for timer, due in self.timers.items()}
        body = {"table": saved.body, "timers": timers, "stamp": self.stamp, "dial": self.dial.to_json()}
        body["closed_hands"] = [[hand.number, hand.awards, hand.stacks] for hand in self.closed_hands]
        secret = json.dumps({"faces": saved.faces, "sensing": self.sensing.to_json()}).encode()
        return Checkpoint(body, secret, rulebook_digest(self.rulebook), self.program)

    @classmethod
    def restored(
        cls, saved: Checkpoint, config: TableFile, rulebook: Rulebook, registers: Registers, program: str
    ) -> Desk:
        """Return the table of a checkpoint. Raises ValueError if it is of another version."""
        secret = json.loads(saved.secret)
        faces = tuple((exit_, face) for exit_, face in secret["faces"])
        table = restore(TableCheckpoint(saved.body["table"], faces))
        sensing = Sensing.from_json(registers, has_shoe(config), secret["sensing"])
        sensing.series = config.game.chip_series
        desk = cls(config, rulebook, table, sensing, program)
        desk._go_on(saved.body)
        return desk

    def _go_on(self, body: Mapping[str, Any]) -> None:
        self.timers = {named(timer): due for timer, due in body["timers"].items()}
        self.stamp = body["stamp"]
        self.dial = Dial.from_json(body["dial"])
        for number, awards, stacks in body.get("closed_hands", ()):  # an earlier program saved none
            self.closed_hands.append(HandClosed(number, tuple(map(tuple, awards)), tuple(map(tuple, stacks))))

    @classmethod
    def without_secret(
        cls, saved: Saved, config: TableFile, rulebook: Rulebook, registers: Registers, program: str
    ) -> Desk:
        """Return the table of a checkpoint whose sealed part is lost: no face is known, and the senses start empty.

        Raises ValueError if it is of another version.
        """
        table = restore(TableCheckpoint(saved.body["table"], ()))
        sensing = Sensing(registers, Exits(has_shoe(config)), series=config.game.chip_series)
        desk = cls(config, rulebook, table, sensing, program)
        desk._go_on(saved.body)
        return desk

    def replay(self, opened: Opened, same_registers: bool = True, version: int = VERSION) -> bool:
        """Take in a journalled entry again. True if its events and outcomes are those that were recorded.

        The core gets the recorded events. They are compared with what the sealed message leads to now. After a change
        of a register they may differ, which does not change the past. `version`: of the checkpoint before the entry.
        Raises ValueError if the entry cannot be brought to this program's version.
        """
        self.stamp = opened.record.stamp
        if "events" not in opened.body:
            return True
        body, secret = record_migrated(opened.body, version), json.loads(opened.secret)
        recorded, same = self._events_of(body, secret, earlier=version != VERSION)
        same = same or not same_registers
        outcomes = self._steps(recorded)
        if self.dial.stands:
            self.dial.follow(*turn_and_raise(self.table))
        return same and same_outcomes(outcomes, body["outcomes"])

    def _events_of(self, body: Mapping[str, Any], secret: Any, *, earlier: bool) -> tuple[list[core.Event], bool]:
        """Return the recorded events, and whether the sealed message leads to them.

        An earlier program may have recorded a command in another form. Its message says the same in this one.
        """
        message = secret["message"]
        try:
            recorded = _recorded(body["events"], secret["faces"])
        except ValueError:
            if not earlier or message is None:
                raise
            event = Event.model_validate(message)
            if not isinstance(event.body, Command):
                raise
            return list(self._told(event, event.body)), True
        return recorded, self._come_to(message, recorded)

    def _come_to(self, message: Any, recorded: list[core.Event]) -> bool:
        """Give a sealed message to the senses again. True if it leads to the recorded events."""
        if message is None:
            return True
        event = Event.model_validate(message)
        if isinstance(event.body, Command):
            try:
                return list(self._told(event, event.body)) == recorded
            except Refused:
                return False
        body = self._with_amount(event.body) if isinstance(event.body, SeatKey) else event.body
        if isinstance(body, SeatKey) and self._turns_dial(body):
            return not recorded
        return list(self._of_interest(self.sensing.events(body))) == recorded


def is_clear_fault(command: Command) -> bool:
    """Whether this is the floor's word that a latched fault is dealt with."""
    return isinstance(command.told, FloorDecision) and command.told.decision == "clear_fault"


def _journalled(
    events: tuple[core.Event, ...], outcomes: list[Outcome], message: Event | None
) -> tuple[dict[str, Any], bytes]:
    """Return an entry's clear body and its secret: the message as it came, and the faces that the events leave
    out."""
    records = [to_record(event) for event in events]
    body: dict[str, Any] = {
        "events": [[record.kind, record.body] for record in records],
        "outcomes": plain(outcomes),
    }
    secret = {
        "message": None if message is None else message.model_dump(mode="json"),
        "faces": [list(record.faces) for record in records],
    }
    return body, json.dumps(secret, separators=(",", ":")).encode()


def _recorded(events: list[Any], faces: list[Any]) -> list[core.Event]:
    return [from_record(Record(kind, body, tuple(of_it))) for (kind, body), of_it in zip(events, faces, strict=True)]
