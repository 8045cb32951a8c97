"""A person at the dealer's place, and mistakes that the robot dealer is asked for. In virtual time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware_bridge.messages.public import PublicMove, PublicRemedy, PublicState, PublicStep, Text
from hardware_sim.demonstration import DemonstratingDealer, Wishes
from hardware_sim.hands import DealersPlace, told
from hardware_sim.physics.noise import dice
from tests.pages.samples import mid_hand

from .desk_table import DeskTable
from .page_reader import PageReader, demonstrating


@pytest.fixture
def table() -> DeskTable:
    return DeskTable()


class Beginner(PageReader):
    """A person who throws the first `astray` cards to a place where nobody sits."""

    def __init__(self, table: DeskTable, dealer: DemonstratingDealer, astray: int = 0) -> None:
        super().__init__(table, dealer)
        self.astray = astray
        self.most_burnt = 0
        """The most burn cards that the page showed."""

    def do(self, state: PublicState) -> None:
        self.place.look()
        off = self.place.table().places.get("off")
        self.most_burnt = max(self.most_burnt, len(off.cards) if off else 0)
        super().do(state)

    def deal(self, step: PublicStep) -> None:
        self.astray -= 1
        self.place.draw(f"seat:{step.seat}" if self.astray < 0 else "seat:6")


def dealt_by_hand(table: DeskTable, astray: int = 0) -> Beginner:
    """A hand that a person deals. Returns them as they stand at its end."""
    wishes = Wishes()
    wishes.by_hand = True
    dealer = demonstrating(table, wishes)
    person = Beginner(table, dealer, astray)
    table.play(dealer.hand(table.deck))
    return person


def test_a_person_deals_a_hand_to_the_award(table: DeskTable) -> None:
    dealt_by_hand(table)
    assert table.ruled == []


def test_the_page_shows_the_burn_cards_and_no_card_of_another_deck(table: DeskTable) -> None:
    assert dealt_by_hand(table).most_burnt == 3


def test_a_persons_cards_astray_are_ruled_on_as_anybody_s(table: DeskTable) -> None:
    dealt_by_hand(table, astray=2)
    assert table.ruled == ["deal.order"]


@pytest.mark.parametrize(
    ("name", "matter"),
    [
        ("boxed", "deck.boxed"),
        ("flop of four", "flop.four"),
        ("joker", "deck.joker"),
        ("one card too few", "deal.count"),
    ],
)
def test_the_robot_makes_the_mistake_that_was_wished_for(table: DeskTable, name: str, matter: str) -> None:
    wishes = Wishes()
    wishes.wish(name)
    dealer = demonstrating(table, wishes)
    mistake = wishes.next(dealer.luck)
    assert mistake is not None
    table.play(dealer.hand(dealer.prepare(mistake, table.deck, table.strangers)))
    assert matter in table.ruled


class Cheat(PageReader):
    """A person who deals, and once deals otherwise than the page says."""

    def __init__(
        self, table: DeskTable, dealer: DemonstratingDealer, deals: Callable[[DealersPlace, str], None]
    ) -> None:
        super().__init__(table, dealer)
        self.deals: Callable[[DealersPlace, str], None] | None = deals

    def deal(self, step: PublicStep) -> None:
        deals, self.deals = self.deals, None
        if deals is None:
            super().deal(step)
        else:
            deals(self.place, f"seat:{step.seat}")


def boxed(place: DealersPlace, seat: str) -> None:
    place.turn("shoe", 0)
    place.draw("dealer")


@pytest.mark.parametrize(
    ("deals", "matter"),
    [(boxed, "deck.boxed"), (lambda place, seat: place.lay("spare", 0, seat), "deck.joker")],
    ids=["a card turned over in the deck", "a joker"],
)
def test_a_card_that_a_person_turned_or_slipped_in_is_noticed_and_put_right(
    table: DeskTable, deals: Callable[[DealersPlace, str], None], matter: str
) -> None:
    wishes = Wishes()
    wishes.by_hand = True
    dealer = demonstrating(table, wishes)
    Cheat(table, dealer, deals)
    table.play(dealer.hand(table.deck))
    assert table.ruled == [matter]


BURN = PublicMove(
    verb="burn", text=Text(key="remedy.burn_stub"), origin="stub", goal="burn", by="told", state="next", gate="flop"
)
EXPOSED = PublicRemedy(
    ruling="1", matter="deal.exposed", title=Text(key="matter.deal.exposed"), seat=4, moves=(BURN,)
)


@pytest.mark.parametrize(
    ("verb", "said"), [(None, ["step.gather"]), ("burn", ["matter.deal.exposed", "remedy.burn_stub"])]
)
def test_a_movement_is_told_only_once_it_is_the_next_step(verb: str | None, said: list[str]) -> None:
    step = PublicStep(key="gather", verb=verb, text=Text(key="step.gather"))
    state = mid_hand(remedies=(EXPOSED,), asks=(), alarms=(), next_step=step)
    assert [text.key for text in told(state)] == said


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
