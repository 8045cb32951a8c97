"""A game on the bench, for the diagnosis to watch: cards, chips, button, posts and keys move as in play.

No rule is kept. Hands follow each other quickly, so that every antenna and every line is used within a minute. People
peek, riffle chips, buy in and leave, as none of that may look like a fault.
"""

from collections.abc import Iterator

from firmware_bridge.messages.orders import ShowPage
from hardware_sim.parts.part import MS, SECOND
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import DEALER, MUCK, OFF

from .bench import Bench

FINGER = (80 * MS, 250 * MS)
"""How long a finger rests on a key."""

FLIGHT = 350 * MS
"""From the shoe to where a card lands."""

CHIPS = 16
"""Chips of a stack at the beginning."""

Step = Iterator[float]
"""A course of play: it yields the seconds until it goes on."""


class Play:
    """Plays hands on a bench, from `start` on."""

    def __init__(self, bench: Bench, seed: int) -> None:
        self.bench = bench
        self.hands = 0
        self._luck = dice(seed, "play")
        self._seats = bench.seats
        self._world = bench.world
        self._deck = [card.id for card in self._world.add_deck([f"{n}" for n in range(52)])]
        self._next = 0
        self._button = 0
        for seat in self._seats:
            self._world.move([chip.id for chip in self._world.add_chips(100, CHIPS)], f"stack:{seat}", bench.now)
        self._world.move([chip.id for chip in self._world.add_chips(100, 16)], "tray", bench.now)
        self._world.move([chip.id for chip in self._world.add_chips(100, 3)], "drop", bench.now)
        self._posted: dict[int, list[str]] = {}
        self._course: Step = iter(())

    def start(self) -> None:
        """Begin. The displays show their keys."""
        for seat, display in self.bench.displays.items():
            assert seat is not None  # noqa: S101 - the table file refuses a display without a seat
            display.show(ShowPage(seat=seat, epoch=1, revision=1, page="seat", values={}), self.bench.now)
        self._course = self._evening()
        self.bench.at(self.bench.now + 4 * SECOND, self._go_on)

    def _go_on(self, now: int) -> None:
        wait = next(self._course)
        self.bench.at(now + round(wait * SECOND), self._go_on)

    def _some(self, least: float, most: float) -> float:
        return self._luck.uniform(least, most)

    def _evening(self) -> Step:
        while True:
            yield from self._hand()
            self.hands += 1
            yield from self._between()

    # --- a hand ---------------------------------------------------------------------------------------------------

    def _hand(self) -> Step:
        world, bench = self._world, self.bench
        self._luck.shuffle(self._deck)
        world.load_shoe(self._deck, bench.now)
        self._button = (self._button + 1) % len(self._seats)
        world.move_button(self._seats[self._button], bench.now)
        order = self._seats[self._button + 1 :] + self._seats[: self._button + 1]
        yield self._some(0.6, 1.2)
        for seat in order[:2]:
            yield from self._post(seat)
        for _ in range(2):
            for seat in order:
                yield from self._deal(f"seat:{seat}")
        yield from self._bets(order)
        folded = order[1] if self._luck.random() < 0.5 else None
        if folded is not None:
            yield from self._fold(folded)
        for spots in (("board:1", "board:2", "board:3"), ("board:4",), ("board:5",)):
            yield from self._gather(order)
            yield from self._deal(MUCK)
            for spot in spots:
                yield from self._deal(spot)
            yield from self._bets([seat for seat in order if seat != folded][: self._luck.randint(0, 1)])
        yield from self._gather(order)
        yield from self._award(self._luck.choice(order))
        yield from self._clear(order)

    def _post(self, seat: int) -> Step:
        chips = [thing.id for thing in self._world.at(f"stack:{seat}")][-1:]
        self._world.move(chips, f"hand:{seat}", self.bench.now)
        yield 0.25
        self._world.set_post(seat, True, self.bench.now)
        self._posted[seat] = chips
        yield self._some(1.4, 1.9)

    def _deal(self, place: str) -> Step:
        world, bench = self._world, self.bench
        bench.attend("shoe", place)
        yield 0.1
        if bench.now < world.shoe_free_at:
            yield (world.shoe_free_at - bench.now) / SECOND + 0.01
        card = world.draw(bench.now)[0].id
        bench.at(bench.now + FLIGHT, lambda now: world.move([card], place, now))
        yield self._some(0.4, 0.6)

    def _bets(self, seats: list[int] | tuple[int, ...]) -> Step:
        for seat in seats:
            self.bench.attend(f"bet:{seat}", f"stack:{seat}")
            if self._luck.random() < 0.15:
                yield from self._peek(seat)
            if self._luck.random() < 0.1:
                yield from self._riffle(seat)
            yield self._some(0.3, 0.8)
            self._touch(seat, self._luck.choice(("call", "raise", "check", "plus")))
            chips = [thing.id for thing in self._world.at(f"stack:{seat}")][-self._luck.randint(1, 3) :]
            self._world.move(chips, f"bet:{seat}", self.bench.now)
            yield self._some(0.6, 1.1)

    def _peek(self, seat: int) -> Step:
        cards = [thing.id for thing in self._world.at(f"seat:{seat}")]
        self._world.move(cards, f"hand:{seat}", self.bench.now)
        yield self._some(0.5, 2.5)
        self._world.move(cards, f"seat:{seat}", self.bench.now)

    def _riffle(self, seat: int) -> Step:
        chips = [thing.id for thing in self._world.at(f"stack:{seat}")][-3:]
        self._world.move(chips, f"hand:{seat}", self.bench.now)
        yield self._some(0.5, 2.0)
        self._world.move(chips, f"stack:{seat}", self.bench.now)

    def _touch(self, seat: int, key: str) -> None:
        panel, now = self.bench.panels[seat], self.bench.now
        if panel.touch(key, True, now):
            held = self._luck.randint(*FINGER)
            self.bench.at(now + held, lambda at: panel.touch(key, False, at))

    def _fold(self, seat: int) -> Step:
        self._touch(seat, "fold")
        cards = [thing.id for thing in self._world.at(f"seat:{seat}")]
        self._world.move(cards, DEALER, self.bench.now)
        yield self._some(0.3, 0.8)
        self._world.move(cards, MUCK, self.bench.now)

    def _gather(self, seats: tuple[int, ...]) -> Step:
        self.bench.attend("pot")
        for seat, chips in self._posted.items():
            self._world.set_post(seat, False, self.bench.now)
            self._world.move(chips, "pot", self.bench.now)
        self._posted.clear()
        for one in seats:
            chips = [thing.id for thing in self._world.at(f"bet:{one}")]
            if chips:
                self._world.move(chips, DEALER, self.bench.now)
                yield self._some(0.2, 0.5)
                self._world.move(chips, "pot", self.bench.now)
        yield self._some(0.6, 1.0)

    def _award(self, seat: int) -> Step:
        chips = [thing.id for thing in self._world.at("pot")]
        self.bench.attend("pot", f"stack:{seat}")
        if len(chips) > 2 and self.hands % 5 == 0:
            self._world.move(chips[:1], "drop", self.bench.now)
            chips = chips[1:]
            yield 0.5
        self._world.move(chips, DEALER, self.bench.now)
        yield self._some(0.4, 0.9)
        self._world.move(chips, f"stack:{seat}", self.bench.now)
        yield self._some(0.8, 1.2)

    def _clear(self, seats: tuple[int, ...]) -> Step:
        self.bench.attend()
        for place in (*(f"seat:{seat}" for seat in seats), *(f"board:{n}" for n in range(1, 6)), MUCK):
            self._world.move([thing.id for thing in self._world.at(place)], DEALER, self.bench.now)
            yield 0.1
        yield self._some(0.3, 0.8)

    # --- between hands --------------------------------------------------------------------------------------------

    def _between(self) -> Step:
        yield self._some(0.3, 0.8)
        for seat in self._seats:
            yield from self._balance(seat)
        if self._luck.random() < 0.02:
            yield from self._leave(self._luck.choice(self._seats))

    def _balance(self, seat: int) -> Step:
        """Let a player change chips at the tray, so that no stack runs dry or grows out of reach."""
        stack, tray = self._world.at(f"stack:{seat}"), self._world.at("tray")
        low, high = len(stack) < CHIPS // 2, len(stack) > 3 * CHIPS // 2
        if low or high:
            chips = [thing.id for thing in (tray if low else stack)[-4:]]
            self._world.move(chips, DEALER, self.bench.now)
            yield self._some(0.5, 1.0)
            self._world.move(chips, f"stack:{seat}" if low else "tray", self.bench.now)
            yield self._some(0.5, 1.0)
        if len(self._world.at("drop")) > 6:
            full = [thing.id for thing in self._world.at("drop")]
            self._world.move(full, OFF, self.bench.now)
            yield self._some(2.0, 5.0)
            self._world.move(full[:3], "drop", self.bench.now)
            self._world.move(full[3:], "tray", self.bench.now)

    def _leave(self, seat: int) -> Step:
        """Let a player leave with all chips. Another one comes with as many."""
        chips = [thing.id for thing in self._world.at(f"stack:{seat}")]
        self._world.move(chips, OFF, self.bench.now)
        yield self._some(10.0, 90.0)
        self._world.move(chips, f"stack:{seat}", self.bench.now)
        yield 2.0
