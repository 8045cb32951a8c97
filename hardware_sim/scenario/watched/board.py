"""What the simulator's page shows of the scenario that is played, kept up to date step by step."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from controller.pages import catalogue
from controller.rulebooks import article_text
from controller.rulebooks.articles import article_of
from firmware_bridge.messages.languages import LANGUAGES
from firmware_bridge.messages.public import PublicAlarm, PublicAsk, PublicRuling, Text
from hardware_sim.page import AnswerState, CheckedState, Cited, LineState, ScenarioState, Stage
from hardware_sim.scenario.depths.limits import refusals
from hardware_sim.scenario.language.expectation_nodes import Expect
from hardware_sim.scenario.language.tree import Line
from hardware_sim.scenario.play.expectation_checker import Answer, in_words
from hardware_sim.scenario.play.onlooker import Checked
from hardware_sim.scenario.play.result import Passage, Result

from .choice import Choice


class Board:
    """The state of one scenario, for the page. `state` may be read from any thread."""

    def __init__(self, choice: Choice) -> None:
        refused = refused_lines(choice)
        self.state = _at_the_start(choice, refused)
        self.refused = bool(refused)

    def playing(self, line: Line) -> None:
        """An act is about to be done."""
        self.state = replace(self.state, stage="playing", at=line.at.line, checked=(), answers=())

    def acted(self, passage: Passage) -> None:
        """An act is done, and this is what the table answered."""
        self.state = replace(self.state, answers=tuple(map(_answer, passage.answers)))

    def waiting(self, line: Line, checked: Sequence[Checked]) -> None:
        """An expectation was checked, and is looked at."""
        shown = tuple(CheckedState(one.text, one.miss) for one in checked)
        self.state = replace(self.state, stage="waiting", at=line.at.line, checked=shown)

    def ended(self, result: Result, stage: Stage = "ended") -> None:
        """The script is over, or there is no such table (`failed`)."""
        trouble = tuple(f"{failure.where}: {failure.text}" for failure in result.failures)
        self.state = replace(self.state, stage=stage, trouble=trouble, verdict=result.verdict.value)


def refused_lines(choice: Choice) -> tuple[str, ...]:
    """Return the lines that no reader senses, each with the reason."""
    found = refusals(choice.scenario, "wire", choice.book.key)
    return tuple(f"{refusal.at.line}:{refusal.at.column}: {refusal.text}" for refusal in found)


def cited(articles: Iterable[str]) -> tuple[Cited, ...]:
    """Return articles, or cases of them, each once with what the article says."""
    return tuple(Cited(one, article_text(article_of(one))) for one in dict.fromkeys(articles))


def _at_the_start(choice: Choice, refused: tuple[str, ...]) -> ScenarioState:
    scenario, behind = choice.scenario, choice.next
    script = tuple(
        LineState(line.at.line, choice.script.line(line.at.line), isinstance(line.statement, Expect))
        for line in scenario.script
        if not line.under or choice.book.key in line.under
    )
    return ScenarioState(
        source=choice.script.source,
        line=choice.line,
        name=scenario.name,
        book=str(choice.book),
        stage="refused" if refused else "setting_up",
        notes=scenario.header.notes,
        shows=cited((*scenario.shown_by(choice.book.key), *scenario.header.rules)),
        script=script,
        trouble=refused,
        next=behind.scenario.name if behind else "",
    )


def _answer(answer: Answer) -> AnswerState:
    if isinstance(answer, PublicRuling | PublicAsk):
        kind: Literal["ruling", "question"] = "ruling" if isinstance(answer, PublicRuling) else "question"
        return AnswerState(kind, _said(answer.text), cited(cite.article for cite in answer.cites))
    if isinstance(answer, PublicAlarm):
        return AnswerState("alarm", _said(answer.text))
    return AnswerState("alarm", dict.fromkeys(LANGUAGES, in_words(answer)))


def _said(text: Text) -> dict[str, str]:
    return {language: catalogue(language).text(text) for language in LANGUAGES}
