"""Every question that the table can ask: who answers it, its options, when it is asked, what the answers do."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("questions.toml")
MANY: Final = {"seat_N": re.compile(r"seat_\d+"), "a seat": re.compile(r"\d+"), "a draw": re.compile(r"\w*\d+|none")}
"""Options that stand for many, and the form of those."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `roles` and `options` are all that any rulebook has."""

    roles: tuple[str, ...]
    options: tuple[str, ...]
    when: str
    answers: str

    def allows(self, option: str) -> bool:
        """Whether the question may have this option."""
        return option in self.options or any(MANY[many].fullmatch(option) for many in self.options if many in MANY)


@cache
def questions() -> Mapping[str, Question]:
    """Return {key: question}, from the file beside this module."""
    data: dict[str, Any] = tomllib.loads(FILE.read_text("utf-8"))
    return {
        key: Question(tuple(one["roles"]), tuple(one["options"]), one["when"], one["answers"])
        for key, one in data.items()
    }
