"""The key of this one table: it wraps what is kept at rest and signs what must not be altered.

`DeviceKey` is what the rest of the program knows, so that a secure element can take its place. `FileDeviceKey` keeps
the secret in a file. Anyone who can read the medium as root can read it too, as docs/secrecy.md says.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Protocol

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from controller.registers.files import read_whole, write_private
from firmware_bridge.process.directories import private_directory

KEY_SIZE = 32  # bytes: AES-256 and Ed25519 both take 32
NONCE_SIZE = 12  # bytes, NIST SP 800-38D 5.2.1.1
SIGNATURE_SIZE = 64  # bytes, RFC 8032 5.1.6
CHECK_SIZE = 8  # bytes of SHA-256 behind the secret: a flipped bit passes with a probability of 5e-20

USED_WITH = ("journal.sqlite", "journal.head", "decks.reg", "chips.reg", "people")
"""Files that no table has before it has its key."""


class DeviceKeyError(Exception):
    """The device key cannot be read, or it did not make what it must open."""


class DeviceKey(Protocol):
    """A table's own key, which wraps and opens. `purpose` names what is wrapped. Another purpose does not open it."""

    def wrap(self, purpose: bytes, secret: bytes) -> bytes:
        """Seal `secret`."""

    def unwrap(self, purpose: bytes, wrapped: bytes) -> bytes:
        """Open what `wrap` sealed. Raises DeviceKeyError."""

    def sign(self, data: bytes) -> bytes:
        """A signature of 64 bytes."""

    def verify(self, data: bytes, signature: bytes) -> bool:
        """Whether this key made that signature of that data."""


def seal(key: bytes, purpose: bytes, secret: bytes) -> bytes:
    """AES-256-GCM under a random nonce, which stands first. `purpose` is authenticated with it."""
    nonce = os.urandom(NONCE_SIZE)
    return nonce + AESGCM(key).encrypt(nonce, secret, purpose)


def unseal(key: bytes, purpose: bytes, sealed: bytes) -> bytes:
    """Open what `seal` made. Raises DeviceKeyError for another key, another purpose or altered bytes."""
    try:
        return AESGCM(key).decrypt(sealed[:NONCE_SIZE], sealed[NONCE_SIZE:], purpose)
    except (InvalidTag, ValueError):
        raise DeviceKeyError(f"{purpose.decode()}: sealed under another key, or altered since") from None


def derive(secret: bytes, purpose: bytes) -> bytes:
    """A key of its own for one purpose (HKDF, RFC 5869)."""
    return HKDF(SHA256(), KEY_SIZE, salt=None, info=b"sabot " + purpose).derive(secret)


def hmac_of(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA256, 32 bytes."""
    return hmac.digest(key, data, "sha256")


class NoDeviceKey:
    """A stand-in for a key that cannot be read. It opens nothing, and nothing is written under it."""

    def wrap(self, _purpose: bytes, _secret: bytes) -> bytes:
        """Raises OSError."""
        raise OSError("there is no device key")

    def unwrap(self, _purpose: bytes, _wrapped: bytes) -> bytes:
        """Raises DeviceKeyError."""
        raise DeviceKeyError("there is no device key")

    def sign(self, _data: bytes) -> bytes:
        """Raises OSError."""
        raise OSError("there is no device key")

    def verify(self, _data: bytes, _signature: bytes) -> bool:
        """Return False, as nothing is known to be signed by a missing key."""
        return False


class FileDeviceKey:
    """A device key whose secret is 32 random bytes in a file of mode 0600, with a check behind them.

    A file without the check is read as well: earlier programs wrote none.
    """

    def __init__(self, secret: bytes) -> None:
        self._wrapping = derive(secret, b"wrapping")
        self._signing = Ed25519PrivateKey.from_private_bytes(derive(secret, b"signing"))
        self._agreeing = X25519PrivateKey.from_private_bytes(derive(secret, b"agreeing"))

    @classmethod
    def at(cls, path: Path) -> FileDeviceKey:
        """Return the key in that file. A new table gets one. Raises DeviceKeyError, OSError."""
        private_directory(path.parent)
        try:
            mode, kept = path.stat().st_mode & 0o777, read_whole(path)
        except FileNotFoundError:
            return cls._made(path)
        except OSError as error:
            raise DeviceKeyError(f"{path} cannot be read: {error.strerror}") from None
        if mode & 0o077:
            raise DeviceKeyError(f"{path} has mode {mode:04o}, allowed is 0600: others may have read the device key")
        secret, check = kept[:KEY_SIZE], kept[KEY_SIZE:]
        if len(kept) not in (KEY_SIZE, KEY_SIZE + CHECK_SIZE):
            raise DeviceKeyError(f"{path} has {len(kept)} bytes, a device key has {KEY_SIZE + CHECK_SIZE}")
        if check and not hmac.compare_digest(check, _check(secret)):
            raise DeviceKeyError(f"{path} is damaged: its check does not fit")
        return cls(secret)

    @classmethod
    def _made(cls, path: Path) -> FileDeviceKey:
        """Make a key. Nothing that another key sealed may lie there. Raises DeviceKeyError, OSError."""
        beside = [name for name in USED_WITH if (path.parent / name).exists()]
        if beside:
            raise DeviceKeyError(f"{path} is missing beside {', '.join(beside)}")
        secret = secrets.token_bytes(KEY_SIZE)
        write_private(path, secret + _check(secret))
        return cls(secret)

    def wrap(self, purpose: bytes, secret: bytes) -> bytes:
        """Seal `secret` under AES-256-GCM."""
        return seal(self._wrapping, purpose, secret)

    def unwrap(self, purpose: bytes, wrapped: bytes) -> bytes:
        """Open what `wrap` sealed. Raises DeviceKeyError."""
        return unseal(self._wrapping, purpose, wrapped)

    def sign(self, data: bytes) -> bytes:
        """An Ed25519 signature."""
        return self._signing.sign(data)

    def verify(self, data: bytes, signature: bytes) -> bool:
        """Whether this key made that signature of that data."""
        try:
            self._signing.public_key().verify(signature, data)
        except InvalidSignature:
            return False
        return True

    @property
    def public(self) -> bytes:
        """The key for which others seal what only this table shall open (X25519, 32 bytes)."""
        return self._agreeing.public_key().public_bytes_raw()

    def agree(self, public: bytes) -> bytes:
        """The secret shared with the owner of that public key. Raises ValueError if it is none."""
        return self._agreeing.exchange(X25519PublicKey.from_public_bytes(public))


def _check(secret: bytes) -> bytes:
    return hashlib.sha256(b"sabot device key" + secret).digest()[:CHECK_SIZE]
