"""What a dealer types finds its entry: the words of both languages, and the search of the page in a real browser."""

from __future__ import annotations

import pytest

from controller.console.find import Target, alike, index, typed
from controller.poker.entries import ENTRIES

from .conftest import Table, Visit
from .phrases import ENGLISH, FRENCH, TASKS

ALSO = {"overrule", "shows_cards"}
"""Another decision on a ruling, and a hand whose cards are named."""

SHOWN = """async ([found, alike, words]) => {
  const { Index } = await import("/static/js/search.js");
  const index = new Index(found, alike);
  return words.map((one) => index.find(one));
}"""


def shown(visit: Visit, table: Table, words: list[str]) -> list[list[str]]:
    """The entries that the page shows for each of the words, the likeliest first."""
    visit.page.goto(f"{table.origin}/static/icon.svg")
    found: list[list[str]] = visit.page.evaluate(SHOWN, [index(), alike(), words])
    return found


def first(visit: Visit, table: Table, words: list[str]) -> list[str]:
    return [next(iter(found), "") for found in shown(visit, table, words)]


def test_both_languages_find_the_same_entries() -> None:
    assert typed("en").keys() == typed("fr").keys()


def test_every_entry_can_be_found() -> None:
    assert {Target(word) for word in ENTRIES} - typed("en").keys() == set()


def test_what_is_found_is_an_entry_a_choice_of_one_or_a_players_word() -> None:
    choices = {Target(word, one) for word, form in ENTRIES.items() for need in form.needs for one in need.choices}
    found = {one for one in typed("en") if not one.said}
    assert found - {Target(word) for word in (*ENTRIES, *ALSO)} - choices == set()


@pytest.mark.browser
@pytest.mark.process
@pytest.mark.parametrize("phrases", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_what_a_dealer_would_type_finds_its_entry_first(visit: Visit, table: Table, phrases: dict[str, str]) -> None:
    found = first(visit, table, list(phrases))
    wrong = {said: one for (said, meant), one in zip(phrases.items(), found, strict=True) if one != meant}
    assert wrong == {}


@pytest.mark.browser
@pytest.mark.process
def test_any_words_for_a_dealers_task_show_its_entry(visit: Visit, table: Table) -> None:
    found = zip(TASKS, shown(visit, table, list(TASKS)), strict=True)
    assert [said for said, names in found if set(names).isdisjoint(TASKS[said].split())] == []


@pytest.mark.browser
@pytest.mark.process
def test_a_word_of_the_same_meaning_finds_what_the_word_finds(visit: Visit, table: Table) -> None:
    assert first(visit, table, ["bystander talks", "two identical cards", "lecteur hs"]) == [
        "outsider:spectator",
        "foul:double",
        "manual",
    ]


@pytest.mark.browser
@pytest.mark.process
def test_forms_of_a_word_parted_words_and_negations_find_the_same_entry(visit: Visit, table: Table) -> None:
    pairs = {
        "shoving": "shove",
        "straddling": "straddle",
        "arguing": "argue",
        "re buy": "rebuy",
        "boxedcard": "boxed card",
        "didn't burn": "did not burn",
        "didnt burn": "did not burn",
        "raise to 1200": "raise",
        "brûlages": "brûlage",
        "portables": "portable",
        "lvl up": "level up",
        "seat 12 folds": "folds",
    }
    assert first(visit, table, list(pairs)) == first(visit, table, list(pairs.values()))


@pytest.mark.browser
@pytest.mark.process
def test_words_of_one_language_find_what_the_other_has_phrases_for(visit: Visit, table: Table) -> None:
    pairs = {
        "jester came": "joker_drawn",
        "carte endommagée": "deck_change:damage",
        "talon dropped": "order_lost",
        "chute carte": "fallen",
    }
    assert first(visit, table, list(pairs)) == list(pairs.values())


@pytest.mark.browser
@pytest.mark.process
def test_an_entry_and_its_choices_stand_side_by_side(visit: Visit, table: Table) -> None:
    [turned, fault] = shown(visit, table, ["card turned up", "maldonne"])
    assert {"exposed", "exposed:dealer", "exposed:player"} <= set(turned[:4])
    assert fault[0] == "misdealt"
    assert {one.split(":")[0] for one in fault[:4]} == {"misdealt"}


@pytest.mark.browser
@pytest.mark.process
def test_one_wrong_letter_in_a_long_word_finds_the_same_entry(visit: Visit, table: Table) -> None:
    words = ["misdeal", "disputes", "straddle", "telephone", "avertissement", "pourboire", "maldonne"]
    typed_wrongly = [f"{word[:3]}{word[4]}{word[3]}{word[5:]}" for word in words]
    assert first(visit, table, typed_wrongly) == first(visit, table, words)


@pytest.mark.browser
@pytest.mark.process
def test_what_nobody_means_finds_nothing(visit: Visit, table: Table) -> None:
    assert first(visit, table, ["xyzzy", "…"]) == ["", ""]
