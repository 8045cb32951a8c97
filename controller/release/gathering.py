"""The packages of a release, gathered with pip: a wheel for each machine where one is published, else the source."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from controller.release.lockfile import Locked, locked

PYTHONS: Final = ("3.11", "3.13")
"""Of Raspberry Pi OS: Bookworm and Trixie."""

GLIBC: Final = 36
"""The minor version of glibc in Bookworm (packages.debian.org). Wheels for a later one do not run there."""

# The largest wheel has 8 MB: half a minute at 2 Mbit/s, and as long again for a slow registry twice over.
FETCHED_WITHIN_S: Final = 120

# Pip prepares a source with the tools that it names. That took 160 s on a machine with ten other things to do.
PREPARED_WITHIN_S: Final = 600

MACHINES: Final = ("aarch64", "armv7l", "x86_64")


@dataclass(frozen=True, slots=True)
class Target:
    """A kind of machine with a version of Python."""

    machine: str
    python: str

    def __str__(self) -> str:
        return f"{self.machine} {self.python}"

    @property
    def platforms(self) -> tuple[str, ...]:
        """The tags of wheels that run there (PEP 600)."""
        versions = [f"manylinux_2_{minor}_{self.machine}" for minor in range(GLIBC, 16, -1)]
        return (*versions, f"manylinux2014_{self.machine}", f"linux_{self.machine}")


class Registry(Protocol):
    """Where packages come from. Both return the names of the files that were written, none if there is none."""

    def wheel(self, package: Locked, target: Target, to: Path, /) -> list[str]: ...
    def source(self, package: Locked, to: Path, /) -> list[str]: ...


class Pip:
    """The registries that pip of this machine is set up for. What it fetches must have a hash of the lock file."""

    def wheel(self, package: Locked, target: Target, to: Path) -> list[str]:
        """Fetch the wheel for a machine."""
        platforms = [word for name in target.platforms for word in ("--platform", name)]
        words = ["--only-binary=:all:", "--python-version", target.python, *platforms]
        return self._fetched(package, to, FETCHED_WITHIN_S, *words)

    def source(self, package: Locked, to: Path) -> list[str]:
        """Fetch the source. Pip asks it for its name, which runs the package's own build script.

        The tools of that script come as wheels: built from source themselves, those of pyzmq took longer than any
        limit.
        """
        return self._fetched(package, to, PREPARED_WITHIN_S, f"--no-binary={package.name}")

    def _fetched(self, package: Locked, to: Path, within: int, *options: str) -> list[str]:
        with tempfile.TemporaryDirectory(dir=to) as aside:
            lock = Path(aside) / "lock.txt"
            lock.write_text(package.lines, encoding="utf-8")
            files = Path(aside) / "files"
            words = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
            words += ["--require-hashes", "--requirement", str(lock), "--dest", str(files), *options]
            with suppress(subprocess.TimeoutExpired):  # what did not come counts as missing, and is named
                subprocess.run(  # noqa: S603 - our own words and the lock file
                    words, check=False, capture_output=True, timeout=within
                )
            return sorted(path.replace(to / path.name).name for path in files.glob("*"))


Contents = Mapping[str, Mapping[Target, str]]
"""Of each package, what there is for each target: `wheel`, `source` or `missing`."""


def gather(
    lock: str, targets: Sequence[Target], to: Path, registry: Registry, say: Callable[[str], None] = lambda _: None
) -> Contents:
    """Fetch every package of a lock file that Linux wants, for all targets, into a folder. Return what there is.

    Raises OSError, ValueError if the lock file pins no package.
    """
    wanted = [package for package in locked(lock) if not package.for_windows]
    return {f"{one.name} {one.version}": _one(one, targets, to, registry, say) for one in wanted}


def _one(
    package: Locked, targets: Sequence[Target], to: Path, registry: Registry, say: Callable[[str], None]
) -> dict[Target, str]:
    have: dict[Target, str] = {}
    for target in targets:
        files = registry.wheel(package, target, to)
        have[target] = "wheel" if files else "missing"
        if any(file.endswith("-none-any.whl") for file in files):
            have = dict.fromkeys(targets, "wheel")
            break
    without = [target for target, what in have.items() if what == "missing"]
    if without and registry.source(package, to):
        have |= dict.fromkeys(without, "source")
    say(f"{package.name} {package.version}: {', '.join(sorted(set(have.values())))}")
    return have


def table_of(contents: Contents, targets: Iterable[Target], program: str) -> str:
    """Return the list that lies in a release, for people: each package with what there is for each machine."""
    names = [str(target) for target in targets]
    width = max(map(len, contents), default=0) + 2
    lines = [program, "", " " * width + "  ".join(f"{name:12}" for name in names).rstrip()]
    for package, have in contents.items():
        told = {str(target): what for target, what in have.items()}
        lines.append(f"{package:{width}}" + "  ".join(f"{told[name]:12}" for name in names).rstrip())
    lines += ["", "wheel: installs as it is. source: is built at the table, which wants its tools and some minutes."]
    lines += ["missing: neither could be fetched when the release was made. Such a machine cannot install it."]
    return "\n".join(lines) + "\n"
