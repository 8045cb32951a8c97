"""`sabot install`: the files it says, units that systemd takes, and nothing left after `sabot uninstall`."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from controller.installation import command, names
from controller.installation.carry_out import InstallationError, adopt, install, uninstall
from controller.installation.layout import CONFIG, PROPOSED, Planned, plan
from controller.installation.units import services
from firmware_bridge.messages.tablefile import parse_table_file
from tests.ports import free_port

from .sandbox import allowed_calls, confine

TABLE = """[table]
name = "Table 7"
[game]
rulebook = "lfp"
small_blind = 50
big_blind = 100
smallest_chip = 25
starting_stack = 10000
[paths]
state = "/var/lib/sabot"
run = "/run/sabot"
"""
PROGRAM = Path("/usr/bin/env")  # systemd-analyze wants a command that is there
UNITS = "etc/systemd/system"

app = Typer()
app.command()(command.install)
app.command()(command.uninstall)


def planned(text: str = TABLE) -> tuple[Planned, ...]:
    return plan(parse_table_file(text), text, PROGRAM)


def files_below(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def test_it_writes_exactly_the_files_that_it_says(tmp_path: Path) -> None:
    said = install(planned(), tmp_path)
    assert files_below(tmp_path) == {str(path.relative_to(tmp_path)) for path in said}
    assert (tmp_path / "etc/sabot/table.toml").read_text() == TABLE


def test_the_users_of_the_table_reach_what_a_private_process_installs(tmp_path: Path) -> None:
    before = os.umask(0o077)  # that of every `sabot` command
    try:
        install(planned(), tmp_path)
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if path.is_dir()} == {0o755}


def test_nothing_is_left_after_an_uninstallation(tmp_path: Path) -> None:
    install(planned(), tmp_path)
    uninstall(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_table_that_is_enabled_is_not_uninstalled(tmp_path: Path) -> None:
    install(planned(), tmp_path)
    enabled = tmp_path / UNITS / "multi-user.target.wants" / "sabot.target"  # as `systemctl enable` makes it
    enabled.parent.mkdir()
    enabled.symlink_to("/etc/systemd/system/sabot.target")
    before = files_below(tmp_path)
    result = CliRunner().invoke(app, ["uninstall", "--root", str(tmp_path)])
    assert result.exit_code == 1
    assert "systemctl disable --now sabot.target" in result.output
    assert files_below(tmp_path) == before


def test_what_else_lies_in_its_folders_stays(tmp_path: Path) -> None:
    install(planned(), tmp_path)
    other = tmp_path / UNITS / "other.service"
    other.touch()
    uninstall(tmp_path)
    assert files_below(tmp_path) == {f"{UNITS}/other.service"}


def test_a_file_of_somebody_else_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / UNITS).mkdir(parents=True)
    (tmp_path / UNITS / "sabot.target").write_text("[Unit]\n")
    with pytest.raises(InstallationError, match=r"/etc/systemd/system/sabot\.target: not as Sabot wrote it"):
        install(planned(), tmp_path)
    assert files_below(tmp_path) == {f"{UNITS}/sabot.target"}


def test_a_file_that_was_changed_stays_and_is_named(tmp_path: Path) -> None:
    install(planned(), tmp_path)
    unit = tmp_path / UNITS / "sabot-console.service"
    unit.write_text(unit.read_text() + "# changed\n")
    before = files_below(tmp_path)
    with pytest.raises(InstallationError, match=r"sabot-console\.service"):
        uninstall(tmp_path)
    with pytest.raises(InstallationError, match=r"sabot-console\.service"):
        install(planned(TABLE.replace("Table 7", "Table 8")), tmp_path)
    assert files_below(tmp_path) == before


def test_an_installation_that_broke_off_can_be_finished_and_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []
    write = Path.write_text

    def break_off(path: Path, *given: str, **options: str) -> int:
        if len(written) == 4:
            raise OSError(28, "No space left on device")
        written.append(path)
        return write(path, *given, **options)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", break_off)
        with pytest.raises(OSError, match="No space"):
            install(planned(), tmp_path)
    install(planned(), tmp_path)
    uninstall(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_another_table_file_replaces_the_one_before(tmp_path: Path) -> None:
    install(planned(), tmp_path)
    other = TABLE.replace("Table 7", "Table 8")
    install(planned(other), tmp_path)
    assert (tmp_path / "etc/sabot/table.toml").read_text() == other
    assert "Table 8" in (tmp_path / UNITS / "sabot.target").read_text()


def test_nothing_installed_cannot_be_uninstalled(tmp_path: Path) -> None:
    with pytest.raises(InstallationError, match="nothing is installed below"):
        uninstall(tmp_path)


def test_a_table_file_that_cannot_work_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(TABLE.replace('"/run/sabot"', '"/srv/sabot"'))
    root = tmp_path / "root"
    result = CliRunner().invoke(app, ["install", "--config", str(config), "--root", str(root)])
    assert result.exit_code == 1
    assert "paths.run: /srv/sabot: allowed is a directory below /run" in result.output
    assert not root.exists()


def test_only_the_controller_reaches_the_state_and_only_the_bridge_the_devices() -> None:
    texts = {service.name: service.directives for service in services(parse_table_file(TABLE))}
    assert "ReadWritePaths=/var/lib/sabot" in texts["controller"]
    assert [name for name in texts if "InaccessiblePaths=-/var/lib/sabot" in texts[name]] == ["bridge", "console"]
    assert [name for name in texts if "DeviceAllow" in texts[name]] == ["bridge"]
    assert [name for name in texts if "AF_INET" in texts[name]] == ["console"]


def test_no_process_leaves_a_core_or_is_swapped_out() -> None:
    names = {service.unit for service in services(parse_table_file(TABLE))}
    units = [file.text.splitlines() for file in planned() if file.path.name in names]
    assert len(units) == 3
    assert all({"LimitCORE=0", "MemorySwapMax=0"} <= set(lines) for lines in units)


def test_the_pages_alone_give_way_to_play() -> None:
    texts = {service.name: service.directives for service in services(parse_table_file(TABLE))}
    assert [name for name in texts if "Nice=" in texts[name]] == ["console"]


def test_the_controller_alone_has_a_reserve_beside_which_it_speaks_to_systemd() -> None:
    texts = {file.path.name: file.text for file in planned()}
    assert [name for name in texts if " --reserve\n" in texts[name]] == ["sabot-controller.service"]
    assert [name for name in texts if "NotifyAccess=all\n" in texts[name]] == ["sabot-controller.service"]


def test_the_console_reaches_loopback_alone_unless_the_pages_leave_the_machine() -> None:
    def console(host: str) -> str:
        tls = 'cert = "/etc/sabot/table.pem"\nkey = "/etc/sabot/table.key"\n'
        return services(parse_table_file(f'{TABLE}[web]\nhost = "{host}"\n{tls}'))[2].directives

    assert "IPAddressAllow=localhost" in console("127.0.0.1")
    assert "IPAddress" not in console("10.1.2.3")


def test_each_process_runs_as_the_user_that_the_table_file_names() -> None:
    users = '[users]\nbridge = "bridge"\ncontroller = "brain"\nconsole = "pages"\ngroup = "table"\n'
    texts = {file.path.name: file.text for file in planned(TABLE + users)}
    assert "User=pages\nGroup=table\n" in texts["sabot-console.service"]
    assert "RuntimeDirectory" not in texts["sabot-console.service"]
    directories = next(file.text for file in planned(TABLE + users) if file.path.parent.name == "tmpfiles.d")
    assert directories.splitlines() == [
        "d /var/lib/sabot 0700 brain table -",
        "Z /var/lib/sabot - brain table -",
        "d /var/lib/sabot-bridge 0700 bridge table -",
        "Z /var/lib/sabot-bridge - bridge table -",
        "d /run/sabot 2750 brain table -",
        "d /run/sabot/controller 0700 brain table -",
        "d /run/sabot/bridge 0700 bridge table -",
        "d /run/sabot/console 0700 pages table -",
    ]


def test_what_root_left_in_the_state_is_given_to_the_user_of_the_table() -> None:
    directories = next(file.text for file in planned() if file.path.parent.name == "tmpfiles.d")
    assert "Z /var/lib/sabot - sabot sabot -" in directories.splitlines()


def test_kernel_knows_each_kind_of_adapter_before_the_bridge_starts() -> None:
    of = {"usbserial": "char-ttyUSB", "cdc-acm": "char-ttyACM"}  # who registers it (Linux, Documentation/admin-guide)
    modules = next(file.text for file in planned() if file.path.parent.name == "modules-load.d")
    bridge = services(parse_table_file(TABLE))[1].directives
    assert all(f"DeviceAllow={of[module]} rw" in bridge for module in modules.split())
    assert set(modules.split()) == set(of)


def test_start_that_is_printed_waits_for_no_service(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(TABLE)
    printed = CliRunner().invoke(app, ["install", "--config", str(config), "--root", str(tmp_path / "root")]).output
    assert "systemctl start --no-block sabot.target" in printed
    assert "--now" not in printed


def test_the_target_that_a_person_enables_starts_every_unit() -> None:
    texts = {file.path.name: file.text for file in planned()}
    wanted = next(line for line in texts["sabot.target"].splitlines() if line.startswith("Wants="))
    others = {name for name in texts if name.startswith("sabot-") and "[Install]" in texts[name]}
    assert set(wanted.removeprefix("Wants=").split()) == others


def test_a_console_that_the_controller_cuts_off_is_killed_by_systemd() -> None:
    texts = {file.path.name: file.text for file in planned()}
    assert "PathExists=/run/sabot/replace.console\n" in texts["sabot-replace.path"]
    assert "rm -f /run/sabot/replace.console\n" in texts["sabot-replace.service"]
    assert "kill --signal=KILL sabot-console.service" in texts["sabot-replace.service"]


@pytest.fixture
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("systemd-analyze is not installed (Debian package systemd)")
    return found


@pytest.mark.process
@pytest.mark.parametrize("name", ["controller", "bridge", "console"])
def test_process_starts_with_the_system_calls_that_its_unit_leaves_it(
    tmp_path: Path, analyze: str, name: str
) -> None:
    config, address = tmp_path / "table.toml", tmp_path / "ready"
    config.write_text(f"{at_home(tmp_path)}[web]\nport = {free_port()}\n")
    unit = next(file.text for file in planned() if file.path.name == f"sabot-{name}.service")
    confined = partial(confine, allowed_calls(unit, analyze))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(address))
        told.settimeout(60)  # twice TimeoutStartSec of the unit, as the machine may be busy
        process = subprocess.Popen(
            [sys.executable, "-m", "controller", name, "--config", str(config)],
            env={**os.environ, "NOTIFY_SOCKET": str(address)}, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=confined,
        )  # fmt: skip
        try:
            assert b"READY=1" in told.recv(1000)
        finally:
            process.terminate()
            process.wait(60)


@pytest.mark.process
@pytest.mark.parametrize("name", ["replace", "names"])
def test_systemd_verifies_the_units_that_act_for_a_process(tmp_path: Path, analyze: str, name: str) -> None:
    install(planned(), tmp_path)
    units = [str(tmp_path / UNITS / f"sabot-{name}.{kind}") for kind in ("path", "service")]
    verified = subprocess.run([analyze, "verify", "--man=no", *units], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")


@pytest.mark.process
@pytest.mark.parametrize("name", ["controller", "bridge", "console", "names"])
def test_systemd_verifies_each_unit_and_calls_it_safe(tmp_path: Path, analyze: str, name: str) -> None:
    install(planned(), tmp_path)
    unit = tmp_path / UNITS / f"sabot-{name}.service"
    verified = subprocess.run([analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")
    limit = ["security", "--offline=yes", "--threshold=15"]  # tenths of its points: a web page needs a network
    assert subprocess.run([analyze, *limit, str(unit)], capture_output=True, check=False).returncode == 0


# --- names that were found at the page ------------------------------------------------------------------------------

PART = """[[part]]
name = "bets"
kind = "feig_obid"
port = "/dev/bets"
antennas = { 1 = "bet:1", 2 = "bet:2" }
"""
TWISTED = PART.replace('1 = "bet:1", 2 = "bet:2"', '1 = "bet:2", 2 = "bet:1"')


@pytest.fixture
def commissioned(tmp_path: Path) -> Path:
    """A table file whose bridge has left a proposal."""
    config = tmp_path / "table.toml"
    config.write_text(at_home(tmp_path) + PART)
    (tmp_path / "state-bridge").mkdir()
    (tmp_path / "state-bridge" / PROPOSED).write_text(at_home(tmp_path) + TWISTED)
    return config


def at_home(folder: Path) -> str:
    return TABLE.replace("/var/lib/sabot", str(folder / "state")).replace("/run/sabot", str(folder / "run"))


def taken(config: Path) -> Result:
    taking = Typer()
    taking.command()(names.take_names)
    return CliRunner().invoke(taking, ["--config", str(config)])


def test_names_that_were_found_are_taken_and_the_file_before_is_kept(commissioned: Path) -> None:
    before = commissioned.read_text()
    assert taken(commissioned).exit_code == 0
    assert commissioned.read_text() == at_home(commissioned.parent) + TWISTED
    (backup,) = commissioned.parent.glob("table-*Z.toml")
    assert backup.read_text() == before
    assert not (commissioned.parent / "state-bridge" / PROPOSED).exists()


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("/dev/bets", "/dev/others"),
        ("starting_stack = 10000", "starting_stack = 20000"),
        ("[paths]", '[web]\nhost = "0.0.0.0"\n[paths]'),
        ("[[part]]", '[gpio]\nbackend = "socket"\nsocket = "/tmp/lines"\n[[part]]'),
        ("[[part]]", "[[part"),
    ],
)
def test_a_proposal_that_changes_more_than_names_is_refused_and_tried_once(
    commissioned: Path, right: str, wrong: str
) -> None:
    before = commissioned.read_text()
    proposed = commissioned.parent / "state-bridge" / PROPOSED
    proposed.write_text(proposed.read_text().replace(right, wrong))
    assert taken(commissioned).exit_code == 1
    assert commissioned.read_text() == before
    assert not proposed.exists()


def test_a_link_in_the_folder_of_the_bridge_is_not_followed(commissioned: Path) -> None:
    proposed = commissioned.parent / "state-bridge" / PROPOSED
    other = proposed.rename(commissioned.with_name("other.toml"))
    proposed.symlink_to(other)
    assert taken(commissioned).exit_code == 1


def test_a_table_file_that_took_names_can_be_uninstalled(tmp_path: Path) -> None:
    install(planned(), tmp_path)
    (tmp_path / "etc/sabot/table.toml").write_text(TABLE + PART)
    adopt(tmp_path, CONFIG)
    uninstall(tmp_path)
    assert list(tmp_path.iterdir()) == []
