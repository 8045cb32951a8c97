"""The lock-step clock: its master and the participants' own `LockstepClock`, over a real socket, in one process."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.messages.clock import Channel, Channels, LockstepClock
from firmware_bridge.messages.loop import Loop
from hardware_sim import lockstep
from hardware_sim.lockstep import LAG, START, MasterClock, Pace

MS = 1_000_000
WIRE, LINK = Channel("wire", "x"), Channel("bus", "bridge")


class Stand:
    """A master with its loop."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.channels: dict[Channel, tuple[int, int]] = {}
        self.master = MasterClock(directory)
        self.loop = Loop(self.master, lambda: self.channels)
        self.master.attach(self.loop)

    def run_until(self, due: int) -> None:
        """Let the master's loop run until the table's time is `due`."""
        self.loop.call_at(due, lambda _now: self.loop.stop())
        self.loop.run()


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    made = Stand(tmp_path)
    yield made
    made.master.close()


class Participant(threading.Thread):
    """A process in miniature: a loop on a lock-step clock, ended by the master's going."""

    def __init__(self, stand: Stand, name: str) -> None:
        super().__init__(daemon=True)
        self.stand = stand
        self.channels: dict[Channel, tuple[int, int]] = {}
        self.woken: list[int] = []
        self.clock = LockstepClock(name, stand.directory)
        self.loop = Loop(self.clock, self._channels)

    def _channels(self) -> Channels:
        return self.channels

    def run(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # the master has gone, or the test has closed our end
            self.loop.run()
        self.clock.close()


def test_without_participants_the_time_goes_from_timer_to_timer(stand: Stand) -> None:
    seen: list[int] = []
    for due in (START + 5 * MS, START + 2 * MS, START + 9 * MS):
        stand.loop.call_at(due, seen.append)
    stand.run_until(START + 10 * MS)
    assert seen == [START + 2 * MS, START + 5 * MS, START + 9 * MS]


def test_a_participant_is_woken_at_its_own_deadline(stand: Stand) -> None:
    stand.master.expected = {"one"}
    one = Participant(stand, "one")
    for due in (START + 3 * MS, START + 7 * MS):
        one.loop.call_at(due, one.woken.append)
    one.start()
    stand.run_until(START + 10 * MS)
    assert one.woken == [START + 3 * MS, START + 7 * MS]


def test_the_time_stands_until_all_that_are_expected_have_come(stand: Stand) -> None:
    stand.master.expected = {"late"}
    passed: list[int] = []
    stand.loop.call_at(START + MS, passed.append)
    late = Participant(stand, "late")
    threading.Timer(0.05, late.start).start()
    assert stand.master.idle(START + MS, dict) == lockstep.GLANCE
    assert stand.master.now() == START
    stand.run_until(START + 2 * MS)
    assert passed == [START + MS]


def test_a_held_clock_does_not_move(stand: Stand) -> None:
    stand.master.held = True
    stand.master.idle(START + MS, dict)
    assert stand.master.now() == START


def test_the_grain_is_the_least_step(tmp_path: Path) -> None:
    master = MasterClock(tmp_path, grain=4 * MS)
    try:
        master.idle(START + MS, dict)
        assert master.now() == START + 4 * MS
        master.idle(START + 20 * MS, dict)
        assert master.now() == START + 20 * MS
    finally:
        master.close()


def test_what_is_under_way_on_a_channel_holds_the_time_until_it_has_come(stand: Stand) -> None:
    stand.master.expected = {"one"}
    stand.channels = {WIRE: (3, 0)}  # we sent three bytes
    one = Participant(stand, "one")
    one.channels = {WIRE: (0, 0)}

    def receive() -> None:
        one.channels = {WIRE: (0, 3)}
        one.clock.idle(None, lambda: one.channels)

    one.start()
    threading.Timer(0.05, receive).start()
    stand.run_until(START + MS)
    assert stand.master.forced == 0


def test_a_participant_opens_its_wires_when_bytes_wait_there(stand: Stand) -> None:
    stand.master.expected = {"one"}
    stand.channels = {WIRE: (3, 0)}  # we sent three bytes
    one = Participant(stand, "one")
    opened: list[int] = []

    def take() -> Channels:
        if one.clock.wires_open:
            opened.append(one.clock.now())
        return {WIRE: (0, 3 if opened else 0)}

    one.loop._channels = take
    one.start()
    stand.run_until(START + 2 * MS)
    assert opened == [START]


def test_the_master_takes_nothing_from_wires_while_a_participant_works(stand: Stand) -> None:
    late = Participant(stand, "late")
    stand.master._join(START)  # it works until its first report
    written, ours = socket.socketpair()
    reported: list[bool] = []
    stand.loop.watch(ours.fileno(), lambda _now: reported.append(late.is_alive()), wire=True)
    written.send(b"?")
    threading.Timer(0.05, late.start).start()
    stand.loop.after_each(lambda _now: stand.loop.stop() if reported else None)
    stand.loop.run()
    for end in (written, ours):
        end.close()
    assert reported == [True]


def test_two_ends_that_never_agree_are_forced_and_counted(stand: Stand) -> None:
    stand.master.patience = 0.02
    stand.master.expected = {"one"}
    stand.channels = {WIRE: (3, 0)}
    one = Participant(stand, "one")
    one.channels = {WIRE: (0, 2)}  # a byte was lost
    one.start()
    stand.run_until(START + MS)
    assert stand.master.forced >= 1
    assert set(stand.master.disputed) == {WIRE}


def test_after_a_loss_a_participant_waits_for_what_was_sent_since(stand: Stand) -> None:
    stand.master.expected = {"one"}
    stand.master.patience = 0.02
    stand.channels = {WIRE: (100, 0)}  # as many were sent to a process that was killed
    one = Participant(stand, "one")
    one.channels = {WIRE: (0, 0)}
    one.start()
    stand.run_until(START + MS)
    assert stand.master.forced == 1

    def take() -> Channels:
        if one.clock.wires_open:
            one.channels = {WIRE: (0, 3)}
        return one.channels

    one.loop._channels = take
    stand.channels = {WIRE: (103, 0)}
    stand.run_until(START + 2 * MS)
    assert (stand.master.forced, one.clock.wires_open) == (1, False)


def test_a_wire_with_one_end_is_no_dispute(stand: Stand) -> None:
    stand.channels = {WIRE: (3, 0)}
    stand.run_until(START + MS)
    assert stand.master.forced == 0


def test_the_time_stands_until_a_restarted_controller_has_greeted_its_sources(stand: Stand) -> None:
    stand.master.expected = {"controller"}
    stand.channels = {LINK: (29, 52)}  # as with the dead one: its socket has not found the new one
    controller = Participant(stand, "controller")
    greeted: list[int] = []

    def greet() -> None:
        greeted.append(stand.master.now())
        stand.channels = {LINK: (1, 1)}
        controller.channels = {LINK: (1, 1)}
        controller.clock.idle(None, lambda: controller.channels)

    controller.start()
    threading.Timer(0.1, greet).start()
    stand.run_until(START + MS)
    assert greeted == [START]
    assert stand.master.forced == 0


def test_a_participant_that_dies_holds_nobody_up(stand: Stand) -> None:
    one = Participant(stand, "one")
    one.start()
    stand.run_until(START + MS)
    one.clock._socket.shutdown(socket.SHUT_RDWR)  # as the kernel does when the process dies
    stand.run_until(START + 2 * MS)
    assert stand.master.now() >= START + 2 * MS


def test_nothing_is_left_in_the_directory(tmp_path: Path) -> None:
    stand = Stand(tmp_path)
    stand.run_until(START + MS)
    stand.master.close()
    assert list(tmp_path.iterdir()) == []


# --- no faster than people can watch --------------------------------------------------------------------------------

STEP = 20 * MS


class Wall:
    """Real time that a test sets, in seconds."""

    now = 100.0


def paced(wall: Wall, rate: float) -> Pace:
    return Pace(lambda: rate, lambda: wall.now)


@pytest.mark.parametrize(("rate", "early"), [(1.0, 0.02), (4.0, 0.005), (float("inf"), 0.0)])
def test_a_step_waits_until_as_much_real_time_has_passed(rate: float, early: float) -> None:
    wall = Wall()
    pace = paced(wall, rate)
    assert pace.early(STEP) == pytest.approx(early)
    wall.now += early + 1e-9
    assert pace.early(STEP) == 0.0


def test_the_time_stands_while_its_rate_is_zero() -> None:
    wall = Wall()
    pace = paced(wall, 0.0)
    wall.now += 60.0
    assert pace.early(STEP) > 0.0


def test_a_paced_clock_does_not_make_up_for_a_minute_in_which_it_was_held() -> None:
    wall = Wall()
    pace = paced(wall, 1.0)
    wall.now += 60.0
    made_up = 0
    while not pace.early(STEP):
        made_up += STEP
    assert made_up / 1e9 <= LAG + 2 * STEP / 1e9
