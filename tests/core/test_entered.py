"""What an entry says is of one class, and what is of another, or names no seat, is refused."""

import pytest

from controller.poker.cards import cards
from controller.poker.events import DealerCommand
from controller.poker.said import KilledHand, OfSeat, Said, ShownHand, TwoSeats
from controller.table.state.command_args import Refused, said_by
from hardware_sim.scenario.play.core_commands import said_of
from hardware_sim.scenario.play.level import Impossible
from tests.entries import entered

AT = (1, 1)


@pytest.mark.parametrize(("word", "value"), [
    ("exposed", "3"), ("exposed", "3:1"), ("exposed", "3:own"), ("exposed", "3:1:player"), ("leave", "7"),
    ("leave", "3:moved"), ("deck_ready", None), ("seat", "7:moved"), ("rebuy", "3:2:addon"), ("turned", "3:5"),
])  # fmt: skip
def test_what_may_be_left_out_is_told_by_what_stands_there(word: str, value: str | None) -> None:
    said = entered(word, value, "Ann", "dealer", AT).said
    assert [str(part) for part in vars_of(said) if part is not None] == (value or "").split(":") * bool(value)


def vars_of(said: Said | None) -> list[object]:
    return [getattr(said, name) for name in said.__match_args__]  # type: ignore[union-attr]


@pytest.mark.parametrize(("word", "words"), [
    ("see", ["3"]), ("see", ["3", "11"]), ("exposed", []), ("exposed", ["3", "player", "1"]),
    ("killed", ["3", "chance"]), ("killed", ["3", "thrown", "1"]), ("leave", ["True"]),
])  # fmt: skip
def test_words_that_no_entry_has_a_place_for_are_none(word: str, words: list[str]) -> None:
    with pytest.raises(Impossible, match=word):
        said_of(word, words)


@pytest.mark.parametrize("said", [None, OfSeat(3), KilledHand(3, "thrown"), TwoSeats(3, 11)])
def test_a_command_that_says_something_else_or_names_no_seat_is_refused(said: Said | None) -> None:
    with pytest.raises(Refused, match="value"):
        said_by(DealerCommand("see", said, "Ann", "dealer", AT), TwoSeats)


def test_named_cards_are_in_no_repr() -> None:
    assert repr(ShownHand(3, cards("AsKd"))) == "ShownHand(seat=3)"
