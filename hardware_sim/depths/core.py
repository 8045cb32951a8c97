"""Simulation level core: acts on the physical world are seen ideally and go as events to `controller.table.step`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from controller.poker import events
from controller.poker.cards import DECK_SIZE, Card, card, name
from controller.poker.entries import said_in
from controller.poker.outcomes import Arm, Outcome
from controller.poker.places import place
from controller.poker.said import SeatAndCount
from controller.poker.timers import Timer
from controller.rulebooks import Rulebook, available, load
from controller.rulebooks.load import variants
from controller.table import Parts, SeatSetup, Setup, Situation, Stakes, new_table, situation, step
from firmware_bridge.messages import sensed, told
from firmware_bridge.messages.base import Interval, TagId
from firmware_bridge.messages.roles import Role
from hardware_sim.lockstep import START
from hardware_sim.phh import Hand, stub_of
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import OFF, ThingId
from hardware_sim.physics.world import World
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.dealer import Dealer
from hardware_sim.robot.plan import Betting, ChipPlan, plan_chips, tray_chips
from hardware_sim.robot.players import FAST, Script
from hardware_sim.robot.says import Pause, Refused, Stuck, Wait, summary
from hardware_sim.robot.scripted import ScriptedPlayers
from hardware_sim.robot.senses import IdealSenses, Sight, tag_of
from hardware_sim.robot.tabletop import TableTop

from .result import Minutes, Played, judge

AUTHOR = "robot"
HANDS_RULEBOOK = str(Path(__file__).parents[1] / "hands.toml")
"""The rulebook for hands of files, in which any amount can be played."""


@cache
def _rulebook(key: str, structure: str, variant: str) -> Rulebook:
    """The rulebook, read once for a thousand hands."""
    return load(key, structure, variant=variant)


class Registers:
    """What tags mean. Draw numbers count cards as they leave the shoe, or at first sight if no shoe sees them."""

    def __init__(self, world: World) -> None:
        self.faces: dict[TagId, Card] = {tag_of(c): card(c.face) for c in world.cards}
        self.values: dict[TagId, int] = {}
        self.exits: dict[TagId, int] = {}
        self.learn_chips(world)

    def learn_chips(self, world: World) -> None:
        """Take in the chips that were made since. A chip stays what it is, and there are hundreds."""
        chips = world.chips
        if len(chips) > len(self.values):
            self.values = {tag_of(c): c.denomination for c in chips}

    def forget(self) -> None:
        """Begin a hand, in which no card has left the shoe."""
        self.exits.clear()

    def exit(self, tag: TagId) -> int:
        return self.exits.setdefault(tag, len(self.exits) + 1)

    def chips(self, tags: tuple[TagId, ...]) -> tuple[int, ...]:
        return tuple(self.values[tag] for tag in tags)


class CoreTable:
    """A `TableLink` on the core itself, and the target of ideal senses. `events` keeps all events it took."""

    def __init__(self, setup: Setup, registers: Registers) -> None:
        self.setup = setup
        self.registers = registers
        self.rulebook: Rulebook = _rulebook(setup.rulebook, setup.structure, setup.variant.key)
        self.now = START
        self.events: list[events.Event] = []
        self.outcomes: list[Outcome] = []
        self.timers: dict[Timer, int] = {}
        self.refusals: list[str] = []
        self._table = new_table(setup)
        self._says: Situation | None = None

    @property
    def says(self) -> Situation:
        if self._says is None:
            self._says = situation(self._table)
        return self._says

    def take(self, event: events.Event) -> None:
        """Take one event of the core."""
        self.events.append(event)
        outcomes = step(self._table, event, self.rulebook)
        self.outcomes += outcomes
        self._says = None
        for outcome in outcomes:
            if isinstance(outcome, Arm):
                self._arm(outcome)

    def _arm(self, arm: Arm) -> None:
        if arm.due is None:
            self.timers.pop(arm.timer, None)
        else:
            self.timers[arm.timer] = arm.due

    def fire(self, now: int) -> None:
        """Fire the timers that are due by now."""
        self.now = now
        for due, timer in sorted((due, timer) for timer, due in self.timers.items() if due <= now):
            del self.timers[timer]
            self.take(events.TimerFired(timer, due))

    def sense(self, message: sensed.Sensed) -> None:
        """Take a message of the ideal senses. Minus and plus only turn the display's dial."""
        if not (isinstance(message, sensed.SeatKey) and message.key in ("minus", "plus")):
            self.take(from_sensed(message, self.registers))

    def tell(self, role: Role, said: told.Told) -> None:
        if isinstance(said, told.DealerCommand) and said.word == "shuffle":
            self.registers.forget()
        self.take(from_told(said, role, (self.now - 1, self.now)))


