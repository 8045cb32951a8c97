"""Hands with marked decks: no tag, and no card before it is public, leaves the processes that may know it.

The one channel that carries what identifies a card is the socket between bridge and controller. All else is looked
through: what every process writes, the public stream, the console's pages and socket, every file of the table while
it is played and after, the bytes to the displays.
"""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from mmap import PAGESIZE, mmap
from pathlib import Path

import pytest
from pydantic import ValidationError

from controller.journal import Entry
from controller.journal.sealing import SIZES
from controller.poker.events import Event
from controller.poker.outcomes import Outcome
from controller.rulebooks import Rulebook
from controller.service.senses.draw_records import Exits
from controller.table import Table, view
from controller.table import step as stepped
from drivers.reader import Tag
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import Interval, TagId
from firmware_bridge.messages.told import DealerCommand
from firmware_bridge.messages.wire import Event as WireEvent
from firmware_bridge.messages.wire import Malformed, decode_to_controller, encode
from hardware_sim.depths import core, links, room
from hardware_sim.depths.core import CoreDepth
from hardware_sim.depths.result import Verdict
from hardware_sim.depths.room import DepthName
from hardware_sim.phh import Action, DealHole, Fold, Hand
from hardware_sim.physics.things import Card, Technology, Thing
from hardware_sim.physics.things import Tag as WorldTag

from .canary import FileCanary, TagCanary, faces_in, faces_in_json, forms, texts_of
from .ledger import read_journal
from .watched import RULEBOOK, Guest, WatchedDepth, pluribus
from .witnesses import (
    BusGuest,
    ConsoleGuest,
    DisplayGuest,
    FileGuest,
    MemoryGuest,
    StreamGuest,
    TruthGuest,
    overhear,
)  # fmt: skip

AT_BUS = ("100_17", "100b_75", "100_44")
"""One ends with a bet that nobody calls, one all-in with its cards tabled, one at the showdown with a hand given up.
The soak has the others."""

AT_WIRE = ("101_5",)
"""To the showdown, with one hand tabled and one given up."""

LEAST_MEMORY = 5_000_000  # bytes: a Python process with a web server has written to more

ROUND_ABOUT = 28  # bytes of nonce and tag beside what is sealed


@dataclass
class Crowd:
    """All witnesses of one table."""

    truth: TruthGuest
    stream: StreamGuest
    bus: BusGuest
    files: FileGuest
    console: ConsoleGuest
    displays: DisplayGuest
    memory: MemoryGuest
    tags: TagCanary

    @classmethod
    def of(cls, cards: Iterable[Thing], chips: Iterable[Thing]) -> Crowd:
        """They know these things' tags."""
        tags, everything = TagCanary(cards), TagCanary([*cards, *chips])
        truth = TruthGuest()
        stream, bus, files = StreamGuest(truth, tags), BusGuest(truth, tags), FileGuest(FileCanary(tags))
        return cls(truth, stream, bus, files, ConsoleGuest(), DisplayGuest(), MemoryGuest(tags), everything)

    def guests(self, depth: str) -> list[Guest]:
        """The truth first: the others hold against it what they see in the same turn."""
        always = [self.truth, self.stream, self.bus, self.files, self.console]
        return [*always, *([self.displays, self.memory] if depth == "wire" else [])]


class Everybody(WatchedDepth):
    """A table with all witnesses; they know its tags as soon as the deck is made."""

    def __init__(self, depth: DepthName, hands: list[Hand]) -> None:
        super().__init__(depth, hands, ())
        world, _ = self.new_world()
        self.crowd = Crowd.of(list(world.cards), list(world.chips))
        self.guests = tuple(self.crowd.guests(depth))


