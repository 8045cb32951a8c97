"""The words of the pages, by key and language: the table's own catalogue, and the labels of the consoles."""

import tomllib
from functools import cache
from pathlib import Path

from controller.pages.catalogue import catalogue, sentences
from firmware_bridge.messages.guided_facts import fact_texts
from firmware_bridge.messages.guided_orders import order_texts
from firmware_bridge.messages.languages import Language
from firmware_bridge.messages.verdict_texts import seen_texts, verdict_texts

HERE = Path(__file__).parent


@cache
def labels(language: Language) -> dict[str, str]:
    """Return the labels of the consoles in a language, by `section.name`. Parameters stand in braces."""
    data = tomllib.loads((HERE / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{section}.{name}": text for section, texts in data.items() for name, text in texts.items()}


def words(language: Language) -> dict[str, str]:
    """Return every text that a page may need in a language: messages of the table, labels, sentences of articles and
    of verdicts, orders and facts of guided tests."""
    articles = {f"article.{article}": text for article, text in sentences(language).items()}
    return labels(language) | catalogue(language).words | articles | _verdicts(language) | _guided(language)


def _guided(language: Language) -> dict[str, str]:
    orders = {f"order.{key}": text for key, text in order_texts(language).items()}
    return orders | {f"fact.{kind}": text for kind, text in fact_texts(language).items()}


def _verdicts(language: Language) -> dict[str, str]:
    texts = verdict_texts(language)
    causes = {f"verdict.{fault}": text.cause for fault, text in texts.items()}
    cures = {f"cure.{fault}_{n}": cure for fault, text in texts.items() for n, cure in enumerate(text.cures)}
    return causes | cures | {f"seen.{key}": text for key, text in seen_texts(language).items()}
