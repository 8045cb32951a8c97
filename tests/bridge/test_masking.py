"""The bytes of a dump: no tag of any traffic, however it was cut and damaged, and the same frames as before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from drivers import feig_obid, nextion, pepper_c1, pn532
from drivers.reader import Tag
from firmware_bridge.blackbox import KEPT
from firmware_bridge.parts.lifecycle import Signal
from firmware_bridge.parts.tape import LONGEST, MOST_BYTES, Asked, Tape
from firmware_bridge.raw.masking import Masked, Names, masked
from firmware_bridge.reader_kinds import frames_of
from tests.drivers.damage import chunks

MS: Final = 1_000_000
RUN: Final = 4
"""Bytes of a UID in a row that may stand nowhere."""

Uids = tuple[bytes, ...]
Answers = Callable[[Uids], list[bytes]]


# --- traffic: what each kind of part answers that reads these tags -------------------------------------------------


def feig(uids: Uids) -> list[bytes]:
    """An inventory in two rounds, and an answer that no driver asks for: a buffer with the tags."""

    def answer(command: int, data: bytes) -> bytes:
        return feig_obid.encode(feig_obid.FeigFrame(3, command, data))

    records = [b"\x03\x07" + uid for uid in uids]
    more = answer(0xB0, bytes((0x94, 1)) + records[0])
    last = answer(0xB0, bytes((0x00, len(records))) + b"".join(records))
    wrong = answer(0xB0, bytes((0x00, 9)) + b"".join(records))
    return [answer(0x66, bytes(11)), more, last, wrong, answer(0x22, b"\0\0\1" + b"".join(records))]


def pepper(uids: Uids) -> list[bytes]:
    """A listing of cards, an inventory of chips, messages and a text that were not asked for."""
    found = [pepper_c1.encode(b"\x00\x0bC1 2.1\x00"), pepper_c1.encode(bytes((0, 2, len(uids))))]
    for uid in uids:
        found += [pepper_c1.encode(b"\x00\x03\x21\x00" + uid[::-1]), pepper_c1.encode(b"\x00\x03\x02\x00" + uid[:7])]
        found += [pepper_c1.encode(b"\x00\x90" + uid[::-1] + b"\x05\x01"), pepper_c1.encode(b"\xfe\x03" + uid)]
        found += [pepper_c1.encode(b"\x00\x05" + uid), b'{"type":"' + uid.hex().encode() + b'"}']
    return found


def shoe(uids: Uids) -> list[bytes]:
    """Listings of one card and of two, one of them with an ATS, and an answer that is too long."""

    def target(number: int, uid: bytes, ats: bytes = b"") -> bytes:
        return bytes((number, 0, 0x44, 0x20 if ats else 0, len(uid))) + uid + ats

    def answer(data: bytes) -> bytes:
        return pn532.ACK + pn532.encode(data, pn532.CHIP)

    one, two = uids[0][:7], uids[-1][:4]
    long = answer(b"\x4b\x02" + target(1, one) + target(2, two, b"\x06" + uids[0][:5]))
    return [answer(b"\x03\x32\x01\x06\x07"), answer(b"\x4b\x01" + target(1, one)), long, answer(b"\x03" + uids[0])]


def display(uids: Uids) -> list[bytes]:
    """No display reads tags. But another part may be plugged in there."""
    return [b"\x01\xff\xff\xff", b"\x65\x00\x05\x01\xff\xff\xff", b"\x70" + uids[0].hex().encode() + b"\xff\xff\xff",
            b"\x71" + uids[0][:4] + b"\xff\xff\xff"]  # fmt: skip


TRAFFIC: Final[dict[str, Answers]] = {
    "feig_obid": feig, "pepper_c1": pepper, "pn532": shoe, "nextion": display
}  # fmt: skip
REQUEST: Final = {
    "feig_obid": feig_obid.encode(feig_obid.FeigFrame(3, 0xB0, b"\x01\x00")), "pepper_c1": pepper_c1.encode(b"\x0b"),
    "pn532": pn532.WAKE_UP + pn532.encode(b"\x4a\x02\x00"), "nextion": b'turn.txt="CALL 500"\xff\xff\xff',
}  # fmt: skip


# --- damage ---------------------------------------------------------------------------------------------------------

Damage = tuple[Literal["flip", "drop", "cut", "insert", "none"], int, bytes]

damages: Final = st.tuples(
    st.sampled_from(("flip", "drop", "cut", "insert", "none")),
    st.integers(0, 10_000),
    st.binary(min_size=1, max_size=5),
)


def damaged(data: bytes, damage: Damage) -> bytes:
    kind, at, more = damage
    at %= len(data) + 1
    match kind:
        case "flip":
            flip = bytearray(data)
            for n, byte in enumerate(more):
                flip[(at + n) % len(data)] ^= byte
            return bytes(flip)
        case "drop":
            return data[:at] + data[at + len(more) :]
        case "cut":
            return data[at:]
        case "insert":
            return data[:at] + more + data[at:]
        case "none":
            return data


class Case(Tape):
    """A tape of answers, each damaged in its own way and heard in pieces."""

    def __init__(self, kind: str, answers: list[bytes], hurt: list[Damage], cuts: list[int]) -> None:
        super().__init__(Asked(kind, 115200, "N"))
        self.kind = kind
        for n, answer in enumerate(answers):
            now = n * 100 * MS
            self.sends(REQUEST[kind], now)
            heard = damaged(answer, hurt[n % len(hurt)])
            for piece in chunks(heard, [cut + n for cut in cuts]):
                now += 10 * MS  # longer than an adapter needs, so that each piece stays by itself
                if piece:
                    self.receives(piece, now)

    def masked(self) -> Masked:
        return masked(self, self.kind, (), Names())


def runs(uids: Uids) -> set[bytes]:
    ways = [way for uid in uids for way in (uid, uid[::-1], uid.hex().encode())]
    return {way[at : at + RUN] for way in ways for at in range(len(way) - RUN + 1)}


def shown(case: Masked) -> bytes:
    return b"".join(burst.data for burst in (*case.sent, *case.received))


SPECIAL: Final = b"\x02\xf5\x00\xff\x7b\x7d\x03\x09\xfa\x55"
"""Bytes with which frames begin, or which they count with."""

uid = st.binary(min_size=8, max_size=8) | st.lists(st.sampled_from(SPECIAL), min_size=8, max_size=8).map(bytes)
uids = st.lists(uid, min_size=1, max_size=4).map(tuple)
kinds = st.sampled_from(sorted(TRAFFIC))

OTHERS: Final = tuple(bytes(range(start, start + 8)) for start in (0x10, 0x90, 0xC0, 0x38))


@settings(deadline=None, max_examples=120)
@given(kinds, kinds, uids, st.lists(damages, min_size=1, max_size=6), st.lists(st.integers(0, 400), max_size=4))
@example("pepper_c1", "pepper_c1", (bytes.fromhex("F5FF0000FF112233"),), [("cut", 9, b"x")], [])
@example("feig_obid", "feig_obid", (bytes.fromhex("0201020102010201"),), [("flip", 9, b"x")], [])
@example("pn532", "nextion", (bytes.fromhex("04A1B2C3D4E5F607"),), [("none", 0, b"x")], [3])
def test_no_four_bytes_of_a_tag_are_in_a_dump(
    speaks: str, kind: str, tags: Uids, hurt: list[Damage], cuts: list[int]
) -> None:
    """What stands there with other tags, too, comes from no tag."""
    here = shown(Case(kind, TRAFFIC[speaks](tags), hurt, cuts).masked())
    anyway = shown(Case(kind, TRAFFIC[speaks](OTHERS[: len(tags)]), hurt, cuts).masked())
    found = {run for run in runs(tags) if run in here and run not in anyway}
    assert not found, f"{len(found)} runs"  # never the run itself


@settings(deadline=None, max_examples=100)
@given(kinds, kinds, uids, st.lists(damages, min_size=1, max_size=6), st.lists(st.integers(0, 400), max_size=4))
def test_lengths_times_and_frames_stay(
    speaks: str, kind: str, tags: Uids, hurt: list[Damage], cuts: list[int]
) -> None:
    case = Case(kind, TRAFFIC[speaks](tags), hurt, cuts)
    before, after = list(case.received), case.masked().received
    assert [(one.stamp, len(one.data)) for one in before] == [(one.stamp, len(one.data)) for one in after]
    frames = frames_of(kind)
    streams = (b"".join(burst.data for burst in some) for some in (before, after))
    old, new = (frames.cut(stream, sent=False) for stream in streams)
    assert old == new


# --- what decodes, decodes as before --------------------------------------------------------------------------------


def readings(kind: str, tape: Iterator[bytes] | list[bytes]) -> list[frozenset[Tag]]:
    """What the driver of a kind reads in answers, each from its own listing."""
    found = []
    for frame in tape:
        if kind == "feig_obid" and frame[4:6] == b"\xb0\x00":
            found.append(feig_obid.transponders(frame[6:-2]))
        if kind == "pepper_c1" and frame[5:7] == b"\x00\x03":
            found.append(frozenset((pepper_c1.listed_tag(frame[7:-2]),)))
        if kind == "pn532" and frame[5:7] == b"\xd5\x4b":
            found.append(pn532.targets(frame[7:-2]))
    return found


def frames_in(kind: str, tape: Masked) -> list[bytes]:
    stream = b"".join(burst.data for burst in tape.received)
    return [stream[begin:end] for begin, end in frames_of(kind).cut(stream, sent=False)]


@pytest.mark.parametrize("kind", ["feig_obid", "pepper_c1", "pn532"])
def test_a_reading_has_as_many_tags_of_the_same_kind_and_the_same_tag_the_same_name(kind: str) -> None:
    answers = [answer for answer in TRAFFIC[kind](OTHERS) if kind != "feig_obid" or answer[6:7] != b"\x09"]
    case = Case(kind, answers + answers, [("none", 0, b"x")], [])
    read = readings(kind, frames_in(kind, case.masked()))
    plain = readings(kind, [answer.removeprefix(pn532.ACK) for answer in answers])
    half = len(read) // 2
    assert [sorted(len(tag.uid) for tag in one) for one in read[:half]] == [
        sorted(len(tag.uid) for tag in one) for one in plain
    ]
    assert [{tag.technology for tag in one} for one in read[:half]] == [
        {tag.technology for tag in one} for one in plain
    ]
    assert read[:half] == read[half:]
    assert {tag for one in read for tag in one}.isdisjoint({tag for one in plain for tag in one})


def test_a_card_has_another_name_in_the_next_hand_and_in_the_next_dump() -> None:
    case = Case("pn532", [shoe(OTHERS)[1]] * 2, [("none", 0, b"x")], [])
    names = Names()
    in_two_hands = readings("pn532", frames_in("pn532", masked(case, "pn532", (90 * MS,), names)))
    in_one_hand = readings("pn532", frames_in("pn532", masked(case, "pn532", (), names)))
    anew = readings("pn532", frames_in("pn532", masked(case, "pn532", (), Names())))
    assert in_two_hands[0] != in_two_hands[1]
    assert in_one_hand[0] == in_one_hand[1]
    assert in_one_hand[0] != anew[0]


def test_what_came_before_all_hands_that_are_remembered_is_left_out() -> None:
    case = Case("pn532", shoe(OTHERS), [("none", 0, b"x")], [])
    hands = [250 * MS + n for n in range(KEPT)]
    kept = masked(case, "pn532", hands, Names())
    assert {burst.stamp // MS for burst in kept.received} == {310}


def test_an_echo_of_a_request_stays_as_it_is() -> None:
    """The driver knows an echo by its bytes."""
    request = feig_obid.encode(feig_obid.FeigFrame(3, 0xB0, b"\x01\x80"))
    tape = Tape(Asked("feig_obid", 38400, "E"))
    tape.sends(request, 0)
    tape.receives(request, MS)
    assert [burst.data for burst in masked(tape, "feig_obid", (), Names()).received] == [request]


def test_an_echo_is_masked_as_the_request_is() -> None:
    """A request that is no word of the driver's may hold anything."""
    uid = bytes.fromhex("E0 04 01 50 12 34 56 78")
    request = feig_obid.encode(feig_obid.FeigFrame(1, 0xB0, b"\x23\x01" + uid))
    tape = Tape(Asked("feig_obid", 38400, "E"))
    tape.sends(request, 1)
    tape.receives(request, 2)
    case = masked(tape, "feig_obid", (), Names())
    assert case.received[0].data == case.sent[0].data
    assert uid not in shown(case)


