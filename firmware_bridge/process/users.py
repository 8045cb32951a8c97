"""Users of their own for bridge, controller and console: who each process runs as, and who may speak for it.

Without a section [users] all three run as one user. With it:

    state/          0700, the controller's: no other user reads keys, registers, journal
    state-bridge/   0700, the bridge's: whether a hand is in progress
    run/            2750, the controller's and the group's: the sockets (0660), which others of it cannot replace
    run/<process>/  0700, each process's own: its lock, its last sign of life

The kernel says of each peer on a socket which user it runs as (SO_PEERCRED, unix(7)). A message is taken only from
the user that the table file names for its source.
"""

import grp
import os
import pwd
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from firmware_bridge.messages.tablefile import TableFile, UsersSection
from firmware_bridge.process.directories import private_directory

Process = Literal["bridge", "controller", "console"]
PROCESSES: Final[tuple[Process, ...]] = ("controller", "bridge", "console")
SHARED: Final = 0o2750
PRIVATE_SOCKET, SHARED_SOCKET = 0o600, 0o660


class UsersError(PermissionError):
    """The section [users] cannot be carried out as things are. The text has the cure."""


@dataclass(frozen=True, slots=True)
class Users:
    """The user id of each process, and the group that the three share."""

    ids: Mapping[Process, int]
    group: int


def users_of(table: TableFile) -> Users | None:
    """Return the users that the table file names, None if it names none. Raises UsersError."""
    if table.users is None:
        return None
    ids: dict[Process, int] = {}
    unknown = []
    for process in PROCESSES:
        name = getattr(table.users, process)
        try:
            ids[process] = int(name) if name.isdecimal() else pwd.getpwnam(name).pw_uid
        except (KeyError, OverflowError):
            unknown.append(
                f"users.{process} {name!r} is no user of this machine. Make one: `useradd --system {name}`"
            )
    group = _group(table.users, unknown)
    if unknown:
        raise UsersError("\n".join(unknown))
    if len(set(ids.values())) != len(ids):
        raise UsersError("users: bridge, controller and console need three different users. Leave the section out")
    return Users(MappingProxyType(ids), group)


def _group(section: UsersSection, unknown: list[str]) -> int:
    try:
        return int(section.group) if section.group.isdecimal() else grp.getgrnam(section.group).gr_gid
    except KeyError:
        unknown.append(f"users.group {section.group!r} is no group. Make one: `groupadd --system {section.group}`")
        return -1


def user_of(users: Users | None, process: Process) -> int:
    """Return the user id of a process. Only that user may speak for it."""
    return os.geteuid() if users is None else users.ids[process]


def groups_of(users: Users, process: Process) -> list[int]:
    """Return the groups of a process beside the shared one: those of its user, who may open serial ports and GPIO
    lines."""
    try:
        account = pwd.getpwuid(users.ids[process])
    except KeyError:
        return []
    return os.getgrouplist(account.pw_name, account.pw_gid)


def own_directory(table: TableFile, process: Process) -> Path:
    """Return the directory for the lock and the run files of a process."""
    return table.paths.run if table.users is None else table.paths.run / process


def stand_in_place(table: TableFile, process: Process) -> Users | None:
    """Check that this process runs as its user, and that the run directory is the controller's.

    Raises UsersError.
    """
    users = users_of(table)
    if users is None:
        return None
    if os.geteuid() != users.ids[process]:
        raise UsersError(
            f"the {process} runs as user {os.geteuid()}, users.{process} is {users.ids[process]}: start it by "
            "`sabot run` as root, or as that user"
        )
    if not table.paths.run.is_dir():
        raise UsersError(f"{table.paths.run} is not there: `sabot run` as root sets it up")
    about = table.paths.run.stat()
    if (about.st_uid, about.st_gid) != (users.ids["controller"], users.group) or about.st_mode & 0o027:
        raise UsersError(
            f"{table.paths.run} has user {about.st_uid}, group {about.st_gid}, mode {about.st_mode & 0o7777:04o}. "
            f"Allowed is {users.ids['controller']}, {users.group}, {SHARED:04o}: `sabot run` as root sets it up"
        )
    return users


def prepare(table: TableFile) -> Users | None:
    """Make the directories of a table: private to its one user, or each given to its own. Raises PermissionError,
    UsersError.

    For users of their own this needs root. The controller's files of an earlier run stay as they are.
    """
    users = users_of(table)
    if users is None:
        private_directory(table.paths.run)
        return None
    if os.geteuid() != 0:
        raise UsersError("section [users] names users of their own: start `sabot run` as root, or leave it out")
    _given(table.paths.state, users.ids["controller"], users.group, 0o700)
    _given(table.paths.bridge, users.ids["bridge"], users.group, 0o700)
    _given(table.paths.run, users.ids["controller"], users.group, SHARED)
    for process in PROCESSES:
        _given(own_directory(table, process), users.ids[process], users.group, 0o700)
    return users


def _given(path: Path, user: int, group: int, mode: int) -> None:
    """Make a directory if it is missing, and give it to that user. A link is never followed."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        os.fchown(descriptor, user, group)
        os.fchmod(descriptor, mode)
    finally:
        os.close(descriptor)
