"""Hand after hand at one table with a real controller, in virtual time. Its senses err by the fault model.

One controller process, journal and deck serve all hands of an evening. A hand that does not end is noted as wrong,
and the table is opened again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from controller.poker.cards import DECK_SIZE, name
from firmware_bridge.messages.sensed import Sensed
from firmware_bridge.messages.told import DealerCommand
from hardware_sim import tables
from hardware_sim.depths.room import DepthName, Room
from hardware_sim.depths.stage import ProcessDied, Stage
from hardware_sim.lockstep import START
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import OFF, ThingId
from hardware_sim.physics.world import World
from hardware_sim.robot.bank import Bank
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.players import FAST, Script
from hardware_sim.robot.says import Pause, Stuck, Until
from hardware_sim.robot.senses import IdealSenses, Sight, tag_of
from hardware_sim.robot.simple import Habits, SimplePlayers
from hardware_sim.shown import ShownSituation, seats_of

from .count import Count
from .erring import ErringDealer
from .model import FaultModel, noise, orders
from .quick import QuickDealer
from .senses import BlurredSenses
from .slips import Between
from .transcript import Transcript
from .watch import Watch

SEATS: Final = (1, 2, 4, 5, 7)
"""The seats that play: neighbours on one side, free places between."""

DYING: Final = "seat:4"
DEAD: Final = 8_000_000_000
"""The antenna that dies in trials, and for how long in ns. It is longer than the wait for a card that is not read."""
EMPTY: Final = (6,)
"""Places of the table without players."""

SMALL_BLIND, BIG_BLIND, SMALLEST = 50, 100, 25
STAKE: Final = (*[25] * 12, *[100] * 12, *[500] * 5, *[1000] * 6)
"""10,000 in chips with which most bets can be made."""
TRAY: Final = (*[25] * 200, *[100] * 200, *[500] * 40, *[1000] * 4)
RACK: Final = {25: 1200, 100: 1200, 500: 500, 1000: 800, 5000: 20}
SETTLE: Final = 1_000_000_000
"""A moment of rest, in ns: twice as long as the slowest report takes."""
HAND: Final = 1_000_000_000_000
"""The longest hand, in ns of the table's time: ten times as long as a long one takes."""
ENDLESS: Final = 1e9  # seconds of real time: the number of hands bounds a trial
WEB_PORT: Final = 8080  # written into the table file, though no console runs here


