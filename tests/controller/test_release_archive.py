"""A release in one file: nothing of it is unpacked that was not signed, and what is missing is named."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.release.archive import opened, unpack
from controller.release.gathering import Pip, Target, gather, table_of
from controller.release.installed import State, verify
from controller.release.lockfile import Locked, locked
from controller.release.making import release_archive, release_wheel, zip_tree
from controller.release.manifest import NAME, PACKAGES, ManifestError

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = KEY.public_key().public_bytes_raw()


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A release with two files."""
    folder = tmp_path / "tree"
    (folder / "packages").mkdir(parents=True)
    (folder / "packages" / "sabot-1.0-py3-none-any.whl").write_bytes(b"wheel")
    (folder / "requirements.txt").write_text("typer==1\n")
    release_archive(folder, KEY, "1.0", tmp_path / "sabot-1.0.zip")
    return tmp_path / "sabot-1.0.zip"


def changed(archive: Path, **files: str) -> Path:
    """The same archive with other contents. `__` stands for a slash."""
    tree = archive.with_suffix("")
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tree)
    for name, text in files.items():
        path = tree / name.replace("__", "/")
        path.write_text(text) if text else path.unlink()
    zip_tree(tree, archive)
    return archive


def test_release_is_unpacked_as_it_was_signed(made: Path, tmp_path: Path) -> None:
    archive = opened(made, PUBLIC)
    unpack(archive, tmp_path / "out")
    assert archive.release == "1.0"
    assert (tmp_path / "out" / "packages" / "sabot-1.0-py3-none-any.whl").read_bytes() == b"wheel"


def test_release_of_another_key_is_not_opened(made: Path) -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes([1]) * 32).public_key().public_bytes_raw()
    with pytest.raises(ManifestError, match="not signed by the key of this table's releases"):
        opened(made, other)


def test_altered_file_is_named_and_does_not_stay(made: Path, tmp_path: Path) -> None:
    archive = opened(changed(made, **{"packages__sabot-1.0-py3-none-any.whl": "other"}), PUBLIC)
    with pytest.raises(ManifestError, match=r"packages/sabot-1\.0-py3-none-any\.whl is not the file that was signed"):
        unpack(archive, tmp_path / "out")
    assert not list((tmp_path / "out").rglob("*.whl"))


def test_missing_file_is_named(made: Path, tmp_path: Path) -> None:
    archive = opened(changed(made, **{"requirements.txt": ""}), PUBLIC)
    with pytest.raises(ManifestError, match=r"requirements\.txt is missing"):
        unpack(archive, tmp_path / "out")


def test_file_that_was_not_signed_is_not_unpacked(made: Path, tmp_path: Path) -> None:
    unpack(opened(changed(made, **{"setup.py": "import os"}), PUBLIC), tmp_path / "out")
    assert not (tmp_path / "out" / "setup.py").exists()


@pytest.mark.parametrize("name", ["../1.0", "", ".hidden", "a/b"])
def test_name_that_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "tree").mkdir()
    release_archive(tmp_path / "tree", KEY, name, tmp_path / "release.zip")
    with pytest.raises(ManifestError, match="allowed are 1 to 41"):
        opened(tmp_path / "release.zip", PUBLIC)


@pytest.mark.parametrize(
    ("content", "error"), [(b"no zip", "no whole zip file"), (None, f"has no {NAME}")], ids=["other", "empty"]
)
def test_file_that_is_no_release_is_named(tmp_path: Path, content: bytes | None, error: str) -> None:
    path = tmp_path / "release.zip"
    if content is None:
        (tmp_path / "tree").mkdir()
        zip_tree(tmp_path / "tree", path)
    else:
        path.write_bytes(content)
    with pytest.raises(ManifestError, match=error):
        opened(path, PUBLIC)


