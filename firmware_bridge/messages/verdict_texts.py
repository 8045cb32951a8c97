"""How the verdicts of the diagnosis are said, by fault and language, for terminal and pages."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Literal, NamedTuple

from .languages import Language
from .places import spoken
from .texts import flat_texts

Fact = int | float | str

Cured = Literal["at_once", "in_play", "next_day"]
"""When a verdict is gone once its fault is cured: within seconds, within a minute of play, or a day later."""

HERE = Path(__file__).parent


class VerdictText(NamedTuple):
    """Cause and cures. `{part}`, `{place}`, `{port}`, `{other}` and `{value}` stand for what the case has."""

    cause: str
    cures: tuple[str, ...]


@cache
def verdict_texts(language: Language) -> Mapping[str, VerdictText]:
    """Return the texts of every fault by its name."""
    data = tomllib.loads((HERE / f"verdicts.{language}.toml").read_text(encoding="utf-8"))
    return {fault: VerdictText(text["cause"], tuple(text["cures"])) for fault, text in data.items()}


def seen_texts(language: Language) -> Mapping[str, str]:
    """Return the sentences of what the diagnosis has seen, by their keys."""
    return flat_texts("seen", language, ".")


@cache
def names_in(text: str) -> frozenset[str]:
    """Return the names that stand in braces in a sentence."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@dataclass(frozen=True, slots=True, init=False)
class Seen:
    """What speaks for a verdict: the key of a sentence, and the facts in it by their names, such as `seconds`."""

    key: str
    facts: Mapping[str, Fact]

    def __init__(self, key: str, /, **facts: Fact) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "facts", facts)

    def said(self, language: Language = "en") -> str:
        """The sentence, with places as people say them."""
        named = {name: spoken(fact) if isinstance(fact, str) else fact for name, fact in self.facts.items()}
        return seen_texts(language)[self.key].format(**named)

    @property
    def lacks(self) -> frozenset[str]:
        """The names in the sentence for which there is nothing to say."""
        return names_in(seen_texts("en")[self.key]) - {name for name, fact in self.facts.items() if fact != ""}
