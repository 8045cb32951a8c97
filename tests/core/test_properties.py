"""Whatever happens: chips are conserved, nothing raises, what is refused changes nothing, the same events end the
same.
"""

from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from controller.poker.decision_clock import DECISION
from controller.poker.events import (
    ButtonPlaced,
    CardDrawn,
    CardGone,
    CardPlaced,
    CardReturned,
    ChipsMoved,
    Correction,
    Declared,
    FloorDecision,
    PostPlaced,
    SeatKey,
    SeatOccupied,
    SensingGap,
    Snapshot,
    TimerFired,
)
from controller.poker.outcomes import Issue, Outcome, Ruling, Withdraw
from controller.poker.places import BET, BOARD, DROP, MUCK, POT, SEAT, STACK, TRAY
from controller.rulebooks import Rulebook
from controller.table import Parts, checkpoint, from_record, new_table, restore, step, to_record, view
from firmware_bridge.messages.roles import LEAST_ROLES
from tests.core.invariants import accounted
from tests.core.tables import CASINO, LFP, LIMIT, NO_LIMIT, dealt, setup, to_flop, to_showdown
from tests.entries import entered

AT = st.just((1_000, 2_000))
SEATS = st.integers(1, 5)
AREAS = st.sampled_from([STACK + 1, STACK + 2, STACK + 3, BET + 1, BET + 2, BET + 3, BET + 4, POT, TRAY, DROP])
SPOTS = st.sampled_from([SEAT + 1, SEAT + 2, SEAT + 3, SEAT + 4, BOARD + 1, BOARD + 2, BOARD + 3, MUCK])
CHIPS = st.lists(st.sampled_from([25, 100, 500, 1000]), max_size=4).map(tuple)
FACES = st.none() | st.integers(0, 51)
EXITS = st.integers(1, 30)
AMOUNTS = st.none() | st.integers(-100, 20_000)
WORDS = [
    "deal_done", "burned", "gathered", "awarded", "shuffle", "sit_out", "sit_in", "folded", "shows", "mucks",
    "board", "wins", "manual", "sensing", "button", "level", "withdraw", "misread", "unaware",
    "misunderstanding", "option", "showed", "one_card", "renounced", "retrieve", "turned", "see", "killed",
    "undetermined",
    "race", "race_chips", "race_draw", "race_cards", "race_done",
    "rebuy", "addon", "rebuys_over", "unpaid", "removed", "break", "break_over", "level_clock", "hand_for_hand",
    "players_left", "start_event", "wrong_seats", "restore", "count_stacks",
]  # fmt: skip
TEXTS = [
    "3:AsKd", "Jh5d8c", "2, 3", "chips:2", "cards:1", "pot", "shoe", "100/200", "x", "3:call", "4:raise:900",
    "1:fold", "1:2",
    "25:100", "3:7", "run", "stop", "on", "next", "2:400:900", "3:addon", "2:accident", "3:thrown", "4:3"
]  # fmt: skip
VALUES = st.sampled_from([None, 1, 2, 3, 4, 99]) | st.sampled_from(TEXTS)
KEYS = ["fold", "check", "call", "raise", "all_in", "time", "sit_out", "sit_in"]
SPOKEN = ["fold", "check", "call", "bet", "raise", "all_in", "amount", "plus", "pot", "other"]
ASKS = st.sampled_from(
    [
        "fold-1",
        "fold-3",
        "motion-3",
        "motion-4",
        "burn",
        "act-1.1",
        "nothing",
        "out_of_turn-4",
        "order-4",
        "skipped-3",
        "live-3",
        "live-1",
        "mixed-1",
        "mixed-2",
        "see-3",
        *(f"{n}.1" for n in range(30, 60)),
    ]
)
CHOICES = st.sampled_from(
    [
        "fold",
        "no",
        "one",
        "two",
        "burned",
        "not_burned",
        "call",
        "raise",
        "void",
        "dead",
        "live",
        "keeps_all",
        "free",
        "binding",
        "together",
        "early",
        "mixed",
        "killed",
        "thrown",
        "grant",
    ]
)

