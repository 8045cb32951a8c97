"""What ruled a hand, as digests: the program's rules and the rulebook. They stand with every checkpoint."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from controller.rulebooks import Rulebook

ROOMS = ("poker", "table", "rulebooks")


def program_digest() -> str:
    """SHA-256 over the source of everything that decides a hand, file by file."""
    root = Path(__file__).resolve().parents[2]
    digest = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            if path.suffix in (".py", ".toml"):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                digest.update(f"{path.relative_to(root)} {content}\n".encode())
    return digest.hexdigest()


def rulebook_digest(rulebook: Rulebook) -> str:
    """SHA-256 over every rule as it was loaded: policy, figures, articles."""
    rules = [
        [rule.matter, rule.policy, [[c.article, c.lent_by] for c in rule.cites], sorted(rule.figures.items())]
        for _, rule in sorted(rulebook.rules.items())
    ]
    text = json.dumps([rulebook.key, rulebook.structure, rules], default=list)
    return hashlib.sha256(text.encode()).hexdigest()
