"""Twenty tasks of a floor manager, each carried out by the taps that docs/pages.md counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from firmware_bridge.messages.foreseen import Foreseen
from firmware_bridge.messages.moments import PublicMoment
from firmware_bridge.messages.public import PublicPrompt, PublicState, Text
from firmware_bridge.messages.told import Answer, DealerCommand, FloorDecision, Told
from tests.conftest import ROOT

from .conftest import Table, Visit
from .fake_controller import SECRET
from .remedies import during
from .samples import FLOOR_ASK, mid_hand
from .test_dealer_page import said
from .test_floor_page import open_floor
from .test_table_page import show

pytestmark = [pytest.mark.browser, pytest.mark.process]

REMEDY = ("deal/lfp-hole.scn", "A card exposed by the dealer", "remedy.stub_seat")
ENTER = "#sheet .main"
NUMBER = '.keypad .key:text-is("9")'  # a digit of a sum is not counted
TYPED = "type "  # neither is what is typed
FAULT = Text(key="fault.journal_commit", params={})


@dataclass(frozen=True)
class Task:
    """What is to be done. `taps`: selectors, and what is typed. `shown`: what is only to be seen."""

    taps: tuple[str, ...] = ()
    told: Told | None = None
    shown: str = ""
    state: dict[str, Any] = field(default_factory=dict)
    two: bool = False

    @property
    def counted(self) -> int:
        return sum(not tap.startswith(TYPED) and tap != NUMBER for tap in self.taps)


def prompt(key: str, seat: int) -> dict[str, Any]:
    text = Text(key=f"prompt.{key}", params={"seat": seat})
    return {"floor_prompts": (PublicPrompt(to="floor", about=seat, key=key, text=text),)}


def one(name: str) -> str:
    return f'#sheet [data-one="{name}"]'


def reason(why: str = "seen by all") -> tuple[str, ...]:
    return (TYPED + why, ENTER)


def found(words: str, name: str) -> tuple[str, ...]:
    return ("#what", TYPED + words, f'#sheet [data-entry="{name}"]')


ASKED = {"asks": (FLOOR_ASK,)}
WHY = "seen by all"
TASKS = {
    "answer an open question": Task(
        ('[data-ask="silent-6"] [data-option="call"]',), Answer(ask="silent-6", option="call"), state=ASKED
    ),
    "answer it, and another person confirms": Task(
        ('[data-ask="silent-6"] [data-option="call"]', TYPED + "The director", TYPED + SECRET, ENTER),
        Answer(ask="silent-6", option="call"), state=ASKED, two=True,
    ),
    "see what each answer would change": Task(shown='[data-would="void"]', state=ASKED),
    "see the moments before the question": Task(shown=".film .frame", state=ASKED),
    "see the hand by time with its evidence": Task((".hand-log summary",), shown=".moments .evidence"),
    "settle a fault": Task(
        (".ask.fault button", *reason()),
        FloorDecision(decision="clear_fault", reason=WHY), state={"faults": (FAULT,)},
    ),
    "call the time, as the dealer asks": Task(
        ('[data-prompt="time"] button',), DealerCommand(word="clock"), state=prompt("time", 2)
    ),
    "the time is over": Task(('[data-floor="declare_dead"]',), DealerCommand(word="declare_dead")),
    "give a penalty that is due": Task(
        ('[data-prompt="penalty_due"] button', one("caution")),
        DealerCommand(word="penalty", seat=2, choice="caution"), state=prompt("penalty_due", 2),
    ),
    "suspend a player for two hands": Task(
        ('[data-floor-seat="7"]', '[data-floor="penalty"]', one("suspension"), one("2")),
        DealerCommand(word="penalty", seat=7, choice="suspension", number=2),
    ),
    "report a telephone": Task(
        ('[data-floor-seat="7"]', '[data-floor="fault"]', one("device")),
        DealerCommand(word="fault", seat=7, choice="device"),
    ),
    "decide otherwise on an act": Task(
        ('[data-ruling="812.2"] button', one("call"), *reason()),
        FloorDecision(decision="call", replaces="812.2", reason=WHY),
    ),
    "make it a raise to another sum": Task(
        ('[data-ruling="812.2"] button', one("raise"), NUMBER, ENTER, *reason()),
        FloorDecision(decision="raise", amount=9, replaces="812.2", reason=WHY),
    ),
    "declare a misdeal while a fault is put right": Task(('[data-decision="misdeal"]', *reason())),
    "let the rest of a remedy fall away": Task(('[data-decision="stands"]', *reason())),
    "set a stack": Task(
        ('[data-floor-seat="2"]', '[data-floor="correct_stack"]', NUMBER, ENTER, *reason()),
        FloorDecision(decision="stack", seat=2, amount=9, reason=WHY),
    ),
    "set new stakes": Task(('[data-floor="level"]', ENTER), DealerCommand(word="level", value="400/800")),
    "a hand is in the muck by accident": Task(
        (*found("hand in the muck", "killed"), one("7"), one("accident")),
        DealerCommand(word="killed", seat=7, choice="accident"),
    ),
    "a player misunderstood grossly": Task(
        (*found("did not understand", "misunderstanding"), one("7")), DealerCommand(word="misunderstanding", seat=7)
    ),
    "announce the last hands": Task(found("last hands", "last_hands"), DealerCommand(word="last_hands")),
}  # fmt: skip


def state_of(task: Task) -> PublicState:
    return during(*REMEDY) if any("data-decision" in tap for tap in task.taps) else mid_hand(**task.state)


def do(page: Page, taps: tuple[str, ...]) -> None:
    for tap in taps:
        if tap.startswith(TYPED):
            boxes = page.locator("#sheet input:visible")
            boxes.first.wait_for()
            next(box for box in boxes.all() if not box.input_value()).fill(tap.removeprefix(TYPED))
        else:
            page.locator(tap).first.click()


def test_each_task_of_the_floor_is_done_by_its_taps(visit: Visit, table: Table) -> None:
    table.fed.foreseen = {"void": Foreseen(void=True)}
    moment = PublicMoment(before=0, what="key", how="sensed", seat=6, word="call")
    table.fed.moments = {"silent-6": (moment,), "": (moment,)}
    page = open_floor(visit, table, mid_hand(), "director")
    for name, task in TASKS.items():
        table.fed.commands.clear()
        table.fed.second = task.two
        shown = show(table, state_of(task))
        expect(page.locator("body")).to_have_attribute("data-revision", str(shown.revision))
        do(page, task.taps)
        if task.shown:
            expect(page.locator(task.shown).first).to_be_visible()
        elif task.told is not None:
            assert said(table) == task.told, name
        else:
            assert isinstance(said(table), FloorDecision), name


def rows() -> Iterator[tuple[str, int]]:
    """The rows of the floor manager's table: the task, and its taps now."""
    text = (ROOT / "docs" / "pages.md").read_text(encoding="utf-8")
    part = text.partition("## Twenty tasks of a floor manager")[2].partition("\n## ")[0]
    for row in re.findall(r"^\| ([^|]+) \| [–\d]+ \| (\d+) \|", part, flags=re.MULTILINE):
        yield row[0], int(row[1])


def test_the_page_counts_the_taps_that_are_tried() -> None:
    assert dict(rows()) == {name: task.counted for name, task in TASKS.items()}
    assert len(TASKS) == 20
