"""Which fields of the table an article fixes, and so may vouch for in a scenario."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("fixes.toml")


@cache
def fixed() -> Mapping[str, frozenset[str]]:
    """{article: names of the fields that it fixes}; an article that fixes none is not in it."""
    data: dict[str, Any] = tomllib.loads(FILE.read_text("utf-8"))
    found: dict[str, frozenset[str]] = {}
    for group in data["fixes"]:
        for article in group["articles"]:
            found[article] = found.get(article, frozenset()) | frozenset(group["fields"])
    return found


def objection(article: str, fields: Iterable[str]) -> str | None:
    """Why an article may not stand after `by` behind these fields: what would be allowed; None if it may."""
    own = fixed().get(article, frozenset())
    if own & set(fields):
        return None
    if not own:
        return f"an article that fixes a field; {article} is cited by rulings: expect ruling {article}"
    return f"with {article} a field that it fixes: {', '.join(sorted(own))}"
