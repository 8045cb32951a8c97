"""What every test may use: the shared reference material; and with SABOT_REQUIRE_ALL=1 nothing is skipped."""

from __future__ import annotations

import gc
import itertools
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.tracebacks import give_lines

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("sabot", deadline=None, max_examples=100, print_blob=True)
settings.load_profile("sabot")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with rulebooks and real hands that stands beside the checkout, or SABOT_SHARED."""
    folder = Path(os.environ.get("SABOT_SHARED", ROOT.parent / "shared"))
    if not (folder / "data" / "phh").is_dir():
        pytest.skip(f"no reference material at {folder} (set SABOT_SHARED)")
    return folder


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return two workers more than there are cores: tests that start processes wait for a good part of their time.

    Three workers used three quarters of two quiet cores. With `logical` return as many as there are cores, for a run
    without such tests: each worker collects them all.
    """
    cores = len(os.sched_getaffinity(0))
    return cores if config.option.numprocesses == "logical" else cores + 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without the garbage collector, and leave what lives then to no later run of it.

    Ten thousand tests and what they are drawn from stay until the end. Looking through them again and again took as
    long as making them, in each worker.
    Later it runs seldom: played scenarios stay too, and it took a tenth of the tests' own processor time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.hookimpl(trylast=True)  # behind what deselects tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests so that all workers have long ones first, and so end together.

    xdist cuts the list into equal parts, one for each worker, in this order. A worker that is done takes from the end
    of another one's part: the short ones are there. Without workers the list is one part.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    groups = sorted(_groups(items), key=_limit, reverse=True)
    others = [item for item in items if not _first_for(item)]
    processes = [item for item in others if item.get_closest_marker("process")]
    short = iter(item for item in others if not item.get_closest_marker("process"))
    sizes = [len(part) for part in _cut(items, workers)]
    parts = zip(_dealt(groups, workers), _cut(processes, workers), sizes, strict=True)
    ordered = [item for part in parts for item in _part(*part, short)]
    items[:] = [*ordered, *short]


def _first_for(item: pytest.Item) -> str:
    """Return what makes a test one of the first: others with which it goes together, or itself if it has a limit."""
    mark = item.get_closest_marker("together")
    if mark is not None:
        return str(mark.args[0])
    return item.nodeid if item.get_closest_marker("timeout") else ""


def _groups(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """Return the tests that come first, each group to be run by one worker."""
    found: dict[str, list[pytest.Item]] = {}
    for item in items:
        if first := _first_for(item):
            found.setdefault(first, []).append(item)
    return list(found.values())


def _limit(group: list[pytest.Item]) -> float:
    """Return the most seconds that a test of a group is allowed by its own mark. 0 if none has one."""
    marks = [mark for item in group if (mark := item.get_closest_marker("timeout")) is not None]
    return max((float(mark.args[0]) for mark in marks), default=0.0)


def _dealt(groups: list[list[pytest.Item]], workers: int) -> list[list[pytest.Item]]:
    """Deal the groups out one by one, as cards."""
    return [[item for group in groups[worker::workers] for item in group] for worker in range(workers)]


def _cut(items: list[pytest.Item], workers: int) -> list[list[pytest.Item]]:
    """Cut the tests into equal runs: neighbours share what is set up once for a module."""
    ends = [len(items) * worker // workers for worker in range(workers + 1)]
    return [items[start:end] for start, end in itertools.pairwise(ends)]


def _part(
    first: list[pytest.Item], processes: list[pytest.Item], size: int, short: Iterator[pytest.Item]
) -> list[pytest.Item]:
    """Return a worker's part, filled up with short tests: a group that is cut in two would be set up twice."""
    long = [*first, *processes]
    return [*long, *itertools.islice(short, max(0, size - len(long)))]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With SABOT_REQUIRE_ALL=1 (as in CI) a skipped test is a failed one: every optional part must be there.

    An error that has no line somewhere gets one, or pytest could not print it and would end the run.
    """
    if call.excinfo is not None and give_lines(call.excinfo.value):
        call.excinfo = pytest.ExceptionInfo.from_exception(call.excinfo.value)
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("SABOT_REQUIRE_ALL") == "1":
        report.outcome = "failed"
        report.longrepr = f"skipped although everything is required: {report.longrepr}"
    return report
