"""Reading a rulebook from its TOML file."""

from pathlib import Path

from controller.rulebooks.figures import Rulebook

HERE = Path(__file__).parent


class RulebookError(ValueError):
    """A rulebook cannot be used; the message lists every error, each with the key, the value and what is allowed."""


def available() -> tuple[tuple[str, str], ...]:
    """(key, structure) of every rulebook that comes with the product."""
    return (("lfp", "no_limit"), ("roberts", "limit"), ("roberts", "no_limit"))


def load(key: str, structure: str = "no_limit", folder: Path = HERE) -> Rulebook:
    """The rulebook of a key and structure; raises RulebookError."""
    raise NotImplementedError


def article_text(article: str) -> str:
    """One sentence, in our own words, for an article id such as "lfp-7.27"; the id itself where none is written."""
    return article
