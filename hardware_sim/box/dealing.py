"""Robots at a table that was made of a box: a dealer with an account of the table, and simple players."""

from collections.abc import Callable, Sequence

from hardware_sim import tables
from hardware_sim.depths.playing import LoopPlay
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import ThingId
from hardware_sim.robot.dealer import Dealer
from hardware_sim.robot.players import FAST, Script
from hardware_sim.robot.says import Pause, TableLink, Until
from hardware_sim.robot.senses import Sight
from hardware_sim.robot.simple import SimplePlayers
from hardware_sim.robot.tabletop import TableTop
from hardware_sim.shown import ShownSituation, seats_of

from .page_link import PageLink
from .parts import Box

AGAIN = 8_000_000_000
"""Time in ns without an answer after which the robot looks at its step again: twice that of the slowest sweep."""

RESTS = 4_000_000_000
"""Between two hands, in ns: every place is read twice by then."""

Say = Callable[[str], None]


def script(top: TableTop, sight: Sight, link: TableLink, deck: Sequence[ThingId], hands: int, say: Say) -> Script:
    """Deal so many hands to the award, and say what each stack is then, as it lies and as the table has it."""
    world = top.world
    yield Until(lambda s: bool(s.seats), "the table shows itself")
    seats = [seat for seat in seats_of(link.says) if world.value(f"stack:{seat}")]

    def right(says: ShownSituation) -> bool:
        return all(seats_of(says)[seat].stack == world.value(f"stack:{seat}") for seat in seats)

    players = SimplePlayers(top, link, lambda: FAST, sight, world.seed, link.says.big_blind)
    dealer = Dealer(top, link, players, FAST, sight, AGAIN)
    yield Until(right, "the table knows all stacks")
    total = sum(world.value(f"stack:{seat}") for seat in seats)
    for number in range(1, hands + 1):
        stub = list(deck)
        dice(world.seed, f"box/{number}").shuffle(stub)
        top.button(seats[(number - 1) % len(seats)])
        yield from dealer.hand(stub)
        yield Pause(RESTS)
        yield Until(right, "all stacks are as they lie")
        stacks = {seat: seats_of(link.says)[seat].stack or 0 for seat in seats}
        kept = "no chip is missing" if sum(stacks.values()) == total else f"WRONG: there were {total}"
        told = ", ".join(f"seat {seat} has {stack}" for seat, stack in stacks.items())
        say(f"hand {number} of {hands} is awarded: {told}. {kept}")


class Dealing:
    """Deals at a table's pages. `ended` is called with the error that ended it, if any."""

    def __init__(
        self, box: Box, link: PageLink, hands: int, say: Say, ended: Callable[[Exception | None], None]
    ) -> None:
        top = TableTop(box.world, box.loop.now)
        top.touch = box.rig.touch
        sight = Sight(frozenset({*tables.places(box.table), "button", "posts"}))
        self.play = LoopPlay(box.loop, link)
        link.on_change = self.play.look
        self.play.start(script(top, sight, link, box.deck, hands, say), ended)
