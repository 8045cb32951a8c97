"""GPIO lines behind six methods: read, look, write, watch, unwatch, close. And one pure debounce for all back ends.

    open_chip("gpiod")                 the kernel's character device, with its own stamps    drivers.gpio.gpiod_lines
    open_chip("rpi_gpio")              the RPi.GPIO interface (rpi-lgpio, or the old package) drivers.gpio.rpi_gpio
    open_chip("socket", "/run/…/gpio") the simulated table's socket                          drivers.gpio.socket_lines

A back end imports its library when it is opened, so that the product can be imported without a Pi.
"""

import time
from collections.abc import Callable

from drivers.gpio.chip import (
    BackEndMissing,
    ChipAbsent,
    Edge,
    GpioChip,
    GpioError,
    GpioForbidden,
    GpioLost,
    Heard,
    LineInUse,
    LineUnknown,
    Pull,
    Sink,
    VersionRefused,
)
from drivers.gpio.debounce import Change, Debounce

__all__ = [
    "BackEndMissing",
    "Change",
    "ChipAbsent",
    "Debounce",
    "Edge",
    "GpioChip",
    "GpioError",
    "GpioForbidden",
    "GpioLost",
    "Heard",
    "LineInUse",
    "LineUnknown",
    "Pull",
    "Sink",
    "VersionRefused",
    "open_chip",
]

BACK_ENDS = ("gpiod", "rpi_gpio", "socket")


def open_chip(back_end: str, path: str | None = None, clock: Callable[[], int] = time.monotonic_ns) -> GpioChip:
    """Open the lines of this machine, or of the simulated table.

    `path`: for gpiod the chip's device if it must be a certain one, for socket the socket's path. `clock` stamps
    edges where the back end does not (rpi_gpio). Raises GpioError.
    """
    match back_end:
        case "gpiod":
            from drivers.gpio.gpiod_lines import GpiodLines

            return GpiodLines(path)
        case "rpi_gpio":
            from drivers.gpio.rpi_gpio import RpiGpioLines

            return RpiGpioLines(clock)
        case "socket" if path is not None:
            from drivers.gpio.socket_lines import SocketLines

            return SocketLines(path)
        case "socket":
            raise GpioError("GPIO back end 'socket' needs the path of the socket")
    raise GpioError(f"GPIO back end {back_end!r} is unknown. Allowed are {', '.join(BACK_ENDS)}")
