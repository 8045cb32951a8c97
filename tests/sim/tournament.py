"""A single-table tournament played by chance on the core: acts, deck and clock from a seed, chips as they lie."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from controller.poker.cards import DECK_SIZE, name
from controller.rulebooks import Rulebook
from controller.table import Checkpoint, Level, Schedule, SeatSetup, Setup, Stakes, View, checkpoint, restore, view
from hardware_sim.scenario.depths.core import CoreDepth
from hardware_sim.scenario.language.act_nodes import Answers, Draws, Goto, RaceChips, RaceDeals
from hardware_sim.scenario.language.player_acts import Plain
from hardware_sim.scenario.language.tree import Header
from hardware_sim.scenario.play.chip_race import deals, draws, pays
from hardware_sim.scenario.play.core_commands import answer, enter
from hardware_sim.scenario.play.dealer import Dealer
from hardware_sim.scenario.play.goto import Going
from hardware_sim.scenario.play.players import Players
from hardware_sim.shown import ShownCourse

SECOND = 1_000_000_000
CHIPS = (25,) * 8 + (100,) * 8 + (500,) * 2  # 2,000 each
LEVELS = ("25/50", "50/100", "75/150/25", "100/200/25", "200/400", "300/600/100", "500/1000/bb1000", "1000/2000",
          "2000/4000", "4000/8000")  # fmt: skip
RACES = {5: (25, 100), 8: (100, 500)}  # the level from which on a chip is not needed any more
MOST_HANDS = 400  # far more than such levels leave room for


def stakes(text: str) -> Stakes:
    small, big, *rest = text.split("/")
    ante = rest[0] if rest else "0"
    whole, figure = ante.startswith("bb"), int(ante.removeprefix("bb"))
    return Stakes(int(small), int(big), 0 if whole else figure, figure if whole else 0)


def setup(players: int = 9, button: int = 9, lasts: int = 240) -> Setup:
    levels = tuple(Level(stakes(text), lasts * SECOND, 60 * SECOND if n == 3 else 0) for n, text in enumerate(LEVELS))
    seats = tuple(SeatSetup(n, sum(CHIPS), CHIPS) for n in range(1, players + 1))
    schedule = Schedule(levels=levels, starting_stack=sum(CHIPS))
    return Setup(seats, button, levels[0].stakes, smallest_chip=25, schedule=schedule)


class ShuffledDealer(Dealer):
    """Mixes the deck by chance."""

    random: Random

    def shuffle(self) -> None:
        super().shuffle()
        self.depth.load(deck(self.random))


def deck(random: Random) -> list[str]:
    cards = [name(card) for card in range(DECK_SIZE)]
    random.shuffle(cards)
    return cards


class Loose(Going):
    """Players who often call, sometimes raise, and go all in now and then."""

    random: Random

    def _act(self, now: ShownCourse, seat: int, act: Goto) -> None:
        del act
        view = self.depth.view
        draw = self.random.random()
        if draw < 0.02 and "all_in" in view.options:
            self.players.plain(Plain((seat,), "all_in"))
        elif draw < 0.14 and view.min_raise is not None and view.min_raise < (view.max_raise or 0):
            self.players.plain(Plain((seat,), "raise" if view.call_total else "bet", view.min_raise))
        elif draw < 0.62 and now.to_call:
            self.players.plain(Plain((seat,), "fold"))
        else:
            self.players.plain(Plain((seat,), "call" if now.to_call else "check"))


@dataclass(slots=True)
class RaceSeen:
    """One race as it was: what lay there before, what was dealt, what lay there after."""

    low: int
    high: int
    before: dict[int, list[int]]
    cards: dict[int, tuple[str, ...]]
    order: tuple[int, ...]
    after: dict[int, list[int]]


@dataclass
class Tournament:
    """One tournament from the first shuffle to the winner."""

    book: Rulebook
    seed: int
    restarts: float = 0.0  # how often, of all moments between two acts, the table is taken up from its checkpoint
    random: Random = field(init=False)
    depth: CoreDepth = field(init=False)
    lineups: list[tuple[int, int | None, int, tuple[int, ...]]] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    races: list[RaceSeen] = field(default_factory=list)
    levels: list[str] = field(default_factory=list)
    restarted: int = 0
    alarms: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)  # noqa: S311 - a game, not a secret
        self.depth = CoreDepth(setup(button=self.random.randint(1, 9)), self.book)
        self.players = Players(self.depth, 25)
        self.dealer = ShuffledDealer(self.depth, self.players, Header(seats=tuple(range(1, 10))))
        self.dealer.random = self.random
        self.going = Loose(self.depth, self.players, self.dealer)
        self.going.random = self.random

    @property
    def view(self) -> View:
        return self.depth.view

    @property
    def winner(self) -> int | None:
        contest = self.view.contest
        return next((seat for place, seat in contest.standings if place == 1), None) if contest else None

    def play(self) -> None:
        """To the end. Raises AssertionError where it does not come."""
        enter(self.depth, "floor", "start_event")
        for _ in range(MOST_HANDS):
            self._break()
            self._race()
            self._hand()
            if self.winner is not None:
                return
        raise AssertionError(f"seed {self.seed}: no winner after {MOST_HANDS} hands")

    def _hand(self) -> None:
        self.dealer.shuffle()
        seen = self.view
        assert seen.big_blind_seat is not None, f"seed {self.seed}: no hand begins: {[a.key for a in seen.alarms]}"
        dealt = tuple(seat.seat for seat in seen.seats if seat.dealt_in)
        self.lineups.append((seen.button, seen.small_blind_seat, seen.big_blind_seat, dealt))
        self.levels.append(seen.level)
        self._moments(lambda: self.going.go(Goto("end")))
        self.alarms += [alarm.key for alarm in self.view.alarms]
        self.totals.append(self._total())

    def _total(self) -> int:
        """As the chips lie, wherever they lie."""
        places = [f"{kind}:{seat}" for kind in ("stack", "bet") for seat in range(1, 11)]
        return sum(sum(self.depth.chips(place)) for place in (*places, "pot"))

    def _moments(self, act: Callable[[], None]) -> None:
        """Between any two events the table may be taken up anew from what was saved."""
        if not self.restarts:
            act()
            return
        take = self.depth._take

        def taken(event: object) -> None:
            if self.random.random() < self.restarts:
                self.restart()
            take(event)  # type: ignore[arg-type]  # each test hands over its own events

        self.depth._take = taken  # type: ignore[method-assign]  # the test listens in
        try:
            act()
        finally:
            del self.depth._take

    def restart(self) -> None:
        """The table goes on from its checkpoint, written out and read again: it looks the same, clocks too."""
        before = view(self.depth._table)
        saved = checkpoint(self.depth._table)
        body = json.loads(json.dumps(saved.body))
        self.depth._table = restore(Checkpoint(body, saved.faces))
        assert view(self.depth._table) == before
        self.restarted += 1

    # --- between hands ----------------------------------------------------------------------------------------------

    def _break(self) -> None:
        contest = self.view.contest
        if contest is not None and contest.on_break:
            self.depth.wait((contest.break_ends or 0) - self.depth.now)

    def _race(self) -> None:
        contest = self.view.contest
        assert contest is not None
        chip = RACES.get(contest.level)
        if chip is None or chip[0] in contest.withdrawn:
            return
        low, high = chip
        seats = [seat.seat for seat in self.view.seats if seat.stack]
        before = {seat: self.depth.chips(f"stack:{seat}") for seat in seats}
        enter(self.depth, "floor", "race", (str(low), str(high)))
        pays(self.depth, RaceChips())
        cards, order = self._draw()
        self.players.smallest = high
        after = {seat: self.depth.chips(f"stack:{seat}") for seat in seats}
        over = self.view.contest is not None and self.view.contest.race is None
        assert over, f"seed {self.seed}: the race is not over"
        self.races.append(RaceSeen(low, high, before, cards, order, after))

    def _draw(self) -> tuple[dict[int, tuple[str, ...]], tuple[int, ...]]:
        contest = self.view.contest
        if contest is None or contest.race is None:
            return {}, ()
        if contest.race.stage == "conflict":
            answer(self.depth, Answers("director", "protect_all", "race_conflict"))
            contest = self.view.contest
        if contest is None or contest.race is None:
            return {}, ()
        order = tuple(contest.race.owed)
        cards: dict[int, tuple[str, ...]] = {}
        if contest.race.stage == "draw":
            dealt = deck(self.random)
            draws(self.depth, Draws(tuple(dealt)))
            for seat, count in contest.race.owed.items():
                cards[seat] = tuple(dealt[:count])
                del dealt[:count]
            deals(self.depth, RaceDeals())
        pays(self.depth, RaceChips())
        return cards, order
