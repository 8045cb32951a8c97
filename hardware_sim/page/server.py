"""The simulator's page as a small web server in a thread of the simulator's process, for this machine only.

PortTaken(OSError)   another program listens there
"""

import asyncio
import contextlib
import errno
import json
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zlib import crc32

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.pages.catalogue import sentences
from firmware_bridge.messages.display import CONTRACT, HEIGHT, WIDTH, Kind, NoSuchComponent
from firmware_bridge.messages.languages import LANGUAGES
from hardware_sim.screen import png_bytes, render
from hardware_sim.sentences import Sentence, Unable

from .contract import DisplayState, SeatState
from .orders import Look, Order, Person, parse_order
from .places import SPOTS

HOST = "127.0.0.1"
STATIC = Path(__file__).parent / "static"
LOOK_EVERY_S = 0.1
"""How often the page looks for a change. It is faster than a person sees, and slow enough not to load the table."""
END_WITHIN_S = 3.0
LARGEST_ORDER = 8192
REFUSED = 4403  # application close code, after HTTP's 403


class PortTaken(OSError):
    """Another program listens at the port."""


class _Server(uvicorn.Server):
    """A server without signal handlers, because signals belong to the simulator's main thread."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class PageServer:
    """The running page. `stop` ends it and its thread."""

    def __init__(self, server: uvicorn.Server, listener: socket.socket) -> None:
        self.port: int = listener.getsockname()[1]
        self._server = server
        self._thread = threading.Thread(target=self._run, args=(listener,), name="simulator page", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self.port}"

    def stop(self) -> None:
        """End the page. Returns once its thread has ended. Harmless when it has ended already."""
        self._server.should_exit = True
        self._thread.join(END_WITHIN_S)

    def _run(self, listener: socket.socket) -> None:
        with listener:
            asyncio.run(self._server.serve(sockets=[listener]))


def serve(person: Person, port: int, table_port: int = 8080) -> PageServer:
    """Start the page at 127.0.0.1:`port` (0: any free one). `table_port` is the port of the table's own page.

    Raises PortTaken with the cure if another program listens there.
    """
    listener = _listen(port)
    config = uvicorn.Config(
        _create_app(person, table_port),
        log_config=None,
        access_log=False,
        log_level="warning",
        lifespan="off",
        ws_max_size=LARGEST_ORDER,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    return PageServer(_Server(config), listener)


def _listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno != errno.EADDRINUSE:
            raise
        raise PortTaken(
            error.errno,
            f"{HOST}:{port} is in use by another program (another `sabot sim`?). End that one or give --sim-port",
        ) from None
    return listener


def _create_app(person: Person, table_port: int) -> Starlette:
    async def about(_request: Request) -> Response:
        places = {"width": WIDTH, "height": HEIGHT, "keys": _touch_areas()}
        spots = {spot.name: asdict(spot) for spot in SPOTS}
        return JSONResponse({"table_port": table_port, "languages": list(LANGUAGES), "spots": spots, **places})

    async def display(request: Request) -> Response:
        shown = person.sees()[0].displays.get(request.path_params["seat"])
        if shown is None:
            return PlainTextResponse("This seat has no display.", status_code=404)
        try:
            picture = render(shown.page or "paused", shown.values)
        except NoSuchComponent as error:
            return PlainTextResponse(f"{error}\n", status_code=404)
        return Response(png_bytes(picture), media_type="image/png", headers={"cache-control": "no-store"})

    async def scenarios(_request: Request) -> Response:
        try:
            found = person.scenarios.listed()
        except OSError as error:
            sentence = Sentence("The list cannot be made: {why}", {"why": str(error)})
            return JSONResponse(asdict(sentence), status_code=500)
        return Response(status_code=202) if found is None else JSONResponse(found)

    return Starlette(
        routes=[
            Route("/", _index),
            Route("/about.json", about),
            Route("/displays/{seat:int}.png", display),
            Route("/scenarios.json", scenarios),
            Route("/articles.json", _articles),
            WebSocketRoute("/live", _live(person)),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
    )


async def _articles(request: Request) -> Response:
    """What each article says, in a language."""
    wanted = request.query_params.get("lang")
    return JSONResponse(sentences(wanted) if wanted in LANGUAGES else {})


async def _index(_request: Request) -> Response:
    return FileResponse(STATIC / "index.html", headers={"content-security-policy": "default-src 'self'"})


def _touch_areas() -> list[dict[str, Any]]:
    """The display's keys with the page they are on and where, in pixels."""
    return [
        {"page": c.page, "name": c.name, **asdict(c.place)}
        for c in CONTRACT.components
        if c.kind is Kind.HOTSPOT and c.place is not None
    ]


