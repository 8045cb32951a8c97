"""The GPIO back ends, each on its stand-in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.gpio.gpiod_lines import GpiodLines
from drivers.gpio.rpi_gpio import RpiGpioLines
from drivers.gpio.socket_lines import SocketLines

from .gpio_fakes import FakeGpiod, FakeRpi, Simulator


@pytest.fixture
def rpi() -> FakeRpi:
    return FakeRpi()


@pytest.fixture
def rpi_lines(rpi: FakeRpi) -> Iterator[RpiGpioLines]:
    clock = iter(range(1000, 10**9, 1000))
    lines = RpiGpioLines(lambda: next(clock), module=rpi)
    yield lines
    lines.close()


@pytest.fixture
def kernel() -> FakeGpiod:
    return FakeGpiod()


@pytest.fixture
def gpiod_lines(kernel: FakeGpiod) -> Iterator[GpiodLines]:
    lines = GpiodLines("/dev/gpiochip11", module=kernel)
    yield lines
    lines.close()
    assert all(request.released for request in kernel.requests)


@pytest.fixture
def simulator(tmp_path: Path) -> Iterator[Simulator]:
    simulator = Simulator(tmp_path / "gpio")
    yield simulator
    simulator.close()


@pytest.fixture
def wire(simulator: Simulator, tmp_path: Path) -> Iterator[SocketLines]:
    lines = SocketLines(str(tmp_path / "gpio"))
    yield lines
    lines.close()
