"""No page shows a text of its own: each stands in the files of every language, also under a key that is made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, get_args

import pytest

from controller.console.words import words
from controller.poker import events, outcomes
from controller.poker.entries import ENTRIES, Group
from controller.service.process.life import FAULT_CLEARED
from controller.service.process.machine import INSTALLATION
from controller.service.process.recalled import key_of
from controller.service.process.time_of_day import CLOCK_SET
from controller.table.state.chip_sales import Buying
from firmware_bridge.messages.guided_facts import fact_texts
from firmware_bridge.messages.guided_orders import order_texts
from firmware_bridge.messages.languages import LANGUAGES
from firmware_bridge.messages.public import PublicAct, PublicMove
from firmware_bridge.messages.roles import ROLES
from firmware_bridge.messages.sensed import Sensed
from firmware_bridge.messages.told import Decision, Told

CONSOLE: Final = Path(__file__).parents[2] / "controller" / "console"
SCRIPTS: Final = sorted((CONSOLE / "static" / "js").glob("*.js"))

COMMENT: Final = re.compile(r"(?m)^\s*//.*$|\s// .*$|^import .*$")
LITERAL: Final = re.compile(r'(?<![\w"])"([^"\n]*)"|`((?:[^`$]|\$\{[^{}]*\}|\$)*)`')
MADE: Final = re.compile(r"`([a-z_]+\.[a-z_]*)\$\{")
PROSE: Final = re.compile(r"[A-Za-zÀ-ÿ]{2,}[,.:!?]? +[A-Za-zÀ-ÿ]{2,}|^[A-ZÀ-Ý][a-zà-ÿ]+")
CLASSES: Final = re.compile(r"^[a-z -]+$")
NO_TEXT: Final = {
    *("Enter", "Escape", "ArrowDown", "Control+K", "Control+Z"),  # keys of a keyboard
    "sabot diag test --config table.toml",  # a command
    "(prefers-color-scheme: light)",
    "input, select",
    "input, button",
}
OF_ALARMS: Final = {"card.misplaced", "remedy.wrong_card", "remedy.not_before", "remedy.step_open", "remedy.not_seen"}
"""Keys that are compared with, and have their words under "alarm"."""

RECORDS: Final = {
    *(one.model_fields["kind"].default for union in (Sensed, Told) for one in get_args(get_args(union)[0])),
    *(key_of(one.__name__) for union in (events.Event, outcomes.Outcome) for one in get_args(union)),
    *("started", "hello", "people", "timer", "clock", INSTALLATION, CLOCK_SET, FAULT_CLEARED),
}
"""The kinds of records, and the names of what they hold."""

MADE_OF: Final[Mapping[str, set[str]]] = {
    "entry.": {*ENTRIES, "fold", "check", "call", "raise", "all_in", "amount", "plus", "pot", "other", "dark"},
    "entry.group_": set(get_args(Group)),
    "choice.": {choice for form in ENTRIES.values() for need in form.needs for choice in need.choices},
    "decision.": set(get_args(Decision)),
    "role.": set(ROLES),
    "log.": set(get_args(PublicAct.model_fields["how"].annotation)),
    "label.move_": set(get_args(PublicMove.model_fields["state"].annotation)),
    "label.waits_": set(get_args(PublicMove.model_fields["gate"].annotation)) - {""},
    "label.face_": set(get_args(PublicMove.model_fields["face"].annotation)) - {""},
    "event.": {buying.value for buying in Buying} - {"nothing"},
    "order.": set(order_texts("en")),
    "fact.": set(fact_texts("en")),
    "record.": RECORDS,
    "from.": {"bridge", "console", "controller"},
}
"""What a script puts behind these prefixes, as the product has it."""


BESIDE: Final = {"en": ["article."], "fr": []}
"""What an article says in English stands in the public state."""


ALIKE: Final = {"label.ante", "technician.release", "seat_state.minutes", "technician.lately"}


def bare(script: Path) -> str:
    return COMMENT.sub("", script.read_text("utf-8"))


def quoted(script: Path) -> set[str]:
    return {text for text, _ in LITERAL.findall(bare(script))}


def literals(script: Path) -> Iterator[str]:
    """Without what a template puts in."""
    yield from quoted(script)
    text = bare(script)
    while text != (inner := re.sub(r"\$\{[^{}$]*\}|(?<=[(,]) ?\{[^{}$]*\}", "", text)):
        text = inner
    yield from (template for _, template in LITERAL.findall(text) if template)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_no_script_of_the_pages_has_a_text_of_its_own(script: Path) -> None:
    own = [text for text in literals(script) if PROSE.search(text) and not CLASSES.match(text)]
    assert [text for text in own if text not in NO_TEXT] == []


@pytest.mark.parametrize("body", sorted((CONSOLE / "bodies").glob("*.html")), ids=lambda body: body.stem)
def test_no_body_of_a_page_has_a_text_of_its_own(body: Path) -> None:
    text = body.read_text("utf-8")
    shown = re.findall(r">([^<>]+)<", text) + re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]+)"', text)
    assert [one for one in shown if re.search(r"[a-z]", re.sub(r"Sabot|\$\w+", "", one))] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_every_key_that_a_script_writes_out_has_its_words(script: Path) -> None:
    sections = {key.partition(".")[0] for key in words("en")}
    keys = {text for text in quoted(script) if re.fullmatch(r"([a-z_]+)(\.[a-z_]+)+", text)}
    asked = {key for key in keys if key.partition(".")[0] in sections and key not in OF_ALARMS and key[-1] != "_"}
    for language in LANGUAGES:
        assert asked - words(language).keys() == set()


def test_every_key_that_a_script_makes_has_its_words() -> None:
    made = {prefix for script in SCRIPTS for prefix in MADE.findall(bare(script))}
    assert len(made) > 30
    for language in LANGUAGES:
        known = words(language).keys()
        assert [prefix for prefix in made if not any(key.startswith(prefix) for key in known)] == BESIDE[language]
        needed = {f"{prefix}{name}" for prefix, names in MADE_OF.items() for name in names}
        assert needed - known == set()


def test_no_text_in_french_is_the_english_one() -> None:
    """But for words that both have, such as "Board"."""
    english, french = words("en"), words("fr")
    same = {key for key, text in english.items() if french[key] == text and len(text.split()) > 1}
    assert same - ALIKE == set()
