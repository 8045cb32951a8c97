"""The evaluator agrees with treys, on random hands and on near ties, and names what it sees."""

import random
from collections.abc import Iterator
from itertools import combinations, pairwise, product

import pytest
from pokerkit import OmahaHoldemHand
from treys import Card as TreysCard
from treys import Evaluator

from controller.poker.cards import Faces, card, cards, name
from controller.poker.evaluator import apart, best_five, category, evaluate, hand_value
from controller.rulebooks.variants import HOLDEM, OMAHA

TREYS = Evaluator()
TREYS_CARDS = [TreysCard.new(name(c)) for c in range(52)]


def treys(hand: list[int]) -> int:
    """Bigger is better, as ours."""
    value: int = TREYS.evaluate([TREYS_CARDS[c] for c in hand[:2]], [TREYS_CARDS[c] for c in hand[2:]])
    return -value


@pytest.mark.parametrize("hands", [3_000, pytest.param(100_000, marks=pytest.mark.search)])
def test_order_agrees_with_treys_on_random_and_on_neighbouring_hands(hands: int) -> None:
    source = random.Random(20)  # noqa: S311 (reproducible play, no secret)
    pairs = [(evaluate(h), treys(h)) for h in (source.sample(range(52), 7) for _ in range(hands))]
    for (a, x), (b, y) in zip(pairs[::2], pairs[1::2], strict=True):
        assert (a > b) == (x > y)
        assert (a == b) == (x == y)
    pairs.sort()
    for (a, x), (b, y) in pairwise(pairs):
        assert (a == b) == (x == y), "neighbours in order tie together or not at all"
        assert (a < b) == (x < y)


@pytest.mark.parametrize("count", [5, 6])
def test_fewer_cards_agree_with_treys(count: int) -> None:
    source = random.Random(count)  # noqa: S311 (reproducible play, no secret)
    values = sorted((evaluate(h), treys(h)) for h in (source.sample(range(52), count) for _ in range(3000)))
    assert [y for _, y in values] == sorted(y for _, y in values)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("As Ks Qs Js Ts 2d 3c", "straight_flush"),
        ("5s 4s 3s 2s As Kd Kc", "straight_flush"),
        ("9s 9h 9d 9c 2s 2d 3c", "four_of_a_kind"),
        ("9s 9h 9d 2c 2s 2d 3c", "full_house"),
        ("As Ts 8s 6s 2s Kd Kc", "flush"),
        ("5s 4h 3s 2d Ac Kd Kc", "straight"),
        ("9s 9h 9d 2c 4s 6d 8c", "three_of_a_kind"),
        ("9s 9h 2d 2c 4s 4d 8c", "two_pair"),
        ("9s 9h 2d 3c 5s 6d Kc", "pair"),
        ("9s 7h 2d 3c 5s Jd Kc", "high_card"),
    ],
)
def test_category(hand: str, expected: str) -> None:
    assert category(evaluate(cards(hand))) == expected


def test_best_five_of_seven() -> None:
    five = best_five(cards("9s 9h"), cards("9d 2c 2s Kd 3c"), HOLDEM.hole_used)
    assert sorted(map(name, five)) == sorted(["9s", "9h", "9d", "2c", "2s"])


def test_best_five_in_omaha_has_two_hole_cards_and_three_of_the_board() -> None:
    five = best_five(cards("As Ks 2s 3d"), cards("Qs Jd Ts 4c 4h"), OMAHA.hole_used)
    assert sorted(map(name, five)) == sorted(["As", "Ks", "Qs", "Jd", "Ts"])


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        ("As 4d Qh 8c", "2s 5s 9s Ts Kc", "high_card"),  # one spade makes no flush
        ("As Ah Ad Ac", "2s 5d 9h Tc Kc", "pair"),  # of four aces two count
        ("2c 2d 7h 8h", "As Ks Qs Js Ts", "pair"),  # nobody plays the board
        ("9c Td 7h 8h", "As Ad Ac Kd Kh", "three_of_a_kind"),
        ("3c 4d Th Jh", "2s 5d 6h Tc Kc", "straight"),
    ],
)
def test_omaha_category(hole: str, board: str, expected: str) -> None:
    assert category(hand_value(cards(hole), cards(board), OMAHA.hole_used)) == expected


def _by_twos_and_threes(hole: list[int], board: list[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    return product(combinations(hole, 2), combinations(board, 3))


def test_omaha_order_agrees_with_pokerkit_and_treys() -> None:
    source = random.Random(21)  # noqa: S311 (reproducible play, no secret)
    dealt = [source.sample(range(52), 13) for _ in range(150)]  # two hands on each board
    for d in dealt:
        board, holes = d[:5], (d[5:9], d[9:])
        a, b = (hand_value(hole, board, OMAHA.hole_used) for hole in holes)
        x, y = (max(treys(list(two + three)) for two, three in _by_twos_and_threes(hole, board)) for hole in holes)
        p, q = (OmahaHoldemHand.from_game("".join(map(name, hole)), "".join(map(name, board))) for hole in holes)
        assert (a > b, a == b) == (x > y, x == y) == (p > q, p == q)


def test_a_name_that_is_no_card_is_refused_without_repeating_it() -> None:
    with pytest.raises(ValueError, match="a card is") as refusal:
        card("Zx")
    assert "Zx" not in str(refusal.value)


def test_faces_cannot_be_read_in_a_repr() -> None:
    assert repr(Faces([(1, card("As"))])) == "<1 faces>"


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ("QsQd7h4c2s", "JsJd7h4c2s", "rank"),
        ("QsQdAh4c2s", "QsQdKh4c2s", "kicker"),
        ("QsQdAhKc9d", "QcQhAdKh9s", "kicker"),
        ("KsKdQhQc9d", "KsKdJhJc9d", "rank"),
        ("KsKdQhQcAd", "KsKdQhQc9d", "kicker"),
        ("9s8d7h6c5d", "8s7d6h5c4d", "rank"),
        ("9s8d7h6c5d", "9c8h7d6s5h", ""),
        ("QsQd7h4c2s", "As9d7h4c2s", ""),
    ],
)
def test_what_tells_two_hands_of_one_category_apart(one: str, other: str, told: str) -> None:
    assert apart(evaluate(cards(one)), evaluate(cards(other))) == told
