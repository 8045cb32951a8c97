"""The controller killed at every event of a hand: what is played and published is what it would have been.

Each event that the sources send is a boundary. The controller dies before it has heard of it, after it has answered,
or in between: the event is in the journal, and nobody was told. It is away for a moment, and people go on acting.
When it is back, either source may be the first to be heard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, get_args

import pytest

from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.told import DealerCommand, Entered
from firmware_bridge.messages.wire import Ack, Verdict
from hardware_sim.depths.links import SourceLink
from hardware_sim.robot.dealer import OVER
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause
from hardware_sim.robot.senses import IdealSenses
from hardware_sim.robot.simple import Habits, SimplePlayers
from hardware_sim.robot.structure import SHORT
from hardware_sim.trials.tournament import Tournaments, TournamentTable

pytestmark = pytest.mark.process

SECOND = 1_000_000_000
AWAY = SECOND // 2
"""How long a killed process stays away: what the supervisor takes to start it."""
LONG_ENOUGH = 600 * SECOND
SEED = 13  # folds by word, key and cards, bets on the board, and a showdown

LIVELY = Habits(bluff=0.15, all_in=0.04, peek=0.1, riffle=0.1, cap=0.05, silent=0.5, throw=0.6)
"""People who act in every way, and fidget."""

When = Literal["before it is heard", "after it is answered", "before it is answered"]
Result = dict[str, Any]
"""What was published when the hand was over, and every ruling, alarm and refusal of it."""


class Killing:
    """Kills the controller at the event with the number `at` (none: never), counted over both sources."""

    def __init__(self, table: TournamentTable, at: int | None, when: When, first: str) -> None:
        room = table.room
        assert room.bridge is not None
        self.room, self.at, self.when = room, at, when
        self.sources = {"bridge": room.bridge, "robot": room.link.source}
        self.first = self.sources.pop(first)
        (self.second,) = self.sources.values()
        self.said: list[Any] = []
        """What was sensed and told, in order."""
        self.deaf = self.met = self.waits = False
        assert isinstance(room.top.witness, IdealSenses)
        room.top.witness.emit = self._at_each(room.bridge)
        room.link.source.put = self._at_each(room.link.source)  # type: ignore[method-assign, assignment]  # the test listens in
        self._deafen()
        self._order_greetings()

    # --- the moment -----------------------------------------------------------------------------------------------

    def _at_each(self, source: SourceLink) -> Callable[[Any], None]:
        put = source.put

        def counted(body: Any) -> None:
            self.said.append(body)
            if len(self.said) != self.at:
                put(body)
            elif self.when == "before it is heard":
                self._kill(self.room.loop.now())
                put(body)
            else:
                self.deaf = self.when == "before it is answered"
                put(body)
                self.room.loop.call_at(self.room.loop.now() + 1, self._kill)

        return counted

    def _kill(self, now: int) -> None:
        process = self.room.stage.processes.pop("controller")
        self.room.master.expected.discard("controller")
        process.kill()
        process.wait()
        self.deaf = False
        self.room.loop.call_at(now + AWAY, self._start)

    def _start(self, _now: int) -> None:
        self.met = False
        self.room.stage.start("controller", lockstep=True)
        self.room.master.expected.add("controller")

    # --- who hears what, and who is heard first --------------------------------------------------------------------

    def _deafen(self) -> None:
        """What the controller says while it is about to die does not arrive."""
        link = self.room.link
        for source in (self.first, self.second):
            take = source._take

            def heard(message: Any, now: int, take: Callable[[Any, int], None] = take) -> None:
                if not (self.deaf and isinstance(message, Ack | Verdict | PublicState)):
                    take(message, now)

            source._take = heard  # type: ignore[method-assign]  # the test listens in
        listen = link._take

        def listened(state: PublicState) -> None:
            if self.deaf:
                link.revision = max(link.revision, state.revision)
            else:
                listen(state)

        link._take = listened  # type: ignore[method-assign]  # the test listens in
        link.source.on_state = listened

    def _order_greetings(self) -> None:
        """The second says hello when the first has said all it kept."""
        connected, meeting = self.second._connected, self.first.on_meeting

        def later(now: int) -> None:
            if self.met or not self.at:
                connected(now)
            else:
                self.waits = True
                self.room.loop.unwatch(self.second._monitor)

        def met() -> None:
            self.met = True
            meeting()
            if self.waits:
                self.waits = False
                self.room.loop.watch(self.second._monitor, connected)

        self.room.loop.unwatch(self.second._monitor)
        self.room.loop.watch(self.second._monitor, later)
        self.first.on_meeting = met


def course(table: TournamentTable) -> Script:
    yield Pause(SECOND)
    yield from table.floor.drawn_seat(10)
    yield from table.floor.start()
    table.course.started = table.room.loop.now()
    yield from table.floor.go_on()
    yield Pause(SECOND)
    yield from table.dealer.hand(table.shuffled())
    yield Pause(SECOND)


def played(table: TournamentTable, killing: Killing) -> Result:
    """What was published of a hand."""
    room, over = table.room, dict[str, Any]()
    rulings = dict[str, Any]()

    def news() -> None:
        table.course.look(table.state)
        rulings.update((r.id, (r.matter, r.seat, r.cites, r.text)) for r in table.state.rulings)
        if table.state.phase in OVER and table.state.hand:
            over.update(summary(table.state))

    try:
        room.perform(course(table), LONG_ENOUGH, news)
    except Exception as error:
        error.add_note(f"at event {killing.at}, killed {killing.when}")
        raise
    said = {"alarms": table.course.alarms, "refused": room.link.refusals, "rulings": list(rulings.values())}
    return {**over, **said}


def summary(state: PublicState) -> dict[str, Any]:
    return {
        "seats": [(s.seat, s.stack, s.folded, s.won, s.shown, s.owes) for s in state.seats],
        "board": state.board,
    }


@contextmanager
def tournaments() -> Iterator[Tournaments]:
    with Tournaments("bus", SHORT) as them:
        yield them


def run(them: Tournaments, at: int | None, when: When, first: str) -> tuple[Result, list[Any]]:
    """What was published of the hand, and what was sensed and told in it."""
    with them.table("lfp", SEED) as table:
        assert isinstance(table.dealer.players, SimplePlayers)
        table.dealer.players.habits = LIVELY
        killing = Killing(table, at, when, first)
        return played(table, killing), killing.said


def is_fold_by_word(body: Any) -> bool:
    return isinstance(body, Entered) and isinstance(body.told, DealerCommand) and body.told.word == "folded"


def test_a_fold_that_is_said_while_no_controller_listens_is_no_act_out_of_turn() -> None:
    with tournaments() as them:
        undisturbed, said = run(them, None, "before it is heard", "bridge")
        words = [at for at, body in enumerate(said, start=1) if is_fold_by_word(body)]
        assert len(words) > 2
        for at in words:
            assert run(them, at, "before it is heard", "bridge")[0] == undisturbed, f"killed at event {at}"


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", ["bridge", "robot"])
@pytest.mark.parametrize("when", get_args(When))
def test_hand_is_the_same_whenever_the_controller_is_killed(when: When, first: str) -> None:
    with tournaments() as them:
        undisturbed, said = run(them, None, when, first)
        for at in range(1, len(said) + 1):
            assert run(them, at, when, first)[0] == undisturbed, f"killed at event {at} of {len(said)}"
