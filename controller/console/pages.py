"""The console as a web application: pages, their words, and the sockets that keep them alive.

    /  /dealer  /floor        the pages
    /live                     websocket, out only: the newest PublicState, and nothing else ever
    /link                     websocket, out only: whether the controller answers, and since when it does not
    /entries                  websocket: entries in, what became of each out
    /login  /people           log-in and accounts. `people.py` answers their requests
    /recall                   the last hands as they were recorded
    /technician               the parts: what is wrong, the live map, each part

Pages are the same for everybody. What they show and enter comes over sockets, which need a session (`people.py`).
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from string import Template
from typing import Protocol

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.allowance import Allowance
from firmware_bridge.messages.languages import LANGUAGES
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.told import Entered

from .entries import BadEntry, Reply, parse_entry
from .find import alike, index
from .latest import Latest, T
from .layout import describe_display, describe_door, describe_table
from .link import ControllerAway, ControllerLink, Presence
from .origin import known_host, same_origin
from .people import Visitors, address_of, recheck
from .words import words

STATIC = Path(__file__).parent / "static"
BODIES = Path(__file__).parent / "bodies"

# Nothing from elsewhere: no script, no style, no picture, no connection. No site may frame the dealer's page.
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}

REFUSED = 4403  # application close code, after HTTP's 403
NOT_LOGGED_IN = 4401  # after HTTP's 401
TRY_AGAIN = 1013  # IANA's registry of close codes: try again later
NOT_ACCEPTED = 1003  # RFC 6455, 7.4.1: a kind of data that this end cannot accept
TOO_FAST = 1008  # the same: a policy is violated

RECHECK_S = 10.0  # a person who was logged out sees the table for so long at most, and enters nothing


class TextSocket(Protocol):
    """A connection that a text can be sent to."""

    async def send_text(self, data: str) -> None:
        """Send a text. It returns when the other end has room for it."""


class Guard:
    """Refuses hosts that are not this machine and sockets of other origins. It adds the headers to every answer."""

    def __init__(self, app: ASGIApp, bound: str) -> None:
        self._app, self._bound = app, bound

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host")
        if not host or not known_host(host, self._bound):
            await _refuse(scope, receive, send, "this table is not reached by that name")
        elif _changes_anything(scope) and not same_origin(headers.get("origin"), host):
            await _refuse(scope, receive, send, "a request of another origin")
        else:
            await self._app(scope, receive, _with_headers(send))


def _changes_anything(scope: Scope) -> bool:
    return scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")


async def _refuse(scope: Scope, receive: Receive, send: Send, why: str) -> None:
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(REFUSED, why)
    else:
        await PlainTextResponse(f"refused: {why}\n", status_code=403)(scope, receive, send)


def _with_headers(send: Send) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return sender


def create_app(table: TableFile, link: ControllerLink) -> Starlette:
    """The console of one table, fed by `link`, which the caller runs."""
    about, display = describe_table(table), describe_display()
    visitors = Visitors(link, secure=table.web.cert is not None)
    return Starlette(
        routes=[
            Route("/", _page("table", "table-page", "sabot", "felt", "table")),
            Route("/dealer", _page("dealer", "dealer-page dealing-page", "sabot", "felt", "dealer", "dealing")),
            Route("/floor", _page("floor", "dealer-page floor-page", "sabot", "felt", "dealer", "floor")),
            Route("/login", _page("login", "people-page", "sabot", "people")),
            Route("/people", _page("people", "people-page", "sabot", "people")),
            Route("/recall", _page("recall", "people-page", "sabot", "people")),
            Route("/technician", _page("technician", "people-page", "sabot", "people", "technician")),
            Route("/door.json", _constant(describe_door(table))),
            Route("/about.json", _about(about, visitors)),
            Route("/display.json", _constant(display)),
            Route("/words.json", _words),
            Route("/find.json", _constant({"found": index(), "alike": alike()})),
            WebSocketRoute("/live", _stream(link.state, lambda state: state.model_dump_json(), visitors)),
            WebSocketRoute("/link", _stream(link.presence, _presence_text)),
            WebSocketRoute("/entries", _entries(link, visitors)),
            *visitors.routes(),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, bound=table.web.host)],
    )


def _page(name: str, classes: str, *styles: str) -> Callable[[Request], Awaitable[Response]]:
    """The frame that all pages share, around the body of this one. Its script has the name of the page."""
    links = "\n".join(f'<link rel="stylesheet" href="/static/{style}.css">' for style in styles)
    body = (BODIES / f"{name}.html").read_text(encoding="utf-8").rstrip()
    frame = Template((BODIES / "frame.html").read_text(encoding="utf-8"))
    made = frame.substitute(styles=links, classes=classes, body=body, script=f"{name}-page")

    async def page(_request: Request) -> Response:
        return HTMLResponse(made)

    return page


def _constant(content: object) -> Callable[[Request], Awaitable[Response]]:
    async def constant(_request: Request) -> Response:
        return JSONResponse(content)

    return constant


def _about(content: object, visitors: Visitors) -> Callable[[Request], Awaitable[Response]]:
    async def about(request: Request) -> Response:
        try:
            person = await visitors.who(visitors.token(request), address_of(request))
        except ControllerAway as error:
            return PlainTextResponse(f"{error}\n", status_code=503)
        return PlainTextResponse("log in first\n", status_code=401) if person is None else JSONResponse(content)

    return about


async def _words(request: Request) -> Response:
    wanted = request.query_params.get("lang")
    language = next((known for known in LANGUAGES if known == wanted), None)
    if language is None:
        return PlainTextResponse(f"lang: allowed are {', '.join(LANGUAGES)}\n", status_code=404)
    return JSONResponse(words(language))


def _presence_text(presence: Presence) -> str:
    """Return the presence as an age, since the browser's clock may be another."""
    return json.dumps({"controller": presence.controller, "seconds": max(0.0, time.time() - presence.since)})


