"""Remarks on a scenario without playing it: unknown names, articles that no ruling cites."""

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator
from difflib import get_close_matches
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from controller.poker.entries import ENTRIES
from controller.poker.said import Need
from controller.rulebooks import Rulebook, RulebookError
from controller.rulebooks.articles import article_of, articles, near
from firmware_bridge.messages.complaints import ONE_LINE
from hardware_sim.scenario.collection import rulebook_of
from hardware_sim.scenario.language.act_nodes import Answers, Overrules, Tells
from hardware_sim.scenario.language.expectation_nodes import (
    Expect,
    WantAlarm,
    WantAsk,
    WantDisplay,
    WantField,
    WantPrompt,
    WantRefused,
    WantRuling,
)
from hardware_sim.scenario.language.fixed_fields import fixed
from hardware_sim.scenario.language.tree import Book, File, Line, Scenario
from hardware_sim.scenario.play.console_entries import message_of
from hardware_sim.scenario.play.core_commands import command_of
from hardware_sim.scenario.play.display_text import known as texts
from hardware_sim.scenario.play.expectation_checker import ordinary
from hardware_sim.scenario.play.level import Impossible, Unsupported
from hardware_sim.scenario.play.table_setup import idle, setup_of

from .article_index import books, fields_of, ruled
from .question_index import Question, questions

KEYS_PAGE: Final = "docs/reference/scenario-keys.md"

OPEN_MATTERS: Final = ("chips.stack",)
"""Rule keys of rulings that no rulebook has: a person's correction."""

STOOD: Final = ("stacks", "shuffle")


class Remark(NamedTuple):
    """What is wrong, and the line."""

    line: int
    text: str


@cache
def words(section: str) -> frozenset[str]:
    """Return the keys of one section of the displays' words (prompt, step, alarm). A dot parts subsections."""
    data: dict[str, Any] = tomllib.loads(files("controller.pages").joinpath("en.toml").read_text("utf-8"))
    return frozenset(_keys(data[section]))


def _keys(section: dict[str, Any]) -> Iterator[str]:
    for key, value in section.items():
        if isinstance(value, dict):
            yield from (f"{key}.{inner}" for inner in _keys(value))
        else:
            yield key


def review(file: File) -> list[Remark]:
    """Return every remark on a file, in the order of its lines. One that holds under several rulebooks comes once."""
    found = {remark: None for scenario in file.scenarios for remark in _scenario(scenario)}
    return sorted(found)


def _scenario(scenario: Scenario) -> Iterator[Remark]:
    for rule in scenario.header.rules:
        if rule not in articles():
            close = ", ".join(near(rule)) or "none"
            yield Remark(scenario.at.line, f"rule {rule}: no such article, near it: {close}")
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
    as_first = not any(map(_puts_right, lines))
    chairs = {*scenario.header.seats, *scenario.header.empty}
    for line in lines:
        yield from (Remark(line.at.line, text) for text in _line(line, rulebook, chairs))
        if as_first and isinstance(line.statement, Expect):
            rulings = [want for want in line.statement.wants if isinstance(want, WantRuling | WantRefused)]
            yield from (Remark(line.at.line, text) for want in rulings for text in _acts(want, rulebook))
    marked = {case for proof in scenario.proofs(book.key) for case in proof.statement.shows}
    for case in scenario.shown_by(book.key):
        if case not in marked:
            text = f"shows {case}: it does not count, for no line is its proof: `expect … shows {case}`"
            yield Remark(scenario.at.line, text)
    claimed = {article for line in lines for article in _claims(line)}
    for case in scenario.shown_by(book.key):
        article = article_of(case)
        if article not in claimed:
            yield from (Remark(scenario.at.line, f"shows {case}: {text}") for text in _unnamed(article, rulebook))


def _claims(line: Line) -> tuple[str, ...]:
    if not isinstance(line.statement, Expect):
        return ()
    cited = [a for want in line.statement.wants if isinstance(want, WantRuling | WantRefused) for a in want.articles]
    return (*line.statement.by, *cited)


