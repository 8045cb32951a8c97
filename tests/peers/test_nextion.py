"""The package nextion (LGPL, test-time peer only) is satisfied by the simulated display."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from hardware_sim.parts.nextion import MODEL, Nextion
from hardware_sim.wires import Restartable

from .conftest import client

pytestmark = [
    pytest.mark.peer,
    # nextion 3.0.0 closes its transport without waiting for it, and asks for the event loop in a deprecated way.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:nextion"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def converse(
    panel: Nextion, live: Callable[[Restartable], str], talk: Callable[[Any, list[Any]], Awaitable[None]]
) -> None:
    """Connect, talk, hang up."""
    package, path = client("nextion"), live(panel)

    async def main() -> None:
        events: list[Any] = []
        display = package.Nextion(path, 115200, event_handler=lambda kind, data: events.append((kind, data)))
        await asyncio.wait_for(display.connect(), 10)
        try:
            await asyncio.wait_for(talk(display, events), 10)
        finally:
            await display.disconnect()

    asyncio.run(main())


@pytest.fixture
def panel() -> Nextion:
    return Nextion("display-1", now=time.monotonic_ns())


def test_it_connects_and_knows_the_model(panel: Nextion, live: Callable[[Restartable], str]) -> None:
    async def talk(display: Any, _events: list[Any]) -> None:
        assert display.device_info.model == MODEL
        assert display.device_info.serial_number == "D264B8204F0E1828"

    converse(panel, live, talk)


def test_it_writes_and_reads_texts_and_numbers(panel: Nextion, live: Callable[[Restartable], str]) -> None:
    async def talk(display: Any, _events: list[Any]) -> None:
        await display.set("stack.txt", "1500")
        await display.set("alive.val", 5)
        assert await display.get("stack.txt") == "1500"
        assert await display.get("sys0") == 0

    converse(panel, live, talk)
    assert panel.text("stack") == "1500"


def test_it_changes_the_page_and_the_brightness(panel: Nextion, live: Callable[[Restartable], str]) -> None:
    async def talk(display: Any, _events: list[Any]) -> None:
        await display.command("page message")
        await display.dim(40)
        assert await display.command("sendme") == 2

    converse(panel, live, talk)
    assert (panel.page, panel.brightness) == ("message", 40)


def test_it_is_told_of_a_failure(panel: Nextion, live: Callable[[Restartable], str]) -> None:
    async def talk(display: Any, _events: list[Any]) -> None:
        with pytest.raises(client("nextion.exceptions").CommandFailed):
            await display.command("page nowhere")

    converse(panel, live, talk)


def test_it_receives_a_touch(panel: Nextion, live: Callable[[Restartable], str]) -> None:
    async def talk(display: Any, events: list[Any]) -> None:
        await display.command("click fold,1")
        for _ in range(100):
            if events:
                break
            await asyncio.sleep(0.02)
        assert tuple(events[0][1]) == (0, 29, 1)

    converse(panel, live, talk)
