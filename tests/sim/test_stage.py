"""The stage of a simulated table: where it may stand."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from hardware_sim.depths.stage import SOCKET_PATH, PathTooLong, Stage


def test_where_sockets_would_have_too_long_a_path_it_says_so_with_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ("x" * SOCKET_PATH)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    with pytest.raises(PathTooLong, match=r"bytes, 107 at most\. Set TMPDIR to a shorter one, such as TMPDIR=/tmp"):
        Stage()
    assert list(folder.iterdir()) == []


def test_elsewhere_it_has_a_directory_of_its_own_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="sabot-") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        with Stage() as stage:
            assert stage.directory.parent == Path(folder)
        assert list(Path(folder).iterdir()) == []