def test_values_of_a_display_are_masked_and_its_heartbeat_stays() -> None:
    tape = Tape(Asked("nextion", 115200, "N"))
    for text in ('board.txt="Ah Kd 7c"', "card.pic=12", "alive.val=5", "page seat", "get contract.txt", "A\x88B"):
        tape.sends(nextion.codec.encode(text), 0)
    written = [burst.data.removesuffix(nextion.codec.END) for burst in masked(tape, "nextion", (), Names()).sent]
    assert written == [b'board.txt="xxxxxxxx"', b"card.pic=00", b"alive.val=5", b"page seat", b"get contract.txt",
                       b"xxx"]  # fmt: skip


def test_bytes_are_cut_into_frames_of_the_kind_that_was_asked_for() -> None:
    tape = Tape(Asked("nextion", 115200, "N"))
    tape.receives(feig(OTHERS)[2], 0)
    tape.asks(Asked("feig_obid", 38400, "E"))
    tape.signalled(Signal.OPENED, MS)
    tape.receives(feig(OTHERS)[0], 2 * MS)
    noise, frame = masked(tape, "nextion", (), Names()).received
    assert set(noise.data) == {0xFF}
    assert frame.data == feig(OTHERS)[0]


# --- the tape -------------------------------------------------------------------------------------------------------