class Table:
    """One open table of a trial. Close it, or its processes stay."""

    def __init__(self, stage: Stage, depth: DepthName, book: str, model: FaultModel, seed: int) -> None:
        self.model, self.seed = model, seed
        self.world, self.rack, self.strangers = new_world(depth, model)
        outside = {card for kind, card in self.strangers.items() if kind != "doubled"}
        self.deck = [card.id for card in self.world.cards if card.id not in outside]
        self.transcript = Transcript(self.world)
        description = set_up(stage, book)
        self.rack.hand_out(TRAY, "tray", START)
        for seat in SEATS:
            self.rack.hand_out(STAKE, f"stack:{seat}", START)
        self.world.place_button(SEATS[-1], START)
        self.room = Room(depth, stage, self.world, description, senses=self._senses, limit=ENDLESS)
        self.room.open()
        if self.room.rig is not None:
            for order in orders(model, self.room.rig.fields.names):
                self.room.rig.faults.order(order, self.room.loop.now())
        self.link = self.room.link
        self.link.on_tell = lambda role, told: self.transcript.told(role, told, self.room.loop.now())
        self.players = self._people()
        self.bank = Bank(self.room.top, self.rack, self.link, lambda: FAST, STAKE)

    def _senses(self, world: World, sight: Sight, emit: Callable[[Sensed], None]) -> IdealSenses:
        def heard(message: Sensed) -> None:
            self.transcript.sensed(message, self.room.loop.now())
            emit(message)

        return BlurredSenses(world, sight, heard, self.model, self.seed)

    def _people(self) -> SimplePlayers:
        model = self.model
        players = SimplePlayers(self.room.top, self.link, lambda: FAST, self.room.sight, self.seed, BIG_BLIND)
        players.habits = Habits(peek=model.peek, riffle=model.riffle, cap=model.cap, cap_acts=model.cap_acts)
        return players

    def quick_dealer(self) -> QuickDealer:
        """Return a dealer who deals as fast as the fault model has it."""
        return QuickDealer(self.room.top, self.link, self.players, FAST, self.room.sight, self.model.pitch)

    def erring_dealer(self, number: int) -> ErringDealer:
        """Return a dealer who makes mistakes, and draws a card only once the one before is identified."""
        luck = dice(self.seed, f"dealer/{number}")
        return ErringDealer(self.room.top, self.link, self.players, FAST, self.room.sight, luck)

    def comes_between(self, between: Between) -> None:
        """Kill the controller and start it again, or let the antenna of a seat die for some seconds (at bus)."""
        room, senses = self.room, self.room.top.witness
        if between is Between.RESTART:
            room.restart("controller")
        elif isinstance(senses, BlurredSenses):
            now = room.loop.now()
            senses.blind(DYING, now)
            room.loop.call_at(now + DEAD, lambda now: senses.sees_again(DYING, now))

    def shuffled(self, number: int) -> list[ThingId]:
        """Return the deck of the n-th hand."""
        deck = list(self.deck)
        dice(self.seed, f"deck/{number}").shuffle(deck)
        return deck

    def run(self, script: Script) -> None:
        """Play a script to its end. Raises the script's errors, and Stuck if it does not end."""
        self.room.perform(script, HAND)

    def seat_players(self) -> Script:
        """Enter the stacks, once the table has read what lies there."""
        yield Pause(SETTLE)
        for seat in SEATS:
            value = self.world.value(f"stack:{seat}")
            self.link.tell("dealer", DealerCommand(word="stack", seat=seat, value=str(value)))
        self.link.tell("dealer", DealerCommand(word="button", seat=SEATS[-1]))
        yield Until(self._known, "the stacks are known")
        yield Pause(SETTLE)

    def _known(self, says: ShownSituation) -> bool:
        return says.button == SEATS[-1] and all(
            seats_of(says)[seat].stack == self.world.value(f"stack:{seat}") for seat in SEATS
        )

    def between_hands(self) -> Script:
        """Take the cards off the table, and buy and change chips."""
        for seat in SEATS:
            yield from self.bank.serve(seat, 5 * BIG_BLIND)
        yield Pause(SETTLE)

    def look(self) -> None:
        """Keep what the table says, if it is new."""
        now = self.room.loop.now()
        self.transcript.refused(self.link.refusals, now)
        if self.link.state is not None:
            self.transcript.said(self.link.state, now)

    def close(self) -> None:
        """End the processes."""
        self.room.close()


