"""What a technician is asked before parts are looked for: which table it is, and what is played at it."""

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from firmware_bridge.messages.languages import LANGUAGES

HEAD: Final = """# Written by `sabot commission`. All keys: docs/configuration.md.

[table]
name = {name}
seats = [{seats}]
language = {language}

[game]
rulebook = {rulebook}
small_blind = {small_blind}   # all amounts in minor units of the chips
big_blind = {big_blind}

[paths]
state = {state}
run = {run}

[web]
port = {port}
"""

_PROPOSED: Final = tomllib.loads((Path(__file__).parents[1] / "proposal.toml").read_text(encoding="utf-8"))

DEFAULTS: Final[Mapping[str, str]] = {
    "name": _PROPOSED["table"]["name"],
    "seats": "1-10",
    "language": LANGUAGES[0],
    **{name: str(value) for name, value in (_PROPOSED["game"] | _PROPOSED["paths"]).items()},
    "port": "8080",
}
"""The questions, in their order, and what Enter means."""

HEADER: Final = "2-27"
"""The lines of a Raspberry Pi's header that its boot leaves alone."""


def ask(answers: Mapping[str, str], prompt: Callable[[str, str], str]) -> dict[str, str]:
    """Ask every question. `prompt` takes a question's name and what Enter means."""
    return {name: prompt(name, answers[name]) for name in DEFAULTS}


def head_of(answers: Mapping[str, str]) -> str:
    """The text of a table file without parts. Raises ValueError naming a list of seats or an amount that is none."""
    texts = {name: json.dumps(text, ensure_ascii=False) for name, text in answers.items()}
    seats = ", ".join(map(str, numbers("seats", answers["seats"], 1, 10)))
    amounts = {name: str(_number(name, answers[name], 0, 10**12)) for name in ("small_blind", "big_blind")}
    port = str(_number("port", answers["port"], 1, 65535))
    return HEAD.format(**{**texts, **amounts, "seats": seats, "port": port})


def numbers(what: str, text: str, least: int, most: int) -> list[int]:
    """The numbers of a list such as `1-6, 8`, in order. Raises ValueError naming the word and what is allowed."""
    found: set[int] = set()
    for word in text.replace(",", " ").split():
        first, dash, last = word.partition("-")
        one = _number(what, first, least, most)
        found.update(range(one, _number(what, last if dash else first, one, most) + 1))
    return sorted(found)


def _number(what: str, word: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= 13 and least <= int(word) <= most):
        raise ValueError(f"{what}: {word!r}: allowed are {least} to {most}")
    return int(word)
