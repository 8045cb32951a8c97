"""The course of a scenario in words: each line, what the table ruled on it, and what the article says."""

from collections.abc import Iterator

from controller.rulebooks import article_text
from hardware_sim.shown import ShownRuling

from .expectation_checker import Answer, in_words, ordinary
from .result import Result


def explain(result: Result, *, short: bool = False) -> str:
    """Return the whole run as text.

    `short`: only the lines with an answer that must be expected, and without the text of the articles.
    """
    return "\n".join(_short(result) if short else _lines(result))


def _short(result: Result) -> Iterator[str]:
    yield f"{result.name}  (under {result.book}, {result.source}:{result.line})"
    for passage in result.course:
        told = [answer for answer in passage.answers if answer not in ordinary()]
        if told or passage is result.course[-1]:
            yield f"{passage.line:>5}  {passage.text}"
            yield from (f"{'':>7}> {in_words(answer)}" for answer in told)
            yield f"{'':>9}{passage.now}"
    yield from _end(result)


def _end(result: Result) -> Iterator[str]:
    for failure in result.failures:
        yield f"{failure.line:>5}  FAILED: {failure.text}"
    yield f"       {result.verdict.value}"


def _lines(result: Result) -> Iterator[str]:
    told: set[str] = set()
    yield f"{result.name}  (under {result.book}, {result.source}:{result.line})"
    for passage in result.course:
        yield f"{passage.line:>5}  {passage.text}"
        for answer in passage.answers:
            yield from _answer(answer, told)
        yield f"{'':>9}{passage.now}"
    yield from _end(result)


def _answer(answer: Answer, told: set[str]) -> Iterator[str]:
    """The lines of an answer. The text of an article comes with its first citation."""
    yield f"{'':>7}> {in_words(answer)}"
    if isinstance(answer, ShownRuling):
        for cite in answer.cites:
            text = article_text(cite.article)
            if text != cite.article and cite.article not in told:
                told.add(cite.article)
                yield f"{'':>11}{cite.article}: {text}"
