"""What dealers and players read has at most twelve words. Where they are to do something, the order comes first."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

import hardware_sim.page
from controller.console.words import labels
from controller.pages import catalogue
from controller.pages.catalogue import Catalogue
from firmware_bridge.messages.languages import LANGUAGES

MOST: Final = 12
READ: Final = (
    *("step", "prompt", "ask", "alarm", "notice", "fault", "remedy", "remedy_note", "refused", "held", "paused"),
    *("turn", "option", "decided", "effect", "result"),
)
ORDERS: Final[Mapping[str, str]] = {
    "en": "Announce Answer Ask Bring Burn Buy Call Change Check Choose Close Collect Confirm Count Cut Deal Decide "
    "Declare Do Draw Enter Expose Finish First Floor Free Gather Get Give Go Have Keep Lay Leave Let Look Make Move "
    "Muck Name Play Put Remove Replace Return Send Set Show Shuffle Take Throw Turn Wait Push",
    "fr": "Ajoutez Annoncez Appelez Attendez Brûlez Changez Comptez Confirmez Continuez Contrôlez Corrigez Coupez "
    "Demandez Dites Donnez Déclarez Déplacez Distribuez Envoyez Examinez Faites Fermez Gardez Indiquez Jetez Laissez "
    "Libérez Mettez Montrez Mélangez Ne Nommez Placez Portez Posez Poussez Prenez Ramassez Rassemblez Recavez-vous "
    "Recommencez Récupérez Regardez Remettez Remplacez Rendez Reprenez Répondez Responsable Retirez Retournez "
    "Saisissez Tirez Tranchez Vérifiez Éloignez-vous Terminez",
}
"""Words with which an order begins, or the floor manager whom it is for."""
NO_ORDER: Final = {
    "step.act", "prompt.race_served", "prompt.race_nothing", "prompt.race_odd",
}  # fmt: skip
"""A player is to act, or is told what they get: the dealer does nothing."""

FACTS: Final = (
    *("deck_check", "deck_count", "deck_missing", "deck_unread", "deck_doubled", "deck_foreign"),
    *("deck.lacks", "replay_differs", "shuffle.tournament_over", "table.closed", "players.missing"),
    *("chips.absent", "undo.", "correction.", "decision.", "command.", "repeated.", "refused."),
)
"""Alarms that tell how a check stands, why nothing can be entered, or what only the floor can end."""


def words(text: str) -> int:
    """Words of a text. A sum, a seat, a place or cards are one."""
    return len([word for word in re.sub(r"\{\w+\}", "X", text).split() if re.search(r"\w", word)])


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Catalogue:
    return catalogue(request.param)


def of(texts: Catalogue, *sections: str) -> dict[str, str]:
    return {key: text for key, text in texts.words.items() if key.partition(".")[0] in sections}


def test_what_dealers_and_players_read_has_at_most_twelve_words(texts: Catalogue) -> None:
    read = of(texts, *READ)
    assert len(read) > 400
    assert {key: text for key, text in read.items() if words(text) > MOST} == {}


def test_steps_prompts_and_movements_begin_with_the_order(texts: Catalogue) -> None:
    told = of(texts, "step", "prompt", "remedy", "notice")
    orders = set(ORDERS[texts.language].split())
    assert {key: text for key, text in told.items() if text.split()[0].rstrip(":,") not in orders}.keys() == NO_ORDER


def test_every_alarm_that_somebody_can_end_says_first_what_to_do(texts: Catalogue) -> None:
    orders = set(ORDERS[texts.language].split())
    told = {key: text for key, text in of(texts, "alarm").items() if not key.removeprefix("alarm.").startswith(FACTS)}
    assert len(told) > 40
    assert {key: text for key, text in told.items() if text.split()[0].rstrip(":") not in orders} == {}


def test_a_question_asks_before_it_says_why(texts: Catalogue) -> None:
    asked = of(texts, "ask")
    orders = set(ORDERS[texts.language].split())
    late = {
        key: text
        for key, text in asked.items()
        if not re.match(r"[^.:?]*[?]", text) and text.split()[0].rstrip(":") not in orders
    }
    assert late == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_of_the_pages_have_at_most_twelve_words_a_sentence(language: str) -> None:
    long = {
        key: text for key, text in labels(language).items() for one in re.split(r"[.:;]\s", text) if words(one) > MOST
    }
    assert {
        key: text for key, text in long.items() if not key.startswith(("technician.", "guided.", "naming."))
    } == {}


def test_the_simulator_and_its_school_speak_in_twelve_words_a_sentence() -> None:
    french = json.loads((Path(hardware_sim.page.__file__).parent / "static" / "fr.json").read_text("utf-8"))
    sentences = [one for pair in french.items() for text in pair for one in re.split(r"(?<=[.?!:])\s", text)]
    assert [one for one in sentences if words(one) > MOST] == []
