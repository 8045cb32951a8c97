"""Guests who keep all that leaves the processes: the public stream, files, pages and sockets, bytes to displays."""

from __future__ import annotations

import contextlib
import threading
import time
import urllib.request
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import zmq
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from firmware_bridge.messages.roles import Role
from firmware_bridge.messages.told import DealerCommand, Told
from firmware_bridge.messages.wire import STATE_TOPIC, FromController, decode_from_controller
from hardware_sim.depths.links import PublicLink
from hardware_sim.physics.things import Card

from .canary import FileCanary, TagCanary, Truth, faces_in, faces_in_json
from .visitors import cookie_of, watching
from .watched import Guest, WatchedEvening

LOOK_EVERY = 0.5
"""Seconds of real time between two looks through the files."""

CONSOLE_WITHIN = 20.0
"""Seconds that a console may take to be there on a loaded machine."""

PAGES = ("/", "/dealer", "/technician", "/about.json", "/display.json", "/words.json?lang=en", "/words.json?lang=fr")


class TruthGuest(Guest):
    """Keeps the truth up to date. `hear` is to be called with whatever the robot tells the table."""

    def __init__(self) -> None:
        self.truth = Truth()

    def hear(self, said: Told) -> None:
        """The robot turns a hand up when it says so."""
        if isinstance(said, DealerCommand) and said.word == "shows" and said.seat is not None:
            self.truth.tables(said.seat)

    def opened(self, evening: WatchedEvening) -> None:  # noqa: ARG002 - Guest
        self.truth = Truth()

    def look(self, evening: WatchedEvening, now: int) -> None:  # noqa: ARG002 - Guest
        for seat in range(1, 11):
            self.truth.dealt(seat, _cards(evening, f"seat:{seat}"))
        for spot in range(1, 6):
            self.truth.boarded(_cards(evening, f"board:{spot}"))


def _cards(evening: WatchedEvening, place: str) -> Iterable[Card]:
    return (thing for thing in evening.world.at(place) if isinstance(thing, Card))


@dataclass
class StreamGuest(Guest):
    """Listens to the public stream as anybody can, and holds each revision against the truth of its moment."""

    truth: TruthGuest
    tags: TagCanary
    found: list[str] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
    revisions: int = 0

    def opened(self, evening: WatchedEvening) -> None:
        self._socket: zmq.Socket[bytes] = evening.context.socket(zmq.SUB)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.SUBSCRIBE, STATE_TOPIC)
        self._socket.connect(f"ipc://{evening.stage.run}/state.ipc")

    def look(self, evening: WatchedEvening, now: int) -> None:  # noqa: ARG002 - Guest
        while self._socket.poll(0):
            _topic, data = self._socket.recv_multipart()
            self.take(data)

    def take(self, data: bytes) -> None:
        """One publication."""
        self.revisions += 1
        named = faces_in_json(data)
        self.shown |= named
        self.found += [f"revision {self.revisions}: {name}" for name in self.tags.find_in_text(data)]
        early = named - self.truth.truth.public
        self.found += [f"revision {self.revisions}: a card that is not public"] * len(early)

    def closing(self, evening: WatchedEvening) -> None:  # noqa: ARG002 - Guest
        self._socket.close()


@dataclass
class BusGuest(Guest):
    """Keeps what the controller says to those who stand in for bridge and dealer: orders, answers, verdicts."""

    truth: TruthGuest
    tags: TagCanary
    found: list[str] = field(default_factory=list)
    messages: int = 0
    _heard: list[bytes] = field(default_factory=list)

    def hear(self, data: bytes) -> FromController:
        """As `decode_from_controller`, which it stands in for."""
        self._heard.append(data)
        return decode_from_controller(data)

    def look(self, evening: WatchedEvening, now: int) -> None:  # noqa: ARG002 - Guest
        self.judge()

    def closing(self, evening: WatchedEvening) -> None:  # noqa: ARG002 - Guest
        self.judge()  # what was heard last belongs to this hand

    def judge(self) -> None:
        """Hold it against the truth of this moment."""
        for data in self._heard:
            self.messages += 1
            self.found += self.tags.find_in_text(data)
            self.found += ["a card that is not public"] * len(faces_in_json(data) - self.truth.truth.public)
        self._heard.clear()


@dataclass
class MemoryGuest(Guest):
    """Looks through the console's memory, command line and environment, as nobody but root can: in one hand of ten,
    since it takes seconds."""

    tags: TagCanary
    found: set[str] = field(default_factory=set)
    searched: int = 0
    hands: int = 0

    def closing(self, evening: WatchedEvening) -> None:
        self.hands += 1
        if self.hands % 10 == 1:
            self.search(Path(f"/proc/{evening.stage.processes['console'].pid}"))

    def search(self, process: Path) -> None:
        """All that the process has written to, its stack and heap included (proc(5))."""
        pieces = [(process / name).read_bytes() for name in ("cmdline", "environ")]
        for data in (*pieces, *memory_of(process)):
            self.searched += len(data)
            self.found |= self.tags.find_in_much(data)


