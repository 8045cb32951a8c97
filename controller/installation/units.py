"""The units of one table for systemd, as text.

Three services under one target, each with what it needs and nothing else. A directive that could surprise has its
reason beside it. Sources: systemd.exec(5), systemd.service(5), systemd.resource-control(5).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.process.hardening import FEW_DESCRIPTORS, MOST_DESCRIPTORS

TARGET: Final = "sabot.target"
USER: Final = "sabot"
REPLACES: Final = "sabot-replace.path"
TAKES: Final = "sabot-names.path"

# A loop that has not turned for ten seconds will not: the longest turn that was measured is a restart's replay, 5 s.
WATCHDOG: Final = "10s"
# Replay of the open hand may take five seconds before the controller is ready. A slow card reader doubles it.
START_WITHIN: Final = "30s"
# Displays show PAUSED and fields go off within 0.3 s. The supervisor allows its children five seconds as well.
STOP_WITHIN: Final = "5s"

# sched_setscheduler: each thread of ZeroMQ sets the policy that it has already. Refused, it ends the process.
# RestrictRealtime still keeps every other policy away.
COMMON: Final = """\
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
ProtectProc=invisible
ProcSubset=all
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallFilter=sched_setscheduler
SystemCallErrorNumber=EPERM
UMask=0077
LimitCORE=0
MemorySwapMax=0
KeyringMode=private
"""

# Root needs this to enter the bridge's own folder.
_FOR_ROOT: Final = COMMON.replace("CapabilityBoundingSet=\n", "CapabilityBoundingSet=CAP_DAC_OVERRIDE\n")

# Cards and chips are read by USB adapters and the Pi's own UARTs. gpiochip is the character device of the lines.
DEVICES: Final = """\
DevicePolicy=closed
DeviceAllow=char-ttyUSB rw
DeviceAllow=char-ttyACM rw
DeviceAllow=char-ttyAMA rw
DeviceAllow=char-ttyS rw
DeviceAllow=char-gpiochip rw
SupplementaryGroups=dialout
"""
NO_DEVICES: Final = "PrivateDevices=yes\n"

BEHIND_PLAY: Final = "Nice=5\n"  # as under `sabot run`: pages that are besieged give way to play

# ZeroMQ ends a controller that runs out of descriptors, and each connection takes one. All that the pages' tasks can
# open together stays below what the controller may have.
MANY_DESCRIPTORS: Final = f"LimitNOFILE={MOST_DESCRIPTORS}\n"
FEW: Final = f"LimitNOFILE={FEW_DESCRIPTORS}\nTasksMax={MOST_DESCRIPTORS // FEW_DESCRIPTORS - 1}\n"

# The process in reserve is the main one, and the controller that it forks speaks to systemd.
RESERVE: Final = "NotifyAccess=all\n"

SILENT: Final = "RestrictAddressFamilies=AF_UNIX\nPrivateNetwork=yes\nIPAddressDeny=any\n"


@dataclass(frozen=True, slots=True)
class Service:
    """One process of the table. `directives`: what it may do beside the common sandbox. `options`: of its command."""

    name: str
    what: str
    directives: str
    after: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    @property
    def unit(self) -> str:
        """The name of its file."""
        return f"sabot-{self.name}.service"


def services(table: TableFile) -> tuple[Service, ...]:
    """Controller, bridge and console of a table."""
    state = table.paths.state
    # Only the controller may use journal, registers and keys, though the others run under the same user.
    hidden = f"InaccessiblePaths=-{state}\n"
    own = f"ReadWritePaths={table.paths.bridge}\n"
    after = ("sabot-controller.service",)
    mind = _written(table) + NO_DEVICES + SILENT + MANY_DESCRIPTORS + RESERVE
    return (
        Service("controller", "hand, rulebook and journal", mind, options=("--reserve",)),
        Service("bridge", "readers, shoe, button and displays", hidden + own + DEVICES + SILENT, after),
        Service("console", "pages of the table", hidden + NO_DEVICES + _network(table) + BEHIND_PLAY + FEW, after),
    )


def _written(table: TableFile) -> str:
    """The directories to write: that of the state, and that of the second copy. A missing medium is reported by the
    table."""
    copy = table.paths.copy_to
    return f"ReadWritePaths={table.paths.state}{f' -{copy}' if copy else ''}\n"


def _network(table: TableFile) -> str:
    """Only loopback, unless the table file has the pages leave the machine."""
    families = "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6\n"
    return families + ("IPAddressDeny=any\nIPAddressAllow=localhost\n" if table.web.on_this_machine_alone else "")


def service_text(service: Service, table: TableFile, program: Path, config: Path) -> str:
    """The unit file of one process. `program`: the `sabot` command. `config`: the installed table file."""
    return "".join(_lines(service, table, program, config))


def _lines(service: Service, table: TableFile, program: Path, config: Path) -> Iterator[str]:
    yield f"[Unit]\nDescription=Sabot: {service.what}\nPartOf={TARGET}\n"
    yield from (f"After={unit}\nWants={unit}\n" for unit in service.after)
    # A table that cannot start is tried for ever: a person may be putting the cable back.
    yield "StartLimitIntervalSec=0\n\n"
    yield f"[Service]\nType=notify\nUser={user_of(table, service.name)}\nGroup={group_of(table)}\n"
    command = " ".join([str(program), service.name, "--config", str(config), "--log-json", *service.options])
    yield f"ExecStart={command}\n"
    yield from _run_directory(table)
    yield f"WatchdogSec={WATCHDOG}\nTimeoutStartSec={START_WITHIN}\nTimeoutStopSec={STOP_WITHIN}\n"
    yield "Restart=always\nRestartSec=250ms\n"
    yield COMMON
    yield service.directives
    yield f"\n[Install]\nWantedBy={TARGET}\n"


def user_of(table: TableFile, process: str) -> str:
    """The user of a process: its own if the table file has a section [users]."""
    return USER if table.users is None else str(getattr(table.users, process))


def group_of(table: TableFile) -> str:
    """The group that the three processes share."""
    return USER if table.users is None else table.users.group


def _run_directory(table: TableFile) -> Iterator[str]:
    """The run directory. systemd makes it for one user. For three users tmpfiles.d makes it at the start of the
    machine."""
    below = _below_run(table.paths.run)
    if table.users is not None:
        yield f"ReadWritePaths={table.paths.run}\n"
        return
    yield f"RuntimeDirectory={below}\nRuntimeDirectoryMode=0700\n"
    yield "RuntimeDirectoryPreserve=yes\n"  # the sockets of the others stay when one of them restarts


def _below_run(run: Path) -> str:
    """Return the directory below /run, as systemd makes no other. Raises ValueError for any other."""
    if run.parts[:2] != ("/", "run") or len(run.parts) < 3:
        raise ValueError(f"paths.run: {run}: allowed is a directory below /run, such as /run/sabot")
    return "/".join(run.parts[2:])


def target_text(table: TableFile) -> str:
    """The target that starts a table, and with which it stops. It wants its units itself: enabling it is enough."""
    wanted = " ".join([*(service.unit for service in services(table)), REPLACES, TAKES])
    return (
        f"[Unit]\nDescription=Sabot table {table.table.name}\nWants={wanted}\nAfter=local-fs.target\n\n"
        "[Install]\nWantedBy=multi-user.target\n"
    )


def replacing_texts(wish: Path) -> tuple[str, str]:
    """The units that kill a console which the controller has cut off: one looks for its wish, one carries it out.

    systemd then starts the console again, as after any other death. Taking the wish away first keeps it at one kill.
    """
    console = "sabot-console.service"
    looks = f"[Unit]\nDescription=Sabot: another console is asked for\nPartOf={TARGET}\n\n[Path]\nPathExists={wish}\n"
    carries_out = (
        f"[Unit]\nDescription=Sabot: kill the console\nStartLimitIntervalSec=0\n\n"
        f"[Service]\nType=oneshot\nExecStart=/bin/rm -f {wish}\n"
        f"ExecStart=/bin/systemctl kill --signal=KILL {console}\n"
    )
    return f"{looks}\n[Install]\nWantedBy={TARGET}\n", carries_out


def naming_texts(table: TableFile, program: Path, config: Path, proposed: Path) -> tuple[str, str]:
    """The units that put names into the table file which were found at the page: one looks for them, one takes them.

    The bridge may not write beside the table file. The command takes names alone, whatever the bridge has left there.
    It runs as root, without network or devices, and may write two folders.
    """
    looks = f"[Unit]\nDescription=Sabot: names were found\nPartOf={TARGET}\n\n[Path]\nPathExists={proposed}\n"
    takes = (
        "[Unit]\nDescription=Sabot: take the names that were found into the table file\n\n"
        f"[Service]\nType=oneshot\nExecStart={program} take-names --config {config}\n"
        f"ReadWritePaths={config.parent} {table.paths.bridge}\n{_FOR_ROOT}{NO_DEVICES}{SILENT}"
    )
    return f"{looks}\n[Install]\nWantedBy={TARGET}\n", takes
