"""Users of their own for the three processes: what each may read, and for whom each may speak."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zmq

from controller.journal import Journal
from controller.registers import FileDeviceKey, save_decks
from controller.service.transport.links import Links
from controller.service.transport.sources import speakers
from firmware_bridge.messages.tablefile import TableFile, parse_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.messages.wire import Hello, Incoming, encode
from firmware_bridge.process.directories import Held
from firmware_bridge.process.users import (
    SHARED_SOCKET,
    Process,
    UsersError,
    own_directory,
    prepare,
    stand_in_place,
    users_of,
)

from .things import registers, table_text

IDS: dict[Process, int] = {"controller": 40_001, "bridge": 40_002, "console": 40_003}
GROUP = 40_009
STRANGER = 40_666
SECTION = f"""
[users]
controller = "{IDS["controller"]}"
bridge = "{IDS["bridge"]}"
console = "{IDS["console"]}"
group = "{GROUP}"
"""
PATIENCE_MS = 2000

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may become other users")


@pytest.fixture
def table() -> Iterator[TableFile]:
    """A table whose processes have users of their own, below a directory that all users can reach."""
    directory = Path(tempfile.mkdtemp(prefix="sabot-users-"))
    directory.chmod(0o755)
    yield parse_table_file(table_text(directory) + SECTION)
    shutil.rmtree(directory)


def done_as(user: int, what: Callable[[], object], group: int = GROUP) -> bool:
    """Whether a process of that user can do it: without PermissionError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of a fork beside threads: the child uses none of them
        child = os.fork()
    if child == 0:
        code = 2
        try:
            os.setgroups([])
            os.setgid(group)
            os.setuid(user)
            what()
            code = 0
        except PermissionError:
            code = 1
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, 1)
    return code == 0


@as_root
@pytest.mark.process
def test_each_process_stands_in_its_place_and_no_other(table: TableFile) -> None:
    prepare(table)
    for process, user in IDS.items():
        assert done_as(user, lambda process=process: stand_in_place(table, process))  # type: ignore[misc]  # default binds
        assert not done_as(STRANGER, lambda process=process: stand_in_place(table, process))  # type: ignore[misc]  # default binds
        assert done_as(user, lambda process=process: Held(own_directory(table, process), process))  # type: ignore[misc]  # default binds


@as_root
@pytest.mark.process
def test_state_is_readable_by_the_controller_alone(table: TableFile) -> None:
    prepare(table)
    key = table.paths.state / "device.key"
    assert done_as(IDS["controller"], lambda: FileDeviceKey.at(key))
    assert [user for user in (*IDS.values(), STRANGER) if done_as(user, key.read_bytes)] == [IDS["controller"]]
    assert not done_as(IDS["console"], lambda: list(table.paths.state.iterdir()))


def opens_for(user: int, root: Path) -> bool:
    """Whether a process of that user can read any file below a directory."""

    def read() -> None:
        found = False
        for directory, _, files in os.walk(root):
            for name in files:
                with contextlib.suppress(OSError), (Path(directory) / name).open("rb") as file:
                    found = bool(file.read(1)) or found
        if not found:
            raise PermissionError

    return done_as(user, read)


@as_root
@pytest.mark.process
def test_with_its_own_rights_the_web_process_reads_no_file_of_a_table(table: TableFile) -> None:
    prepare(table)

    def play() -> None:
        device = FileDeviceKey.at(table.paths.state / "device.key")
        save_decks(table.paths.state, device, registers().decks)
        Journal(table.paths.state, device)
        Held(own_directory(table, "controller"), "controller")

    assert done_as(IDS["controller"], play)
    for path in (table.paths.state, table.paths.run):
        assert opens_for(IDS["controller"], path)
        assert not [user for user in (IDS["console"], IDS["bridge"], STRANGER) if opens_for(user, path)]


