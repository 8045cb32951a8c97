"""The simulated Pepper C1 MUX answers as the reader does. Frames recomputed from the protocol description."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware_sim.parts.part import MS
from hardware_sim.parts.pepper_c1 import PepperC1
from hardware_sim.parts.pepper_frames import PayloadFrames, crc, frame
from hardware_sim.physics.fields import Fields, reference_antennas
from hardware_sim.physics.noise import QUIET
from hardware_sim.physics.things import Technology
from hardware_sim.physics.world import World

from .bench import Bench, raw

COUNT = "F5 03 00 FC FF 02 B2 C1"
UID_0 = "F5 04 00 FB FF 03 00 5C 48"
INVENTORY = "F5 04 00 FB FF 90 00 E4 05"
NEXT = "F5 04 00 FB FF 91 00 D5 36"
ANTENNA_1 = "F5 04 00 FB FF 0F 01 10 1D"
ANTENNA_8 = "F5 04 00 FB FF 0F 08 39 8C"
POLL_ON = "F5 04 00 FB FF 06 01 88 A7"
VERSION = "F5 03 00 FC FF 0B 9B 50"
CHIP = "E0 04 01 50 12 34 56 78"
ALL_EIGHT = {n: f"seat:{n}" for n in range(1, 9)}


class Mux:
    def __init__(self, *, address: int | None = None, order: Literal["little", "big"] = "little") -> None:
        self.world = World(1, noise=QUIET)
        self.fields = Fields(self.world, reference_antennas())
        self.part = PepperC1("pepper-1", self.fields, ALL_EIGHT, rs485_address=address, error_order=order)
        self.bench = Bench(self.part, self.world)

    def chip(self, uid: str = CHIP, place: str = "seat:1") -> None:
        self.world.move([self.world.add_chip(1000, raw(uid)).id], place, self.bench.now)

    def card(self, uid: str, place: str = "seat:1") -> None:
        self.world.move([self.world.add_card("As", raw(uid)).id], place, self.bench.now)


def test_the_crc_has_the_published_check_value() -> None:
    assert crc(b"123456789") == (0x29B1).to_bytes(2, "little")


def test_two_tags_are_counted() -> None:
    mux = Mux()
    mux.chip()
    mux.chip("E0 04 01 50 12 34 56 79")
    assert mux.bench.ask(COUNT) == raw("F5 05 00 FA FF 00 02 02 BC 8A")


def test_five_tags_at_most_are_counted() -> None:
    mux = Mux()
    for n in range(7):
        mux.chip(f"E0 04 01 50 12 34 56 0{n}")
    assert mux.bench.ask(COUNT) == frame(raw("00 02 05"))


def test_a_chip_tells_its_identifier_last_byte_first() -> None:
    mux = Mux()
    mux.chip()
    mux.bench.ask(COUNT)
    assert mux.bench.ask(UID_0) == raw("F5 0E 00 F1 FF 00 03 24 00 78 56 34 12 50 01 04 E0 4A 97")


def test_a_card_tells_type_sak_and_identifier() -> None:
    mux = Mux()
    mux.card("04 0E 3B D2 28 6B 85")
    mux.bench.ask(COUNT)
    assert mux.bench.ask(UID_0) == frame(raw("00 03 01 00 04 0E 3B D2 28 6B 85"))


def test_an_identifier_that_was_not_found_is_an_error() -> None:
    assert Mux().bench.ask(UID_0)[5:7] == raw("FF 03")


def test_an_inventory_gives_one_tag_and_says_that_there_are_more() -> None:
    mux = Mux()
    mux.chip()
    mux.chip("E0 04 01 50 12 34 57 78")
    assert mux.bench.ask(INVENTORY) == raw("F5 0E 00 F1 FF 00 90 78 56 34 12 50 01 04 E0 00 01 06 25")
    assert mux.bench.ask(NEXT) == frame(raw("00 91 78 57 34 12 50 01 04 E0 00 00"))


def test_an_inventory_without_a_tag_is_the_no_reply_error() -> None:
    assert Mux().bench.ask(INVENTORY) == raw("F5 06 00 F9 FF FF 90 01 15 FF C6")


def test_error_bytes_may_come_the_other_way_round() -> None:
    assert Mux(order="big").bench.ask(INVENTORY) == frame(raw("FF 90 15 01"))


@pytest.mark.parametrize(("words", "number"), [(ANTENNA_1, 1), (ANTENNA_8, 8)])
def test_the_selected_antenna_is_the_one_that_reads(words: str, number: int) -> None:
    mux = Mux()
    mux.chip(place=f"seat:{number}")
    assert mux.bench.ask(words) == frame(raw("00 0F"))
    assert mux.bench.ask(COUNT) == frame(raw("00 02 01"))


def test_selecting_an_antenna_forgets_the_tags_of_the_last_one() -> None:
    mux = Mux()
    mux.chip()
    mux.bench.ask(COUNT)
    mux.bench.ask(ANTENNA_8)
    assert mux.bench.ask(UID_0)[5:7] == raw("FF 03")


def test_an_antenna_that_is_not_there_is_refused() -> None:
    assert Mux().bench.ask(frame(raw("0F 09")))[5:7] == raw("FF 0F")


def test_the_version_is_text() -> None:
    mux = Mux()
    mux.part.pretend("Pepper_C1 9.9")
    assert mux.bench.ask(VERSION) == frame(b"\x00\x0bPepper_C1 9.9")


def test_the_field_is_on_only_while_the_reader_looks() -> None:
    mux = Mux()
    mux.bench.say(COUNT)
    mux.bench.run(8 * MS)
    assert mux.fields.is_on("seat:1")
    mux.bench.run(1000 * MS)
    assert not mux.fields.is_on("seat:1")


def test_cards_take_20_to_50_ms_each() -> None:
    mux = Mux()
    mux.card("04 00 00 00 00 00 01")
    mux.card("04 00 00 00 00 00 02")
    mux.bench.ask(COUNT)
    assert 50 * MS <= mux.bench.heard <= 120 * MS


def test_polling_tells_of_a_new_tag_once() -> None:
    mux = Mux()
    assert mux.bench.ask(POLL_ON) == frame(raw("00 06"))
    mux.chip()
    assert mux.bench.run(2000 * MS) == raw("F5 0E 00 F1 FF FE 00 24 00 78 56 34 12 50 01 04 E0 37 D1")


def test_a_command_that_comes_during_a_look_is_answered_after_it() -> None:
    mux = Mux()
    mux.bench.say(COUNT)
    assert mux.bench.ask(VERSION).startswith(frame(raw("00 02 00")))
    assert mux.bench.ask(VERSION)[5:7] == raw("00 0B")


def test_polling_may_tell_in_json_without_a_frame() -> None:
    mux = Mux()
    mux.bench.ask(frame(raw("16 06 01 03")))
    mux.bench.ask(POLL_ON)
    mux.chip()
    event = json.loads(mux.bench.run(1000 * MS))
    assert (event["type"], event["antenna"], event["tag_index"]) == ("uid", 1, 0)


def test_the_addressed_model_answers_its_own_address_only() -> None:
    mux = Mux(address=5)
    assert mux.bench.ask("F5 04 00 FB FF 01 02 7C 0E") == b""
    assert mux.bench.ask("F5 05 00 FA FF 05 90 00 87 3F")[5:8] == raw("05 FF 90")


def test_a_reader_that_reboots_is_deaf_and_comes_back_on_its_first_antenna() -> None:
    mux = Mux()
    mux.bench.ask(ANTENNA_8)
    mux.bench.ask(frame(raw("0A")), within=50 * MS)
    assert mux.bench.ask(COUNT, within=500 * MS) == b""
    mux.bench.run(1000 * MS)
    mux.chip(place="seat:1")
    assert mux.bench.ask(COUNT) == frame(raw("00 02 01"))


def test_jammed_cards_are_not_read() -> None:
    mux = Mux()
    mux.card("04 0E 3B D2 28 6B 85")
    mux.fields.field_on("bet:1", mux.bench.now)
    assert mux.bench.ask(COUNT) == frame(raw("00 02 00"))


def test_an_unknown_command_is_an_error() -> None:
    assert Mux().bench.ask(frame(raw("77")))[5:7] == raw("FF 77")


@given(st.binary(max_size=60), st.lists(st.integers(0, 80), max_size=8))
def test_frames_are_found_in_any_chunks_behind_junk(junk: bytes, cuts: list[int]) -> None:
    stream = junk + raw(COUNT) + raw(VERSION)
    frames, found, at = PayloadFrames(), [], 0
    for cut in [*sorted(cuts), len(stream)]:
        found += list(frames.feed(stream[at:cut]))
        at = max(at, min(cut, len(stream)))
    found += list(frames.feed(bytes(1200)))
    assert found[-1:] == [b"\x0b"]


def test_a_chip_on_a_card_spot_is_no_card() -> None:
    mux = Mux()
    mux.chip()
    assert mux.fields.load("seat:1", Technology.ISO14443A, 1) == 0
