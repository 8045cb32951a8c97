"""The words by which a dealer finds an entry: those of every language at once, for nobody switches a page to type."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from controller.pages.catalogue import Language

from .words import LANGUAGES, labels

HERE = Path(__file__).parent
SAID = "said_"


@cache
def typed(language: Language) -> dict[str, tuple[str, ...]]:
    """Return the phrases of a language, by what they find: "exposed", "fault:device", "said_call", "overrule"."""
    data = tomllib.loads((HERE / f"find.{language}.toml").read_text(encoding="utf-8"))
    return {name: tuple(phrase.strip() for phrase in phrases.split(",")) for name, phrases in data.items()}


@cache
def index() -> dict[str, list[str]]:
    """Return all that finds each entry: its label in every language, then the phrases of every language."""
    return {name: [phrase for language in LANGUAGES for phrase in _phrases(name, language)] for name in typed("en")}


def _phrases(name: str, language: Language) -> tuple[str, ...]:
    word, _, choice = name.partition(":")
    texts = labels(language)
    own = texts.get(f"entry.{word}", texts.get(f"entry.{word.removeprefix(SAID)}", ""))
    label = f"{own} {texts[f'choice.{choice}']}" if choice else own
    return (label, *typed(language)[name])
