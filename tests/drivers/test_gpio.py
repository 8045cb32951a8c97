"""What all GPIO back ends have in common."""

from __future__ import annotations

import subprocess
import sys

import pytest

from drivers.gpio import (
    GpioChip,
    GpioError,
    LineInUse,
    Pull,
    open_chip,
)


@pytest.fixture(params=["rpi", "gpiod", "socket"])
def any_chip(request: pytest.FixtureRequest) -> GpioChip:
    chip: GpioChip = request.getfixturevalue(
        {"rpi": "rpi_lines", "gpiod": "gpiod_lines", "socket": "wire"}[request.param]
    )
    return chip


def test_a_line_watched_twice_is_refused_naming_who_holds_it(any_chip: GpioChip) -> None:
    any_chip.watch(17, Pull.UP, lambda _: None, "button:4")
    with pytest.raises(LineInUse, match="line 17 is already watched by 'button:4': it cannot be watched for 'door'"):
        any_chip.watch(17, Pull.UP, lambda _: None, "door")


def test_a_watched_line_is_not_written(any_chip: GpioChip) -> None:
    any_chip.watch(17, Pull.UP, lambda _: None, "button:4")
    with pytest.raises(LineInUse, match="line 17 is already watched by 'button:4': it cannot be written"):
        any_chip.write(17, True)


def test_a_written_line_is_not_watched(any_chip: GpioChip) -> None:
    any_chip.write(17, True)
    with pytest.raises(LineInUse, match="line 17 is already written: it cannot be watched"):
        any_chip.watch(17, Pull.UP, lambda _: None)


def test_a_line_let_go_may_be_used_otherwise(any_chip: GpioChip) -> None:
    any_chip.watch(17, Pull.UP, lambda _: None)
    any_chip.unwatch(17)
    any_chip.write(17, True)
    any_chip.unwatch(17)
    any_chip.unwatch(17)
    any_chip.watch(17, Pull.UP, lambda _: None)


@pytest.mark.parametrize(
    ("back_end", "words"),
    [("pigpio", "'pigpio' is unknown. Allowed are gpiod, rpi_gpio, socket"), ("socket", "needs the path")],
)
def test_a_wrong_back_end_is_refused(back_end: str, words: str) -> None:
    with pytest.raises(GpioError, match=words):
        open_chip(back_end)


@pytest.mark.process
def test_every_driver_can_be_imported_without_a_pi() -> None:
    program = """
import importlib, pkgutil, sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("RPi", "gpiod", "lgpio"):
            raise ImportError(f"{name} must not be imported")
sys.meta_path.insert(0, Nothing())
import drivers
names = [m.name for m in pkgutil.walk_packages(drivers.__path__, "drivers.")]
for name in names: importlib.import_module(name)
assert "drivers.gpio.gpiod_lines" in names and "drivers.gpio.rpi_gpio" in names
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