def play_all(
    depth: DepthName, hands: list[Hand], monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Hand, Everybody]]:
    """Play them one after another; yields after each, with its table as it was left."""
    with contextlib.closing(Everybody(depth, hands)) as table:
        monkeypatch.setattr(room, "PublicLink", overhear(table.crowd.truth))
        monkeypatch.setattr(links, "decode_from_controller", table.crowd.bus.hear)
        temporary = table.stage.directory / "tmp"
        temporary.mkdir()
        monkeypatch.setenv("TMPDIR", str(temporary))  # whatever the processes put aside is looked through, too
        for hand in hands:
            played = table.play(hand)
            assert (played.verdict, played.problems) == (Verdict.PASSED, [])
            yield hand, table


def finds(crowd: Crowd, directory: Path) -> dict[str, object]:
    """What got out, by the place where it was found; nothing of what was found is quoted."""
    crowd.bus.judge()  # what came while the hand was closed belongs to it, too
    truth = crowd.truth.truth
    served = [*crowd.console.pages.values(), *(message.encode() for message in crowd.console.messages)]
    after = crowd.files.canary.successor()
    after.look(directory)
    early = [message for message in crowd.console.messages if not faces_in_json(message) <= truth.public]
    found: dict[str, object] = {
        "public stream": crowd.stream.found,
        "folded hand in the public stream": len(crowd.stream.shown & truth.hidden),
        "bus": crowd.bus.found,
        "files during play": crowd.files.canary.found,
        "log": len(crowd.files.leaked_faces),
        "browser's socket": len(early),
        "pages": sorted({name for text in served for name in crowd.tags.find_in_text(text)}),
        "parts": sorted({name for text in crowd.console.parts for name in told_by_parts(crowd, text)}),
        "guided test": sorted({name for text in crowd.console.guided for name in told_by_parts(crowd, text)}),
        "hand by time": sorted({name for text in crowd.console.moments for name in told_by_moments(crowd, text)}),
        "display": crowd.tags.find(bytes(crowd.displays.said)),
        "card on a display": len(faces_in(crowd.displays.said.decode("latin-1")) - truth.public),
        "files after play": after.found,
        "clear columns of the journal": len(clear_faces(directory / "state") - truth.public),
        "lengths of sealed parts": odd_lengths(directory / "state"),
        "memory of the web process": crowd.memory.found,
    }
    return {place: what for place, what in found.items() if what}


def told_by_parts(crowd: Crowd, answer: str) -> Iterator[str]:
    """What a technician could learn of cards by an answer about the parts."""
    yield from crowd.tags.find_in_text(answer.encode())
    yield from ["a card"] * len(faces_in_json(answer))


def told_by_moments(crowd: Crowd, answer: str) -> Iterator[str]:
    """What the floor could learn by the hand so far: a tag, or a card that is not public."""
    yield from crowd.tags.find_in_text(answer.encode())
    yield from ["a card"] * len(faces_in_json(answer) - crowd.truth.truth.public)


def check(table: Everybody) -> None:
    """Nothing got out in this hand, and everybody has looked."""
    crowd = table.crowd
    assert finds(crowd, table.stage.directory) == {}
    assert {"journal.sqlite", "log", "decks.reg", "chips.reg", "device.key"} <= crowd.files.canary.files
    assert "journal.sqlite-wal" in crowd.files.canary.files
    assert crowd.stream.revisions > 20
    assert crowd.bus.messages > 20
    assert len(crowd.console.messages) > 5
    assert set(crowd.console.pages) >= {"/", "/dealer", "/technician"}
    assert '"status":' in crowd.console.parts[-1]
    assert '"turn":' in crowd.console.guided[-1]
    assert '"moments":' in crowd.console.moments[-1]


def odd_lengths(state: Path) -> list[int]:
    """Lengths of sealed parts that are none of the few which every sealed part has: they may tell a rank."""
    sealed = {line.sealed - ROUND_ABOUT for line in read_journal(state) if line.sealed}
    return sorted(size for size in sealed if size not in SIZES and (size < SIZES[-1] or size % SIZES[-1]))


def clear_faces(state: Path) -> set[str]:
    """Every card that a clear column of the journal names."""
    return {face for line in read_journal(state) for text in texts_of(line.body) for face in faces_in(text)}


