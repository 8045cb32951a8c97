"""The checksums of the parts, each pure: bytes in, an int out. Check values are those of "123456789"."""

from __future__ import annotations

import binascii

_START = 0xFFFF


def crc16_mcrf4xx(data: bytes) -> int:
    """CRC-16/MCRF4XX: reflected 0x8408, start 0xFFFF, no final xor. Check value 0x6F91 (FEIG H60301-3e 2.2)."""
    crc = _START
    for byte in data:
        crc = (crc >> 8) ^ _REFLECTED[(crc ^ byte) & 0xFF]
    return crc


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
