"""The checksums of the parts, each pure: bytes in, an int out. Check values are those of "123456789"."""

import binascii
from functools import cache

_START = 0xFFFF


def crc16_mcrf4xx(data: bytes) -> int:
    """CRC-16/MCRF4XX: reflected 0x8408, start 0xFFFF, no final xor. Check value 0x6F91 (FEIG H60301-3e 2.2).

    It is the CRC of the same polynomial that is not reflected, with the bits of each byte and of the result mirrored.
    """
    crc = binascii.crc_hqx(data.translate(_MIRRORED), _START)
    return _MIRRORED[crc & 0xFF] << 8 | _MIRRORED[crc >> 8]


class RunningCrc16:
    """CRC-16/MCRF4XX of any stretch at the front of a growing buffer, at a cost that does not depend on its length.

    Each byte is shifted through the register once. The CRC is linear: the register after a stretch, started afresh,
    is the register that ran on, corrected by how far the start's difference has moved since.
    """

    def __init__(self, longest: int) -> None:
        """`longest` is the most bytes that `front` is asked about."""
        self._moved = _zero_bytes(longest)
        self._registers = [_START]  # before each byte that is kept, and after the last
        self._at = 0

    def grow(self, data: bytes) -> None:
        """These bytes were added to the buffer."""
        crc = self._registers[-1]
        for byte in data:
            crc = (crc >> 8) ^ _REFLECTED[(crc ^ byte) & 0xFF]
            self._registers.append(crc)

    def drop(self, length: int) -> None:
        """Note that `length` bytes were taken from the front. The dead part is cleared once it is larger than the
        live one."""
        self._at += length
        if 2 * self._at > len(self._registers):
            del self._registers[: self._at]
            self._at = 0

    def front(self, length: int) -> int:
        """Return the CRC of the first `length` bytes, 0 if they end with their own CRC, low byte first."""
        difference = self._registers[self._at] ^ _START
        return self._registers[self._at + length] ^ _product(difference, self._moved[length])


@cache  # each line of readers has a decoder, and so has each recording that is cut into frames
def _zero_bytes(longest: int) -> tuple[int, ...]:
    """What n zero bytes make of the polynomial 1, for n from 0: x to the power of 8n. Bit 15 is the power 0."""
    powers = [0x8000]
    for _ in range(longest):
        powers.append((powers[-1] >> 8) ^ _REFLECTED[powers[-1] & 0xFF])
    return tuple(powers)


def _product(one: int, other: int) -> int:
    """Two polynomials multiplied, modulo that of the CRC."""
    product = 0
    while one:
        if one & 0x8000:
            product ^= other
        one = (one << 1) & 0xFFFF
        other = (other >> 1) ^ (0x8408 if other & 1 else 0)
    return product


def crc16_ccitt_false(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: 0x1021, start 0xFFFF, not reflected. Check value 0x29B1 (Eccel 000537 manual 4.3)."""
    return binascii.crc_hqx(data, _START)


def complement8(data: bytes) -> int:
    """The byte that makes the sum of `data` and itself 0 modulo 256 (UM0701-02 6.2.1: LCS and DCS)."""
    return -sum(data) & 0xFF


def _reflected_entry(index: int) -> int:
    for _ in range(8):
        index = (index >> 1) ^ (0x8408 if index & 1 else 0)
    return index


_REFLECTED = tuple(_reflected_entry(index) for index in range(256))
_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
