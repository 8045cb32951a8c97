"""The spots of button and posts, against the hand that is played: which one is dead, and which one is stuck."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.gpio import Edge
from firmware_bridge.diagnosis.antennas import AntennaWatch
from firmware_bridge.diagnosis.cards import CardWatch, Landing
from firmware_bridge.diagnosis.pins import PinWatch
from firmware_bridge.diagnosis.spots import verdicts
from firmware_bridge.diagnosis.verdict import Fault
from firmware_bridge.fields.antennas import plan_of

from .rig import table_file

S = 1_000_000_000
SPOTS = tuple(f"button:{seat}" for seat in (2, 4, 5, 9))
DEAL = ("seat:9", "seat:2", "seat:4", "seat:5")


@pytest.fixture
def pins() -> PinWatch:
    """The button came to spot 4 at 1 s."""
    pins = PinWatch(SPOTS, (), lambda _now: None)
    pins.edge("button:4", Edge(0, False, S))
    return pins


@pytest.fixture
def cards(tmp_path: Path) -> CardWatch:
    """A hand has begun at 60 s."""
    cards = AntennaWatch(plan_of(table_file(tmp_path)), 0).cards
    cards.began = 60 * S
    return cards


def deal(cards: CardWatch, *places: str, begin: int = 60) -> None:
    cards.landings.extend(Landing(place, (begin + n) * S, place) for n, place in enumerate(places))


def dead(pins: PinWatch, cards: CardWatch, second: int = 80) -> list[tuple[str, int]]:
    found = list(verdicts(pins, cards, second * S))
    assert {one.fault for one in found} <= {Fault.SWITCH_DEAD}
    return [(one.place, one.sure) for one in found]


def test_the_spot_before_the_seat_of_the_first_card_is_dead(pins: PinWatch, cards: CardWatch) -> None:
    pins.edge("button:4", Edge(0, True, 50 * S))
    deal(cards, *DEAL)
    assert dead(pins, cards) == [("button:5", 70)]


def test_a_spot_of_a_seat_without_cards_does_not_have_the_button(pins: PinWatch, cards: CardWatch) -> None:
    pins.edge("button:4", Edge(0, True, 50 * S))
    deal(cards, "seat:2", "seat:4", "seat:9", "seat:2")
    assert dead(pins, cards) == [("button:9", 70)]


def test_a_button_that_lies_at_a_spot_is_not_looked_for(pins: PinWatch, cards: CardWatch) -> None:
    deal(cards, *DEAL)
    assert dead(pins, cards) == []


def test_a_dealer_may_put_the_button_down_after_the_first_cards(pins: PinWatch, cards: CardWatch) -> None:
    pins.edge("button:4", Edge(0, True, 50 * S))
    deal(cards, *DEAL[:3])
    assert dead(pins, cards) == []


def test_a_button_that_no_spot_had_for_long_was_put_away(pins: PinWatch, cards: CardWatch) -> None:
    pins.edge("button:4", Edge(0, True, 50 * S))
    deal(cards, *DEAL)
    assert dead(pins, cards, 360) == []


def test_a_button_that_came_to_no_spot_yet_is_not_looked_for(cards: CardWatch) -> None:
    deal(cards, *DEAL)
    assert dead(PinWatch(SPOTS, (), lambda _now: None), cards) == []


def test_a_spot_that_loses_the_button_in_the_middle_of_a_hand_is_dead(pins: PinWatch, cards: CardWatch) -> None:
    pins.edge("button:4", Edge(0, True, 70 * S))
    deal(cards, "muck", "board:1", "board:2", begin=71)
    assert dead(pins, cards) == [("button:4", 55)]


def test_a_button_that_leaves_its_spot_while_cards_are_dealt_may_be_on_its_way(
    pins: PinWatch, cards: CardWatch
) -> None:
    pins.edge("button:4", Edge(0, True, 70 * S))
    deal(cards, "seat:9", "muck", "board:1", "board:2", begin=71)
    assert dead(pins, cards) == []


@pytest.mark.parametrize(
    ("dealt", "stuck"),
    [
        pytest.param(("seat:9", "seat:2", "seat:4"), [], id="the players have their cards"),
        pytest.param(("seat:9", "muck", "board:1"), [], id="the flop is not there"),
        pytest.param(("seat:9", "muck", "board:1", "board:2"), [("post:9", 70)], id="the flop comes"),
    ],
)
def test_a_post_spot_that_is_on_while_the_board_is_dealt_is_stuck(
    cards: CardWatch, dealt: tuple[str, ...], stuck: list[tuple[str, int]]
) -> None:
    pins = PinWatch(("post:5", "post:9"), (), lambda _now: None)
    for spot, level in (("post:5", False), ("post:9", False), ("post:5", True)):
        pins.edge(spot, Edge(0, level, 55 * S))
    deal(cards, *dealt)
    assert [(one.place, one.sure) for one in verdicts(pins, cards, 80 * S)] == stuck
    assert {one.fault for one in verdicts(pins, cards, 80 * S)} <= {Fault.SWITCH_STUCK}