def _stream(
    latest: Latest[T], text: Callable[[T], str], visitors: Visitors | None = None
) -> Callable[[WebSocket], Awaitable[None]]:
    """A socket that only sends. With `visitors` it serves only people who are logged in."""

    async def stream(websocket: WebSocket) -> None:
        await websocket.accept()
        over = None if visitors is None else await _session(websocket, visitors)
        if visitors is not None and over is None:
            return
        tasks = [asyncio.create_task(send_newest(websocket, latest, text))]
        tasks += [] if over is None else [over]
        try:
            await _until_closed(websocket)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    return stream


async def _session(websocket: WebSocket, visitors: Visitors) -> asyncio.Task[None] | None:
    """Return the task that closes the socket when its session is over. Without a session, close it and return
    None."""
    token, address = visitors.token(websocket), address_of(websocket)
    try:
        person = await visitors.who(token, address)
    except ControllerAway:
        await websocket.close(TRY_AGAIN, "the controller does not answer")
        return None
    if person is None:
        await websocket.close(NOT_LOGGED_IN, "log in first")
        return None

    async def close_when_over() -> None:
        await recheck(visitors, token, address, RECHECK_S)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await websocket.close(NOT_LOGGED_IN, "log in again")

    return asyncio.create_task(close_when_over())


async def send_newest(websocket: TextSocket, latest: Latest[T], text: Callable[[T], str]) -> None:
    """Send each newest value. While the browser does not read, a change replaces what waits and does not queue."""
    version = 0
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone in mid-send: `_until_closed` sees it too
        while True:
            version, value = await latest.after(version)
            await websocket.send_text(text(value))


async def _until_closed(websocket: WebSocket) -> None:
    """Close the socket of a browser that sends something, as nothing is expected here."""
    if (await websocket.receive())["type"] != "websocket.disconnect":
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await websocket.close(NOT_ACCEPTED)


def _entries(link: ControllerLink, visitors: Visitors) -> Callable[[WebSocket], Awaitable[None]]:
    async def entries(websocket: WebSocket) -> None:
        await websocket.accept()
        over = await _session(websocket, visitors)
        if over is None:
            return
        try:
            token = visitors.token(websocket)
            await _take_entries(websocket, link, token, visitors.pace_of(token))
        finally:
            over.cancel()
            await asyncio.wait([over])

    return entries


async def _take_entries(websocket: WebSocket, link: ControllerLink, token: str, pace: Allowance) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (text := await _text(websocket)) is not None:
            if not pace.take(time.monotonic_ns()):
                await websocket.close(TOO_FAST)
                return
            reply = await _enter(link, token, text)
            await websocket.send_text(reply.model_dump_json())
            if reply.refused is not None and reply.refused.key == "refused.session":
                await websocket.close(NOT_LOGGED_IN, "log in again")
                return


async def _text(websocket: WebSocket) -> str | None:
    """Return the next text. None if the page closed the socket, or a binary frame closed it."""
    message = await websocket.receive()
    text: str | None = message.get("text")
    if message["type"] == "websocket.receive" and text is None:
        await websocket.close(NOT_ACCEPTED)
    return text


async def _enter(link: ControllerLink, token: str, text: str) -> Reply:
    """Enter one entry at a time for each page, so that entries count in the order in which a person taps."""
    try:
        number, told = parse_entry(text)
    except BadEntry as error:
        return Reply(id=None, accepted=False, refused=error.text)
    try:
        verdict = await link.tell(Entered(session=token, told=told))
    except ControllerAway as error:
        return Reply(id=number, accepted=False, refused=error.text)
    return Reply.of(number, verdict)
