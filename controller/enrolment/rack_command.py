"""`sabot enrol chips`: chips are registered a rack at a time, at an antenna of the table."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer
import zmq

from controller.enrolment.rack import Lying, Rack, rack_of
from controller.enrolment.stand_in import StandIn, alone_with_bridge, still_running
from controller.registers.chips import Chip, ChipState
from controller.registers.device_key import DeviceKey, DeviceKeyError, FileDeviceKey
from controller.registers.lines import chip_of
from controller.registers.store import RegisterError, load_registers, save_chips
from controller.service.transport.links import Links
from firmware_bridge.messages.places import CARD_KINDS, spot_called
from firmware_bridge.messages.tablefile import TableFile, load_table_file
from firmware_bridge.process.directories import AlreadyRunning
from firmware_bridge.process.refusals import refusing

LOOK_EVERY_MS: Final = 250  # how often it checks whether the bridge is still there. A key is taken at once
MOST_TYPED: Final = 4096
MOST_OF_A_RACK: Final = 10_000  # as many tags as a message of the bridge may have


def chips(
    config: Annotated[Path, typer.Option(help="The table's description, table.toml.")],
    denomination: Annotated[int, typer.Option(help="Of these chips, in minor units.")],
    series: Annotated[str, typer.Option(help="The series of these chips.")] = "main",
    rack: Annotated[int, typer.Option(min=1, max=MOST_OF_A_RACK, help="How many chips a rack has.")] = 100,
    at: Annotated[str, typer.Option(help="The place whose antenna reads the racks.")] = "tray",
) -> None:
    """Register chips of one denomination, a rack at a time, while the table does not run.

    Lay a rack at the antenna. The command says how many chips it reads, how many of them are registered already, and
    which do not belong. Enter registers the rack, and you lay the next. Type a number for a rack that has another
    number of chips. Type q, or press Ctrl-C, to leave: each rack that was confirmed is registered, and none else. The
    same command goes on.
    """
    with refusing(
        RegisterError, DeviceKeyError, AlreadyRunning, OSError, ValueError, zmq.ZMQError, says="sabot enrol"
    ):
        table = load_table_file(config)
        chip, place = _chip_called(denomination, series), _chip_place(at, table)
        with alone_with_bridge(table, config) as (links, bridge):
            key = FileDeviceKey.at(table.paths.state / "device.key")
            racks = Racks(table.paths.state, key, chip, rack, place)
            _follow(racks, links, bridge)
    typer.echo(f"{racks.registered} chips were registered as {called(chip)}")


def _chip_called(denomination: int, series: str) -> Chip:
    """Return the chip that a line of these words means. Raises ValueError."""
    if len(series.split()) != 1:
        raise ValueError(f"--series {series!r}: allowed is one word")
    return chip_of([str(denomination), series])


def _chip_place(at: str, table: TableFile) -> str:
    """Return a place that reads chips. Raises ValueError."""
    allowed = sorted(place for place in table.places if spot_called(place).kind not in (*CARD_KINDS, "shoe"))
    if at not in allowed:
        raise ValueError(f"--at {at}: allowed are the chip places of this table, {', '.join(allowed) or 'none'}")
    return at


def called(chip: Chip) -> str:
    """Return a chip as lines have it, such as "500 main"."""
    state = "" if chip.state is ChipState.IN_PLAY else f" {chip.state.value}"
    return f"{chip.denomination} {chip.series}{state}"


class Racks:
    """One rack after the other. Each is registered as a whole, or not at all."""

    def __init__(self, state: Path, key: DeviceKey, chip: Chip, usual: int, place: str) -> None:
        self.lying = Lying(place)
        self.registered = 0
        self._state, self._key, self._chip = state, key, chip
        self._usual = self._expected = usual
        self._register = load_registers(state, key).chips
        self._told = ""

    def news(self) -> str:
        """Return the news for the person. Empty if nothing has changed."""
        said = " ".join(self._said())
        news = "" if said == self._told else said
        self._told = said
        return news

    def _said(self) -> Iterator[str]:
        rack = self._rack()
        if rack is None:
            yield f"{self.lying.place} is not read: {self.lying.trouble or 'wait a moment'}."
        elif not rack.seen:
            yield f"Lay a rack of {self._expected} at {self.lying.place}."
        else:
            yield from told(rack, self._chip)

    def typed(self, line: str) -> str:
        """Take a line: nothing to register the rack, or a number of chips. Return what is to be said of it."""
        word, self._told = line.strip(), ""  # what lies there is said again
        if word.isascii() and word.isdecimal() and 1 <= int(word) <= MOST_OF_A_RACK:
            self._expected = int(word)
            return ""
        if word:
            return f"{word[:20]}: allowed are Enter, a number of 1-{MOST_OF_A_RACK}, and q."
        rack = self._rack()
        if rack is None or not rack.is_right or not rack.fresh:
            return "Nothing was registered."
        return self._confirmed(rack)

    def _confirmed(self, rack: Rack) -> str:
        """Register the new chips of a rack. Raises RegisterError, OSError, and nothing is then registered."""
        chips = load_registers(self._state, self._key).chips
        self._register = chips.registered(dict.fromkeys(rack.fresh, self._chip))
        save_chips(self._state, self._key, self._register)
        self.registered += len(rack.fresh)
        self._expected = self._usual
        return f"Registered: {len(rack.fresh)}, {self.registered} by now. Take the rack away."

    def _rack(self) -> Rack | None:
        tags = self.lying.tags
        return None if tags is None else rack_of(tags, self._expected, self._chip, self._register)


def told(rack: Rack, chip: Chip) -> Iterator[str]:
    """Yield the content of a rack, and what to do, in sentences without a tag."""
    yield f"{rack.seen} of {rack.expected} read. New: {len(rack.fresh)}."
    if rack.again:
        yield f"Registered already as {called(chip)}: {rack.again}."
    if rack.strangers:
        which = ", ".join(f"{number} of {called(other)}" for other, number in rack.strangers.items())
        yield f"Strangers: {which}. Take them out."
    if rack.seen < rack.expected:
        yield f"Not read: {rack.expected - rack.seen}. Turn or spread the rack, or type how many it has."
    if rack.seen > rack.expected:
        yield f"Too many: {rack.seen - rack.expected}. Take them away, or type how many it has."
    if rack.is_right:
        yield f"Enter registers {len(rack.fresh)} as {called(chip)}." if rack.fresh else "Lay the next rack."


def _follow(racks: Racks, links: Links, bridge: subprocess.Popen[bytes]) -> None:
    """Until the person leaves. Raises ChildProcessError if the bridge ends before."""
    stand_in = StandIn(links, racks.lying.place)
    keyboard, poller, typed = _keyboard(), zmq.Poller(), b""
    poller.register(links.events, zmq.POLLIN)
    poller.register(keyboard, zmq.POLLIN)
    while True:
        still_running(bridge)
        if keyboard in dict(poller.poll(LOOK_EVERY_MS)):
            data = os.read(keyboard, MOST_TYPED)
            *lines, typed = (typed + data).split(b"\n")
            for line in lines:
                if line.strip() == b"q":
                    return
                _say(racks.typed(line.decode("utf-8", "replace")))
            if not data:
                return
        for body in stand_in.sensed(time.monotonic_ns()):
            racks.lying.take(body)
        _say(racks.news())


def _keyboard() -> int:
    return sys.stdin.fileno()


def _say(text: str) -> None:
    if text:
        typer.echo(text, err=True)
