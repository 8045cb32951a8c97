"""Which GPIO lines of this machine can be watched."""

from collections.abc import Iterable

from drivers.gpio import GpioError, LineInUse, LineUnknown, Pull, open_chip
from firmware_bridge.messages.tablefile import GpioSection


def free_lines(gpio: GpioSection, numbers: Iterable[int]) -> tuple[list[int], list[str]]:
    """Return those of the lines that can be watched, and why the others cannot.

    Each becomes an input with a pull-up for a moment, as the bridge sets it. So a line in other use is not named.
    """
    try:
        chip = open_chip(gpio.backend, gpio.socket)
    except GpioError as error:
        return [], [f"GPIO lines: {error}"]
    free, wrong = [], []
    try:
        for number in numbers:
            try:
                chip.watch(number, Pull.UP, lambda _edge: None, holder="sabot commission")
            except (LineInUse, LineUnknown) as error:
                wrong.append(f"gpio:{number}: {error}")
            else:
                free.append(number)
    except GpioError as error:
        return [], [f"GPIO lines: {error}"]
    finally:
        chip.close()
    return free, wrong
