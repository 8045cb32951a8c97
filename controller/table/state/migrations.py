"""Checkpoints of earlier programs, brought to the form of this one, a version at a time.

To change the parts of a table, raise VERSION and add a migration here that makes the next version of a checkpoint.
Add one to RECORDS as well: a hand may be open as the program is updated. Also save a table and an open hand of the
new version for the tests: `python -m tests.core.saved_tables` and `python -m tests.controller.saved_hands`.

A migration works on the JSON types of a checkpoint, so it needs no class that is gone. It adds a new part with a
value that is right for a table between hands. It never guesses: it raises AnotherVersion if it would have to.
"""

import json
import re
from bisect import bisect_right
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


def _all_in(body: Body) -> None:
    """Up to version 2, the act of all-in and its rule keys were spelled "allin"."""
    respelled = json.loads(re.sub(r"(?<![a-z])allin(?![a-z])", "all_in", json.dumps(body)))
    body.clear()
    body.update(respelled)


def _waits_from(body: Body) -> None:
    """Up to version 3, the table did not know when it went on after a fault."""
    add(body, "Seating", "waits_from", 0)


def _slots(body: Body) -> None:
    """Up to version 4, the plan of the deal was parallel lists, and a slot was an index in them."""
    for name, parts in objects(body):
        if name == "Plan":
            _slots_of_plan(parts)
        elif name == "Splice":
            parts |= {"card": parts.pop("exit"), "mark": parts.pop("tag")}


def _slots_of_plan(parts: Body) -> None:
    lists = [parts.pop(part) for part in ("slots", "exits", "proven", "tags")]
    ends, fed = parts.pop("ends"), dict(parts.pop("fed")["map"])
    for derived in ("burns", "slot_of"):
        del parts[derived]
    parts["gate"] = ends.index(parts["gate"])
    row = [
        {"place": place, "street": bisect_right(ends, n), "card": card, "done": done, "mark": mark,
         "awaits": fed.get(mark)}
        for n, (place, card, done, mark) in enumerate(zip(*lists, strict=True))
    ]  # fmt: skip
    slots = [{"object": "Slot", "fields": fields} for fields in row]
    parts["slots"] = {"object": "Slots", "fields": {"row": slots}}


def _amount_of_confirmed(body: Body) -> None:
    """Up to version 5, the decision that a superior is to confirm had its amount in its words: "raise 900"."""
    for name, parts in objects(body):
        if name == "Confirm":
            parts["choice"], parts["amount"] = _parted(parts["choice"])


def _amount_of_decision(record: Body) -> None:
    """The same for a floor decision that was journalled."""
    for kind, body in record.get("events", ()):
        if kind == "FloorDecision":
            body["choice"], body["amount"] = _parted(body["choice"])


def _parted(choice: str) -> tuple[str, int | None]:
    word, _, figure = choice.partition(" ")
    return (word, int(figure)) if figure.isdecimal() else (choice, None)


def _to_version_7(body: Body) -> None:
    """Up to version 6, the seats that still have to act in a round were called "todo".

    The table forgot that a hand was cancelled once that hand was closed.
    """
    rename(body, "Betting", "todo", "to_act")
    add(body, "Table", "void_seats", {"tuple": []})
    _numbers_of_names(body)


def _numbers_of_names(body: Body) -> None:
    """Up to version 6, a question about a card had its number in its id alone: "card-7".

    A part that was to sense again was a text: "chips:3".
    """
    for name, parts in objects(body):
        if name == "Ask":
            parts["card"] = _card_in(parts["key"], parts["id"])
        elif name == "Senses":
            parts["from_next_hand"] = [_part(text) for text in parts["from_next_hand"]]


def _part(text: str) -> Body:
    reads, _, seat = text.partition(":")
    return {"object": "Part", "fields": {"reads": {"enum": "Reads", "value": reads}, "seat": int(seat or 0)}}


def _card_of_journalled_question(record: Body) -> None:
    """The same for a question that was journalled."""
    for outcome in record.get("outcomes", ()):
        if outcome[0] == "Ask":
            _, name, key, *_ = outcome
            outcome.append(_card_in(key, name))


def _card_in(key: str, name: str) -> int | None:
    return int(name.rpartition("-")[2]) if key in ("card_missing", "flashed") else None


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


MIGRATIONS: Final[dict[int, Migration]] = {
    2: _all_in, 3: _waits_from, 4: _slots, 5: _amount_of_confirmed, 6: _to_version_7, 7: _named_cards,
    8: _displaced, 9: lambda _: None,
}  # fmt: skip
"""The migrations by version. Each changes a checkpoint of that version, in place, to the next one."""

RECORDS: Final[dict[int, Migration]] = {
    2: _all_in, 3: lambda _: None, 4: lambda _: None, 5: _amount_of_decision, 6: _card_of_journalled_question,
    7: _named_cards_of_outcomes, 8: lambda _: None, 9: lambda _: None,
}  # fmt: skip
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
