"""A checkpoint of an earlier version opens in this one, or it is said what is in the way."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from controller.table import checkpoint, restore
from controller.table.state import migrations
from controller.table.state.migrations import AnotherVersion, add, drop, migrated, objects, rename, unfit
from controller.table.state.serialization import Checkpoint
from tests.core.tables import to_flop

Body = dict[str, Any]


def of_the_version_before() -> tuple[Body, Body]:
    """A checkpoint of this version, and the same as a program would have made it that knew no hand numbers."""
    body = checkpoint(to_flop().table).body
    before = deepcopy(body)
    rename(before, "Table", "hand_number", "hands")
    drop(before, "Setup", "self_dealt")
    add(before, "Felt", "weather", "fine")
    return body, {**before, "version": migrations.VERSION - 1, "shape": "another"}


def to_this_version(body: Body) -> None:
    rename(body, "Table", "hands", "hand_number")
    add(body, "Setup", "self_dealt", value=False)
    drop(body, "Felt", "weather")


def test_a_checkpoint_holds_every_part_of_its_classes() -> None:
    assert unfit(checkpoint(to_flop().table).body) == []


def test_a_checkpoint_of_the_version_before_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    body, before = of_the_version_before()
    monkeypatch.setitem(migrations.MIGRATIONS, migrations.VERSION - 1, to_this_version)
    opened = checkpoint(restore(Checkpoint(before, checkpoint(to_flop().table).faces)))
    assert opened.body == body


def test_all_in_is_spelled_as_now_in_a_checkpoint_of_version_2() -> None:
    body = checkpoint(to_flop().table).body
    old = json.loads(json.dumps({**body, "version": 2, "said": ["show.all_in", "all_in"]}).replace("all_in", "allin"))
    assert migrated(old, to=3) == {**json.loads(json.dumps(body)), "version": 3, "said": ["show.all_in", "all_in"]}


def test_migrations_follow_one_another() -> None:
    steps = {1: lambda body: rename(body, "Table", "a", "b"), 2: lambda body: rename(body, "Table", "b", "hand")}
    table = next(fields for name, fields in objects(checkpoint(to_flop().table).body) if name == "Table")
    table["a"] = table.pop("hand")
    body = migrated({"version": 1, "table": {"object": "Table", "fields": table}}, steps, to=3)
    assert (body["version"], "hand" in body["table"]["fields"]) == (3, True)


def test_a_part_that_no_migration_brings_is_named() -> None:
    _, before = of_the_version_before()
    steps = {migrations.VERSION - 1: lambda body: rename(body, "Table", "hands", "hand_number")}
    with pytest.raises(AnotherVersion, match=r"Felt has no weather; self_dealt of Setup is missing|self_dealt"):
        migrated(before, steps)


def test_a_failed_migration_changes_nothing_of_the_checkpoint() -> None:
    _, before = of_the_version_before()
    kept = deepcopy(before)
    with pytest.raises(AnotherVersion):
        migrated(before, {migrations.VERSION - 1: to_this_version, 9: to_this_version}, to=9)
    assert before == kept
