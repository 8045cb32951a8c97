"""The console's server under connections that do not behave: bounded in number, time and log."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from controller.allowance import SECOND, Allowance
from controller.console import doors
from controller.console.doors import Crowd, DoorSocket, door_to
from controller.console.pages import _text
from controller.console.quiet_logs import OneLine

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING = b"\x89\xfd" + bytes(4) + bytes(125)
PATIENCE_S = 5.0


async def page(_request: Request) -> Response:
    return PlainTextResponse("x" * 1000)


async def live(websocket: WebSocket) -> None:
    await websocket.accept()
    while await _text(websocket) is not None:
        await websocket.send_text("heard")


@asynccontextmanager
async def served(
    most: int, tls: ssl.SSLContext | None = None
) -> AsyncIterator[Callable[..., Coroutine[Any, Any, tuple[Any, Any]]]]:
    """A server with room for `most`; gives what opens a connection to it."""
    app = Starlette(routes=[Route("/", page), WebSocketRoute("/live", live)])
    config = uvicorn.Config(
        app, port=0, http=door_to(Crowd(most), tls), ws=DoorSocket, log_config=None, log_level="warning",
        lifespan="off", timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    port = server.servers[0].sockets[0].getsockname()[1]

    writers: list[asyncio.StreamWriter] = []

    async def connection(**how: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, **how)
        writers.append(writer)
        return reader, writer

    try:
        yield connection
    finally:
        for writer in writers:
            writer.transport.abort()
        await server.shutdown()


def run(test: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await test

    asyncio.run(bounded())


async def answered(connection: tuple[Any, Any], request: bytes = REQUEST) -> bytes:
    reader, writer = connection
    writer.write(request)
    return bytes(await reader.readline())


async def closed(reader: asyncio.StreamReader) -> bool:
    """Once the server has closed it."""
    try:
        await reader.read()
    except ConnectionError:
        return True
    return reader.at_eof()


def test_half_open_connections_make_room_for_a_browser() -> None:
    async def test() -> None:
        async with served(most=20) as connection:
            silent = [await connection() for _ in range(50)]
            assert await answered(await connection()) == b"HTTP/1.1 200 OK\r\n"
            assert await closed(silent[0][0])

    run(test())


def test_sockets_that_are_in_use_are_not_closed_for_a_newcomer() -> None:
    async def test() -> None:
        async with served(most=2) as connection:
            pages = [await connection() for _ in range(2)]
            for one in pages:
                assert await answered(one, UPGRADE) == b"HTTP/1.1 101 Switching Protocols\r\n"
            assert await closed((await connection())[0])
            pages[0][1].close()
            await pages[0][1].wait_closed()
            while await answered(await connection()) == b"":
                pass

    run(test())


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nX: ", REQUEST[:-2] + b"Content-Length: 9\r\n\r\n1"]
)
def test_a_request_that_does_not_come_to_its_end_is_closed(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "REQUEST_WITHIN_S", 0.05)
    monkeypatch.setattr(doors, "ANSWER_WITHIN_S", 0.05)

    async def test() -> None:
        async with served(most=5) as connection:
            reader, writer = await connection()
            writer.write(begun)
            assert await closed(reader)

    run(test())


def test_a_binary_frame_closes_its_socket_and_logs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with served(most=5) as connection:
            reader, writer = await connection()
            await answered((reader, writer), UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"\x82\x81" + bytes(4) + b"x")
            assert (await reader.readexactly(4))[2:] == (1003).to_bytes(2, "big")

    run(test())
    assert caplog.records == []


async def ping_for_ever(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(PING * 1000)
        await writer.drain()


def test_a_peer_that_sends_pings_and_reads_no_answer_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "MOST_UNREAD", 10_000)

    async def test() -> None:
        async with served(most=5) as connection:
            reader, writer = await connection()
            await answered((reader, writer), UPGRADE)
            reader._transport.pause_reading()
            with pytest.raises(ConnectionError):
                await ping_for_ever(writer)

    run(test())


def test_a_message_in_endless_pieces_closes_its_socket() -> None:
    async def test() -> None:
        async with served(most=5) as connection:
            reader, writer = await connection()
            await answered((reader, writer), UPGRADE)
            writer.write(b"\x01\x80" + bytes(4) + (b"\x00\x80" + bytes(4)) * 100)
            assert await closed(reader)

    run(test())


def test_of_a_thousand_equal_lines_one_is_logged_in_ten_seconds() -> None:
    now = [0.0]
    handler = OneLine(lambda: now[0])
    record = logging.LogRecord("uvicorn.error", logging.WARNING, "", 1, "Invalid HTTP request received.", None, None)
    with structlog.testing.capture_logs() as lines:
        for _ in range(1000):
            handler.emit(record)
        now[0] = 10.0
        handler.emit(record)
    assert [line["more"] for line in lines] == [0, 999]


def test_a_traceback_becomes_one_line_that_does_not_quote_the_error() -> None:
    with pytest.raises(ValueError, match="As") as caught:
        int("As")
    info = (caught.type, caught.value, caught.tb)
    record = logging.LogRecord("asyncio", logging.ERROR, "", 1, "failed\nat length", None, info)
    with structlog.testing.capture_logs() as lines:
        OneLine().emit(record)
    assert lines[0]["event"] == "failed"
    assert lines[0]["error"].startswith("ValueError in test_doors.py, line ")


def test_a_page_that_enters_faster_than_hands_is_stopped() -> None:
    pace = Allowance(most=40, a_second=10)
    assert sum(pace.take(0) for _ in range(100)) == 40
    assert sum(pace.take(SECOND) for _ in range(100)) == 10
