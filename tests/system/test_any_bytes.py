"""Any bytes to every parser of what comes from outside: an answer or a refusal by name, and soon."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.console.entries import BadEntry, parse_entry
from controller.console.origin import known_host, same_origin
from controller.journal import FaultLatch
from controller.people.accounts import AccountsError, AccountsFile
from controller.registers import FileDeviceKey, RegisterError, Registers, load_registers
from controller.registers.lines import LinesError, card_lines, chip_lines
from controller.registers.sealed_map import SealedMapError, open_map, seal_map
from controller.release.manifest import Manifest, ManifestError, read, sign
from controller.rulebooks import RulebookError
from controller.rulebooks.load import loads
from controller.service.transport.acknowledged import Acknowledged
from drivers.feig_obid import FeigDecoder
from drivers.gpio.socket_lines import SIZE, Message
from drivers.nextion.codec import Decoder as NextionDecoder
from drivers.pepper_c1 import PepperDecoder
from drivers.pn532 import Pn532Decoder
from firmware_bridge.commissioning import files as found_files
from firmware_bridge.commissioning.found import as_named
from firmware_bridge.guided.kept import KeptError
from firmware_bridge.guided.seen import Look, Taken, TalkError, said_by_bridge, said_by_test
from firmware_bridge.guided.sheet import begun, kept, open_test
from firmware_bridge.messages import sensed
from firmware_bridge.messages.guided import Signer
from firmware_bridge.messages.people import LogIn, PersonRequest
from firmware_bridge.messages.tablefile import parse_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.messages.told import DealerCommand, Entered
from firmware_bridge.messages.wire import (
    Event,
    Hello,
    Welcome,
    WireError,
    decode_from_controller,
    decode_to_controller,
    encode,
)
from hardware_sim.phh import PhhError, read_hands
from hardware_sim.scenario.language.errors import ScenarioError
from hardware_sim.scenario.language.parser import parse as parse_scenario
from tests.controller.things import at, tag_of
from tests.messages.test_tablefile import GOOD

HOUR = 3600.0  # s of real time
SOON = 2.0  # s: one input of some kilobytes, on a loaded machine
BOOKS = Path(__file__).parents[2] / "controller" / "rulebooks"
SCENARIOS = Path(__file__).parents[2] / "hardware_sim" / "scenario" / "book"
HAND = (
    'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\nstarting_stacks = [1000, 1000]\n'
    'actions = ["d dh p1 AsKs", "d dh p2 QhQd", "p2 f"]\nplayers = ["a", "b"]\n'
)
WORDS = (
    b"\x00", b"\xff\xff\xff", b"[" * 2000, b"{" * 500, b'"', b"9" * 4301, b"1e999", b"NaN", b"-", b"\r\n", b"\x1b[2J",
    "𝟙é\u202e".encode(), b"../../", b"[[", b"[a.b]", b"=", b"'''", b"\\ud800", b"null", b"true",
)  # fmt: skip


@dataclass(frozen=True)
class Parser:
    """`seeds`: what it takes. `refusals`: what it may raise, and nothing else."""

    seeds: tuple[bytes, ...]
    parse: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...] = ()


def text_of(data: bytes) -> str:
    """As a file or a socket gives it: what is no UTF-8 was refused before."""
    return data.decode("utf-8", "replace")


def lines_of(data: bytes) -> list[str]:
    return text_of(data).splitlines()


def fed(make: Callable[[], object]) -> Callable[[bytes], object]:
    """A decoder of a wire that gets the bytes in two pieces, and then quiet."""

    def feed(data: bytes) -> None:
        decoder = make()
        for piece in (data[: len(data) // 3], data[len(data) // 3 :]):
            decoder.feed(piece)  # type: ignore[attr-defined]  # every decoder has it
        getattr(decoder, "idle", getattr(decoder, "reset", None))()  # type: ignore[misc]  # one of the two is there

    return feed


def in_file(path: Path, then: Callable[[], object]) -> Callable[[bytes], object]:
    """A parser that reads a file."""

    def parse(data: bytes) -> object:
        path.write_bytes(data)
        path.chmod(0o600)
        return then()

    return parse


def frames() -> dict[str, Parser]:
    said = ("0000FF02FED54B010000", "0000FF00FF00", "0000FF0AF6D54B0101000408047A88E46C1B00")
    pn532 = tuple(map(bytes.fromhex, said))
    return {
        "pn532": Parser(pn532, fed(Pn532Decoder)),
        "pepper": Parser((bytes.fromhex("F50002FDFF0001AABB"), b"OK\r\n"), fed(PepperDecoder)),
        "feig": Parser((bytes.fromhex("020008FFB000AAAA"),), fed(FeigDecoder)),
        "nextion": Parser((bytes.fromhex("000000FFFFFF"), b"e\x00\x01\xff\xff\xff", b"comok 1\xff\xff\xff"),
                          fed(NextionDecoder)),
        "gpio": Parser((bytes(SIZE),), lambda data: Message.decode(data[:SIZE].ljust(SIZE, b"\0"))),
    }  # fmt: skip


def sockets() -> dict[str, Parser]:
    placed = sensed.CardPlaced(tag=tag_of("As"), spot="seat:3", at=at(3))
    told = Entered(session="x", told=DealerCommand(word="stack", seat=3, value="100"))
    ask = PersonRequest(source="console", number=1, ask=LogIn(name="Ann", secret="123456"))  # noqa: S106 - of nobody
    events = (Event(source="bridge", epoch=1, sequence=1, stamp=5, body=body) for body in (placed, told))
    page = json.dumps({"id": 1, "told": told.told.model_dump()}).encode()
    return {
        "to the controller": Parser(
            (encode(Hello(source="bridge")), encode(ask), *map(encode, events)), decode_to_controller, (WireError,)
        ),
        "from the controller": Parser((encode(Welcome(epoch=1, acked=0)),), decode_from_controller, (WireError,)),
        "to the bridge from a test": Parser(
            (Look(seat=1, key="fold").model_dump_json().encode(),), said_by_test, (TalkError,)
        ),
        "from the bridge to a test": Parser(
            (Taken(acting=("door",)).model_dump_json().encode(),), said_by_bridge, (TalkError,)
        ),
        "a page's entry": Parser((page,), lambda data: parse_entry(text_of(data)), (BadEntry,)),
        "host": Parser((b"localhost:8080", b"[::1]:80"), lambda data: known_host(data.decode("latin-1"), "::1")),
        "origin": Parser((b"http://localhost",), lambda data: same_origin(data.decode("latin-1"), "localhost")),
    }


def texts(root: Path) -> dict[str, Parser]:
    hand, device = root / "a.phh", FileDeviceKey.at(root / "device.key")
    lines = [f"{tag_of(name).value} {name}" for name in ("As", "Kd")]
    sealed = "\n".join(seal_map(device.public.hex(), lines))
    scenario = next(SCENARIOS.rglob("*.scn")).read_bytes()
    return {
        "table file": Parser((GOOD.encode(),), lambda data: parse_table_file(text_of(data)), (TableFileError,)),
        "rulebook": Parser((b'base = "lfp"\n', (BOOKS / "leaflet.toml").read_bytes()[:3000]),
                           lambda data: loads(text_of(data)), (RulebookError,)),
        "scenario": Parser((scenario[:2000],), lambda data: parse_scenario(text_of(data)), (ScenarioError,)),
        "hand": Parser((HAND.encode(),), in_file(hand, lambda: read_hands(hand)), (PhhError,)),
        "deck's map": Parser(("\n".join(lines).encode(),), lambda data: card_lines(lines_of(data)), (LinesError,)),
        "chips": Parser((b"iso15693:E00401503A000000 25 main",), lambda data: chip_lines(lines_of(data)),
                        (LinesError,)),
        "sealed map": Parser((sealed.encode(),), lambda data: open_map(device, lines_of(data)), (SealedMapError,)),
    }  # fmt: skip


def files(root: Path) -> dict[str, Parser]:
    state = root / "state"
    state.mkdir(mode=0o700)
    device = FileDeviceKey.at(state / "device.key")
    signer = Ed25519PrivateKey.from_private_bytes(bytes(32))
    manifest = sign(Manifest("1.0", "2026-11-23", ("controller",), {"controller/a.py": "0" * 64}), signer).encode()
    public = signer.public_key().public_bytes_raw()
    FaultLatch(state).latch("journal_commit", "a test")
    latched = (state / "faults.json").read_bytes()
    Acknowledged(root, device, "one", played_in_it=False).note(1, 2)
    noted = root / "acknowledged"
    registers: Callable[[], Registers] = lambda: load_registers(state, device)  # noqa: E731 - a name for its type
    who = Signer(technician="R. Roe", licence="1", reason="a check", asset="7")
    names = found_files.Progress(found=as_named(parse_table_file(GOOD))).model_dump_json().encode()
    sheet = begun(parse_table_file(GOOD), (), who).model_dump_json().encode()
    return {
        "kept test": Parser((sheet,), in_file(open_test(root), lambda: kept(root)), (KeptError,)),
        "kept names": Parser((names,), in_file(found_files.kept_file(root), lambda: found_files.kept(root)),
                             (KeptError,)),
        "faults": Parser((latched,), in_file(state / "faults.json", lambda: FaultLatch(state))),
        "accounts": Parser((b"x" * 100,), in_file(state / "people", AccountsFile(state, device).read),
                           (AccountsError,)),
        "register": Parser((b"y" * 200,), in_file(state / "decks.reg", registers), (RegisterError,)),
        "acknowledged": Parser((noted.read_bytes(),),
                               in_file(noted, lambda: Acknowledged(root, device, "one", played_in_it=True))),
        "manifest": Parser((manifest,), lambda data: read(text_of(data), public), (ManifestError,)),
    }  # fmt: skip


NAMES = (
    "pn532", "pepper", "feig", "nextion", "gpio", "to the controller", "from the controller", "a page's entry",
    "host", "origin", "table file", "rulebook", "scenario", "hand", "deck's map", "chips", "sealed map",
    "faults", "accounts", "register", "acknowledged", "manifest",
    "kept test", "kept names",
)  # fmt: skip


def damaged(random: Random, seeds: tuple[bytes, ...]) -> bytes:
    """A seed with some damage, pieces of two, or anything at all."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        at, kind = random.randrange(len(data) + 1), random.randrange(7)
        if kind == 0 and data:
            data[at % len(data)] ^= 1 << random.randrange(8)
        elif kind == 1:
            data[at:at] = random.choice(WORDS)
        elif kind == 2:
            del data[at : at + random.randrange(1, 30)]
        elif kind == 3:
            other = random.choice(seeds)
            data[at:] = other[random.randrange(len(other) + 1) :]
        elif kind == 4:
            data[at:at] = data[: random.randrange(1, 60)]
        elif kind == 5:
            data[at:at] = random.randbytes(random.randrange(40))
        else:
            data[at : at + 1] = b'"%d"' % random.randrange(-(10**20), 10**20)
    return bytes(data[:20_000])


