"""The simulated FEIG readers answer as the manuals say. Frames recomputed, five of them literals of other clients."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware_sim.parts.feig_frames import Framing, Request, RequestFrames, answer, crc
from hardware_sim.parts.feig_obid import FeigLine
from hardware_sim.parts.part import MS
from hardware_sim.physics.fields import Fields, reference_antennas
from hardware_sim.physics.noise import QUIET, Noise
from hardware_sim.physics.world import World

from .bench import Bench, raw

INVENTORY = "02 00 09 FF B0 01 00 18 43"
INVENTORY_MORE = "02 00 09 FF B0 01 80 10 C7"
CHIP_1, CHIP_2 = "E0 04 01 50 12 34 56 78", "E0 04 01 50 12 34 56 79"
TWO_TAGS = raw("02 00 1D 00 B0 00 02 03 00 E0 04 01 50 12 34 56 78 03 00 E0 04 01 50 12 34 56 79 B6 89")


def request(address: int, *body: int) -> bytes:
    words = bytes([2, 0, 6 + len(body), address, *body])
    return words + crc(words)


class Line:
    def __init__(self, *, addresses: int = 1, first: int = 0, most: int = 32, noise: Noise = QUIET) -> None:
        self.world = World(1, noise=noise)
        self.fields = Fields(self.world, reference_antennas())
        antennas = {first + n: f"bet:{n + 1}" for n in range(addresses)}
        self.part = FeigLine("feig-bets", self.fields, antennas, tags_per_answer=most)
        self.bench = Bench(self.part, self.world)

    def chips(self, *uids: str, place: str = "bet:1") -> None:
        for uid in uids:
            self.world.move([self.world.add_chip(1000, raw(uid)).id], place, self.bench.now)

    def many(self, count: int, place: str = "bet:1") -> None:
        self.world.move([chip.id for chip in self.world.add_chips(100, count)], place, self.bench.now)


def test_the_crc_has_the_published_check_value() -> None:
    assert crc(b"123456789") == (0x6F91).to_bytes(2, "little")


def test_two_chips_answer_an_inventory() -> None:
    line = Line()
    line.chips(CHIP_1, CHIP_2)
    assert line.bench.ask(INVENTORY) == TWO_TAGS


def test_no_chip_answers_no_transponder() -> None:
    assert Line().bench.ask(INVENTORY) == raw("02 00 08 00 B0 01 19 CE")


def test_a_full_answer_says_that_there_are_more() -> None:
    line = Line(most=1)
    line.chips(CHIP_1, CHIP_2)
    assert line.bench.ask(INVENTORY) == raw("02 00 13 00 B0 94 01 03 00 E0 04 01 50 12 34 56 78 0F BA")
    rest = line.bench.ask(INVENTORY_MORE)
    assert rest[5:7] == raw("00 01")
    assert rest[9:17] == raw(CHIP_2)


def test_an_inventory_from_the_start_finds_all_chips_again() -> None:
    line = Line()
    line.chips(CHIP_1, CHIP_2)
    line.bench.ask(INVENTORY)
    assert line.bench.ask(INVENTORY) == TWO_TAGS


def test_a_continued_inventory_finds_nothing_when_all_have_answered() -> None:
    line = Line()
    line.chips(CHIP_1)
    line.bench.ask(INVENTORY)
    assert line.bench.ask(INVENTORY_MORE)[5] == 0x01


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("02 00 09 FF 22 00 FF 79 69", 0x92),
        ("02 00 07 FF 31 CF 75", 0x00),
        ("02 00 07 FF 32 54 47", 0x00),
        ("02 00 07 FF 33 DD 56", 0x00),
        ("02 00 08 FF 52 00 4A C3", 0x00),
        ("02 00 07 FF 65 6E 61", 0x00),
        ("02 00 08 FF 66 00 88 12", 0x00),
        ("02 00 07 FF 69 02 AB", 0x00),
        ("02 00 08 FF 6A 00 28 BB", 0x00),
        ("02 00 07 FF 63 58 04", 0x00),
    ],
)
def test_each_command_is_answered_with_its_status(asked: str, status: int) -> None:
    answered = Line().bench.ask(asked)
    assert (answered[3], answered[4], answered[5]) == (0x00, raw(asked)[4], status)
    assert answered[-2:] == crc(answered[:-2])


def test_an_empty_buffer_is_no_valid_data() -> None:
    assert Line().bench.ask("02 00 09 FF 22 00 FF 79 69") == raw("02 00 08 00 22 92 E6 42")


def test_block_0_holds_the_denomination() -> None:
    line = Line()
    line.chips("E0 04 01 50 12 34 56 78")
    asked = "02 00 13 FF B0 23 01 E0 04 01 50 12 34 56 78 00 01 D2 7D"
    assert line.bench.ask(asked) == raw("02 00 0F 00 B0 00 01 04 00 00 00 03 E8 2F 25")


def test_a_standard_frame_is_answered_by_a_standard_frame() -> None:
    line = Line()
    line.chips(CHIP_1)
    answered = line.bench.ask("07 FF B0 01 00 1C 56")
    assert (answered[0], answered[1:4]) == (len(answered), raw("00 B0 00"))


def test_a_standard_request_gets_an_advanced_answer_where_255_bytes_do_not_do() -> None:
    words = answer(Request(Framing.STANDARD, 0, 0xB0, b"\x01\x00"), 0, 0, bytes(255))
    assert words[:3] == raw("02 01 07")


@pytest.mark.parametrize("wrong", ["02 00 09 FF B0 01 00 18 44", "02 00 09 07 B0 01 00 90 00"])
def test_a_damaged_or_foreign_frame_gets_no_reply(wrong: str) -> None:
    assert Line().bench.ask(wrong) == b""


def test_each_reader_answers_its_own_address() -> None:
    line = Line(addresses=3, first=1)
    line.chips(CHIP_1, place="bet:2")
    assert line.bench.ask(request(2, 0xB0, 0x01, 0x00))[3:7] == raw("02 B0 00 01")
    assert line.bench.ask(request(3, 0xB0, 0x01, 0x00))[3:6] == raw("03 B0 01")


def test_answers_to_the_common_address_collide_on_a_shared_line() -> None:
    answered = Line(addresses=3, first=1).bench.ask(INVENTORY)
    assert answered
    assert crc(answered[:-2]) != answered[-2:]


def test_with_the_field_off_no_chip_answers() -> None:
    line = Line()
    line.chips(CHIP_1)
    line.bench.ask("02 00 08 FF 6A 00 28 BB")
    assert line.bench.ask(INVENTORY)[5] == 0x01
    line.bench.ask(request(0xFF, 0x6A, 0x01))
    assert line.bench.ask(INVENTORY)[5] == 0x00


def test_a_conflicting_field_silences_an_inventory() -> None:
    line = Line()
    line.chips(CHIP_1)
    line.fields.field_on("seat:1", line.bench.now)
    assert line.bench.ask(INVENTORY)[5] == 0x01


def test_a_garbled_inventory_is_an_rf_error() -> None:
    line = Line(noise=replace(QUIET, jam_garbled=1.0))
    line.chips(CHIP_1)
    line.fields.field_on("seat:1", line.bench.now)
    assert line.bench.ask(INVENTORY)[5] == 0x83


@pytest.mark.parametrize(("chips", "milliseconds"), [(5, 55), (20, 210), (60, 620)])
def test_a_read_of_n_chips_takes_the_time_of_the_design(chips: int, milliseconds: int) -> None:
    line = Line()
    line.many(chips)
    seen = line.bench.ask(INVENTORY)
    took = line.bench.heard
    if seen[5] == 0x94:
        line.bench.now = started = line.bench.heard + 5 * MS
        line.bench.ask(INVENTORY_MORE)
        took += line.bench.heard - started
    assert abs(took - milliseconds * MS) <= 0.05 * milliseconds * MS


def test_an_answer_of_forty_tags_takes_39_ms_on_the_wire() -> None:
    line = Line(most=64)
    line.many(40)
    line.bench.say(INVENTORY)
    first = last = 0
    for _ in range(600):
        if line.bench.run(MS):
            first, last = first or line.bench.now, line.bench.now
    assert 33 * MS <= last - first <= 36 * MS  # 409 bytes take 35.5 ms. The parity bit of 8E1 makes it 39


def test_a_chip_that_leaves_during_a_read_may_be_missed_but_never_invented() -> None:
    line = Line()
    line.chips(CHIP_1, CHIP_2)
    line.bench.say(INVENTORY)
    line.bench.run(5 * MS)
    chip = line.world.chips[0]
    line.world.move([chip.id], "hand:1", line.bench.now)
    assert line.bench.run(500 * MS)[6] in (1, 2)
    assert line.bench.ask(INVENTORY)[9:17] == raw(CHIP_2)


def test_a_reader_that_restarts_hears_nothing_for_a_while() -> None:
    line = Line()
    line.bench.ask("02 00 07 FF 63 58 04", within=50 * MS)
    assert line.bench.ask(INVENTORY, within=200 * MS) == b""
    line.bench.run(1000 * MS)
    assert line.bench.ask(INVENTORY) == raw("02 00 08 00 B0 01 19 CE")


def test_a_frame_that_pauses_too_long_is_void() -> None:
    line = Line()
    words = raw(INVENTORY)
    line.bench.ask(words[:4], within=20 * MS)
    assert line.bench.ask(words[4:]) == b""
    assert line.bench.ask(INVENTORY)


def test_a_frame_too_soon_after_the_last_answer_is_counted() -> None:
    line = Line()
    line.bench.ask(INVENTORY)
    line.bench.now = line.bench.heard + MS
    line.bench.ask(INVENTORY)
    assert line.part.hasty == 1


@given(st.lists(st.integers(0, 18), max_size=6))
def test_requests_are_found_in_any_chunks(cuts: list[int]) -> None:
    stream = raw(INVENTORY) + raw("07 FF B0 01 00 1C 56")
    frames, found, at = RequestFrames(), [], 0
    for cut in [*sorted(cuts), len(stream)]:
        found += list(frames.feed(stream[at:cut]))
        at = max(at, min(cut, len(stream)))
    assert [one.framing for one in found] == [Framing.ADVANCED, Framing.STANDARD]


@given(st.binary(max_size=200))
def test_after_any_junk_and_silence_the_next_request_is_answered(junk: bytes) -> None:
    line = Line()
    line.bench.ask(junk)
    line.bench.run(20 * MS)
    assert line.bench.ask(INVENTORY) == raw("02 00 08 00 B0 01 19 CE")
