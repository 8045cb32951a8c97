"""A real console before a real controller: every command as every role, sessions that are none, hostile clients.

docs/people.md has the table of commands and roles. What is refused there is refused here, and nothing else.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import statistics
import time
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
import zmq
from websockets.exceptions import ConnectionClosed

from controller.console.doors import MOST_CONNECTIONS
from controller.people.roles import right_to
from firmware_bridge.messages.roles import ROLES, Role
from firmware_bridge.messages.told import FloorDecision

from .open_doors import (
    AT_ONCE,
    EVERYTHING,
    HALF_OPEN,
    OpenDoors,
    Silent,
    entry,
    log_in_as,
    most_memory,
    name_of,
    table_of_roles,
)

pytestmark = pytest.mark.process

NOT_LOGGED_IN = 4401  # the console's close code, after HTTP's 401
ISSUE = FloorDecision(decision="issue", seat=1, amount=500, reason="bought")
TWO_PEOPLE = {"decide clear_fault", "enter deck_check", "decide issue", "decide withdraw", "decide stack"}


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDoors]:
    """One set of processes for all these tests."""
    running = OpenDoors(tmp_path_factory.mktemp("doors"))
    yield running
    running.close()


def place_of(role: Role) -> str:
    """Each role has a tablet of its own."""
    return f"127.0.0.{10 + ROLES.index(role)}"


def why(reply: dict[str, Any]) -> str:
    """The key of a refusal, "" if it was accepted."""
    refused = reply["refused"]
    return "" if refused is None else str(refused["key"])


def test_the_page_s_table_names_every_command_that_is_tried() -> None:
    assert {right_to(told).text for told in EVERYTHING} | of_people("x").keys() == set(table_of_roles())


def test_each_command_of_play_is_refused_to_whom_the_table_does_not_name(doors: OpenDoors) -> None:
    for role in ROLES:
        replies = doors.enter_everything(role, place_of(role))
        allowed = {command for command, roles in table_of_roles().items() if role in roles}
        keys = {command: why(reply) for command, reply in replies.items()}
        assert {command for command, key in keys.items() if key == "refused.role"} == set(keys) - allowed, role
        assert {keys[command] for command in TWO_PEOPLE & allowed} <= {"refused.second"}, role
        assert "refused.passed_over" not in keys.values(), role
    assert doors.whole


def of_people(mark: str) -> dict[str, tuple[str, str, Any]]:
    """Each command about people as a page asks for it. `mark`: of the person that would be added."""
    nobody = {"name": "Nobody", "secret": "no secret at all"}
    second = {**nobody, "told": ISSUE.model_dump(mode="json")}
    return {
        "who_am_i": ("GET", "/session", None),
        "confirm": ("POST", "/second", second),
        "recall": ("GET", "/recall.json?back=1", None),
        "foresee": ("GET", "/foreseen.json?ask=q&option=yes", None),
        "look_back": ("GET", "/moments.json", None),
        "diagnosis": ("GET", "/technician.json", None),
        "test_state": ("GET", "/test.json", None),
        "test_lead": ("POST", "/test.json", {"do": "answer", "turn": 0, "word": "done"}),
        "people_list": ("GET", "/people.json", None),
        "people_add": ("POST", "/people.json", {"do": "people_add", **nobody, "name": f"Z {mark}", "role": "dealer"}),
        "people_reset": ("POST", "/people.json", {"do": "people_reset", **nobody}),
        "people_end": ("POST", "/people.json", {"do": "people_end", "name": "Nobody"}),
        "people_remove": ("POST", "/people.json", {"do": "people_remove", "name": "Nobody"}),
        "log_out": ("DELETE", "/session", None),
    }


def test_each_command_about_people_is_refused_to_whom_the_table_does_not_name(doors: OpenDoors) -> None:
    for role in ROLES:
        cookie, place = doors.log_in(role, place_of(role)), place_of(role)
        refused = set()
        for command, (method, path, body) in of_people(role).items():
            _, answer, _ = doors.ask(method, path, body, cookie, place)
            if ((answer or {}).get("refused") or {}).get("key") == "refused.role":
                refused.add(command)
        assert refused == {command for command in of_people(role) if role not in table_of_roles()[command]}, role
        assert doors.ask("GET", "/session", None, cookie, place)[0] == HTTPStatus.UNAUTHORIZED, "it has logged out"


# --- sessions that are none -----------------------------------------------------------------------------------------


def left(doors: OpenDoors) -> str:
    """The cookie of somebody who has logged out."""
    cookie = doors.log_in("director")
    doors.ask("DELETE", "/session", None, cookie)
    return cookie


def ended(doors: OpenDoors) -> str:
    """The cookie of a session that the director has ended."""
    cookie, director = doors.log_in("floor"), doors.log_in("director")
    doors.ask("POST", "/people.json", {"do": "people_end", "name": name_of("floor")}, director)
    return cookie


def altered(doors: OpenDoors) -> str:
    """A cookie of which one letter is another."""
    cookie = doors.log_in("director")
    return cookie[:-2] + ("A" if cookie[-2] != "A" else "B") + cookie[-1]


def of_a_wrong_secret(doors: OpenDoors) -> str:
    """What a log-in with a wrong passphrase brings."""
    status, _, cookie = doors.ask("POST", "/session", log_in_as("director", "a wrong one"), place="127.0.0.99")
    assert status == HTTPStatus.FORBIDDEN
    return cookie


NONE = {
    "none": lambda _doors: "",
    "somebody's word": lambda _doors: "sabot=director",
    "a path": lambda _doors: "sabot=../../people",
    "expired": lambda doors: doors.expired,
    "logged out": left,
    "ended": ended,
    "altered": altered,
    "wrong secret": of_a_wrong_secret,
}


@pytest.mark.parametrize("kind", NONE)
def test_a_session_that_is_none_sees_and_enters_nothing(doors: OpenDoors, kind: str) -> None:
    cookie = NONE[kind](doors)
    for path in ("/live", "/entries"):
        assert doors.closed_with(path, cookie, entry(EVERYTHING[0]) if path == "/entries" else "") == NOT_LOGGED_IN
    for path in ("/about.json", "/session"):
        assert doors.ask("GET", path, None, cookie)[0] == HTTPStatus.UNAUTHORIZED
    for command, (method, path, body) in of_people(kind).items():
        _, answer, _ = doors.ask(method, path, body, cookie, "127.0.0.98")
        assert {"people", "status"}.isdisjoint(answer or {}), command
    _, everybody, _ = doors.ask("GET", "/people.json", None, doors.log_in("director"))
    assert f"Z {kind}" not in [one["name"] for one in everybody["people"]]


def test_the_word_of_a_second_person_is_for_the_session_that_asked(doors: OpenDoors) -> None:
    floor, other = doors.log_in("floor"), doors.log_in("assistant")
    (reply,) = doors.enter(floor, (ISSUE,))
    assert why(reply) == "refused.second"
    by = {"name": name_of("director"), "secret": "correct horse", "told": ISSUE.model_dump(mode="json")}
    _, answer, _ = doors.ask("POST", "/second", by, other)
    assert answer["refused"]["key"] == "refused.second_late"
    status, answer, _ = doors.ask("POST", "/second", by, floor)
    assert status == HTTPStatus.OK
    assert why(answer) not in ("refused.second", "refused.second_late", "refused.session")
    _, answer, _ = doors.ask("POST", "/second", by, floor)
    assert answer["refused"]["key"] == "refused.second_late", "it counts once"


# --- hostile clients ------------------------------------------------------------------------------------------------

CLIENTS = 100
WAIT_S = 10.0
QUIET_LOG = 20_000  # bytes: some lines of each kind, however often it happens
UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {origin}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def frame(first: int, content: bytes, *, masked: bool = True) -> bytes:
    """A websocket frame (RFC 6455, 5.2), masked with zeros."""
    size = len(content)
    mask = 0x80 if masked else 0
    length = bytes([mask | size]) if size < 126 else bytes([mask | 126]) + size.to_bytes(2, "big")
    return bytes([first]) + length + (bytes(4) if masked else b"") + content


CLOSE = 0x88

FRAMES = {
    "binary": frame(0x82, b"x"),
    "unmasked": frame(0x81, b"{}", masked=False),
    "oversized": frame(0x81, b" " * 9000),
    "a length beyond all": b"\x81\xff\x7f" + bytes([255] * 7) + bytes(4),
    "not utf-8": frame(0x81, b"\xff\xfe"),
    "reserved": frame(0x83, b"x"),
    "an endless ping": frame(0x89, b"x" * 126),
    "pieces of nothing": frame(0x01, b"") + frame(0x00, b"") * 100,
}

TEXTS = {
    "empty": "",
    "no JSON": "{",
    "a list": "[]",
    "nested": "[" * 4000 + "]" * 4000,
    "digits": '{"id": 1, "told": {"kind": "answer", "ask": "q", "option": ' + "9" * 5000 + "}}",
    "half a pair": '{"id": 1, "told": {"kind": "answer", "ask": "\\ud800", "option": "x"}}',
    "a zero": '{"id": 1, "told": {"kind": "answer", "ask": "\\u0000", "option": "x"}}',
    "a number of its own": '{"id": 1e308, "told": {"kind": "declared", "seat": NaN, "word": "fold"}}',
}


MESSAGE = b"x" * 1_000_000
QUIET_S = 6.0  # beyond the time in which a request must have come (`REQUEST_WITHIN_S`)
CROWDED = 300  # connections that each send as much at the same time


def upload(doors: OpenDoors, cookie: str) -> bytes:
    """A request whose body does not end."""
    head = f"POST /session HTTP/1.1\r\nHost: 127.0.0.1:{doors.port}\r\nOrigin: {doors.origin}\r\nCookie: {cookie}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n".encode() + MESSAGE


def pour(peers: list[socket.socket], data: bytes) -> None:
    """Send it at all of them at once, and stay until each is answered or closed. Loopback itself holds a megabyte."""
    left, waiting = dict.fromkeys(peers, 0), set(peers)
    while waiting:
        answered, ready, _ = select.select(list(waiting), list(left), [], QUIET_S)
        assert answered or ready
        for peer in answered:
            waiting.discard(peer)
            left.pop(peer, None)
        for peer in left.keys() & set(ready):
            with contextlib.suppress(ConnectionError):  # closed: that is read
                left[peer] += peer.send(data[left[peer] : left[peer] + 65_536])
            if left[peer] >= len(data):
                del left[peer]


@pytest.mark.soak
def test_a_crowd_that_sends_a_megabyte_each_does_not_fill_the_console(doors: OpenDoors) -> None:
    data, pid = upload(doors, doors.log_in("dealer")), doors.processes["console"].pid
    before = most_memory(pid)
    with contextlib.ExitStack() as stack:
        peers = [stack.enter_context(socket.create_connection(("127.0.0.1", doors.port))) for _ in range(CROWDED)]
        for peer in peers:
            peer.setblocking(False)
        pour(peers, data)
    assert most_memory(pid) - before < CROWDED * len(MESSAGE) / 4
    assert doors.whole


def closed(doors: OpenDoors, cookie: str, content: bytes) -> bool:
    """Whether the console ends a socket at which this came."""
    text = UPGRADE.format(path="/entries", port=doors.port, origin=doors.origin, cookie=cookie)
    with socket.create_connection(("127.0.0.1", doors.port), WAIT_S) as peer:
        peer.sendall(text.encode())
        while b"\r\n\r\n" not in (said := peer.recv(4096)):
            assert said
        try:
            peer.sendall(content)
            said = peer.recv(4096)
        except ConnectionError:
            return True
    return not said or said[0] == CLOSE


@pytest.mark.parametrize("kind", FRAMES)
def test_a_frame_that_is_none_ends_its_own_socket(doors: OpenDoors, kind: str) -> None:
    cookie, before = doors.log_in("dealer"), len(doors.said)
    assert closed(doors, cookie, FRAMES[kind])
    (reply,) = doors.enter(cookie, EVERYTHING[1:2])
    assert why(reply) == "refused.no_such_ask"
    assert len(doors.said) - before < QUIET_LOG
    assert doors.whole


def test_a_text_that_is_no_entry_is_refused_and_the_next_one_heard(doors: OpenDoors) -> None:
    cookie, before = doors.log_in("dealer"), len(doors.said)
    with doors.socket("/entries", cookie) as page:
        for kind, text in TEXTS.items():
            page.send(text)
            assert '"accepted":false' in str(page.recv(WAIT_S)), kind
        page.send(entry(EVERYTHING[1]))
        assert "refused.no_such_ask" in str(page.recv(WAIT_S))
    assert len(doors.said) - before < QUIET_LOG
    assert doors.whole


def test_bodies_that_are_no_request_are_refused(doors: OpenDoors) -> None:
    before = len(doors.said)
    for number, text in enumerate(
        [*TEXTS.values(), '{"do": "\\ud800"}', '{"do": "log_in", "name": "\\ud800"}', " " * 9000]
    ):
        for path in ("/session", "/people.json", "/second", "/once"):
            status = doors.post(path, text.encode(), place=f"127.0.1.{number}")
            assert HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR, (path, text[:20])
    assert len(doors.said) - before < QUIET_LOG
    assert doors.whole


def test_who_invents_sessions_keeps_nobody_else_out(doors: OpenDoors) -> None:
    good = doors.log_in("dealer", "127.0.0.20")
    statuses = {
        doors.ask("GET", "/about.json", None, f"sabot=invented{number}", "127.0.0.21")[0] for number in range(250)
    }
    assert statuses == {HTTPStatus.UNAUTHORIZED, HTTPStatus.SERVICE_UNAVAILABLE}
    assert doors.ask("GET", "/about.json", None, good, "127.0.0.20")[0] == HTTPStatus.OK


def test_a_session_enters_no_faster_by_many_sockets(doors: OpenDoors) -> None:
    cookie, taken = doors.log_in("dealer"), 0
    with contextlib.suppress(ConnectionClosed):
        for _ in range(10):
            with doors.socket("/entries", cookie) as page:
                for number in range(AT_ONCE):
                    page.send(entry(EVERYTHING[1], number))
                    page.recv(WAIT_S)
                    taken += 1
    assert AT_ONCE <= taken < 10 * AT_ONCE


def test_messages_on_the_bus_that_are_none_do_not_reach_the_table(doors: OpenDoors) -> None:
    before = len(doors.said)
    with zmq.Context() as context, context.socket(zmq.DEALER) as bus:
        bus.linger = 0
        bus.connect(f"ipc://{doors.folder}/run/events.ipc")
        for text in (
            b"",
            b"{",
            b"\xff\xfe",
            b"[" * 10_000,
            b'{"kind":"hello","source":"stranger","version":1}',
            b"null",
        ):
            for _ in range(300):
                bus.send(text)
        bus.send_multipart([b"hello", b"", b"{}"])
        bus.send(os.urandom(2_000_000))
    (reply,) = doors.enter(doors.log_in("dealer"), EVERYTHING[1:2])
    assert why(reply) == "refused.no_such_ask"
    assert len(doors.said) - before < QUIET_LOG
    assert doors.whole


def seconds_of_entries(doors: OpenDoors, cookie: str, count: int = 40) -> list[float]:
    """How long each of some entries takes, from the page's tap to the controller's word."""
    taken = []
    with doors.socket("/entries", cookie) as page:
        for number in range(count):
            began = time.perf_counter()
            page.send(entry(EVERYTHING[1], number))
            page.recv(WAIT_S)
            taken.append(time.perf_counter() - began)
    return taken


def test_a_hundred_clients_are_served_beside_1100_that_never_ask(doors: OpenDoors) -> None:
    cookie, before = doors.log_in("dealer"), len(doors.said)
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(doors.socket("/live", cookie)) for _ in range(CLIENTS)]
        silent = stack.enter_context(contextlib.closing(Silent(doors.port, HALF_OPEN)))
        assert HALF_OPEN + CLIENTS > MOST_CONNECTIONS
        assert all('"revision"' in str(client.recv(WAIT_S)) for client in clients)
        silent.again()
        assert doors.ask("GET", "/", cookie=cookie)[0] == HTTPStatus.OK
        assert (
            statistics.median(seconds_of_entries(doors, cookie, 10)) < 1.0
        )  # a page without an answer says so at 8 s
    assert len(doors.said) - before < QUIET_LOG
    assert doors.whole


# --- who listens ----------------------------------------------------------------------------------------------------


def sockets_of(pid: int) -> set[str]:
    """The inodes of a process's sockets."""
    links = [str(path.readlink()) for path in Path(f"/proc/{pid}/fd").iterdir() if path.is_symlink()]
    return {link[len("socket:[") : -1] for link in links if link.startswith("socket:[")}


def heard_in_the_network() -> set[str]:
    """The inodes of all sockets that listen at TCP, and of all of UDP (proc(5))."""
    found = set()
    for name, listening in (("tcp", {"0A"}), ("tcp6", {"0A"}), ("udp", {"07", "01"}), ("udp6", {"07", "01"})):
        rows = Path(f"/proc/net/{name}").read_text(encoding="ascii").splitlines()[1:]
        found |= {row.split()[9] for row in rows if row.split()[3] in listening}
    return found


def test_the_bus_is_on_this_machine_alone_and_only_the_pages_listen(doors: OpenDoors) -> None:
    listening = {
        command: len(sockets_of(process.pid) & heard_in_the_network()) for command, process in doors.processes.items()
    }
    assert listening == {"controller": 0, "console": 1}
