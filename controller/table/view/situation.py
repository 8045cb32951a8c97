"""What the people at the table act on: the course of the hand, the seats, what is asked and ruled."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from controller.poker.betting import among, seats_of
from controller.poker.book import Book
from controller.poker.cards import name
from controller.poker.hand import SHOWDOWN_OVER, Hand, Stage, board_cards, hole_cards
from controller.poker.matters import Facing
from controller.poker.outcomes import Award, CloseRound, Effect, Forgive, Refold, Restrain, Ruling, Take, id_text
from controller.poker.places import HAND, STACK, Seat
from controller.poker.pots import Pot
from controller.poker.showdown import pots_of
from controller.table.seating.departures import counts_turns
from controller.table.state.seating import SeatState
from controller.table.state.seating import owed as debt_comes_to
from controller.table.state.table import Table
from controller.table.tournament.late_registration import time_ends
from controller.table.view.model import NOTHING, Course, EffectView, RulingView, SeatView, Situation, Suspension
from controller.table.view.next_step import next_step
from firmware_bridge.messages.contest import ShownPot


def turn_and_raise(table: Table) -> tuple[int, int | None, int | None]:
    """Return hand, seat to act and smallest raise, as in the whole view. A replay asks after each event."""
    facing = _facing(table)
    return (table.hand_number, facing.seat, facing.lowest) if facing else (table.hand_number, None, None)


def _facing(table: Table) -> Facing | None:
    hand = table.hand
    if hand is None or hand.stage is not Stage.ACTS or not hand.betting.turn:
        return None
    return hand.facing(hand.betting.turn, table.book.betting)


def course(table: Table) -> Course:
    """Return where the hand is now, and what comes next."""
    return _course(table, _facing(table))


def _course(table: Table, facing: Facing | None) -> Course:
    return Course(
        phase=table.phase.value,
        hand=table.hand_number,
        turn=facing.seat if facing else None,
        to_call=min(facing.call - facing.before, facing.stack) if facing and facing.call > facing.before else 0,
        next_step=next_step(table),
        asks=tuple(table.asks.values()),
    )


def situation(table: Table) -> Situation:
    """Return what the people at the table act on now. It costs about half of the whole view."""
    hand = table.hand
    facing = _facing(table)
    raises = facing is not None and facing.lowest is not None
    return Situation(
        **vars(_course(table, facing)),
        big_blind=table.stakes.big_blind,
        button=hand.button if hand else table.button_now,
        seats=_seats(table, hand),
        call_total=hand.betting.call if hand and hand.stage is Stage.ACTS else 0,
        min_raise=facing.lowest if facing else None,
        max_raise=facing.highest if facing and raises else None,
        options=hand.options(facing.seat, table.book.betting) if hand and facing else (),
        pots=tuple(ShownPot(pot.amount, tuple(seats_of(pot.seats))) for pot in _pots(hand)),
        board=tuple(name(c) for c in board_cards(hand)) if hand else (),
        alarms=tuple(table.alarms),
        rulings=tuple(ruling_view(r, table.book) for r in table.rulings),
        variant=table.setup.variant.key,
    )


def _pots(hand: Hand | None) -> list[Pot]:
    return [] if hand is None or not hand.betting.pot else pots_of(hand)


# --- seats ----------------------------------------------------------------------------------------------------------


def _suspended(table: Table, seat: Seat) -> Suspension | None:
    kind, left = table.suspensions.left.get(seat, ("", 0))
    return Suspension("hands" if kind == "hands" else "rounds", left) if kind else None


def counted(table: Table, whose: Seat) -> Mapping[str, int]:
    """Return the counts of a seat or, under `HOUSE`, of the house's dealer."""
    if not table.counters:
        return NOTHING
    return {counter: n for (seat, counter), n in table.counters.items() if seat == whose}


class _InHand(NamedTuple):
    """What a seat has in the hand. The defaults are those of a seat that no hand is dealt to."""

    dealt_in: bool = False
    live: bool = False
    bet: int = 0
    to_call: int = 0
    all_in: bool = False
    cards: int = 0
    shown: tuple[str, ...] = ()
    last_act: str | None = None
    won: int = 0
    early: bool = False


_NOT_DEALT_TO: Final = _InHand()


def _seats(table: Table, hand: Hand | None) -> tuple[SeatView, ...]:
    states = seat_states(table)
    in_hand = dict.fromkeys(states, _NOT_DEALT_TO) if hand is None else _in_hand(hand, states)
    return tuple(_seat(table, seat, states[seat], in_hand[seat]) for seat in sorted(states))


def seat_view(table: Table, seat: Seat) -> SeatView | None:
    """Return one seat of the view alone, None if nobody holds it."""
    state = seat_states(table).get(seat)
    hand = table.hand
    in_hand = _NOT_DEALT_TO if hand is None else _in_hand(hand, (seat,))[seat]
    return None if state is None else _seat(table, seat, state, in_hand)


def _in_hand(hand: Hand, seats: Iterable[Seat]) -> dict[Seat, _InHand]:
    """Facts that need all acts and cards of the hand are counted for all seats at once."""
    acts, cards = _last_acts(hand), _card_counts(hand)
    return {seat: _seat_in_hand(hand, seat, acts.get(seat), cards.get(seat, 0)) for seat in seats}


