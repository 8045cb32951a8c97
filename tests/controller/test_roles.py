"""Which role may give which command: the registry, the page printed from it, and the controller that asks it."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from controller.people.roles import allowed, right_to, rights, table
from controller.poker.entries import ENTRIES
from controller.service.transport.authorization import refusal
from firmware_bridge.messages.public import PublicAsk, Text
from firmware_bridge.messages.roles import ROLES, Role
from firmware_bridge.messages.told import (
    Answer,
    Command,
    DealerCommand,
    Decision,
    Declared,
    Entered,
    FloorDecision,
    Told,
)
from firmware_bridge.messages.wire import Verdict
from tests.conftest import ROOT

from .service_rig import Rig

ASK = PublicAsk(id="q", key="motion", text=Text(key="ask.motion"), options=("yes",), default=None, role="dealer")
TOLD: tuple[Told, ...] = (
    Declared(seat=1, word="fold"),
    Answer(ask="q", option="yes"),
    *(FloorDecision(decision=decision, reason="x") for decision in get_args(Decision)),
    *(DealerCommand(word=word) for word in ENTRIES),
)


def test_every_right_to_play_is_tried() -> None:
    assert {right_to(told) for told in TOLD} == {right for right in rights() if right.kind != "request"}


@pytest.mark.parametrize("role", [*ROLES, "player"])
def test_each_command_is_taken_from_the_roles_of_the_registry_and_from_no_other(role: Any) -> None:
    for told in TOLD:
        refused = refusal(Command(role=role, author="Ann", told=told), (ASK,))
        assert (refused is None) == (role in allowed(right_to(told))), right_to(told)


def test_the_page_has_the_table_of_the_registry() -> None:
    assert table() in (ROOT / "docs" / "people.md").read_text(encoding="utf-8"), "print it again: sabot people roles"


def test_displays_and_surveillance_enter_nothing() -> None:
    for role in ("display", "surveillance"):
        assert not [right_to(told) for told in TOLD if role in allowed(right_to(told))]


def tried(rig: Rig, told: tuple[Told, ...], role: Role) -> None:
    """Each command over the controller's sockets: whether its role is refused, the registry says. Nobody confirms."""
    console = rig.peer("console")
    for one in told:
        console.say(Entered(session=console.session(role), told=one))
        refused = console.last(Verdict).key == "refused.role"
        assert refused == (role not in allowed(right_to(one))) or isinstance(one, Answer), right_to(one)


@pytest.mark.parametrize("role", ROLES)
def test_some_commands_of_each_role_at_the_controllers_sockets(plain: Rig, role: Role) -> None:
    tried(plain, TOLD[ROLES.index(role) :: 20], role)


@pytest.mark.soak
@pytest.mark.parametrize("role", ROLES)
def test_every_right_to_each_role_at_the_controllers_sockets(plain: Rig, role: Role) -> None:
    tried(plain, TOLD, role)
