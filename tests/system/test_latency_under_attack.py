"""A complete table in real time, beside a browser's port at which 1,100 clients never ask: is play as fast?"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing.synchronize import Event

import pytest

from tests.conftest import ROOT

from .open_doors import HALF_OPEN, Silent

PORT = 18_180  # of the bench's pages
FIGURE = "touch to changed label, commit taken off"


def besiege(port: int, ending: Event) -> None:
    """Hold the connections open. Their own work is done on another machine, so it gives way here."""
    os.nice(19)
    with contextlib.closing(Silent(port, HALF_OPEN)) as silent:
        while not ending.wait(1.0):
            silent.again()


@contextlib.contextmanager
def besieged() -> Iterator[None]:
    """In a process of its own, so that the bench's clock does not wait for it."""
    context = multiprocessing.get_context("spawn")
    ending = context.Event()
    process = context.Process(target=besiege, args=(PORT, ending))
    process.start()
    try:
        yield
    finally:
        ending.set()
        process.join()


def measured() -> dict[str, float]:
    """What the bench says of a touch, ms, by the name of the figure."""
    words = [sys.executable, "-m", "controller", "bench", "wire", "--json"]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, check=False).stdout  # 1: a bar is missed
    return {
        figure["name"]: figure["value"] for figure in json.loads(said)["wire"] if figure["name"].startswith(FIGURE)
    }


@pytest.mark.soak
@pytest.mark.process
@pytest.mark.timeout(0)
def test_a_touch_is_answered_as_fast_beside_1100_half_open_connections() -> None:
    quiet = measured()
    with besieged():
        attacked = measured()
    too_slow = {name: (value, attacked[name]) for name, value in quiet.items() if attacked[name] > 2 * value}
    assert too_slow == {}
