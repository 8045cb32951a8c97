"""The GPIO lines as the bridge keeps them: watched, debounced by one function, found again when the chip is lost."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from drivers.gpio import Change as LevelChange
from drivers.gpio import Debounce, Edge, GpioChip, GpioError, Pull, open_chip
from firmware_bridge.blackbox import BlackBox
from firmware_bridge.messages.complaints import ONE_LINE
from firmware_bridge.messages.loop import Loop, Timer
from firmware_bridge.messages.places import line_called
from firmware_bridge.messages.tablefile import GpioSection, SensingSection

from .lifecycle import WORKING, Change, Lifecycle, Signal, State

MS = 1_000_000
NAME = "gpio"

# A dead chip gives no edges, and so does a quiet one. Twenty lines, one at a time, are looked at in five seconds.
LOOK_EVERY = 250 * MS
# A dead chip must be noticed in 2 s. A chip behind a slow bus answers in some ms.
ANSWERS_WITHIN = 1_000 * MS

# Sensors are open drain with a pull-up: a line reads 0 while its sensor acts. For lid and door acting is "closed".
DOOR = "door"
RESTS_ACTING = ("shoe:lid", DOOR)
FAULTS = {
    "shoe:lid": "the shoe's lid is open",
    DOOR: "the service door is open",
    "power": "the supply is failing",
}


class Listener(Protocol):
    """Receives what the lines report."""

    def pins_health(self, change: Change, now: int) -> None: ...
    def pins_known(self, acting: frozenset[str], now: int) -> None: ...
    def pins_lost(self, now: int) -> None: ...
    def pin(self, name: str, acting: bool, change: LevelChange, now: int) -> None: ...
    def stirring(self, name: str, now: int) -> None: ...


class Pins:
    """All lines of the table."""

    def __init__(
        self, gpio: GpioSection, sensing: SensingSection, loop: Loop, listener: Listener, box: BlackBox,
        chip: Callable[[], GpioChip] | None = None,
    ) -> None:  # fmt: skip
        self.life = Lifecycle(loop.now())
        self._gpio = gpio
        self._sensing = sensing
        self._loop = loop
        self._listener = listener
        self._box = box
        self._open_chip = chip or self._chip_of_machine
        self._chip: GpioChip | None = None
        self._debounce: dict[str, Debounce] = {}
        self._levels: dict[str, bool] = {}
        self._life_timer: Timer | None = None
        self._settle_timer: Timer | None = None
        self._look_timer: Timer | None = None
        self._looked_at = 0  # which line, in the order of the table file
        self._asked: int | None = None  # when it was asked for its level, if it has not answered
        self._doubted = False  # its level was another one than after its last edge
        self._conflict: tuple[int, ...] = ()
        self._arm()

    @property
    def channel(self) -> tuple[int, int]:
        """Bytes sent and received on the simulator's socket. Zeros on a real machine."""
        return getattr(self._chip, "sent", 0), getattr(self._chip, "received", 0)

    @property
    def door_open(self) -> bool:
        """Whether the service door stands open, as far as a line tells."""
        return DOOR in self._levels and not self._acting(DOOR)

    @property
    def acting(self) -> frozenset[str]:
        """The lines whose sensors act, as far as they are known."""
        return frozenset(name for name in self._levels if self._acting(name))

    @property
    def simulated(self) -> bool:
        """Whether the lines are a socket, whose bytes a clock in lock step must count."""
        return self._gpio.backend == "socket"

    def close(self) -> None:
        """Release all lines."""
        self._drop()
        for timer in (self._life_timer, self._settle_timer, self._look_timer):
            if timer is not None:
                timer.cancel()

    def conflict(self, seats: tuple[int, ...], now: int) -> None:
        """The dealer button's switches contradict each other (empty: not any more)."""
        self._conflict = seats
        self._tell_faults(now)

    def watch_anew(self, cause: str, now: int) -> None:
        """Read the levels again after a while without a listener, as the kernel keeps few edges."""
        self._signal(Signal.UNWATCHED, now, cause)

    # the lifecycle

    def _look(self, now: int) -> None:
        match self.life.state:
            case State.ABSENT:
                self._signal(Signal.PORT_THERE, now)
            case State.OPENING:
                self._open(now)
            case State.LOST:
                self._signal(Signal.CLOSED, now)
            case State.BACK_OFF:
                self._signal(Signal.WAITED, now)
            case _:
                pass

    def _open(self, now: int) -> None:
        try:
            self._chip = self._open_chip()
            self._loop.watch(self._chip.fileno(), self._pump)
            for name, line in self._gpio.lines.items():
                self._watch(self._chip, name, line, now)
        except GpioError as error:
            self._drop()
            self._signal(Signal.OPEN_FAILED, now, f"GPIO lines: {error}")
            return
        for signal in (Signal.OPENED, Signal.CONFIGURED):
            self._signal(signal, now)
        self._listener.pins_known(self.acting, now)
        self._tell_faults(now)
        self._settle(now)
        self._look_at_lines(now)

    def _chip_of_machine(self) -> GpioChip:
        return open_chip(self._gpio.backend, self._gpio.socket, self._loop.now)

    def _watch(self, chip: GpioChip, name: str, line: int, now: int) -> None:
        level = chip.watch(line, Pull.UP, partial(self._edge, name), holder=name)
        dwell = self._sensing.button_dwell_ms * MS if line_called(name).kind in ("button", "post") else None
        self._levels[name] = level
        self._debounce[name] = Debounce(level, now, self._sensing.debounce_ms * MS, dwell, placed=False)

    def _drop(self) -> None:
        if self._chip is not None:
            self._loop.unwatch(self._chip.fileno())
            self._chip.close()
        self._chip = None
        self._debounce.clear()
        self._levels.clear()
        if self._look_timer is not None:
            self._look_timer.cancel()
        self._asked, self._doubted = None, False

    def _signal(self, signal: Signal, now: int, cause: str = "") -> None:
        change = self.life.signal(signal, now, cause)
        self._arm()
        if change is None:
            return
        if change.before in WORKING and change.after not in WORKING:
            self._drop()
            self._listener.pins_lost(now)
        self._listener.pins_health(change, now)

    def _arm(self) -> None:
        if self._life_timer is not None:
            self._life_timer.cancel()
        self._life_timer = None if self.life.due is None else self._loop.call_at(self.life.due, self._look)

    # levels

    def _pump(self, now: int) -> None:
        if self._chip is None:
            return
        try:
            self._chip.pump(now)
        except GpioError as error:
            self._signal(Signal.CABLE_LOST, now, f"GPIO lines: {error}")
            return
        self._settle(now)

    def _look_at_lines(self, now: int) -> None:
        """Ask for the level of one line after the other."""
        if self._chip is None or not self._debounce:
            return
        if self._asked is not None and now - self._asked >= ANSWERS_WITHIN:
            self._signal(Signal.CABLE_LOST, now, "GPIO lines: they do not answer")
            return
        self._look_timer = self._loop.call_at(now + LOOK_EVERY, self._look_at_lines)
        if self._asked is not None:
            return
        self._asked = now
        name = list(self._debounce)[self._looked_at % len(self._debounce)]
        try:
            self._chip.look(self._gpio.lines[name], partial(self._heard, name))
        except GpioError as error:
            self._signal(Signal.CABLE_LOST, now, f"GPIO lines: {error}")
            return
        self._settle(now)

    def _heard(self, name: str, level: bool) -> None:
        """A line has this level. If its last edge said otherwise twice, an edge was lost."""
        self._asked = None
        differs = level != self._debounce[name].raw
        if differs and self._doubted:
            self._edge(name, Edge(self._gpio.lines[name], level, self._loop.now(), lost=1))
        self._doubted = differs and not self._doubted
        self._looked_at += not self._doubted

    def _edge(self, name: str, edge: Edge) -> None:
        changes = self._debounce[name].edge(edge.stamp, edge.level, edge.lost)
        self._box.edge(name, edge)
        self._listener.stirring(name, edge.stamp)
        for change in changes:
            self._changed(name, change, edge.stamp)

    def _settle(self, now: int) -> None:
        """Report what has settled on all lines, in the order in which it happened."""
        settled = [(change, name) for name, line in self._debounce.items() for change in line.wake(now)]
        for change, name in sorted(settled, key=lambda each: (each[0].first_present, each[1])):
            self._changed(name, change, now)
        dues = [line.deadline for line in self._debounce.values() if line.deadline is not None]
        if self._settle_timer is not None:
            self._settle_timer.cancel()
        self._settle_timer = self._loop.call_at(min(dues), self._settle) if dues else None

    def _acting(self, name: str) -> bool:
        return not self._levels[name]

    def _changed(self, name: str, change: LevelChange, now: int) -> None:
        self._levels[name] = change.level
        self._box.note(NAME, f"{name} {'acts' if not change.level else 'rests'}", change.first_present)
        self._listener.pin(name, not change.level, change, now)
        if name in FAULTS:
            self._tell_faults(now)

    def _tell_faults(self, now: int) -> None:
        wrong = [
            text
            for name, text in FAULTS.items()
            if name in self._levels and self._acting(name) != (name in RESTS_ACTING)
        ]
        if self._conflict:
            seats = " and ".join(str(seat) for seat in self._conflict)
            wrong.append(
                f"the button's switches at seats {seats} are on together: one of them is stuck, or a magnet is near"
            )
        if wrong:
            self._signal(Signal.PARTLY_MUTE, now, ONE_LINE.join(wrong))
        else:
            self._signal(Signal.WHOLE, now)
