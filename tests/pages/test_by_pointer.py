"""Mistakes made with the pointer on the simulator's page, and what the dealer's page says to them beside it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, expect

from firmware_bridge.messages.public import PublicState
from hardware_sim.demonstration import LOOK, DemonstratingDealer, Wishes
from hardware_sim.errands import Errands
from hardware_sim.hands import DealersPlace
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause
from hardware_sim.shown import ShownStep
from tests.sim.desk_table import DeskTable
from tests.sim.page_reader import PageReader, dealer_of

from .beside import HAND_S, Beside, HurryingClock, beside
from .conftest import Table

pytestmark = [pytest.mark.browser, pytest.mark.process]

SPEED = 30  # of the table's time: what nobody watches takes no long while


class Held(DemonstratingDealer):
    """Nobody moves anything from the n-th step of a kind on, until `go_on` is set."""

    until = ("", 0)
    is_there = threading.Event()
    go_on_now = threading.Event()

    @property
    def held(self) -> bool:
        return self.is_there.is_set() and not self.go_on_now.is_set()

    def _do(self, step: ShownStep) -> Script:
        key, nth = self.until
        if step.key == key and not self.is_there.is_set():
            self.until = key, nth - 1
            if nth == 1:
                self.is_there.set()
        while self.held:
            yield Pause(LOOK)
        yield from super()._do(step)


class Reader(PageReader):
    """Deals by the page until the dealer is held, and goes on by it afterwards."""

    dealer: Held

    def do(self, state: PublicState) -> None:
        if not self.dealer.held:
            super().do(state)


@contextmanager
def at_the_step(browser: Browser, console: Table, by_hand: ByHand) -> Iterator[Beside]:
    """Both pages, at a table that is held at the step of a mistake. The rest of its hand is played afterwards."""
    table = DeskTable(HurryingClock(SPEED))
    wishes = Wishes()
    wishes.by_hand = True
    dealer = dealer_of(Held, table, wishes)
    dealer.until, dealer.is_there, dealer.go_on_now = (
        (by_hand.step, by_hand.nth),
        threading.Event(),
        threading.Event(),
    )
    errands = Errands(table.loop, lambda _reason: None)
    place = DealersPlace(table.loop, table.top, table.link, errands, wishes, dealer, table.spare)
    Reader(table, dealer, fell=by_hand.does is fallen)
    with beside(browser, console, table, errands, place, dealer.hand(table.deck)) as both:
        try:
            assert dealer.is_there.wait(HAND_S)
            both.sim.locator("[data-thing=shoe]").wait_for()
            yield both
        finally:
            dealer.go_on_now.set()


@dataclass(frozen=True)
class ByHand:
    """A mistake: at which step, what the pointer does, what the dealer's page says, what is ruled in the hand."""

    step: str
    nth: int
    does: Callable[[Beside], None]
    says: str
    ruled: list[str]


def exposed(both: Beside) -> None:
    both.draw("seat:4")
    both.turn('[data-place="seat:4"] [data-thing=card]')
    both.report(4, "exposed")


def boxed(both: Beside) -> None:
    both.turn("[data-thing=shoe]")
    both.draw("dealer")


def fallen(both: Beside) -> None:
    both.draw("off")
    both.report(4, "fallen")


def two_burns(both: Beside) -> None:
    both.draw("off")
    both.draw("off")


def turn_too_early(both: Beside) -> None:
    both.draw("off")
    both.draw("board:4")


def string_bet(both: Beside) -> None:
    for _ in range(2):
        both.push("seat:1", "bet:1", 200)


def out_of_turn(both: Beside) -> None:
    both.push("seat:4", "bet:4", 200)


def back_from_the_muck(both: Beside) -> None:
    for _ in range(2):
        both.drag('[data-place="seat:1"] [data-thing=card] >> nth=0', "muck")
    both.drag('[data-place="muck"] [data-thing=card] >> nth=0', "seat:1")


def foreign(both: Beside) -> None:
    both.drag('[data-place="spare"] [data-thing=card] >> nth=1', "seat:4")


WRONG_PLACE = "Put right: the 1st card of seat 4 lies at seat 7"
NO_DECK = "Take the foreign card away: seat 4"
BY_HAND = {
    "boxed": ByHand("deal", 3, boxed, "A card face up in the deck", ["deck.boxed"]),
    "fallen": ByHand("deal", 3, fallen, "Seat 4: a card left the table", ["deal.off_table"]),
    "wrong seat": ByHand("deal", 3, lambda both: both.draw("seat:7"), WRONG_PLACE, []),
    "exposed": ByHand("deal", 3, exposed, "Seat 4: a card was turned up", ["deal.exposed"]),
    "foreign card": ByHand("deal", 3, foreign, NO_DECK, []),
    "no burn": ByHand("burn", 1, lambda both: both.draw("board:1"), "Burn the card on the board", ["burn.missing"]),
    "two burns": ByHand("burn", 1, two_burns, "Where is the 1st card of the flop?", ["burn.double"]),
    "flop of four": ByHand("act", 6, lambda both: both.draw("board:4"), "Four cards on the flop", ["flop.four"]),
    "turn too early": ByHand("act", 6, turn_too_early, "The turn came too early", ["premature.turn"]),
    "string bet": ByHand("act", 6, string_bet, "Give 200 back to seat 1", []),
    "out of turn": ByHand("act", 6, out_of_turn, "Leave the chips of seat 4 there", []),
    "back from the muck": ByHand("act", 6, back_from_the_muck, "Muck the cards of seat 1", []),
}
IN_SUITE = ("boxed",)


@pytest.mark.timeout(200)
@pytest.mark.parametrize(
    "by_hand",
    [pytest.param(of, id=name, marks=() if name in IN_SUITE else pytest.mark.soak) for name, of in BY_HAND.items()],
)
def test_a_mistake_of_the_pointer_is_noticed_and_put_right(browser: Browser, table: Table, by_hand: ByHand) -> None:
    with at_the_step(browser, table, by_hand) as both:
        by_hand.does(both)
        expect(both.dealer.locator(".told")).to_contain_text(by_hand.says)
    assert both.table.ruled == by_hand.ruled
