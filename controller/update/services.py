"""The table's services under systemd (systemctl(1)): stopped, started, and watched until they stand."""

import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Final

from controller.installation.units import REPLACES, START_WITHIN, TARGET, WATCHDOG, services
from controller.update.folder import UpdateError
from firmware_bridge.messages.tablefile import TableFile

# The units' own limit, twice: bridge and console are started behind the controller. A second of grace for each.
READY_WITHIN_S: Final = 2 * (int(START_WITHIN.removesuffix("s")) + 1)
# A process that is ready and then hangs is killed by the watchdog after this time.
STANDS_AFTER_S: Final = int(WATCHDOG.removesuffix("s"))
# Five seconds for each of three services until systemd kills them (TimeoutStopSec), then as much again.
STOPPED_WITHIN_S: Final = 30

Systemctl = Callable[[Sequence[str], float], tuple[int, str]]
"""(words, seconds) → (exit status, output). Raises subprocess.TimeoutExpired."""


def systemctl(words: Sequence[str], within: float) -> tuple[int, str]:
    """Run it."""
    done = subprocess.run(  # noqa: S603 - our own words
        ["/usr/bin/systemctl", *words], capture_output=True, text=True, timeout=within, check=False
    )
    return done.returncode, done.stdout + done.stderr


class NoServices:
    """Those of an image: below another root nothing runs, and the services of this machine are not its own."""

    def running(self) -> bool:
        """Never."""
        return False

    def stop(self) -> None:
        """Nothing."""

    def start(self) -> str:
        """Nothing, and that is well."""
        return ""


class Systemd:
    """The services of one table."""

    def __init__(
        self, table: TableFile, call: Systemctl = systemctl, wait: Callable[[float], None] = time.sleep
    ) -> None:
        self._units = [service.unit for service in services(table)]
        self._call, self._wait = call, wait

    def running(self) -> bool:
        """Whether any service runs, or is started again and again. Raises UpdateError."""
        status, states = self._called(["show", "--property=ActiveState", "--value", *self._units], STOPPED_WITHIN_S)
        if status:
            raise UpdateError(f"systemd cannot be asked for the table's services: {states}")
        return any(state not in ("inactive", "failed") for state in states.split())

    def stop(self) -> None:
        """Stop the target and all services, and wait for their end. Raises UpdateError."""
        status, told = self._called(["stop", TARGET, REPLACES, *self._units], STOPPED_WITHIN_S)
        if status:
            raise UpdateError(f"the table cannot be stopped: {told}. See `systemctl status {TARGET}`")

    def start(self) -> str:
        """Start all, wait until each is ready, and see whether they stand. Return "", or what is wrong."""
        status, told = self._called(["start", TARGET, REPLACES, *self._units], READY_WITHIN_S)
        if status:
            return f"{told}. See `journalctl --unit 'sabot-*' --since -5min`"
        self._wait(STANDS_AFTER_S)
        fallen = [unit for unit in self._units if not self._stands(unit)]
        return f"{', '.join(fallen)} ended within {STANDS_AFTER_S} s" if fallen else ""

    def _stands(self, unit: str) -> bool:
        """Whether it runs and was not started again. A start by hand sets the count back (systemd.service(5))."""
        _, told = self._call(["show", "--property=ActiveState", "--property=NRestarts", unit], STOPPED_WITHIN_S)
        return set(told.split()) == {"ActiveState=active", "NRestarts=0"}

    def _called(self, words: Sequence[str], within: float) -> tuple[int, str]:
        try:
            status, told = self._call(words, within)
        except subprocess.TimeoutExpired:
            return 1, f"not ready within {within:.0f} s" if words[
                0
            ] == "start" else f"no answer within {within:.0f} s"
        return status, " ".join(told.split()).rstrip(".")
