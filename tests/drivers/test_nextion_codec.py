"""The return codes and instructions of a Nextion display as bytes, in any chunks and with any damage.

Vectors: Nextion instruction set, nextion.tech/instruction-set (return codes, sections 7.1 to 7.33).
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.nextion.codec import (
    END,
    Code,
    Connected,
    Coordinate,
    Decoder,
    Number,
    PageShown,
    Reply,
    Signal,
    StartUp,
    Text,
    Touch,
    assignment,
    encode,
)

from .damage import flipped

COMOK = b"comok 1,30601-0,NX4832T035_011R,99,61488,D264B8204F0E1828,16777216" + END

VECTORS: list[tuple[str, Reply]] = [
    ("00 FF FF FF", Code.INVALID_INSTRUCTION),
    ("00 00 00 FF FF FF", StartUp()),
    ("01 FF FF FF", Code.SUCCESS),
    ("02 FF FF FF", Code.INVALID_COMPONENT),
    ("03 FF FF FF", Code.INVALID_PAGE),
    ("04 FF FF FF", Code.INVALID_PICTURE),
    ("05 FF FF FF", Code.INVALID_FONT),
    ("06 FF FF FF", Code.INVALID_FILE_OPERATION),
    ("09 FF FF FF", Code.INVALID_CRC),
    ("11 FF FF FF", Code.INVALID_BAUD),
    ("12 FF FF FF", Code.INVALID_WAVEFORM),
    ("1A FF FF FF", Code.INVALID_VARIABLE),
    ("1B FF FF FF", Code.INVALID_OPERATION),
    ("1C FF FF FF", Code.ASSIGNMENT_FAILED),
    ("1D FF FF FF", Code.EEPROM_FAILED),
    ("1E FF FF FF", Code.PARAMETER_COUNT),
    ("1F FF FF FF", Code.IO_FAILED),
    ("20 FF FF FF", Code.INVALID_ESCAPE),
    ("23 FF FF FF", Code.NAME_TOO_LONG),
    ("24 FF FF FF", Code.BUFFER_OVERFLOW),
    ("65 00 04 01 FF FF FF", Touch(0, 4, True)),
    ("65 02 1C 00 FF FF FF", Touch(2, 28, False)),
    ("66 02 FF FF FF", PageShown(2)),
    ("67 00 7A 00 1E 01 FF FF FF", Coordinate(122, 30, True, False)),
    ("68 00 7A 00 1E 00 FF FF FF", Coordinate(122, 30, False, True)),
    ("70 61 62 31 32 33 FF FF FF", Text("ab123")),
    ("70 E9 74 E9 FF FF FF", Text("été")),
    ("70 FF FF FF", Text("")),
    ("71 66 00 00 00 FF FF FF", Number(102)),
    ("71 FF FF FF FF FF FF FF", Number(-1)),
    ("71 FF FF FF 00 FF FF FF", Number(0x00FFFFFF)),
    ("86 FF FF FF", Signal.ASLEEP),
    ("87 FF FF FF", Signal.AWAKE),
    ("88 FF FF FF", Signal.READY),
    ("89 FF FF FF", Signal.UPGRADING),
    ("FD FF FF FF", Signal.DATA_TAKEN),
    ("FE FF FF FF", Signal.DATA_AWAITED),
    (COMOK.hex(), Connected(True, "NX4832T035_011R", "99", "61488", "D264B8204F0E1828", 16777216)),
]
STREAM = b"".join(bytes.fromhex(frame) for frame, _ in VECTORS)
REPLIES = [reply for _, reply in VECTORS]


@pytest.mark.parametrize(("frame", "reply"), VECTORS, ids=[frame for frame, _ in VECTORS])
def test_each_return_code_is_read(frame: str, reply: Reply) -> None:
    assert Decoder().feed(bytes.fromhex(frame)) == [reply]


@pytest.mark.parametrize(("frame", "reply"), VECTORS, ids=[frame for frame, _ in VECTORS])
def test_no_return_code_is_taken_before_its_last_byte(frame: str, reply: Reply) -> None:
    assert Decoder().feed(bytes.fromhex(frame)[:-1]) == []


@given(st.lists(st.integers(1, 12), max_size=80))
def test_chunking_changes_nothing(sizes: list[int]) -> None:
    decoder, replies, rest = Decoder(), list[Reply](), STREAM
    for size in sizes:
        replies += decoder.feed(rest[:size])
        rest = rest[size:]
    assert replies + decoder.feed(rest) == REPLIES
    assert decoder.junk == 0


@given(st.binary(max_size=40), st.sampled_from(VECTORS))
def test_after_junk_and_an_end_mark_the_next_return_code_is_read(junk: bytes, vector: tuple[str, Reply]) -> None:
    # Eight more bytes of FF complete the longest return code of fixed length that the junk may have begun.
    decoder = Decoder()
    decoder.feed(junk + END + bytes([0xFF] * 8))
    assert decoder.feed(bytes.fromhex(vector[0])) == [vector[1]]


@given(st.data())
def test_a_lost_byte_costs_at_most_two_return_codes_and_invents_no_touch(data: st.DataObject) -> None:
    frames = [
        bytes.fromhex(f) for f in ("65 00 04 01 FF FF FF", "01 FF FF FF", "66 02 FF FF FF", "70 61 62 FF FF FF")
    ]
    picked = data.draw(st.lists(st.sampled_from(frames), min_size=1, max_size=8))
    stream = b"".join(picked)
    lost = data.draw(st.integers(0, len(stream) - 1))
    decoder = Decoder()
    replies = decoder.feed(stream[:lost] + stream[lost + 1 :]) + decoder.feed(END)
    assert len(replies) >= len(picked) - 2
    assert [r for r in replies if isinstance(r, Touch) and r != Touch(0, 4, True)] == []


@given(st.lists(st.binary(max_size=300), max_size=10))
def test_any_bytes_are_survived_in_bounded_memory(chunks: list[bytes]) -> None:
    decoder = Decoder()
    for chunk in chunks:
        decoder.feed(chunk)
    decoder.feed(b"A" * 5000)
    assert decoder.junk > 3000


@given(st.sampled_from(VECTORS), st.lists(st.tuples(st.integers(0, 40), st.integers(1, 255)), max_size=3))
def test_a_return_code_with_flipped_bits_is_survived(vector: tuple[str, Reply], flips: list[tuple[int, int]]) -> None:
    frame = bytes.fromhex(vector[0])
    for at, change in flips:
        frame = flipped(frame, at, change)
    decoder = Decoder()
    decoder.feed(frame + END + bytes([0xFF] * 8))
    assert decoder.feed(bytes.fromhex("1A FF FF FF")) == [Code.INVALID_VARIABLE]


def test_a_text_that_never_ends_is_dropped_and_the_next_is_read() -> None:
    decoder = Decoder()
    assert decoder.feed(b"p" + b"x" * 3000 + END) == []
    assert decoder.feed(b"pok" + END) == [Text("ok")]


@pytest.mark.parametrize(
    "damaged",
    [
        "65 00 04 02 FF FF FF",
        "70 61 FF FF 01 FF FF FF",
        "63 6F 6D 6F 6B 20 31 FF FF FF",
        "71 66 00 FF FF FF 01 FF FF FF",
        "00 00 01 FF FF FF",  # the power-up message with a bit flipped
        "00 00 88 FF FF FF",
    ],
)
def test_damage_that_shows_is_refused(damaged: str) -> None:
    decoder = Decoder()
    replies = decoder.feed(bytes.fromhex(damaged))
    assert [r for r in replies if not isinstance(r, Code)] == []
    assert decoder.junk > 0


def test_an_unfinished_return_code_can_be_forgotten() -> None:
    decoder = Decoder()
    decoder.feed(bytes.fromhex("71 66 00"))
    decoder.reset()
    assert decoder.feed(bytes.fromhex("01 FF FF FF")) == [Code.SUCCESS]
    assert decoder.junk == 3


@pytest.mark.parametrize(
    ("where", "value", "wire"),
    [
        ("t0.txt", "1500", b't0.txt="1500"'),
        ("n0.val", 1500, b"n0.val=1500"),
        ("n0.val", -1, b"n0.val=-1"),
        ("t0.txt", "À vous, Zoé", b't0.txt="\xc0 vous, Zo\xe9"'),
        ("t0.txt", 'say "all\\in"', b't0.txt="say \\"all\\\\in\\""'),
        ("t0.txt", "Relancer\n1 200", b't0.txt="Relancer\\r1 200"'),
        ("t0.txt", "l\u2019œil – 5\u202f000 €", b't0.txt="l\'oeil - 5 000 EUR"'),
        ("t0.txt", "ÿÿÿ\x00\x07♠", b't0.txt="yyy  ?"'),
    ],
)
def test_values_are_written_as_the_display_reads_them(where: str, value: str | int, wire: bytes) -> None:
    assert encode(assignment(where, value)) == wire + END


@given(st.text())
def test_no_text_can_end_its_instruction_early(text: str) -> None:
    assert b"\xff" not in encode(assignment("t0.txt", text))[:-3]


def test_an_address_goes_before_the_instruction_low_byte_first() -> None:
    assert encode("page 1", 0x0901) == bytes.fromhex("01 09") + b"page 1" + END
