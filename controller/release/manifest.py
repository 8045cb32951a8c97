"""The manifest of a release: every file with its SHA-256, signed with Ed25519, and what differs from it on disk.

    sabot-manifest.json beside the packages:
    {"manifest": {"release": text, "made": ISO time, "covers": [names], "files": {path: hex}}, "signature": hex}

The signature is over the canonical text of "manifest": keys in order, no spaces. `covers` names the packages beside
the manifest that are looked through. "." is everything. There a file that the manifest does not name is wrong, too:
an added module runs as well as an altered one (9 NYCRR 5319.14(a)(3)(i)). Compiled modules count like all other
files, since Python runs those and not their sources.
"""

import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from firmware_bridge.messages.complaints import ONE_LINE

NAME: Final = "sabot-manifest.json"
PACKAGES: Final = ("controller", "drivers", "firmware_bridge")
SIMULATOR: Final = "hardware_sim"  # not on every table
EVERYTHING: Final = "."
PURPOSE: Final = b"sabot release "
NAMED: Final = 5  # files of a kind that a sentence names


class ManifestError(ValueError):
    """A manifest that cannot be read, or that no trusted key has signed."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of a release. `files`: path below the root → SHA-256 in hexadecimal."""

    release: str
    made: str
    covers: tuple[str, ...]
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """The files on disk that differ from the manifest, by path."""

    altered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.altered or self.missing or self.unknown)

    def __str__(self) -> str:
        kinds = (("altered", self.altered), ("missing", self.missing), ("unknown", self.unknown))
        return ONE_LINE.join(f"{kind}: {_some(paths)}" for kind, paths in kinds if paths)


def _some(paths: tuple[str, ...]) -> str:
    more = len(paths) - NAMED
    return ", ".join(paths[:NAMED]) + (f" and {more} more" if more > 0 else "")


def digests(root: Path, covers: Iterable[str], leave_out: str = "") -> dict[str, str]:
    """The SHA-256 of every file below `root` that these packages have, by path. Raises OSError.

    `leave_out`: the name of folders that do not count.
    """
    return dict(sorted((path, _digest(root / path)) for name in covers for path in _files(root, name, leave_out)))


def _files(root: Path, name: str, leave_out: str) -> Iterator[str]:
    for directory, folders, files in os.walk(root / name):
        folders[:] = [folder for folder in folders if folder != leave_out]
        here = Path(directory)
        below = here.relative_to(root)
        links = [folder for folder in folders if (here / folder).is_symlink()]
        for file in (*files, *links):
            path = file if below == Path() else f"{below.as_posix()}/{file}"
            if path != NAME:
                yield path


def _digest(path: Path) -> str:
    """Return the digest of a file. A link is named by its target, as it is no part of a release."""
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return f"a link to {path.readlink()}"
    if not stat.S_ISREG(mode):
        return "no regular file"
    return hashlib.sha256(path.read_bytes()).hexdigest()


def total(files: Mapping[str, str]) -> str:
    """One digest for many files: of their paths and digests in order."""
    lines = "".join(f"{path} {digest}\n" for path, digest in sorted(files.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def compare(manifest: Manifest, root: Path) -> Difference:
    """Compare the files on disk with the manifest. Raises OSError."""
    found, listed = digests(root, manifest.covers), manifest.files
    return Difference(
        tuple(sorted(path for path in found.keys() & listed.keys() if found[path] != listed[path])),
        tuple(sorted(listed.keys() - found.keys())),
        tuple(sorted(found.keys() - listed.keys())),
    )


def sign(manifest: Manifest, key: Ed25519PrivateKey) -> str:
    """The text of the manifest's file."""
    content = asdict(manifest)
    signature = key.sign(PURPOSE + _canonical(content)).hex()
    return json.dumps({"manifest": content, "signature": signature}, indent=0, sort_keys=True) + "\n"


def read(text: str, key: bytes) -> Manifest:
    """The manifest, if the owner of that public key has signed it as it is. Raises ManifestError."""
    try:
        whole = json.loads(text)
        content, signature = whole["manifest"], bytes.fromhex(whole["signature"])
        Ed25519PublicKey.from_public_bytes(key).verify(signature, PURPOSE + _canonical(content))
    except InvalidSignature:
        raise ManifestError(f"{NAME} is not signed by the key of this table's releases, or was altered") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ManifestError(f"{NAME} cannot be read") from None
    return Manifest(content["release"], content["made"], tuple(content["covers"]), content["files"])


def _canonical(content: dict[str, Any]) -> bytes:
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
