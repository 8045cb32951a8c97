"""What can be said of a scenario without playing it: names that nothing has, articles that no ruling cites."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final, NamedTuple, get_args

from controller.poker.events import Command
from controller.rulebooks import Rulebook, RulebookError

from .collection import rulebook_of
from .deeds import Answers, Tells
from .expectations import Expect, WantAlarm, WantAsk, WantField, WantPrompt, WantRefused, WantRuling
from .fixes import fixed
from .questions import Question, questions
from .ruled import books, ruled
from .setting import idle, setup_of
from .tree import Book, File, Line, Scenario

OPEN_MATTERS: Final = ("chips.stack",)
"""Matters of rulings that no rulebook has: a person's correction."""

STOOD: Final = ("stacks", "shuffle")


class Remark(NamedTuple):
    """What will not do, and the line that says it."""

    line: int
    text: str


@cache
def words(section: str) -> frozenset[str]:
    """The keys of one section of the displays' words (prompt, step, alarm); in subsections with a dot between."""
    data: dict[str, Any] = tomllib.loads(files("controller.pages").joinpath("en.toml").read_text("utf-8"))
    return frozenset(_keys(data[section]))


def _keys(section: dict[str, Any]) -> Iterator[str]:
    for key, value in section.items():
        if isinstance(value, dict):
            yield from (f"{key}.{inner}" for inner in _keys(value))
        else:
            yield key


def review(file: File) -> list[Remark]:
    """Every remark on a file, in the order of its lines; one that holds under several books is made once."""
    found = {remark: None for scenario in file.scenarios for remark in _scenario(scenario)}
    return sorted(found)


def _scenario(scenario: Scenario) -> Iterator[Remark]:
    for book in scenario.header.books:
        try:
            rulebook = rulebook_of(book)
            setup_of(scenario, rulebook)
        except (RulebookError, ValueError) as error:
            yield Remark(scenario.at.line, f"no such table: {error}")
        else:
            yield from (Remark(scenario.at.line, text) for text in idle(scenario.header, rulebook))
            yield from _under(scenario, book, rulebook)


def _under(scenario: Scenario, book: Book, rulebook: Rulebook) -> Iterator[Remark]:
    lines = [line for line in scenario.script if not line.under or book.key in line.under]
    for line in lines:
        yield from (Remark(line.at.line, text) for text in _line(line, rulebook))
    claimed = {article for line in lines for article in _claims(line)}
    for case in scenario.shown_by(book.key):
        article = case.partition("#")[0]
        if article not in claimed:
            yield from (Remark(scenario.at.line, f"shows {case}: {text}") for text in _ruled_by(article, rulebook))


def _claims(line: Line) -> tuple[str, ...]:
    if not isinstance(line.statement, Expect):
        return ()
    cited = [a for want in line.statement.wants if isinstance(want, WantRuling | WantRefused) for a in want.articles]
    return (*line.statement.by, *cited)


def _line(line: Line, rulebook: Rulebook) -> Iterator[str]:
    if isinstance(line.statement, Answers):
        yield from _answer(line.statement)
    elif isinstance(line.statement, Tells):
        yield from _known(line.statement.word, get_args(Command), "command", STOOD)
    elif isinstance(line.statement, Expect):
        for want in line.statement.wants:
            check = _WANTS.get(type(want))
            yield from check(want, rulebook) if check else ()
        yield from (text for by in line.statement.by for text in _cited(by, rulebook))


def _known(word: str, allowed: Iterable[str], what: str, also: Iterable[str] = ()) -> Iterator[str]:
    names = sorted(allowed)
    if word and word not in names and word not in also:
        near = get_close_matches(word, names, 4, 0.5)
        yield f"no {what} is called {word!r}; " + (f"near it: {', '.join(near)}" if near else "docs/scenario-keys.md")


def _answer(act: Answers) -> Iterator[str]:
    yield from _known(act.ask, questions(), "question")
    asked = [questions()[act.ask]] if act.ask in questions() else [] if act.ask else list(questions().values())
    if asked and not any(question.allows(act.choice) for question in asked):
        yield f"no option {act.choice!r} of {act.ask or 'any question'}" + (_options(asked[0]) if act.ask else "")


def _options(question: Question) -> str:
    return f"; it has {', '.join(question.options)}"


@cache
def _matters_of_all() -> frozenset[str]:
    return frozenset(matter for book in books() for matter in book.rules)


# --- expectations ---------------------------------------------------------------------------------------------------


def _ruling(want: WantRuling, rulebook: Rulebook) -> Iterator[str]:
    if want.matter:
        yield from _known(want.matter, _matters_of_all(), "matter", OPEN_MATTERS)
        if not ruled().on(want.matter):
            yield f"no ruling is made on {want.matter}: what its articles decide shows in fields"
    for article in want.articles:
        yield from _cited(article, rulebook)
        yield from _ruled_by(article, rulebook)


def _cited(article: str, rulebook: Rulebook) -> Iterator[str]:
    if not _matters(article, rulebook):
        yield f"{rulebook.key} {rulebook.structure} decides nothing by {article}"


def _ruled_by(article: str, rulebook: Rulebook) -> Iterator[str]:
    matters = _matters(article, rulebook)
    if matters and not any(ruled().on(matter) for matter in matters):
        fields = ", ".join(sorted(fixed().get(article, ()))) or "no field"
        yield f"no ruling cites {article}: it decides {', '.join(matters)}, seen in {fields}, `by {article}`"


def _matters(article: str, rulebook: Rulebook) -> list[str]:
    return [r.matter for r in rulebook.rules.values() if any(cite.article == article for cite in r.cites)]


def _refused(want: WantRefused, rulebook: Rulebook) -> Iterator[str]:
    yield from _known(want.key, words("alarm"), "alarm")
    yield from (text for article in want.articles for text in _cited(article, rulebook))


def _ask(want: WantAsk, _rulebook: Rulebook) -> Iterator[str]:
    yield from _known(want.key, questions(), "question")
    question = questions().get(want.key)
    if question is None:
        return
    if want.role not in question.roles:
        yield f"{want.key} is asked of the {' or the '.join(question.roles)}, not of the {want.role}"
    for option in (*want.options, want.default):
        if option and not question.allows(option):
            yield f"{want.key} has no option {option!r}{_options(question)}"


def _field(want: WantField, _rulebook: Rulebook) -> Iterator[str]:
    if want.name == "step" and isinstance(want.value, str):
        yield from _known(want.value, words("step"), "step")


def _keyed(section: str, want: Any, _rulebook: Rulebook) -> Iterator[str]:
    return _known(want.key, words(section), section)


_WANTS: Final[dict[type, Callable[[Any, Rulebook], Iterator[str]]]] = {
    WantRuling: _ruling,
    WantRefused: _refused,
    WantAsk: _ask,
    WantAlarm: partial(_keyed, "alarm"),
    WantPrompt: partial(_keyed, "prompt"),
    WantField: _field,
}