def test_pieces_of_an_answer_are_one_burst_and_answers_are_not() -> None:
    tape = Tape(Asked("pn532", 115200, "N"))
    for n, data in enumerate((b"a", b"b", b"c")):
        tape.receives(data, n * MS)
    tape.receives(b"d", 20 * MS)
    tape.sends(b"?", 21 * MS)
    tape.sends(b"!", 21 * MS)
    tape.receives(b"e", 21 * MS)
    assert [(burst.stamp // MS, burst.data) for burst in tape.received] == [(2, b"abc"), (20, b"d"), (21, b"e")]
    assert [burst.data for burst in tape.sent] == [b"?", b"!"]


def test_the_tape_keeps_the_last_bursts_and_its_memory_is_bounded() -> None:
    tape = Tape(Asked("pn532", 115200, "N"))
    for n in range(3 * KEPT):
        tape.sends(bytes(3000), n * MS)
        tape.receives(n.to_bytes(2, "big"), n * MS)
    assert [int.from_bytes(burst.data, "big") for burst in tape.received] == list(range(2 * KEPT, 3 * KEPT))
    assert sum(len(burst.data) for burst in tape.sent) <= MOST_BYTES


def test_noise_without_an_end_is_cut_into_bursts() -> None:
    tape = Tape(Asked("pn532", 115200, "N"))
    for n in range(3 * LONGEST // 16):
        tape.receives(bytes(16), n)
    assert [len(burst.data) // 16 for burst in tape.received] == [127, 127, 127, 3]


@given(st.binary(min_size=8, max_size=8))
def test_no_burst_shows_its_bytes_in_a_repr(tag: bytes) -> None:
    tape = Tape(Asked("pn532", 115200, "N"))
    tape.receives(tag, 0)
    seen = f"{tape!r} {list(tape.received)!r}"
    assert tag.hex() not in seen
    assert repr(tag) not in seen
