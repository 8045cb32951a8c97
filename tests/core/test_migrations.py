"""A checkpoint of an earlier version opens in this one, or it is said what is in the way."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from controller.poker.outcomes import Alarm, CardLabel, Prompt, Shares
from controller.service.session.outcome_json import plain
from controller.table import checkpoint, restore
from controller.table.state import migrations
from controller.table.state.checkpoint_codec import freeze, shape
from controller.table.state.migrations import (
    VERSION,
    AnotherVersion,
    add,
    drop,
    migrated,
    objects,
    record_migrated,
    rename,
    unfit,
)
from controller.table.state.questions_of_deal import MissingCard
from controller.table.state.serialization import Checkpoint
from controller.table.state.tournament import Tournament
from tests.core.saved_tables import played_out, saved, taken_up
from tests.core.tables import setup, to_flop

Body = dict[str, Any]
OLDEST = 7
"""Nothing leads from version 6 to the next one."""


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


@pytest.mark.parametrize("version", range(OLDEST, VERSION + 1))
def test_table_saved_in_mid_hand_by_an_earlier_program_plays_on_to_the_award(version: int) -> None:
    d = taken_up(version)
    assert (d.view.phase, d.view.turn, d.lines()) == ("flop", 2, {1: 500})
    played_out(d)
    assert [seat.stack for seat in d.view.seats] == [12_300, 9_400, 8_900, 0]
    assert (d.view.phase, d.view.alarms) == ("claims", ())


def test_saved_table_of_this_version_has_the_parts_that_this_program_has() -> None:
    assert saved(VERSION).body["shape"] == shape(), (
        "What a table consists of has changed. Raise VERSION in controller/table/state/migrations.py, add what makes "
        "the next version of a checkpoint there, and run python -m tests.core.saved_tables."
    )


@pytest.mark.parametrize("version", range(OLDEST, VERSION))
def test_table_that_an_earlier_program_saved_is_the_table_of_this_one(version: int) -> None:
    assert without_its_rulebook(version) == without_its_rulebook(VERSION)


def without_its_rulebook(version: int) -> tuple[Body, object]:
    """The table that a program of that version saved. Its rulebook and the articles are of that day, too."""
    opened = checkpoint(restore(saved(version)))
    body = deepcopy(opened.body)
    for name, parts in objects(body):
        for part in {"Table": ("book",), "Ruling": ("cites",)}.get(name, ()):
            del parts[part]
    return body, opened.faces


def params(*pairs: tuple[str, Any]) -> Body:
    """Parameters as a checkpoint has them."""
    return {"tuple": [{"tuple": list(pair)} for pair in pairs]}


NAMES = (
    ("hole:3:2", CardLabel("hole", 3, 2)), ("shoe:9", CardLabel("shoe", nth=9)), ("turn", CardLabel("turn")),
)  # fmt: skip


@pytest.mark.parametrize(("text", "label"), NAMES)
def test_the_name_of_a_card_is_a_text_up_to_version_7(text: str, label: CardLabel) -> None:
    asked, alarm = MissingCard(7, 3, ("lies",), label), Alarm("card.not_due", 3, params=(("which", label),), card=7)
    before = [freeze(asked), freeze(alarm)]
    before[0]["fields"]["which"] = text
    before[1]["fields"]["params"] = params(("which", text))
    assert migrated({"version": 7, "table": before})["table"] == [freeze(asked), freeze(alarm)]
    journalled = plain([alarm])
    journalled[0][5] = [["which", text]]
    assert record_migrated({"outcomes": journalled}, 7)["outcomes"] == plain([alarm])


def test_each_share_of_the_pots_is_a_parameter_of_its_own_up_to_version_7() -> None:
    award = Prompt("dealer", None, "award", (("shares", Shares(((3, 500), (10, 20)))),))
    before = freeze(award)
    before["fields"]["params"] = params(("seat:3", 500), ("seat:10", 20))
    assert migrated({"version": 7, "table": before})["table"] == freeze(award)
    journalled = ["Prompt", "dealer", None, "award", [["seat:3", 500], ["seat:10", 20]]]
    assert record_migrated({"outcomes": [journalled]}, 7)["outcomes"] == plain([award])


def test_a_rule_that_no_rulebook_has_is_named() -> None:
    with pytest.raises(AnotherVersion, match=r"there is no rule show\.allin"):
        migrated(json.loads(json.dumps(saved(VERSION - 1).body).replace("show.all_in", "show.allin")))


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
        migrated(before, dict.fromkeys((VERSION - 1, VERSION + 1), to_this_version), to=VERSION + 1)
    assert before == kept


def test_who_needs_another_seat_is_known_by_a_prompt_alone_up_to_version_8() -> None:
    prompt, event = Prompt("floor", 3, "other_seat", (("seat", 3), ("amount", 5000))), Tournament(setup())
    event.displace(3)
    now = [freeze(prompt), freeze(event)]
    before = deepcopy(now)
    del before[1]["fields"]["displaced"]
    assert migrated({"version": 8, "table": before})["table"] == now
