"""A person at the dealer's place, and mistakes that the robot dealer is asked for. In virtual time."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, cast

import pytest

from firmware_bridge.messages.public import (
    PublicAlarm,
    PublicMove,
    PublicPrompt,
    PublicRemedy,
    PublicState,
    PublicStep,
    Text,
    Which,
)
from hardware_sim.demonstration import DemonstratingDealer, Wishes
from hardware_sim.depths.links import PublicLink
from hardware_sim.due import due
from hardware_sim.hands import DealersPlace, told
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import ThingId
from tests.pages.samples import mid_hand

from .desk_table import AtOnce, DeskTable
from .page_reader import Hands, PageReader, demonstrating, making_way


@pytest.fixture
def table() -> DeskTable:
    return DeskTable()


class Beginner(PageReader):
    """A person who throws the first `astray` cards to a place where nobody sits, and overlooks the alarm."""

    def __init__(self, table: DeskTable, dealer: DemonstratingDealer, astray: int = 0) -> None:
        super().__init__(table, dealer)
        self.astray = astray
        self.most_burnt = 0
        """The most burn cards that the page showed."""

    def do(self, state: PublicState) -> None:
        self.place.look()
        off = self.place.table().places.get("off")
        self.most_burnt = max(self.most_burnt, len(off.cards) if off else 0)
        super().do(state.model_copy(update={"alarms": ()}))

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


class Pointed(PageReader):
    """A person who reads nothing, and does what the page of the simulator points at."""

    def do(self, _state: PublicState) -> None:
        self.place.look()
        due = self.place.table().due
        if due is None:
            return
        for origin in due.origins if due.goal else ():
            self._bring(origin, due.goal, due.amount)
        if due.button == "collect":
            self.place.collect()
        if due.button == "sweep":
            self.place.sweep()
        if due.button == "shuffle":
            self.place.shuffle()
        if due.button == "done":
            self.place.done()

    def _bring(self, origin: str, goal: str, amount: int) -> None:
        if origin == "shoe":
            self.place.draw(goal)
        elif origin.startswith("bet:") and goal == "pot":
            self.place.carry(origin, None, goal)
        elif amount:
            self.place.carry(origin, amount, goal.replace("seat:", "stack:"))
        else:
            for _ in self.top.cards(origin):
                self.place.lay(origin, 0, goal)


class Astray(Pointed):
    """Such a person, whose first card goes to a place where nobody sits."""

    thrown = False

    def _bring(self, origin: str, goal: str, amount: int) -> None:
        goal = goal if self.thrown else "seat:6"
        self.thrown = True
        super()._bring(origin, goal, amount)


def test_a_card_astray_is_put_right_at_once_by_who_does_what_the_page_points_at(table: DeskTable) -> None:
    wishes = Wishes()
    wishes.by_hand = True
    dealer = demonstrating(table, wishes)
    person = Astray(table, dealer)
    table.play(dealer.hand(table.deck))
    assert person.thrown
    assert table.ruled == []


@pytest.mark.parametrize("name", ["", "wrong seat", "flop of four", "no burn", "one card too few"])
def test_who_does_what_the_page_points_at_deals_a_hand_and_puts_mistakes_right(table: DeskTable, name: str) -> None:
    wishes = Wishes()
    stub = table.deck
    dealer = making_way(table, wishes)
    if name:
        wishes.wish(name)
        mistake = wishes.next(dealer.luck)
        assert mistake is not None
        stub = dealer.prepare(mistake, stub, table.strangers)
    else:
        wishes.by_hand = True
    Pointed(table, dealer)
    table.play(dealer.hand(stub))
    assert wishes.by_hand


def test_a_person_who_lets_the_robot_finish_deals_the_next_hand(table: DeskTable) -> None:
    wishes = Wishes()
    wishes.by_hand = True
    dealer = demonstrating(table, wishes)
    person = PageReader(table, dealer)
    person.place.finish()
    table.play(dealer.hand(table.deck))
    assert not wishes.by_hand
    assert wishes.next(dealer.luck) is None
    assert (wishes.by_hand, wishes.finishing) == (True, False)


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


@pytest.mark.parametrize(
    ("key", "said"), [("early_chips", ["prompt.early_chips", "step.act"]), ("act", ["step.act"])]
)
def test_an_order_is_told_beside_the_step_unless_the_step_gives_it(key: str, said: list[str]) -> None:
    prompt = PublicPrompt(to="dealer", key=key, text=Text(key=f"prompt.{key}"))
    step = PublicStep(key="act", text=Text(key="step.act"))
    state = mid_hand(asks=(), alarms=(), prompts=(prompt,), remedies=(), next_step=step)
    assert [text.key for text in told(state)] == said


ASTRAY = PublicAlarm(key="card.misplaced", seat=4, place="seat:6", card=3, text=Text(key="alarm.card.misplaced"))


@pytest.mark.parametrize(
    ("turn", "said"),
    [(None, ["alarm.card.misplaced"]), (4, ["alarm.card.misplaced", "step.deal"])],
    ids=["before the next card", "beside a player's turn"],
)
def test_a_card_astray_is_told_in_place_of_the_next_card(turn: int | None, said: list[str]) -> None:
    step = PublicStep(key="deal", text=Text(key="step.deal"))
    state = mid_hand(asks=(), alarms=(ASTRAY,), prompts=(), remedies=(), turn=turn, next_step=step)
    assert [text.key for text in told(state)] == said


ON_DECK = PublicMove(
    verb="stub", text=Text(key="remedy.stub_seat"), origin="seat:4", goal="stub", by="gone", state="next"
)


class Says(NamedTuple):
    """A connection to a table that says the same all the time."""

    state: PublicState


def put_on_the_deck(table: DeskTable, *, asked: bool = False) -> tuple[Hands, ThingId]:
    """Hands at the table, and a card that they put from a seat on the deck. `asked`: the table says so."""
    dealer = demonstrating(table, Wishes())
    hands = Hands(table.loop, table.top, table.link, AtOnce(table.loop), dealer.wishes, dealer, table.spare)
    dealer.wishes.by_hand = True
    table.world.load_shoe(table.deck, table.loop.now())
    table.top.lay(card := table.deck[0], "seat:4")
    if asked:
        remedy = EXPOSED.model_copy(update={"moves": (ON_DECK,)})
        hands.link = cast("PublicLink", Says(mid_hand(remedies=(remedy,), asks=())))
    hands.lay("seat:4", 0, "shoe")
    hands.look()
    return hands, card


@pytest.mark.parametrize("asked", [True, False])
def test_a_card_on_the_deck_keeps_its_face_in_a_shuffle_unless_asked_for(table: DeskTable, asked: bool) -> None:
    hands, card = put_on_the_deck(table, asked=asked)
    (face,) = hands.table().places["deck"].cards
    assert (bool(face), hands.table().stub, table.world.faces_up(card)) == (True, 51, True)
    hands.shuffle()
    hands.look()
    assert ("deck" in hands.table().places, hands.table().stub, table.world.faces_up(card)) == (False, 52, not asked)


@pytest.mark.parametrize("asked", [True, False])
def test_a_card_on_the_deck_leaves_it_before_the_next_one_unless_asked_for(table: DeskTable, asked: bool) -> None:
    hands, card = put_on_the_deck(table, asked=asked)
    hands.draw("dealer")
    assert table.out == [table.deck[1] if asked else card]
    assert (hands.at("deck") == [card], table.world.faces_up(table.out[0])) == (asked, not asked)


def test_a_card_is_taken_off_the_deck_again(table: DeskTable) -> None:
    hands, card = put_on_the_deck(table)
    hands.lay("deck", 0, "seat:4")
    assert (table.top.cards("seat:4"), hands.at("deck")) == ([card], [])


def test_a_burn_card_astray_is_pointed_at(table: DeskTable) -> None:
    text = Text(key="alarm.card.misplaced", params={"which": Which(called="burn", nth=1)})
    alarm = PublicAlarm(key="card.misplaced", place="seat:6", card=13, text=text)
    state = mid_hand(asks=(), alarms=(alarm,), next_step=PublicStep(key="flop", text=Text(key="step.flop")))
    pointed = due(state, table.world)
    assert pointed is not None
    assert (pointed.origins, pointed.goal) == (("seat:6",), "off")


@pytest.mark.parametrize(("phase", "origins"), [("dealing", ("seat:6",)), ("claims", ("shoe",))])
def test_a_foreign_card_is_pointed_at_while_a_hand_is_dealt(
    table: DeskTable, phase: str, origins: tuple[str, ...]
) -> None:
    alarm = PublicAlarm(key="unknown_card", place="seat:6", count=1, text=Text(key="alarm.unknown_card"))
    step = PublicStep(key="flop", params={"card": 1}, text=Text(key="step.flop"))
    pointed = due(mid_hand(asks=(), remedies=(), phase=phase, alarms=(alarm,), next_step=step), table.world)
    assert pointed is not None
    assert pointed.origins == origins


@pytest.mark.parametrize(("on_deck", "button"), [(True, "shuffle"), (False, "done")])
def test_a_shuffle_is_made_before_it_is_said(table: DeskTable, on_deck: bool, button: str) -> None:
    shuffle = BURN.model_copy(update={"verb": "shuffle"})
    remedy = EXPOSED.model_copy(update={"moves": (shuffle,)})
    step = PublicStep(key="remedy_shuffle", verb="shuffle", text=Text(key="step.remedy_shuffle"))
    asked = due(mid_hand(remedies=(remedy,), asks=(), next_step=step), table.world, on_deck=on_deck)
    assert asked is not None
    assert asked.button == button


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
