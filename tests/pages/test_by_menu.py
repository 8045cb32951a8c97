"""Each mistake of the simulator's menu, chosen with the pointer and put right by it, as the dealer's page says."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import cast

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from controller.pages.catalogue import catalogue
from firmware_bridge.messages.public import PublicOffer, PublicState
from firmware_bridge.messages.roles import Role
from firmware_bridge.messages.told import Answer, DealerCommand, Told
from hardware_sim.demonstration import LOOK, DemonstratingDealer, Wishes
from hardware_sim.depths.links import PublicLink
from hardware_sim.errands import Errands
from hardware_sim.hands import DECK
from hardware_sim.physics.things import SHOE, ThingId
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause
from hardware_sim.shown import ShownSituation
from hardware_sim.trials.erring import Mistake
from hardware_sim.trials.mistakes import MISTAKES
from tests.sim.desk_table import DeskTable
from tests.sim.page_reader import Hands, InSight, PageReader, making_way

from .beside import Beside, HurryingClock, beside
from .conftest import Table

pytestmark = [pytest.mark.browser, pytest.mark.process, pytest.mark.soak]

SPEED = 8  # of the table's time: a hand of a hundred seconds still ends within `HAND` of that time
LOOK_S = 0.1
SEEN_MS = 300  # the table has read what was moved
THERE_MS = 4_000  # a page that is loaded shows a thing or a button within that time

Act = Callable[[Beside], None]


class Intended:
    """Takes what a reader would do for acts of the pointer, one after another. Nothing moves yet."""

    def __init__(self, sight: InSight, link: PublicLink) -> None:
        self.sight, self.link = sight, link
        self.acts: list[Act] = []
        self._moved: dict[ThingId, str] = {}

    def at(self, place: str) -> list[ThingId]:
        stay = [card for card in self.sight.at(place) if card not in self._moved]
        return stay + [card for card, goal in self._moved.items() if goal == place]

    def draw(self, place: str) -> None:
        self.acts.append(lambda both: both.draw(place))

    def lay(self, origin: str, nth: int, place: str) -> None:
        self._moved[self.at(origin)[nth]] = DECK if place == SHOE else place
        spot = SHOE if origin == DECK else origin
        kind = f'[data-place="{spot}"] [data-thing=card] >> nth={nth}'
        self.acts.append(lambda both: both.drag(kind, place))

    def carry(self, origin: str, amount: int | None, place: str) -> None:
        goal = place.replace("stack:", "seat:")
        if amount is None:
            self.acts.append(lambda both: both.drag(f'[data-place="{origin}"] [data-thing=chips]', goal))
        else:
            self.acts.append(lambda both: both.push(origin, goal, amount))

    def shuffle(self) -> None:
        self.acts.append(lambda both: both.sim.click("#shuffle"))

    def collect(self) -> None:
        self.acts.append(lambda both: both.sim.click("#collect"))

    # --- as the connection of a reader ----------------------------------------------------------------------------

    @property
    def state(self) -> PublicState | None:
        return self.link.state

    @property
    def says(self) -> ShownSituation:
        return self.link.says

    def tell(self, role: Role, told: Told) -> None:
        assert isinstance(told, Answer | DealerCommand)
        if isinstance(told, Answer):
            button = f'[data-ask="{told.ask}"] [data-option="{told.option}"]'
        else:
            same = [offer.seat for offer in self._offered if offer.word == told.word]
            button = f'[data-step="{told.word}"] >> nth={same.index(told.seat)}'
        self.acts.append(lambda both: both.pages(role).click(button, timeout=THERE_MS))

    @property
    def _offered(self) -> tuple[PublicOffer, ...]:
        assert self.link.state is not None
        return self.link.state.answers


class Mind(PageReader):
    """Reads the page when it is asked to, and says which acts it wants of the pointer."""

    def __init__(self, table: DeskTable, dealer: DemonstratingDealer, sight: InSight, *, fell: bool) -> None:
        super().__init__(table, dealer, fell=fell)
        self.sight = sight

    def _look(self, now: int) -> None:
        """It is asked."""

    def thinks(self) -> tuple[str, list[Act]]:
        """The sentence that it follows, and what it wants to do."""
        state = self.table.link.state
        if state is None or not self.dealer.wishes.rests:
            return "", []
        intended = Intended(self.sight, self.table.link)
        self.place, self.link = cast("Hands", intended), cast("PublicLink", intended)
        self.do(state)
        return "" if self.reads is None else catalogue("en").text(self.reads), intended.acts


def chosen(table: DeskTable, wishes: Wishes, dealer: DemonstratingDealer) -> Script:
    """The robot deals a hand once a mistake is chosen for it."""
    while wishes.wished is None:
        yield Pause(LOOK)
    mistake = wishes.next(dealer.luck)
    assert mistake is not None
    yield from dealer.hand(dealer.prepare(mistake, table.deck, table.strangers))


@pytest.mark.timeout(200)
@pytest.mark.parametrize("mistake", [pytest.param(mistake, id=mistake.name) for mistake in MISTAKES])
def test_a_mistake_of_the_menu_is_put_right_with_the_pointer(
    browser: Browser, table: Table, mistake: Mistake
) -> None:
    desk, wishes = DeskTable(HurryingClock(SPEED)), Wishes()
    dealer = making_way(desk, wishes)
    errands = Errands(desk.loop, lambda _reason: None)
    sight = InSight(desk.loop, desk.top, desk.link, errands, wishes, dealer, desk.spare)
    mind = Mind(desk, dealer, sight, fell=mistake.name.startswith("off the table"))
    with beside(browser, table, desk, errands, sight, chosen(desk, wishes, dealer)) as both:
        both.sim.set_default_timeout(THERE_MS)
        both.sim.select_option("#mistakes", mistake.name)
        both.sim.click("#wish")
        while both.playing.is_alive():
            sentence, acts = asked(both, mind)
            if stands(both.dealer, sentence):
                carry_out(both, acts)
            both.sim.wait_for_timeout(SEEN_MS)
    assert dealer.made
    assert mistake.faults("lfp", desk.ruled, desk.said) == []
    assert desk.wrong_movements == []
    assert desk.link.refusals == []


def carry_out(both: Beside, acts: list[Act]) -> None:
    """Carry out acts, up to one whose thing or button is gone: the table has gone on meanwhile."""
    with contextlib.suppress(PlaywrightTimeout):
        for act in acts:
            act(both)


def stands(page: Page, sentence: str) -> bool:
    """Whether the page says this. If not, it has gone on since the mind read it."""
    return " ".join(sentence.split()) in " ".join(page.inner_text("body").split())


def asked(both: Beside, mind: Mind) -> tuple[str, list[Act]]:
    """What the mind reads and wants now. It looks at the table in the table's own thread."""
    answer = SimpleQueue[tuple[str, list[Act]]]()
    both.errands.put(lambda _now: answer.put(mind.thinks()))
    while both.playing.is_alive():
        try:
            return answer.get(timeout=LOOK_S)
        except Empty:
            continue  # perhaps the hand has ended meanwhile
    return "", []
