"""A table on which 200 things happen in a second: its pages stay live, show the same, and do not grow."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from firmware_bridge.messages.public import PublicState

from .conftest import Table
from .remedies import during
from .samples import ASK, FLOOR_ASK, mid_hand, showdown, waiting
from .test_remedy_pages import EXPOSED
from .test_table_page import show

pytestmark = [pytest.mark.browser, pytest.mark.process]

RATE = 200  # events a second
LIVE_MS = 5000  # what a page shows is not older, nor a tap unanswered, on a machine with much else to do
GROWN_HEAP = 4_000_000  # bytes in a tab: some hundred states
GROWN_NODES = 3_000  # in a tab: some three times a page
GROWN_CONSOLE = 30_000_000  # bytes: states on their way to two browsers


def happenings() -> Iterator[PublicState]:
    """States of a table, each unlike the one before."""
    luck = random.Random(7)  # noqa: S311 - no secret
    kinds = [
        mid_hand(), mid_hand(asks=(ASK,)), mid_hand(asks=(FLOOR_ASK,)), showdown(), waiting(),
        during(*EXPOSED, "remedy.stub_seat"),
    ]  # fmt: skip
    while True:
        state = luck.choice(kinds)
        seats = [seat.model_copy(update={"stack": luck.randrange(20_000)}) for seat in state.seats]
        yield state.model_copy(update={"seats": tuple(seats), "pot_total": luck.randrange(90_000)})


@contextmanager
def storm(table: Table) -> Iterator[Callable[[], int]]:
    """Publish `RATE` states a second meanwhile. Gives a function that tells the revision published last."""
    last, over = [0], threading.Event()

    def blow() -> None:
        due, states = time.monotonic(), happenings()
        while not over.is_set():
            last[0] = show(table, next(states)).revision
            due += 1 / RATE
            time.sleep(max(0.0, due - time.monotonic()))

    wind = threading.Thread(target=blow)
    wind.start()
    try:
        yield lambda: last[0]
    finally:
        over.set()
        wind.join()


def opened(browser: Browser, table: Table, path: str, role: str) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_cookies([{"name": "sabot", "value": role, "url": table.origin}])
    page = context.new_page()
    page.goto(table.origin + path)
    return page


def shows(page: Page, revision: int) -> None:
    """Wait until the page shows that revision or a later one."""
    page.wait_for_function("least => Number(document.body.dataset.revision) >= least", arg=revision, timeout=LIVE_MS)


def size(page: Page) -> tuple[int, int]:
    """The bytes that the page's scripts keep, and the nodes of its document."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("HeapProfiler.collectGarbage")
    heap: Any = devtools.send("Runtime.getHeapUsage")
    nodes: Any = devtools.send("Memory.getDOMCounters")
    devtools.detach()
    return int(heap["usedSize"]), int(nodes["nodes"])


def size_of_console(table: Table) -> int:
    """Bytes of the process in memory (VmRSS, proc(5))."""
    assert table.console is not None
    lines = Path(f"/proc/{table.console.pid}/status").read_text(encoding="ascii").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@pytest.mark.parametrize("beats", [4, pytest.param(120, marks=[pytest.mark.soak, pytest.mark.timeout(600)])])
def test_pages_stay_live_and_alike_and_do_not_grow_at_200_events_a_second(
    browser: Browser, table: Table, beats: int
) -> None:
    pages = [opened(browser, table, "/dealer?lang=en", "dealer"), opened(browser, table, "/floor?lang=en", "floor")]
    with storm(table) as published:
        for page in pages:
            shows(page, published())
        before, console = [size(page) for page in pages], size_of_console(table)
        for _ in range(beats):
            time.sleep(0.5)
            for page in pages:
                shows(page, published())
                page.dispatch_event("#what", "click")
                page.wait_for_selector("#sheet[open]", timeout=LIVE_MS)
                page.keyboard.press("Escape")
    for page in pages:
        shows(page, published())
    assert pages[0].inner_text("#felt") == pages[1].inner_text("#felt")
    grown = [(now[0] - then[0], now[1] - then[1]) for now, then in zip(map(size, pages), before, strict=True)]
    assert all(heap < GROWN_HEAP and nodes < GROWN_NODES for heap, nodes in grown), grown
    assert size_of_console(table) - console < GROWN_CONSOLE
    for page in pages:
        page.context.close()
