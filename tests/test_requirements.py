"""What is installed is what was pinned: each package by its hash, the tool that builds our own among them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LISTS = sorted((ROOT / "requirements").glob("*.txt"))


def requirements(path: Path) -> list[str]:
    """The list's requirements, each in one line with its hashes."""
    joined = re.sub(r"\\\n", " ", path.read_text(encoding="utf-8"))
    return [line.strip() for line in joined.splitlines() if line.strip() and not line.strip().startswith("#")]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_requirement_has_a_version_and_a_hash(path: Path) -> None:
    loose = [line[:40] for line in requirements(path) if "==" not in line or "--hash=sha256:" not in line]
    assert not loose


def test_the_tool_that_builds_the_package_is_pinned() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    names = {re.split(r"[<>=]", text)[0] for text in wanted}
    assert names == {line.partition("==")[0] for line in requirements(ROOT / "requirements" / "build.txt")}


def test_make_installs_nothing_without_its_hash() -> None:
    installs = [
        line for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines() if "pip install" in line
    ]
    ours = [line for line in installs if line.endswith("--editable .")]
    assert [line for line in installs if "--require-hashes" not in line] == ours
    assert all("--no-deps --no-build-isolation" in line for line in ours)
