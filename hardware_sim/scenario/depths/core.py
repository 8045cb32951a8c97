"""Simulation level core: a small model of what lies where. Its changes are events of the core, perfectly sensed."""

from collections import Counter
from collections.abc import Sequence

from controller.pages import catalogue, seat_page, shown_at
from controller.poker import events
from controller.poker.cards import JOKER, JOKER_NAME, card
from controller.poker.outcomes import Alarm, Arm, Ask, Outcome, Prompt, Ruling
from controller.poker.places import place as place_of
from controller.poker.timers import Timer
from controller.rulebooks import Rulebook
from controller.table import (
    Course,
    SeatView,
    Setup,
    View,
    contest_view,
    course,
    new_table,
    ruling_view,
    seat_view,
    step,
    view,
)
from firmware_bridge.messages.contest import Contest
from hardware_sim.physics.things import BOARD, CARD_SPOTS
from hardware_sim.scenario.language.notation import Chips
from hardware_sim.scenario.language.tree import Scenario
from hardware_sim.scenario.play.core_commands import enter
from hardware_sim.scenario.play.display_text import texts_of
from hardware_sim.scenario.play.expectation_checker import Answer
from hardware_sim.scenario.play.level import MOTION, MS, PACE, Impossible, two_motions
from hardware_sim.scenario.play.result import Result
from hardware_sim.scenario.play.runner import run
from hardware_sim.shown import ShownPrompt

DRAW = 250 * MS
"""Time for one card, in ns. A quick dealer pitches four cards a second."""

START = 1_000_000_000_000


