"""The lock file of what runs: each package with its version and the hashes of its files (requirements of pip)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_REQUIREMENT: Final = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(?P<version>[^\s;\\]+)")
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_VIA: Final = re.compile(r"^\s+#\s+(?:via\s+)?(?P<name>[A-Za-z0-9._-]+)\s*(?:\(.*)?$")
_WINDOWS: Final = "sys_platform == 'win32'"


@dataclass(frozen=True, slots=True)
class Locked:
    """One pinned package: its lines with the marker and hashes, the digests of its files, which packages want it."""

    name: str
    version: str
    lines: str
    hashes: tuple[str, ...]
    wanted_by: tuple[str, ...]

    @property
    def for_windows(self) -> bool:
        """Whether only Windows wants it."""
        return _WINDOWS in self.lines.partition("\n")[0]

    @property
    def purl(self) -> str:
        """Its package URL (ECMA-427)."""
        return f"pkg:pypi/{self.name.lower().replace('_', '-')}@{self.version}"


def locked(text: str) -> list[Locked]:
    """Return the packages of a lock file, in its order. Raises ValueError if it pins none."""
    found = list(_blocks(text))
    if not found:
        raise ValueError("the lock file pins no package. Allowed are lines such as name==1.0 --hash=sha256:…")
    return found


def _blocks(text: str) -> Iterator[Locked]:
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if _REQUIREMENT.match(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        match = _REQUIREMENT.match(lines[start])
        assert match is not None  # noqa: S101 - it was found by it
        block = lines[start:end]
        wanted = [via["name"] for line in block if (via := _VIA.match(line)) and via["name"] != "via"]
        hashes = _HASH.findall("\n".join(block))
        yield Locked(match["name"], match["version"], "\n".join(block), tuple(hashes), tuple(wanted))
