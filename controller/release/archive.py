"""A release as one file: a zip with the program, what it depends on, and the signed list of all of it.

    sabot-<release>.zip
        sabot-manifest.json     every file with its SHA-256, signed
        requirements.txt        the lock file of what runs
        contents.txt            which package is there for which machine
        packages/               wheels, and sources

Nothing of it is believed before the signature: only files of the signed list are written, each held against its
digest before it gets its name.
"""

import hashlib
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from controller.release.manifest import NAME, Manifest, ManifestError, read

PACKAGES: Final = "packages"
REQUIREMENTS: Final = "requirements.txt"
CONTENTS: Final = "contents.txt"

# The list of a release for three machines has 12 kB, its packages 90 MB. What is ten times that is no release.
LONGEST_LIST: Final = 1 << 20
LARGEST: Final = 1 << 30

_UNREADABLE: Final = (
    zipfile.BadZipFile, zlib.error, EOFError,  # damaged, or cut off
    NotImplementedError, RuntimeError,  # what zipfile raises for another compression, and for encryption
)  # fmt: skip

NAMED: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,40}")  # a folder gets this name


@dataclass(frozen=True, slots=True)
class Archive:
    """A release file whose list is signed. `digest`: SHA-256 of the list, which tells two releases apart."""

    path: Path
    manifest: Manifest
    digest: str

    @property
    def release(self) -> str:
        """The name of the release."""
        return self.manifest.release


def opened(path: Path, key: bytes) -> Archive:
    """Read the list of a release file, if the owner of that public key has signed it.

    Raises ManifestError, OSError.
    """
    with _zip(path) as packed:
        try:
            about = packed.getinfo(NAME)
        except KeyError:
            raise ManifestError(f"{path} has no {NAME}: it is no release of Sabot") from None
        if about.file_size > LONGEST_LIST:
            raise ManifestError(f"{path}: {NAME} has {about.file_size} bytes, allowed are {LONGEST_LIST}")
        text = packed.read(NAME)
    try:
        manifest = read(text.decode(), key)
    except UnicodeDecodeError:
        raise ManifestError(f"{path}: {NAME} cannot be read") from None
    _refuse_odd_names(manifest)
    return Archive(path, manifest, hashlib.sha256(text).hexdigest())


def unpack(archive: Archive, to: Path) -> None:
    """Write the files of a release into a new folder. Raises ManifestError for the first that is not as signed,
    OSError."""
    with _zip(archive.path) as packed:
        sizes = {entry.filename: entry.file_size for entry in packed.infolist()}
        if sum(sizes.values()) > LARGEST:
            raise ManifestError(f"{archive.path} unpacks to {sum(sizes.values())} bytes, allowed are {LARGEST}")
        for name, digest in archive.manifest.files.items():
            if name not in sizes:
                raise ManifestError(f"{archive.path}: {name} is missing")
            file = to / name
            file.parent.mkdir(parents=True, exist_ok=True)
            found = hashlib.sha256()
            with packed.open(name) as source, file.open("xb") as into:
                while chunk := source.read(1 << 20):
                    found.update(chunk)
                    into.write(chunk)
            if found.hexdigest() != digest:
                file.unlink()
                raise ManifestError(f"{archive.path}: {name} is not the file that was signed")


@contextmanager
def _zip(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as packed:
            yield packed
    except _UNREADABLE as error:
        raise ManifestError(f"{path} is no whole zip file: {error}") from None


def _refuse_odd_names(manifest: Manifest) -> None:
    if not NAMED.fullmatch(manifest.release):
        raise ManifestError(f"release {manifest.release[:80]!r}: allowed are 1 to 41 of letters, digits and . + _ -")
    for name in manifest.files:
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise ManifestError(f"{NAME} names {name[:80]!r}: allowed are paths below the release")
