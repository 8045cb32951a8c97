"""`sabot box`: the parts of a table at their ports, to be commissioned by a person without hardware."""

import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated, Final

import typer

from firmware_bridge.messages.clock import RealClock
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.signals import end_signals
from hardware_sim.depths.playing import WorldClockwork
from hardware_sim.physics.noise import PROFILES

from .dealing import Dealing
from .hands import SHORT, Hands
from .page_link import PageLink
from .parts import Box

PAGES: Final = "127.0.0.1:8080"
MOST_TYPED: Final = 4096


def box(
    folder: Annotated[Path, typer.Argument(help="Where the ports are to be. It is made.")],
    seats: Annotated[int, typer.Option(min=2, max=10, help="How many seats the table has.")] = 10,
    seed: Annotated[int, typer.Option(help="The same number gives the same plugs, tags and noise.")] = 1,
    quiet: Annotated[bool, typer.Option("--quiet", help="No reading is missed, and no contact bounces.")] = False,
) -> None:
    """Plug in the simulated parts of a table, and do at them what you type.

    No one says which antenna, display or line is where: commission them in another terminal, as docs/commissioning.md
    tells. Paste each order here, and hands carry it out. Later they lay racks and stacks, and deal. Ctrl-C unplugs
    everything. With the same seed it is the same box again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    loop = Loop(RealClock())
    with closing(Box(folder, loop, seats, seed, PROFILES["quiet" if quiet else "real"])) as parts:
        WorldClockwork(loop, parts.world)
        typer.echo(f"A box of {len(parts.rig.cables) - 1} parts is plugged in. In another terminal:")
        typer.echo(f"  sabot commission --config {folder / 'table.toml'} --box {folder}")
        typer.echo(SHORT)
        prompt = Prompt(parts)
        loop.watch(sys.stdin.fileno(), prompt.typed)
        with end_signals(loop, lambda _now: loop.stop()):
            loop.run()
        prompt.close()


class Prompt:
    """What is typed, and what comes of it."""

    def __init__(self, parts: Box) -> None:
        self._box, self._hands = parts, Hands(parts)
        self._typed, self._last = b"", ""
        self._link: PageLink | None = None

    def typed(self, now: int) -> None:
        """Take lines. Their end is no end of the box."""
        data = os.read(sys.stdin.fileno(), MOST_TYPED)
        if not data:
            self._box.loop.unwatch(sys.stdin.fileno())
        *lines, self._typed = (self._typed + data).split(b"\n")
        for line in lines:
            self._last = line.decode("utf-8", "replace").strip() or self._last
            typer.echo(self._done(self._last, now))

    def _done(self, text: str, now: int) -> str:
        words = text.split()
        try:
            return self._deal(words[1:]) if words[:1] == ["deal"] else self._hands.do(text, now)
        except (ValueError, LookupError) as error:
            return str(error)

    def _deal(self, words: list[str]) -> str:
        """Begin to deal. Raises ValueError."""
        if len(words) not in (3, 4) or not words[0].isdecimal():
            raise ValueError(SHORT)
        if self._link is not None:
            raise ValueError("hands are dealt already")
        address, hands = (*words[3:], PAGES)[0], int(words[0])
        self._link = PageLink(
            self._box.loop, address, words[1], words[2], lambda: self._came(hands), self._refused
        )  # fmt: skip
        return "dealing"

    def _came(self, hands: int) -> None:
        if self._link is not None:
            Dealing(self._box, self._link, hands, typer.echo, self._ended)

    def _refused(self, trouble: str) -> None:
        typer.echo(f"the pages of the table cannot be used: {trouble}")
        self.close()

    def _ended(self, error: Exception | None) -> None:
        typer.echo("the hands are dealt" if error is None else f"the robot dealer is stuck: {error}")
        self.close()

    def close(self) -> None:
        """Leave the table's pages."""
        if self._link is not None:
            self._link.close()
            self._link = None
