"""How many cards lie at the burns while a fault of the board is put right, as the table tells the pages."""

from __future__ import annotations

import pytest

from tests.pages.remedies import during

BOARD = "deal/lfp-board.scn"


@pytest.mark.together("book")
@pytest.mark.parametrize(
    ("scenario", "movement", "lying"),
    [
        ("Two burns: the second", "remedy.lay_burn", 2),
        ("Two burns: the second", "remedy.burn_board", 1),
        ("Two burns, noticed before the flop lies there", "remedy.lay_burn", 2),
        ("Two burns, their order unknown", "remedy.draw_board", 2),
        ("Two burns, their order unknown", "remedy.lay_drawn", 3),
        ("A flop of four: the fourth", "remedy.burn_board", 1),
        ("A flop of four, its order unknown", "remedy.expose_board", 2),
        ("A flop without a burn: its first card", "remedy.burn_board", 0),
        ("A turn without a burn is the burn", "remedy.burn_board", 1),
        ("The card set aside comes back as the river", "remedy.shuffle_aside", 3),
    ],
)
def test_a_burn_is_counted_from_when_it_is_made_until_it_is_taken_away(
    scenario: str, movement: str, lying: int
) -> None:
    assert during(BOARD, scenario, movement).burn_pile == lying


@pytest.mark.together("book")
def test_a_card_on_the_deck_that_will_be_the_burn_is_none_yet() -> None:
    state = during("deal/lfp-hole.scn", "A card exposed by the dealer", "remedy.burn_stub")
    assert state.burn_pile == 0