def test_what_is_installed_from_the_wheel_is_the_release(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for package in PACKAGES:
        (tree / package).mkdir(parents=True)
        (tree / package / "__init__.py").write_text(f"NAME = {package!r}\n")
    about = tree / "sabot-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sabot\nVersion: 1.0\n")
    (about / "WHEEL").write_text("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    (about / "RECORD").touch()
    wheel = tmp_path / "sabot-1.0-py3-none-any.whl"
    zip_tree(tree, wheel)
    release_wheel(wheel, KEY, "1.0", PACKAGES)
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:  # as an installer does
        packed.extractall(site)
        names = packed.namelist()
    assert verify(PUBLIC, site).state is State.RELEASE
    assert list((site / "controller" / "__pycache__").glob("*.pyc"))
    listed = (site / "sabot-1.0.dist-info" / "RECORD").read_text().splitlines()
    assert sorted(line.partition(",")[0] for line in listed) == sorted(names)


# --- what it is gathered from ---

LOCK = """\
cffi==2.1.1 ; implementation_name != 'PyPy' \\
    --hash=sha256:aa
    # via cryptography
colorama==0.4.6 ; sys_platform == 'win32' \\
    --hash=sha256:bb
typer==0.29.2 \\
    --hash=sha256:cc
"""
PI_5, PI_2 = Target("aarch64", "3.11"), Target("armv7l", "3.11")


class Registry:
    """Has typer for every machine, and of cffi a wheel for one of them."""

    def __init__(self, *, source: bool) -> None:
        self.has_source = source
        self.asked: list[str] = []

    def wheel(self, package: Locked, target: Target, _to: Path) -> list[str]:
        self.asked.append(f"{package.name} {package.version} {target}")
        if package.name.startswith("typer"):
            return ["typer-0.29.2-py3-none-any.whl"]
        return ["cffi-2.1.1-cp311-cp311-manylinux_2_17_aarch64.whl"] if target == PI_5 else []

    def source(self, _package: Locked, _to: Path) -> list[str]:
        return ["cffi-2.1.1.tar.gz"] if self.has_source else []


def test_lock_file_is_read_without_what_windows_wants() -> None:
    wanted = [package for package in locked(LOCK) if not package.for_windows]
    assert [(package.name, package.version) for package in wanted] == [("cffi", "2.1.1"), ("typer", "0.29.2")]
    assert all("--hash=" in package.lines for package in wanted)


@pytest.mark.parametrize(("source", "what"), [(True, "source"), (False, "missing")])
def test_package_without_a_wheel_is_named(tmp_path: Path, source: bool, what: str) -> None:
    contents = gather(LOCK, [PI_5, PI_2], tmp_path, Registry(source=source))
    assert contents["cffi 2.1.1"] == {PI_5: "wheel", PI_2: what}
    row = next(line for line in table_of(contents, [PI_5, PI_2], "Sabot 1.0").splitlines() if "cffi" in line)
    assert row.split() == ["cffi", "2.1.1", "wheel", what]


def test_what_windows_wants_is_not_fetched(tmp_path: Path) -> None:
    registry = Registry(source=True)
    assert set(gather(LOCK, [PI_5], tmp_path, registry)) == {"cffi 2.1.1", "typer 0.29.2"}
    assert registry.asked == ["cffi 2.1.1 aarch64 3.11", "typer 0.29.2 aarch64 3.11"]


def test_wheel_for_every_machine_is_fetched_once(tmp_path: Path) -> None:
    registry = Registry(source=True)
    contents = gather(LOCK, [PI_5, PI_2], tmp_path, registry)
    assert contents["typer 0.29.2"] == {PI_5: "wheel", PI_2: "wheel"}
    assert registry.asked.count("typer 0.29.2 armv7l 3.11") == 0


def test_tools_of_a_source_come_as_wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda words, **_: asked.append(words))
    Pip().source(locked(LOCK)[0], tmp_path)
    assert [word for word in asked[0] if word.startswith("--no-binary")] == ["--no-binary=cffi"]


def test_wheel_for_a_later_glibc_than_that_of_bookworm_is_not_taken() -> None:
    assert "manylinux_2_36_aarch64" in PI_5.platforms
    assert "manylinux_2_37_aarch64" not in PI_5.platforms
