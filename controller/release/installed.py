"""The program that is installed here, compared with its release."""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final

from controller.release.manifest import NAME, PACKAGES, SIMULATOR, ManifestError, compare, digests, read, total

ROOT: Final = Path(__file__).resolve().parents[2]
"""Where the packages lie: site-packages of an installation, or a checkout."""

CACHE: Final = "__pycache__"


class State(Enum):
    """The result of the comparison."""

    RELEASE = "every file is the one that was released"
    ALTERED = "this is not the program that was released"
    UNKNOWN = "nobody has said whose releases run here"


@dataclass(frozen=True, slots=True)
class Verified:
    """A verdict. `detail`: what is wrong or missing. `release`: the verified version, "" if none was verified."""

    state: State
    detail: str = ""
    release: str = ""


def verify(key: bytes | None, root: Path = ROOT) -> Verified:
    """Compare what is installed with its manifest. `key`: the public key of those whose releases run here.

    Without a key nothing is trusted and nothing refused. With a key a missing manifest counts as an alteration.
    Otherwise its removal would go unnoticed.
    """
    if key is None:
        return Verified(State.UNKNOWN, "section [release] of table.toml names no key")
    try:
        manifest = read((root / NAME).read_text(encoding="utf-8"), key)
        difference = compare(manifest, root)
    except ManifestError as error:
        return Verified(State.ALTERED, str(error))
    except (OSError, UnicodeDecodeError) as error:
        return Verified(State.ALTERED, f"{root / NAME} cannot be verified: {error}")
    if difference:
        return Verified(State.ALTERED, str(difference))
    return Verified(State.RELEASE, release=manifest.release)


def covered(root: Path = ROOT) -> tuple[str, ...]:
    """The packages of the program that are installed there."""
    return (*PACKAGES, SIMULATOR) if (root / SIMULATOR).is_dir() else PACKAGES


def package_digests(root: Path = ROOT) -> dict[str, tuple[str, int]]:
    """Of each package its digest and how many files it has, compiled modules left out."""
    return {name: (total(files), len(files)) for name in covered(root) for files in [_sources(root, (name,))]}


def _sources(root: Path, covers: tuple[str, ...]) -> dict[str, str]:
    return digests(root, covers, CACHE)


@cache
def program_digest(root: Path = ROOT) -> str:
    """One digest over all that runs at a table, as it was when the process first asked. The simulator is no part."""
    return total(_sources(root, PACKAGES))
