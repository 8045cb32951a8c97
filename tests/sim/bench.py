"""A bench for simulated parts: a host's words go in, virtual time passes, what the host hears comes out."""

from __future__ import annotations

from hardware_sim.parts.part import MS, Part
from hardware_sim.physics.world import World


def raw(spaced: str) -> bytes:
    return bytes.fromhex(spaced)


class Bench:
    """One part (and the world around it) in virtual time. ``heard`` is the time at which the last byte came."""

    def __init__(self, part: Part, world: World | None = None, now: int = 0) -> None:
        self.part, self.world, self.now = part, world, now
        self.heard = now

    def say(self, spaced: str | bytes) -> None:
        self.part.receive(raw(spaced) if isinstance(spaced, str) else spaced, self.now)

    def run(self, span: int) -> bytes:
        """Let ``span`` ns pass. Returns what the host hears meanwhile."""
        end, out = self.now + span, bytearray()
        while True:
            self._wake()
            if piece := self.part.take_output():
                out += piece
                self.heard = self.now
            due = min((d for d in (self.part.deadline, self._world_due()) if d is not None), default=end + 1)
            if due > end:
                break
            self.now = max(due, self.now)
        self.now = end
        self._wake()
        return bytes(out)

    def _world_due(self) -> int | None:
        return self.world.deadline if self.world else None

    def _wake(self) -> None:
        if self.world:
            self.world.wake(self.now)
        self.part.wake(self.now)

    def ask(self, spaced: str | bytes, within: int = 1000 * MS) -> bytes:
        """Say something and hear what comes within the time."""
        self.say(spaced)
        return self.run(within)
