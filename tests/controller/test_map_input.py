"""How the map of a deck or of chips comes in: sealed, unseen, or from a file that nobody else can read."""

from __future__ import annotations

import io
import os
import sys
import termios
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import pytest
from typer.testing import CliRunner

from controller import dispatcher
from controller.registers import FileDeviceKey, load_registers
from controller.registers.command import app
from controller.registers.map_input import DESTROY, map_lines
from controller.registers.sealed_map import SealedMapError, open_map, seal_map

from .things import table_file, table_text

LINES = ["iso14443a:04A1B2C3D4E5F6 As", "iso14443a:04A1B2C3D4E5F7 Kd"]


@pytest.fixture
def key(tmp_path: Path) -> FileDeviceKey:
    return FileDeviceKey.at(tmp_path / "state" / "device.key")


@pytest.fixture
def given(tmp_path: Path) -> Iterator[TextIO]:
    """A file of the lines, open as standard input would be."""
    path = tmp_path / "deck.txt"
    path.write_text("\n".join(LINES))
    path.chmod(0o600)
    with path.open() as stream:
        yield stream


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_map_that_others_can_read_is_refused_with_the_cure(given: TextIO, key: FileDeviceKey, mode: int) -> None:
    os.fchmod(given.fileno(), mode)
    with pytest.raises(PermissionError, match=f"mode {mode:04o}. Allowed is 0600.*chmod 600.*shred -u"):
        map_lines(given, key)


def test_a_private_map_is_taken_and_its_destruction_asked_for(given: TextIO, key: FileDeviceKey) -> None:
    assert map_lines(given, key) == (LINES, DESTROY)


def test_a_map_from_a_pipe_leaves_nothing_to_destroy(key: FileDeviceKey) -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as end:
        end.write("\n".join(LINES))
    with os.fdopen(reading) as stream:
        assert map_lines(stream, key) == (LINES, "")


class Typed(io.TextIOWrapper):
    """A terminal at which somebody types as soon as it is read."""

    def __init__(self, outside: int, inside: int) -> None:
        super().__init__(io.FileIO(inside, "r"))
        self._outside = outside

    def read(self, size: int | None = -1, /) -> str:
        os.write(self._outside, "".join(f"{line}\n" for line in LINES).encode() + b"\x04")
        return super().read(size)


def test_what_is_typed_at_a_terminal_is_not_shown_there(key: FileDeviceKey) -> None:
    outside, inside = os.openpty()
    os.set_blocking(outside, False)
    with Typed(outside, inside) as terminal:
        assert map_lines(terminal, key) == (LINES, "")
        assert termios.tcgetattr(terminal)[3] & termios.ECHO  # as it was
        with pytest.raises(BlockingIOError):
            os.read(outside, 1)
    os.close(outside)


def test_a_sealed_map_opens_at_its_table_though_its_file_may_be_read(given: TextIO, key: FileDeviceKey) -> None:
    sealed = seal_map(key.public.hex(), LINES)
    path = Path(given.name)
    path.write_text("\n".join(sealed))
    path.chmod(0o644)
    assert not [line for line in LINES if line in path.read_text()]
    with path.open() as stream:
        assert map_lines(stream, key) == (LINES, "")


@pytest.mark.parametrize(
    "spoil", [lambda s: [*s[:1], "AAAA" + s[1][4:], *s[2:]], lambda s: s[:1], lambda s: [s[0], "%"]]
)
def test_an_altered_sealed_map_is_refused(key: FileDeviceKey, spoil: Any) -> None:
    with pytest.raises(SealedMapError, match="sealed for another table, or altered"):
        open_map(key, spoil(seal_map(key.public.hex(), LINES)))


def test_a_map_sealed_for_another_table_is_refused(key: FileDeviceKey) -> None:
    with pytest.raises(SealedMapError, match="sealed for another table"):
        open_map(key, seal_map(FileDeviceKey(bytes(32)).public.hex(), LINES))


@pytest.mark.parametrize("table", ["", "xyz", "00" * 31])
def test_what_is_no_key_of_a_table_seals_nothing(table: str) -> None:
    with pytest.raises(SealedMapError, match="allowed are 64 hex digits"):
        seal_map(table, LINES)


def test_chips_are_registered_from_lines_sealed_by_the_command(tmp_path: Path) -> None:
    config, device = table_file(tmp_path), FileDeviceKey.at(tmp_path / "state" / "device.key")
    path = tmp_path / "table.toml"
    path.write_text(table_text(tmp_path))
    run = CliRunner()
    public = run.invoke(app, ["key", "--config", str(path)]).stdout.strip()
    sealed = run.invoke(app, ["seal", public], input="iso15693:E00401503A1B2C3D 500").stdout
    assert "E004" not in sealed
    assert run.invoke(app, ["chips", "--config", str(path)], input=sealed).exit_code == 0
    assert len(load_registers(config.paths.state, device).chips) == 1


class Stopped(Exception):
    """Instead of the command."""


@pytest.mark.parametrize("name", ["register", "deck", "count", "controller", "bridge", "console", "run"])
def test_every_command_is_private_before_it_is_loaded(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def stop() -> None:
        raise Stopped

    monkeypatch.setattr(sys, "argv", ["sabot", name])
    monkeypatch.setattr(dispatcher, "keep_memory_private", stop)
    monkeypatch.setattr(dispatcher, "_wanted", lambda _: pytest.fail("loaded first"))
    with pytest.raises(Stopped):
        dispatcher.run(ready=lambda: None)
