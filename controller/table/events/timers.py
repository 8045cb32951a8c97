"""Time to decide: called by a player, started by the floor, counted down. The book says what follows."""

from collections.abc import Callable
from typing import Final

from controller.poker.betting import NOBODY
from controller.poker.decision_clock import DECISION
from controller.poker.events import DealerCommand, TimerFired
from controller.poker.hand import BETWEEN_HANDS, Hand, Stage
from controller.poker.outcomes import Count, Kill, Prompt, SetTurn
from controller.poker.places import Seat
from controller.poker.timers import Timed
from controller.table.betting import lifted_bets
from controller.table.betting.out_of_turn import this_turn
from controller.table.chips import chips_in_hand
from controller.table.deal.last_sight import look_round
from controller.table.deal.misplaced_cards import misplaced_still
from controller.table.hand.act_corrections import Anew, carry_out, last_act_of
from controller.table.hand.bet_collection import pot_read
from controller.table.remedies.sensed_movements import missed_still
from controller.table.seating.busted_players import rebuy_timer
from controller.table.seating.departures import absence_over, reservation_over
from controller.table.seating.latecomers import settle_late
from controller.table.state.command_args import Refused, hand_of
from controller.table.state.penalty_ladder import ask_penalty
from controller.table.state.rulings import refuse, rule
from controller.table.state.table import Table
from controller.table.tournament import levels
from controller.table.tournament.late_registration import level_over
from firmware_bridge.messages.roles import outranks

SECOND: Final = 1_000_000_000
REQUESTS: Final = "clock"  # the counter of these requests, by seat
OFTEN: Final = 4  # requests of one player after which the floor is reminded that they may be abuse (a house's figure)


def ask_for_time(table: Table, seat: Seat) -> None:
    """A player's time key. Any player at the table may ask, in the hand or not. The floor starts the clock."""
    hand, book = table.hand, table.book
    if not table.felt.is_occupied(seat):
        refuse(table, "time", seat)
        return
    if hand is None or hand.stage is not Stage.ACTS or seat == hand.betting.turn or not book.has("time"):
        if hand is not None and hand.stage is Stage.ACTS and seat == hand.betting.turn:
            hand.clock.call_own(*this_turn(hand))
        table.prompt(Prompt("dealer", seat, "time", (("seat", seat),)))
        return
    hand.clock.ask(*_moment(hand))
    rule(table, "time", seat, (Count(seat, REQUESTS),))
    table.prompt(Prompt("floor", seat, "time", (("seat", seat),)))
    if table.counters[(seat, REQUESTS)] > OFTEN and book.has("time.abuse"):
        ask_penalty(table, seat, "time.abuse")


def _moment(hand: Hand) -> tuple[int, int, Seat]:
    """The turn as (street, acts, seat). A request holds for this turn only."""
    return (hand.street, len(hand.betting.acts), hand.betting.turn)


def start(table: Table, e: DealerCommand) -> None:
    """The floor starts the clock on the seat on turn. The dealer may not, if the book says so."""
    hand, book = hand_of(table), table.book
    seat = hand.betting.turn
    if hand.stage is not Stage.ACTS or seat == NOBODY:
        raise Refused("not_now")
    seconds = book.entries.time.seconds
    unasked = book.entries.time.asked_by == "players" and hand.clock.asked_at != _moment(hand)
    if not outranks(e.role, "floor") or not seconds or unasked:
        refuse(table, "time", seat)
        return
    aloud = book.entries.time.aloud or 0
    hand.clock.start(seat, e.at[1] + seconds * SECOND)
    rule(table, "time", seat, (), by=e.role)
    table.arm(DECISION, hand.clock.due - aloud * SECOND)


def timer_fired(table: Table, e: TimerFired) -> None:
    """A timer is due. One of a hand that is over means nothing."""
    of_hand = DUE_IN_HAND.get(e.timer.times)
    if of_hand is None:
        DUE[e.timer.times](table, e)
    elif table.hand is not None:
        of_hand(table, table.hand, e)


