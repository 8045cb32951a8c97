"""The labels of the consoles in both languages, and the pages that use them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from controller.console.words import labels, words
from firmware_bridge.diagnosis.verdict import Fault
from firmware_bridge.messages.languages import LANGUAGES
from firmware_bridge.messages.places import LineKind, SpotKind
from firmware_bridge.parts.lifecycle import State

STATIC = Path(__file__).parents[2] / "controller" / "console" / "static"
SIMULATOR = Path(__file__).parents[2] / "hardware_sim" / "page" / "static"
USED = re.compile(r'word\(\s*"([a-z]+\.[a-z_]+)"')


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_both_languages_have_the_same_labels() -> None:
    assert labels("en").keys() == labels("fr").keys()


def test_both_languages_name_the_same_parameters() -> None:
    english, french = labels("en"), labels("fr")
    assert {key for key in english if _placeholders(english[key]) != _placeholders(french[key])} == set()


def test_every_word_that_a_page_asks_for_is_there_in_every_language() -> None:
    asked = {key for script in STATIC.glob("js/*.js") for key in USED.findall(script.read_text(encoding="utf-8"))}
    assert len(asked) > 50
    for language in LANGUAGES:
        assert asked - words(language).keys() == set()


def test_every_fault_and_every_place_of_a_table_has_a_word_on_the_map() -> None:
    needed = {f"part_fault.{fault.value}" for fault in Fault} | {f"part.{state.value}" for state in State}
    needed |= {f"spot.{name}" for name in (*get_args(SpotKind), *get_args(LineKind), "display")}
    for language in LANGUAGES:
        assert needed - labels(language).keys() == set()


def test_no_page_names_another_host() -> None:
    files = [*STATIC.rglob("*.*"), *SIMULATOR.rglob("*.*")]
    assert len(files) > 12
    outside = re.compile(r"(?:https?:)?//(?!www\.w3\.org/2000/svg|\$\{location)[a-z0-9$]", re.IGNORECASE)
    for path in files:
        text = re.sub(r"^\s*//.*$|\s// .*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert outside.findall(text) == [], path.name
