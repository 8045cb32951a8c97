"""The program that runs is the one that was released. What was altered, removed or added locks the table."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from controller.release.command import app
from controller.release.command import verify as verify_command
from controller.release.installed import ROOT, State, Verified, program_digest
from controller.release.installed import verify as verify_installed
from controller.release.lockfile import locked
from controller.release.manifest import NAME
from controller.release.sbom import bill
from firmware_bridge.messages.told import DealerCommand

from .service_rig import Rig
from .service_steps import CLEAR
from .things import table_file

FILES = {
    "controller/__init__.py": "",
    "controller/rules.py": "LIMIT = 3\n",
    "controller/books/lfp.toml": "key = 'lfp'\n",
    "drivers/port.py": "BAUD = 9600\n",
    "firmware_bridge/bridge.py": "",
}


@pytest.fixture
def released(tmp_path: Path) -> tuple[Path, bytes]:
    """A small installation with its manifest, and the public key that it was signed for."""
    root, key = tmp_path / "site", tmp_path / "release.key"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    run = CliRunner()
    public = run.invoke(app, ["key", str(key)]).stdout.strip()
    made = run.invoke(app, ["manifest", "--key", str(key), "--root", str(root), "--release", "1.2"])
    assert made.exit_code == 0, made.output
    assert key.stat().st_mode & 0o777 == 0o600
    return root, bytes.fromhex(public)


def test_an_installation_as_it_was_released_is_verified(released: tuple[Path, bytes]) -> None:
    root, key = released
    assert verify_installed(key, root) == Verified(State.RELEASE, release="1.2")


def alter(root: Path) -> None:
    (root / "controller/rules.py").write_text("LIMIT = 4\n")


def alter_compiled(root: Path) -> None:
    (path,) = (root / "controller/__pycache__").glob("rules.*.pyc")
    path.write_bytes(path.read_bytes() + b"\x00")


def remove(root: Path) -> None:
    (root / "controller/books/lfp.toml").unlink()


def add(root: Path) -> None:
    (root / "drivers/more.py").write_text("")


def add_compiled(root: Path) -> None:
    (root / "drivers/__pycache__/port.cpython-399.pyc").write_bytes(b"")


def link(root: Path) -> None:
    (root / "drivers/port.py").rename(root.parent / "port.py")
    (root / "drivers/port.py").symlink_to(root.parent / "port.py")


def pipe(root: Path) -> None:
    os.mkfifo(root / "firmware_bridge/fifo")


@pytest.mark.parametrize(
    ("what", "named"),
    [
        (alter, "altered: controller/rules.py"),
        (alter_compiled, "altered: controller/__pycache__/rules."),
        (remove, "missing: controller/books/lfp.toml"),
        (add, "unknown: drivers/more.py"),
        (add_compiled, "unknown: drivers/__pycache__/port.cpython-399.pyc"),
        (link, "altered: drivers/port.py"),
        (pipe, "unknown: firmware_bridge/fifo"),
    ],
)
def test_what_differs_from_the_release_is_named(
    released: tuple[Path, bytes], what: Callable[[Path], None], named: str
) -> None:
    root, key = released
    what(root)
    verdict = verify_installed(key, root)
    assert verdict.state is State.ALTERED
    assert verdict.detail.startswith(named)


def test_many_files_are_named_in_one_line(released: tuple[Path, bytes]) -> None:
    root, key = released
    for number in range(9):
        (root / f"drivers/a{number}.py").touch()
    assert verify_installed(key, root).detail.endswith("drivers/a4.py and 4 more")


def test_a_manifest_that_is_gone_altered_or_of_others_is_no_release(released: tuple[Path, bytes]) -> None:
    root, key = released
    path = root / NAME
    whole = path.read_text()
    assert "not signed by the key" in verify_installed(bytes(32), root).detail
    content = json.loads(whole)
    content["manifest"]["files"].pop("controller/rules.py")
    path.write_text(json.dumps(content))
    assert "not signed by the key" in verify_installed(key, root).detail
    for text in ("", "[]", '{"manifest": 1}', "[" * 5000, '{"manifest": {}, "signature": "zz"}'):
        path.write_text(text)
        assert verify_installed(key, root).state is State.ALTERED
    path.unlink()
    assert verify_installed(key, root).state is State.ALTERED


def test_without_a_key_nothing_is_claimed(released: tuple[Path, bytes]) -> None:
    assert verify_installed(None, released[0]).state is State.UNKNOWN


def test_a_place_without_the_packages_is_refused_and_gets_no_digest(tmp_path: Path) -> None:
    (tmp_path / "controller").mkdir()
    command = typer.Typer(rich_markup_mode=None)
    command.command()(verify_command)
    said = CliRunner().invoke(command, ["--root", str(tmp_path)])
    assert (said.exit_code, said.stdout) == (1, "")
    assert f"--root {tmp_path}: drivers, firmware_bridge must lie there" in said.stderr


def test_the_program_s_digest_covers_all_that_runs_at_a_table(tmp_path: Path) -> None:
    for name, text in {**FILES, "hardware_sim/part.py": "", "controller/__pycache__/x.pyc": ""}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    digests = {program_digest.__wrapped__(tmp_path)}
    for name in FILES:
        (tmp_path / name).write_text("other")
        digests.add(program_digest.__wrapped__(tmp_path))
    assert len(digests) == 1 + len(FILES)
    (tmp_path / "controller/__pycache__/x.pyc").write_text("other")
    (tmp_path / "hardware_sim/part.py").write_text("other")
    assert program_digest.__wrapped__(tmp_path) in digests


def test_an_altered_program_locks_the_table_and_nobody_can_clear_it(tmp_path: Path) -> None:
    rig = Rig(table_file(tmp_path))
    console = rig.peer("console")
    rig.kill()
    verdicts = [Verified(State.ALTERED, "altered: controller/x.py")]
    rig.start(verify=lambda _: verdicts[-1])
    console.greet()
    assert [fault.key for fault in rig.state(console).faults] == ["fault.program_altered"]
    assert not console.tell(DealerCommand(word="shuffle")).accepted
    assert not console.tell(CLEAR, "floor").accepted
    assert [fault.key for fault in rig.state(console).faults] == ["fault.program_altered"]
    verdicts.append(Verified(State.RELEASE, release="1.2"))
    console.tell(CLEAR, "floor")
    assert rig.state(console).faults == ()
    rig.close()


def test_a_program_that_nobody_vouches_for_plays_with_a_notice(tmp_path: Path) -> None:
    rig = Rig(table_file(tmp_path))
    console = rig.peer("console")
    rig.kill()
    rig.start(verify=verify_installed)
    console.greet()
    assert [notice.key for notice in rig.state(console).notices][-1] == "notice.release_unknown"
    assert rig.state(console).faults == ()
    rig.close()


def test_the_bill_of_materials_has_every_locked_package_and_who_wants_it() -> None:
    packages = locked((ROOT / "requirements" / "run.txt").read_text())
    made = bill(packages, "1.2")
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.5")
    purls = {component["purl"] for component in made["components"]}
    assert {"pkg:pypi/pyzmq", "pkg:pypi/cryptography"} <= {purl.partition("@")[0] for purl in purls}
    assert all(component["hashes"] for component in made["components"])
    wants = {entry["ref"]: set(entry["dependsOn"]) for entry in made["dependencies"]}
    assert set().union(*wants.values()) == purls
    assert any(
        purl.startswith("pkg:pypi/pydantic-core@") for ref in wants if "pydantic@" in ref for purl in wants[ref]
    )
    assert bill(packages, "1.2") == made
