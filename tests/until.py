"""Waits, with a bound, for what another thread or process brings about."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

WAIT_S: Final = 20.0
"""Far more than a page or process takes where all tests run at once. What holds sooner costs nothing."""


def until(holds: Callable[[], bool]) -> None:
    """Wait until this holds. Raise AssertionError if it does not in `WAIT_S`."""
    end = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.02)
