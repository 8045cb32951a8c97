"""Independent clients talk to simulated parts over ptys in real time: they judge whether a part is right."""

from __future__ import annotations

import importlib
import select
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from hardware_sim.physics.fields import Fields, reference_antennas
from hardware_sim.physics.world import World
from hardware_sim.wires import Cable, Restartable, Wire

AT_MOST = 0.005
"""Seconds between two looks at the clock: the table's time is the machine's here."""


def client(name: str) -> ModuleType:
    """An optional package, or a skip that says why."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        pytest.skip(f"the independent client is not installed: {error}")


def pump(cable: Cable, stop: threading.Event) -> None:
    while not stop.is_set():
        cable.pump(time.monotonic_ns())
        due = cable.deadline
        wait = AT_MOST if due is None else max(0.0, min(AT_MOST, (due - time.monotonic_ns()) / 1e9))
        select.select([cable], [], [], wait)


@contextmanager
def running(part: Restartable, directory: Path) -> Iterator[str]:
    """Let a part live in real time; yields the path of its tty."""
    stop = threading.Event()
    with Wire(part.name, directory) as wire:
        thread = threading.Thread(target=pump, args=(Cable(part, wire), stop), daemon=True)
        thread.start()
        try:
            yield str(wire.path)
        finally:
            stop.set()
            thread.join()


@pytest.fixture
def world() -> World:
    return World(1)


@pytest.fixture
def fields(world: World) -> Fields:
    return Fields(world, reference_antennas())


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Callable[[Restartable], str]]:
    """A function that sets a part going and returns the path of its tty."""
    opened = []

    def start(part: Restartable) -> str:
        context = running(part, tmp_path)
        path = context.__enter__()
        opened.append(context)
        return path

    yield start
    for context in opened:
        context.__exit__(None, None, None)
