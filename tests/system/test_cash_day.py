"""A day of a cash table at a real controller: players come, go, stay away, miss blinds and buy in again by a dealer's
entries. Judged by what is published, against the house's rules as the core's own cash day has them said over again.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from firmware_bridge.messages.public import PublicSeat, PublicState
from hardware_sim.robot.chips import exactly
from hardware_sim.robot.dealer import OVER
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause
from tests.core.test_cash_day import House, Player

from .cash_table import RACK, CashTable, Terms

pytestmark = pytest.mark.process

SECOND = 1_000_000_000
CHAIRS = range(1, 11)
SHORT = 150
"""Who has less buys in again, or goes."""


@dataclass
class Day:
    """What happens between the hands, by chance; and what the house's rules say of the next one."""

    table: CashTable
    dice: random.Random
    house: House = field(init=False)
    rakes: list[int] = field(default_factory=list)
    lineup: tuple[int, int | None, int | None, set[int]] | None = None
    seen: dict[str, int] = field(default_factory=dict)
    won: int = 0  # in the last hand, by all
    _hand: int = 0

    def __post_init__(self) -> None:
        self.terms = self.table.terms
        self.house = House({seat: Player() for seat in self.terms.seats})

    # --- what is published ------------------------------------------------------------------------------------------

    def look(self, state: PublicState) -> None:
        if state.hand != self._hand and state.phase not in OVER:
            self._hand = state.hand
            dealt = {seat.seat for seat in state.seats if seat.dealt_in}
            self.lineup = (state.button or 0, state.small_blind_seat, state.big_blind_seat, dealt)
            self.won = 0
        self.won = max(self.won, sum(seat.won for seat in state.seats))

    def seat(self, number: int) -> PublicSeat:
        return next(seat for seat in self.table.state.seats if seat.seat == number)

    def stacks(self) -> dict[int, int]:
        return {seat.seat: seat.stack for seat in self.table.state.seats}

    # --- the day ----------------------------------------------------------------------------------------------------

    def script(self, hands: int) -> Script:
        yield Pause(SECOND)
        for _ in range(hands):
            before = self.stacks()
            yield from self.table.dealer.hand(self.table.shuffled())
            yield Pause(SECOND)
            self._judge(before)
            yield from self._between()
            yield Pause(SECOND)

    def _judge(self, before: dict[int, int]) -> None:
        assert self.lineup is not None
        button, small, big, dealt = self.lineup
        house = self.house
        if not house.origin:
            house.origin = house.button = button
            house.small, house.big, house.dealt = small or 0, big or 0, dealt
        else:
            expected, _ = house.prepare(before)
            assert (button, small, big) == (house.button, house.small, house.big)
            assert dealt == expected
        self._rake(before)

    def _rake(self, before: dict[int, int]) -> None:
        """What the players have less together; of each pot five in a hundred, of all of them 15 at most."""
        after = self.stacks()
        rake = sum(before.values()) - sum(after.values())
        pots = len(self.table.state.seats)
        share = (self.won + rake) * self.terms.rake_basis_points // 10_000
        assert min(self.terms.rake_maximum, share) - pots <= rake <= min(self.terms.rake_maximum, share)
        self.rakes.append(rake)
        assert self.table.world.value("drop") == sum(self.rakes)
        for seat, stack in after.items():
            assert sum(self.table.chips(f"stack:{seat}")) == stack

    # --- between two hands ------------------------------------------------------------------------------------------

    def _settled(self) -> int:
        """Players who will be dealt in without paying."""
        return sum(
            1
            for seat, p in self.house.players.items()
            if not (p.owes or p.marked or p.out or p.away or p.fresh) and self.seat(seat).stack >= self.terms.big
        )

    def _between(self) -> Script:
        for seat in list(self.house.players):
            yield from self.table.bank.change_up(seat)  # or the tray runs out of small ones
            if self.seat(seat).stack < SHORT:
                yield from self._short(seat, self.house.players[seat])
        for seat in list(self.house.players):
            yield from self._one(seat, self.house.players[seat])
        for seat in CHAIRS:
            if seat not in self.house.players and self.dice.random() < 0.25:
                yield from self._comes(seat)

    def _short(self, seat: int, player: Player) -> Script:
        stack = self.seat(seat).stack
        player.broke = player.broke or not stack
        if self._settled() > 4 and self.dice.random() < 0.3:
            yield from self._leaves(seat)
            return
        refused = len(self.table.room.link.refusals)
        yield from self.table.floor.asks_for(seat, self.terms.most - stack + self.terms.small)
        assert self.seat(seat).stack == stack
        assert len(self.table.room.link.refusals) >= refused
        amount = (self.terms.most - stack) // self.terms.small * self.terms.small
        yield from self.table.floor.buys(seat, chips_for(amount))
        assert self.seat(seat).stack == stack + amount
        self._count("bought")
        if player.broke:
            player.broke = player.marked = player.out = False
            player.owes = player.says = ""
            player.reached = 0

    def _one(self, seat: int, player: Player) -> Script:
        if player.owes:
            yield from self._pays_or_waits(seat, player)
        elif player.away:
            if self.dice.random() < 0.12:
                yield from self._back(seat, player)
        elif self._settled() > 4 and not player.fresh and not player.broke:
            if self.dice.random() < 0.06:
                yield from self.table.floor.says("away", seat)
                player.away = True
                self._count("away")
            elif self.dice.random() < 0.03:
                yield from self._leaves(seat)

    def _back(self, seat: int, player: Player) -> Script:
        self._count(f"back after {min(player.reached, 3)}")
        yield from self.table.floor.says("back", seat)
        self.house.back(seat)

    def _pays_or_waits(self, seat: int, player: Player) -> Script:
        if player.away or player.says == "post":
            return
        said = self.seat(seat)
        owes = (self.terms.big, self.terms.small if player.owes == "casino-C30" else 0)
        assert said.owes == owes
        if self.dice.random() < 0.4 and said.stack >= sum(owes):
            yield from self.table.floor.says("post", seat)
            player.says = "post"
            self._count("post")
        elif not player.says and self.dice.random() < 0.5:
            yield from self.table.floor.says("wait", seat)
            player.says = "wait"
            self._count("wait")

    def _comes(self, seat: int) -> Script:
        again = self.dice.random() < 0.3
        yield from self.table.floor.comes(seat, self.terms.stake, returned=again)
        assert self.seat(seat).stack == sum(self.terms.stake)
        self.house.comes(seat, again)
        self._count("came")

    def _leaves(self, seat: int) -> Script:
        yield from self.table.floor.leaves(seat)
        assert seat not in self.stacks()
        del self.house.players[seat]
        self.house.dealt.discard(seat)
        self._count("left")

    def _count(self, what: str) -> None:
        self.seen[what] = self.seen.get(what, 0) + 1


def chips_for(amount: int) -> list[int]:
    """The fewest chips of the house that are worth so much."""
    wanted = exactly(RACK, amount)
    assert wanted is not None
    return [chip for chip, number in wanted.items() for _ in range(number)]


def played(seed: int, hands: int) -> Day:
    with CashTable(Terms(), seed) as table:
        day = Day(table, random.Random(seed))  # noqa: S311 - a day that can be repeated
        table.perform(day.script(hands), day.look)
        assert table.room.master.forced == 0
        assert table.state.chips_at["drop"] == sum(day.rakes) > 0
        return day


@pytest.mark.timeout(120)
def test_a_cash_day_by_a_dealer_s_entries_goes_by_the_house_s_rules() -> None:
    day = played(1, 10)
    assert {"came", "away"} <= set(day.seen)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_whole_cash_days(seed: int) -> None:
    day = played(seed, 60)
    for wanted in ("came", "left", "away", "bought", "post", "wait", "back after 1"):
        assert day.seen.get(wanted), wanted
