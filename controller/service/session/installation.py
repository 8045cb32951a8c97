"""The components of a table: its program, configuration, rulebook and parts. Each change of them is journalled.

9 NYCRR 5319.14(a)(3)(ii) and Miss. 13-8-2.9(b)3 ask for a record of each component that was added, removed or
altered.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from controller.registers.files import read_whole, write_private
from controller.release.installed import Verified
from controller.rulebooks import Rulebook
from firmware_bridge.messages.sensed import PartHealth
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.process.durable import own_as_folder

Components = Mapping[str, str]
"""Each component with what identifies it: a digest, or the identity that a part reports."""

PART = "part "
UPDATE = "update"
"""The component that says who brought this version, and the file of the state in which `sabot update` notes it."""


def at_start(
    config: TableFile, rulebook: Rulebook, program: str, verified: Verified, known: Components
) -> Components:
    """Return the components as a process finds them. Parts have not reported yet, so those of the table file stay as
    known."""
    parts = {f"{PART}{part.name}": known.get(f"{PART}{part.name}", part.kind) for part in config.part}
    return {
        "program": program,
        "release": verified.release or verified.state.name.lower(),
        "configuration": hashlib.sha256(config.model_dump_json().encode()).hexdigest(),
        "rulebook": f"{rulebook.key} {rulebook.structure} {rulebook_digest(rulebook)}",
        **_last_update(config.paths.state),
        **parts,
    }


def note_update(state: Path, text: str) -> None:
    """Note which version came, and which two people brought it, for the next start to journal. Raises OSError."""
    write_private(state / UPDATE, text.encode())
    own_as_folder(state / UPDATE)


def _last_update(state: Path) -> Components:
    try:
        return {UPDATE: read_whole(state / UPDATE).decode("utf-8", "replace")}
    except OSError:
        return {}


def with_part(known: Components, health: PartHealth) -> Components:
    """Return the components once a part has reported its identity."""
    if not health.identity:
        return known
    return {**known, f"{PART}{health.part}": f"{health.what} {health.identity}"}


def changes(before: Components, after: Components) -> dict[str, list[str]]:
    """Return each component that differs, with its old and new value. "" means absent."""
    names = sorted(before.keys() | after.keys())
    pairs = {name: [before.get(name, ""), after.get(name, "")] for name in names}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def rulebook_digest(rulebook: Rulebook) -> str:
    """SHA-256 over every rule as it was loaded: policy, figures, articles. Every checkpoint has it."""
    rules = [
        [rule.matter, rule.policy, [[c.article, c.lent_by] for c in rule.cites], sorted(rule.figures.items())]
        for _, rule in sorted(rulebook.rules.items())
    ]
    text = json.dumps([rulebook.key, rulebook.structure, rules], default=list)
    return hashlib.sha256(text.encode()).hexdigest()
