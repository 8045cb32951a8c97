"""Whole evenings of right and wrong deeds under every book: no state is ever illegal, what is refused changes nothing
but counters and dues, and the journal's records give the same table.

In `make soak` the same with many more evenings.
"""

from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.poker.events import Correction, DealerCommand, Declared, FloorDecision, SeatKey
from controller.poker.outcomes import Outcome
from controller.rulebooks import load
from controller.table import Parts, Stakes, checkpoint, from_record, new_table, restore, step, to_record
from tests.core import invariants
from tests.core.dealing import Dealer
from tests.core.mischief import Deed, Mischief
from tests.core.tables import setup

pytestmark = pytest.mark.search

BOOKS = [
    load(key, structure)
    for key, structures in {
        "lfp": ("no_limit",),
        "roberts": ("no_limit", "pot_limit", "limit"),
        "limit": ("limit", "no_limit"),
        "leaflet": ("no_limit", "pot_limit", "limit"),
        "casino_cash": ("no_limit",),
        "casino_tournament": ("no_limit",),
    }.items()
    for structure in structures
]
PARTS = [
    Parts(), Parts(), Parts(chips=(), pot=False), Parts(chips=(1, 3)), Parts(shoe=False),
    Parts(card_spots=False, board=False), Parts(shoe=False, card_spots=False, board=False, faces=False),
]  # fmt: skip
TOLD = (SeatKey, Declared, DealerCommand, FloorDecision, Correction)
SHORT = settings(max_examples=100, deadline=None)
LONG = settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))


class Evening(NamedTuple):
    """A table, a book, and what is done there."""

    book: int
    stacks: list[int]
    parts: int
    ante: int
    deeds: list[Deed]

    def dealer(self) -> Dealer:
        stacks = dict(enumerate(self.stacks, 1))
        table = setup(len(stacks), stacks=stacks, parts=PARTS[self.parts], stakes=Stakes(50, 100, self.ante))
        return Dealer(table, BOOKS[self.book])


NUMBER = st.integers(0, 999)
EVENINGS = st.builds(
    Evening,
    st.integers(0, len(BOOKS) - 1),
    st.lists(st.sampled_from([60, 130, 400, 1_000, 10_000]), min_size=2, max_size=6),
    st.integers(0, len(PARTS) - 1),
    st.sampled_from([0, 0, 10]),
    st.lists(st.builds(Deed, NUMBER, NUMBER, NUMBER, NUMBER), max_size=120),
)


def no_illegal_state(evening: Evening) -> None:
    d = evening.dealer()
    counted = invariants.ledger(d.table)

    def sent(event: Any) -> list[Outcome]:
        nonlocal counted
        outcomes = d.send(event)
        counted += invariants.issued(outcomes)
        assert invariants.ledger(d.table) == counted
        invariants.holds(d.table)
        return outcomes

    people = Mischief(d, sent)
    for n, deed in enumerate(evening.deeds):
        people.do(deed)
        if not n % 10:
            invariants.seen(d.table)
    invariants.seen(d.table)


def refused_changes_nothing(evening: Evening) -> None:
    d = evening.dealer()

    def sent(event: Any) -> list[Outcome]:
        if not isinstance(event, TOLD):
            return d.send(event)
        before = invariants.standing(d.table)
        outcomes = d.send(event)
        if invariants.refused(outcomes):
            may = invariants.ANSWERED if isinstance(event, FloorDecision) else set()
            assert invariants.changed(before, invariants.standing(d.table)) <= may
        return outcomes

    people = Mischief(d, sent)
    for deed in evening.deeds:
        people.do(deed)


def records_give_the_same_table(evening: Evening) -> None:
    """From the first event, and from a checkpoint in the middle."""
    d = evening.dealer()
    people = Mischief(d, d.send)
    for deed in evening.deeds:
        people.do(deed)
    again, outcomes = new_table(d.setup), []
    for n, event in enumerate(d.events):
        if n == len(d.events) // 2:
            again = restore(checkpoint(again))
        outcomes += step(again, from_record(to_record(event)), d.rulebook)
    assert outcomes == d.outcomes
    assert checkpoint(again) == checkpoint(d.table)


@SHORT
@given(EVENINGS)
def test_no_state_is_ever_illegal(evening: Evening) -> None:
    no_illegal_state(evening)


@SHORT
@given(EVENINGS)
def test_what_is_refused_changes_nothing(evening: Evening) -> None:
    refused_changes_nothing(evening)


@SHORT
@given(EVENINGS)
def test_records_give_the_same_table(evening: Evening) -> None:
    records_give_the_same_table(evening)


@pytest.mark.soak
@pytest.mark.parametrize("holds", [no_illegal_state, refused_changes_nothing, records_give_the_same_table])
def test_many_evenings(holds: Any) -> None:
    LONG(given(EVENINGS)(holds))()
