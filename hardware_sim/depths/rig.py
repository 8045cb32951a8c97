"""The other end of every wire: the simulated parts of a table, each on its pty, and the GPIO board on its socket."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from firmware_bridge.messages.clock import Channel, Channels
from firmware_bridge.messages.loop import Loop, Timer
from firmware_bridge.messages.part_kinds import part_kind
from hardware_sim.faults import Faults
from hardware_sim.parts.gpio import GpioBoard
from hardware_sim.parts.nextion import Nextion
from hardware_sim.parts.part import SerialPart
from hardware_sim.parts.readers import BAUD, SIMULATED_READERS
from hardware_sim.physics.fields import Antenna, Fields, reference_antennas
from hardware_sim.physics.world import World
from hardware_sim.wires import Cable, SocketWire, Wire

HOLD = 120_000_000
"""How long a finger rests on a key, in ns."""


def antennas_of(groups: Sequence[Sequence[str]]) -> Iterator[Antenna]:
    """The reference table's antennas, at the distances of the table's plan."""
    for antenna in reference_antennas():
        near = frozenset(spot for group in groups if antenna.name in group for spot in group)
        yield replace(antenna, jams=near - {antenna.name})


class Rig:
    """All parts of a table, plugged in. Close it, or ptys stay open."""

    def __init__(self, world: World, description: Mapping[str, Any], wires: Path, loop: Loop) -> None:
        self.world = world
        self.fields = Fields(world, antennas_of(description["fields"]["exclusion"]))
        self.displays: dict[int, Nextion] = {}
        self.cables: dict[str, Cable] = {}
        self._loop = loop
        self._armed: Timer | None = None
        self._edges = False  # a line has changed, and the board has not been pumped since
        world.lines.listen(self._line_changed)
        for part in description["part"]:
            wire = Wire(Path(part["port"]).name, wires)
            self.cables[part["name"]] = Cable(self._part(part, loop.now()), wire)
        if description.get("gpio"):
            self.cables["gpio"] = Cable(GpioBoard("gpio", world.lines, loop.now()), SocketWire("gpio", wires))
        self.faults = Faults(self.cables, self.fields)
        for name, cable in self.cables.items():
            loop.watch(cable.fileno(), cable.pump, wire=name != "gpio")
        loop.after_each(self._pump_due)

    def _part(self, part: Mapping[str, Any], now: int) -> SerialPart:
        if part_kind(part["kind"]).reads:
            return SIMULATED_READERS[part["kind"]](part, self.fields, now)
        display = Nextion(part["name"], baud=part.get("baud", BAUD), now=now)
        self.displays[part["seat"]] = display
        return display

    @property
    def channels(self) -> Channels:
        """Return the bytes of each wire, for the lock-step clock."""
        return {
            Channel("gpio") if name == "gpio" else Channel("wire", name): cable.channel
            for name, cable in self.cables.items()
        }

    def touch(self, seat: int, key: str) -> None:
        """Press and release a touch area of a seat's display."""
        display = self.displays.get(seat)
        if display is not None:
            display.touch(key, True, self._loop.now())
            self._loop.call_at(self._loop.now() + HOLD, lambda now: self._release(seat, key, now))

    def _release(self, seat: int, key: str, now: int) -> None:
        self.displays[seat].touch(key, False, now)

    def _line_changed(self, _line: int, _level: bool, _at: int) -> None:
        self._edges = True

    def _pump_due(self, now: int) -> None:
        """Pump every cable that is due, and wake again when the next one is."""
        self.world.agenda.run(now)
        if self._edges and "gpio" in self.cables:
            self._edges = False
            self.cables["gpio"].pump(now)
        due = self._carry(now)
        if self._armed is None or self._armed.call is None or self._armed.due != due:
            if self._armed is not None:
                self._armed.cancel()
            self._armed = None if due is None else self._loop.turn_at(due)

    def _carry(self, now: int) -> int | None:
        """Carry what is due on any cable. Return when the next one is due."""
        next_due = None
        for cable in self.cables.values():
            due = cable.deadline
            if due is not None and due <= now:
                cable.carry(now)
                due = cable.deadline
            if due is not None and (next_due is None or due < next_due):
                next_due = due
        return next_due

    def close(self) -> None:
        """Unplug everything. No pty and no name stays behind."""
        for cable in self.cables.values():
            self._loop.unwatch(cable.fileno())
            cable.wire.close()
