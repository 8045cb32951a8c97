"""The simulated PN532 answers as the chip does. Frames: UM0701-02, and vectors exchanged with independent clients."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware_sim.parts.part import MS
from hardware_sim.parts.pn532 import Pn532
from hardware_sim.parts.pn532_frames import HostFrames, frame
from hardware_sim.physics.fields import Fields, reference_antennas
from hardware_sim.physics.noise import QUIET, REAL, Noise
from hardware_sim.physics.world import World

from .bench import Bench, raw

WAKE = "55 55 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
ACK = raw("00 00 FF 00 FF 00")
VERSION = "00 00 FF 02 FE D4 02 2A 00"
VERSION_IS = raw("00 00 FF 06 FA D5 03 32 01 06 07 E8 00")
SAM = "00 00 FF 05 FB D4 14 01 00 00 17 00"
RETRY_ONCE = "00 00 FF 06 FA D4 32 05 FF 01 01 F4 00"
LIST_ONE = "00 00 FF 04 FC D4 4A 01 00 E1 00"
LIST_TWO = "00 00 FF 04 FC D4 4A 02 00 E0 00"
NONE_LISTED = raw("00 00 FF 03 FD D5 4B 00 E0 00")
ONE_LISTED = raw("00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 0E 3B D2 28 6B 85 5C 00")
AUTO_POLL = "00 00 FF 05 FB D4 60 FF 02 00 CB 00"
RF_OFF = frame(raw("D4 32 01 00"))
RELEASE = frame(raw("D4 52 00"))


class Shoe:
    def __init__(self, noise: Noise = QUIET, seed: int = 1) -> None:
        self.world = World(seed, noise=noise)
        self.fields = Fields(self.world, reference_antennas())
        self.part = Pn532("shoe", self.fields, "shoe")
        self.bench = Bench(self.part, self.world)

    def awake(self, *setting: str) -> Bench:
        self.bench.say(WAKE)
        for words in setting:
            self.bench.ask(words)
        return self.bench

    def card(self, uid: str = "04 0E 3B D2 28 6B 85", place: str = "shoe.mouth") -> str:
        card = self.world.add_card("As", raw(uid))
        self.world.move([card.id], place, self.bench.now)
        return card.id


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        (VERSION, VERSION_IS),
        (SAM, raw("00 00 FF 02 FE D5 15 16 00")),
        (RETRY_ONCE, frame(raw("D5 33"))),
        ("00 00 FF 03 FD D4 10 07 15 00", raw("00 00 FF 02 FE D5 11 1A 00")),
    ],
)
def test_a_command_is_acknowledged_and_answered(asked: str, answered: bytes) -> None:
    assert Shoe().awake().ask(asked) == ACK + answered


def test_the_acknowledgement_comes_within_15_ms() -> None:
    bench = Shoe().awake()
    bench.say(VERSION)
    assert bench.run(15 * MS).startswith(ACK)


def test_a_sleeping_chip_loses_the_first_bytes() -> None:
    bench = Shoe().bench
    assert bench.ask(VERSION) == b""
    assert bench.ask(VERSION) == ACK + VERSION_IS


def test_without_a_card_and_with_one_retry_a_listing_answers_none() -> None:
    assert Shoe().awake(RETRY_ONCE).ask(LIST_ONE) == ACK + NONE_LISTED


def test_with_retries_without_end_a_listing_waits_for_a_card() -> None:
    shoe = Shoe()
    bench = shoe.awake()
    assert bench.ask(LIST_ONE, within=5000 * MS) == ACK
    shoe.card()
    assert bench.run(100 * MS) == ONE_LISTED


def test_the_hosts_ack_ends_a_waiting_listing() -> None:
    shoe = Shoe()
    bench = shoe.awake()
    bench.ask(LIST_ONE)
    bench.ask(ACK)
    shoe.card()
    assert bench.run(500 * MS) == b""
    assert bench.ask(VERSION) == ACK + VERSION_IS


def test_a_card_in_the_mouth_is_listed_with_its_identifier() -> None:
    shoe = Shoe()
    bench = shoe.awake(RETRY_ONCE)
    shoe.card()
    assert bench.ask(LIST_TWO) == ACK + ONE_LISTED


def test_a_listing_takes_20_to_50_ms_a_card() -> None:
    shoe = Shoe(noise=REAL)
    bench = shoe.awake(RETRY_ONCE)
    shoe.card()
    started = bench.now
    while bench.ask(LIST_ONE)[6:] == NONE_LISTED:
        started = bench.now
    assert 20 * MS <= bench.heard - started <= 50 * MS + 20 * MS


def test_two_cards_at_most_are_listed() -> None:
    shoe = Shoe()
    bench = shoe.awake(RETRY_ONCE)
    for last in ("01", "02", "03"):
        shoe.card(f"04 00 00 00 00 00 {last}")
    assert bench.ask(LIST_TWO)[6 + 7] == 2


def test_a_card_left_selected_is_missed_by_a_single_look() -> None:
    shoe = Shoe()
    bench = shoe.awake(frame(raw("D4 32 05 FF 01 00")).hex())
    shoe.card()
    assert bench.ask(LIST_ONE) == ACK + ONE_LISTED
    assert bench.ask(LIST_ONE) == ACK + NONE_LISTED


def test_a_released_card_is_found_again() -> None:
    shoe = Shoe()
    bench = shoe.awake(frame(raw("D4 32 05 FF 01 00")).hex())
    shoe.card()
    bench.ask(LIST_ONE)
    assert bench.ask(RELEASE) == ACK + frame(raw("D5 53 00"))
    assert bench.ask(LIST_ONE) == ACK + ONE_LISTED


def test_a_nack_brings_the_last_answer_again() -> None:
    bench = Shoe().awake()
    bench.ask(VERSION)
    assert bench.ask("00 00 FF FF 00 00") == VERSION_IS


def test_an_unknown_command_gets_the_error_frame() -> None:
    assert Shoe().awake().ask(frame(raw("D4 99"))) == ACK + raw("00 00 FF 01 FF 7F 81 00")


def test_a_new_command_ends_the_one_that_runs() -> None:
    bench = Shoe().awake()
    bench.ask(LIST_ONE)
    assert bench.ask(VERSION) == ACK + VERSION_IS


@pytest.mark.parametrize("damaged", ["00 00 FF 02 FE D4 02 2B 00", "00 00 FF 02 FD D4 02 2A 00"])
def test_a_damaged_frame_is_passed_over(damaged: str) -> None:
    bench = Shoe().awake()
    assert bench.ask(damaged) == b""
    assert bench.ask(VERSION) == ACK + VERSION_IS


def test_the_line_test_echoes_the_longest_frame() -> None:
    data = bytes([0]) + bytes(i & 0xFF for i in range(262))
    answer = Shoe().awake().ask(frame(b"\xd4\x00" + data))
    assert answer == ACK + frame(b"\xd5\x01" + data)
    assert answer[6:11] == raw("00 00 FF FF FF")


def test_auto_poll_answers_when_a_card_comes() -> None:
    shoe = Shoe()
    bench = shoe.awake(RETRY_ONCE)
    assert bench.ask(AUTO_POLL, within=2000 * MS) == ACK
    shoe.card()
    expected = raw("D5 61 01 10 0C 01 00 44 00 07 04 0E 3B D2 28 6B 85")
    assert bench.run(1000 * MS) == frame(expected)


def test_the_baud_rate_changes_when_the_host_has_acknowledged() -> None:
    shoe = Shoe()
    bench = shoe.awake()
    bench.ask(frame(raw("D4 10 07")))
    assert shoe.part.uart.baud == 115200
    bench.ask(ACK)
    assert shoe.part.uart.baud == 921600


def test_an_answer_takes_its_time_on_the_wire() -> None:
    bench = Shoe().awake()
    started = bench.now
    bench.ask(frame(b"\xd4\x00\x00" + bytes(200)))
    assert bench.heard - started >= 2 * 200 * 10 * 1_000_000_000 // 115200


def test_the_field_stays_on_after_a_listing_until_it_is_switched_off() -> None:
    shoe = Shoe()
    bench = shoe.awake(RETRY_ONCE, LIST_ONE)
    assert shoe.fields.is_on("shoe")
    bench.ask(RF_OFF)
    assert not shoe.fields.is_on("shoe")


def test_another_model_can_be_pretended() -> None:
    shoe = Shoe()
    shoe.part.pretend("33 02 08 07")
    assert shoe.awake().ask(VERSION) == ACK + frame(raw("D5 03 33 02 08 07"))


def test_a_pretended_identity_must_have_four_bytes() -> None:
    with pytest.raises(ValueError, match="four bytes"):
        Shoe().part.pretend("33 02")


@given(st.lists(st.integers(0, 40), max_size=8), st.binary(max_size=20))
def test_frames_are_found_in_any_chunks_behind_junk(cuts: list[int], junk: bytes) -> None:
    stream = junk + raw(VERSION) + raw(SAM)
    frames, found, at = HostFrames(), [], 0
    for cut in [*sorted(cuts), len(stream)]:
        found += list(frames.feed(stream[at:cut]))
        at = max(at, min(cut, len(stream)))
    found += list(frames.feed(bytes(300)))
    assert found[-1:] == [raw("D4 14 01 00 00")]


@given(st.binary(max_size=300))
def test_no_bytes_disturb_the_chip_for_good(junk: bytes) -> None:
    bench = Shoe().awake()
    bench.ask(junk + bytes(300))
    bench.ask(ACK)
    assert bench.ask(VERSION).endswith(VERSION_IS)
