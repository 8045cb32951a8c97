"""What entries say in several parts is read in one place: every form of it, and nothing else."""

import pytest

from controller.poker.cards import cards
from controller.table.state.command_args import Refused
from controller.table.state.entered import (
    CardOfSeat,
    DeckRead,
    KilledHand,
    Leaving,
    NewPlayer,
    SeatAndCards,
    StacksBought,
    TurnedUp,
    TwoSeats,
    read,
)
from tests.conftest import ROOT

FOLDERS = ("betting", "chips", "deal", "hand", "remedies", "seating", "tournament")


@pytest.mark.parametrize(("value", "said"), [
    ("3", CardOfSeat(3)), ("3:1", CardOfSeat(3, 1)), ("3:own", CardOfSeat(3, None, "own")),
    ("3:1:player", CardOfSeat(3, 1, "player")), (7, Leaving(7)), ("3:moved", Leaving(3, "moved")), (None, DeckRead()),
    ("7:moved", NewPlayer(7, None, "moved")), ("3:2:addon", StacksBought(3, 2, "addon")),
    ("3:5", TurnedUp(3, None, 5)),
])  # fmt: skip
def test_what_may_be_left_out_is_told_by_what_stands_there(value: int | str | None, said: object) -> None:
    assert read(type(said), value) == said


@pytest.mark.parametrize(("kind", "value"), [
    (TwoSeats, "3"), (TwoSeats, "3:11"), (CardOfSeat, None), (CardOfSeat, "3:player:1"), (KilledHand, "3:chance"),
    (KilledHand, "3:thrown:1"), (Leaving, True),
])  # fmt: skip
def test_a_part_that_is_missing_wrong_or_too_many_is_refused(kind: type[object], value: int | str | None) -> None:
    with pytest.raises(Refused, match="value"):
        read(kind, value)


def test_named_cards_are_in_no_repr_and_wrong_ones_are_refused_as_cards() -> None:
    said = read(SeatAndCards, "3:AsKd")
    assert (said.faces, repr(said)) == (cards("AsKd"), "SeatAndCards(seat=3)")
    with pytest.raises(Refused, match="cards"):
        read(SeatAndCards, "3:AsXx")


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_value_is_taken_apart_elsewhere(folder: str) -> None:
    sources = {path.name: path.read_text("utf-8") for path in (ROOT / "controller" / "table" / folder).glob("*.py")}
    assert [name for name, text in sources.items() if 'partition(":")' in text or 'split(":")' in text] == []
