"""A person's seat at the simulated table: orders of the simulator's page, carried out on the table's own time.

The page calls from its own thread. Orders are queued and done by the loop's thread. The page reads one immutable
value that the loop's thread replaces.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from firmware_bridge.messages.loop import Loop
from hardware_sim.depths.links import PublicLink
from hardware_sim.depths.rig import Rig
from hardware_sim.errands import Errands
from hardware_sim.page import DisplayState, PartState, SeatState
from hardware_sim.physics.things import Card, ThingId
from hardware_sim.robot.chips import lying, select
from hardware_sim.robot.tabletop import TableTop
from hardware_sim.sentences import Sentence

MOTION = 400_000_000
"""Time from the stack to the line, in ns, as for the simple players."""

REFRESH = 100_000_000
"""How old what the page shows may be, in ns. A tenth of a second looks immediate."""


class Players(Protocol):
    """The players of a table. `human` is the seat that a person has taken from them, if any."""

    human: int | None


class Onlookers:
    """No one plays by themselves. A person may look over the shoulder of any seat."""

    human: int | None = None


class Controls:
    """What a person can change in the robot: its speed, and whether it rests."""

    def __init__(self, seconds_per_act: float) -> None:
        self.seconds_per_act = seconds_per_act
        self.paused = False


class HumanSeat:
    """Implements `hardware_sim.page.SeatControl`."""

    def __init__(
        self, loop: Loop, top: TableTop, link: PublicLink, players: Players, rig: Rig, controls: Controls
    ) -> None:
        self.loop, self.top, self.link = loop, top, link
        self.players, self.rig, self.controls = players, rig, controls
        self.kinds: Mapping[str, str] = {}
        self.note = Sentence()
        self.errands = Errands(loop, self._done)
        self._pushed: list[ThingId] = []
        self._faults: dict[str, list[str]] = {}
        self._state = SeatState()
        loop.call_at(loop.now(), self._refresh)

    # --- called by the page, in its thread ------------------------------------------------------------------------

    def state(self) -> SeatState:
        return self._state

    def take(self, seat: int) -> None:
        self._order(lambda _now: self._sit(seat))

    def leave(self) -> None:
        self._order(lambda _now: self._sit(None))

    def push(self, chips: Mapping[int, int]) -> None:
        self._order(lambda now: self._push(chips, now))

    def take_back(self) -> None:
        self._order(lambda _now: self._take_back())

    def press(self, key: str) -> None:
        self._order(lambda _now: self._press(key))

    def throw_cards(self) -> None:
        self._order(lambda _now: self._throw())

    def fault(self, command: str) -> Sentence:
        self.rig.faults.parse(command)
        self._order(lambda now: self.do_fault(command, now))
        return Sentence("Done: {command}", {"command": command})

    def set_speed(self, seconds_per_act: float) -> None:
        self._order(lambda _now: setattr(self.controls, "seconds_per_act", seconds_per_act))

    def pause(self, paused: bool) -> None:
        self._order(lambda _now: setattr(self.controls, "paused", paused))

    def _order(self, order: Callable[[int], None]) -> None:
        self.errands.put(order)

    # --- in the loop's thread -------------------------------------------------------------------------------------

    def _done(self, trouble: Sentence) -> None:
        self.note = trouble or self.note
        self.look()

    def _sit(self, seat: int | None) -> None:
        self.players.human = seat
        self._pushed.clear()
        self.note = Sentence()

    def _push(self, chips: Mapping[int, int], now: int) -> None:
        seat = self.players.human
        if seat is not None and any(chips.values()):
            moving = select(self.top.world, f"stack:{seat}", chips)
            self.top.shift(moving, f"hand:{seat}")
            self._pushed = moving
            self.loop.call_at(now + MOTION, lambda _now: self._lay(moving, seat))

    def _lay(self, chips: list[ThingId], seat: int) -> None:
        self.top.shift([c for c in chips if self.top.world.place_of(c) == f"hand:{seat}"], f"bet:{seat}")

    def _take_back(self) -> None:
        seat = self.players.human
        self.top.shift([c for c in self._pushed if self.top.world.place_of(c) == f"bet:{seat}"], f"stack:{seat}")
        self._pushed.clear()

    def _press(self, key: str) -> None:
        if self.players.human is not None:
            self.top.press(self.players.human, key)

    def _throw(self) -> None:
        for card in self.top.cards(f"seat:{self.players.human}") if self.players.human else []:
            self.top.lay(card, "muck")

    def do_fault(self, command: str, now: int) -> None:
        """Carry out a fault, and remember it for the page. Raises ValueError."""
        self.rig.faults.order(command, now)
        verb, *words = command.split()
        if verb == "heal":
            for name in self._faults if words[:1] == ["all"] else words[:1]:
                self._faults[name] = []
        elif words and verb not in ("plug", "unplug", "reboot", "release"):
            self._faults.setdefault(words[0], []).append(command)

    # --- what the page shows --------------------------------------------------------------------------------------

    def _refresh(self, now: int) -> None:
        self.look()
        self.loop.call_at(now + REFRESH, self._refresh)

    def look(self) -> None:
        """Show the page what there is now. It is done by itself while the table's time passes."""
        self._state = self._seen(self.players.human)

    def _seen(self, seat: int | None) -> SeatState:
        state = self.link.state
        return SeatState(
            seat=seat,
            free=tuple(s.seat for s in state.seats if s.seat != seat) if state else (),
            cards=self._cards(seat),
            stack=self._chips("stack", seat),
            hand=self._chips("hand", seat),
            bet=self._chips("bet", seat),
            turn=state.turn if state else None,
            to_call=state.to_call if state and state.turn == seat else 0,
            call_total=state.call_total if state else 0,
            min_raise=state.min_raise if state else None,
            max_raise=state.max_raise if state else None,
            board=state.board if state else (),
            pot=sum(pot.amount for pot in state.pots) if state else 0,
            phase=state.phase if state else "",
            speed=self.controls.seconds_per_act,
            paused=self.controls.paused,
            displays={n: DisplayState(one.page, dict(one.values())) for n, one in self.rig.displays.items()},
            parts=tuple(self._parts()),
            note=self.note,
        )

    def _cards(self, seat: int | None) -> tuple[str, ...]:
        """The person's own hole cards, if they lie before them or in their hand."""
        places = [] if seat is None else [f"seat:{seat}", f"hand:{seat}"]
        return tuple(c.face for place in places for c in self.top.world.at(place) if isinstance(c, Card))

    def _chips(self, kind: str, seat: int | None) -> dict[int, int]:
        return {} if seat is None else dict(lying(self.top.world, f"{kind}:{seat}"))

    def _parts(self) -> list[PartState]:
        return [
            PartState(name, self.kinds.get(name, "gpio"), cable.wire.plugged, tuple(self._faults.get(name, ())))
            for name, cable in self.rig.cables.items()
        ]

    def close(self) -> None:
        self.errands.close()
