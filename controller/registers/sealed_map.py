"""Sealed maps of decks and chips. Only the table for which they were sealed opens them.

They are text, which survives mail and any medium: a first line `sabot-sealed-map 1`, then base64 of

    32 bytes ephemeral X25519 public key | 12 bytes nonce, the sealed text, 16 bytes tag (AES-256-GCM)

Each seal takes a fresh key.
"""

import base64
import binascii
from textwrap import wrap
from typing import Final

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from controller.registers.device_key import DeviceKeyError, FileDeviceKey, derive, seal, unseal

HEADER: Final = "sabot-sealed-map 1"
PUBLIC_SIZE: Final = 32  # bytes, RFC 7748 5
_PURPOSE: Final = b"sealed map"
_LINE: Final = 76  # characters of base64, RFC 2045 6.8


class SealedMapError(ValueError):
    """A sealed map cannot be opened here, or the key to seal it for is none."""


def is_sealed(lines: list[str]) -> bool:
    """Whether these lines are a sealed map and no map in clear."""
    return bool(lines) and lines[0].strip() == HEADER


def seal_map(table: str, lines: list[str]) -> list[str]:
    """The lines of a map, sealed for the table whose key `sabot register key` printed. Raises SealedMapError."""
    try:
        public = bytes.fromhex(table.strip())
    except ValueError:
        public = b""
    if len(public) != PUBLIC_SIZE:
        raise SealedMapError(f"{table.strip()[:80]!r} is no key of a table: allowed are {2 * PUBLIC_SIZE} hex digits")
    ephemeral = X25519PrivateKey.generate()
    shared = derive(ephemeral.exchange(X25519PublicKey.from_public_bytes(public)), _PURPOSE)
    sealed = ephemeral.public_key().public_bytes_raw() + seal(shared, _PURPOSE, "\n".join(lines).encode())
    return [HEADER, *wrap(base64.b64encode(sealed).decode("ascii"), _LINE)]


def open_map(device: FileDeviceKey, lines: list[str]) -> list[str]:
    """The lines that `seal_map` sealed for this table. Raises SealedMapError."""
    try:
        sealed = base64.b64decode("".join(line.strip() for line in lines[1:]), validate=True)
        shared = derive(device.agree(sealed[:PUBLIC_SIZE]), _PURPOSE)
        return unseal(shared, _PURPOSE, sealed[PUBLIC_SIZE:]).decode().splitlines()
    except (binascii.Error, DeviceKeyError, ValueError):
        raise SealedMapError(
            "the map was sealed for another table, or altered since: have it sealed for the key that "
            "`sabot register key` prints"
        ) from None