def from_sensed(message: sensed.Sensed, registers: Registers) -> events.Event:
    """Return the core's event of a sensed message. Raises TypeError for one that ideal senses do not send."""
    match message:
        case sensed.CardDrawn(tags=tags, orientation=orientation):
            tag = tags[0]
            return events.CardDrawn(registers.exit(tag), registers.faces[tag], orientation, _at(message.at))
        case sensed.CardPlaced(tag=tag, spot=spot):
            return events.CardPlaced(registers.exit(tag), place(spot), registers.faces[tag], _at(message.at))
        case sensed.CardGone(tag=tag, spot=spot):
            return events.CardGone(registers.exit(tag), place(spot), _at(message.at))
        case sensed.ChipsMoved(area=area, added=added, removed=removed):
            return events.ChipsMoved(place(area), registers.chips(added), registers.chips(removed), _at(message.at))
        case sensed.ButtonPlaced(seat=seat):
            return events.ButtonPlaced(seat, _at(message.at))
        case sensed.PostPlaced(seat=seat, present=present):
            return events.PostPlaced(seat, present, _at(message.at))
        case sensed.SeatKey(seat=seat, key=key, amount=amount) if key != "minus" and key != "plus":
            return events.SeatKey(seat, key, amount, _at(message.at))
        case sensed.Snapshot():
            return _snapshot(message, registers)
    raise TypeError(f"ideal senses send no {message.kind}")


def _snapshot(message: sensed.Snapshot, registers: Registers) -> events.Snapshot:
    lying = tuple(
        (place(spot), tuple((registers.exit(tag), registers.faces[tag]) for tag in tags))
        for spot, tags in message.cards.items()
    )
    chips = tuple((place(area), registers.chips(tags)) for area, tags in message.chips.items())
    return events.Snapshot(lying, chips, message.button, message.posts, _at(message.at))


def _at(interval: Interval) -> tuple[int, int]:
    return interval.absent, interval.present


def from_told(said: told.Told, role: Role, at: tuple[int, int]) -> events.Event:
    """Return the core's event of an entry."""
    match said:
        case told.Declared():
            word: events.Word = said.word  # type: ignore[assignment]  # "time" is a key
            condition = None if said.condition is None else (said.condition.seat, said.condition.act)
            return events.Declared(said.seat, word, said.amount, AUTHOR, role, said.when, at, said.dark, condition)
        case told.Answer():
            return events.FloorDecision(said.ask, said.option, said.reason, AUTHOR, role, at)
        case told.FloorDecision(
            decision=("stack" | "issue" | "withdraw") as what, seat=int(seat), amount=int(amount)
        ):
            return events.Correction(what, seat, amount, said.reason, AUTHOR, role, at)
        case told.FloorDecision(replaces=str(ruling)):
            return events.FloorDecision(ruling, said.decision, said.reason, AUTHOR, role, at, said.amount)
        case told.DealerCommand():
            entered = said_in(said.word, said)
            if isinstance(entered, SeatAndCount) and said.word == "stack":
                return events.Correction("stack", entered.seat, entered.amount, "counted by hand", AUTHOR, role, at)
            return events.DealerCommand(said.word, entered, AUTHOR, role, at)
    raise TypeError(f"the core has no event for {said.kind}")


class CorePlay:
    """Runs scripts on the core in virtual time: no process, no socket, no waiting."""

    def __init__(self, world: World, table: CoreTable) -> None:
        self.world, self.table = world, table
        self.minutes = Minutes()

    def now(self) -> int:
        return self.table.now

    def run(self, script: Script) -> None:
        """Run to the end of the script. Raises the script's errors, and Stuck if the table keeps it waiting."""
        for wait in script:
            self._wait(wait)

    def _wait(self, wait: Wait) -> None:
        if isinstance(wait, Pause):
            self._advance(self.table.now + wait.duration)
            return
        limit = self.table.now + (wait.patience or 0)
        self.minutes.note(self.table.says)
        while not wait.holds(self.table.says):
            due = min(self.table.timers.values(), default=limit + 1)
            if due > limit and not wait.fatal:
                return
            if due > limit:
                raise Stuck(f"expected: {wait.what}. The table says: {summary(self.table.says)}")
            self._advance(due)
            self.minutes.note(self.table.says)

    def _advance(self, until: int) -> None:
        while (due := min(self.table.timers.values(), default=until + 1)) <= until:
            self.world.agenda.run(due)
            self.table.fire(max(due, self.table.now))
        self.world.agenda.run(until)
        self.table.now = until


