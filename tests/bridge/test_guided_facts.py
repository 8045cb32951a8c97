"""The facts of guided tests and their sentences, and how a terminal leads in French."""

from __future__ import annotations

import re
from typing import get_args

from firmware_bridge.guided.checks import PictureCheck
from firmware_bridge.guided.guide import Course, Guide
from firmware_bridge.guided.steps import Step
from firmware_bridge.messages import guided_facts
from firmware_bridge.messages.guided_facts import Fact, fact_texts
from firmware_bridge.messages.languages import LANGUAGES

FACTS = tuple(
    one for one in vars(guided_facts).values() if isinstance(one, type) and issubclass(one, Fact) and one is not Fact
)


def kinds_of(fact: type[Fact]) -> tuple[str, ...]:
    """The kinds that the facts of a class have. The base has none of its own."""
    return get_args(fact.model_fields["kind"].annotation)


def parameters(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_each_fact_is_said_in_both_languages_with_all_it_knows() -> None:
    for language in LANGUAGES:
        texts = fact_texts(language)
        kinds = {kind: set(fact.model_fields) - {"kind"} for fact in FACTS for kind in kinds_of(fact)}
        assert {kind: parameters(texts[kind]) for kind in kinds} == kinds
        assert {key for key in texts if "." not in key} == kinds.keys()


def test_terminal_and_sheet_say_the_same_in_both_languages() -> None:
    english, french = fact_texts("en"), fact_texts("fr")
    assert {key: parameters(text) for key, text in english.items()} == {
        key: parameters(text) for key, text in french.items()
    }


def test_a_french_terminal_leads_and_judges_in_french() -> None:
    said: list[str] = []
    step = Step("display-1", "picture", lambda _table: PictureCheck(1))
    guide = Guide(Course([step], lambda *_: None), (), said.append, survey=0, language="fr")
    guide.tick(0)
    guide.typed("n", 1)
    assert said[2:5] == [
        "Lit-on MODE TEST sur l'écran de la place 1 ? o ou n",
        "    display-1 picture, étape 1 sur 1. Attendu : une image entière, lisible.",
        "    ÉCHOUÉ : illisible, selon le technicien.",
    ]
