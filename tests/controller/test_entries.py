"""Everything that the core can be told is an entry of the messages, with a role that may give it and words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from controller.console.entries import BadEntry, parse_entry
from controller.console.words import labels
from controller.entries_page import page
from controller.people.roles import least_role, right_to
from controller.poker import events as core
from controller.poker.entries import ENTRIES
from controller.poker.outcomes import Alarm
from controller.poker.said import Need
from controller.rulebooks import load
from controller.service.entries.command_events import Telling
from controller.service.session.table_session import CARE
from controller.service.transport.authorization import refusal
from controller.table import SeatSetup, Setup, Stakes, new_table, step
from controller.table.events.dealer_commands import _COMMANDS as HANDLED
from firmware_bridge.messages import told
from firmware_bridge.messages.languages import LANGUAGES
from firmware_bridge.messages.roles import RANK
from firmware_bridge.messages.told import Command, DealerCommand, Declared, FloorDecision

from .things import table_file

SAMPLES: dict[str, Any] = {
    "text": "Lille",
    "seat": 1,
    "amount": 100,
    "number": 1,
    "part": "board",
    "winners": "1;2",
    "level": "50/100",
}


def sample(word: str, skip: str = "") -> DealerCommand:
    """An entry with everything that its form knows, but one thing."""
    fields = {need.field: _value(need) for need in ENTRIES[word].needs if need.field != skip}
    beside = next((need.only_with for need in ENTRIES[word].needs if need.only_with), None)
    fields |= {"choice": beside[0]} if beside else {}
    return DealerCommand(word=word, **fields)


def _value(need: Need) -> Any:
    if need.field == "other":
        return 2
    if need.kind == "cards":
        return "AsKd7h"[: 2 * (need.cards or (2,))[0]]  # a hand of hold'em where no number is said
    if need.field == "value" and need.kind == "amount":
        return "100"
    return need.choices[0] if need.kind == "choice" else SAMPLES[need.kind]


def samples(word: str) -> list[DealerCommand]:
    """What an entry may look like: with everything it may say, or with each of the things of which it needs one."""
    form = ENTRIES[word]
    if not form.either:
        bare = DealerCommand(word=word, **{n.field: _value(n) for n in form.needs if not n.optional})
        return [sample(word), bare]
    return [sample(word, skip=need.field) for need in form.needs if need.optional]


def sent(message: told.Told, role: Any) -> Command:
    return Command(role=role, author="Ann", told=message)


def test_the_core_carries_out_every_entry_that_is_its_own() -> None:
    assert set(HANDLED) | {"shuffle", "stack", *CARE} == set(ENTRIES)


def test_every_word_of_the_core_can_be_declared() -> None:
    said = {*get_args(told.Word)} - {"time"}
    assert said == set(get_args(core.Word))


def test_every_correction_and_decision_of_the_core_can_be_sent() -> None:
    assert set(told.CORRECTIONS) == set(get_args(get_type_hints(core.Correction)["what"]))
    assert {*told.CORRECTIONS, *told.OVERRULINGS, "clear_fault"} == set(get_args(told.Decision))


@pytest.mark.parametrize("word", ENTRIES)
def test_an_entry_is_taken_from_the_role_of_its_form_and_from_no_lower_one(word: str) -> None:
    for message in samples(word):
        least = RANK[least_role(right_to(message))]
        for role in ("dealer", "assistant", "floor", "director"):
            assert (refusal(sent(message, role), ()) is None) == (RANK[role] >= least)


@pytest.mark.parametrize("word", [word for word in ENTRIES if word not in CARE])
def test_the_core_understands_what_a_complete_entry_becomes(word: str, tmp_path: Path) -> None:
    """It may be out of place now; it is never a command or a value that the core does not know."""
    telling, book = Telling(table_file(tmp_path)), load("lfp", "no_limit")
    for message in samples(word):
        table = new_table(Setup(tuple(SeatSetup(n, 10_000) for n in (1, 2, 3)), 1, Stakes(50, 100)))
        step(table, core.DealerCommand("shuffle", None, "Ann", "dealer", (1, 1)), book)
        for event in telling.events(sent(message, "director"), 77):
            alarms = [o for o in step(table, event, book) if isinstance(o, Alarm)]
            assert not {a.key for a in alarms} & {"command.unknown", "command.value", "command.part"}


def test_every_entry_and_every_choice_has_words() -> None:
    wanted = {f"entry.{word}" for word in ENTRIES} | {f"entry.group_{form.group}" for form in ENTRIES.values()}
    wanted |= {f"choice.{one}" for form in ENTRIES.values() for need in form.needs for one in need.choices}
    for language in LANGUAGES:
        assert wanted - labels(language).keys() == set()


def test_an_entry_that_is_none_is_refused_with_those_there_are() -> None:
    told = DealerCommand(word="sing")
    with pytest.raises(BadEntry, match=r"told.word: 'sing' is no entry\. Allowed: shuffle, "):
        parse_entry(json.dumps({"id": 1, "told": told.model_dump()}))
    text = refusal(sent(told, "director"), ())
    assert text is not None
    assert (text.key, text.params["word"]) == ("refused.entry", "sing")


def test_a_decision_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="decision"):
        FloorDecision.model_validate({"decision": "execute"})


def test_a_condition_is_an_act_that_a_seat_can_do() -> None:
    with pytest.raises(ValueError, match="act"):
        Declared.model_validate({"seat": 1, "word": "bet", "condition": {"seat": 2, "act": "smile"}})


def test_the_page_of_entries_is_current() -> None:
    printed = Path(__file__).parents[2] / "docs" / "reference" / "entries.md"
    assert printed.read_text("utf-8") == page(), "run: sabot rules entries > docs/reference/entries.md"


def test_the_page_has_every_entry_once_with_its_bounds() -> None:
    rows = {line.split("`")[1]: line for line in page().splitlines() if line.startswith("| `")}
    assert rows.keys() == ENTRIES.keys()
    assert rows["list"] == "| `list` | So many players wait for a seat. | `number`: 0-100 | floor |  |  |"
    assert "`amount`?: an amount from 1, only with `bet` `raise` `amount`" in rows["misread"]