class CoreDepth:
    """Plays hands of files at level core: a new table for each, on one deck and one rack of chips."""

    def __init__(self, rulebook: str, seed: int = 1, sight: Sight | None = None) -> None:
        self.rulebook, self.seed = rulebook, seed
        self.sight = sight or Sight()
        self.world = World(seed)
        self.deck = {c.face: c.id for c in self.world.add_deck(name(c) for c in range(DECK_SIZE))}
        self.rack = Rack(self.world)
        self.registers = Registers(self.world)
        self.table: CoreTable | None = None

    def play(self, hand: Hand) -> Played:
        """Play one hand. Never raises for what the table does, which is in the verdict."""
        played = Played(hand.name)
        if why := not_played(self.rulebook, hand):
            played.refuse(why)
            return played
        try:
            self._play(hand, played)
        except Refused as error:
            played.refuse(str(error))
        except Stuck as error:
            played.fail(str(error))
        return played

    def remarks(self) -> list[str]:
        """Return no remarks, because nothing can go wrong besides the table."""
        return []

    def close(self) -> None:
        """Do nothing, because nothing was opened."""

    def _play(self, hand: Hand, played: Played) -> None:
        plan = lay_out(self.world, self.rack, hand)
        self.registers.learn_chips(self.world)
        self.registers.forget()
        table = self.table = CoreTable(setup_of(hand, plan, self.rulebook, self.sight), self.registers)
        play = CorePlay(self.world, table)
        senses = IdealSenses(self.world, self.sight, table.sense)
        top = TableTop(self.world, play.now, senses)
        table.sense(senses.snapshot(table.now))
        players = ScriptedPlayers(hand, plan, top, table, FAST)
        dealer = Dealer(top, table, players, FAST, self.sight)
        try:
            play.run(dealer.hand(shoe_order(hand, self.deck, self.seed)))
        finally:
            play.minutes.note(table.says)
            play.minutes.write(played)
        judge(played, hand, players, table.says)


def lay_out(world: World, rack: Rack, hand: Hand) -> ChipPlan:
    """Lay chips, cards and button where they are before the hand, unseen."""
    places = [f"{kind}:{n}" for kind in ("stack", "bet", "hand") for n in range(1, 11)]
    rack.take_in([*places, "pot", "tray", "drop", "dealer"], START)
    world.move([c.id for c in world.cards], OFF, START)
    plan = plan_chips(Betting(hand))
    for player in plan.rest:
        rack.hand_out(plan.stack(player), f"stack:{hand.seat(player)}", START)
    rack.hand_out(tray_chips(hand), "tray", START)
    world.place_button(hand.seat(hand.players), START)
    return plan


@cache
def _structures() -> Mapping[str, tuple[str, ...]]:
    """{rulebook: its structures}, read once because every hand needs it."""
    books = available()
    return {key: tuple(s for of, s in books if of == key) for key, _ in books}


@cache
def _games() -> Mapping[str, tuple[str, ...]]:
    """{rulebook: the games that it is played at}, read once as well."""
    return {key: variants(key) for key, _ in available()}


def not_played(rulebook: str, hand: Hand) -> str | None:
    """Return why a rulebook cannot play a hand of a file at all, or None if it can or is unknown."""
    games = _games().get(rulebook, ())
    if games and hand.variant.key not in games:
        return f"it is not played at {hand.variant.key!r}, only {', '.join(games)}"
    return no_structure(rulebook, hand.structure)


def no_structure(rulebook: str, structure: str) -> str | None:
    """Return why a rulebook cannot play hands of this structure at all, or None if it can or is unknown."""
    structures = _structures().get(rulebook)
    if not structures or structure in structures:
        return None
    return f"it has no structure {structure!r}, only {', '.join(structures)}"


def setup_of(hand: Hand, plan: ChipPlan, rulebook: str, sight: Sight) -> Setup:
    """Return the core's table for a hand of a file."""
    seats = range(1, hand.players + 1)
    stakes = Stakes(hand.small_blind, hand.big_blind, hand.ante, hand.big_blind_ante, hand.small_bet, hand.big_bet)
    parts = Parts(
        shoe=sight.shoe,
        card_spots="seat:1" in sight.places,
        board="board:1" in sight.places,
        chips=tuple(n for n in range(1, 11) if f"bet:{n}" in sight.places),
        pot="pot" in sight.places,
        button="button" in sight.places,
        posts="posts" in sight.places,
    )
    return Setup(
        seats=tuple(SeatSetup(hand.seat(p), hand.starting[p - 1], tuple(plan.stack(p))) for p in seats),
        button=hand.seat(hand.players),
        stakes=stakes,
        rulebook=rulebook,
        structure=hand.structure,
        parts=parts,
        variant=hand.variant,
    )


def shoe_order(hand: Hand, deck: Mapping[str, ThingId], seed: int) -> list[ThingId]:
    """Return the cards of a hand in the order of the shoe. What the file leaves open is shuffled, always equally."""
    order = list(range(DECK_SIZE))
    dice(seed, f"shuffle/{hand.name}").shuffle(order)
    return [deck[name(c)] for c in stub_of(hand, tuple(order))]
