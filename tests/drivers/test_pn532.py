"""PN532 over UART: frames of UM0701-02, dialogue of the reader line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.pn532 import ACK, NACK, WAKE_UP, Kind, Pn532Decoder, Pn532Frame, Pn532Line, Renewal, encode, targets
from drivers.reader import (
    Alive,
    Busy,
    Cause,
    FieldOff,
    Identified,
    Identity,
    NoSuchAntenna,
    Phase,
    ReaderError,
    Reading,
    Refused,
    Tag,
)
from tests.drivers.bench import MS, Bench, raw
from tests.drivers.damage import cuts, decode, dropped, flipped, junk

FIRMWARE = "00 00 FF 02 FE D4 02 2A 00"
FIRMWARE_ANSWER = "00 00 FF 06 FA D5 03 32 01 06 07 E8 00"
SAM = "00 00 FF 05 FB D4 14 01 00 00 17 00"
SAM_ANSWER = "00 00 FF 02 FE D5 15 16 00"
RETRIES = "00 00 FF 06 FA D4 32 05 FF 01 01 F4 00"
CONFIGURED = "00 00 FF 02 FE D5 33 F8 00"
FIELD_OFF = "00 00 FF 04 FC D4 32 01 00 F9 00"
FIELD_ON = "00 00 FF 04 FC D4 32 01 01 F8 00"
LIST_1 = "00 00 FF 04 FC D4 4A 01 00 E1 00"
LIST_2 = "00 00 FF 04 FC D4 4A 02 00 E0 00"
LIST_NONE = "00 00 FF 03 FD D5 4B 00 E0 00"
LIST_CARD = "00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 0E 3B D2 28 6B 85 5C 00"
RELEASE = "00 00 FF 03 FD D4 52 00 DA 00"
RELEASED = "00 00 FF 03 FD D5 53 00 D8 00"
AUTO_POLL = "00 00 FF 05 FB D4 60 FF 02 00 CB 00"
ACK_HEX = "00 00 FF 00 FF 00"
ERROR = "00 00 FF 01 FF 7F 81 00"
CARD = Tag("iso14443a", raw("04 0E 3B D2 28 6B 85"))

HOST_VECTORS = {
    FIRMWARE: "02",
    SAM: "14 01 00 00",
    RETRIES: "32 05 FF 01 01",
    LIST_1: "4A 01 00",
    LIST_2: "4A 02 00",
    AUTO_POLL: "60 FF 02 00",
}
CHIP_VECTORS = {
    FIRMWARE_ANSWER: "03 32 01 06 07",
    SAM_ANSWER: "15",
    LIST_NONE: "4B 00",
    LIST_CARD: "4B 01 01 00 44 00 07 04 0E 3B D2 28 6B 85",
}

data = st.builds(encode, st.binary(min_size=1, max_size=264), st.sampled_from([0xD4, 0xD5]))


def frame_of(encoded: bytes) -> Pn532Frame:
    (frame,) = Pn532Decoder().feed(encoded)
    return frame


# codec


@pytest.mark.parametrize(("frame", "content"), HOST_VECTORS.items())
def test_encodes_the_documented_frame(frame: str, content: str) -> None:
    assert encode(raw(content)) == raw(frame)


@pytest.mark.parametrize(("frame", "content"), CHIP_VECTORS.items())
def test_decodes_the_documented_answer(frame: str, content: str) -> None:
    assert Pn532Decoder().feed(raw(frame)) == [Pn532Frame(Kind.INFORMATION, 0xD5, raw(content))]


@pytest.mark.parametrize(("frame", "kind"), [(ACK, Kind.ACK), (NACK, Kind.NACK), (raw(ERROR), Kind.ERROR)])
def test_decodes_frames_without_data(frame: bytes, kind: Kind) -> None:
    assert Pn532Decoder().feed(frame) == [Pn532Frame(kind)]


def test_a_long_command_goes_in_an_extended_frame() -> None:
    diagnose = encode(raw("00 00") + bytes(range(256)) + b"\x01\x02\x03")
    assert diagnose[:8] == raw("00 00 FF FF FF 01 06 F9")
    assert frame_of(diagnose).data == raw("00 00") + bytes(range(256)) + b"\x01\x02\x03"


def test_an_extended_frame_may_come_byte_by_byte() -> None:
    decoder = Pn532Decoder()
    found = [frame for byte in encode(bytes(264), 0xD5) for frame in decoder.feed(bytes((byte,)))]
    assert found == [Pn532Frame(Kind.INFORMATION, 0xD5, bytes(264))]


@pytest.mark.parametrize("length", [0, 265])
def test_refuses_to_encode_what_no_frame_holds(length: int) -> None:
    with pytest.raises(ValueError, match="1 to 264"):
        encode(bytes(length))


def test_any_number_of_preamble_zeros_is_in_order() -> None:
    decoder = Pn532Decoder()
    assert len(decoder.feed(bytes(50) + raw(FIRMWARE_ANSWER))) == 1
    assert decoder.counters.junk_bytes == 0


@pytest.mark.parametrize(
    "header",
    [
        "00 00 FF 00 00 D5 03",  # a length of nothing
        "00 00 FF 06 FB D5 03 32 01 06 07 E8 00",  # LCS
        "00 00 FF FF FF 01 06 F8 D5 03",  # extended LCS
        "00 00 FF FF FF 02 00 FE D5 03",  # longer than the chip's buffer
        "00 00 FF FF FF 00 00 00 D5 03",  # extended length of nothing
        "00 00 FF 06 FA D6 03 32 01 06 07 E7 00",  # neither to nor from the chip
        "00 00 FF 06 FA D5 03 32 01 06 07 E8 01",  # postamble
        "00 00 FF 01 FF D5 2B 00",  # no command code
    ],
)
def test_refuses_and_counts_a_wrong_frame(header: str) -> None:
    decoder = Pn532Decoder()
    assert decode(decoder, raw(header)) == []
    assert decoder.counters.bad_checksums == 1


def test_a_false_start_does_not_hide_the_frame_behind_it() -> None:
    decoder = Pn532Decoder()
    assert decoder.feed(raw("00 00 FF 20 E0 D5" + FIRMWARE_ANSWER)) == []
    assert decoder.in_frame
    assert decoder.idle() == [frame_of(raw(FIRMWARE_ANSWER))]
    assert decoder.pending == 0


def test_a_lost_zero_leaves_the_frame_without_postamble() -> None:
    shortened = raw("00 00 FF 03 FD D5 4B E0 00")
    assert decode(Pn532Decoder(), shortened) == []


def test_data_stays_out_of_the_repr() -> None:
    assert "3B" not in repr(frame_of(raw(LIST_CARD))).upper().replace("D4", "")
    assert "data" not in repr(frame_of(raw(LIST_CARD)))


@given(st.lists(data, max_size=5), cuts)
def test_chunking_changes_nothing(frames: list[bytes], places: list[int]) -> None:
    assert decode(Pn532Decoder(), b"".join(frames), places) == [frame_of(frame) for frame in frames]


@given(junk, data, cuts)
def test_after_junk_and_a_pause_the_next_frame_is_heard(noise: bytes, frame: bytes, places: list[int]) -> None:
    decoder = Pn532Decoder()
    decode(decoder, noise, places)
    assert decoder.feed(frame) == [frame_of(frame)]


@given(data, st.integers(0, 300), st.integers(1, 255))
def test_no_changed_byte_is_accepted(frame: bytes, at: int, change: int) -> None:
    accepted = [
        found for found in decode(Pn532Decoder(), flipped(frame, at, change)) if found.kind is Kind.INFORMATION
    ]
    assert accepted in ([], [frame_of(frame)])  # the very first preamble byte carries nothing


@given(data, st.integers(0, 300), data)
def test_a_lost_byte_costs_one_frame_and_yields_no_wrong_one(frame: bytes, at: int, following: bytes) -> None:
    decoder = Pn532Decoder()
    accepted = [found for found in decode(decoder, dropped(frame, at)) if found.kind is Kind.INFORMATION]
    assert accepted in ([], [frame_of(frame)])
    assert decoder.feed(following) == [frame_of(following)]


@given(st.binary(max_size=3000))
def test_the_buffer_is_bounded(noise: bytes) -> None:
    decoder = Pn532Decoder()
    decoder.feed(noise)
    assert decoder.pending <= 7 + 265 + 2


# listings


@pytest.mark.parametrize("uid", ["01 02 03 04", "04 0E 3B D2 28 6B 85", "01 02 03 04 05 06 07 08 09 0A"])
def test_a_listing_gives_the_uid(uid: str) -> None:
    listing = raw("01 01 00 44 00") + bytes((len(raw(uid)),)) + raw(uid)
    assert targets(listing) == {Tag("iso14443a", raw(uid))}


def test_a_listing_of_two_with_an_ats_between() -> None:
    listing = raw("02 01 03 44 20 04 11 22 33 44 05 78 77 71 02 02 00 04 08 04 55 66 77 88")
    assert targets(listing) == {Tag("iso14443a", raw("11 22 33 44")), Tag("iso14443a", raw("55 66 77 88"))}


@pytest.mark.parametrize(
    "listing",
    [
        "",
        "03",
        "01",
        "01 02 00 44 00 04 11 22 33 44",
        "01 01 00 44 00 05 11 22 33 44 55",
        "01 01 00 44 00 07 11 22 33 44",
        "01 01 00 44 00 04 11 22 33 44 55",
        "01 01 44 00 07 04 0E 3B D2 28 6B 85",  # a 00 lost
        "01 01 00 44 20 04 11 22 33 44",
        "01 01 00 44 20 04 11 22 33 44 03 78",
        "00 01",
    ],
)
def test_a_listing_whose_lengths_do_not_fit_is_refused(listing: str) -> None:
    with pytest.raises(ValueError, match=r"target|listing"):
        targets(raw(listing))


# the line


def ready(line: Pn532Line | None = None) -> Bench:
    bench = Bench(line or Pn532Line())
    bench.line.start(bench.now)
    bench.sends(WAKE_UP.hex(), SAM)
    bench.hears(ACK_HEX, SAM_ANSWER)
    for request, answer in [
        (FIRMWARE, FIRMWARE_ANSWER),
        (RETRIES, CONFIGURED),
        (FIELD_OFF, CONFIGURED),
    ]:
        bench.sends(request)
        bench.hears(ACK_HEX)
        bench.hears(answer)
    assert bench.report() == Identified(Identity("pn532", "1.6"))
    assert bench.line.phase is Phase.READY
    return bench


def exchange(bench: Bench, request: str, answer: str) -> None:
    bench.sends(request)
    bench.hears(ACK_HEX, answer)


def asked_for_cards() -> Bench:
    """A reading has begun: the field is on, and the cards in it are asked for."""
    bench = ready()
    bench.line.read(1, bench.now)
    exchange(bench, FIELD_ON, CONFIGURED)
    bench.sends(LIST_2)
    return bench


def test_start_wakes_identifies_and_configures() -> None:
    assert not ready().line.busy


def test_start_tries_the_wake_up_twice() -> None:
    bench = Bench(Pn532Line())
    bench.line.start(bench.now)
    bench.sends(WAKE_UP.hex(), SAM)
    bench.waits(60)
    bench.sends(WAKE_UP.hex(), SAM)
    bench.hears(ACK_HEX, SAM_ANSWER)
    bench.sends(FIRMWARE)
    assert bench.line.phase is Phase.IDENTIFYING


def test_start_without_an_answer_fails_and_is_silent() -> None:
    bench = Bench(Pn532Line())
    bench.line.start(bench.now)
    bench.sends(WAKE_UP.hex(), SAM)
    bench.waits(100)
    bench.sends(WAKE_UP.hex(), SAM)
    bench.waits(100)
    failed = bench.failure()
    assert (failed.antenna, failed.cause) == (None, Cause.NO_ANSWER)
    assert bench.line.phase is Phase.SILENT
    assert bench.line.deadline is None


@pytest.mark.parametrize(
    ("answer", "found"),
    [("00 00 FF 06 FA D5 03 07 01 06 07 13 00", "IC code 0x07"), ("00 00 FF 04 FC D5 03 04 02 22 00", "PN531")],
)
def test_another_chip_is_refused_by_name(answer: str, found: str) -> None:
    bench = Bench(Pn532Line())
    bench.line.start(bench.now)
    bench.sends(WAKE_UP.hex(), SAM)
    bench.hears(ACK_HEX, SAM_ANSWER)
    exchange(bench, FIRMWARE, answer)
    report = bench.report()
    assert isinstance(report, Refused)
    assert found in report.found
    assert bench.line.phase is Phase.REFUSED


def test_bytes_of_something_else_are_named_as_such() -> None:
    bench = Bench(Pn532Line())
    bench.line.start(bench.now)
    bench.sends(WAKE_UP.hex(), SAM)
    bench.hears("1A FF FF FF")
    bench.waits(60)
    bench.sends(WAKE_UP.hex(), SAM)
    bench.hears("1A FF FF FF")
    bench.waits(60)
    failed = bench.failure()
    assert failed.cause is Cause.GARBLED
    assert "4 bytes came that are no frame of this part" in failed.detail


def test_an_empty_field_reads_empty_and_stays_on() -> None:
    bench = ready()
    bench.line.read(1, bench.now)
    exchange(bench, FIELD_ON, CONFIGURED)
    began = bench.now
    exchange(bench, LIST_2, LIST_NONE)
    assert bench.report() == Reading(1, frozenset(), began, bench.now)
    bench.line.read(1, bench.now)
    bench.sends(LIST_2)


def test_a_card_is_reported_at_once_and_the_field_cycled_before_the_next_reading() -> None:
    bench = ready()
    bench.line.read(1, bench.now)
    exchange(bench, FIELD_ON, CONFIGURED)
    exchange(bench, LIST_2, LIST_CARD)
    assert bench.reading().tags == {CARD}
    assert not bench.line.busy
    bench.sends_nothing()
    bench.line.read(1, bench.now)
    exchange(bench, FIELD_OFF, CONFIGURED)
    exchange(bench, FIELD_ON, CONFIGURED)
    exchange(bench, LIST_2, LIST_NONE)
    assert bench.reading().tags == frozenset()


def test_a_card_may_be_released_instead() -> None:
    bench = ready(Pn532Line(renewal=Renewal.RELEASE))
    bench.line.read(1, bench.now)
    exchange(bench, FIELD_ON, CONFIGURED)
    exchange(bench, LIST_2, LIST_CARD)
    bench.line.read(1, bench.now)
    exchange(bench, RELEASE, RELEASED)
    bench.sends(LIST_2)


def test_field_off_says_when() -> None:
    bench = ready()
    bench.line.field_off(1, bench.now)
    exchange(bench, FIELD_OFF, CONFIGURED)
    assert bench.report() == FieldOff(1, bench.now)


def test_ping_measures_the_round_trip() -> None:
    bench = ready()
    bench.line.ping(None, bench.now)
    bench.sends(FIRMWARE)
    bench.hears(ACK_HEX, after=2)
    bench.hears(FIRMWARE_ANSWER, after=3)
    assert bench.report() == Alive(None, 5 * MS)


def test_an_ack_without_an_answer_fails_after_the_answers_time() -> None:
    bench = ready()
    bench.line.ping(None, bench.now)
    bench.sends(FIRMWARE)
    bench.hears(ACK_HEX)
    bench.waits(40)
    assert bench.reports() == []
    bench.waits(100)
    assert bench.failure().cause is Cause.NO_ANSWER
    assert bench.line.counters.timeouts == 1


def test_after_a_silence_the_next_request_aborts_and_hears_the_chip_out() -> None:
    bench = asked_for_cards()
    bench.hears(ACK_HEX)
    bench.waits(500)
    assert bench.failure().antenna == 1
    bench.line.read(1, bench.now)
    bench.sends(ACK_HEX, FIRMWARE)
    bench.hears(LIST_CARD)  # late: of the reading that failed
    bench.hears(ACK_HEX, FIRMWARE_ANSWER)
    exchange(bench, FIELD_OFF, CONFIGURED)
    exchange(bench, FIELD_ON, CONFIGURED)
    exchange(bench, LIST_2, LIST_NONE)
    assert bench.reading().tags == frozenset()
    assert bench.line.counters.strays == 1


def test_an_answer_before_its_ack_is_not_believed() -> None:
    bench = asked_for_cards()
    bench.hears(LIST_CARD)
    assert bench.reports() == []


def test_an_answer_in_the_same_piece_as_the_one_before_is_not_believed() -> None:
    bench = ready()
    bench.line.read(1, bench.now)
    bench.sends(FIELD_ON)
    bench.hears(ACK_HEX, CONFIGURED, ACK_HEX, LIST_CARD)
    bench.sends(LIST_2)
    bench.hears(ACK_HEX, LIST_NONE)
    assert bench.reading().tags == frozenset()


def test_a_damaged_answer_is_garbled_soon_and_gives_no_tag() -> None:
    bench = asked_for_cards()
    bench.hears(ACK_HEX, LIST_CARD.replace("3B", "3C"))
    bench.waits(40)
    assert bench.failure().cause is Cause.GARBLED
    assert bench.line.counters.bad_checksums == 1


def test_an_answer_that_breaks_off_is_garbled_soon() -> None:
    bench = asked_for_cards()
    bench.hears(ACK_HEX, LIST_CARD[:41])
    bench.waits(40)
    assert bench.failure().cause is Cause.GARBLED
    assert not bench.line.busy


def test_an_answer_that_begins_too_late_is_garbled() -> None:
    bench = ready()
    bench.line.ping(None, bench.now)
    bench.sends(FIRMWARE)
    bench.hears(FIRMWARE_ANSWER[:20], after=40)
    bench.waits(10)
    assert bench.failure().cause is Cause.GARBLED


def test_a_listing_that_fits_no_lengths_is_garbled_and_gives_no_tag() -> None:
    bench = ready()
    bench.line.read(1, bench.now)
    exchange(bench, FIELD_ON, CONFIGURED)
    exchange(bench, LIST_2, encode(raw("4B 01 01 44 00 07 04 0E 3B D2 28 6B 85"), 0xD5).hex())
    failed = bench.failure()
    assert failed.cause is Cause.GARBLED
    assert "0e" not in failed.detail.lower()


def test_an_error_frame_is_reported() -> None:
    bench = ready()
    bench.line.ping(1, bench.now)
    exchange(bench, FIRMWARE, ERROR)
    failed = bench.failure()
    assert (failed.antenna, failed.cause) == (1, Cause.REPORTED)


def test_one_request_at_a_time() -> None:
    bench = ready()
    bench.line.ping(None, bench.now)
    with pytest.raises(Busy, match="GetFirmwareVersion"):
        bench.line.read(1, bench.now)


def test_there_is_one_antenna() -> None:
    with pytest.raises(NoSuchAntenna, match="antenna 2"):
        ready().line.read(2, 0)


def test_nothing_is_read_before_start() -> None:
    with pytest.raises(ReaderError, match="start"):
        Pn532Line().read(1, 0)


@pytest.mark.parametrize("count", [0, 3])
def test_a_pn532_lists_one_or_two(count: int) -> None:
    with pytest.raises(ValueError, match="1 or 2"):
        Pn532Line(max_targets=count)


def test_frames_in_no_dialogue_are_counted_and_change_nothing() -> None:
    bench = ready()
    bench.hears(LIST_CARD)
    bench.line.wake(bench.now)
    bench.line.receive(b"", bench.now)
    assert bench.reports() == []
    assert bench.line.deadline is None


@given(st.lists(st.tuples(st.binary(max_size=30), st.integers(0, 200)), max_size=20))
def test_no_noise_breaks_the_line(noise: list[tuple[bytes, int]]) -> None:
    bench = ready()
    for data_, ms in noise:
        if not bench.line.busy:
            bench.line.read(1, bench.now)
        bench.line.take_output()
        bench.line.receive(data_, bench.now)
        bench.waits(ms)
        assert not any(isinstance(report, Reading) for report in bench.reports())
