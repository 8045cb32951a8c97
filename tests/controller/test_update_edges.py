"""What `sabot update` has to do with: the service manager, a version's self-test, the journal, the command."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer import Typer
from typer.testing import CliRunner

from controller.installation.command import program_of
from controller.installation.units import TARGET, services
from controller.release.making import release_archive
from controller.rulebooks import RulebookError
from controller.service.session.installation import note_update
from controller.service.session.table_session import OWN
from controller.table.state import migrations
from controller.update import selftest
from controller.update.command import update as update_command
from controller.update.folder import Folder, UpdateError
from controller.update.programs import Versions
from controller.update.selftest import examine
from controller.update.services import READY_WITHIN_S, STANDS_AFTER_S, Systemd
from firmware_bridge.messages.tablefile import TableFile

from .saved_hands import file_of, in_mid_hand, table_at
from .service_rig import Rig, enrol
from .things import table_file, table_text

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = KEY.public_key().public_bytes_raw()

app = Typer()
app.command()(update_command)


# --- systemd ---


class SimulatedSystemd:
    """Units that become ready, fail or die. It answers as systemctl(1) does."""

    def __init__(self, *, fails: str = "", dies: str = "", hangs: bool = False) -> None:
        self.fails, self.dies, self.hangs = fails, dies, hangs
        self.active: dict[str, int] = {}  # unit → how often it was started again
        self.waited = 0.0

    def wait(self, seconds: float) -> None:
        """A unit that dies is started again, and again, each quarter of a second."""
        self.waited += seconds
        if self.dies in self.active:
            self.active[self.dies] = int(seconds / 0.25)

    def call(self, words: Sequence[str], within: float) -> tuple[int, str]:
        verb, *rest = words
        units = [word for word in rest if not word.startswith("--")]
        if self.hangs and verb != "show":
            raise subprocess.TimeoutExpired("systemctl", within)
        if verb == "start":
            self.active |= {unit: 0 for unit in units if unit != self.fails}
            return (1, f"Job for {self.fails} failed.\n") if self.fails else (0, "")
        if verb == "stop":
            self.active.clear()
            return 0, ""
        if "--value" in rest:
            return 0, "".join("active\n" if unit in self.active else "inactive\n" for unit in units)
        restarts = self.active.get(units[0])
        state = "inactive" if restarts is None else "active"
        return 0, f"ActiveState={state}\nNRestarts={restarts or 0}\n"


def systemd(tmp_path: Path, simulated: SimulatedSystemd) -> Systemd:
    return Systemd(table_file(tmp_path), simulated.call, simulated.wait)


def test_services_are_up_once_they_stand_longer_than_a_watchdog_waits(tmp_path: Path) -> None:
    simulated = SimulatedSystemd()
    table = systemd(tmp_path, simulated)
    assert not table.running()
    assert table.start() == ""
    assert table.running()
    assert simulated.waited == STANDS_AFTER_S
    assert {TARGET, *(service.unit for service in services(table_file(tmp_path)))} <= simulated.active.keys()
    table.stop()
    assert not table.running()


def test_service_that_fails_is_named_with_where_to_look(tmp_path: Path) -> None:
    said = systemd(tmp_path, SimulatedSystemd(fails="sabot-controller.service")).start()
    assert said.startswith("Job for sabot-controller.service failed. See `journalctl")


def test_service_that_dies_after_it_was_ready_is_named(tmp_path: Path) -> None:
    said = systemd(tmp_path, SimulatedSystemd(dies="sabot-bridge.service")).start()
    assert said == "sabot-bridge.service ended within 10 s"


def test_machine_without_systemd_is_named(tmp_path: Path) -> None:
    table = Systemd(table_file(tmp_path), lambda _words, _within: (1, "System has not been booted with systemd."))
    with pytest.raises(UpdateError, match="cannot be asked for the table's services: System has not been booted"):
        table.running()


def test_services_that_hang_are_not_waited_for_without_end(tmp_path: Path) -> None:
    table = systemd(tmp_path, SimulatedSystemd(hangs=True))
    assert table.start().startswith(f"not ready within {READY_WITHIN_S} s")
    with pytest.raises(UpdateError, match="cannot be stopped: no answer within"):
        table.stop()


# --- the self-test ---


def digests(state: Path) -> dict[str, str]:
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in state.iterdir() if p.is_file()}


def test_self_test_finds_the_open_hand_and_leaves_the_state_alone(tmp_path: Path) -> None:
    rig = in_mid_hand(tmp_path)
    try:
        before = digests(rig.config.paths.state)
        found = examine(rig.config)
        assert before == digests(rig.config.paths.state)
    finally:
        rig.close()
    assert (found.errors, found.hand, found.in_hand) == ((), 1, True)
    assert found.lines[-1] == "the journal is opened, hand 1 is being played"
    assert not list(rig.config.paths.run.glob("selftest-*"))


def test_self_test_removes_the_copy_of_one_that_was_killed_and_of_no_other(tmp_path: Path) -> None:
    rig = in_mid_hand(tmp_path)
    rig.close()
    left, used = (rig.config.paths.run / f"selftest-{name}" for name in ("left", "used"))
    for folder in (left, used):
        folder.mkdir()
        (folder / "handkey.1").write_bytes(b"key")
    with selftest.held(used):
        examine(rig.config, journal_alone=True)
    assert (left.exists(), used.exists()) == (False, True)


def test_self_test_makes_no_copy_of_the_key_of_surveillance(tmp_path: Path) -> None:
    rig = in_mid_hand(tmp_path)
    rig.close()
    with selftest.copied(rig.config) as copy:
        names = {path.name for path in copy.paths.state.iterdir()}
    assert "surveillance.key" in {path.name for path in rig.config.paths.state.iterdir()}
    assert names >= {"journal.sqlite", "device.key", "decks.reg"}
    assert "surveillance.key" not in names


def test_self_test_says_which_program_must_end_a_hand_that_this_one_cannot_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "RECORDS", {})
    found = examine(unopened(7, tmp_path), journal_alone=True)
    assert not found.passed
    assert "start the program of version 7 again" in found.errors[0]


def unopened(version: int, root: Path) -> TableFile:
    """A state that only the program of that version has opened."""
    with tarfile.open(file_of(version)) as packed:
        packed.extractall(root / "state", filter="data")
    (root / "state").chmod(0o700)
    (root / "run").mkdir(mode=0o700)
    config = table_at(root)
    enrol(config)
    return config


# --- what is journalled ---


def test_next_start_journals_who_brought_the_version(tmp_path: Path) -> None:
    rig = Rig(table_file(tmp_path))
    try:
        note_update(rig.config.paths.state, "1.1 after 1.0, by Ann and Bob, 2026-11-24T04:00:00+00:00")
        rig.restart()
        record = rig.service._journal.reading.last_of(OWN, "installation")
    finally:
        rig.close()
    assert record is not None
    assert json.loads(record.body)["changed"]["update"] == [
        "", "1.1 after 1.0, by Ann and Bob, 2026-11-24T04:00:00+00:00",
    ]  # fmt: skip


# --- the command ---


@pytest.fixture
def release(tmp_path: Path) -> Path:
    (tmp_path / "tree").mkdir()
    release_archive(tmp_path / "tree", KEY, "1.1", tmp_path / "sabot-1.1.zip")
    return tmp_path / "sabot-1.1.zip"


def run(root: Path, *words: str, key: str = PUBLIC.hex()) -> tuple[int, str]:
    config = root / "table.toml"
    config.write_text(table_text(root, parts=f'[release]\nkey = "{key}"\n' if key else ""))
    (root / "run").mkdir(mode=0o700, exist_ok=True)
    result = CliRunner().invoke(app, ["--root", str(root), "--config", str(config), *words])
    return result.exit_code, result.output


def test_release_of_nobody_is_refused_before_anything_is_unpacked(tmp_path: Path, release: Path) -> None:
    other = Ed25519PrivateKey.generate().public_key().public_bytes_raw().hex()
    assert "names no key" in run(tmp_path, str(release), "--by", "Ann", "--witness", "Bob", key="")[1]
    code, said = run(tmp_path, str(release), "--by", "Ann", "--witness", "Bob", key=other)
    assert code == 1
    assert "not signed by the key of this table's releases" in said
    assert Folder(tmp_path).record() is None


@pytest.mark.parametrize("people", [[], ["--by", "Ann"], ["--by", "Ann", "--witness", "ann"]])
def test_one_person_alone_does_not_update(tmp_path: Path, release: Path, people: list[str]) -> None:
    code, said = run(tmp_path, str(release), *people)
    assert code == 1
    assert "two people do this" in said
    assert Folder(tmp_path).record() is None


def test_both_people_show_their_secret(tmp_path: Path, release: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enrol(table_file(tmp_path))
    monkeypatch.setattr("controller.people.terminal.getpass.getpass", lambda *_: "wrong")
    code, said = run(tmp_path, str(release), "--by", "Ann", "--witness", "Ann floor")
    assert (code, Folder(tmp_path).record()) == (1, None)
    assert "that is not their PIN" in said or "there is none here" in said


def test_without_a_release_it_says_what_to_name(tmp_path: Path) -> None:
    assert "name the release file, or --back" in run(tmp_path)[1]
    assert "there is no version before the present one" in run(tmp_path, "--back")[1]


def test_release_that_cannot_be_installed_is_given_up_and_named(tmp_path: Path, release: Path) -> None:
    code, said = run(tmp_path, str(release), "--by", "Ann", "--witness", "Bob")
    assert code == 1
    assert "Version 1.1 is given up: it cannot be installed: the release has no program" in said
    assert "The table has version none, as before." in said
    assert (Folder(tmp_path).record(), Folder(tmp_path).whole()) == (None, frozenset())


def test_services_of_an_updated_machine_start_what_the_link_names() -> None:
    link = Path("/opt/sabot/current/bin/sabot")
    assert program_of(Path("/opt/sabot/versions/1.1/bin/python")) == link
    assert program_of(Path("/srv/venv/bin/python")) == Path("/srv/venv/bin/sabot")


# --- the self-test as a process ---


class Answer:
    """What running a version gives: its status and output, without a process."""

    def __init__(self, status: int, said: str, error: str = "") -> None:
        self.done = subprocess.CompletedProcess[str]([], status, said, error)

    def __call__(self, *_words: object, **_options: object) -> subprocess.CompletedProcess[str]:
        return self.done


@pytest.mark.parametrize(
    ("answer", "errors"),
    [
        (Answer(0, '{"lines": ["well"], "errors": [], "hand": 3, "in_hand": true, "later": 1}\n'), ()),
        (Answer(1, '{"lines": [], "errors": ["a fault"], "hand": 0, "in_hand": false}\n'), ("a fault",)),
        (Answer(1, "", "Traceback\n  in a file\nImportError: no zmq\n"),
         ("the self-test of 1.1 ended with status 1: ImportError: no zmq",)),
        (Answer(0, "Hello\n"), ("the self-test of 1.1 ended with status 0: ",)),
    ],
)  # fmt: skip
def test_what_another_version_says_of_itself_is_read(tmp_path: Path, answer: Answer, errors: tuple[str, ...]) -> None:
    programs = Versions(Folder(tmp_path), table_file(tmp_path), tmp_path / "table.toml", PUBLIC, answer)
    assert programs.examine("1.1").errors == errors


def test_rulebook_that_cannot_be_read_is_an_error_of_the_self_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged() -> None:
        raise RulebookError("lfp.toml: nonsense: 'x' is no key here")

    monkeypatch.setattr(selftest, "available", damaged)
    assert "rulebooks: lfp.toml: nonsense: 'x' is no key here" in examine(table_file(tmp_path)).errors