def _level_may_be_over(table: Table, e: TimerFired) -> None:
    levels.catch_up(table, e.at)
    _settle_levels(table)


def _break_may_be_over(table: Table, e: TimerFired) -> None:
    levels.break_over(table, e.at)
    _settle_levels(table)


def _settle_levels(table: Table) -> None:
    level_over(table)
    if table.seating.overdue and table.phase in BETWEEN_HANDS:
        settle_late(table)


DUE_IN_HAND: Final[dict[Timed, Callable[[Table, Hand, TimerFired], None]]] = {
    Timed.DECISION: lambda table, hand, e: _clock(table, hand, e.at),
    Timed.SIGHT: lambda table, hand, e: look_round(table, hand, e.at),
    Timed.ASTRAY: lambda table, hand, e: misplaced_still(table, hand, e.at),
    Timed.MISSED: lambda table, hand, e: missed_still(table, hand, e.at),
    Timed.POT_READ: lambda table, hand, _e: pot_read(table, hand),
    Timed.LIFTED: lambda table, hand, e: lifted_bets.time_over(table, hand, e.timer.seat),
}
"""What follows a timer that a hand arms."""

DUE: Final[dict[Timed, Callable[[Table, TimerFired], None]]] = {
    Timed.REBUY: lambda table, e: rebuy_timer(table, e.timer.seat),
    Timed.RAIL: lambda table, e: chips_in_hand.time_over(table, e.timer.seat, e.at),
    Timed.ABSENCE: lambda table, e: absence_over(table, e.timer.seat),
    Timed.RESERVED: lambda table, e: reservation_over(table, e.timer.seat),
    Timed.LEVEL: _level_may_be_over,
    Timed.BREAK: _break_may_be_over,
}
"""What follows a timer that outlasts a hand."""


def _clock(table: Table, hand: Hand, at: int) -> None:
    """The countdown begins, or is over."""
    seat = hand.clock.seat
    if hand.stage is not Stage.ACTS or seat == NOBODY or hand.betting.turn != seat:
        return
    if at < hand.clock.due:
        table.prompt(Prompt("dealer", seat, "countdown", (("seat", seat),)))
        table.arm(DECISION, hand.clock.due)
    elif table.book.entries.time.dies == "at_zero":
        _dies(table, hand, seat, "")
    else:
        table.prompt(Prompt("floor", seat, "declare_dead", (("seat", seat),)))


def declare_dead(table: Table, e: DealerCommand) -> None:
    """The manager begins to declare the hand dead. It is dead, unless the player had acted before that moment."""
    hand = hand_of(table)
    seat = hand.clock.seat
    if seat == NOBODY or e.at[1] < hand.clock.due:
        raise Refused("not_now")
    if hand.stage is Stage.ACTS and hand.betting.turn == seat:
        _dies(table, hand, seat, e.role)
    elif _acted_after(hand, seat, e.at[1]):
        n = last_act_of(hand, seat)
        carry_out(table, hand, "time", seat, Anew((SetTurn(seat, n),), [], {}), None, e.role)
        _dies(table, hand, seat, e.role)
    else:
        refuse(table, "time", seat)


def _acted_after(hand: Hand, seat: Seat, at: int) -> bool:
    """The last act of the round was this seat's chips, first seen after that moment."""
    motion, acts = hand.records.motion, hand.betting.acts
    return motion is not None and motion.seat == seat and motion.at > at and bool(acts) and acts[-1].seat == seat


def _dies(table: Table, hand: Hand, seat: Seat, by: str) -> None:
    hand.clock.hand_died()
    rule(table, "time", seat, (Kill(seat),), by=by)
    table.arm(DECISION, None)


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    "clock": (start, "role"),
    "declare_dead": (declare_dead, "role"),
}
