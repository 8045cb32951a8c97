"""A person at the dealer's place, and mistakes that the robot dealer is asked for. In virtual time, at depth bus."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.messages.loop import Loop
from hardware_sim.demonstration import DemonstratingDealer, Wishes
from hardware_sim.errands import Errand
from hardware_sim.hands import DealersPlace
from hardware_sim.physics.noise import dice
from hardware_sim.robot.dealer import FIRST_OF
from hardware_sim.robot.players import FAST, Script
from hardware_sim.shown import ShownStep
from hardware_sim.trials.evening import SEATS, Evening, Table
from hardware_sim.trials.model import FAULTLESS

pytestmark = pytest.mark.process

EACH = 1_500_000_000
"""A person takes so long over each movement, ns: the table has seen the one before."""


class AtOnce:
    """Does each errand in the thread that asks."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop

    def put(self, errand: Errand) -> None:
        errand(self.loop.now())


class Beginner:
    """A person who does what the table says, and throws the first `astray` cards to a place where nobody sits."""

    def __init__(self, table: Table, dealer: DemonstratingDealer, astray: int = 0) -> None:
        self.table, self.dealer, self.astray = table, dealer, astray
        self.most_burnt = 0
        """The most burn cards that the page showed."""
        loop, link = table.room.loop, table.link
        self.place = DealersPlace(loop, table.room.top, link, AtOnce(loop), dealer.wishes, dealer)
        self.does: dict[str, Callable[[ShownStep], None]] = {
            "deal": self._deal,
            "burn": lambda _step: self.place.draw("off"),
            "flop": self._board,
            "turn": self._board,
            "river": self._board,
            "give_back": lambda step: self.place.carry(f"bet:{step.seat}", None, f"stack:{step.seat}"),
            "gather": lambda _step: self._gather(),
            "award": lambda _step: self._award(),
            "take_in": self._take_in,
            "take_in_winner": self._take_in,
            "remedy_collect": lambda _step: self._collect(),
        }
        loop.call_at(loop.now() + EACH, self._look)

    def _look(self, now: int) -> None:
        step = self.table.link.says.step
        self.most_burnt = max(self.most_burnt, self._burnt())
        if step is not None and step.key in self.does:
            self.does[step.key](step)
        if self.dealer.wishes.by_hand:
            self.table.room.loop.call_at(now + EACH, self._look)

    def _deal(self, step: ShownStep) -> None:
        self.astray -= 1
        self.place.draw(f"seat:{step.seat}" if self.astray < 0 else "seat:6")

    def _board(self, step: ShownStep) -> None:
        self.place.draw(f"board:{FIRST_OF[step.key] + step.number('card')}")

    def _burnt(self) -> int:
        there = self.place.table().places.get("off")
        return len(there.cards) if there else 0

    def _gather(self) -> None:
        for seat in SEATS:
            if self.table.world.value(f"bet:{seat}"):
                self.place.carry(f"bet:{seat}", None, "pot")

    def _award(self) -> None:
        self._gather()
        for seat, said in self.table.link.says.seats.items():
            if missing := said.stack - self.table.world.value(f"stack:{seat}"):
                self.place.carry("pot", missing, f"stack:{seat}")

    def _collect(self) -> None:
        self.place.collect()
        self.place.done()

    def _take_in(self, step: ShownStep) -> None:
        for seat in step.seats or (step.seat,):
            while self.table.room.top.cards(f"seat:{seat}"):
                self.place.lay(f"seat:{seat}", 0, "muck")


def demonstrating(table: Table, wishes: Wishes) -> DemonstratingDealer:
    luck = dice(1, "demonstration")
    dealer = DemonstratingDealer(table.room.top, table.link, table.players, FAST, table.room.sight, luck)
    dealer.wishes = wishes
    table.players.habits.stay = True
    return dealer


@pytest.fixture
def evening() -> Iterator[Evening]:
    with Evening(FAULTLESS) as opened:
        yield opened


def ruled(evening: Evening) -> list[str]:
    assert evening.watch is not None
    return evening.watch.matters


def dealt_by_hand(evening: Evening, astray: int = 0) -> Beginner:
    """A hand that a person deals. Returns them as they stand at its end."""
    people: list[Beginner] = []

    def hand(table: Table, number: int) -> Script:
        yield from table.between_hands()
        wishes = Wishes()
        wishes.by_hand = True
        dealer = demonstrating(table, wishes)
        people.append(Beginner(table, dealer, astray))
        yield from dealer.hand(table.shuffled(number))
        wishes.by_hand = False

    assert evening.play(hand), evening.count.wrong
    return people[0]


def test_a_person_deals_a_hand_to_the_award(evening: Evening) -> None:
    dealt_by_hand(evening)
    assert ruled(evening) == []


def test_the_page_shows_the_burn_cards_and_no_card_of_another_deck(evening: Evening) -> None:
    assert dealt_by_hand(evening).most_burnt == 3


def test_a_persons_cards_astray_are_ruled_on_as_anybody_s(evening: Evening) -> None:
    dealt_by_hand(evening, astray=2)
    assert ruled(evening) == ["deal.order"]


@pytest.mark.parametrize(
    ("name", "matter"),
    [
        ("boxed", "deck.boxed"),
        ("flop of four", "flop.four"),
        ("joker", "deck.joker"),
        ("one card too few", "deal.count"),
    ],
)
def test_the_robot_makes_the_mistake_that_was_wished_for(evening: Evening, name: str, matter: str) -> None:
    wishes = Wishes()

    def hand(table: Table, number: int) -> Script:
        yield from table.between_hands()
        wishes.wish(name)
        dealer = demonstrating(table, wishes)
        mistake = wishes.next(dealer.luck)
        assert mistake is not None
        yield from dealer.hand(dealer.prepare(mistake, table.shuffled(number), table.strangers))

    assert evening.play(hand), evening.count.wrong
    assert matter in ruled(evening)


def test_an_unknown_mistake_is_refused_with_those_there_are() -> None:
    with pytest.raises(LookupError, match=r"no mistake is called 'sneeze'. There are wrong seat, two in a row"):
        Wishes().wish("sneeze")


def test_a_mistake_now_and_then_comes_every_third_hand() -> None:
    wishes = Wishes()
    wishes.now_and_then = True
    assert [wishes.next(dice(1, "x")) is not None for _ in range(6)] == [False, False, True, False, False, True]


def test_whoever_deals_alone_is_spared_the_robots_mistakes() -> None:
    wishes = Wishes()
    wishes.wish("boxed")
    wishes.by_hand = True
    assert wishes.next(dice(1, "x")) is None
