"""A part that means harm: what it sends instead of its answers. Seeded, so that a find can be repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from drivers import feig_obid, pepper_c1, pn532

MOST = 300  # bytes of one burst: longer than every answer
LATE = 400_000_000  # ns: beyond what a driver waits for most answers
END = b"\xff\xff\xff"  # of a Nextion's message


class Hostile:
    """A filter on the wire to the host. `kind` is that of the part, as in table.toml."""

    def __init__(self, random: Random, kind: str) -> None:
        self._random, self._kind = random, kind
        self._heard: list[bytes] = [b"\x00"]

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """What goes over the wire instead of `data`, and when."""
        self._heard = [*self._heard[-20:], data]
        late = now + self._random.choice((0, 0, 0, 1_000_000, LATE))
        return [(late, self._instead(data)) for _ in range(self._random.choice((0, 1, 1, 1, 2)))]

    def _instead(self, data: bytes) -> bytes:
        acts: tuple[Callable[[bytes], bytes], ...] = (
            lambda data: data,
            self._flipped,
            self._cut,
            lambda data: data + self._bytes(),
            lambda _: self._bytes(),
            lambda _: self._random.choice(self._heard),
            lambda data: data[:3] * self._random.randrange(1, 100),
            lambda _: self._well_formed(),
            lambda _: self._well_formed(),
        )
        return self._random.choice(acts)(data)

    def _bytes(self, most: int = MOST) -> bytes:
        return self._random.randbytes(self._random.randrange(most))

    def _flipped(self, data: bytes) -> bytes:
        changed = bytearray(data or b"\x00")
        for _ in range(self._random.randrange(1, 4)):
            changed[self._random.randrange(len(changed))] ^= 1 << self._random.randrange(8)
        return bytes(changed)

    def _cut(self, data: bytes) -> bytes:
        at = self._random.randrange(len(data) + 1)
        return self._random.choice((data[:at], data[at:]))

    def _well_formed(self) -> bytes:
        """A frame that every checksum lets pass, around what the part never says: it reaches the driver's scripts."""
        content = self._random.choice(self._heard)[5:-2] if self._random.random() < 0.3 else self._bytes(60)
        content = content or b"\x00"
        pick = self._random.randrange(256)
        if self._kind == "pn532":
            code = self._random.choice((0x03, 0x15, 0x33, 0x41, 0x4B, 0x53, pick))
            return bytes.fromhex("0000FF00FF00") + pn532.encode(bytes((code,)) + content, 0xD5)
        if self._kind == "pepper_c1":
            return pepper_c1.encode(bytes((self._random.choice((0, 1, pick)), pick)) + content)
        if self._kind == "feig_obid":
            command = self._random.choice((0x66, 0x69, 0x6A, 0xB0))
            return feig_obid.encode(feig_obid.FeigFrame(self._random.randrange(1, 12), command, content))
        head = self._random.choice((0x65, 0x66, 0x67, 0x70, 0x71, 0x88, 0x00, 0x24, pick))
        return bytes((head,)) + content[: self._random.choice((0, 1, 3, 4, 6, 60))] + END
