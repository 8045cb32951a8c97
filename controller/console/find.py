"""The words by which a dealer finds an entry: those of every language at once, for no one switches a page to type."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from firmware_bridge.messages.languages import LANGUAGES, Language

from .words import labels

HERE = Path(__file__).parent


class Target(NamedTuple):
    """A target of the search: an entry, an entry with a choice already made, or a player's announcement."""

    word: str = ""
    choice: str = ""
    said: str = ""

    @property
    def name(self) -> str:
        """The name by which a page tells targets apart."""
        return f"said_{self.said}" if self.said else f"{self.word}:{self.choice}" if self.choice else self.word


@cache
def typed(language: Language) -> dict[Target, list[str]]:
    """Return the phrases of a language, by what they find."""
    data = tomllib.loads((HERE / f"find.{language}.toml").read_text(encoding="utf-8"))
    found = {Target(word): phrases for word, phrases in data["entries"].items()}
    for word, choices in data["choices"].items():
        found |= {Target(word, choice): phrases for choice, phrases in choices.items()}
    return found | {Target(said=said): phrases for said, phrases in data["words"].items()}


@cache
def index() -> list[dict[str, str | list[str]]]:
    """Return each target with all that finds it: its label in every language, then the phrases of every language."""
    return [{**one._asdict(), "name": one.name, "phrases": list(_phrases(one))} for one in typed("en")]


@cache
def alike() -> list[list[str]]:
    """Return the groups of words that are typed for each other, each with its words in every language."""
    data = tomllib.loads((HERE / "alike.toml").read_text(encoding="utf-8"))
    return [" ".join(words).split() for groups in data.values() for words in groups.values()]


def _phrases(one: Target) -> Iterator[str]:
    for language in LANGUAGES:
        texts = labels(language)
        own = texts.get(f"entry.said_{one.said}") or texts.get(f"entry.{one.said or one.word}", "")
        yield f"{own} {texts[f'choice.{one.choice}']}" if one.choice else own
        yield from typed(language)[one]
