"""A guided test that a page leads: the same steps, refusals and sheet as from a terminal, over the controller."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.guided import led_by_page
from firmware_bridge.guided import sheet as sheets
from firmware_bridge.guided.sheet import Sheet
from firmware_bridge.guided.socket import reach
from firmware_bridge.guided.steps import steps_of
from firmware_bridge.guided.walk import Plan, Walk
from firmware_bridge.messages.guided import AnswerTest, BeginTest, GuidedAct, GuidedNow, Signer, Word
from firmware_bridge.messages.guided_facts import LedBy, LeftAlone, NoNewTag, Refused
from firmware_bridge.messages.orders import HandLatch, LeadTest

from .rig import S, Table

WHO = Signer(technician="R. Roe", licence="T-114", reason="antenna replaced", asset="7001")


class AtPage:
    """A technician at a page of the table, and the table itself with one bus and its lines."""

    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = Table(directory, monkeypatch, keep=lambda part: part["name"] == "bets")
        self._revision = 0
        self.chip = self.table.world.add_chip(100).id
        self.table.world.move([self.chip], "off", self.table.now)
        self.table.run(2)

    def says(self, act: GuidedAct, seconds: float = 0.3) -> GuidedNow:
        self._revision += 1
        self.table.controller.say(LeadTest(epoch=1, revision=self._revision, act=act))
        return self.after(seconds)

    def begins(self, *, signer: Signer | None = WHO, part: str = "") -> GuidedNow:
        """Begin, and wait until the bridge has looked at what lies there."""
        return self.says(BeginTest(signer=signer, part=part), 4)

    def answers(self, word: Word, turn: int | None = None) -> GuidedNow:
        return self.says(AnswerTest(turn=self.now.turn if turn is None else turn, word=word))

    def after(self, seconds: float) -> GuidedNow:
        self.table.run(seconds)
        return self.now

    def moves(self, spot: str) -> GuidedNow:
        """Lay the chip there, and wait for what the order says then."""
        self.table.world.move([self.chip], spot, self.table.now)
        return self.after(8)

    @property
    def now(self) -> GuidedNow:
        return self.table.controller.tests[-1]


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AtPage]:
    page = AtPage(tmp_path, monkeypatch)
    yield page
    page.table.close()


def in_terminal(table: Table, left: Sheet | None) -> Walk:
    """A test in a terminal at the same bridge, once it has begun or was refused."""
    every = steps_of(table.file)
    sheet = left or sheets.begun(table.file, every, WHO)
    plan = Plan(table.file, sheet, sheet.left(every), left, False, "en")
    walk = Walk(plan, reach(table.file.paths.run), table.loop, lambda: None, lambda _line: None)
    table.run(4)
    return walk


def left_at(table: Table) -> Sheet | None:
    return sheets.kept(table.file.paths.bridge)


def said(now: GuidedNow) -> str:
    return "" if now.order is None else now.order.said()


def test_a_page_leads_through_a_step_and_is_told_its_result(page: AtPage) -> None:
    assert said(page.begins(part="bets")) == "Lay one chip on seat 1's bet line."
    assert said(page.moves("bet:1")) == "Take the chip away."
    after = page.moves("off")
    assert after.last is not None
    assert (after.last.thing, after.last.result, said(after)) == (
        "bet:1",
        "pass",
        "Lay one chip on seat 2's bet line.",
    )


def test_a_failed_step_waits_for_an_answer_and_a_second_tap_counts_for_nothing(page: AtPage) -> None:
    turn = page.begins(part="bets").turn
    page.answers("done")
    failed = page.after(5)
    assert failed.step is not None
    assert isinstance(failed.step.failed, NoNewTag)
    assert page.answers("done", turn) == failed
    assert said(page.answers("done")) == "Lay one chip on seat 2's bet line."


def test_a_test_that_was_left_is_taken_up_where_it_was(page: AtPage) -> None:
    page.begins()
    page.answers("skip")
    left = page.answers("leave")
    assert (left.order, left.signer, left.done) == (None, WHO, 1)
    again = page.begins(signer=None)
    assert again.step is not None
    assert (again.step.thing, again.done) == ("bet:2", 1)


def test_each_run_with_a_result_gives_a_sheet_as_text_and_as_json(page: AtPage) -> None:
    page.begins(part="bets")
    page.answers("skip")
    page.answers("leave")
    (sheet,) = page.table.controller.sheets
    assert "Licence           T-114" in sheet.text["en"].splitlines()
    assert Sheet.model_validate_json(sheet.data).tried[0].result == "skip"
    assert (page.table.file.paths.bridge / f"{sheet.name}.json").exists()


def test_a_page_is_refused_in_a_hand_and_a_hand_ends_its_test(page: AtPage) -> None:
    def hand(*, in_progress: bool) -> None:
        page.table.controller.say(HandLatch(epoch=1, revision=page.table.now, in_progress=in_progress))
        page.after(0.1)

    hand(in_progress=True)
    refused = page.begins()
    assert (refused.order, refused.why) == (None, Refused(kind="in_hand"))
    hand(in_progress=False)
    assert page.begins().order is not None
    hand(in_progress=True)
    assert (page.now.order, page.now.why) == (None, Refused(kind="hand_began"))


def test_a_test_that_nobody_attends_ends_and_is_kept(page: AtPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(led_by_page, "UNATTENDED", 60 * S)
    page.begins(part="bets")
    ended = page.after(60)
    assert (ended.order, ended.signer, ended.why) == (None, WHO, LeftAlone(minutes=1))


def test_nothing_left_cannot_be_gone_on_with(page: AtPage) -> None:
    assert page.begins(signer=None).why == Refused(kind="nothing_left")


def test_a_test_left_on_a_page_goes_on_in_a_terminal_and_again_on_the_page(page: AtPage) -> None:
    page.begins()
    page.answers("skip")
    page.answers("leave")
    terminal = in_terminal(page.table, left_at(page.table))
    terminal.typed(b"s\nq\n", page.table.now)
    told = page.after(0.5)
    assert (told.done, [one.thing for one in terminal.sheet.tried]) == (2, ["bet:1", "bet:2"])
    assert "bet:2" in page.table.controller.sheets[-1].text["fr"]
    again = page.begins(signer=None)
    assert again.step is not None
    assert (again.step.thing, again.done) == ("bet:3", 2)


def test_of_two_tests_at_once_the_second_is_told_who_leads_the_first(page: AtPage) -> None:
    order = page.begins().order
    terminal = in_terminal(page.table, left_at(page.table))
    assert terminal.why == LedBy(technician="R. Roe")
    assert page.now.order == order
    page.answers("leave")
    terminal = in_terminal(page.table, left_at(page.table))
    assert page.begins(signer=WHO.model_copy(update={"technician": "A. N. Other"})).why == LedBy(technician="R. Roe")
    assert terminal.guide is not None
    terminal.end()


def test_a_test_that_was_begun_elsewhere_meanwhile_is_not_written_over(page: AtPage) -> None:
    page.begins()
    page.answers("skip")
    page.answers("leave")
    assert in_terminal(page.table, None).why == Refused(kind="changed_meanwhile")
    kept = left_at(page.table)
    assert kept is not None
    assert len(kept.tried) == 1