CONDITIONS = st.none() | st.tuples(SEATS, st.sampled_from(["check", "bet", "fold"]))
ROLES = st.sampled_from(LEAST_ROLES)
KEY_EVENTS = st.builds(SeatKey, SEATS, st.sampled_from(KEYS), AMOUNTS, AT)
EVENTS: st.SearchStrategy[Any] = st.one_of(
    KEY_EVENTS,
    KEY_EVENTS,
    st.builds(ChipsMoved, AREAS, CHIPS, CHIPS, AT),
    st.builds(ChipsMoved, AREAS, CHIPS, st.just(()), AT),
    st.builds(CardDrawn, EXITS, FACES, st.sampled_from(["down", "up", "unknown"]), AT),
    st.builds(CardPlaced, EXITS, SPOTS, FACES, AT),
    st.builds(CardGone, EXITS, SPOTS, AT),
    st.builds(CardReturned, EXITS, AT),
    st.builds(ButtonPlaced, st.none() | SEATS, AT),
    st.builds(PostPlaced, SEATS, st.booleans(), AT),
    st.builds(SeatOccupied, SEATS, st.booleans(), AT),
    st.builds(SensingGap, st.just("feig"), st.just(1), st.just(9)),
    st.builds(
        Snapshot,
        st.just(((SEAT + 1, ((1, None),)),)),
        st.just(((BET + 3, (100,)), (STACK + 2, (1000,)))),
        SEATS,
        st.just((1, 2)),
        AT,
    ),
    st.builds(Declared, SEATS, st.sampled_from(SPOKEN), AMOUNTS, st.just("anna"), st.just("dealer"),
              st.sampled_from([None, "before", "after"]), AT, st.booleans(), CONDITIONS),
    st.builds(entered, st.sampled_from(WORDS), VALUES, st.just("anna"), ROLES, AT),
    st.builds(FloorDecision, ASKS, CHOICES, st.just(""), st.just("bo"), ROLES, AT, st.sampled_from([None, 900])),
    st.builds(Correction, st.sampled_from(["stack", "issue", "withdraw"]), SEATS, st.integers(-50, 900), st.just("r"),
              st.just("bo"), st.just("floor"), AT),
    st.builds(TimerFired, st.just(DECISION), st.just(1)),
)  # fmt: skip
BOOKS = st.sampled_from([LFP, NO_LIMIT, LIMIT, CASINO])
PARTS = st.sampled_from(
    [Parts(), Parts(chips=(), pot=False), Parts(chips=(1, 3)), Parts(shoe=False),
     Parts(card_spots=False, board=False),
     Parts(shoe=False, card_spots=False, board=False, faces=False)]
)  # fmt: skip


BEGUN = st.sampled_from([None, dealt, to_flop, to_showdown])


def ledger(table: Any) -> int:
    """What the chips count as, over the whole table."""
    betting = table.hand.betting if table.hand else None
    return int(
        sum(table.stack)
        + sum(table.stacks.small)
        + sum(table.transit.gone)
        + table.stacks.dropped
        + (betting.pot + sum(betting.bet) if betting else 0)
    )


def in_and_out(outcomes: list[Outcome]) -> int:
    """What rulings have brought into play, without what they have taken out of it."""
    effects = [effect for ruling in outcomes if isinstance(ruling, Ruling) for effect in ruling.effects]
    came = sum(effect.amount for effect in effects if isinstance(effect, Issue))
    return came - sum(effect.amount for effect in effects if isinstance(effect, Withdraw))


@settings(max_examples=150)
@given(BOOKS, PARTS, BEGUN, st.lists(EVENTS, max_size=40))
@example(LFP, Parts(), None, [entered("restore", "2:400:900", "anna", "floor", (1_000, 2_000))])
def test_no_event_raises_and_both_accounts_add_up(
    book: Rulebook, parts: Parts, begun: Any, events: list[Any]
) -> None:
    table = new_table(setup(parts=parts))
    if begun is not None and parts == Parts():
        table = begun(book).table
    issued = ledger(table)
    for event in events:
        issued += in_and_out(step(table, event, book))
        assert accounted(table.felt)
        assert ledger(table) == issued
        assert min(table.stack) >= 0
    view(table)


@settings(max_examples=80)
@given(BOOKS, BEGUN, st.lists(EVENTS, max_size=30))
def test_recorded_events_give_the_same_table(book: Rulebook, begun: Any, events: list[Any]) -> None:
    played, replayed = (begun or dealt)(book).table, (begun or dealt)(book).table
    for n, event in enumerate(events):
        if n == len(events) // 2:
            replayed = restore(checkpoint(replayed))
        given_twice = from_record(to_record(event))
        assert step(replayed, given_twice, book) == step(played, event, book)
    assert checkpoint(played) == checkpoint(replayed)


@given(BOOKS, st.integers(1, 2) | st.just(4), st.sampled_from(["check", "call", "raise", "all_in"]), AMOUNTS)
def test_a_key_out_of_turn_moves_neither_turn_nor_chips(book: Rulebook, seat: int, key: Any, amount: int) -> None:
    d = dealt(book)
    before = view(d.table)
    d.key(seat, key, amount)
    after = view(d.table)
    assert (after.turn, after.pot_total) == (before.turn, before.pot_total)
    assert [(seat.stack, seat.bet) for seat in after.seats] == [(seat.stack, seat.bet) for seat in before.seats]


@settings(max_examples=60)
@given(BOOKS, st.lists(KEY_EVENTS, max_size=60))
def test_whoever_is_on_turn_can_act(book: Rulebook, keys: list[SeatKey]) -> None:
    """Keys of the seat on turn always end the round, and never put in more than the stack."""
    d = dealt(book)
    for press in keys:
        turn = d.view.turn
        if turn is None:
            break
        v = d.view
        assert "fold" in v.options or v.options == ("raise", "all_in")  # a raise is said
        assert (v.min_raise is None) == ("all_in" not in v.options)
        if v.min_raise is not None and v.max_raise is not None:
            assert v.call_total < v.min_raise <= v.max_raise
        d.key(turn, press.key, press.amount)
    assert accounted(d.table.felt)
