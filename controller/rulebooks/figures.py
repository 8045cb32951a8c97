"""A loaded rulebook, as the hand reads it: plain, frozen, integers and texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from controller.rulebooks.articles import article_text

Figure = int | str | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cited:
    """An article; `lent_by` names the rulebook it was borrowed from, None where it is the house's own."""

    article: str
    lent_by: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """What a rulebook says on one matter: which policy decides it, its figures, its articles (most special first)."""

    matter: str
    policy: str
    cites: tuple[Cited, ...]
    figures: Mapping[str, Figure] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(
    frozen=True, slots=True, eq=False
)  # one loaded rulebook is itself alone, so that a hand may be bound to it
class Rulebook:
    """A rulebook of one structure ("limit", "pot_limit" or "no_limit"), every silence already filled.

    `mode` is "cash" or "tournament", "" where the book is for either; `articles` are the house's own sentences.
    """

    key: str
    title: str
    structure: str
    rules: Mapping[str, Rule]
    mode: str = ""
    articles: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def rule(self, matter: str) -> Rule:
        """The rule on a matter; one that nobody wrote is decided by "ask"."""
        return self.rules.get(matter) or Rule(matter, "ask", ())

    def text(self, article: str) -> str:
        """What an article says, in one sentence: the house's own, or the catalogue's; else the id itself."""
        return self.articles.get(article) or article_text(article)
