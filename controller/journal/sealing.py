"""The keys that keep cards and tags unreadable in the journal. Each hand has one, which is destroyed at its close.

A *period* is the time from the close of one hand to the close of the next. Its key lies outside the database, in
`handkey.<period>`, wrapped by the device key. Once the close of its hand is committed it is overwritten and removed.
From then on the records of that hand open only with the surveillance private key, as a copy is sealed to its public
key.

What is sealed has one of a few sizes. So the length of a sealed part tells no rank.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from controller.registers.device_key import KEY_SIZE, DeviceKey, DeviceKeyError, derive, seal, unseal
from controller.registers.files import destroy, read_whole, write_private

SIZES = (256, 512, 1024, 2048, 4096)
"""Bytes that are sealed, their own length (4) included. Above the largest it is a multiple of it. A card's event
fills about 180 bytes, a key's or a chip's 150 to 400, so most records have one of the first two sizes."""
PUBLIC_SIZE = 32  # bytes, RFC 7748 5
PUBLIC_NAME = "surveillance.pub"
PRIVATE_NAME = "surveillance.key"


class SealingError(Exception):
    """A key of the journal is missing or does not open what it should."""


def padded(secret: bytes) -> bytes:
    """Return the secret with its length before it and zeros behind it, as long as one of the sizes."""
    needed = len(secret) + 4
    size = next((size for size in SIZES if size >= needed), -(-needed // SIZES[-1]) * SIZES[-1])
    return (len(secret).to_bytes(4) + secret).ljust(size, b"\0")


def without_padding(padded_secret: bytes) -> bytes:
    """Return what was given to `padded`."""
    return padded_secret[4 : 4 + int.from_bytes(padded_secret[:4])]


class Surveillance:
    """The public half of the surveillance key: it seals, and cannot open."""

    def __init__(self, public: bytes) -> None:
        self._public = public

    @classmethod
    def at(cls, state: Path) -> Surveillance:
        """Return the public key in `surveillance.pub`. If there is none, make a pair.

        The private half is then put beside it in `surveillance.key` (0600, hex). Take it away and keep it apart.
        Raises SealingError, OSError.
        """
        path = state / PUBLIC_NAME
        if not path.exists():
            private = X25519PrivateKey.generate()
            write_private(state / PRIVATE_NAME, private.private_bytes_raw().hex().encode() + b"\n")
            write_private(path, private.public_key().public_bytes_raw().hex().encode() + b"\n")
        try:
            public = bytes.fromhex(read_whole(path).decode("ascii", "replace").strip())
        except ValueError:
            raise SealingError(f"{path} is not hexadecimal text") from None
        if len(public) != PUBLIC_SIZE:
            raise SealingError(f"{path} has {len(public)} bytes, an X25519 public key has {PUBLIC_SIZE}")
        return cls(public)

    def copy(self, period: int, key: bytes) -> bytes:
        """Return a hand's key, sealed for the surveillance private key only: 32 ephemeral public | sealed."""
        ephemeral = X25519PrivateKey.generate()
        shared = ephemeral.exchange(X25519PublicKey.from_public_bytes(self._public))
        return ephemeral.public_key().public_bytes_raw() + seal(_copy_key(shared), _purpose(period), key)


def surveillance_public(state: Path) -> str:
    """Return the text of `surveillance.pub`, "" if there is none, and why if it cannot be read."""
    try:
        return read_whole(state / PUBLIC_NAME).decode("ascii", "replace").strip()
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"not to be read: {error.strerror}"


def surveillance_key_lies_at(state: Path) -> bool:
    """Whether the private half still lies beside the journal. Every sealed record opens with it."""
    return (state / PRIVATE_NAME).exists()


def open_surveillance_copy(private: bytes, period: int, copy: bytes) -> bytes:
    """Return the hand's key from its surveillance copy. Raises SealingError."""
    try:
        shared = X25519PrivateKey.from_private_bytes(private).exchange(
            X25519PublicKey.from_public_bytes(copy[:PUBLIC_SIZE])
        )
        return unseal(_copy_key(shared), _purpose(period), copy[PUBLIC_SIZE:])
    except (DeviceKeyError, ValueError):
        raise SealingError(f"the copy of period {period} was not made for this surveillance key") from None


def _copy_key(shared: bytes) -> bytes:
    return derive(shared, b"surveillance copy")


def _purpose(period: int) -> bytes:
    return f"hand key {period}".encode()


class HandKeys:
    """The wrapped keys in the state directory: one, or two while a hand is being closed."""

    def __init__(self, state: Path, device: DeviceKey) -> None:
        self._state, self._device = state, device

    def make(self, period: int) -> bytes:
        """Make a key for a period, durable when this returns. Raises OSError."""
        key = secrets.token_bytes(KEY_SIZE)
        write_private(self._path(period), self._device.wrap(_purpose(period), key))
        return key

    def load(self, period: int) -> bytes:
        """Return the key of an open period. Raises SealingError if it is gone or another table made it."""
        try:
            return self._device.unwrap(_purpose(period), read_whole(self._path(period)))
        except FileNotFoundError:
            raise SealingError(
                f"{self._path(period)} is missing: the cards of the open hand cannot be read"
            ) from None
        except DeviceKeyError as error:
            raise SealingError(f"{self._path(period)}: {error}") from None
        except OSError as error:
            raise SealingError(f"{self._path(period)} cannot be read: {error.strerror}") from None

    @property
    def periods(self) -> list[int]:
        """The periods that have a key."""
        names = [path.name.removeprefix("handkey.") for path in self._state.glob("handkey.*")]
        return sorted(int(name) for name in names if name.isdecimal())

    def keep_only(self, period: int) -> None:
        """Overwrite and remove the keys of all other periods. Raises OSError."""
        for path in self._state.glob("handkey.*"):
            if path != self._path(period):
                destroy(path)

    def _path(self, period: int) -> Path:
        return self._state / f"handkey.{period}"
