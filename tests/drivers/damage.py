"""Feeding decoders: any chunking, and damage of every kind, as hypothesis strategies."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from drivers.frames import F, FrameDecoder


def chunks(data: bytes, cuts: list[int]) -> list[bytes]:
    """`data` cut at the places in `cuts`."""
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


def decode(decoder: FrameDecoder[F], data: bytes, cuts: list[int] | None = None) -> list[F]:
    """All frames of `data`, fed in chunks, then the quiet that ends it."""
    found: list[F] = []
    for chunk in chunks(data, cuts or []):
        found += decoder.feed(chunk)
    return found + decoder.idle()


cuts = st.lists(st.integers(0, 10_000), max_size=12)
junk = st.binary(max_size=40)


def flipped(frame: bytes, at: int, change: int) -> bytes:
    """`frame` with the byte at `at` changed by xor with `change`."""
    damaged = bytearray(frame)
    damaged[at % len(frame)] ^= change
    return bytes(damaged)


def dropped(frame: bytes, at: int) -> bytes:
    """`frame` without the byte at `at`."""
    at %= len(frame)
    return frame[:at] + frame[at + 1 :]
