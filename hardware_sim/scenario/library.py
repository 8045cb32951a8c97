"""The scenarios of some files, by the articles that they are about."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from controller.rulebooks.articles import article_of, articles
from hardware_sim.scenario.language.tree import File, Scenario


@dataclass(frozen=True, slots=True)
class Entry:
    """A scenario: its file, the line at which it begins, its rulebooks, and the articles that it is about."""

    source: str
    line: int
    name: str
    books: tuple[str, ...]
    articles: tuple[str, ...]


def entries(files: Iterable[File]) -> Iterator[Entry]:
    """Yield every scenario of some files, in their order."""
    for file in files:
        for scenario in file.scenarios:
            books = scenario.header.books
            yield Entry(file.source, scenario.at.line, scenario.name, tuple(map(str, books)), _about(scenario))


def _about(scenario: Scenario) -> tuple[str, ...]:
    cases = [case for book in scenario.header.books for case in scenario.shown_by(book.key)]
    return tuple(dict.fromkeys(article_of(case) for case in (*cases, *scenario.header.rules)))


def by_article(found: Sequence[Entry]) -> dict[str, list[Entry]]:
    """Return the scenarios of each article, in the order of the catalogue. Those of none stand last, under ""."""
    sorted_: dict[str, list[Entry]] = {article: [] for article in (*articles(), "")}
    for entry in found:
        for article in entry.articles or ("",):
            sorted_.setdefault(article, []).append(entry)
    return {article: listed for article, listed in sorted_.items() if listed}


def as_json(found: Sequence[Entry]) -> dict[str, object]:
    """Return the list for programs: articles with what they say, and scenarios with their articles."""
    known = articles()
    said = {article: known[article].text if article in known else "" for article in by_article(found)}
    return {
        "articles": [{"id": article, "sentence": sentence} for article, sentence in said.items()],
        "scenarios": [asdict(entry) for entry in found],
    }
