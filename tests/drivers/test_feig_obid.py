"""FEIG OBID i-scan in ISO host mode: frames of H60301-3e, dialogue of the reader line on a bus."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.checksums import RunningCrc16, crc16_mcrf4xx
from drivers.feig_obid import (
    FeigDecoder,
    FeigFrame,
    FeigLine,
    Framing,
    Reset,
    encode,
    status_name,
    transponders,
)
from drivers.reader import (
    Alive,
    Cause,
    Failed,
    FieldOff,
    Identified,
    Identity,
    NoSuchAntenna,
    Phase,
    ReaderError,
    Tag,
)
from tests.drivers.bench import MS, Bench, raw
from tests.drivers.damage import cuts, decode, dropped, flipped, junk

# frame -> address, command, data
VECTORS = {
    "02 00 09 FF B0 01 00 18 43": ("FF", "B0", "01 00"),  # inventory
    "02 00 09 FF 22 00 FF 79 69": ("FF", "22", "00 FF"),  # read buffer
    "02 00 07 FF 31 CF 75": ("FF", "31", ""),  # buffer info
    "02 00 07 FF 32 54 47": ("FF", "32", ""),  # clear
    "02 00 07 FF 33 DD 56": ("FF", "33", ""),  # init
    "02 00 09 FF B0 01 80 10 C7": ("FF", "B0", "01 80"),  # inventory, MORE
    "02 00 08 FF 52 00 4A C3": ("FF", "52", "00"),  # baud rate detection
    "02 00 07 FF 65 6E 61": ("FF", "65", ""),  # software version
    "02 00 08 FF 66 00 88 12": ("FF", "66", "00"),  # reader info
    "02 00 07 FF 69 02 AB": ("FF", "69", ""),  # RF reset
    "02 00 08 FF 6A 00 28 BB": ("FF", "6A", "00"),  # RF off
    "02 00 07 FF 63 58 04": ("FF", "63", ""),  # CPU reset
    "02 00 08 00 B0 01 19 CE": ("00", "B0", "01"),  # no transponder
    "02 00 1D 00 B0 00 02 03 00 E0 04 01 50 12 34 56 78 03 00 E0 04 01 50 12 34 56 79 B6 89": (
        "00",
        "B0",
        "00 02 03 00 E0 04 01 50 12 34 56 78 03 00 E0 04 01 50 12 34 56 79",
    ),
    "02 00 13 00 B0 94 01 03 00 E0 04 01 50 12 34 56 78 0F BA": (
        "00",
        "B0",
        "94 01 03 00 E0 04 01 50 12 34 56 78",
    ),
    "02 00 13 FF B0 23 01 E0 04 01 50 12 34 56 78 00 01 D2 7D": ("FF", "B0", "23 01 E0 04 01 50 12 34 56 78 00 01"),
    "02 00 0F 00 B0 00 01 04 00 00 00 03 E8 2F 25": ("00", "B0", "00 01 04 00 00 00 03 E8"),
    "02 00 08 00 22 92 E6 42": ("00", "22", "92"),  # read buffer, no data
}
STANDARD_INVENTORY = "07 FF B0 01 00 1C 56"
CHIP_78 = Tag("iso15693", raw("E0 04 01 50 12 34 56 78"))
CHIP_79 = Tag("iso15693", raw("E0 04 01 50 12 34 56 79"))
INFO = "05 02 00 01 21 00 08 01 00 01 00"


def asks(address: int, command: int, parameters: str = "") -> str:
    return encode(FeigFrame(address, command, raw(parameters))).hex()


def answers(address: int, command: int, data: str = "00") -> str:
    return asks(address, command, data)


def records(*tags: Tag, status: str = "00") -> str:
    return status + f" {len(tags):02X} " + " ".join("03 00 " + tag.uid.hex() for tag in tags)


frames = st.builds(
    FeigFrame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=100), advanced=st.just(True)
)
standard_frames = st.builds(
    FeigFrame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=100), advanced=st.just(False)
)

# codec


@given(st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=8), st.data())
def test_a_running_crc_is_that_of_the_bytes_in_front(chunks: list[bytes], data: st.DataObject) -> None:
    running, kept = RunningCrc16(400), b""
    for chunk in chunks:
        running.grow(chunk)
        kept += chunk
        gone = data.draw(st.integers(0, len(kept)))
        running.drop(gone)
        kept = kept[gone:]
        length = data.draw(st.integers(0, len(kept)))
        assert running.front(length) == crc16_mcrf4xx(kept[:length])


def lines_run(decoder: FeigDecoder, data: bytes) -> int:
    """How many lines of Python it takes to decode `data`: steps, which no busy machine makes more."""
    count = 0

    def each(_frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal count
        count += event == "line"
        return each

    before = sys.gettrace()
    sys.settrace(each)
    try:
        decoder.feed(data)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("header", ["02 07", "02 07 FF", "02", "02 00 07"])
@pytest.mark.parametrize("framing", list(Framing))
def test_a_repeated_header_costs_a_fixed_number_of_steps_a_byte(header: str, framing: Framing) -> None:
    decoder = FeigDecoder(framing=framing)
    decoder.feed(raw(header) * 1024)  # as many as are kept for the longest frame
    stream = raw(header) * 128
    assert lines_run(decoder, stream) <= 130 * len(stream)


def test_the_crc_has_its_check_value() -> None:
    assert crc16_mcrf4xx(b"123456789") == 0x6F91


@pytest.mark.parametrize(("frame", "content"), VECTORS.items())
def test_encodes_the_documented_frame(frame: str, content: tuple[str, str, str]) -> None:
    address, command, data = content
    assert encode(FeigFrame(int(address, 16), int(command, 16), raw(data))) == raw(frame)


@pytest.mark.parametrize(("frame", "content"), VECTORS.items())
def test_decodes_the_documented_frame(frame: str, content: tuple[str, str, str]) -> None:
    address, command, data = content
    assert FeigDecoder().feed(raw(frame)) == [FeigFrame(int(address, 16), int(command, 16), raw(data))]


def test_a_standard_frame_goes_both_ways() -> None:
    frame = FeigFrame(0xFF, 0xB0, raw("01 00"), advanced=False)
    assert encode(frame) == raw(STANDARD_INVENTORY)
    assert FeigDecoder(framing=Framing.BOTH).feed(raw(STANDARD_INVENTORY)) == [frame]


@pytest.mark.parametrize(("length", "advanced"), [(251, False), (2042, True)])
def test_refuses_to_encode_what_no_frame_holds(length: int, advanced: bool) -> None:
    with pytest.raises(ValueError, match="Allowed are"):
        encode(FeigFrame(1, 0xB0, bytes(length), advanced))


@given(st.lists(frames, max_size=5), cuts)
def test_chunking_changes_nothing(sent: list[FeigFrame], places: list[int]) -> None:
    assert decode(FeigDecoder(), b"".join(map(encode, sent)), places) == sent


@given(st.lists(st.one_of(frames, standard_frames), max_size=5), cuts)
def test_both_kinds_of_frame_are_told_apart(sent: list[FeigFrame], places: list[int]) -> None:
    assert decode(FeigDecoder(framing=Framing.BOTH), b"".join(map(encode, sent)), places) == sent


@given(junk, frames, cuts)
def test_after_junk_and_a_pause_the_next_frame_is_heard(noise: bytes, frame: FeigFrame, places: list[int]) -> None:
    decoder = FeigDecoder()
    decode(decoder, noise, places)
    assert decoder.feed(encode(frame)) == [frame]


@given(junk, frames)
def test_junk_in_front_of_a_frame_does_not_lose_it(noise: bytes, frame: FeigFrame) -> None:
    assert frame in decode(FeigDecoder(), noise + encode(frame))


@given(frames, st.integers(0, 200), st.integers(1, 255))
def test_no_changed_byte_is_accepted(frame: FeigFrame, at: int, change: int) -> None:
    assert frame not in decode(FeigDecoder(), flipped(encode(frame), at, change))


@given(frames, st.integers(0, 200), frames)
def test_a_lost_byte_costs_one_frame_and_yields_no_wrong_one(frame: FeigFrame, at: int, next_: FeigFrame) -> None:
    decoder = FeigDecoder()
    assert decode(decoder, dropped(encode(frame), at)) == []
    assert decoder.feed(encode(next_)) == [next_]


@given(frames)
def test_no_cut_frame_is_accepted(frame: FeigFrame) -> None:
    whole = encode(frame)
    for length in range(len(whole)):
        assert decode(FeigDecoder(), whole[:length]) == []


@given(st.binary(max_size=5000))
def test_the_buffer_is_bounded(noise: bytes) -> None:
    decoder = FeigDecoder()
    decoder.feed(b"\x02\x07\xff" + noise)
    assert decoder.pending <= 2048


def test_data_stays_out_of_the_repr() -> None:
    (frame,) = FeigDecoder().feed(raw("02 00 13 00 B0 94 01 03 00 E0 04 01 50 12 34 56 78 0F BA"))
    assert repr(frame) == "FeigFrame(address=0, command=176, advanced=True)"


# inventories


def test_an_inventory_gives_uids_most_significant_byte_first() -> None:
    assert transponders(raw("02 03 00 E0 04 01 50 12 34 56 78 03 00 E0 04 01 50 12 34 56 79")) == {CHIP_78, CHIP_79}


@pytest.mark.parametrize(
    "data",
    [
        "",
        "01",
        "02 03 00 E0 04 01 50 12 34 56 78",
        "01 03 00 E0 04 01 50 12 34 56",
        "01 04 00 E0 04 01 50 12 34 56 78",
        "00 03 00 E0 04 01 50 12 34 56 78",
    ],
)
def test_an_inventory_whose_count_does_not_fit_is_refused(data: str) -> None:
    with pytest.raises(ValueError, match=r"count|not ISO15693"):
        transponders(raw(data))


@pytest.mark.parametrize(("status", "name"), [(0x84, "0x84 RF warning"), (0x77, "0x77 unknown status")])
def test_a_status_is_named(status: int, name: str) -> None:
    assert status_name(status) == name


# the line


def ready(*addresses: int) -> Bench:
    bench = Bench(FeigLine(addresses or (1,), baud=115200))
    bench.line.start(bench.now)
    for address in bench.line.antennas:
        introduce(bench, address)
    bench.reports()
    return bench


def exchange(bench: Bench, address: int, command: int, parameters: str = "", data: str = "00") -> None:
    bench.sends(asks(address, command, parameters))
    bench.hears(answers(address, command, data))


def introduce(bench: Bench, address: int) -> None:
    exchange(bench, address, 0x66, "00", "00" + INFO)
    exchange(bench, address, 0x6A, "00")


def begin_reading(bench: Bench, address: int = 1) -> None:
    bench.line.read(address, bench.now)
    exchange(bench, address, 0x6A, "01")
    exchange(bench, address, 0x69)


def reading_begun() -> Bench:
    bench = ready()
    begin_reading(bench)
    return bench


def test_start_identifies_every_address_and_switches_its_field_off() -> None:
    bench = Bench(FeigLine((1, 2), baud=115200))
    bench.line.start(bench.now)
    introduce(bench, 1)
    introduce(bench, 2)
    identity = Identity("feig_obid", "5.2.0 (reader type 0x21)")
    assert bench.reports() == [Identified(identity, 1), Identified(identity, 2)]
    assert bench.line.phase is Phase.READY


def test_a_silent_reader_fails_alone_and_soon() -> None:
    bench = Bench(FeigLine((1, 2), baud=115200))
    bench.line.start(bench.now)
    bench.sends(asks(1, 0x66, "00"))
    bench.waits(50)
    failed = bench.failure()
    assert (failed.antenna, failed.cause) == (1, Cause.NO_ANSWER)
    introduce(bench, 2)
    assert isinstance(bench.report(), Identified)
    assert bench.line.phase is Phase.READY


def test_a_line_without_any_reader_stays_silent() -> None:
    bench = Bench(FeigLine((1, 2)))
    bench.line.start(bench.now)
    bench.waits(500)
    assert [report.antenna for report in bench.reports() if isinstance(report, Failed)] == [1, 2]
    assert bench.line.phase is Phase.SILENT
    with pytest.raises(ReaderError, match="silent"):
        bench.line.read(1, bench.now)


def test_a_reader_that_joins_later_is_identified_before_it_is_read() -> None:
    bench = Bench(FeigLine((1, 2), baud=115200))
    bench.line.start(bench.now)
    introduce(bench, 1)
    bench.sends(asks(2, 0x66, "00"))
    bench.waits(100)
    bench.reports()
    bench.line.read(2, bench.now)
    introduce(bench, 2)
    assert isinstance(bench.report(), Identified)
    bench.sends(asks(2, 0x6A, "01"))


def test_a_short_reader_info_still_identifies() -> None:
    bench = Bench(FeigLine((1,)))
    bench.line.start(bench.now)
    exchange(bench, 1, 0x66, "00", "00 05 02")
    exchange(bench, 1, 0x6A, "00")
    assert bench.report() == Identified(Identity("feig_obid", "unknown"), 1)


def test_a_reading_switches_on_resets_and_lists() -> None:
    bench = reading_begun()
    began = bench.now
    exchange(bench, 1, 0xB0, "01 00", records(CHIP_78, CHIP_79))
    report = bench.reading()
    assert report.tags == {CHIP_78, CHIP_79}
    assert report.began <= began
    assert report.ended == bench.now


def test_a_second_reading_leaves_the_field_on() -> None:
    bench = reading_begun()
    exchange(bench, 1, 0xB0, "01 00", "01")
    bench.line.read(1, bench.now)
    bench.sends(asks(1, 0x69))


def test_the_time_that_a_reset_takes_is_not_counted_as_the_adapters() -> None:
    bench = reading_begun()
    exchange(bench, 1, 0xB0, "01 00", "01")
    bench.line.counters.trips.clear()
    bench.line.read(1, bench.now)
    bench.sends(asks(1, 0x69))
    bench.hears(answers(1, 0x69, "00"), after=19)
    assert list(bench.line.counters.trips) == [4 * MS]


def test_a_reader_that_resets_by_itself_is_spared_the_command() -> None:
    bench = Bench(FeigLine((1,), baud=115200, reset=Reset.BY_READER))
    bench.line.start(bench.now)
    introduce(bench, 1)
    bench.line.read(1, bench.now)
    exchange(bench, 1, 0x6A, "01")
    bench.sends(asks(1, 0xB0, "01 00"))


def test_no_transponder_is_an_empty_reading() -> None:
    bench = reading_begun()
    exchange(bench, 1, 0xB0, "01 00", "01")
    assert bench.reading().tags == frozenset()


def test_more_data_is_fetched_until_done() -> None:
    bench = reading_begun()
    exchange(bench, 1, 0xB0, "01 00", records(CHIP_78, status="94"))
    assert bench.reports() == []
    exchange(bench, 1, 0xB0, "01 80", records(CHIP_79))
    assert bench.reading().tags == {CHIP_78, CHIP_79}


def test_more_data_that_turns_out_to_be_none_ends_the_reading() -> None:
    bench = reading_begun()
    exchange(bench, 1, 0xB0, "01 00", records(CHIP_78, status="94"))
    exchange(bench, 1, 0xB0, "01 80", "92")
    assert bench.reading().tags == {CHIP_78}


def test_more_data_without_end_is_a_fault() -> None:
    bench = reading_begun()
    exchange(bench, 1, 0xB0, "01 00", records(CHIP_78, status="94"))
    for _ in range(15):
        exchange(bench, 1, 0xB0, "01 80", records(CHIP_78, status="94"))
    assert bench.failure().cause is Cause.REPORTED


@pytest.mark.parametrize("data", ["84" + records(CHIP_78)[2:], "83", "93"])
def test_a_warning_or_error_gives_no_tags(data: str) -> None:
    bench = reading_begun()
    exchange(bench, 1, 0xB0, "01 00", data)
    failed = bench.failure()
    assert (failed.antenna, failed.cause) == (1, Cause.REPORTED)
    assert f"status 0x{data[:2]}" in failed.detail


def test_an_inventory_that_does_not_fit_its_count_gives_no_tags() -> None:
    bench = reading_begun()
    exchange(bench, 1, 0xB0, "01 00", "00 02 03 00 E0 04 01 50 12 34 56 78")
    failed = bench.failure()
    assert "e0" not in failed.detail.lower()


def test_an_adapter_that_hears_its_own_requests_makes_no_empty_reading_of_them() -> None:
    bench = ready()
    bench.line.read(1, bench.now)
    exchange(bench, 1, 0x6A, "01")
    exchange(bench, 1, 0x69)
    bench.sends(asks(1, 0xB0, "01 00"))
    bench.hears(asks(1, 0xB0, "01 00"))
    assert bench.reports() == []
    bench.hears(answers(1, 0xB0, records(CHIP_78)))
    assert bench.reading().tags == {CHIP_78}
    bench.line.field_off(1, bench.now)
    bench.sends(asks(1, 0x6A, "00"))
    bench.hears(asks(1, 0x6A, "00"))
    assert bench.reports() == []
    bench.hears(answers(1, 0x6A))
    assert bench.report() == FieldOff(1, bench.now)


def test_field_off_says_when() -> None:
    bench = ready()
    bench.line.field_off(1, bench.now)
    exchange(bench, 1, 0x6A, "00")
    assert bench.report() == FieldOff(1, bench.now)


def test_a_refused_field_command_names_the_status() -> None:
    bench = ready()
    bench.line.field_off(1, bench.now)
    exchange(bench, 1, 0x6A, "00", "82")
    assert "0x82 command not available" in bench.failure().detail


def test_ping_measures_the_round_trip() -> None:
    bench = ready(1, 2)
    bench.waits(10)
    bench.line.ping(2, bench.now)
    bench.sends(asks(2, 0x66, "00"))
    bench.hears(answers(2, 0x66, "00" + INFO), after=7)
    assert bench.report() == Alive(2, 7 * MS)


def test_ping_of_the_line_asks_a_reader_that_is_there() -> None:
    bench = Bench(FeigLine((1, 2), baud=115200))
    bench.line.start(bench.now)
    bench.waits(50)
    bench.line.take_output()
    bench.hears(answers(2, 0x66, "00" + INFO))
    exchange(bench, 2, 0x6A, "00")
    bench.reports()
    bench.line.ping(None, bench.now)
    bench.sends(asks(2, 0x66, "00"))


def test_a_mute_reader_is_noticed_in_50_ms_by_ping_at_115200() -> None:
    bench = ready()
    bench.line.ping(1, bench.now)
    bench.sends(asks(1, 0x66, "00"))
    bench.waits(50)
    assert bench.failure().cause is Cause.NO_ANSWER


def test_the_allowed_time_grows_with_the_tags_an_antenna_can_hold() -> None:
    few, many = (Bench(FeigLine((1,), baud=115200, max_tags=tags)) for tags in (5, 60))
    for bench in (few, many):
        bench.line.start(bench.now)
        introduce(bench, 1)
        bench.reports()
        begin_reading(bench)
        bench.sends(asks(1, 0xB0, "01 00"))
        bench.waits(200)
    assert few.failure().cause is Cause.NO_ANSWER
    assert many.reports() == []


def test_five_milliseconds_of_silence_before_each_frame() -> None:
    bench = ready()
    bench.line.ping(1, bench.now)
    bench.sends_nothing()
    assert bench.line.deadline == bench.now + 5 * MS
    bench.line.wake(bench.now + 4 * MS)
    bench.sends_nothing()
    bench.line.wake(bench.now + 5 * MS)
    assert bench.line.take_output() == raw(asks(1, 0x66, "00"))


def test_an_answer_from_another_address_is_ignored_and_counted() -> None:
    line = FeigLine((1, 2), baud=115200)
    bench = Bench(line)
    line.start(bench.now)
    introduce(bench, 1)
    introduce(bench, 2)
    bench.reports()
    begin_reading(bench)
    bench.sends(asks(1, 0xB0, "01 00"))
    bench.hears(answers(2, 0xB0, records(CHIP_79)))
    assert bench.reports() == []
    assert line.counters.strays == 1
    bench.hears(answers(1, 0xB0, records(CHIP_78)))
    assert bench.reading().tags == {CHIP_78}


def test_a_late_inventory_is_not_taken_for_the_next_one() -> None:
    bench = reading_begun()
    bench.sends(asks(1, 0xB0, "01 00"))
    bench.waits(1000)
    assert bench.failure().cause is Cause.NO_ANSWER
    bench.line.read(1, bench.now)
    bench.sends(asks(1, 0x66, "00"))
    bench.hears(answers(1, 0xB0, records(CHIP_78)))
    bench.hears(answers(1, 0x66, "00" + INFO))
    exchange(bench, 1, 0x6A, "01")
    exchange(bench, 1, 0x69)
    exchange(bench, 1, 0xB0, "01 00", "01")
    assert bench.reading().tags == frozenset()


def test_a_damaged_inventory_gives_no_tag_and_says_so_soon() -> None:
    bench = reading_begun()
    bench.sends(asks(1, 0xB0, "01 00"))
    bench.hears(flipped(raw(answers(1, 0xB0, records(CHIP_78))), 12, 0x10).hex())
    bench.waits(40)
    assert bench.failure().cause is Cause.GARBLED


def test_a_character_pause_ends_a_frame() -> None:
    bench = reading_begun()
    bench.sends(asks(1, 0xB0, "01 00"))
    bench.hears("02 00 1D 01 B0 00")
    bench.waits(40)
    assert bench.failure().cause is Cause.GARBLED
    assert bench.line.counters.timeouts == 0


def test_an_answer_behind_a_false_start_is_still_heard() -> None:
    bench = ready()
    bench.line.ping(1, bench.now)
    bench.sends(asks(1, 0x66, "00"))
    bench.hears("02 01 00", answers(1, 0x66, "00" + INFO))
    bench.waits(40)
    assert isinstance(bench.report(), Alive)


def test_noise_before_a_slow_answer_does_no_harm() -> None:
    bench = reading_begun()
    bench.sends(asks(1, 0xB0, "01 00"))
    bench.hears("00 FF")
    bench.waits(300)
    bench.hears(answers(1, 0xB0, records(CHIP_78)))
    assert bench.reading().tags == {CHIP_78}


@pytest.mark.parametrize("addresses", [(), (255,), (-1,), (1, 300)])
def test_an_address_is_from_0_to_254(addresses: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="0 to 254"):
        FeigLine(addresses)


def test_an_antenna_is_an_address_of_the_line() -> None:
    with pytest.raises(NoSuchAntenna, match="antenna 3: this line has 1, 2"):
        ready(1, 2).line.read(3, 0)


@given(st.lists(st.tuples(st.one_of(st.binary(max_size=30), frames.map(encode)), st.integers(0, 200)), max_size=20))
def test_no_noise_breaks_the_line(noise: list[tuple[bytes, int]]) -> None:
    bench = ready()
    for data, ms in noise:
        if not bench.line.busy:
            bench.line.read(1, bench.now)
        bench.line.take_output()
        bench.line.receive(data, bench.now)
        bench.waits(ms)
    bench.waits(5_000)
    assert not bench.line.busy
