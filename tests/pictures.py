"""The pictures of README and docs, taken from a running simulated table: `make pictures`."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from firmware_bridge.messages.people import DEMO_NAMES, DEMO_PIN
from firmware_bridge.messages.roles import Role
from tests.pages.conftest import ARGUMENTS, CHROMIUM
from tests.system.evening import Sim

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
COLOURS = 128
"""Flat pages need no more. A picture then has some 40 kB."""
WAIT_MS = 180_000
"""Until a table on a slow machine has dealt so far."""
MISTAKE = "flop too early, 1 out"
RULE = "Two chips of 1,000 over a bet of 1,200 are a call"
"""The scenario that is watched, as the list has it."""


def main() -> int:
    """Take all pictures. Returns the exit code."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="sabot-") as folder:
        sim = Sim(Path(folder) / "table")
        sim.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
                take_all(browser, sim)
                browser.close()
        finally:
            sim.close()
    return 0


def take_all(browser: Browser, sim: Sim) -> None:
    """The simulator's page, the table's, a misdeal being put right on the dealer's, a seat display, a rule."""
    simulator = opened(browser, f"http://127.0.0.1:{sim.sim_port}", 1280, 780)
    simulator.wait_for_selector('[data-place="seat:1"] [data-thing=card]', timeout=WAIT_MS)
    simulator.select_option("#mistakes", MISTAKE)
    simulator.click("#wish")
    dealer = logged_in(browser, sim, "dealer", "/dealer", 800, 1000)
    table = logged_in(browser, sim, "display", "/", 1280, 780)
    table.wait_for_timeout(1000)
    save(table, "table")
    dealer.wait_for_selector(".remedy", timeout=WAIT_MS)
    save(dealer, "remedy")
    save(simulator, "simulator")
    simulator.click("[data-take]")
    simulator.wait_for_selector("#screen:not([hidden]) img", timeout=WAIT_MS)
    simulator.wait_for_timeout(1500)
    save(simulator, "display", lambda page: page.locator("#glass").screenshot())
    watch(simulator)


def watch(simulator: Page) -> None:
    """A rule that is watched: the scenario waits at its first expectation."""
    simulator.click("#library > summary")
    simulator.wait_for_selector("#found >> text=articles", timeout=WAIT_MS)
    simulator.fill("#find", RULE)
    simulator.click("#listed .row button")
    simulator.wait_for_selector("#rule[data-stage=waiting]", timeout=WAIT_MS)
    simulator.evaluate("scrollTo(0, 0)")
    simulator.wait_for_selector("#said", state="hidden")
    save(simulator, "rule")


def opened(browser: Browser, address: str, width: int, height: int) -> Page:
    page = browser.new_page(viewport={"width": width, "height": height})
    for _ in range(WAIT_MS // 500):
        try:
            page.goto(address)
        except Exception:  # noqa: BLE001 - Playwright's own error: the page does not listen yet
            page.wait_for_timeout(500)
        else:
            return page
    raise TimeoutError(f"{address} does not answer")


def logged_in(browser: Browser, sim: Sim, role: Role, path: str, width: int, height: int) -> Page:
    origin = f"http://127.0.0.1:{sim.port}"
    page = opened(browser, origin, width, height)
    who = {"do": "log_in", "name": DEMO_NAMES[role], "secret": DEMO_PIN}
    answer = page.request.post(f"{origin}/session", data=who, headers={"origin": origin})
    assert answer.ok, answer.text()
    page.goto(origin + path)
    return page


def save(page: Page, name: str, take: Callable[[Page], bytes] = lambda page: page.screenshot()) -> None:
    picture = Image.open(io.BytesIO(take(page))).convert("RGB").quantize(COLOURS)
    path = PICTURES / f"{name}.png"
    picture.save(path, optimize=True)
    sys.stdout.write(f"{path.name}: {path.stat().st_size // 1024} kB\n")


if __name__ == "__main__":
    sys.exit(main())
