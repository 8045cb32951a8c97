"""Four hole cards, two of which count: what differs from hold'em by the variant's facts alone."""

import pytest

from controller.poker.cards import DECK_SIZE, cards
from controller.poker.events import CardGone, CardPlaced, FloorDecision, TimerFired
from controller.poker.outcomes import Ask
from controller.poker.places import MUCK, SEAT, SEATS
from controller.poker.showdown import is_unbeatable
from controller.rulebooks import load
from controller.rulebooks.deal import Sight
from controller.rulebooks.variants import OMAHA, VARIANTS, GameVariant
from controller.table import SeatSetup, Setup, Stakes, checkpoint, restore, view
from controller.table.deal.last_sight import BY_TURNS, SECOND, SIGHT
from tests.core.dealing import Dealer

ROBERTS = load("roberts", "pot_limit", variant="omaha")
DECK = cards("As Kd 7c 2d Qs 7d Ac Kh 8h 3d Qd 8s 4s Jh 5d 8c 3h Kc 6s Ad")  # a clean run for three seats
TABLE = Setup(
    tuple(SeatSetup(n, 10_000) for n in (1, 2, 3)), 3, Stakes(50, 100), structure="pot_limit", variant=OMAHA
)  # fmt: skip


def dealing(book: object = ROBERTS) -> Dealer:
    d = Dealer(TABLE, book)  # type: ignore[arg-type]
    d.shuffle()
    d.settle()
    return d


def deal(d: Dealer, first: int, last: int) -> None:
    """The cards of the deck from one number to another, each to its seat."""
    for n in range(first - 1, last):
        d.deal(DECK[n], SEAT + n % 3 + 1)


def test_betting_opens_with_the_twelfth_card_of_three_seats() -> None:
    d = dealing()
    deal(d, 1, 11)
    assert d.view.phase == "dealing"
    deal(d, 12, 12)
    assert (d.view.phase, [seat.cards for seat in d.view.seats]) == ("preflop", [4, 4, 4])


def test_four_cards_at_the_muck_are_a_fold() -> None:
    d = dealing()
    deal(d, 1, 12)
    hand = d.table.hand
    assert hand is not None
    for exit_ in hand.plan.cards_of(3):
        assert d.view.turn == 3
        d.send(CardPlaced(exit_, MUCK, None, d.at()))
    assert (d.view.turn, d.view.seats[2].folded, d.view.asks) == (1, True, ())


def test_a_card_that_no_reader_hears_is_asked_for_and_its_hand_named_at_showdown() -> None:
    d = dealing()
    deal(d, 1, 9)
    d.draw(DECK[9])  # the last card of seat 1, below the others
    d.now += Sight.silent().seconds * SECOND
    (ask,) = [o for o in d.send(TimerFired(SIGHT, d.now)) if isinstance(o, Ask)]
    d.send(FloorDecision(ask.id, "lies", "", "d", "dealer", d.at()))
    deal(d, 11, 12)
    assert d.view.phase == "preflop"
    for seat, key in ((3, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    board = iter(((12, DECK[13:16], 1), (16, DECK[17:18], 4), (18, DECK[19:20], 5)))
    for burn, faces, first in board:
        d.deal_board(DECK[burn], faces, first)
        for seat in (1, 2, 3):
            d.key(seat, "check")
        d.bring_in()
    assert d.view.phase == "showdown"
    d.command("shows", 2)
    d.command("shows", 3)
    d.command("shows", "1:AsAc")
    assert d.view.alarms[-1].key == "command.cards"
    d.command("shows", "1:As2dAc3d")
    assert [winner.seat for winner in d.view.winners] == [1]
    assert len(d.view.winners[0].cards) == 5


def test_a_hand_is_out_of_sight_once_none_of_its_cards_is_read() -> None:
    d = dealing()
    deal(d, 1, 12)
    hand = d.table.hand
    assert hand is not None
    said = []
    for exit_ in hand.plan.cards_of(1):
        said += [prompt.key for prompt in d.view.prompts if prompt.key == "look_at"]
        d.send(CardGone(exit_, SEAT + 1, d.at()))
        d.now += BY_TURNS
        d.send(TimerFired(SIGHT, d.now))
    assert said == []
    assert [(prompt.key, prompt.seat) for prompt in d.view.prompts if prompt.key == "look_at"] == [("look_at", 1)]


def test_a_table_of_omaha_is_restored_with_its_variant() -> None:
    d = dealing()
    deal(d, 1, 7)
    again = restore(checkpoint(d.table))
    assert (again.setup.variant, view(again)) == (OMAHA, d.view)


@pytest.mark.parametrize(
    ("board", "hole", "unbeatable"),
    [
        ("As Ks Qs 2d 3c", "Js Ts 4h 5h", True),
        ("As Ks Qs 2d 3c", "Ts 9s 4h 5h", False),  # with the jack of spades a flush is better
        ("As Ks Qs Js Ts", "Ah Ad 2c 3c", False),  # nobody plays the board
        ("7c 7d 7h 2s 3d", "7s 9c 4h 5h", True),
    ],
)
def test_the_best_possible_hand_has_two_hole_cards(board: str, hole: str, unbeatable: bool) -> None:
    assert is_unbeatable(list(cards(board)), list(cards(hole)), OMAHA) == unbeatable


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_full_table_is_dealt_from_one_deck(variant: GameVariant) -> None:
    burns = len(variant.streets)
    assert len(SEATS) * variant.hole_cards + variant.board_cards + burns <= DECK_SIZE
