"""Each mistake of the simulator's menu, noticed and put right by a person who reads the dealer's page and no more."""

from __future__ import annotations

import pytest

from hardware_sim.demonstration import Wishes
from hardware_sim.trials.erring import Mistake
from hardware_sim.trials.mistakes import MISTAKES

from .desk_table import DeskTable
from .page_reader import PageReader, making_way


@pytest.fixture
def table() -> DeskTable:
    return DeskTable()


@pytest.mark.parametrize("mistake", [pytest.param(mistake, id=mistake.name) for mistake in MISTAKES])
def test_a_mistake_is_put_right_by_the_dealers_page_alone(table: DeskTable, mistake: Mistake) -> None:
    wishes = Wishes((mistake,))
    wishes.wish(mistake.name)
    dealer = making_way(table, wishes)
    PageReader(table, dealer, fell=mistake.name.startswith("off the table"))
    wished = wishes.next(dealer.luck)
    assert wished is mistake
    table.play(dealer.hand(dealer.prepare(mistake, table.deck, table.strangers)))
    assert dealer.made
    assert mistake.faults("lfp", table.ruled, table.said) == []
    assert table.wrong_movements == []
    assert table.link.refusals == []
