"""The digest of the rulebook as it was loaded, which names the rules of a hand. Every checkpoint has it."""

from __future__ import annotations

import hashlib
import json

from controller.rulebooks import Rulebook


def rulebook_digest(rulebook: Rulebook) -> str:
    """SHA-256 over every rule as it was loaded: policy, figures, articles."""
    rules = [
        [rule.matter, rule.policy, [[c.article, c.lent_by] for c in rule.cites], sorted(rule.figures.items())]
        for _, rule in sorted(rulebook.rules.items())
    ]
    text = json.dumps([rulebook.key, rulebook.structure, rules], default=list)
    return hashlib.sha256(text.encode()).hexdigest()