class Evening:
    """So many hands. `table` is opened again after a hand that went wrong. Use as a context manager."""

    def __init__(
        self, model: FaultModel, *, depth: DepthName = "bus", book: str = "lfp", seed: int = 1,
        transcripts: Path | None = None,
    ) -> None:  # fmt: skip
        """`transcripts`: a folder for what was sensed, entered and published in each hand that goes wrong."""
        self.model, self.depth, self.book, self.seed = model, depth, book, seed
        self.count = Count()
        self.stage = Stage()
        self._table: Table | None = None
        self._number = 0
        self.watch: Watch | None = None
        self._folder = transcripts
        self._transcript: Transcript | None = None

    def __enter__(self) -> Evening:
        set_up(self.stage, self.book)
        world, _, strangers = new_world(self.depth, self.model)
        self.stage.enrol(world, outside=frozenset(strangers[kind] for kind in ("other", "foreign", "twin")))
        self.stage.enrol_deck("second", second_deck(world, strangers["other"]))
        self.stage.keep_state()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shut()
        self.stage.close()

    @property
    def table(self) -> Table:
        """The open table, or a fresh one if none is open. Raises ProcessDied, Stuck."""
        if self._table is None:
            self.stage.fresh_state()
            seed = self.seed * 1_000_003 + self._number
            self._table = Table(self.stage, self.depth, self.book, self.model, seed)
            self.watch = Watch(self._table.world, self.count)
            self._table.room.on_news = self._news
            self._transcript = self._table.transcript
            self._table.run(self._table.seat_players())
        return self._table

    def shut(self) -> None:
        """Close the table. The next hand opens another."""
        if self._table is not None:
            senses = self._table.room.top.witness
            if isinstance(senses, BlurredSenses):
                self.count.faults.update(senses.faults)
                self.count.shoe.update(senses.shoe)
            self.count.fidgets.update(self._table.players.fidgets)
            self._table.close()
            self._table = None

    def _news(self) -> None:
        if self.watch is not None and self._table is not None and self._table.link.state is not None:
            self.watch.look(self._table.link.state)
            self._table.look()

    def play(self, hand: Callable[[Table, int], Script]) -> bool:
        """Play one hand by a script. Return whether all was as it must be afterwards."""
        self._number += 1
        self.count.hands += 1
        wrong = len(self.count.wrong)
        try:
            table = self.table
            assert self.watch is not None  # noqa: S101 - `table` made it
            self.watch.begin()
            table.transcript.begin()
            table.run(hand(table, self._number))
            self._settled(table)
        except (Stuck, ProcessDied, LookupError) as error:
            self.wrong(str(error))
        good = len(self.count.wrong) == wrong
        if not good:
            self._keep(self.count.wrong[-1])
            self.shut()
        return good

    def play_clean(self) -> bool:
        """Play a hand without mistakes. Return whether the table found none either, and its alarms are over."""
        good = self.play(clean_hand)
        if not good or self.watch is None:
            return good
        ruled = [f"{matter} was ruled" for matter in self.watch.matters]
        stands = [f"{key} still is an alarm after the hand" for key in self.watch.standing]
        for what in (found := [*ruled, *self.watch.unfounded, *stands]):
            self.wrong(what)
        return not found

    def wrong(self, what: str) -> None:
        """Note why the present hand went wrong, and write its transcript if a folder is given."""
        self.count.wrong.append(f"hand {self._number}: {what}")
        self._keep(what)

    def _keep(self, what: str) -> None:
        if self._folder is not None and self._transcript is not None:
            self._transcript.write(self._folder / f"hand-{self._number}.txt", what)

    def _settled(self, table: Table) -> None:
        """Check that chips are conserved, on the table and in its game state."""
        lying = {seat: table.world.value(f"stack:{seat}") for seat in SEATS}
        said = seats_of(table.link.says)
        booked = {seat: said[seat].stack if seat in said else 0 for seat in SEATS}
        if lying != booked:
            self.wrong(f"stacks are {lying}, the table has {booked}")
        elif not all(booked.values()):
            self.shut()  # players without chips are out of a tournament, so a new one begins


def second_deck(world: World, card: ThingId) -> list[tuple[str, str]]:
    """Return tag and face of another deck, which holds this one card of those that are here."""
    tag = tag_of(world.thing(card)).value
    others = [name(face) for face in range(DECK_SIZE) if name(face) != "As"]
    return [(tag, "As"), *((f"iso14443a:04BB00000000{n:02X}", face) for n, face in enumerate(others))]


def clean_hand(table: Table, number: int) -> Script:
    """Play a hand without mistakes."""
    yield from table.between_hands()
    yield from table.quick_dealer().hand(table.shuffled(number))


def set_up(stage: Stage, book: str) -> dict[str, Any]:
    """Write the table file. Returns the table's parts."""
    seats = sorted((*SEATS, *EMPTY))
    description = tables.describe("reference", seats, stage.wires)
    stage.set_up(description, seats, _game(book), WEB_PORT, EMPTY)
    return description


def add_strangers(world: World) -> dict[str, ThingId]:
    """Add cards that do not belong and return them by kind.

    They are a joker of the deck, a card of another deck, a card of none, and a twin. The twin has the tag of the card
    `doubled` of the deck.
    """
    doubled = world.cards[0]
    kinds = {kind: world.add_card(face).id for kind, face in (("joker", "joker"), ("other", "As"), ("foreign", "-"))}
    kinds["twin"] = world.add_card(doubled.face, doubled.tag.uid).id
    return kinds | {"doubled": doubled.id}


def new_world(depth: DepthName, model: FaultModel) -> tuple[World, Rack, dict[str, ThingId]]:
    """Return deck and chips as enrolled, with the same tags each time, and cards that do not belong, by kind."""
    world = World(1, noise=noise(model, wire=depth == "wire"))
    world.add_deck(name(c) for c in range(DECK_SIZE))
    kinds = add_strangers(world)
    rack = Rack(world, closed=True)
    rack.fill(RACK)
    world.move([card.id for card in world.cards], OFF, START)
    return world, rack, kinds


def _game(book: str) -> dict[str, object]:
    return {
        "rulebook": book, "structure": "no_limit", "small_blind": SMALL_BLIND, "big_blind": BIG_BLIND,
        "smallest_chip": SMALLEST,
    }  # fmt: skip
