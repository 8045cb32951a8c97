"""Several hands in a row at one table, by simple players, where everything is sensed and where it is not."""

from __future__ import annotations

import pytest

from controller.poker.cards import DECK_SIZE, name
from controller.table import Parts, SeatSetup, Setup, Stakes
from hardware_sim.depths.core import CorePlay, CoreTable, Registers
from hardware_sim.physics.noise import dice
from hardware_sim.physics.world import World
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.dealer import Dealer
from hardware_sim.robot.players import FAST
from hardware_sim.robot.senses import IdealSenses, Sight
from hardware_sim.robot.simple import Habits, SimplePlayers
from hardware_sim.robot.tabletop import TableTop
from hardware_sim.shown import seats_of

SEATS = range(1, 5)
STACK = [*[1000] * 6, *[500] * 6, *[100] * 8, *[25] * 8]
TRAY = [*[500] * 20, *[100] * 50, *[25] * 80]
HANDS = 8

SIGHTS = {
    "everything": Sight(),
    "no-chips": Sight().without("stack", "bet", "pot", "tray", "drop"),
    "no-shoe": Sight().without("shoe"),
}


class Evening:
    """One table at depth core, in virtual time."""

    def __init__(self, sight: Sight, seed: int) -> None:
        self.seed = seed
        self.world = World(seed)
        self.deck = [card.id for card in self.world.add_deck(name(c) for c in range(DECK_SIZE))]
        rack = Rack(self.world)
        for seat in SEATS:
            rack.hand_out(STACK, f"stack:{seat}", 0)
        rack.hand_out(TRAY, "tray", 0)
        self.table = CoreTable(_setup(sight), Registers(self.world))
        self.play = CorePlay(self.world, self.table)
        senses = IdealSenses(self.world, sight, self.table.sense)
        top = TableTop(self.world, self.play.now, senses)
        self.table.sense(senses.snapshot(self.table.now))
        players = self.players = SimplePlayers(top, self.table, lambda: FAST, sight, seed, 100)
        players.habits = Habits(by_word=1.0)  # a raise key's figure is kept by the controller, which is not here
        self.dealer = Dealer(top, self.table, players, FAST, sight)

    def hand(self, number: int) -> None:
        deck = list(self.deck)
        dice(self.seed, f"deck/{number}").shuffle(deck)
        self.play.run(self.dealer.hand(deck))


def _setup(sight: Sight) -> Setup:
    chips = "pot" in sight.places
    return Setup(
        seats=tuple(SeatSetup(seat, sum(STACK), tuple(STACK)) for seat in SEATS),
        button=1,
        stakes=Stakes(50, 100),
        smallest_chip=25,
        rulebook="roberts",
        parts=Parts(shoe=sight.shoe, chips=tuple(SEATS) if chips else (), pot=chips),
    )


@pytest.mark.parametrize("kind", SIGHTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_hand_after_hand_the_table_counts_what_lies_there(kind: str, seed: int) -> None:
    evening = Evening(SIGHTS[kind], seed)
    for number in range(1, HANDS + 1):
        evening.hand(number)
        says = evening.table.says
        assert says.hand == number
        assert {n: seats_of(says)[n].stack for n in SEATS} == {n: evening.world.value(f"stack:{n}") for n in SEATS}
    assert evening.world.value("tray") == sum(TRAY)
    assert evening.table.refusals == []


@pytest.mark.parametrize("hurried", [False, True])
def test_players_in_a_hurry_play_for_the_blinds_alone(hurried: bool) -> None:
    evening = Evening(Sight(), 1)
    evening.players.hurried, evening.players.habits.bluff = lambda: hurried, 1.0
    before, changes = [sum(STACK)] * len(SEATS), list[int]()
    for number in range(1, HANDS + 1):
        evening.hand(number)
        stacks = [evening.world.value(f"stack:{seat}") for seat in SEATS]
        changes += [abs(now - then) for now, then in zip(stacks, before, strict=True)]
        before = stacks
    assert (max(changes) <= 150) is hurried
    assert (sum(evening.players.fidgets.values()) == 0) is hurried
