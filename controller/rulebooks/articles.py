"""The catalogue of articles: what each rule of the five documents says, in one sentence of our own."""

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "articles"


@dataclass(frozen=True, slots=True)
class Article:
    """One rule of a house's document.

    - `part`: betting, deal, table, floor or outside
    - `automation`: automatic, assisted, recorded or outside
    - `hole_cards`: the number of hole cards per player for which the rule holds, None for any number
    """

    id: str
    part: str
    automation: str
    text: str
    hole_cards: int | None = None


@cache
def articles() -> dict[str, Article]:
    """Every article of the product, by id, in the order of its document."""
    return {
        id_: Article(id_, entry["part"], entry["automation"], entry["text"], entry.get("hole_cards"))
        for path in sorted(FOLDER.glob("*.toml"))
        for id_, entry in tomllib.loads(path.read_text("utf-8")).items()
    }


def article_text(article: str) -> str:
    """Return one sentence, in our own words, for an article id. Without such a sentence, return the id itself."""
    found = articles().get(article)
    return found.text if found else article


def near(article: str) -> tuple[str, ...]:
    """Ids close to a misspelt one."""
    return tuple(get_close_matches(article, articles(), 5, 0.6))


def document(article: str) -> str:
    """The document of an article, with which its id begins."""
    return article.rpartition("-")[0]


def article_of(case: str) -> str:
    """The article of a case of it, or of itself: "lfp-7.27" for "lfp-7.27#1"."""
    return case.partition("#")[0]
