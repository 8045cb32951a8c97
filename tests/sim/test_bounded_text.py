"""Files that a person names: text of a length, or an error that says what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware_sim import bounded_text
from hardware_sim.phh import PhhError, read_hands


def test_a_file_of_as_many_bytes_as_allowed_is_read(tmp_path: Path) -> None:
    (tmp_path / "ten").write_text("ten bytes!")
    assert bounded_text.read(tmp_path / "ten", 10) == "ten bytes!"


def test_a_device_without_an_end_is_refused() -> None:
    with pytest.raises(OSError, match=r"it does not end after 10 bytes\. Allowed are at most so many"):
        bounded_text.read(Path("/dev/zero"), 10)


def test_what_is_no_text_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "x.phh").write_bytes(b"ab\xff")
    with pytest.raises(PhhError, match=r"x\.phh: byte 3 is 0xff. Allowed is UTF-8 text"):
        read_hands(tmp_path / "x.phh")
