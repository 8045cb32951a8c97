"""Processes held to a share of one core, by a control group with a processor quota (cgroups(7), version 1 or 2)."""

import contextlib
import math
import os
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

PERIOD = 10_000
"""Microseconds after which a group may run again.

The group runs at this machine's full speed until its quota is spent, and then not at all until the period is over. So
a time that is measured is wrong by a period at most. At the usual 100 ms that were more than every latency measured
here. Much less than 10 ms means nothing: the kernel looks at its ticks, each 4 ms on many machines.
"""

LEAST_QUOTA = 1_000
"""Microseconds. The kernel refuses a smaller quota (`min_cfs_quota_period` in kernel/sched)."""

MOUNTS = Path("/proc/mounts")
OWN_GROUPS = Path("/proc/self/cgroup")


class NoQuotaError(RuntimeError):
    """No process can be held to a share of a core here. The message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Quota:
    """So many microseconds of one core in each period."""

    quota: int
    period: int


def quota_of(share: float) -> Quota:
    """Return the quota for a share of one core (0-1). The period is longer if the kernel allows no such quota.

    Raises ValueError if the share is not more than 0 and at most 1.
    """
    if not 0 < share <= 1:
        raise ValueError(f"share {share:g} of a core: allowed is more than 0 and at most 1")
    period = max(PERIOD, math.ceil(LEAST_QUOTA / share))
    return Quota(max(LEAST_QUOTA, round(share * period)), period)


class Version(Enum):
    """The two interfaces of the kernel."""

    ONE = 1
    TWO = 2


def settings(version: Version, quota: Quota | None) -> dict[str, str]:
    """Return the files of a group with what is written to each.

    The weight is the greatest there is, so that other work on the machine keeps no group from its quota.
    """
    if version is Version.ONE:
        limits = quota and {"cpu.cfs_period_us": str(quota.period), "cpu.cfs_quota_us": str(quota.quota)}
        return {"cpu.shares": "262144"} | (limits or {})
    return {"cpu.weight": "10000"} | ({"cpu.max": f"{quota.quota} {quota.period}"} if quota else {})


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Where groups are made, and where this process was before."""

    version: Version
    top: Path
    home: Path


def hierarchy(mounts: Path = MOUNTS, own: Path = OWN_GROUPS) -> Hierarchy:
    """Find the control groups of the processor. Raises NoQuotaError if this machine has none."""
    found = [line.split() for line in mounts.read_text(encoding="utf-8").splitlines()]
    groups = [line.split(":", 2) for line in own.read_text(encoding="utf-8").splitlines()]
    for _, where, kind, options, *_ in found:
        if kind == "cgroup2" and "cpu" in _words(Path(where) / "cgroup.controllers"):
            return Hierarchy(Version.TWO, Path(where), _home(where, groups, ""))
        if kind == "cgroup" and "cpu" in options.split(","):
            return Hierarchy(Version.ONE, Path(where), _home(where, groups, "cpu"))
    raise NoQuotaError("no control group of the processor is mounted (cgroups(7)). Boot with systemd, or mount one")


def _words(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").split() if file.exists() else []


def _home(where: str, groups: list[list[str]], controller: str) -> Path:
    path = next((path for _, names, path in groups if controller in names.split(",")), "/")
    return Path(where) / path.strip("/")


class Group:
    """A control group. Processes are taken into it, and leave it when it is closed."""

    def __init__(self, place: Hierarchy, name: str, quota: Quota | None) -> None:
        """`quota`: None for as much as there is. Raises NoQuotaError if the group cannot be made."""
        self._home = place.home
        self._path = place.top / f"sabot-bench-{os.getpid()}-{name}"
        try:
            if place.version is Version.TWO and "cpu" not in _words(place.top / "cgroup.subtree_control"):
                (place.top / "cgroup.subtree_control").write_text("+cpu", encoding="ascii")
            self._path.mkdir()
            for file, text in settings(place.version, quota).items():
                (self._path / file).write_text(text, encoding="ascii")
        except OSError as error:
            self.close()
            cure = "Run this bench as root, outside of containers"
            raise NoQuotaError(f"{self._path}: {error.strerror}. {cure}") from error

    def take(self, pid: int) -> None:
        """Take in a process with all its threads."""
        (self._path / "cgroup.procs").write_text(str(pid), encoding="ascii")

    @property
    def waited(self) -> float:
        """The share (0-1) of the periods with work in which its quota was spent."""
        words = [line.split() for line in (self._path / "cpu.stat").read_text(encoding="ascii").splitlines()]
        counts = {name: int(number) for name, number in words}
        return counts["nr_throttled"] / max(1, counts["nr_periods"])

    def close(self) -> None:
        """Let its processes go, and remove it."""
        with contextlib.suppress(OSError):
            for pid in _words(self._path / "cgroup.procs"):
                (self._home / "cgroup.procs").write_text(pid, encoding="ascii")
        with contextlib.suppress(OSError):
            self._path.rmdir()
