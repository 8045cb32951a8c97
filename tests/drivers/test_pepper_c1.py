"""Eccel Pepper C1: frames of the 000537 manual, JSON events between them, dialogue of the reader line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.checksums import crc16_ccitt_false
from drivers.pepper_c1 import (
    FieldControl,
    PepperDecoder,
    PepperFrame,
    PepperLine,
    PepperText,
    encode,
    listed_tag,
    parse_error,
)
from drivers.reader import (
    Alive,
    Cause,
    FieldOff,
    Identified,
    Identity,
    NoSuchAntenna,
    Phase,
    Reading,
    Refused,
    Tag,
)
from tests.drivers.bench import MS, Bench, raw
from tests.drivers.damage import cuts, decode, dropped, flipped, junk

# frame -> payload
VECTORS = {
    "F5 03 00 FC FF 02 B2 C1": "02",
    "F5 05 00 FA FF 00 02 02 BC 8A": "00 02 02",
    "F5 04 00 FB FF 03 00 5C 48": "03 00",
    "F5 0E 00 F1 FF 00 03 24 00 78 56 34 12 50 01 04 E0 4A 97": "00 03 24 00 78 56 34 12 50 01 04 E0",
    "F5 04 00 FB FF 06 01 88 A7": "06 01",
    "F5 03 00 FC FF 0B 9B 50": "0B",
    "F5 04 00 FB FF 0F 01 10 1D": "0F 01",
    "F5 04 00 FB FF 0F 08 39 8C": "0F 08",
    "F5 04 00 FB FF 90 00 E4 05": "90 00",
    "F5 04 00 FB FF 91 00 D5 36": "91 00",
    "F5 0E 00 F1 FF 00 90 78 56 34 12 50 01 04 E0 00 01 06 25": "00 90 78 56 34 12 50 01 04 E0 00 01",
    "F5 06 00 F9 FF FF 90 01 15 FF C6": "FF 90 01 15",
    "F5 0E 00 F1 FF FE 00 24 00 78 56 34 12 50 01 04 E0 37 D1": "FE 00 24 00 78 56 34 12 50 01 04 E0",
    "F5 04 00 FB FF 01 02 7C 0E": "01 02",
    "F5 05 00 FA FF 05 90 00 87 3F": "05 90 00",
}
CARD_UID = "04 0E 3B D2 28 6B 85"
CARD = Tag("iso14443a", raw(CARD_UID))
CHIP_78 = Tag("iso15693", raw("E0 04 01 50 12 34 56 78"))
CHIP_79 = Tag("iso15693", raw("E0 04 01 50 12 34 56 79"))
EVENT = b'{"type":"uid","uid":"E004015012345678","string":"a \\"{ b","memory":{"0":"00"}}'
VERSION = b"C1 MUX 1.23"

TEXTS = [EVENT, b"{}", b'{"a": {"b": "}"}}', b'{"name":"caf\xc3\xa9"}']

payloads = st.binary(min_size=1, max_size=200)
items = st.one_of(payloads.map(PepperFrame), st.sampled_from(TEXTS))


def asks(content: str) -> str:
    return encode(raw(content)).hex()


answers = asks

# codec


def test_the_crc_has_its_check_value() -> None:
    assert crc16_ccitt_false(b"123456789") == 0x29B1


@pytest.mark.parametrize(("frame", "payload"), VECTORS.items())
def test_encodes_the_documented_frame(frame: str, payload: str) -> None:
    assert encode(raw(payload)) == raw(frame)


@pytest.mark.parametrize(("frame", "payload"), VECTORS.items())
def test_decodes_the_documented_frame(frame: str, payload: str) -> None:
    assert PepperDecoder().feed(raw(frame)) == [PepperFrame(raw(payload))]


@pytest.mark.parametrize("length", [0, 1041])
def test_refuses_to_encode_what_no_frame_holds(length: int) -> None:
    with pytest.raises(ValueError, match="1 to 1040"):
        encode(bytes(length))


@given(st.lists(items, max_size=5), cuts)
def test_chunking_changes_nothing(sent: list[PepperFrame | bytes], places: list[int]) -> None:
    stream = b"".join(encode(item.payload) if isinstance(item, PepperFrame) else item for item in sent)
    expected = [item if isinstance(item, PepperFrame) else PepperText(len(item)) for item in sent]
    assert decode(PepperDecoder(), stream, places) == expected


@pytest.mark.parametrize("text", TEXTS)
def test_a_json_event_between_frames_is_one_text(text: bytes) -> None:
    stream = raw("F5 03 00 FC FF 02 B2 C1") + text + raw("F5 03 00 FC FF 0B 9B 50")
    assert PepperDecoder().feed(stream) == [PepperFrame(b"\x02"), PepperText(len(text)), PepperFrame(b"\x0b")]


def test_a_json_event_that_broke_off_does_not_hide_the_frame_behind_it() -> None:
    assert PepperDecoder().feed(EVENT[:30] + raw("F5 03 00 FC FF 0B 9B 50")) == [PepperFrame(b"\x0b")]


def test_an_endless_text_is_given_up() -> None:
    decoder = PepperDecoder()
    decoder.feed(b"{" * 5000)
    assert decoder.pending <= 512


def test_a_text_keeps_nothing_of_its_content() -> None:
    (text,) = PepperDecoder().feed(EVENT)
    assert repr(text) == f"PepperText(length={len(EVENT)})"


def test_the_payload_stays_out_of_the_repr() -> None:
    assert repr(PepperFrame(b"\x03\x24")) == "PepperFrame()"


@given(junk, payloads, cuts)
def test_after_junk_and_a_pause_the_next_frame_is_heard(noise: bytes, payload: bytes, places: list[int]) -> None:
    decoder = PepperDecoder()
    decode(decoder, noise, places)
    assert decoder.feed(encode(payload)) == [PepperFrame(payload)]


@given(junk, payloads)
def test_junk_in_front_of_a_frame_does_not_lose_it(noise: bytes, payload: bytes) -> None:
    assert PepperFrame(payload) in decode(PepperDecoder(), noise + encode(payload))


@given(payloads, st.integers(0, 300), st.integers(1, 255))
def test_no_changed_byte_is_accepted(payload: bytes, at: int, change: int) -> None:
    found = decode(PepperDecoder(), flipped(encode(payload), at, change))
    assert not any(isinstance(frame, PepperFrame) for frame in found)


@given(payloads, st.integers(0, 300), payloads)
def test_a_lost_byte_costs_one_frame_and_yields_no_wrong_one(payload: bytes, at: int, following: bytes) -> None:
    decoder = PepperDecoder()
    found = decode(decoder, dropped(encode(payload), at))
    assert not any(isinstance(frame, PepperFrame) for frame in found)
    assert decoder.feed(encode(following)) == [PepperFrame(following)]


@given(st.binary(max_size=3000))
def test_the_buffer_is_bounded(noise: bytes) -> None:
    decoder = PepperDecoder()
    decoder.feed(b"\xf5\x12\x04\xed\xfb" + noise)
    assert decoder.pending <= 5 + 1042


# errors and tags


@pytest.mark.parametrize("code", ["15 03", "03 15"])
def test_an_icode_error_is_read_in_either_byte_order(code: str) -> None:
    error = parse_error(raw(code))
    assert (error.layer, error.number, error.raw) == (0x15, 0x03, raw(code))
    assert str(error) == f"collision (layer 0x15, number 0x03, raw {code})"


def test_another_layers_error_is_read_layer_first() -> None:
    error = parse_error(raw("02 01"))
    assert (error.layer, error.number) == (0x02, 0x01)


def test_an_error_code_has_two_bytes() -> None:
    with pytest.raises(ValueError, match="Two were expected"):
        parse_error(b"\x01")


def test_an_iso15693_uid_is_turned_round() -> None:
    assert listed_tag(raw("24 00 78 56 34 12 50 01 04 E0")) == CHIP_78


def test_an_iso14443a_uid_is_taken_as_it_comes() -> None:
    assert listed_tag(raw("01 00" + CARD_UID)) == CARD


@pytest.mark.parametrize(
    "data", ["", "24", "24 00 78 56", "01 00 04 0E 3B", "77 00 01 02 03 04", "00 00 01 02 03 04"]
)
def test_a_tag_that_cannot_be_is_refused(data: str) -> None:
    with pytest.raises(ValueError, match="a tag"):
        listed_tag(raw(data))


# the line


def exchange(bench: Bench, request: str, answer: str) -> None:
    bench.sends(asks(request))
    bench.hears(answers(answer))


def ready(line: PepperLine | None = None) -> Bench:
    bench = Bench(line or PepperLine(technologies={2: "iso15693"}))
    bench.line.start(bench.now)
    exchange(bench, "0B", "00 0B" + VERSION.hex())
    exchange(bench, "06 00", "00 06")
    exchange(bench, "05", "00 05")
    assert bench.report() == Identified(Identity("pepper_c1", VERSION.decode()))
    assert bench.line.phase is Phase.READY
    return bench


def select(bench: Bench, antenna: int) -> None:
    """A reading begins: its antenna is selected."""
    bench.line.read(antenna, bench.now)
    exchange(bench, f"0F 0{antenna}", "00 0F")


def selected(antenna: int) -> Bench:
    bench = ready()
    select(bench, antenna)
    return bench


def test_start_identifies_stops_polling_and_halts() -> None:
    assert not ready().line.busy


def test_start_asks_twice() -> None:
    bench = Bench(PepperLine())
    bench.line.start(bench.now)
    bench.sends(asks("0B"))
    bench.waits(70)
    exchange(bench, "0B", "00 0B" + VERSION.hex())
    bench.sends(asks("06 00"))


def test_start_without_an_answer_fails() -> None:
    bench = Bench(PepperLine())
    bench.line.start(bench.now)
    bench.waits(200)
    assert bench.failure().cause is Cause.NO_ANSWER
    assert bench.line.phase is Phase.SILENT


@pytest.mark.parametrize("version", ["", "00", "01 02 03", "C3 A9"])
def test_a_part_without_a_version_is_refused(version: str) -> None:
    bench = Bench(PepperLine())
    bench.line.start(bench.now)
    exchange(bench, "0B", "00 0B" + version)
    assert isinstance(bench.report(), Refused)
    assert bench.line.phase is Phase.REFUSED


def test_cards_are_read_by_count_and_uid() -> None:
    bench = selected(8)
    began = bench.now
    exchange(bench, "02", "00 02 02")
    exchange(bench, "03 00", "00 03 01 00" + CARD_UID)
    exchange(bench, "03 01", "00 03 24 00 78 56 34 12 50 01 04 E0")
    assert bench.report() == Reading(8, frozenset({CARD, CHIP_78}), began, bench.now)


def test_no_card_is_an_empty_reading() -> None:
    bench = selected(1)
    exchange(bench, "02", "00 02 00")
    assert bench.reading().tags == frozenset()


def test_the_antenna_is_selected_before_every_reading() -> None:
    bench = ready()
    for _ in range(2):
        select(bench, 1)
        exchange(bench, "02", "00 02 00")


def test_chips_are_read_by_inventory_until_there_are_no_more() -> None:
    bench = selected(2)
    exchange(bench, "90 00", "00 90 78 56 34 12 50 01 04 E0 00 01")
    exchange(bench, "91 00", "00 91 79 56 34 12 50 01 04 E0 00 00")
    assert bench.reading().tags == {CHIP_78, CHIP_79}


@pytest.mark.parametrize("code", ["15 01", "01 15"])
def test_an_inventory_without_reply_is_an_empty_reading(code: str) -> None:
    bench = selected(2)
    exchange(bench, "90 00", "FF 90" + code)
    assert bench.reading().tags == frozenset()


@pytest.mark.parametrize("code", ["15 03", "03 15", "02 01", "15"])
def test_any_other_error_of_an_inventory_is_a_failure_with_the_raw_code(code: str) -> None:
    bench = selected(2)
    exchange(bench, "90 00", "FF 90" + code)
    failed = bench.failure()
    assert (failed.antenna, failed.cause) == (2, Cause.REPORTED)
    assert code in failed.detail or "1 bytes" in failed.detail


def test_a_chip_that_vanishes_during_the_inventory_makes_the_reading_a_failure() -> None:
    bench = selected(2)
    exchange(bench, "90 00", "00 90 78 56 34 12 50 01 04 E0 00 01")
    exchange(bench, "91 00", "FF 91 01 15")
    assert bench.failure().cause is Cause.REPORTED


@pytest.mark.parametrize("data", ["", "78 56 34 12 50 01 04 E0 00", "78 56 34 12 50 01 04 E0 00 02"])
def test_an_inventory_answer_of_another_form_is_a_failure(data: str) -> None:
    bench = selected(2)
    exchange(bench, "90 00", "00 90" + data)
    assert bench.failure().cause is Cause.REPORTED


def test_an_inventory_without_end_is_a_fault() -> None:
    bench = selected(2)
    exchange(bench, "90 00", "00 90 78 56 34 12 50 01 04 E0 00 01")
    for _ in range(127):
        exchange(bench, "91 00", "00 91 78 56 34 12 50 01 04 E0 00 01")
    assert "128 times" in bench.failure().detail


@pytest.mark.parametrize("count", ["", "06", "01 01"])
def test_an_impossible_count_is_a_failure(count: str) -> None:
    bench = selected(1)
    exchange(bench, "02", "00 02" + count)
    assert bench.failure().cause is Cause.REPORTED


def test_an_impossible_tag_is_a_failure_that_does_not_show_it() -> None:
    bench = selected(1)
    exchange(bench, "02", "00 02 01")
    exchange(bench, "03 00", "00 03 77 00" + CARD_UID)
    assert "3b" not in bench.failure().detail.lower()


def test_field_off_halts() -> None:
    bench = ready()
    bench.line.field_off(3, bench.now)
    exchange(bench, "05", "00 05")
    assert bench.report() == FieldOff(3, bench.now)


def test_a_refused_halt_counts_and_means_nothing_to_halt() -> None:
    line = PepperLine()
    bench = ready(line)
    line.field_off(3, bench.now)
    exchange(bench, "05", "FF 05 01 02")
    assert isinstance(bench.report(), FieldOff)
    assert line.halts_refused == 1


def test_a_reader_that_switches_by_itself_needs_no_halt() -> None:
    bench = Bench(PepperLine(field_control=FieldControl.BY_ITSELF))
    bench.line.start(bench.now)
    exchange(bench, "0B", "00 0B" + VERSION.hex())
    exchange(bench, "06 00", "00 06")
    bench.reports()
    bench.line.field_off(1, bench.now)
    assert bench.report() == FieldOff(1, bench.now)
    bench.sends_nothing()


def test_ping_measures_the_round_trip() -> None:
    bench = ready()
    bench.line.ping(None, bench.now)
    bench.sends(asks("0B"))
    bench.hears(answers("00 0B" + VERSION.hex()), after=4)
    assert bench.report() == Alive(None, 4 * MS)


def test_on_rs485_the_address_leads_and_another_address_is_ignored() -> None:
    line = PepperLine((1,), rs485_address=5)
    bench = Bench(line)
    line.start(bench.now)
    bench.sends(asks("05 0B"))
    bench.hears(answers("06 00 0B" + b"other".hex()))
    assert line.counters.strays == 1
    bench.hears(answers("05 00 0B" + VERSION.hex()))
    bench.sends(asks("05 06 00"))


def test_events_in_the_stream_are_counted_and_skipped() -> None:
    line = PepperLine()
    bench = ready(line)
    select(bench, 1)
    bench.sends(asks("02"))
    bench.hears(EVENT.hex(), answers("FE 00 24 00 78 56 34 12 50 01 04 E0"), answers("00 02 00"))
    assert bench.reading().tags == frozenset()
    assert line.unasked == 2


def test_a_late_count_is_not_taken_for_the_next_antennas() -> None:
    bench = selected(1)
    bench.sends(asks("02"))
    bench.waits(1000)
    assert bench.failure().cause is Cause.NO_ANSWER
    bench.line.read(3, bench.now)
    bench.sends(asks("01"))
    bench.hears(answers("00 02 02"))
    bench.hears(answers("00 01"))
    exchange(bench, "0F 03", "00 0F")
    exchange(bench, "02", "00 02 00")
    assert bench.reading() == Reading(3, frozenset(), bench.now - MS, bench.now)


def test_a_failed_uid_gives_no_tag_of_the_reading_before() -> None:
    bench = selected(1)
    exchange(bench, "02", "00 02 01")
    exchange(bench, "03 00", "00 03 01 00" + CARD_UID)
    bench.reports()
    select(bench, 3)
    exchange(bench, "02", "00 02 01")
    exchange(bench, "03 00", "FF 03 02 01")
    failed = bench.failure()
    assert failed.antenna == 3
    assert "layer 0x02" in failed.detail


def test_a_damaged_answer_is_garbled_soon() -> None:
    bench = ready()
    bench.line.ping(1, bench.now)
    bench.sends(asks("0B"))
    bench.hears(flipped(raw(answers("00 0B" + VERSION.hex())), 9, 4).hex())
    bench.waits(40)
    assert bench.failure().cause is Cause.GARBLED


@pytest.mark.parametrize("antennas", [(), (0,), (9,), (1, 12)])
def test_an_antenna_is_from_1_to_8(antennas: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="1 to 8"):
        PepperLine(antennas)


def test_an_rs485_address_is_a_byte() -> None:
    with pytest.raises(ValueError, match="0 to 255"):
        PepperLine(rs485_address=256)


def test_an_antenna_that_is_not_wired_is_refused() -> None:
    with pytest.raises(NoSuchAntenna, match="antenna 7: this line has 1, 2"):
        ready(PepperLine((1, 2))).line.ping(7, 0)


@given(st.lists(st.tuples(st.one_of(st.binary(max_size=30), payloads.map(encode)), st.integers(0, 200)), max_size=20))
def test_no_noise_breaks_the_line(noise: list[tuple[bytes, int]]) -> None:
    bench = ready()
    for data, ms in noise:
        if not bench.line.busy:
            bench.line.read(2, bench.now)
        bench.line.take_output()
        bench.line.receive(data, bench.now)
        bench.waits(ms)
    bench.waits(60_000)
    assert not bench.line.busy
