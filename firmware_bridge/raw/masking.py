"""A part's recorded bytes as a dump may have them: every tag an alias, everything unknown masked. Pure.

What decodes is written anew with the same length, and decodes as before. What does not decode keeps its length, its
time and whether it begins as a frame, and still does not decode. `docs/diagnostics.md` lists what stays.
"""

from __future__ import annotations

import hashlib
import secrets
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, groupby, pairwise
from typing import Final, NamedTuple

from drivers.reader import Technology
from firmware_bridge.blackbox import KEPT
from firmware_bridge.parts.lifecycle import Signal
from firmware_bridge.parts.tape import Asked, Burst, Happened, Tape
from firmware_bridge.reader_kinds import frames_of

from .frames import Frames, Place

_LEADS: Final[dict[Technology, dict[int, bytes]]] = {
    "iso15693": {8: b"\xe0\x04"},
    "iso14443a": {7: b"\x04", 10: b"\x04"},
}
"""How aliases begin, whatever the UID: a card of another maker is not to be known by it."""

_WAKING: Final = frozenset(b"\x00\x55")
"""What is sent to a part outside frames, to wake it."""


class Names:
    """The aliases of one dump. Their key is random, and gone with this object."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def of(self, hand: int, technology: Technology, uid: bytes) -> bytes:
        """The alias of a UID in a hand. A tag has another one in the next hand."""
        lead = _LEADS[technology].get(len(uid), b"")
        text = f"{hand}:{technology}:".encode() + uid
        return lead + hashlib.blake2b(text, digest_size=len(uid) - len(lead), key=self._key).digest()


class Masked(NamedTuple):
    """What a dump may have of a tape."""

    sent: tuple[Burst, ...]
    received: tuple[Burst, ...]


def masked(tape: Tape, kind: str, hands: Sequence[int], names: Names) -> Masked:
    """Mask the bytes of a tape. `kind`: of the part. `hands`: when a hand began (ns), empty if it reads no cards.

    What came before the first of all the hands that are remembered is left out.
    """
    openings = [one for one in tape.happened if one.signal is Signal.OPENED]
    since = hands[0] if len(hands) >= KEPT else 0
    sent, received = ([one for one in track if one.stamp >= since] for track in (tape.sent, tape.received))
    out = _Writer(hands, names)
    for known, ours, theirs in sections(openings, kind, sent, received):
        out.section(frames_of(known), ours, theirs)
    return Masked(tuple(out.sent), tuple(out.received))


def masked_request(kind: str, request: bytes) -> bytes:
    """A request as a dump has it, so that it can be found there."""
    tape = Tape(Asked(kind, 1, "N"))
    tape.sends(request, 0)
    return masked(tape, kind, (), Names()).sent[0].data


Section = tuple[str, list[Burst], list[Burst]]


def sections(
    openings: Sequence[Happened], kind: str, sent: Sequence[Burst], received: Sequence[Burst]
) -> Iterator[Section]:
    """Split at each opening of the port, as other frames may be spoken from then on. Each with its kind of part."""
    stamps = [one.stamp for one in openings]

    def parted(bursts: Sequence[Burst]) -> dict[int, list[Burst]]:
        return {n: list(some) for n, some in groupby(bursts, lambda burst: bisect_right(stamps, burst.stamp))}

    ours, theirs = parted(sent), parted(received)
    for n in range(len(stamps) + 1):
        if n in ours or n in theirs:
            yield openings[n - 1].asked.kind if n else kind, ours.get(n, []), theirs.get(n, [])


class _Writer:
    """Writes the bursts of a tape anew, section by section."""

    def __init__(self, hands: Sequence[int], names: Names) -> None:
        self.sent: list[Burst] = []
        self.received: list[Burst] = []
        self._hands = hands
        self._names = names

    def section(self, frames: Frames, sent: list[Burst], received: list[Burst]) -> None:
        requests = self._written(frames, sent, self.sent, frozenset())
        self._written(frames, received, self.received, requests)

    def _written(
        self, frames: Frames, bursts: list[Burst], out: list[Burst], echoes: frozenset[bytes]
    ) -> frozenset[bytes]:
        """Write one direction, and return its frames as they were. `echoes`: some adapters hear what they send."""
        sent = out is self.sent
        stream, ends = b"".join(burst.data for burst in bursts), list(accumulate(len(one.data) for one in bursts))
        places = frames.cut(stream, sent)
        fresh = bytearray(stream)
        for begin, end in places:
            hand = bisect_right(self._hands, bursts[bisect_left(ends, end)].stamp)
            frame = stream[begin:end]
            fresh[begin:end] = frames.masked(frame, partial(self._names.of, hand), sent or frame in echoes)
        _mask_noise(fresh, list(_noise(stream, between(places, ends), frames, sent)), places, frames, sent)
        out += [
            Burst(one.stamp, bytes(fresh[begin:end]))
            for one, (begin, end) in zip(bursts, pairwise((0, *ends)), strict=True)
        ]
        return frozenset(stream[begin:end] for begin, end in places)


def _mask_noise(fresh: bytearray, noise: list[_Noise], places: list[Place], frames: Frames, sent: bool) -> None:
    """Mask what is no frame. If its front would make another frame of it, the front is masked, too."""
    for with_front in (True, False) if noise else ():
        for one in noise:
            fresh[one.at : one.at + one.length] = one.written(frames.mask, with_front)
        if frames.cut(bytes(fresh), sent) == places:
            break


class _Noise(NamedTuple):
    """Bytes of one burst that are no frame. `front`: what may be written instead of the first of them."""

    at: int
    length: int
    front: bytes

    def written(self, mask: bytes, with_front: bool) -> bytes:
        front = self.front if with_front else b""
        return front + mask * (self.length - len(front))


def _noise(stream: bytes, gaps: Iterable[Place], frames: Frames, sent: bool) -> Iterator[_Noise]:
    """What is no frame. What wakes a part stays, and a zero alone: a line gives one that goes low."""
    fell = -1
    for begin, end in gaps:
        data = stream[begin:end]
        falls = data == b"\0" and fell != begin
        fell = end if data == b"\0" else -1
        plain = _WAKING.issuperset(data) if sent else falls
        yield _Noise(begin, end - begin, data if plain else frames.framing(data))


def between(places: Sequence[Place], ends: Sequence[int]) -> Iterator[Place]:
    """What lies outside the frames, cut where bursts end."""
    covered = [0, *(at for place in places for at in place), ends[-1] if ends else 0]
    for begin, end in zip(covered[::2], covered[1::2], strict=True):
        cuts = [at for at in ends[bisect_right(ends, begin) :] if at < end]
        yield from (pair for pair in pairwise((begin, *cuts, end)) if pair[0] < pair[1])