def _line(line: Line, rulebook: Rulebook, chairs: Collection[int]) -> Iterator[str]:
    if isinstance(line.statement, Answers):
        yield from _answer(line.statement)
    elif isinstance(line.statement, Tells):
        yield from _told(line.statement, chairs)
    elif isinstance(line.statement, Expect):
        for want in line.statement.wants:
            check = _WANTS.get(type(want))
            yield from check(want, rulebook) if check else ()
            yield from _nobody(want, chairs) if isinstance(want, WantField) else ()
        yield from (text for by in line.statement.by for text in _cited(by, rulebook))


def _known(word: str, allowed: Iterable[str], what: str, also: Iterable[str] = ()) -> Iterator[str]:
    names = sorted(allowed)
    if word and word not in names and word not in also:
        near = get_close_matches(word, names, 4, 0.5)
        yield f"no {what} is called {word!r}. " + (f"Near it: {', '.join(near)}" if near else f"See {KEYS_PAGE}")


def _told(act: Tells, chairs: Collection[int]) -> Iterator[str]:
    """Remarks on an entry that no console could make: a wrong word, a missing or extra part, an unknown seat."""
    word = act.word
    wrong = [*_known(word, ENTRIES, "command", STOOD)]
    yield from wrong
    if wrong or word in STOOD:
        return
    try:
        _, message = message_of(command_of(act.role, act.word, act.arguments), ())
    except Unsupported:
        return
    except (Impossible, ValidationError):
        yield f"{act}: nobody can enter it so. It is {_form(word)}"
    else:
        yield from _seated((getattr(message, name, None) for name in ("seat", "other")), chairs)


def _form(word: str) -> str:
    """How an entry is written: `fault SEAT device|disclosed|…`."""
    return " ".join([word, *map(_place, ENTRIES[word].needs)])


def _place(need: Need) -> str:
    text = "|".join(need.choices) or need.kind.upper()
    return f"[{text}]" if need.optional else text


def _seated(seats: Iterable[object], chairs: Collection[int]) -> Iterator[str]:
    allowed = ", ".join(map(str, sorted(chairs)))
    yield from (f"there is no seat {seat} at this table: {allowed}" for seat in seats if seat and seat not in chairs)


def _answer(act: Answers) -> Iterator[str]:
    yield from _known(act.ask, questions(), "question")
    asked = [questions()[act.ask]] if act.ask in questions() else [] if act.ask else list(questions().values())
    if asked and not any(question.allows(act.choice) for question in asked):
        yield f"no option {act.choice!r} of {act.ask or 'any question'}" + (_options(asked[0]) if act.ask else "")


def _options(question: Question) -> str:
    return f". It has {', '.join(question.options)}"


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
        if want.lent_by:
            yield from _lent(article, want.lent_by, rulebook)


PUT_RIGHT: Final = ("misread", "withdraw", "unaware", "misunderstanding", "retrieve", "showed")
"""Entries after which the table rules again on an act of any kind."""


def _puts_right(line: Line) -> bool:
    act = line.statement
    if isinstance(act, Answers):
        return act.choice in ("one", "confirm")
    return isinstance(act, Overrules) or (isinstance(act, Tells) and act.word in PUT_RIGHT)


def _acts(want: WantRuling | WantRefused, rulebook: Rulebook) -> Iterator[str]:
    """Remarks on an act that only a correction can be on this rule key, or by these articles."""
    act, matter = ("void", "") if isinstance(want, WantRefused) else (want.act, want.matter)
    if not act:
        return
    on = {matter for article in want.articles for own in _matters(article, rulebook) for matter in ruled().on(own)}
    matters = sorted({matter} if matter else on)
    known = ruled().acts
    if matters and all(matter in known and act not in known[matter] for matter in matters):
        are = ONE_LINE.join(f"{matter}: {', '.join(sorted(known[matter])) or 'no act'}" for matter in matters)
        dies = ". A hand that dies shows in `live` and `folded`" if act == "fold" else ""
        what = ", ".join(want.articles) or matter
        is_none = "is void" if act == "void" else f"is a {act}"
        yield f"no ruling of {what} {is_none} under {rulebook.key} ({are}){dies}"