class _Eyes:
    """What the person at one browser looks at besides: the corners of their cards, and what the antennas read."""

    def __init__(self) -> None:
        self.looking = False
        self.antennas = False


def _live(person: Person) -> Callable[[WebSocket], Awaitable[None]]:
    async def live(websocket: WebSocket) -> None:
        if not _from_here(websocket):
            await websocket.close(REFUSED, "a socket of another origin")
            return
        await websocket.accept()
        eyes = _Eyes()
        showing = asyncio.create_task(_show(websocket, person, eyes))
        try:
            await _obey(websocket, person, eyes)
        finally:
            showing.cancel()
            await asyncio.wait([showing])

    return live


def _from_here(websocket: WebSocket) -> bool:
    """Whether a request comes from the page's own scripts, by this machine's address. Other names do not count."""
    origin, host = websocket.headers.get("origin", ""), websocket.headers.get("host", "")
    return urlsplit(origin).netloc == host and urlsplit(f"//{host}").hostname in (HOST, "localhost")


async def _show(websocket: WebSocket, person: Person, eyes: _Eyes) -> None:
    sent = ""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone while sending: `_obey` sees it too
        while True:
            text = json.dumps(_shown(person, eyes))
            if text != sent:
                await websocket.send_text(text)
                sent = text
            await asyncio.sleep(LOOK_EVERY_S)


def _shown(person: Person, eyes: _Eyes) -> dict[str, Any]:
    """All that one browser shows. What the antennas read changes all the time, so it goes to those who look at it."""
    state, table = person.sees()
    scenario = person.scenarios.scenario()
    shown = asdict(scenario) if scenario else None
    from_above = asdict(table if eyes.antennas else replace(table, antennas={}))
    return {"state": _visible(state, eyes.looking), "table": from_above, "scenario": shown}


def _visible(state: SeatState, looking: bool) -> dict[str, Any]:
    """The state as JSON. It has the faces only while the person holds the corners up, else the number of cards."""
    facts = asdict(state)
    # asdict rebuilds a Counter by counting its items, which JSON cannot hold.
    facts |= {name: dict(getattr(state, name)) for name in ("stack", "hand", "bet")}
    # The picture of a display is fetched again when its number changes.
    shown = {seat: {"page": one.page, "version": _version(one)} for seat, one in state.displays.items()}
    facts["displays"] = shown
    facts["cards"] = list(state.cards) if looking else [""] * len(state.cards)
    return facts


def _version(display: DisplayState) -> int:
    return crc32(repr((display.page, sorted(display.values.items()))).encode())


async def _obey(websocket: WebSocket, person: Person, eyes: _Eyes) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            said, ok = _carry_out(await websocket.receive_text(), person, eyes)
            if said:
                await websocket.send_text(json.dumps({"said": asdict(said), "ok": ok}))


def _carry_out(text: str, person: Person, eyes: _Eyes) -> tuple[Sentence, bool]:
    try:
        order: Order = parse_order(text)
        if isinstance(order, Look) and order.do == "peek":
            eyes.looking = order.on
        elif isinstance(order, Look):
            eyes.antennas = order.on
        return order.give(person) or Sentence(), True
    except Unable as error:
        return error.sentence, False
    except ValueError as error:
        return Sentence("That cannot be done: {why}", {"why": str(error)}), False
