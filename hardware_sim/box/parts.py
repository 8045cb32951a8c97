"""The parts of a table as they come out of a box: only the seed knows which plug is in which socket."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from controller.poker.cards import DECK_SIZE, name
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.places import line_called
from hardware_sim import tables
from hardware_sim.depths.rig import Rig
from hardware_sim.physics.noise import Noise, dice
from hardware_sim.physics.things import ThingId
from hardware_sim.physics.world import Layout, World
from hardware_sim.robot.chips import Rack

HEADER: Final = range(2, 28)
"""The lines of a Raspberry Pi's header. Those that are not wired rest."""

CHIPS: Final = {25: 100, 100: 100, 500: 100, 1000: 100}
"""Four racks of a hundred."""


def shuffled(seats: int, seed: int, folder: Path) -> dict[str, Any]:
    """Return the reference table with so many seats, its plugs and lines given out at random.

    Parts are called by the sockets that they are plugged into. A reader with one antenna has it built in, and stays.
    """
    table = tables.describe("reference", seats, folder)
    luck = dice(seed, "box")
    with_plugs = [part for part in table["part"] if len(part.get("antennas", ())) > 1]
    for kind in dict.fromkeys(part["kind"] for part in with_plugs):
        readers = [part for part in with_plugs if part["kind"] == kind]
        places = [place for part in readers for place in part["antennas"].values()]
        luck.shuffle(places)
        for part in readers:
            part["antennas"] = {number: places.pop() for number in part["antennas"]}
    luck.shuffle(table["part"])
    for number, part in enumerate(table["part"], start=1):
        part["name"] = f"port-{number:02}"
        part["port"] = str(folder / "by-name" / part["name"])
    lines = table["gpio"]["lines"]
    numbers = list(lines.values())
    luck.shuffle(numbers)
    table["gpio"]["lines"] = dict(zip(lines, numbers, strict=True))
    return table


class Box:
    """The simulated parts at their ports below a folder, with a deck and four racks of chips. Close it."""

    def __init__(self, folder: Path, loop: Loop, seats: int, seed: int, noise: Noise) -> None:
        self.table, self.seats = shuffled(seats, seed, folder), range(1, seats + 1)
        self.loop = loop
        wired = self.table["gpio"]["lines"]
        free = {f"free:{number}": number for number in HEADER if number not in wired.values()}
        self.world = World(seed, Layout(lines={**wired, **free}), noise)
        self.deck: list[ThingId] = [card.id for card in self.world.add_deck(name(c) for c in range(DECK_SIZE))]
        self.rack = Rack(self.world, closed=True)
        self.rack.fill(CHIPS)
        self.world.load_shoe(self.deck, loop.now())
        self.rig = Rig(self.world, self.table, folder, loop)

    @property
    def truth(self) -> Mapping[str, tuple[str, int]]:
        """Where everything is really plugged in: port and number by place, display and line. A display has 0."""
        return {**dict(self._plugs()), **{line: ("gpio", number) for line, number in self._lines()}}

    def _plugs(self) -> Iterable[tuple[str, tuple[str, int]]]:
        for part in self.table["part"]:
            if "seat" in part:
                yield f"display:{part['seat']}", (part["name"], 0)
            for number, place in part.get("antennas", {}).items():
                yield place, (part["name"], int(number))

    def _lines(self) -> Iterable[tuple[str, int]]:
        return ((one, n) for one, n in self.table["gpio"]["lines"].items() if line_called(one).kind != "power")

    def close(self) -> None:
        """Unplug everything."""
        self.rig.close()
