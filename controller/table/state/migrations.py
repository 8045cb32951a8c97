"""Checkpoints of earlier programs, brought to the form of this one, a version at a time.

Who changes what a table consists of raises VERSION, and adds here what makes the next version of a checkpoint. They
save a table of the new version for the tests, too: `python -m tests.core.saved_tables`.

A migration works on the JSON types of a checkpoint, so it needs no class that is gone. It adds what is new with a
value that is right for a table between hands, and guesses at nothing: it raises AnotherVersion if it would have to.
"""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Final

from controller.rulebooks.model import entry_kinds
from controller.table.state.checkpoint_codec import Body, parts_held

Migration = Callable[[Body], None]

VERSION: Final = 3
"""Of what a checkpoint means and consists of. The checkpoint itself says its shape, too: one of the same version and
another shape was made by a program under development, and is not read."""


def _all_in(body: Body) -> None:
    """Until version 2 the act of all in and the rule keys with it were spelled "allin"."""
    respelled = json.loads(re.sub(r"(?<![a-z])allin(?![a-z])", "all_in", json.dumps(body)))
    body.clear()
    body.update(respelled)


MIGRATIONS: Final[dict[int, Migration]] = {2: _all_in}
"""By version: changes a checkpoint of that version, in place, to the next one."""


class AnotherVersion(ValueError):
    """A checkpoint that this program cannot read. Nothing of it is read: to guess would be to guess at money."""


def migrated(body: Body, migrations: dict[int, Migration] = MIGRATIONS, to: int = VERSION) -> Body:
    """The checkpoint in the form of version `to`. Raises AnotherVersion, naming what is in the way."""
    version = body.get("version")
    if not isinstance(version, int) or version > to:
        raise AnotherVersion(f"the checkpoint is of version {version}, this program reads up to {to}")
    if version == to:
        return body
    changed = deepcopy(body)
    for number in range(version, to):
        if number not in migrations:
            raise AnotherVersion(
                f"the checkpoint is of version {version}, nothing leads from {number} to {number + 1}"
            )
        migrations[number](changed)
    wrong = unfit(changed)
    if wrong:
        raise AnotherVersion(f"the checkpoint of version {version} does not fit version {to}: {'; '.join(wrong)}")
    return {**changed, "version": to}


def unfit(body: Body) -> list[str]:
    """Parts that a checkpoint has and no class of this program, or the other way round, by class and name. Rules that
    no rulebook of this program has.
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
    """(class, parts) of each object within, for a migration to change in place."""
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
    """A part has another name now."""
    for name, parts in objects(body):
        if name == cls:
            parts[new] = parts.pop(old)


def add(body: Body, cls: str, part: str, value: Any) -> None:
    """A part is new; `value` as the codec freezes it."""
    for name, parts in objects(body):
        if name == cls:
            parts[part] = deepcopy(value)


def drop(body: Body, cls: str, part: str) -> None:
    """A part is gone."""
    for name, parts in objects(body):
        if name == cls:
            parts.pop(part, None)