def memory_of(process: Path) -> Iterator[bytes]:
    """Each writable mapping of a process."""
    with (process / "mem").open("rb", 0) as memory:
        for line in (process / "maps").read_text().splitlines():
            span, rights, *_ = line.split()
            if rights.startswith("rw") and "[v" not in line:
                start, end = (int(number, 16) for number in span.split("-"))
                memory.seek(start)
                with contextlib.suppress(OSError):  # a mapping that has gone meanwhile
                    yield memory.read(end - start)


@dataclass
class FileGuest(Guest):
    """Looks through the directory of the table: state, keys, journal with its WAL, table file, all output."""

    canary: FileCanary
    leaked_faces: set[str] = field(default_factory=set)
    _looked: float = 0.0

    def look(self, evening: WatchedEvening, now: int) -> None:  # noqa: ARG002 - Guest
        if time.monotonic() - self._looked > LOOK_EVERY:
            self._looked = time.monotonic()
            self.canary.look(evening.root)

    def closing(self, evening: WatchedEvening) -> None:
        self.canary.look(evening.root)
        self.read_log((evening.root / "log").read_text(errors="replace"))

    def read_log(self, text: str) -> None:
        """What the processes wrote may name no card at all."""
        self.leaked_faces |= faces_in(text)


PARTS_EVERY = 0.5
"""Seconds of real time between two looks at the parts. A page asks every two, and the table's time runs faster."""


class ConsoleGuest(Guest):
    """A console, its pages, a browser's socket to it, what a technician is told of the parts and of a guided test,
    and the floor of the hand so far."""

    def __init__(self) -> None:
        self.pages: dict[str, bytes] = {}
        self.messages: list[str] = []
        self.parts: list[str] = []
        self.moments: list[str] = []
        self.guided: list[str] = []
        self._cookie = self._technician = self._floor = ""
        self._looked = 0.0
        self._thread: threading.Thread | None = None
        self._there, self._stop = threading.Event(), threading.Event()

    def opened(self, evening: WatchedEvening) -> None:
        """Nothing is played before the browser is there."""
        evening.start("console")
        self._stop.clear()
        self._there.clear()
        self._thread = threading.Thread(target=self._browse, args=(evening.port,))
        self._thread.start()
        assert self._there.wait(CONSOLE_WITHIN), "the console is not there"

    def _browse(self, port: int) -> None:
        while not self._stop.is_set():
            try:
                address = f"127.0.0.1:{port}"
                self._cookie, self._technician = cookie_of(address), cookie_of(address, "technician")
                self._floor = cookie_of(address, "floor")
                with watching(address, self._cookie) as socket:
                    self._there.set()
                    self._listen(socket, address)
            except (OSError, EOFError, WebSocketException):
                self._stop.wait(0.05)

    def _listen(self, socket: ClientConnection, address: str) -> None:
        while not self._stop.is_set():
            if time.monotonic() - self._looked > PARTS_EVERY:
                self._looked = time.monotonic()
                self.parts.append(_fetched(address, "/technician.json?sheet=1", self._technician).decode())
                self.guided.append(_fetched(address, "/test.json", self._technician).decode())
                self.moments.append(_fetched(address, "/moments.json", self._floor).decode())
            try:
                self.messages.append(str(socket.recv(0.1)))
            except TimeoutError:
                continue

    def closing(self, evening: WatchedEvening) -> None:
        try:
            for page in PAGES:
                self.pages[page] = _fetched(f"127.0.0.1:{evening.port}", page, self._cookie)
        finally:
            self._end()

    def _end(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()


def _fetched(address: str, page: str, cookie: str) -> bytes:
    """What the console answers there. Raises OSError."""
    request = urllib.request.Request(f"http://{address}{page}", headers={"Cookie": cookie})
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - http
        return bytes(answer.read())


@dataclass
class DisplayGuest(Guest):
    """Between the bridge and every display: a filter that keeps what passes, and lets it pass."""

    said: bytearray = field(default_factory=bytearray)

    def opened(self, evening: WatchedEvening) -> None:
        assert evening.rig is not None
        for name, cable in evening.rig.cables.items():
            if name.startswith("display"):
                cable.to_part.append(self)

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """As `hardware_sim.wires.Filter` has it."""
        self.said += data
        return [(now, data)]


def overhear(truth: TruthGuest) -> type[PublicLink]:
    """The robot's link with somebody who listens."""

    class Overheard(PublicLink):
        def tell(self, role: Role, told: Told) -> None:
            truth.hear(told)
            super().tell(role, told)

    return Overheard
