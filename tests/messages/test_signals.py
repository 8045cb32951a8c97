"""Signals that end a process, as events of its loop."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from firmware_bridge.messages.clock import RealClock
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.signals import end_signals

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Gives back the handlers that pytest has."""
    before = {number: signal.getsignal(number) for number in ENDING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_to_end_is_an_event_of_the_loop(number: signal.Signals) -> None:
    loop = Loop(RealClock())
    with end_signals(loop, lambda _now: loop.stop()):
        loop.call_at(loop.now(), lambda _now: os.kill(os.getpid(), number))
        loop.run()
