"""Hands of files at real processes and real wires, with guests that look in at every turn and may interfere."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hardware_sim import tables
from hardware_sim.depths.core import HANDS_RULEBOOK
from hardware_sim.depths.processes import Evening, ProcessDepth, game_of
from hardware_sim.depths.result import Played
from hardware_sim.depths.room import DepthName
from hardware_sim.depths.stage import Process, ProcessDied
from hardware_sim.lockstep import STALEMATE
from hardware_sim.phh import Hand, read_hands
from hardware_sim.robot.says import Refused, Stuck
from hardware_sim.shown import ShownSituation
from tests.ports import free_port

S = 1_000_000_000
"""A second of the table's time, ns."""

RULEBOOK = HANDS_RULEBOOK


class Guest:
    """Someone who is there for a hand. Overrides what it wants to hear of."""

    def setting_up(self, evening: WatchedEvening) -> None:
        """The parts are plugged in; no process runs yet."""

    def opened(self, evening: WatchedEvening) -> None:
        """The processes are up and in step; nothing has been played."""

    def look(self, evening: WatchedEvening, now: int) -> None:
        """A turn of the simulator's loop is over; `now` in ns of the table's time."""

    def closing(self, evening: WatchedEvening) -> None:
        """The hand is over or has failed; the processes still run."""


class WatchedEvening(Evening):
    """A hand with guests."""

    def __init__(self, depth: WatchedDepth, hand: Hand, description: dict[str, Any]) -> None:
        super().__init__(depth, hand, description)
        self.guests, self.port = depth.guests, depth.port
        self.loop.after_each(self._let_look)

    @property
    def says(self) -> ShownSituation | None:
        """What the table said last; None while it has said nothing."""
        return self.robot.says if self.robot is not None and self.robot.ready else None

    @property
    def root(self) -> Path:
        """The directory that holds everything of this table."""
        return self.stage.directory

    def _let_look(self, now: int) -> None:
        if self.robot is not None:
            for guest in self.guests:
                guest.look(self, now)

    def start_processes(self) -> None:
        for guest in self.guests:
            guest.setting_up(self)
        super().start_processes()
        for guest in self.guests:
            guest.opened(self)

    # --- what a guest may do --------------------------------------------------------------------------------------

    def finish(self) -> None:
        """No more is to be seen: the hand is given up."""
        self.fail(Stuck("the guests have seen enough"))

    def kill(self, command: str) -> int:
        """kill -9 of one process; the others, and the time, go on without it. Returns its process id."""
        process = self.stage.processes.pop(command)
        self.master.expected.discard(command)
        process.kill()
        process.wait()
        return process.pid

    def start(self, command: str) -> Process:
        """Start it (again); the time stands still until it is in step."""
        self.stage.start(command, lockstep=command != "console")
        if command != "console":
            self.master.expected.add(command)
        return self.stage.processes[command]


class WatchedDepth(ProcessDepth):
    """Plays hands of files with guests; its table's pages, where a console runs, are at `port`."""

    stalemate = STALEMATE

    def __init__(self, depth: DepthName, hands: Sequence[Hand], guests: Sequence[Guest], seed: int = 1) -> None:
        self.guests = tuple(guests)
        self.port = free_port()
        super().__init__(depth, hands, RULEBOOK, seed)

    def __enter__(self) -> WatchedDepth:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _set_up(self, hand: Hand) -> dict[str, Any]:
        description = tables.describe("reference", hand.players, self.stage.wires)
        self.stage.set_up(description, range(1, hand.players + 1), game_of(hand, self.rulebook), self.port)
        return description

    def play(self, hand: Hand) -> Played:
        """One hand, with a journal of its own, which lies in the stage's state directory until the next one."""
        played = Played(hand.name)
        self.stage.fresh_state()
        description = self._set_up(hand)
        try:
            evening = WatchedEvening(self, hand, description)
            with evening:
                try:
                    evening.play(played)
                finally:
                    for guest in self.guests:
                        guest.closing(evening)
        except Refused as error:
            played.refuse(str(error))
        except (Stuck, ProcessDied, LookupError) as error:
            played.fail(str(error))
        return played


def pluribus(shared: Path, *names: str) -> list[Hand]:
    """Hands of the Pluribus files by name, such as "100_17"."""
    return [hand for name in names for hand in read_hands(shared / "data" / "phh" / "pluribus" / f"{name}.phh")]


def await_file(path: Path, patience: float = 10.0) -> None:
    """Until a file, socket or directory is there."""
    deadline = time.monotonic() + patience
    while not path.exists():
        assert time.monotonic() < deadline, f"{path.name} is not there after {patience} s"
        time.sleep(0.01)
