"""A deck that is enrolled at the table's own shoe: which tag is which card, and that no tag is said on the way."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq
from typer.testing import CliRunner

from controller.dispatcher import _log_without_rich
from controller.enrolment import command, stand_in
from controller.enrolment.command import enrol
from controller.enrolment.deck import ORDER, Drawn, Enrolment
from controller.enrolment.shoe import Shoe
from controller.poker.cards import DECK_SIZE, JOKER, card, name
from controller.registers import FileDeviceKey, load_registers
from controller.service.transport.links import Links
from firmware_bridge.messages.base import Interval, Message, TagId
from firmware_bridge.messages.outbox import Outbox
from firmware_bridge.messages.sensed import CardDrawn, PartHealth, Sensed
from firmware_bridge.messages.wire import Ack, SnapshotRequest, Welcome, decode_from_controller, encode
from firmware_bridge.process.latch import Latch
from firmware_bridge.process.users import Users

from .test_users import GROUP, IDS, SECTION, as_root
from .things import part, table_text

PATIENCE_MS = 2000
TAGS = [TagId(f"iso14443a:04A1B2C3D4{number:04X}") for number in range(DECK_SIZE + 1)]


def drawn(*tags: TagId) -> CardDrawn:
    return CardDrawn(tags=tags, orientation="down", at=Interval(absent=1, present=2))


def test_a_deck_in_order_is_known_from_ace_to_king_suit_by_suit() -> None:
    assert " ".join(map(name, ORDER)).startswith("As 2s 3s")
    enrolment = Enrolment(jokers=1)
    for tag in TAGS:
        assert enrolment.drawn([tag]) is Drawn.READ
    assert enrolment.due is None
    cards = enrolment.cards
    assert [cards[TAGS[n]] for n in (0, 12, 13, 51, 52)] == [card("As"), card("Ks"), card("Ah"), card("Kc"), JOKER]


@pytest.mark.parametrize(
    ("tags", "what"), [([], Drawn.UNREAD), ([TAGS[1], TAGS[2]], Drawn.TWO), ([TAGS[0]], Drawn.KNOWN)]
)
def test_a_draw_that_is_not_one_new_tag_is_made_again(tags: list[TagId], what: Drawn) -> None:
    enrolment = Enrolment()
    enrolment.drawn([TAGS[0]])
    assert enrolment.drawn(tags) is what
    assert enrolment.due == card("2s")


@pytest.mark.parametrize("jokers", [-1, 5])
def test_a_number_of_jokers_that_no_deck_has_is_refused(jokers: int) -> None:
    with pytest.raises(ValueError, match="Allowed are 0-4"):
        Enrolment(jokers)


# --- the stand-in for the controller --------------------------------------------------------------------------------


class Bus:
    """The shoe's end, and a bridge's."""

    def __init__(self, run: Path) -> None:
        self.links, self.troubles = Links(run, {"bridge": os.geteuid()}), list[str]()
        self.shoe = Shoe(self.links, self.troubles.append)
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.socket = self._context.socket(zmq.DEALER)
        self.socket.linger = 0
        self.socket.connect(f"ipc://{run}/events.ipc")
        self.outbox = Outbox("bridge")

    def greet(self) -> None:
        assert self.draws(self.outbox.hello()) == []
        welcome = decode_from_controller(self.socket.recv())
        assert isinstance(welcome, Welcome)
        self.outbox.welcomed(welcome, 0)
        self.socket.recv()  # what it is to attend to

    def put(self, body: Sensed) -> list[tuple[TagId, ...]]:
        return [tags for message in self.outbox.put(body, 0) for tags in self.draws(message)]

    def draws(self, message: Message) -> list[tuple[TagId, ...]]:
        self.socket.send(encode(message))
        assert self.links.events.poll(PATIENCE_MS)
        return list(self.shoe.draws(0))

    def close(self) -> None:
        self.links.close()
        self.socket.close()
        self._context.term()


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[Bus]:
    opened = Bus(tmp_path)
    yield opened
    opened.close()


def test_each_draw_of_the_bridge_is_heard_once_and_acknowledged(bus: Bus) -> None:
    bus.greet()
    (event,) = bus.outbox.put(drawn(TAGS[0]), 0)
    assert bus.draws(event) == [(TAGS[0],)]
    assert bus.draws(event) == []
    assert decode_from_controller(bus.socket.recv()) == Ack(epoch=1, sequence=1)


def test_a_part_s_trouble_is_told_to_the_person(bus: Bus) -> None:
    bus.greet()
    bus.put(PartHealth(part="shoe", what="pn532", state="absent", cause="no port"))
    assert bus.troubles == ["no port"]


def test_no_card_is_due_before_every_part_that_senses_a_draw_is_ready(bus: Bus) -> None:
    bus.shoe = Shoe(bus.links, bus.troubles.append, frozenset({"shoe", "gpio"}))
    bus.greet()
    health = (("shoe", "ready"), ("board", "ready"), ("gpio", "ready"), ("shoe", "lost"))
    ready = []
    for name_, state in health:
        bus.put(PartHealth.model_validate({"part": name_, "what": "pn532", "state": state}))
        ready.append(bus.shoe.ready)
    assert ready == [False, False, True, False]


def test_others_than_the_bridge_are_not_heard(bus: Bus) -> None:
    bus.greet()
    assert bus.draws(SnapshotRequest(source="console")) == []


# --- the command ----------------------------------------------------------------------------------------------------


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A table file with a shoe, below a directory that all users can reach."""
    directory = Path(tempfile.mkdtemp(prefix="sabot-enrol-"))
    directory.chmod(0o755)
    path = directory / "table.toml"
    path.write_text(table_text(directory, parts=part("shoe", "pn532", a0="shoe")))
    monkeypatch.setattr(command, "two_people", lambda _state, _key, by, witness: (by, witness))
    _log_without_rich()
    yield path
    shutil.rmtree(directory)


