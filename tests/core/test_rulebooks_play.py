"""The same motion at the same table under each book: what it counts as, and by which article."""

import pytest

from controller.poker.outcomes import Ask
from controller.rulebooks import Rulebook, load
from controller.table import Stakes
from tests.core.dealing import Dealer
from tests.core.tables import dealt, ruled, setup

STAKES = Stakes(50, 100, small_bet=100, big_bet=200)


def book(name: str) -> Rulebook:
    key, _, structure = name.partition("/")
    return load(key, structure or "no_limit")


def opened(name: str, *totals: int, stacks: dict[int, int] | None = None) -> Dealer:
    """Blinds 50/100; seat 3 bets the first total, seat 4 the second, and so on clockwise; all other chips silent."""
    d = dealt(book(name), setup(stakes=STAKES, stacks=stacks))
    for seat, total in zip((3, 4, 1, 2), totals, strict=False):
        d.key(seat, "raise", total)
        d.settle()
    return d


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lfp", ("lfp-7.27", "call", 1200)),
        ("casino_cash", ("casino-G20", "raise", 2400)),
        ("casino_tournament", ("casino-G20", "raise", 2400)),
        ("leaflet", ("leaflet-26", "raise", 2000)),
        ("roberts", ("roberts-3.5.14", "raise", 2300)),
    ],
)
def test_two_chips_of_1000_over_1200(name: str, expected: tuple[str, str, int]) -> None:
    assert ruled(opened(name, 1200).push(4, 1000, 1000)) == expected


@pytest.mark.parametrize("name", ["lfp", "casino_cash", "roberts"])
def test_one_larger_chip_is_a_call(name: str) -> None:
    assert ruled(opened(name, 200).push(4, 1000))[1:] == ("call", 200)


@pytest.mark.parametrize("name", ["leaflet", "limit/limit"])
def test_one_larger_chip_is_for_the_floor_where_the_book_is_silent(name: str) -> None:
    d = opened(name, 200)
    asks = [o for o in d.push(4, 1000) if isinstance(o, Ask)]
    assert [(a.scope, a.seat) for a in asks] == [("seat", 4)]
    assert d.view.turn == 4


@pytest.mark.parametrize(
    ("name", "lowest"),
    [("lfp", 500), ("casino_cash", 500), ("leaflet", 251), ("roberts", 400), ("limit/no_limit", 400)],
)
def test_the_smallest_raise_after_100_and_250(name: str, lowest: int) -> None:
    assert opened(name, 250).view.min_raise == lowest


@pytest.mark.parametrize(
    ("name", "lowest"),
    [("lfp", 230), ("casino_cash", 260), ("leaflet", 131), ("roberts", 230), ("limit/no_limit", 230)],
)
def test_the_smallest_raise_over_a_short_all_in_of_130(name: str, lowest: int) -> None:
    assert opened(name, 130, stacks={3: 130}).view.min_raise == lowest


@pytest.mark.parametrize(
    ("name", "amount", "expected"),
    [
        ("casino_cash", 149, ("casino-G20", "call", 100)),
        ("casino_cash", 150, ("casino-G20", "raise", 200)),
        ("lfp", 149, ("lfp-7.15", "raise", 200)),
        ("roberts", 149, ("roberts-3.5.9", "raise", 200)),
        ("limit/no_limit", 149, ("limit-27", "raise", 200)),
    ],
)
def test_a_raise_announced_too_small(name: str, amount: int, expected: tuple[str, str, int]) -> None:
    assert ruled(opened(name).key(3, "raise", amount)) == expected


@pytest.mark.parametrize(
    ("name", "lowest"), [("roberts/limit", None), ("limit/limit", 330), ("leaflet/limit", 330)]
)  # fmt: skip
def test_an_all_in_of_less_than_half_a_bet_in_limit(name: str, lowest: int | None) -> None:
    d = opened(name, 200, 230, stacks={4: 230})
    for seat in (1, 2):
        d.key(seat, "fold")
    assert (d.view.turn, d.view.min_raise) == (3, None)  # nobody is left who could answer
    d = opened(name, 200, 230, stacks={4: 230})
    d.key(1, "call")
    d.settle()
    d.key(2, "fold")
    assert (d.view.turn, d.view.min_raise) == (3, lowest)


@pytest.mark.parametrize(("name", "open_"), [("roberts/limit", True), ("limit/limit", False)])
def test_every_all_in_uses_up_a_raise_or_only_a_full_one(name: str, open_: bool) -> None:
    d = opened(name, 200, 230, stacks={4: 230})
    d.key(1, "raise", d.view.min_raise)
    d.settle()
    d.key(2, "fold")
    assert (d.view.min_raise is not None) is open_


@pytest.mark.parametrize(
    ("name", "amount", "expected"),
    [("lfp", None, None), ("casino_cash", 200, ("casino-C13", "raise", 400)), ("roberts", None, None)],
)
def test_the_word_raise_then_the_call_alone(
    name: str, amount: int | None, expected: tuple[str, str, int] | None
) -> None:
    d = opened(name, 200)
    d.key(4, "raise")
    outcomes = d.push(4, 100, 100)
    if expected is None:
        assert d.view.turn == 4  # the second part is awaited
    else:
        assert ruled(outcomes) == expected
