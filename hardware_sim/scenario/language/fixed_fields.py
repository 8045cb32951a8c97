"""Which fields of the table an article fixes, so that a scenario may name the article as their reason."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("fixes.toml")


@cache
def fixed() -> Mapping[str, frozenset[str]]:
    """Return {article: names of the fields that it fixes}. An article that fixes none is not in it."""
    data: dict[str, Any] = tomllib.loads(FILE.read_text("utf-8"))
    found: dict[str, frozenset[str]] = {}
    for group in data["fixes"]:
        for article in group["articles"]:
            found[article] = found.get(article, frozenset()) | frozenset(group["fields"])
    return found


def objection(article: str, fields: Iterable[str]) -> str | None:
    """Return what is allowed after `by` instead of an article that fixes none of these fields, or else None."""
    own = fixed().get(article, frozenset())
    if own & set(fields):
        return None
    if not own:
        return f"an article that fixes a field. Rulings cite {article}: expect ruling {article}"
    return f"with {article} a field that it fixes: {', '.join(sorted(own))}"
