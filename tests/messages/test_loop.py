"""The loop: what has come is read before a timer that waits for it fires."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from firmware_bridge.messages.clock import Channels
from firmware_bridge.messages.loop import Loop
from tests.clock import StillClock

MS = 1_000_000


class Clock(StillClock):
    """Moves as a test says, and never sleeps."""

    def idle(self, _deadline: int | None, _channels: Callable[[], Channels]) -> float | None:
        return 0.0


def test_an_answer_that_came_while_others_were_read_is_read_before_its_time_is_up() -> None:
    clock, said = Clock(), []
    loop = Loop(clock)
    (one, write_one), (two, write_two) = os.pipe(), os.pipe()

    def reads_long(_now: int) -> None:
        os.read(one, 10)
        clock.time += 90 * MS  # another program has the processor
        os.write(write_two, b"answer")
        loop.call_at(loop.now(), lambda _now: loop.stop())

    def reads(_now: int) -> None:
        said.append(os.read(two, 10).decode())

    loop.watch(one, reads_long)
    loop.watch(two, reads)
    loop.call_at(clock.time + 50 * MS, lambda _now: said.append("too late"))
    os.write(write_one, b"x")
    try:
        loop.run()
    finally:
        for end in (one, two, write_one, write_two):
            os.close(end)
    assert said == ["answer", "too late"]


def test_what_comes_during_work_in_turns_is_read_between_two_of_its_steps() -> None:
    clock, said = Clock(), []
    loop = Loop(clock)
    end, write_end = os.pipe()

    def steps() -> Iterator[None]:
        os.write(write_end, b"touch")
        for step in ("first step", "second step"):
            said.append(step)
            clock.time += 2 * MS
            yield
        loop.stop()

    loop.watch(end, lambda _now: said.append(os.read(end, 10).decode()))
    loop.call_at(clock.time, lambda _now: loop.in_turns(steps()))
    try:
        loop.run()
    finally:
        os.close(end)
        os.close(write_end)
    assert said == ["first step", "touch", "second step"]
