"""What the machine says of itself: free space, temperature, under-voltage, and its clocks. Linux only."""

import contextlib
import os
import time
from pathlib import Path
from typing import Final

from firmware_bridge.diagnosis.machine import Machine

HEAT: Final = Path("/sys/class/thermal/thermal_zone0/temp")
"""Thousandths of a degree Celsius."""

SUPPLY_NAME: Final = "rpi_volt"
"""The kernel's driver for the under-voltage alarm of a Raspberry Pi (drivers/hwmon/raspberrypi-hwmon.c)."""

SENSORS: Final = Path("/sys/class/hwmon")

DEVICES: Final = Path("/sys/dev/block")
"""Of each device a file `stat`: the fifth figure is the writes done, the eighth how long they took in ms
(Documentation/block/stat.rst)."""


def look_at(medium: Path) -> Machine:
    """Look at the machine once. `medium`: a folder on the medium that must not be full."""
    free, read_only = _room(medium)
    writes, writing = _written(medium)
    return Machine(
        undervoltage=_undervoltage(), free=free, celsius=_celsius(), read_only=read_only, writes=writes,
        writing=writing, wall=time.time_ns(), raw=time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW),
    )  # fmt: skip


def _room(medium: Path) -> tuple[int | None, bool | None]:
    """The free bytes, and whether the medium is read-only."""
    with contextlib.suppress(OSError):
        found = os.statvfs(medium)
        return found.f_bavail * found.f_frsize, bool(found.f_flag & os.ST_RDONLY)
    return None, None


def _written(medium: Path, devices: Path = DEVICES) -> tuple[int | None, int | None]:
    """The writes that the medium has done since the machine started, and how long they took, ns."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        device = medium.stat().st_dev
        figures = (devices / f"{os.major(device)}:{os.minor(device)}" / "stat").read_text().split()
        return int(figures[4]), int(figures[7]) * 1_000_000
    return None, None


def _celsius() -> float | None:
    with contextlib.suppress(OSError, ValueError):
        return int(HEAT.read_text()) / 1000
    return None


def _undervoltage(sensors: Path = SENSORS) -> bool | None:
    """Whether the supply's alarm is on. The kernel does not tell the volts."""
    with contextlib.suppress(OSError, ValueError):
        for sensor in sensors.iterdir():
            if (sensor / "name").read_text().strip() == SUPPLY_NAME:
                return bool(int((sensor / "in0_lcrit_alarm").read_text()))
    return None
