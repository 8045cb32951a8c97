"""Every open question names the articles on what it asks."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import controller.poker
import controller.table
from controller.poker.book import Book, unwritten
from controller.poker.outcomes import Ask
from controller.rulebooks import load
from controller.rulebooks.model import matter_names
from controller.table.view.question_citations import MATTERS, cites_of
from tests.syntax import nodes

CORE = [path for room in (controller.poker, controller.table) for path in Path(room.__path__[0]).rglob("*.py")]


def ask(key: str, *params: tuple[str, str]) -> Ask:
    return Ask("x", key, "seat", ("yes", "no"), None, "floor", 3, params)


def asked() -> set[str]:
    """The keys written out where the core asks."""
    calls = [n for path in CORE for n in nodes(path) if isinstance(n, ast.Call)]
    keys = [call.args[1] for call in calls if getattr(call.func, "id", "") == "Ask" and len(call.args) > 1]
    return {str(key.value) for key in keys if isinstance(key, ast.Constant)}


@pytest.mark.together("syntax")
def test_every_question_of_the_core_rests_on_a_matter_of_the_books() -> None:
    assert asked() - {"penalty"} <= MATTERS.keys()  # a penalty names its own
    assert set(MATTERS.values()) <= set(matter_names())


@pytest.mark.parametrize(("key", "article"), [("see", "lfp-8.7"), ("claim", "lfp-8.17")])
def test_a_question_is_shown_with_the_article_on_it(key: str, article: str) -> None:
    assert article in {cite.article for cite in cites_of(ask(key), Book(load("lfp", "no_limit")))}


def test_a_penalty_is_asked_under_the_articles_of_what_was_done() -> None:
    book = Book(load("lfp", "no_limit"))
    assert cites_of(ask("penalty", ("matter", "phones")), book) == book.cites("phones")


def test_where_nobody_has_written_anything_no_article_is_named() -> None:
    assert cites_of(ask("whatever"), Book(load("lfp", "no_limit"))) == ()
    assert cites_of(ask("see"), unwritten("", "no_limit")) == ()