def try_once(name: str, parser: Parser, data: bytes) -> None:
    began = time.process_time()
    try:
        parser.parse(data)
    except parser.refusals:
        pass
    except Exception as error:
        raise AssertionError(f"{name}: {type(error).__name__} at {data[:300]!r}") from error
    took = time.process_time() - began
    assert took < SOON, f"{name}: {took:.1f} s for {data[:300]!r}"


@pytest.fixture(scope="module")
def parsers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Parser]:
    root = tmp_path_factory.mktemp("parsers")
    return {**frames(), **sockets(), **texts(root), **files(root)}


@pytest.mark.parametrize("name", NAMES)
def test_a_parser_takes_its_seeds(parsers: dict[str, Parser], name: str) -> None:
    for seed in parsers[name].seeds:
        try_once(name, parsers[name], seed)


@pytest.mark.parametrize("name", NAMES)
def test_a_parser_answers_or_refuses_any_bytes(parsers: dict[str, Parser], name: str) -> None:
    random = Random(name)  # noqa: S311 - a test's dice
    for _ in range(40):
        try_once(name, parsers[name], damaged(random, parsers[name].seeds))


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_an_hour_of_any_bytes_to_every_parser(parsers: dict[str, Parser]) -> None:
    ends, seed, tried = time.monotonic() + float(os.environ.get("SABOT_HOSTILE_SECONDS", HOUR)), 0, 0
    while time.monotonic() < ends:
        seed += 1
        for name in NAMES:
            random = Random(f"{name} {seed}")  # noqa: S311 - a test's dice
            for _ in range(50):
                try_once(name, parsers[name], damaged(random, parsers[name].seeds))
                tried += 1
    print(f"{tried} inputs to {len(NAMES)} parsers")  # noqa: T201 - with -s