@as_root
@pytest.mark.process
def test_only_the_controller_can_replace_its_sockets(table: TableFile) -> None:
    prepare(table)
    path = table.paths.run / "events.ipc"
    assert done_as(IDS["controller"], path.touch)
    for process in ("bridge", "console"):
        assert not done_as(IDS[process], path.unlink)
        assert not done_as(IDS[process], (table.paths.run / "state.ipc").touch)
    assert not done_as(STRANGER, path.stat, group=STRANGER)


def heard(links: Links, run: Path, source: str, user: int) -> list[Incoming]:
    """What the controller takes of a greeting that a process of that user sends in a source's name."""

    def greet() -> None:
        socket = zmq.Context().socket(zmq.DEALER)
        socket.connect(f"ipc://{run}/events.ipc")
        socket.send(encode(Hello(source=source, epoch=None)))
        socket.close(linger=PATIENCE_MS)
        socket.context.term()

    assert done_as(user, greet)
    assert links.events.poll(PATIENCE_MS)
    return [message for _, message in links.incoming(0)]


@as_root
@pytest.mark.process
def test_a_source_is_heard_from_its_own_user_alone(table: TableFile) -> None:
    users = prepare(table)
    links = Links(table.paths.run, speakers(users), SHARED_SOCKET)
    for name in ("events.ipc", "state.ipc"):
        os.chown(table.paths.run / name, IDS["controller"], GROUP)
    sources: tuple[Process, ...] = ("bridge", "console")
    taken = {(source, user) for source in sources for user in IDS if heard(links, table.paths.run, source, IDS[user])}
    assert taken == {("bridge", "bridge"), ("console", "console")}
    links.close()


def test_a_message_of_another_user_is_refused(tmp_path: Path) -> None:
    links = Links(tmp_path, {"bridge": os.geteuid() + 1, "console": os.geteuid()})
    context = zmq.Context()
    socket = context.socket(zmq.DEALER)
    socket.connect(f"ipc://{tmp_path}/events.ipc")
    for source in ("bridge", "console"):
        socket.send(encode(Hello(source=source, epoch=None)))
    found: list[str] = []
    while not found:
        assert links.events.poll(PATIENCE_MS)
        found += [message.source for _, message in links.incoming(0)]
    assert found == ["console"]
    socket.close()
    context.term()
    links.close()


@as_root
@pytest.mark.process
def test_the_run_directory_must_be_the_controllers(table: TableFile) -> None:
    prepare(table)
    table.paths.run.chmod(0o2770)
    assert not done_as(IDS["bridge"], lambda: stand_in_place(table, "bridge"))
    os.chown(table.paths.run, IDS["console"], GROUP)
    table.paths.run.chmod(0o2750)
    assert not done_as(IDS["bridge"], lambda: stand_in_place(table, "bridge"))


def test_who_is_no_root_cannot_give_directories_away(table: TableFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: STRANGER)
    with pytest.raises(UsersError, match="start `sabot run` as root"):
        prepare(table)


def test_unknown_users_are_all_named_with_the_cure(tmp_path: Path) -> None:
    text = table_text(tmp_path) + SECTION.replace(str(IDS["bridge"]), "nobody-here").replace(str(GROUP), "no-group")
    with pytest.raises(UsersError) as caught:
        users_of(parse_table_file(text))
    assert "users.bridge 'nobody-here' is no user of this machine" in str(caught.value)
    assert "users.group 'no-group' is no group" in str(caught.value)


def test_one_user_for_two_processes_is_refused(tmp_path: Path) -> None:
    text = table_text(tmp_path) + SECTION.replace(str(IDS["bridge"]), str(IDS["console"]))
    with pytest.raises(UsersError, match="need three different users"):
        users_of(parse_table_file(text))


def test_users_are_named_for_all_processes_or_none(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match=r"users\.group: missing"):
        parse_table_file(table_text(tmp_path) + SECTION.replace(f'group = "{GROUP}"', ""))
