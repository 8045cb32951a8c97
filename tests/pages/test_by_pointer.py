"""Mistakes made with the pointer on the simulator's page, and what the dealer's page says to them beside it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware_bridge.messages.clock import Channels
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.told import Command
from hardware_sim.demonstration import LOOK, DemonstratingDealer, Wishes
from hardware_sim.errands import Errands
from hardware_sim.hands import DealersPlace
from hardware_sim.page import Person, serve
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause
from hardware_sim.shown import ShownStep
from tests.clock import StillClock
from tests.sim.desk_table import DeskTable
from tests.sim.page_reader import PageReader, dealer_of

from .conftest import Table
from .fake_seat import FakeScenarios, FakeSeat
from .test_table_page import show

pytestmark = [pytest.mark.browser, pytest.mark.process]

SPEED = 30  # of the table's time: what nobody watches takes no long while
NOTICED_MS = 15_000  # a browser and a console share the machine with others
HAND_S = 60.0  # of our time, for the rest of a hand


class HurryingClock(StillClock):
    """Real time, `SPEED` times as fast. It never passes what is due next, however long a turn of the loop takes."""

    def __init__(self) -> None:
        super().__init__()
        self._looked = time.monotonic_ns()

    def idle(self, deadline: int | None, _channels: Channels) -> float | None:
        passed = (time.monotonic_ns() - self._looked) * SPEED
        self._looked += passed // SPEED
        self.time += passed if deadline is None else min(passed, max(0, deadline - self.time))
        return None if deadline is None else max(0.0, (deadline - self.time) / SPEED / 1e9)


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


@dataclass
class Both:
    """The two pages beside each other, and the table below them."""

    table: DeskTable
    sim: Page
    dealer: Page

    def draw(self, place: str) -> None:
        self.drag("[data-thing=shoe]", place)

    def drag(self, thing: str, place: str) -> None:
        self.sim.drag_and_drop(thing, f'[data-place="{place}"]')
        self.sim.wait_for_timeout(300)

    def turn(self, thing: str) -> None:
        self.sim.click(thing)
        self.sim.click("#turn")

    def report(self, seat: int, entry: str) -> None:
        self.dealer.click(f'.pod[data-seat="{seat}"]')
        self.dealer.click(f'#sheet [data-entry="{entry}"]')
        self.dealer.locator("#sheet .main").click()


@contextmanager
def at_the_step(browser: Browser, console: Table, by_hand: ByHand) -> Iterator[Both]:
    """Both pages, at a table that is held at the step of a mistake. The rest of its hand is played afterwards."""
    table = DeskTable(HurryingClock())
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

    def published(state: PublicState) -> None:
        show(console, state)

    table.on_state = published

    def judge(command: Command) -> tuple[bool, str, str | None]:
        errands.put(lambda _now: table.link.tell(command.role, command.told))
        return True, "", None

    console.fed.judge = judge
    person = Person(FakeScenarios())
    person.come_to(FakeSeat(), place)
    server = serve(person, 0)
    ended: list[str] = []

    def run() -> None:
        try:
            table.play(dealer.hand(table.deck))
        except Exception as error:  # noqa: BLE001 - told where the test looks
            ended.append(f"{type(error).__name__}: {error}")

    thread = threading.Thread(target=run)
    thread.start()
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(NOTICED_MS)
    context.add_cookies([{"name": "sabot", "value": "dealer", "url": console.origin}])
    sim, page = context.new_page(), context.new_page()
    sim.on("dialog", lambda dialog: dialog.accept("200"))  # how many chips
    page.goto(console.origin + "/dealer?lang=en")
    sim.goto(server.address)
    assert dealer.is_there.wait(HAND_S)
    sim.locator("[data-thing=shoe]").wait_for()
    try:
        yield Both(table, sim, page)
    finally:
        dealer.go_on_now.set()
        thread.join(HAND_S)
        server.stop()
        errands.close()
        context.close()
        assert ended == []
        assert not thread.is_alive()


@dataclass(frozen=True)
class ByHand:
    """A mistake: at which step, what the pointer does, what the dealer's page says, what is ruled in the hand."""

    step: str
    nth: int
    does: Callable[[Both], None]
    says: str
    ruled: list[str]


def exposed(both: Both) -> None:
    both.draw("seat:4")
    both.turn('[data-place="seat:4"] [data-thing=card]')
    both.report(4, "exposed")


def boxed(both: Both) -> None:
    both.turn("[data-thing=shoe]")
    both.draw("dealer")


def fallen(both: Both) -> None:
    both.draw("off")
    both.report(4, "fallen")


def two_burns(both: Both) -> None:
    both.draw("off")
    both.draw("off")


def turn_too_early(both: Both) -> None:
    both.draw("off")
    both.draw("board:4")


def string_bet(both: Both) -> None:
    for _ in range(2):
        both.drag('[data-place="seat:1"] [data-thing=chips]', "bet:1")


def foreign(both: Both) -> None:
    both.drag('[data-place="spare"] [data-thing=card] >> nth=1', "seat:4")


WRONG_PLACE = "Wrong place: the 1st card of seat 4 lies at seat 7"
NO_DECK = "A card that belongs to no deck of this table: seat 4"
BY_HAND = {
    "boxed": ByHand("deal", 3, boxed, "A card face up in the deck", ["deck.boxed"]),
    "fallen": ByHand("deal", 3, fallen, "Seat 4: a card left the table", ["deal.off_table"]),
    "wrong seat": ByHand("deal", 3, lambda both: both.draw("seat:7"), WRONG_PLACE, ["deal.order"]),
    "exposed": ByHand("deal", 3, exposed, "Seat 4: a card was turned up", ["deal.exposed"]),
    "foreign card": ByHand("deal", 3, foreign, NO_DECK, []),
    "no burn": ByHand("burn", 1, lambda both: both.draw("board:1"), "No card was burned", ["burn.missing"]),
    "two burns": ByHand("burn", 1, two_burns, "Where is the 1st card of the flop?", ["burn.double"]),
    "flop of four": ByHand("act", 6, lambda both: both.draw("board:4"), "Four cards on the flop", ["flop.four"]),
    "turn too early": ByHand("act", 6, turn_too_early, "The turn came too early", ["premature.turn"]),
    "string bet": ByHand("act", 6, string_bet, "Give 200 back to seat 1", []),
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
