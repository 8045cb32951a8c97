"""What outlives a hand, and the one entry into the core: `step`.

Pure: events come in, outcomes go out, `view` shows what anyone may see. `step` never raises for what happens at a
table; it raises only for a caller's mistake (an event that is not one).
"""

from collections.abc import Callable
from typing import Any, Final

from controller.poker.events import (
    ButtonPlaced,
    CardDrawn,
    CardGone,
    CardPlaced,
    CardReturned,
    ChipsMoved,
    ClockSet,
    Correction,
    DealerCommand,
    Declared,
    Event,
    FloorDecision,
    PostPlaced,
    SeatKey,
    SeatOccupied,
    SensingGap,
    Snapshot,
    TimerFired,
    Unlocked,
)
from controller.poker.outcomes import Outcome
from controller.rulebooks import Rulebook
from controller.table.deal import card_alarms
from controller.table.deal.faults import FAULTS
from controller.table.events import (
    answers,
    cards_sensed,
    chips_sensed,
    dealer_commands,
    declarations,
    sensors,
    timers,
)
from controller.table.hand.advance import advance
from controller.table.remedies.returned_hands import bring_back
from controller.table.state import clock_shift
from controller.table.state.facts import BoardGrew
from controller.table.state.fault import know, notice
from controller.table.state.migrations import VERSION, AnotherVersion, record_migrated
from controller.table.state.serialization import Checkpoint, Record, checkpoint, from_record, restore, to_record
from controller.table.state.setup import Level, Parts, Schedule, SeatSetup, Setup, Stakes
from controller.table.state.table import Table, new_table
from controller.table.view.build import view
from controller.table.view.model import (
    AskRule,
    Course,
    EffectView,
    LogView,
    MoveView,
    Offer,
    RemedyView,
    RulingView,
    SeatView,
    Situation,
    Step,
    Suspension,
    View,
    Winner,
)
from controller.table.view.open_prompts import standing_prompts, still_due
from controller.table.view.situation import course, ruling_view, seat_view, situation
from controller.table.view.tournament import contest_view

__all__ = [
    "VERSION",
    "AnotherVersion",
    "AskRule",
    "Checkpoint",
    "Course",
    "EffectView",
    "Level",
    "LogView",
    "MoveView",
    "Offer",
    "Parts",
    "Record",
    "RemedyView",
    "RulingView",
    "Schedule",
    "SeatSetup",
    "SeatView",
    "Setup",
    "Situation",
    "Stakes",
    "Step",
    "Suspension",
    "Table",
    "View",
    "Winner",
    "checkpoint",
    "contest_view",
    "course",
    "from_record",
    "new_table",
    "record_migrated",
    "restore",
    "ruling_view",
    "seat_view",
    "situation",
    "standing_prompts",
    "step",
    "still_due",
    "to_record",
    "view",
]  # fmt: skip

_SENSED: Final[dict[type, Callable[[Table, Any], None]]] = {
    CardDrawn: cards_sensed.card_drawn,
    CardPlaced: cards_sensed.card_placed,
    CardGone: cards_sensed.card_gone,
    CardReturned: cards_sensed.card_returned,
    ChipsMoved: chips_sensed.chips_moved,
    ButtonPlaced: sensors.button_placed,
    PostPlaced: sensors.post_placed,
    SeatKey: sensors.seat_key,
    SeatOccupied: sensors.seat_occupied,
    SensingGap: sensors.sensing_gap,
    Snapshot: sensors.snapshot,
}

_ENTERED: Final[dict[type, Callable[[Table, Any], None]]] = {
    Declared: declarations.declared,
    FloorDecision: answers.floor_decision,
    Correction: declarations.correction,
    TimerFired: timers.timer_fired,
    ClockSet: clock_shift.clock_set,
    Unlocked: clock_shift.unlocked,
}

_UNDER_A_RULEBOOK: Final[dict[type, Callable[[Table, Any, Rulebook], None]]] = {
    DealerCommand: dealer_commands.dealer_command,
}
"""Handlers of what may begin a hand."""

know(FAULTS)


def step(table: Table, event: Event, rulebook: Rulebook) -> list[Outcome]:
    """Take one event, change the table in place, and return what followed, in order.

    The rulebook is pinned when a hand begins: another one given in mid-hand counts from the next shuffle.
    """
    table.begin_event(event)
    sensed = _SENSED.get(type(event))
    if sensed is not None:
        sensed(table, event)
    else:
        _enter(table, event, rulebook)
    if advance(table):
        _look_at_board(table)
    if table.alarms:
        card_alarms.settle(table)
    return table.outcomes


def _enter(table: Table, event: Event, rulebook: Rulebook) -> None:
    """Take what a person entered, or a timer brings. Only that can make a hand live again."""
    hand, entered = table.hand, _ENTERED.get(type(event))
    live = 0 if hand is None else hand.betting.live
    if entered is not None:
        entered(table, event)
    else:
        _UNDER_A_RULEBOOK[type(event)](table, event, rulebook)
    if hand is not None and hand.betting.live & ~live:
        bring_back(table, hand, live)


def _look_at_board(table: Table) -> None:
    """The hand went on. If that opened a street, its board is looked at."""
    hand = table.hand
    if hand is not None and hand.records.opened == table.sequence:
        notice(table, hand, BoardGrew())
