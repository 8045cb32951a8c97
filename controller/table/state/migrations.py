"""Checkpoints of earlier programs, brought to the form of this one, a version at a time.

To change the parts of a table, raise VERSION and add a migration here that makes the next version of a checkpoint.
Add one to RECORDS as well: a hand may be open as the program is updated. Also save a table and an open hand of the
new version for the tests: `python -m tests.core.saved_tables` and `python -m tests.controller.saved_hands`.

A migration works on the JSON types of a checkpoint, so it needs no class that is gone. It adds a new part with a
value that is right for a table between hands. It never guesses: it raises AnotherVersion if it would have to.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Final

from controller.rulebooks.model import entry_kinds
from controller.table.state.checkpoint_codec import Body, parts_held

Migration = Callable[[Body], None]

VERSION: Final = 10
"""The version of the meaning and the parts of a checkpoint.

A checkpoint also states its shape. If the version is the same but the shape differs, a program under development made
it, and it is not read.
"""


PARAMETERS: Final = {"Alarm": 5, "Ask": 8, "Prompt": 4}
"""The outcomes that have parameters, and where these stand in what is journalled of one."""
AWARD: Final = "award"
"""The key of the prompt to push the pots."""
OTHER_SEAT: Final = "other_seat"
"""The key of the prompt to give a newcomer another seat."""


def _named_cards(body: Body) -> None:
    """Up to version 7, what a card is called was a text: "hole:3:2". Each winner of the pots was a parameter."""
    for name, parts in objects(body):
        if name == "MissingCard":
            parts["which"] = _object("CardLabel", **_label(parts["which"]))
        elif name in PARAMETERS:
            given = [pair["tuple"] for pair in parts["params"]["tuple"]]
            if parts["key"] == AWARD:
                shares = [{"tuple": share} for share in _shares(given)]
                given = [["shares", _object("Shares", by_seat={"tuple": shares})]]
            else:
                given = [[n, _object("CardLabel", **_label(v)) if n == "which" else v] for n, v in given]
            parts["params"] = {"tuple": [{"tuple": pair} for pair in given]}


def _named_cards_of_outcomes(record: Body) -> None:
    """The same for what was journalled."""
    for outcome in record.get("outcomes", ()):
        at = PARAMETERS.get(outcome[0])
        if at is None:
            continue
        if AWARD in outcome[:at]:
            outcome[at] = [["shares", ["Shares", _shares(outcome[at])]]]
        else:
            outcome[at] = [[n, ["CardLabel", *_label(v).values()] if n == "which" else v] for n, v in outcome[at]]


def _label(text: str) -> Body:
    """The fields of what a card is called: "hole:3:2", "burn:2", "turn"."""
    called, *numbers = text.split(":")
    nth = int(numbers[-1]) if numbers else None
    seat = int(numbers[0]) if len(numbers) > 1 else None
    return {"called": called, "seat": seat, "nth": nth}


def _shares(given: list[list[Any]]) -> list[list[int]]:
    """What each seat gets by parameters such as "seat:3"."""
    return [[int(name.removeprefix("seat:")), amount] for name, amount in given]


def _displaced(body: Body) -> None:
    """Up to version 8, the prompt to find them another seat alone told which newcomers waited for one."""
    waiting = [parts["seat"] for name, parts in objects(body) if name == "Prompt" and parts["key"] == OTHER_SEAT]
    add(body, "Tournament", "displaced", waiting)


def _object(name: str, **fields: Any) -> Body:
    return {"object": name, "fields": fields}


MIGRATIONS: Final[dict[int, Migration]] = {7: _named_cards, 8: _displaced, 9: lambda _: None}
"""The migrations by version. Each changes a checkpoint of that version, in place, to the next one."""

RECORDS: Final[dict[int, Migration]] = {7: _named_cards_of_outcomes, 8: lambda _: None, 9: lambda _: None}
"""The same for what was journalled after such a checkpoint: {"events": …, "outcomes": …} of one record."""


class AnotherVersion(ValueError):
    """A checkpoint that this program cannot read. No part of it is read, because a guess would concern money."""


def migrated(body: Body, migrations: dict[int, Migration] = MIGRATIONS, to: int = VERSION) -> Body:
    """Return the checkpoint in the form of version `to`. Raises AnotherVersion, with the reason."""
    version = body.get("version")
    if not isinstance(version, int) or version > to:
        raise AnotherVersion(f"the checkpoint is of version {version}, this program reads up to {to}")
    if version == to:
        return body
    changed = _led(body, "the checkpoint", version, to, migrations)
    wrong = unfit(changed)
    if wrong:
        raise AnotherVersion(f"the checkpoint of version {version} does not fit version {to}: {' | '.join(wrong)}")
    return {**changed, "version": to}


def record_migrated(body: Body, version: int, to: int = VERSION) -> Body:
    """Return the clear body of a record that followed a checkpoint of `version`, in the form of version `to`.

    Raises AnotherVersion if nothing leads there.
    """
    return body if version == to else _led(body, "the record", version, to, RECORDS)


def _led(body: Body, what: str, version: int, to: int, migrations: dict[int, Migration]) -> Body:
    """Return a copy that was led from one version to another. Raises AnotherVersion."""
    changed = deepcopy(body)
    for number in range(version, to):
        if number not in migrations:
            raise AnotherVersion(f"{what} is of version {version}, nothing leads from {number} to {number + 1}")
        migrations[number](changed)
    return changed


def unfit(body: Body) -> list[str]:
    """What does not fit this program.

    These are parts that only the checkpoint or only a class has, by class and name, and rules that no rulebook has.
    """
    found: dict[str, None] = {}
    for name, fields in objects(body):
        expected = parts_held(name)
        if expected is None:
            found[f"there is no {name}"] = None
            continue
        found |= {f"{name} has no {part}": None for part in fields if part not in expected}
        found |= {f"{part} of {name} is missing": None for part in expected if part not in fields}
    found |= {f"there is no rule {rule}": None for rule in _rules(body) if rule not in entry_kinds()}
    return list(found)


def objects(value: Any) -> Iterator[tuple[str, Body]]:
    """Yield (class, parts) of each object in `value`, for a migration to change in place."""
    for node in _nodes(value):
        if "object" in node:
            yield node["object"], node["fields"]


def _rules(value: Any) -> Iterator[str]:
    for node in _nodes(value):
        if "rule" in node:
            yield node["rule"]


def _nodes(value: Any) -> Iterator[Body]:
    if isinstance(value, dict):
        yield value
        for inner in list(value.values()):
            yield from _nodes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _nodes(inner)


def rename(body: Body, cls: str, old: str, new: str) -> None:
    """Rename a part of every object of a class."""
    for name, parts in objects(body):
        if name == cls:
            parts[new] = parts.pop(old)


def add(body: Body, cls: str, part: str, value: Any) -> None:
    """Add a new part to every object of a class. `value`: as the codec freezes it."""
    for name, parts in objects(body):
        if name == cls:
            parts[part] = deepcopy(value)


def drop(body: Body, cls: str, part: str) -> None:
    """Remove a part from every object of a class."""
    for name, parts in objects(body):
        if name == cls:
            parts.pop(part, None)