class CoreDepth:
    """A `Depth` on the core itself, in virtual time."""

    def __init__(self, setup: Setup, rulebook: Rulebook) -> None:
        self.setup, self.parts, self.rulebook = setup, setup.parts, rulebook
        self.now = START
        self._table = new_table(setup)
        self._view: View | None = None
        self._outcomes: list[Outcome] = []
        self._timers: dict[Timer, int] = {}
        self._areas = {f"{kind}:{seat}" for seat in setup.parts.chips for kind in ("stack", "bet")}
        self._chips: dict[str, list[int]] = {f"stack:{s.seat}": list(s.chips or ()) for s in setup.seats}
        self._stub: list[str] = []
        self._spots: dict[str, list[str]] = {}
        self._exits: dict[str, int] = {}
        self._drawn = 0
        self._unread: set[str] = set()
        self._button: int | None = None

    # --- the table ----------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        if self._view is None:
            self._view = view(self._table)
        return self._view

    @property
    def course(self) -> Course:
        return self._view or course(self._table)

    @property
    def contest(self) -> Contest | None:
        return contest_view(self._table) if self._table.setup.tournament else None

    def seat(self, number: int) -> SeatView | None:
        return seat_view(self._table, number)

    @property
    def phase(self) -> str:
        return self._table.phase.value

    @property
    def at(self) -> tuple[int, int]:
        return (self.now - 1, self.now)

    def display(self, seat: int) -> tuple[str, ...]:
        view, words = self.view, catalogue("en")
        page = seat_page(view, seat, words, shown_at(view, seat, words, view.min_raise, self.now))
        return texts_of(page.values)

    def outcomes(self) -> list[Answer | ShownPrompt]:
        found, self._outcomes = self._outcomes, []
        return [shown for outcome in found if (shown := self._shown(outcome)) is not None]

    def _shown(self, outcome: Outcome) -> Answer | ShownPrompt | None:
        """What can be seen of an outcome, by the projection that the controller publishes."""
        if isinstance(outcome, Ruling):
            return ruling_view(outcome, self._table.book)
        return outcome if isinstance(outcome, Ask | Alarm | Prompt) else None

    def _take(self, event: events.Event) -> None:
        self._view = None
        outcomes = step(self._table, event, self.rulebook)
        self._outcomes += outcomes
        for outcome in outcomes:
            if isinstance(outcome, Arm):
                self._arm(outcome)

    def _arm(self, arm: Arm) -> None:
        self._timers.pop(arm.timer, None)
        if arm.due is not None:
            self._timers[arm.timer] = arm.due

    def wait(self, duration: int) -> None:
        until = self.now + duration
        while due := sorted((due, timer) for timer, due in self._timers.items() if due <= until):
            at, timer = due[0]
            del self._timers[timer]
            self.now = max(self.now, at)
            self._take(events.TimerFired(timer, self.now))
        self.now = until

    def rest(self) -> None:
        self.wait(PACE)

    def next_motion(self) -> None:
        self.wait(two_motions(self.setup.motion_resolution))

    def close(self) -> None:
        """Do nothing, because nothing was opened."""

    def tell(self, told: events.Told) -> None:
        self._take(told)

    # --- chips --------------------------------------------------------------------------------------------------

    def chips(self, place: str) -> list[int]:
        return list(self._chips.get(place, ()))

    def shift(self, chips: Chips, origin: str, goal: str, reach: int = MOTION) -> None:
        missing = Counter(chips) - Counter(self._chips.get(origin, ()))
        if missing:
            short = " + ".join(f"{count}x{chip}" for chip, count in sorted(missing.items()))
            raise Impossible(f"{origin} has no {short}")
        self._remove(origin, chips)
        self.wait(reach)
        self._add(goal, chips)

    def bring(self, chips: Chips, goal: str) -> None:
        self.wait(MOTION)
        self._add(goal, chips)

    def sweep(self, origins: Sequence[str], goal: str) -> None:
        moving: list[int] = []
        for origin in origins:
            chips = tuple(self.chips(origin))
            if chips:
                self._remove(origin, chips)
                moving += chips
        self.wait(MOTION)
        if moving:
            self._add(goal, tuple(moving))

    def _remove(self, place: str, chips: Chips) -> None:
        for chip in chips:
            self._chips[place].remove(chip)
        self._moved(place, (), chips)

    def _add(self, place: str, chips: Chips) -> None:
        self._chips.setdefault(place, []).extend(chips)
        self._moved(place, chips, ())

    def exchange(self, place: str, chips: Chips) -> None:
        before = self._chips[place]
        self._chips[place] = list(chips)
        came, went = Counter(chips) - Counter(before), Counter(before) - Counter(chips)
        self._moved(place, tuple(came.elements()), tuple(went.elements()))

    def _moved(self, place: str, added: Chips, removed: Chips) -> None:
        if self.parts.pot if place == "pot" else place in self._areas:
            self._take(events.ChipsMoved(place_of(place), added, removed, self.at))

    # --- cards --------------------------------------------------------------------------------------------------

    def load(self, deck: Sequence[str]) -> None:
        self._stub = list(deck)
        self._spots.clear()
        self._exits.clear()
        self._unread.clear()
        self._drawn = 0

    def coming(self) -> str:
        if not self._stub:
            raise Impossible("the shoe is empty")
        return self._stub[0]

    def draw(self, orientation: events.Orientation = "down", *, read: bool = True) -> str:
        drawn = self.coming()
        del self._stub[0]
        self._drawn += 1
        self.wait(DRAW)
        if not read:
            self._unread.add(drawn)
        if self.parts.shoe:
            self._exits[drawn] = self._drawn
            self._take(events.CardDrawn(self._drawn, self._face(drawn), orientation, self.at))
        return drawn

    def joker(self, place: str) -> None:
        self._stub.insert(0, JOKER_NAME)
        self.lay(self.draw(), place)
        if place == "aside":
            enter(self, "dealer", "joker_drawn")

    def restack(self, order: Sequence[str]) -> None:
        back = self._spots.pop("stub", [])
        rest = [c for c in [*self._stub, *back] if c not in order]
        missing = [c for c in order if c not in self._stub and c not in back]
        if missing:
            raise Impossible(f"{' '.join(missing)}: not in the stub")
        self._stub = [*order, *rest]
        for returned in back:
            self._exits.pop(returned, None)
        self._unread -= set(back)

    def of_exit(self, exit_: int) -> str:
        for drawn, number in self._exits.items():
            if number == exit_:
                return drawn
        raise Impossible(f"no card that lies on the table left the shoe as number {exit_}")

    def _face(self, drawn: str) -> int | None:
        if drawn == JOKER_NAME:
            return JOKER
        return card(drawn) if self.parts.faces and drawn not in self._unread else None

    def lay(self, card: str, place: str) -> None:
        self._leave(card)
        self._spots.setdefault(place, []).append(card)
        self.wait(DRAW)
        if self._sees(place):
            self._unread.discard(card)  # an antenna reads what the shoe did not
            self._take(events.CardPlaced(self._exit(card), place_of(place), self._face(card), self.at))

    def _leave(self, card: str) -> None:
        for place, cards in self._spots.items():
            if card in cards:
                cards.remove(card)
                if self._sees(place):
                    self._take(events.CardGone(self._exit(card), place_of(place), self.at))

    def lift(self, card: str) -> None:
        for place, cards in self._spots.items():
            if card in cards and self._sees(place):
                self._take(events.CardGone(self._exit(card), place_of(place), self.at))

    def cards(self, place: str) -> list[str]:
        return list(self._spots.get(place, ()))

    def _exit(self, card: str) -> int:
        return self._exits.setdefault(card, max(self._exits.values(), default=0) + 1)

    def _sees(self, place: str) -> bool:
        if place in BOARD:
            return self.parts.board
        return self.parts.card_spots and place in CARD_SPOTS

    # --- the rest -----------------------------------------------------------------------------------------------

    def button(self, seat: int) -> None:
        if self.parts.button and self._button != seat:
            self._take(events.ButtonPlaced(seat, self.at))
        self._button = seat

    def post_spot(self, seat: int, present: bool) -> None:
        if self.parts.posts:
            self._take(events.PostPlaced(seat, present, self.at))

    def chair(self, seat: int, present: bool) -> None:
        self._take(events.SeatOccupied(seat, present, self.at))

    def press(self, seat: int, key: events.Key, amount: int | None) -> None:
        self._take(events.SeatKey(seat, key, amount, self.at))

    # --- sensors that disagree ------------------------------------------------------------------------------------

    def see_chips(self, place: str, chips: Chips) -> None:
        self._take(events.Snapshot(None, ((place_of(place), chips),), None, None, self.at))

    def see_cards(self, place: str, cards: Sequence[str]) -> None:
        seen = tuple((self._exit(c), card(c)) for c in cards)
        self._take(events.Snapshot(((place_of(place), seen),), None, None, None, self.at))

    def see_button(self, seat: int | None) -> None:
        self._take(events.ButtonPlaced(seat, self.at))

    def blind(self, source: str, duration: int) -> None:
        self._take(events.SensingGap(source, self.now - duration, self.now))


def run_at_core(scenario: Scenario, rulebook: Rulebook, source: str = "") -> Result:
    """Play a scenario at the core, under one rulebook."""
    return run(scenario, rulebook, source, CoreDepth)
