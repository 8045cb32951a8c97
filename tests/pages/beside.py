"""The simulator's page and the dealer's page beside each other, over a table without processes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Page

from firmware_bridge.messages.clock import Channels
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.roles import Role
from firmware_bridge.messages.told import Command
from hardware_sim.errands import Errands
from hardware_sim.hands import DealersPlace
from hardware_sim.page import Person, serve
from hardware_sim.robot.players import Script
from tests.clock import StillClock
from tests.sim.desk_table import DeskTable

from .conftest import Table
from .fake_seat import FakeScenarios, FakeSeat
from .test_table_page import show

NOTICED_MS = 15_000  # a browser and a console share the machine with others
HAND_S = 60.0  # of our time, for the rest of a hand


class HurryingClock(StillClock):
    """Real time, `speed` times as fast. It never passes what is due next, however long a turn of the loop takes."""

    def __init__(self, speed: int) -> None:
        super().__init__()
        self.speed = speed
        self._looked = time.monotonic_ns()

    def idle(self, deadline: int | None, _channels: Callable[[], Channels]) -> float | None:
        passed = (time.monotonic_ns() - self._looked) * self.speed
        self._looked += passed // self.speed
        self.time += passed if deadline is None else min(passed, max(0, deadline - self.time))
        return None if deadline is None else max(0.0, (deadline - self.time) / self.speed / 1e9)


@dataclass
class Beside:
    """The two pages beside each other, the table below them, and what plays there."""

    table: DeskTable
    errands: Errands
    playing: threading.Thread
    pages: Callable[[Role], Page]
    sim: Page
    dealer: Page

    def draw(self, place: str) -> None:
        self.drag("[data-thing=shoe]", place)

    def drag(self, thing: str, place: str) -> None:
        """Drag a thing to a place. It is laid on the name of the place, beside what lies there."""
        self.sim.drag_and_drop(thing, f'[data-place="{place}"] small >> nth=0')
        self.sim.wait_for_timeout(300)

    def push(self, origin: str, place: str, amount: int) -> None:
        self.drag(f'[data-place="{origin}"] [data-thing=chips]', place)
        self.sim.fill("#carry-amount", str(amount))
        self.sim.keyboard.press("Enter")

    def turn(self, thing: str) -> None:
        self.sim.click(thing)
        self.sim.click("#turn")

    def report(self, seat: int, entry: str) -> None:
        self.dealer.click(f'.pod[data-seat="{seat}"]')
        self.dealer.click(f'#sheet [data-entry="{entry}"]')
        self.dealer.locator("#sheet .main").click()


@contextmanager
def beside(
    browser: Browser, console: Table, table: DeskTable, errands: Errands, place: DealersPlace, script: Script
) -> Iterator[Beside]:
    """Both pages at a table where a script is played. At the end it must have come to its own end."""

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
            table.play(script)
        except Exception as error:  # noqa: BLE001 - told where the test looks
            ended.append(f"{type(error).__name__}: {error}")

    thread = threading.Thread(target=run)
    thread.start()
    contexts: dict[Role, BrowserContext] = {}

    def opened(role: Role) -> Page:
        """The page of a role. Each role has cookies of its own."""
        if role not in contexts:
            contexts[role] = context = browser.new_context(viewport={"width": 1280, "height": 900})
            context.set_default_timeout(NOTICED_MS)
            context.add_cookies([{"name": "sabot", "value": role, "url": console.origin}])
            context.new_page().goto(f"{console.origin}/{'dealer' if role == 'dealer' else 'floor'}?lang=en")
        return contexts[role].pages[0]

    page = opened("dealer")
    sim = contexts["dealer"].new_page()
    sim.goto(server.address)
    try:
        yield Beside(table, errands, thread, opened, sim, page)
    finally:
        thread.join(HAND_S)
        server.stop()
        errands.close()
        for context in contexts.values():
            context.close()
        assert ended == []
        assert not thread.is_alive()