def _seat_in_hand(hand: Hand, seat: Seat, last_act: str | None, cards: int) -> _InHand:
    betting, dealt_in = hand.betting, seat in hand.seats
    live, stack, bet = dealt_in and betting.is_live(seat), betting.stack[seat], betting.bet[seat]
    faces = hole_cards(hand, seat) if hand.rights.has_shown(seat) else None
    return _InHand(
        dealt_in=dealt_in,
        live=live,
        bet=bet,
        to_call=min(max(0, betting.call - bet), stack) if live and hand.stage is Stage.ACTS else 0,
        all_in=live and not stack and hand.phase not in SHOWDOWN_OVER,
        cards=cards if live else 0,
        shown=tuple(map(name, faces or ())),
        last_act=last_act,
        won=hand.pots.won[seat],
        early=bool(hand.waiting.early) and hand.waiting.of(seat) is not None,
    )


def _seat(table: Table, seat: Seat, state: SeatState, in_hand: _InHand) -> SeatView:
    felt, stack = table.felt, table.owned(seat)
    return SeatView(
        seat=seat,
        occupied=felt.is_occupied(seat),
        sitting_out=among(table.seating.sitting_out, seat),
        stack=stack,
        bet=in_hand.bet,
        dealt_in=in_hand.dealt_in,
        in_hand=in_hand.live,
        folded=in_hand.dealt_in and not in_hand.live,
        all_in=in_hand.all_in,
        cards=in_hand.cards,
        shown=in_hand.shown,
        last_act=in_hand.last_act,
        due=table.bet_due(seat),
        owed=_owed(table, seat) if in_hand.won else 0,
        holding=felt.total[HAND + seat],
        to_call=in_hand.to_call,
        won=in_hand.won,
        state=state.value,
        absence_ends=table.seating.absence_ends[seat] or time_ends(table, seat),
        absence_until=_place_until(table, seat),
        owes=debt_comes_to(table.seating.debt[seat], table.stakes.small_blind, table.stakes.big_blind),
        suspended=_suspended(table, seat),
        counted=counted(table, seat),
        early=in_hand.early,
    )


def _owed(table: Table, seat: Seat) -> int:
    """What a winner's stack still lacks, as far as a reader sees it."""
    lacks = table.owned(seat) + table.transit.uncounted(seat) - table.felt.total[STACK + seat]
    return max(0, lacks) if table.senses.chips[seat] else 0


def _place_until(table: Table, seat: Seat) -> Seat | None:
    """The seat that the button has to reach for an absent player to lose their place to a waiting one."""
    listed = table.seating.listed and among(table.seating.away & table.seating.held, seat) and counts_turns(table)
    return table.seating.away_since[seat] or None if listed else None


def seat_states(table: Table) -> dict[Seat, SeatState]:
    """The state of each seat that is held or reserved, between hands and in them."""
    seating = table.seating
    states = dict.fromkeys(seats_of(seating.reserved), SeatState.RESERVED)
    for seat in seats_of(seating.held):
        states[seat] = SeatState.NEW if seating.debt[seat] else SeatState.PLAYING
    for seats, state in (  # a later one outweighs those before it
        (seating.fresh, SeatState.NEW),
        (seating.waiting, SeatState.WAITING),
        (seating.away, SeatState.ABSENT),
        (seating.sitting_out, SeatState.SITTING_OUT),
        (seating.marked, SeatState.MISSED),
        (seating.expected, SeatState.LATE),
        (seating.broke, SeatState.BROKE),
        (seating.leaving, SeatState.LEAVING),
        (table.tournament.out, SeatState.OUT),
    ):
        for seat in seats_of(seats & seating.held):
            states[seat] = state
    return states


def _card_counts(hand: Hand) -> dict[Seat, int]:
    """The number of identified cards that count, by seat. A card without a draw number was entered as dealt."""
    plan, found = hand.plan, dict[Seat, int]()
    for slot in plan.slots.of_street(0):
        if slot.done and plan.counts(slot):
            found[slot.place] = found.get(slot.place, 0) + 1
    return found


def _last_acts(hand: Hand) -> dict[Seat, str]:
    return {act.seat: act.act for act in hand.betting.acts if act.act != "hold"}


# --- rulings --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)  # a ruling never changes, and the last ten stand in every view
def ruling_view(ruling: Ruling, book: Book) -> RulingView:
    """Return a ruling as anyone may see it."""
    cites, replaces = ruling.cites, ruling.replaces
    return RulingView(
        id_text(ruling.id),
        ruling.matter,
        ruling.seat,
        cites,
        book.rulebook.text(cites[0].article) if cites else "",
        tuple(map(_effect, ruling.effects)),
        None if replaces is None else id_text(replaces),
        ruling.decided,
        ruling.by,
    )


def _effect(effect: Effect) -> EffectView:
    match effect:
        case Take() | Refold():
            return EffectView(effect.act, effect.seat, effect.total)
        case Forgive():
            return EffectView("short", effect.seat, effect.amount)
        case Restrain():
            return EffectView("restrain", effect.seat, may=effect.may)
        case CloseRound():
            return EffectView("close", street=effect.street, shares=effect.returned)
        case Award():
            return EffectView("award", pot=effect.pot, shares=effect.shares)
    return EffectView(type(effect).__name__.lower(), getattr(effect, "seat", None))
