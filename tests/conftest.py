"""What every test may use: the shared reference material; and with SABOT_REQUIRE_ALL=1 nothing is skipped."""

from __future__ import annotations

import gc
import itertools
import os
from collections.abc import Generator
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
    """Return one worker more than there are cores: tests that start processes wait for a good part of their time.

    With `logical` return as many as there are cores, for a run without such tests: each worker collects them all.
    """
    cores = len(os.sched_getaffinity(0))
    return cores if config.option.numprocesses == "logical" else cores + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without the garbage collector, and leave what lives then to no later run of it.

    Ten thousand tests and what they are drawn from stay until the end. Looking through them again and again took as
    long as making them, in each worker.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)  # behind what deselects tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests so that all workers have long ones first, and so end together.

    xdist cuts the list into one part for each worker, in this order. A worker that is done takes from the end of
    another one's part: the short ones are there. Without workers the list is one part.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    limited = sorted((item for item in items if _limit(item)), key=_limit, reverse=True)
    unlimited = [item for item in items if not _limit(item)]
    processes = [item for item in unlimited if item.get_closest_marker("process")]
    short = [item for item in unlimited if not item.get_closest_marker("process")]
    parts = zip(_dealt(limited, workers), _cut(processes, workers), _cut(short, workers), strict=True)
    items[:] = [item for part in parts for kind in part for item in kind]


def _limit(item: pytest.Item) -> float:
    """Seconds that a test is allowed by its own mark. 0 if it has none: then it is not one of the longest."""
    mark = item.get_closest_marker("timeout")
    return float(mark.args[0]) if mark is not None else 0.0


def _dealt(items: list[pytest.Item], workers: int) -> list[list[pytest.Item]]:
    """Deal the tests out one by one, as cards."""
    return [items[worker::workers] for worker in range(workers)]


def _cut(items: list[pytest.Item], workers: int) -> list[list[pytest.Item]]:
    """Cut the tests into equal runs: neighbours share what is set up once for a module."""
    ends = [len(items) * worker // workers for worker in range(workers + 1)]
    return [items[start:end] for start, end in itertools.pairwise(ends)]


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
