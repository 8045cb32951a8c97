"""What the bridge knows of the parts, as the controller passes it on: to whom, how old, and from whom it takes it."""

from __future__ import annotations

import pytest

from controller.people.sessions import MINUTE
from controller.service.transport.bridge_status import SOONEST
from firmware_bridge.messages.guided import (
    AnswerNaming,
    AnswerTest,
    BeginNaming,
    BeginTest,
    GuidedAct,
    GuidedNow,
    GuidedSheet,
    NamingNow,
    WriteNames,
)
from firmware_bridge.messages.orders import LeadTest
from firmware_bridge.messages.people import Diagnosis, GuideTest, HowTestStands, PersonAnswer, WhoAmI
from firmware_bridge.messages.roles import ROLES, Role
from firmware_bridge.messages.status import SpotNow, Status

from .service_rig import Peer, Rig

MS = 1_000_000


def status(tags: int) -> Status:
    spot = SpotNow(place="seat:3", what="seat", number=3, part="cards-1", kind="antenna", tags=tags)
    return Status(verdicts=(), parts=(), spots=(spot,))


def asked(console: Peer, role: Role = "technician") -> PersonAnswer:
    return console.ask(Diagnosis(session=console.session(role)))


def tags(answer: PersonAnswer) -> int | None:
    return None if answer.status is None else answer.status.spots[0].tags


def test_the_newest_status_is_passed_on_with_its_age(plain: Rig) -> None:
    bridge, console = plain.peer("bridge"), plain.peer("console")
    assert asked(console).status is None
    bridge.send(status(1))
    plain.wait(SOONEST)
    bridge.send(status(2))
    plain.wait(300 * MS)
    assert (tags(asked(console)), asked(console).status_age_ms) == (2, 300)


def test_a_status_that_comes_too_soon_replaces_nothing(plain: Rig) -> None:
    bridge, console = plain.peer("bridge"), plain.peer("console")
    bridge.send(status(1))
    bridge.send(status(2))
    assert tags(asked(console)) == 1


def test_a_status_that_is_not_of_the_bridge_counts_for_nothing(plain: Rig) -> None:
    bridge, console = plain.peer("bridge"), plain.peer("console")
    console.send(status(1))
    bridge.send(status(1).model_copy(update={"source": "console"}))
    assert asked(console).status is None


def test_a_status_is_not_journalled(plain: Rig) -> None:
    bridge = plain.peer("bridge")
    before = len(list(plain.service._journal.reading.recall()))
    bridge.send(status(1))
    assert len(list(plain.service._journal.reading.recall())) == before


def test_a_page_that_asks_by_itself_keeps_no_session_alive(plain: Rig) -> None:
    console = plain.peer("console")
    for _ in range(31):
        asked(console)
        plain.wait(MINUTE)
    assert console.ask(WhoAmI(session=console.session("technician"))).person is None


@pytest.mark.parametrize("role", ROLES)
def test_only_technician_and_director_see_the_parts(plain: Rig, role: Role) -> None:
    plain.peer("bridge").send(status(1))
    answer = asked(plain.peer("console"), role)
    may = role in ("technician", "director")
    assert (answer.refused is None) == (answer.status is not None) == may


# --- a guided test --------------------------------------------------------------------------------------------------

STANDS = GuidedNow(turn=3, done=2, left=5)
NAMED = NamingNow(turn=2, left=7)
SHEET = GuidedSheet(name="table-test-20260103T000000Z", text={"en": "Result PASSED"}, data="{}")


def stands(console: Peer, *, sheet: bool = False) -> PersonAnswer:
    return console.ask(HowTestStands(session=console.session("technician"), sheet=sheet))


def test_how_a_test_stands_is_passed_on_and_its_sheet_to_who_asks_for_it(plain: Rig) -> None:
    bridge, console = plain.peer("bridge"), plain.peer("console")
    bridge.send(STANDS)
    bridge.send(SHEET)
    bridge.send(NAMED)
    assert stands(console).naming == NAMED
    assert (stands(console).test, stands(console).sheet, stands(console, sheet=True).sheet) == (STANDS, None, SHEET)


@pytest.mark.parametrize("role", ROLES)
def test_only_technician_and_director_lead_a_test(plain: Rig, role: Role) -> None:
    bridge, console = plain.peer("bridge"), plain.peer("console")
    answer = console.ask(GuideTest(session=console.session(role), act=AnswerTest(turn=3, word="done")))
    bridge.send(STANDS)  # what waits for it is read then
    acts = [order.act for order in bridge.all(LeadTest)]
    assert (answer.refused is None, len(acts)) == ((True, 1) if role in ("technician", "director") else (False, 0))


@pytest.mark.parametrize(
    ("begin", "answer"),
    [
        (BeginTest(), AnswerTest(turn=3, word="done")),
        (BeginNaming(), AnswerNaming(turn=3, word="done")),
        (WriteNames(turn=3), AnswerNaming(turn=4, word="done")),
    ],
)
def test_who_began_a_walk_or_wrote_the_table_file_is_journalled_and_nothing_else(
    plain: Rig, begin: GuidedAct, answer: GuidedAct
) -> None:
    bridge, console = plain.peer("bridge"), plain.peer("console")
    session = console.session("technician")
    before = len(list(plain.service._journal.reading.recall()))
    console.ask(GuideTest(session=session, act=begin))
    console.ask(GuideTest(session=session, act=answer))
    bridge.send(STANDS)
    bridge.send(NAMED)
    bridge.send(SHEET)
    assert len(list(plain.service._journal.reading.recall())) == before + 1
