"""A loaded rulebook as lines for people, and the comparison of two rulebooks.

Each line names a rule key, its value, its articles, and who lent them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from controller.rulebooks.figures import Figure, Rule, Rulebook

ASKED = "ask"
WRITTEN = "as written"  # nothing to choose


@dataclass(frozen=True, slots=True)
class Parameter:
    """One rule key of a rulebook.

    - `value`: "ask" if no rulebook says anything on it
    - `lent_by`: the lender, "" if it is the rulebook's own
    - `articles`: empty if it is the house's default
    """

    matter: str
    value: str
    articles: tuple[str, ...]
    lent_by: str

    @property
    def source(self) -> str:
        """The articles and the lender, in words."""
        if self.value == ASKED and not self.articles:
            return "the floor"
        articles = ", ".join(self.articles) or "house default"
        return f"{articles} (lent by {self.lent_by})" if self.lent_by else articles


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule key that two rulebooks decide differently."""

    matter: str
    left: Parameter
    right: Parameter


def parameters(book: Rulebook) -> Iterator[Parameter]:
    """Yield every rule key on which the rulebook, or one it borrows from, says something. Sorted by name."""
    for matter in sorted(book.rules):
        yield parameter(book.rules[matter])


def parameter(rule: Rule) -> Parameter:
    """One rule as a line."""
    figures = [f"{name}={_figure(value)}" for name, value in rule.figures.items()]
    policy = {"bound": [] if figures else [WRITTEN]}.get(rule.policy, [rule.policy])
    lenders = dict.fromkeys(c.lent_by for c in rule.cites if c.lent_by)
    return Parameter(
        rule.matter, " ".join(policy + figures), tuple(c.article for c in rule.cites), ", ".join(lenders)
    )


def _figure(value: Figure) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def differences(left: Rulebook, right: Rulebook) -> Iterator[Difference]:
    """Yield the rule keys whose value differs. The same value under another article is no difference."""
    for matter in sorted({*left.rules, *right.rules}):
        a, b = parameter(left.rule(matter)), parameter(right.rule(matter))
        if a.value != b.value:
            yield Difference(matter, a, b)


def citing(book: Rulebook, article: str) -> Iterator[Parameter]:
    """The rule keys that a rulebook decides by an article."""
    return (p for p in parameters(book) if article in p.articles)
