"""The run directory: private, and held by one process of each kind."""

from __future__ import annotations

import os
import pwd
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.service.command import serve
from firmware_bridge.process.directories import AlreadyRunning, Held, private_directory

from .things import table_file


def test_a_second_process_of_a_kind_is_refused_and_names_the_first(tmp_path: Path) -> None:
    first = Held(tmp_path / "run", "controller")
    with pytest.raises(AlreadyRunning, match=f"another controller .process {os.getpid()}. runs this table"):
        Held(tmp_path / "run", "controller")
    Held(tmp_path / "run", "bridge").close()
    first.close()


def test_a_lock_file_without_a_process_holds_nothing(tmp_path: Path) -> None:
    Held(tmp_path / "run", "controller").close()
    assert (tmp_path / "run" / "controller.lock").exists()
    Held(tmp_path / "run", "controller").close()


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_directory_that_others_may_enter_is_refused_with_the_cure(tmp_path: Path, mode: int) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run").chmod(mode)
    with pytest.raises(PermissionError, match=f"has mode {mode:04o}.*chmod 700"):
        Held(tmp_path / "run", "bridge")


def test_a_directory_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "run").mkdir(mode=0o700)
    owner = (tmp_path / "run").stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.raises(PermissionError, match=f"belongs to user {owner}, not to {owner + 1}"):
        private_directory(tmp_path / "run")


def test_root_is_told_to_act_as_the_user_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "state").mkdir(mode=0o700)
    owner = pwd.getpwall()[1]
    about = SimpleNamespace(st_uid=owner.pw_uid, st_mode=0o40700)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(Path, "stat", lambda *_, **__: about)
    with pytest.raises(PermissionError, match=f"as that user: `sudo -u {owner.pw_name} sabot"):
        private_directory(tmp_path / "state")


def test_a_second_controller_leaves_the_sockets_of_the_first(tmp_path: Path) -> None:
    config = table_file(tmp_path)
    first = Held(config.paths.run, "controller")
    sockets = [config.paths.run / name for name in ("events.ipc", "state.ipc")]
    for path in sockets:
        path.touch()
    before = [path.stat().st_ino for path in sockets]
    with pytest.raises(AlreadyRunning):
        serve(config)
    assert [path.stat().st_ino for path in sockets] == before
    assert not config.paths.state.exists()
    first.close()
