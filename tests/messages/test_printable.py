"""What others chose to say, in a log, in a recall and as a name: it forges no line and steers no terminal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog

from controller.journal.recall import told
from controller.people.accounts import Accounts, AccountsError
from firmware_bridge.messages.printable import printable
from firmware_bridge.process.logs import configure_logs

FORGED = "Ann\x1b[2J\r\nlevel=error \u202e\x00"


@pytest.fixture
def logs() -> Iterator[None]:
    """The configuration of before comes back."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


def test_signs_that_are_not_printed_are_escaped() -> None:
    assert printable(FORGED) == r"Ann\x1b[2J\r\nlevel=error \u202e\x00"
    assert printable("Zoé, 100 €") == "Zoé, 100 €"


@pytest.mark.usefixtures("logs")
@pytest.mark.parametrize("as_json", [False, True])
def test_a_name_forges_no_line_of_a_log_and_steers_no_terminal(
    capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    configure_logs(as_json)
    structlog.get_logger("controller").info("refused log-in", name=FORGED, address="\x1b]0;x\x07")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.isprintable()


def test_a_reason_forges_no_line_of_a_recall() -> None:
    who = {"utc": None, "source": "console", "role": "floor", "by": FORGED}
    what = {"kind": "floor_decision", "refused": None, "events": [["FloorDecision", {"reason": FORGED}]]}
    step = {**who, **what, "outcomes": [["Ruling", FORGED]]}
    lines = list(told(step))
    assert len(lines) == 3
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("name", [FORGED, "Ann\u200b", "\u202eAnn", " "])
def test_an_account_has_a_name_that_people_can_read(name: str) -> None:
    with pytest.raises(AccountsError, match="signs that are printed"):
        Accounts().added(name, "dealer", "hash")
