"""Simulation levels bus and wire: hands of files played at real processes, on a clock that all of them share.

- At bus the simulator stands in for the bridge: ideal senses, over ZeroMQ, to a real controller.
- At wire the parts are simulated on their wires, and bridge and controller are the real ones.

Each hand has processes, a journal and a world of its own, so that a failing one spoils no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.poker.cards import DECK_SIZE, name
from firmware_bridge.messages.clock import Channel
from firmware_bridge.messages.told import DealerCommand
from hardware_sim import tables
from hardware_sim.lockstep import START, MasterClock
from hardware_sim.phh import Hand
from hardware_sim.physics.noise import PROFILES
from hardware_sim.physics.world import World
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.dealer import Dealer
from hardware_sim.robot.plan import ChipPlan, rack_for
from hardware_sim.robot.players import FAST, Script
from hardware_sim.robot.says import Pause, Refused, Stuck, Until
from hardware_sim.robot.scripted import ScriptedPlayers
from hardware_sim.shown import ShownSituation

from .core import lay_out, not_played, shoe_order
from .nursery import Nursery
from .playing import LoopPlay
from .result import Minutes, Played, judge
from .room import LONG_STALEMATE, DepthName, Room
from .stage import ProcessDied, Stage

SETTLE = 1_000_000_000
"""A moment of rest before the first card, in ns."""

WEB_PORT = 8080  # written into the table file, though no console runs here


class ProcessDepth:
    """Hands at level `bus` or `wire`."""

    stalemate = LONG_STALEMATE

    def __init__(
        self,
        depth: DepthName,
        hands: Sequence[Hand],
        rulebook: str,
        seed: int = 1,
        noise: str = "quiet",
        nursery: Nursery | None = None,
    ) -> None:
        """`nursery`: forks the processes, and is closed in the end. None: the processes are started."""
        self.depth, self.rulebook, self.seed = depth, rulebook, seed
        self.noise = PROFILES[noise]
        self.needed = rack_for(list(hands))
        self.forced = 0
        self.disputed: dict[Channel, int] = {}
        self.virtual = 0
        self.nursery = nursery
        self.stage = Stage(nursery=nursery)
        try:
            self._enrol(hands[0])
        except BaseException:
            self.close()
            raise

    def new_world(self) -> tuple[World, Rack]:
        """Return deck and chips as they were enrolled. The same seed makes the same tags."""
        world = World(self.seed, noise=self.noise)
        world.add_deck(name(c) for c in range(DECK_SIZE))
        rack = Rack(world, closed=True)
        rack.fill(self.needed)
        return world, rack

    def _enrol(self, hand: Hand) -> None:
        self._set_up(hand)
        self.stage.enrol(self.new_world()[0])
        self.stage.keep_state()

    def _set_up(self, hand: Hand) -> dict[str, Any]:
        description = tables.describe("reference", hand.players, self.stage.wires)
        self.stage.set_up(description, range(1, hand.players + 1), game_of(hand, self.rulebook), WEB_PORT)
        return description

    def play(self, hand: Hand) -> Played:
        """Play one hand, with processes of its own. Never raises for what the table does, which is in the verdict."""
        played = Played(hand.name)
        if why := not_played(self.rulebook, hand):
            played.refuse(why)
            return played
        self.stage.fresh_state()
        description = self._set_up(hand)
        try:
            with Evening(self, hand, description) as evening:
                evening.play(played)
        except Refused as error:
            played.refuse(str(error))
        except (Stuck, ProcessDied, LookupError) as error:
            played.fail(str(error))
        finally:
            self.stage.stop()
        return played

    def remarks(self) -> list[str]:
        """Return how long the run was at the table, and how often the clock had to be forced."""
        disputed = "".join(f", {name} {count}" for name, count in sorted(self.disputed.items()))
        return [f"{self.virtual / 1e9:,.0f} s at the table. Clock forced {self.forced} times{disputed}"]

    def account(self, master: MasterClock) -> None:
        """Add the time and the forced moves of a hand's clock."""
        self.forced += master.forced
        self.virtual += master.now() - START
        for channel, count in master.disputed.items():
            self.disputed[channel] = self.disputed.get(channel, 0) + count

    def close(self) -> None:
        """Close the nursery."""
        self.stage.close()
        if self.nursery is not None:
            self.nursery.close()


class Evening(Room):
    """One hand's room, from opening the table to closing it."""

    def __init__(self, depth: ProcessDepth, hand: Hand, description: dict[str, Any]) -> None:
        world, rack = depth.new_world()
        self.plan: ChipPlan = lay_out(world, rack, hand)
        super().__init__(depth.depth, depth.stage, world, description, stalemate=depth.stalemate)
        self.hand = hand
        self.minutes = Minutes()
        self._seed, self._account = depth.seed, depth.account

    def __enter__(self) -> Evening:
        return self

    def __exit__(self, *_: object) -> None:
        self._account(self.master)
        self.close()

    def play(self, played: Played) -> None:
        """Open the table, play the hand, and compare it with the file."""
        self.open()
        link = self.link
        players = ScriptedPlayers(self.hand, self.plan, self.top, link, FAST)
        dealer = Dealer(self.top, link, players, FAST, self.sight)
        try:
            self._perform(self._evening(dealer))
        finally:
            self.minutes.write(played)
        judge(played, self.hand, players, link.says)

    def _perform(self, script: Script) -> None:
        play, link = LoopPlay(self.loop, self.link), self.link

        def changed() -> None:
            self.minutes.note(link.says)
            play.look()

        self.on_news = changed
        play.start(script, self._ended)
        self.run()

    def _ended(self, error: Exception | None) -> None:
        if error is None:
            self.loop.stop()
        else:
            self.fail(error)

    # --- the script of the whole hand -----------------------------------------------------------------------------

    def _evening(self, dealer: Dealer) -> Script:
        yield Pause(SETTLE)
        for player, stack in enumerate(self.hand.starting, start=1):
            self.link.tell("dealer", DealerCommand(word="stack", seat=self.hand.seat(player), value=str(stack)))
        yield Until(self._stacks_known, "the stacks are known")
        stub = shoe_order(self.hand, {c.face: c.id for c in self.world.cards}, self._seed)
        yield from dealer.hand(stub, self.hand.seat(self.hand.players))

    def _stacks_known(self, says: ShownSituation) -> bool:
        wanted = {self.hand.seat(p): stack for p, stack in enumerate(self.hand.starting, start=1)}
        return {seat.seat: seat.stack for seat in says.seats} == wanted


def game_of(hand: Hand, rulebook: str) -> dict[str, Any]:
    """Return the [game] section for a hand."""
    game: dict[str, Any] = {
        "rulebook": rulebook,
        "structure": hand.structure,
        "variant": hand.variant.key,
        "small_blind": hand.small_blind,
        "big_blind": hand.big_blind,
        "ante": hand.ante,
        "big_blind_ante": hand.big_blind_ante,
        "smallest_chip": 1,
    }
    if hand.structure == "limit":
        game |= {"small_bet": hand.small_bet, "big_bet": hand.big_bet}
    return game
