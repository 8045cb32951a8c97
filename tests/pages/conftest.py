"""A console process fed by a fake controller, and a browser to look at it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.ports import free_port
from tests.until import WAIT_S

from .fake_controller import FakeController
from .samples import mid_hand

CHROMIUM = next(
    (path for path in map(Path, ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")) if path.exists()), None
)
"""Without a window and its menus the same engine shows a page in half the processor time."""

OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
)  # fmt: skip
"""Features of Chromium that no page of ours needs. The last two are popups of the address bar. In every profile each
is drawn by a process of its own, which took half the processor time of a short test.

Chromium knows the last such list alone. So the others are those of Playwright's list that concern pages such as ours.
"""

ARGUMENTS = [
    f"--disable-features={','.join(OFF)}",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_WITHIN_S = 15.0
PAGE_MS = WAIT_S * 1_000

expect.set_options(timeout=PAGE_MS)


@dataclass
class Table:
    """A console of a table without parts, and the controller that feeds it."""

    folder: Path
    port: int = field(default_factory=free_port)
    console: subprocess.Popen[str] | None = None
    controller: FakeController | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def fed(self) -> FakeController:
        assert self.controller is not None
        return self.controller

    def socket(self, path: str) -> str:
        return f"ws://127.0.0.1:{self.port}{path}"

    def configure(self) -> Path:
        path = self.folder / "table.toml"
        path.write_text(
            f"""
            [table]
            name = "Salle Opéra 7"
            [game]
            rulebook = "lfp"
            small_blind = 200
            big_blind = 400
            [paths]
            state = "{self.folder}/state"
            run = "{self.folder}"
            [web]
            port = {self.port}
            """,
            encoding="utf-8",
        )
        return path

    def start(self) -> None:
        self.controller = FakeController(self.folder, mid_hand())
        self.console = start_console(self.configure())
        self._wait_for_console()

    def _wait_for_console(self) -> None:
        """Until it listens and has heard the controller. Before that it refuses every socket."""
        end = time.monotonic() + START_WITHIN_S
        while time.monotonic() < end:
            if self._hears_the_controller():
                return
            time.sleep(0.05)
        raise AssertionError("the console does not listen, or does not hear the controller")

    def _hears_the_controller(self) -> bool:
        cookie = {"Cookie": "sabot=dealer"}
        try:
            with connect(
                self.socket("/link"), origin=Origin(self.origin), proxy=None, additional_headers=cookie
            ) as link:
                return bool(json.loads(link.recv(timeout=1))["controller"] == "here")
        except (OSError, ConnectionClosed):
            return False

    def stop(self) -> tuple[int, str]:
        """The console's exit code and what it logged."""
        assert self.console is not None
        self.console.send_signal(signal.SIGTERM)
        _, log = self.console.communicate(timeout=WAIT_S)
        if self.controller is not None:
            self.controller.stop()
        return self.console.returncode, log


def start_console(config: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "controller", "console", "--config", str(config)], stderr=subprocess.PIPE, text=True
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One console for a whole module: `feed` sets what it shows."""
    running = Table(tmp_path_factory.mktemp("run"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium for one module. While it is there, Playwright's own loop runs in this thread: no longer than needed,
    since other tests start loops of theirs."""
    if CHROMIUM is None:
        pytest.skip("no Chromium in /usr/bin (apt-get install chromium-headless-shell)")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@dataclass
class Visit:
    """A page in the browser, with every address it asked for and every error of its scripts."""

    page: Page
    asked: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    role: str = ""  # who is logged in; "": who belongs to the page

    def log_in(self, table: Table, role: str) -> None:
        """As the person of that role, without the form."""
        self.page.context.add_cookies([{"name": "sabot", "value": role, "url": table.origin}])


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """A fresh browser profile on a tablet; a script that failed fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PAGE_MS)
    visit = Visit(context.new_page())
    visit.page.on("request", lambda request: visit.asked.append(request.url))
    visit.page.on("websocket", lambda opened: visit.asked.append(opened.url))
    visit.page.on("pageerror", lambda error: visit.errors.append(str(error)))
    yield visit
    context.close()
    assert visit.errors == []