class Forked:
    """A bridge that has seen so many cards, in place of the real one with its parts: a fork, as that user."""

    def __init__(self, run: Path, cards: int, users: Users | None) -> None:
        self._code: int | None = None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of a fork beside threads: the child uses none
            self._pid = os.fork()
        if self._pid == 0:
            try:
                if users is not None:
                    os.setgroups([])
                    os.setgid(users.group)
                    os.setuid(users.ids["bridge"])
                tell(run, cards)
            finally:
                os._exit(0)

    def poll(self) -> int | None:
        if self._code is None:
            ended, status = os.waitpid(self._pid, os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if ended else None
        return self._code

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self._pid, signal.SIGKILL)

    def wait(self, _timeout: float) -> None:
        if self._code is None:
            self._code = os.waitpid(self._pid, 0)[1]


def tell(run: Path, cards: int) -> None:
    """What such a bridge says, until all of it is acknowledged."""
    socket: zmq.Socket[bytes] = zmq.Context().socket(zmq.DEALER)
    socket.connect(f"ipc://{run}/events.ipc")
    outbox = Outbox("bridge")
    outbox.put(PartHealth(part="shoe", what="pn532", state="ready"), 0)
    for tag in TAGS[:cards]:
        outbox.put(drawn(tag), 0)
    deliver(outbox, socket)


def deliver(outbox: Outbox, socket: zmq.Socket[bytes]) -> None:
    """Greet, and send until all is acknowledged."""
    socket.send(encode(outbox.hello()))
    while outbox.unacknowledged:
        message = decode_from_controller(socket.recv())
        if isinstance(message, Welcome):
            for event in outbox.welcomed(message, 0):
                socket.send(encode(event))
        elif isinstance(message, Ack):
            outbox.acknowledged(message, 0)


def with_bridge(monkeypatch: pytest.MonkeyPatch, table: Path, cards: int) -> None:
    monkeypatch.setattr(stand_in, "start_bridge", lambda _config, users: Forked(table.parent / "run", cards, users))


def run(table: Path, *more: str) -> tuple[int, str]:
    """The exit code, and all that is shown."""
    done = CliRunner().invoke(enrol, ["deck", "--config", str(table), "--by", "Ann", "--witness", "Bob", *more])
    return done.exit_code, done.output


@pytest.mark.process
def test_a_deck_that_passed_the_shoe_is_registered_and_no_tag_is_shown(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_bridge(monkeypatch, table, 52)
    code, shown = run(table)
    assert code == 0, shown
    state = table.parent / "state"
    deck = load_registers(state, FileDeviceKey.at(state / "device.key")).decks.deck("main")
    assert deck.people == ("Ann", "Bob")
    assert (deck.cards[TAGS[0]], deck.cards[TAGS[51]]) == (card("As"), card("Kc"))
    assert "draw As, 52 to come" in shown
    assert "04A1B2C3D4" not in shown


@pytest.mark.process
def test_a_bridge_that_ends_before_the_last_card_registers_nothing(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_bridge(monkeypatch, table, 51)
    code, shown = run(table)
    assert (code, "the bridge has ended" in shown) == (1, True)
    assert not (table.parent / "state" / "decks.reg").exists()


@as_root
@pytest.mark.process
def test_with_users_of_their_own_the_register_belongs_to_the_controller(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.write_text(table.read_text() + SECTION)
    with_bridge(monkeypatch, table, 52)
    code, shown = run(table)
    assert code == 0, shown
    about = (table.parent / "state" / "decks.reg").stat()
    assert (about.st_uid, about.st_gid) == (IDS["controller"], GROUP)
    assert (os.geteuid(), os.getegid()) == (0, 0)


def test_a_table_without_a_shoe_is_told_how_else(table: Path) -> None:
    table.write_text(table_text(table.parent))
    assert "Give the lines to `sabot register deck`" in run(table)[1]


def test_in_a_hand_nothing_is_enrolled_and_no_bridge_is_started(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Latch(table.parent / "state-bridge").put(in_progress=True)
    started: list[str] = []
    monkeypatch.setattr(stand_in, "start_bridge", lambda *_: started.append("bridge"))
    code, shown = run(table)
    assert (code, "A hand is in progress" in shown, started) == (1, True, [])
