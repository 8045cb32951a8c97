"""When the running bridge dumps its black box: a part fails, or the diagnosis tells a fault that is news."""

from typing import Any, Final

from firmware_bridge.blackbox import BlackBox
from firmware_bridge.diagnosis.verdict import Verdict
from firmware_bridge.dumps import (
    US,
    VERSION,
    Dump,
    Dumps,
    DumpVerdict,
    LinesDump,
    dump_bursts,
    dump_counters,
    dump_edges,
    dump_happened,
    dump_line,
    dump_verdict,
    utc_now,
)
from firmware_bridge.messages.places import CARD_KINDS, spot_called
from firmware_bridge.messages.tablefile import GpioSection, Part
from firmware_bridge.parts.connection import Connection
from firmware_bridge.parts.lifecycle import Change, Signal, State
from firmware_bridge.parts.pins import NAME as PINS
from firmware_bridge.parts.pins import Pins
from firmware_bridge.raw.masking import Names, masked

FAILING: Final = {
    State.LOST: frozenset(Signal), State.QUARANTINED: frozenset(Signal), State.DEGRADED: frozenset(Signal),
    State.BACK_OFF: frozenset({Signal.OPEN_FAILED, Signal.PORT_BUSY, Signal.PORT_FORBIDDEN}),
}  # fmt: skip
"""The signals after which the black box of a part is worth keeping, by the part's new state."""


class Dumped:
    """Writes what the black box holds of a part, once a minute for the same reason at most."""

    def __init__(self, box: BlackBox, dumps: Dumps, gpio: GpioSection | None) -> None:
        self._box = box
        self._dumps = dumps
        self._gpio = gpio

    def failed(self, connection: Connection[Any], change: Change, now: int) -> None:
        """Dump a part whose state has changed, if that is a failure."""
        signal, part = change.signal, connection.part.name
        if signal is not None and signal in FAILING.get(change.after, ()) and self._dumps.wanted(part, signal, now):
            self._serial(connection, change, None, now)

    def found(self, verdict: Verdict, connection: Connection[Any] | None, pins: Pins | None, now: int) -> None:
        """Dump the part of a verdict that did not stand before. The machine has no black box."""
        lines = verdict.part == PINS and pins is not None
        if not (lines or connection is not None) or not self._dumps.wanted(verdict.part, verdict.fault, now):
            return
        told = dump_verdict(verdict)
        if connection is not None:
            state = connection.life.state
            self._serial(connection, Change(state, state, verdict.cause), told, now)
        elif pins is not None:
            self._lines(pins, told, now)

    def _serial(self, connection: Connection[Any], change: Change, told: DumpVerdict | None, now: int) -> None:
        part = connection.part
        sent, received = connection.channel
        counters = dump_counters(connection.counters, sent, received)
        raw = masked(connection.tape, part.kind, self._box.hands if _has_cards(part) else (), Names())
        dump = Dump(
            version=VERSION, written=utc_now(), part=part.name, part_kind=part.kind, port=part.port, baud=part.baud,
            parity=part.parity, serial=part.serial, seat=part.seat, places=part.antennas, before=change.before,
            after=change.after, signal=change.signal, told=told, cause=change.cause[:2000], counters=counters,
            lines=tuple(dump_line(line, now) for line in self._box.lines(part.name)),
            at=now // US, sent=dump_bursts(raw.sent, now), received=dump_bursts(raw.received, now),
            happened=dump_happened(connection.tape.happened, now),
        )  # fmt: skip
        self._dumps.write(dump)

    def _lines(self, pins: Pins, told: DumpVerdict, now: int) -> None:
        gpio = self._gpio
        if gpio is None:
            return
        edges = {name: dump_edges(ring, now) for name, ring in self._box.edges().items()}
        dump = LinesDump(
            version=VERSION, written=utc_now(), backend=gpio.backend, numbers=dict(gpio.lines),
            acting=tuple(sorted(pins.acting)), told=told, edges=edges,
        )  # fmt: skip
        self._dumps.write(dump)


def _has_cards(part: Part) -> bool:
    """Whether it reads cards. A chip is no secret, so it may keep its alias from hand to hand."""
    return any(spot_called(place).kind in (*CARD_KINDS, "shoe") for place in part.antennas.values())