def watch(depth: DepthName, hands: list[Hand], monkeypatch: pytest.MonkeyPatch) -> None:
    """Play them under the eyes of all witnesses."""
    shown, searched, heard = set[str](), 0, False
    for _hand, table in play_all(depth, hands, monkeypatch):
        check(table)
        heard = heard or any('"place":"seat:1"' in answer for answer in table.crowd.console.parts)
        shown |= table.crowd.stream.shown
        forget(table)
        searched = table.crowd.memory.searched
    assert shown
    assert depth == "bus" or (searched > LEAST_MEMORY and heard)


@pytest.mark.process
@pytest.mark.timeout(240)  # s: twenty times what each takes with a processor of its own
@pytest.mark.parametrize(("depth", "names"), [("bus", AT_BUS), ("wire", AT_WIRE)], ids=["bus", "wire"])
def test_nothing_gets_out(
    shared: Path, depth: DepthName, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch(depth, pluribus(shared, *names), monkeypatch)


@pytest.mark.soak
@pytest.mark.process
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("depth", "count"), [("bus", 1000), ("wire", 50)], ids=["bus", "wire"])
def test_nothing_gets_out_of_a_thousand_hands(
    shared: Path, depth: DepthName, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = sorted(path.stem for path in (shared / "data" / "phh" / "pluribus").glob("*.phh"))
    watch(depth, pluribus(shared, *names[:: len(names) // count][:count]), monkeypatch)


def forget(table: Everybody) -> None:
    """What was heard in one hand says nothing about the next."""
    crowd = table.crowd
    crowd.stream.shown.clear()
    crowd.stream.revisions = crowd.bus.messages = 0
    crowd.console.messages.clear()
    crowd.console.parts.clear()
    crowd.console.guided.clear()
    crowd.console.moments.clear()
    crowd.displays.said.clear()


# --- cards that nobody saw make no difference ---------------------------------------------------------------


def with_folded_hands_exchanged(hand: Hand) -> Hand:
    """The same hand, but two players who fold have each other's cards."""
    one, two = [action.player for _, action in hand.actions if isinstance(action, Fold)][:2]
    other = {one: two, two: one}

    def exchanged(action: Action) -> Action:
        if isinstance(action, DealHole) and action.player in other:
            return DealHole(action.player, hand.hole(other[action.player]))
        return action

    return replace(hand, actions=tuple((number, exchanged(action)) for number, action in hand.actions))


@pytest.mark.process
def test_folded_cards_change_no_clear_column_and_no_length_in_the_journal(shared: Path) -> None:
    (hand,) = pluribus(shared, "101_5")
    journals = []
    for one in (hand, with_folded_hands_exchanged(hand)):
        with WatchedDepth("bus", [one], []) as table:
            assert table.play(one).verdict is Verdict.PASSED
            lines = read_journal(table.stage.directory / "state")
            assert odd_lengths(table.stage.directory / "state") == []
        own = [line for line in lines if line.source == "bridge" and line.sequence]
        journals.append([(line.kind, line.body, line.sealed) for line in own])
    assert len(journals[0]) > 50
    assert journals[0] == journals[1]


def test_folded_cards_change_no_view_outcome_or_repr(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (hand,) = pluribus(shared, "101_5")
    texts: list[list[str]] = []

    def step(table: Table, event: Event, rulebook: Rulebook) -> list[Outcome]:
        outcomes = stepped(table, event, rulebook)
        shown = f"{event!r} {event} {outcomes} {table!r} {table.hand!r} {table.felt!r} {view(table)}"
        texts[-1].append(without_addresses(shown))
        return outcomes

    monkeypatch.setattr(core, "step", step)
    for one in (hand, with_folded_hands_exchanged(hand)):
        texts.append([])
        assert CoreDepth(RULEBOOK).play(one).verdict is Verdict.PASSED
    assert len(texts[0]) > 50
    assert texts[0] == texts[1]


def without_addresses(text: str) -> str:
    return re.sub(r"0x[0-9a-f]+", "0x", text)


# --- what the programs say of things ------------------------------------------------------------------------

MARKED = "04A1B2C3D4E5F6"
TAG = TagId(f"iso14443a:{MARKED}")
AT = Interval(absent=1, present=2)


def wire_text(**changed: object) -> bytes:
    """An event of the bridge as it goes over the socket, with fields changed."""
    drawn = sensed.CardDrawn(tags=(TAG,), orientation="down", at=AT)
    event = json.loads(encode(WireEvent(source="bridge", epoch=1, sequence=1, stamp=3, body=drawn)))
    event["body"] |= changed
    return json.dumps(event).encode()


def texts_of_messages() -> Iterator[tuple[str, object]]:
    """Objects that hold a tag, and errors about it, by name."""
    drawn = sensed.CardDrawn(tags=(TAG,), orientation="down", at=AT)
    yield "tag", TAG
    yield "card drawn", drawn
    yield "card placed", sensed.CardPlaced(tag=TAG, spot="seat:1", at=AT)
    yield "chips moved", sensed.ChipsMoved(area="pot", added=(TAG,), removed=(), lies=(TAG,), at=AT)
    yield "event", WireEvent(source="bridge", epoch=1, sequence=1, stamp=3, body=drawn)
    exits = Exits(shoe=True)
    exits.draw([TAG])
    yield "exits", exits
    yield "driver's tag", Tag("iso14443a", bytes.fromhex(MARKED))
    yield "thing", WorldTag(Technology.ISO14443A, bytes.fromhex(MARKED))
    yield "entry", Entry("bridge", 1, 1, 3, "card_drawn", {}, MARKED.encode())
    for name, text in (
        ("unknown field", wire_text(hidden=MARKED)),
        ("tag of another kind", wire_text(tags=[f"iso9999:{MARKED}"])),
        ("tag in small letters", wire_text(tags=[f"iso14443a:{MARKED.lower()}"])),
        ("tag as orientation", wire_text(orientation=MARKED)),
        ("broken text", wire_text()[:-3]),
    ):
        with pytest.raises(Malformed) as caught:
            decode_to_controller(text)
        yield name, caught.value
    with pytest.raises(ValidationError) as invalid:
        sensed.CardPlaced.model_validate({"tag": TAG.value, "spot": 3, "at": MARKED})
    yield "validation", invalid.value


def test_no_message_event_or_error_tells_a_tag() -> None:
    told = {name: f"{one!r} {one} {one:}" for name, one in texts_of_messages()}
    assert [name for name, text in told.items() if MARKED.lower() in text.lower()] == []
    raw = repr(bytes.fromhex(MARKED))[2:-1]
    assert [name for name, text in told.items() if raw in text] == []


# --- and the canary can sing --------------------------------------------------------------------------------

UID = bytes.fromhex(MARKED)
CARD = Card("card:1", WorldTag(Technology.ISO14443A, UID), "As")


@pytest.mark.parametrize(("form", "text"), list(forms(UID)), ids=[form for form, _ in forms(UID)])
def test_a_tag_is_found_in_every_form(form: str, text: bytes) -> None:
    assert f"card:1 as {form}" in TagCanary([CARD]).find(b"seat=3 \x00" + text + b" event=x")


@pytest.mark.parametrize("text", [MARKED, MARKED.lower(), "04a1B2c3D4e5F6"])
def test_hexadecimal_is_found_in_any_case(text: str) -> None:
    assert "card:1 as hex" in TagCanary([CARD]).find(f"tag={text};".encode())


@pytest.mark.parametrize("before", [b"", b"1", b"12", b"123"])
def test_base64_is_found_wherever_it_begins(before: bytes) -> None:
    assert TagCanary([CARD]).find(b64encode(before + UID + b"behind"))


@pytest.mark.parametrize("uid", [UID, b"[" + UID[1:], UID[:3] + b"{[" + UID[5:]], ids=["plain", "begins", "cut"])
def test_a_tag_is_found_in_the_part_of_a_text_that_is_new(uid: bytes) -> None:
    canary = TagCanary([replace(CARD, tag=WorldTag(Technology.ISO14443A, uid))])
    assert canary.find_in_text(b'{"seats": [{"seat": 3}], "alarms": []}') == []
    assert canary.find_in_text(b'{"seats": [{"seat": 3}], "alarms": ' + uid + b"}") == ["card:1 as bytes"]


def test_a_tag_that_begins_in_a_known_part_of_a_text_is_found() -> None:
    canary = TagCanary([CARD])
    assert canary.find_in_text(b"[" + UID[:3] + bytes(100)) == []
    assert canary.find_in_text(b"[" + UID + bytes(100)) == canary.find_in_text(b"[" + UID + bytes(100)) != []


def test_a_tag_in_a_file_is_found_and_so_is_one_that_comes_later(tmp_path: Path) -> None:
    canary = FileCanary(TagCanary([CARD]))
    path = tmp_path / "state" / "journal.sqlite"
    path.parent.mkdir()
    path.write_bytes(bytes(5000))
    canary.look(tmp_path)
    assert canary.found == set()
    path.write_bytes(bytes(2044) + UID + bytes(2949))  # across the seam of two pages
    canary.look(tmp_path)
    assert canary.found == {"journal.sqlite: card:1 as bytes"}


def test_a_card_before_its_time_is_found_in_the_stream() -> None:
    truth = TruthGuest()
    truth.truth.dealt(3, [CARD])
    stream = StreamGuest(truth, TagCanary([CARD]))
    stream.take(b'{"seats": [{"seat": 3, "shown": ["As"]}]}')
    assert stream.found == ["revision 1: a card that is not public"]
    truth.hear(DealerCommand(word="shows", seat=3))
    stream.take(b'{"seats": [{"seat": 3, "shown": ["As"]}]}')
    assert len(stream.found) == 1


def test_a_tag_in_the_stream_is_found() -> None:
    stream = StreamGuest(TruthGuest(), TagCanary([CARD]))
    stream.take(json.dumps({"alarms": [{"params": {"tag": MARKED}}]}).encode())
    assert stream.found == ["revision 1: card:1 as hex"]


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("seat=3 shown=As", {"As"}),
        ("board 7h8hKd.", {"7h", "8h", "Kd"}),
        ("cards: 'T♠ 9♦'", {"Ts", "9d"}),
        ("exit 12, seat 3", set()),
        ("Assets and 2sets", set()),
    ],
)
def test_cards_are_found_in_texts(text: str, faces: set[str]) -> None:
    assert faces_in(text) == faces


@pytest.mark.parametrize("face", ["As", "K\u2666", "7h8hKd"])
@pytest.mark.parametrize("before", ["", "\n", '"', "\\", "\x01", "\u00e9"])
@pytest.mark.parametrize("ascii_alone", [True, False])
def test_cards_are_found_in_json_behind_any_escape(face: str, before: str, ascii_alone: bool) -> None:
    text = json.dumps({"seats": [{"shown": f"x {before}{face}"}]}, ensure_ascii=ascii_alone)
    assert faces_in_json(text) == faces_in(face)


def test_a_card_is_found_that_is_written_in_escapes_alone() -> None:
    assert faces_in_json(r'{"shown": ["\u0041\u0073"]}') == {"As"}


# --- a leak in each place -------------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The directory of a table that leaks nothing: its journal has one record."""
    (tmp_path / "state").mkdir()
    journal(tmp_path / "state", "{}", ROUND_ABOUT + SIZES[0])
    (tmp_path / "log").write_text("event=greeted source=bridge\n")
    return tmp_path


def journal(state: Path, body: str, sealed: int) -> None:
    """A journal with one record."""
    (state / "journal.sqlite").unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(state / "journal.sqlite")) as database:
        database.execute("CREATE TABLE record (seq, source, epoch, sequence, kind, body, sealed)")
        row = (1, "bridge", 1, 1, "card_drawn", body, bytes(sealed))
        database.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        database.commit()


def leak_on_the_bus(crowd: Crowd, data: bytes) -> None:
    with contextlib.suppress(Malformed):  # the witness hears what the listener cannot understand, too
        crowd.bus.hear(data)
    crowd.bus.judge()


def leak_in_a_file(crowd: Crowd, directory: Path, name: str) -> None:
    path = directory / "tmp" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"header" + UID)
    crowd.files.canary.look(directory)
    path.unlink()


def leak_in_the_log(crowd: Crowd, directory: Path) -> None:
    (directory / "log").write_text("event=drawn card=As\n")
    crowd.files.read_log((directory / "log").read_text())


def leak_in_memory(crowd: Crowd, directory: Path) -> None:
    """A process that has the tag in its memory, as the console would after a message that was too long.

    Of this process only a mapping that it shares with nobody is searched: the tests' own memory is large.
    """
    process = directory.with_name("process")
    process.mkdir()
    for name in ("cmdline", "environ", "mem"):
        (process / name).symlink_to(f"/proc/self/{name}")
    with contextlib.closing(mmap(-1, PAGESIZE)) as kept:
        kept.write(b"state " + UID)
        mappings = Path("/proc/self/maps").read_text("utf-8").splitlines()
        (process / "maps").write_text("\n".join(line for line in mappings if "/dev/zero" in line))
        crowd.memory.search(process)


def folded(crowd: Crowd) -> None:
    crowd.truth.truth.dealt(3, [CARD])
    crowd.stream.shown.add("As")


LEAKS: dict[str, Callable[[Crowd, Path], object]] = {
    "public stream": lambda crowd, _: crowd.stream.take(json.dumps({"alarms": [{"tag": MARKED}]}).encode()),
    "folded hand in the public stream": lambda crowd, _: folded(crowd),
    "bus": lambda crowd, _: leak_on_the_bus(crowd, b'{"kind": "show_page", "page": "As"}'),
    "files during play": lambda crowd, directory: leak_in_a_file(crowd, directory, "sort.tmp"),
    "log": leak_in_the_log,
    "browser's socket": lambda crowd, _: crowd.console.messages.append('{"seats": [{"shown": ["As"]}]}'),
    "pages": lambda crowd, _: crowd.console.pages.update({"/dealer": MARKED.lower().encode()}),
    "display": lambda crowd, _: crowd.displays.carry(b't0.txt="' + UID + b'"', 0),
    "card on a display": lambda crowd, _: crowd.displays.carry(b't0.txt="As"\xff\xff\xff', 0),
    "files after play": lambda _, directory: (directory / "state" / "core").write_bytes(bytes(500) + UID),
    "parts": lambda crowd, _: crowd.console.parts.append(json.dumps({"spots": [{"place": "seat:3", "tag": MARKED}]})),
    "guided test": lambda crowd, _: crowd.console.guided.append('{"turn": 1, "last": {"seen": "As"}}'),
    "hand by time": lambda crowd, _: crowd.console.moments.append('{"moments": [{"cards": ["As"]}]}'),
    "clear columns of the journal": lambda _, directory: journal(directory / "state", '{"face": "As"}', 0),
    "lengths of sealed parts": lambda _, directory: journal(directory / "state", "{}", ROUND_ABOUT + SIZES[0] + 1),
    "memory of the web process": leak_in_memory,
}


@pytest.mark.parametrize("where", LEAKS)
def test_a_leak_in_each_place_is_found_there_and_nowhere_else(place: Path, where: str) -> None:
    crowd = Crowd.of([CARD], [])
    assert finds(crowd, place) == {}
    LEAKS[where](crowd, place)
    assert set(finds(crowd, place)) == {where}
