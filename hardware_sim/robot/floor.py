"""Between two hands of a tournament: the floor's orders, and what the dealer does at the steps of the table.

There are breaks, hand for hand, the first button and chip races. Cards come from the shoe, chips by way of the tray.
"""

from collections.abc import Callable, Mapping
from typing import Final

from firmware_bridge.messages.told import Answer, DealerCommand
from hardware_sim.physics.things import OFF, ThingId
from hardware_sim.shown import ShownStep

from .chips import select
from .dealer import FLIGHT, OVER, READ, Dealer
from .players import Pace, Players, Script
from .says import Pause, Stuck, TableLink, Until
from .senses import Sight
from .tabletop import TableTop

DRAW: Final = ("draw_card",)


class TournamentFloor:
    """The floor and the dealer's hands. `shuffled` gives a mixed deck, another one each time."""

    def __init__(self, top: TableTop, link: TableLink, pace: Pace, shuffled: Callable[[], list[ThingId]]) -> None:
        self.top, self.link, self.pace, self.shuffled = top, link, pace, shuffled
        self._race = (0, 0)  # the value that leaves the game, and the one that replaces it
        self._steps: Mapping[str, Callable[[ShownStep], Script]] = {
            "break": self._wait,
            "wait_for_floor": self._next_hand,
            "draw_card": self._card,
            "race_exchange": self._exchange,
            "race_draw": self._race_draw,
            "race_card": self._card,
            "race_pay": self._exchange,
        }

    # --- what the floor orders --------------------------------------------------------------------------------------

    def start(self) -> Script:
        """Start the clock, once equal stacks lie at the seats. Raises Stuck if the table does not accept it."""
        refused = len(self.link.refusals)
        self.link.tell("floor", DealerCommand(word="start_event"))
        yield Pause(self.pace.act)
        if self.link.refusals[refused:]:
            raise Stuck(f"the event does not start: {self.link.refusals[-1]}")

    def cards_for_the_button(self) -> Script:
        """Deal a card to each player. The highest has the first button, and the dealer puts it there."""
        self.top.world.load_shoe(self.shuffled(), self.top.now())
        self.link.tell("dealer", DealerCommand(word="button_draw"))
        yield Until(lambda s: s.next_step is not None and s.next_step.key in DRAW, "cards are dealt for the button")
        yield from self.go_on()
        yield from self._gather()

    def drawn_seat(self, seat: int) -> Script:
        """Enter the seat that the draw of seats names. If it has no player, the floor confirms the next one."""
        self.link.tell("dealer", DealerCommand(word="button_draw", seat=seat))
        yield Pause(self.pace.act)
        for ask in self.link.says.asks:
            if ask.key == "first_button":
                self.link.tell("floor", Answer(ask=ask.id, option="confirm"))
        yield Pause(self.pace.act)

    def race(self, low: int, high: int) -> Script:
        """Start a race in which chips of `low` leave the game for chips of `high`."""
        self._race = (low, high)
        self.link.tell("floor", DealerCommand(word="race", amount=low, number=high))
        yield Pause(self.pace.act)
        yield from self.go_on()
        yield from self._gather()
        yield Pause(READ)  # the tray, which is full, is read before the next hand begins

    def hand_for_hand(self, word: str) -> Script:
        """Enter hand for hand, on or off."""
        self.link.tell("floor", DealerCommand(word="hand_for_hand", choice=word))
        yield Pause(self.pace.act)

    # --- what the hands do ------------------------------------------------------------------------------------------

    def go_on(self) -> Script:
        """Go on until only a hand is to come. Raises Stuck if the table makes no progress."""
        while True:
            says = self.link.says
            if says.phase in OVER and says.asks:
                yield from self._answers()
            elif says.phase in OVER and says.next_step is not None and says.next_step.key in self._steps:
                yield from self._do(says.next_step)
            else:
                return

    def _do(self, step: ShownStep) -> Script:
        yield from self._steps[step.key](step)
        asks = self.link.says.asks
        what = f"after the step {step.key} {dict(step.params)} comes another"
        patience = None if step.key == "break" else 30_000_000_000  # as with any wait of the robot
        yield Until(lambda s: s.next_step != step or s.asks != asks, what, patience)

    def _answers(self) -> Script:
        """The director keeps all players in the game. Equal players share a place."""
        asks = self.link.says.asks
        for ask in asks:
            self.link.tell("director", Answer(ask=ask.id, option=ask.default or ask.options[0]))
        yield Until(lambda s: s.asks != asks, "the answers are taken")

    def _wait(self, _step: ShownStep) -> Script:
        yield Pause(self.pace.act)

    def _next_hand(self, _step: ShownStep) -> Script:
        yield from self.hand_for_hand("next")

    def _race_draw(self, _step: ShownStep) -> Script:
        yield Pause(self.pace.act)
        self.top.world.load_shoe(self.shuffled(), self.top.now())
        self.link.tell("dealer", DealerCommand(word="race_draw"))

    def _card(self, step: ShownStep) -> Script:
        """Deal the next card of the shoe to that seat."""
        yield Pause(max(self.top.world.shoe_free_at - self.top.now(), self.pace.motion // 2))
        card = self.top.draw()
        yield Pause(FLIGHT)
        self.top.lay(card, f"seat:{step.seat}")

    def _exchange(self, step: ShownStep) -> Script:
        """Exchange higher chips from the tray for the small ones of the stack."""
        low, high = self._race
        place = f"stack:{step.seat}"
        yield from self._carry(select(self.top.world, "tray", {high: step.number("in")}), place)
        yield from self._carry(select(self.top.world, place, {low: step.number("out")}), "tray")

    def _carry(self, chips: list[ThingId], goal: str) -> Script:
        if chips:
            self.top.shift(chips, "dealer")
            yield Pause(self.pace.motion)
            self.top.shift(chips, goal)
            yield Pause(self.pace.motion)

    def _gather(self) -> Script:
        """Put the cards back to the deck."""
        for seat in range(1, 11):
            for card in self.top.cards(f"seat:{seat}"):
                self.top.lay(card, OFF)
        yield Pause(self.pace.motion)


class TournamentDealer(Dealer):
    """Deals when the table is ready for it. A level may end and a break begin while the dealer shuffles."""

    def __init__(
        self, top: TableTop, link: TableLink, players: Players, pace: Pace, sight: Sight, floor: TournamentFloor,
        again: int | None = None,
    ) -> None:  # fmt: skip
        super().__init__(top, link, players, pace, sight, again)
        self.floor = floor

    def _start(self, stub: list[ThingId]) -> Script:
        number = self.link.says.hand
        while self.link.says.hand == number:
            yield from self.floor.go_on()
            self.top.world.load_shoe(stub, self.top.now())
            self._drawn.clear()
            self._tell("shuffle")
            yield Pause(self.pace.motion)
            began = "the hand begins"
            yield Until(lambda s: s.hand != number or s.next_step is None or s.next_step.key != "shuffle", began)