def _cited(article: str, rulebook: Rulebook) -> Iterator[str]:
    if not _matters(article, rulebook):
        yield f"{rulebook.key} {rulebook.structure} decides nothing by {article}"


def _lent(article: str, lender: str, rulebook: Rulebook) -> Iterator[str]:
    """Remarks on a rulebook that does not lend the article."""
    cites = (cite for rule in rulebook.rules.values() for cite in rule.cites if cite.article == article)
    lenders = {cite.lent_by or rulebook.key for cite in cites}
    if lenders and lender not in lenders:
        yield f"{rulebook.key} has {article} from {', '.join(sorted(lenders))}, not from {lender}"


def _ruled_by(article: str, rulebook: Rulebook) -> Iterator[str]:
    matters = _matters(article, rulebook)
    if matters and not any(ruled().on(matter) for matter in matters):
        fields = ", ".join(sorted(fixed().get(article, ()))) or "no field"
        yield f"no ruling cites {article}: it decides {', '.join(matters)}, seen in {fields}, `by {article}`"


def _unnamed(article: str, rulebook: Rulebook) -> Iterator[str]:
    """Remarks on a case whose article no line names, if no ordinary ruling can have shown it either."""
    on = sorted({matter for own in _matters(article, rulebook) for matter in ruled().on(own)})
    known = ordinary()
    if not on:
        yield from _ruled_by(article, rulebook)
    elif not any(matter in known.matters for matter in on):
        fields = ", ".join(fields_of(article))
        by = f", or a field (`by {article}`): {fields}" if fields else ""
        yield f"no line names {article}. It is shown by a ruling on {' or '.join(on)} that is expected{by}"


def _matters(article: str, rulebook: Rulebook) -> list[str]:
    return [r.matter for r in rulebook.rules.values() if any(cite.article == article for cite in r.cites)]


def _refused(want: WantRefused, rulebook: Rulebook) -> Iterator[str]:
    yield from _known(want.key, words("alarm"), "alarm")
    yield from (text for article in want.articles for text in _cited(article, rulebook))
    if want.key in words("alarm") and not ordinary().refuses(want.key):
        yield f"the alarm {want.key} refuses nothing: expect it as `alarm {want.key}`"


def _ask(want: WantAsk, _rulebook: Rulebook) -> Iterator[str]:
    yield from _known(want.key, questions(), "question")
    question = questions().get(want.key)
    if question is None:
        return
    if want.role not in question.roles:
        yield f"{want.key} is asked of the {' or the '.join(question.roles)}, not of the {want.role}"
    for option in (*want.options, *want.without, want.default):
        if option and not question.allows(option):
            yield f"{want.key} has no option {option!r}{_options(question)}"


PLAYERS: Final = ("turn", "live", "folded", "all in", "winners", "show order", "suspended")
"""Fields that name seats of this table alone."""


def _nobody(want: WantField, chairs: Collection[int]) -> Iterator[str]:
    if want.name in PLAYERS:
        yield from _seated(want.value if isinstance(want.value, tuple) else (want.value,), chairs)


def _field(want: WantField, _rulebook: Rulebook) -> Iterator[str]:
    if want.name == "step" and isinstance(want.value, str):
        yield from _known(want.value, words("step"), "step")


def _display(want: WantDisplay, _rulebook: Rulebook) -> Iterator[str]:
    yield from _known(want.key, texts(), "text")


def _keyed(section: str, want: Any, _rulebook: Rulebook) -> Iterator[str]:
    return _known(want.key, words(section), section)


_WANTS: Final[dict[type, Callable[[Any, Rulebook], Iterator[str]]]] = {
    WantRuling: _ruling,
    WantRefused: _refused,
    WantAsk: _ask,
    WantAlarm: partial(_keyed, "alarm"),
    WantPrompt: partial(_keyed, "prompt"),
    WantDisplay: _display,
    WantField: _field,
}
