"""Random play beside PokerKit, treys and the test's own count of limit rounds: who acts, what is to call, what a
raise must and may be, main and side pots, winners and shares.

What differs on purpose is named in `Known`, allowed only under its own condition, and counted; the counts are printed
(`-s`) and held to a small share, so that they cannot swallow the comparison.
"""

import sys
from collections import Counter

import pytest

from tests.core.beside_pokerkit import Known, Pair

pytestmark = pytest.mark.search

HANDS = 100  # of one run
# Measured over 10,000 hands each: 0.006, 0.004, 0.001 of hands; 0.004, 0.00003, 0.046, 0.002, 0.082 of decisions.
OF_HANDS = {Known.SHORT_BIG_BLIND: 0.03, Known.ODD_CHIP: 0.03, Known.IDLE: 0.03}
OF_DECISIONS = {
    Known.SHORT_FIRST: 0.01,
    Known.CUMULATED: 0.01,
    Known.HALF_BET: 0.08,
    Known.CHECKED: 0.006,
    Known.CAP: 0.12,
}
QUICK = [pytest.param(n, id=str(n)) for n in range(4)]
ALL = QUICK + [pytest.param(n, marks=pytest.mark.soak, id=str(n)) for n in range(4, 100)]  # 10,000 hands in all


def play(run: int, structure: str, hands: int = HANDS) -> None:
    """One run of hands; fails at the first difference without a name, or if named ones are many."""
    known: Counter[Known] = Counter()
    decisions = 0
    for n in range(run * hands, (run + 1) * hands):
        pair = Pair(f"{structure}-{n}", structure, known)
        pair.play()
        decisions += pair.decisions
    assert decisions > 8 * hands
    sys.stdout.write(f"{hands} hands, {decisions} decisions, {dict(known)}\n")
    for name, count in known.items():
        assert count <= OF_HANDS.get(name, 0) * hands + OF_DECISIONS.get(name, 0) * decisions, name


@pytest.mark.parametrize("run", ALL)
def test_no_limit_agrees(run: int) -> None:
    play(run, "no_limit")


@pytest.mark.parametrize("run", ALL)
def test_limit_agrees(run: int) -> None:
    play(run, "limit")


@pytest.mark.parametrize("run", [QUICK[0], *ALL[4:40]])
def test_pot_limit_omaha_agrees(run: int) -> None:
    play(run, "pot_limit", hands=100)
