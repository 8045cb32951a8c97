"""Every file that an installation puts on a machine, as data. Nothing is written here."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.installation.units import (
    REPLACES,
    TAKES,
    TARGET,
    USER,
    group_of,
    naming_texts,
    replacing_texts,
    service_text,
    services,
    target_text,
    user_of,
)
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.process.replacement import wish_of
from firmware_bridge.process.users import own_directory

CONFIG: Final = Path("/etc/sabot/table.toml")
UNITS: Final = Path("/etc/systemd/system")

# Adapters gather bytes for 16 ms by default. At 1 ms a reading costs only its own time (FTDI AN232B-04).
UDEV: Final = """\
# Ports and lines of the table for its user. FTDI adapters hand on what they received after 1 ms.
SUBSYSTEM=="tty", KERNEL=="ttyUSB*|ttyACM*|ttyAMA*", GROUP="dialout", MODE="0660"
ACTION=="add|bind", SUBSYSTEM=="usb-serial", DRIVER=="ftdi_sio", ATTR{latency_timer}="1"
SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="dialout", MODE="0660"
"""

# A unit may use a kind of device that the kernel knows when the unit starts (systemd.resource-control(5)). Without
# these modules the kernel learns of the adapters' ports only when the first adapter is plugged in.
MODULES: Final = "usbserial\ncdc-acm\n"

# A card of 16 GB keeps a year of logs in this. Without a limit a fault that repeats could fill the medium.
JOURNALD: Final = """\
[Journal]
Storage=persistent
SystemMaxUse=500M
RateLimitIntervalSec=30s
RateLimitBurst=2000
"""

# The watchdog of a Raspberry Pi counts to 15 s at most.
HARDWARE_WATCHDOG: Final = "[Manager]\nRuntimeWatchdogSec=14s\n"

PROPOSED: Final = "table.proposed.toml"
"""The table file with the names that were found, in the bridge's own directory."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A file as it is to lie there: its path on the machine, its mode and its text."""

    path: Path
    text: str
    mode: int = 0o644


def plan(table: TableFile, config_text: str, program: Path) -> tuple[Planned, ...]:
    """The files of an installation, in the order in which they are written.

    `config_text`: the text of the table file. `program`: the `sabot` command on the machine. Raises ValueError if the
    table file names paths that cannot be had.
    """
    return tuple(_planned(table, config_text, program))


def _planned(table: TableFile, config_text: str, program: Path) -> Iterator[Planned]:
    yield Planned(CONFIG, config_text)
    if table.users is None:  # users that the table file names are there already, or its check fails
        users = f'u {USER} - "Sabot" {table.paths.state} -\nm {USER} dialout\n'
        yield Planned(Path("/etc/sysusers.d/sabot.conf"), users)
    yield Planned(Path("/etc/tmpfiles.d/sabot.conf"), "".join(_directories(table)))
    yield Planned(Path("/etc/udev/rules.d/60-sabot.rules"), UDEV)
    yield Planned(Path("/etc/modules-load.d/sabot.conf"), MODULES)
    yield Planned(Path("/etc/systemd/journald.conf.d/sabot.conf"), JOURNALD)
    yield Planned(Path("/etc/systemd/system.conf.d/sabot.conf"), HARDWARE_WATCHDOG)
    for service in services(table):
        yield Planned(UNITS / service.unit, service_text(service, table, program, CONFIG))
    looks, carries_out = replacing_texts(wish_of("console", own_directory(table, "controller")))
    yield Planned(UNITS / REPLACES, looks)
    yield Planned(UNITS / "sabot-replace.service", carries_out)
    looks, takes = naming_texts(table, program, CONFIG, table.paths.bridge / PROPOSED)
    yield Planned(UNITS / TAKES, looks)
    yield Planned(UNITS / "sabot-names.service", takes)
    yield Planned(UNITS / TARGET, target_text(table))


def _directories(table: TableFile) -> Iterator[str]:
    """The state directories, and for three users the run directory with a folder of each.

    Files that root left in a state directory, such as those of `sabot commission`, are given to its user (`Z`).
    """
    group, controller, run = group_of(table), user_of(table, "controller"), table.paths.run
    for path, user in ((table.paths.state, controller), (table.paths.bridge, user_of(table, "bridge"))):
        yield f"d {path} 0700 {user} {group} -\nZ {path} - {user} {group} -\n"
    if table.users is None:
        return
    yield f"d {run} 2750 {controller} {group} -\n"
    for service in services(table):
        yield f"d {run}/{service.name} 0700 {user_of(table, service.name)} {group} -\n"
