"""A loaded rulebook, as the hand reads it: frozen, with a typed entry for every rule key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from controller.rulebooks.articles import article_text
from controller.rulebooks.entry import Entry
from controller.rulebooks.model import Matters
from controller.rulebooks.variants import HOLDEM

Figure = int | str | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cited:
    """An article. `lent_by` names the rulebook that lends it, None if it is the house's own."""

    article: str
    lent_by: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """The content of a rulebook for one rule key: its entry (policy and figures), and its articles, the most special
    first."""

    matter: str
    entry: Entry
    cites: tuple[Cited, ...]

    @property
    def policy(self) -> str:
        """The policy that decides. "ask" leaves it to a person."""
        return self.entry.policy

    @property
    def figures(self) -> dict[str, Figure]:
        """The figures that are set, by name."""
        return self.entry.figures


@dataclass(
    frozen=True, slots=True, eq=False
)  # a loaded rulebook equals only itself, so that a hand may be bound to it
class Rulebook:
    """A rulebook for one structure ("limit", "pot_limit" or "no_limit"), with an entry for every rule key.

    - `mode`: "cash", "tournament", or "" for either
    - `articles`: the house's own sentences, by article id
    - `rules`: what is written, by rule key
    - `entries`: every rule key, with what holds if nothing is written
    - `variant`: the game that is played
    """

    key: str
    title: str
    structure: str
    rules: Mapping[str, Rule]
    mode: str = ""
    articles: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    variant: str = HOLDEM.key
    entries: Matters = field(init=False)

    def __post_init__(self) -> None:
        """Put the entries in their places."""
        object.__setattr__(self, "entries", Matters.of({matter: rule.entry for matter, rule in self.rules.items()}))

    def rule(self, matter: str) -> Rule:
        """Return the rule on a rule key. If nothing is written on it, its policy is "ask"."""
        return self.rules.get(matter) or Rule(matter, self.entries.named(matter), ())

    def text(self, article: str) -> str:
        """Return what an article says in one sentence: the house's, else the catalogue's, else the id itself."""
        return self.articles.get(article) or article_text(article)
