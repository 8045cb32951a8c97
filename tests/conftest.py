"""What every test may use: the shared reference material; and with SABOT_REQUIRE_ALL=1 nothing is skipped."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.tracebacks import give_lines

ROOT = Path(__file__).resolve().parent.parent

USUAL = 60.0
"""Seconds that a test may take, by pyproject.toml."""

settings.register_profile("sabot", deadline=None, max_examples=100, print_blob=True)
settings.load_profile("sabot")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with rulebooks and real hands that stands beside the checkout, or SABOT_SHARED."""
    folder = Path(os.environ.get("SABOT_SHARED", ROOT.parent / "shared"))
    if not (folder / "data" / "phh").is_dir():
        pytest.skip(f"no reference material at {folder} (set SABOT_SHARED)")
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, so that tests that run at the same time also end at the same time."""
    items.sort(key=_allowed, reverse=True)  # equal ones keep their order


def _allowed(item: pytest.Item) -> float:
    """Seconds that a test is allowed, by its own mark; one that starts processes is longer than most in any case."""
    mark = item.get_closest_marker("timeout")
    if mark is not None:
        return float(mark.args[0])
    return USUAL if item.get_closest_marker("process") else 0.0


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
