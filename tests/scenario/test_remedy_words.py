"""What the dealer is told of a remedy: in both languages, at most twelve words, with card, from and to."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Literal, cast

import pytest

import controller.table
from controller.pages import catalogue
from controller.pages.remedy import face_after, movement
from controller.poker.outcomes import CancelHand, CardLabel, Cite, Kill, Ruling
from controller.poker.places import End, seat_end
from controller.rulebooks import available, load
from controller.service.publication.public_state import public_remedy
from controller.table import MoveView, RemedyView
from controller.table.deal.faults import FAULTS
from controller.table.state.penalty_ladder import FREE, IN_ORDER
from firmware_bridge.messages.public import Param, Text, Which
from tests.syntax import nodes

from .remedies import FILES, WITHOUT, heard

pytestmark = pytest.mark.together("book")

MOST_WORDS = 12
CORE = sorted(Path(controller.table.__path__[0]).rglob("*.py"))
LANGUAGES = (catalogue("en"), catalogue("fr"))


def words(text: str) -> int:
    """Words as one reads them: "7♥" is one, "brûlez-la" is one, a colon alone is none."""
    return len([word for word in text.split() if re.search(r"\w", word)])


def texts(remedy: RemedyView) -> list[Text]:
    said = public_remedy(remedy)
    each = [text for move in said.moves for text in (move.text, move.note) if text is not None]
    return [said.title, *each, *said.wrong]


@pytest.mark.parametrize("file", FILES)
def test_every_prompt_of_every_remedy_has_words_and_at_most_twelve(file: str) -> None:
    said = heard(file)
    assert said.failures == []
    assert bool(said.remedies) == (file not in WITHOUT)
    for text in (text for remedy in said.remedies for text in texts(remedy)):
        for language in LANGUAGES:
            assert text.key in language, text.key
            sentence = language.text(text)
            assert not {"?", "{"} & set(sentence), sentence
            assert words(sentence) <= MOST_WORDS, sentence


def test_every_alarm_of_a_fault_has_at_most_twelve_words() -> None:
    params: dict[str, Param] = {"which": Which(called="hole", nth=2, seat=5), "place": "seat:7"}
    alarms = {told for fault in FAULTS for told in fault.told if told.startswith("alarm.")}
    said = {
        language.text(Text(key=key, params=params)) for key in (*alarms, "alarm.card.out") for language in LANGUAGES
    }
    assert [one for text in said for one in text.split(". ") if words(one) > MOST_WORDS] == []


def _moves() -> set[tuple[str, End]]:
    """(verb, from) of every movement that the core can ask for, as it stands in its code."""
    found: set[tuple[str, End]] = set()
    for path in CORE:
        for node in nodes(path):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Move":
                (verb,) = [n.value for n in ast.walk(node.args[0]) if isinstance(n, ast.Constant)]
                begins = [n.value for n in ast.walk(node.args[2]) if isinstance(n, ast.Constant)]
                if isinstance(node.args[2], ast.Call):
                    begins = [seat_end(10)]
                found |= {(str(verb), cast(End, begin)) for begin in begins}
    return found


@pytest.mark.parametrize("exits", [(), (7,), (7, 8, 9, 10)])
def test_every_movement_that_the_core_can_ask_for_has_words(exits: tuple[int, ...]) -> None:
    assert len(_moves()) > 20
    for verb, origin in _moves():
        move = MoveView(verb, exits, (), origin, "seat:10", "told", "next")
        text = movement(RemedyView("1.1", "deal.exposed", None, (), "", (move,)), 0)
        assert all(text.key in language for language in LANGUAGES), text.key


def test_every_matter_of_the_deal_has_a_heading() -> None:
    books = [load(key, structure) for key, structure in available()]
    prefixes = ("deal.", "deck.boxed", "deck.joker", "deck.foul", "burn.", "flop.", "premature.", "board.", "rabbit")
    matters = {matter for book in books for matter in book.rules if matter.startswith(prefixes)}
    assert len(matters) > 20
    assert not [m for m in matters for language in LANGUAGES if f"matter.{m}" not in language]


def test_a_prompt_names_card_from_and_to_and_what_becomes_of_the_card() -> None:
    put = MoveView("stub", (3,), ("7h",), "seat:3", "stub", "gone", "next", "deal")
    burn = MoveView("burn", (3,), ("7h",), "stub", "burn", "told", "waiting", "flop")
    said = public_remedy(RemedyView("12.1", "deal.exposed", 3, (Cite("lfp-2.5"),), "", (put, burn))).moves[0]
    assert catalogue("en").text(said.text) == "Put 7♥ of seat 3 on the deck, face up"
    assert said.note is not None
    assert catalogue("en").text(said.note) == "It will be the first burn card"
    assert catalogue("fr").text(said.text) == "Posez le 7♥ du siège 3 sur le paquet, face visible"


@pytest.mark.parametrize(
    ("language", "others"), [("en", r"\b(shoe|stub|floor)\b"), ("fr", r"\b(sabot|talon|muck)\b")]
)
def test_each_thing_has_one_word_in_the_movements(language: Literal["en", "fr"], others: str) -> None:
    """The deck is no shoe and no stub; what fell lies on the ground, for the floor is a person."""
    sections = ("remedy.", "remedy_note.", "which.", "matter.", "step.remedy")
    said = {key: text for key, text in catalogue(language).words.items() if key.startswith(sections)}
    assert len(said) > 90
    without_person = {key: text.replace("loor manager", "") for key, text in said.items()}
    assert {key: text for key, text in without_person.items() if re.search(others, text, re.IGNORECASE)} == {}


def test_a_movement_says_how_the_card_lies_in_the_end_as_its_prompt_does() -> None:
    """Where the words end "face up" or "face down" the picture shows the same."""
    for verb, origin in _moves():
        for exits in ((), (7,)):
            move = MoveView(verb, exits, (), origin, "seat:10", "told", "next")
            said = catalogue("en").text(movement(RemedyView("1.1", "deal.exposed", None, (), "", (move,)), 0))
            for face in re.findall(r"face (up|down)(?!, shuffle)", said):
                assert face_after(move) == face, said


def test_only_cards_not_yet_on_the_deck_are_fetched_for_the_shuffle() -> None:
    moves = [(remedy, n) for remedy in heard("deal/lfp-board.scn").remedies for n in range(len(remedy.moves))]
    mixed = {r for r, n in moves if r.moves[n].verb == "stub" and r.moves[n].origin == "table"}
    said = {catalogue("en").text(movement(r, n)) for r, n in moves if r in mixed and r.moves[n].origin == "aside"}
    assert said == {"Put K♣ set aside back into the deck, and shuffle"}


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (("7h",), "Brûlez le 7♥ du tableau, face cachée"),
        (("Qh",), "Brûlez la Q♥ du tableau, face cachée"),
        (("Ad",), "Brûlez l'A♦ du tableau, face cachée"),
        (("Kc",), "Brûlez le K♣ du tableau, face cachée"),
    ],
)
def test_in_french_a_card_has_its_article(cards: tuple[str, ...], said: str) -> None:
    burn = MoveView("burn", (3,), cards, "board", "burn", "gone", "next")
    assert catalogue("fr").text(movement(RemedyView("12.1", "burn.missing", None, (), "", (burn,)), 0)) == said


def test_in_french_several_cards_have_one_article() -> None:
    stub = MoveView("stub", (3, 4), ("Jh", "5d"), "board", "stub", "gone", "next")
    said = movement(RemedyView("12.1", "premature.flop", None, (), "", (stub,)), 0)
    assert catalogue("fr").text(said) == "Remettez les J♥ 5♦ du tableau sur le paquet, face cachée"


def test_in_french_nothing_agrees_with_a_card_that_may_be_a_queen_or_a_seven() -> None:
    movements = {key: text for key, text in catalogue("fr").words.items() if key.startswith("remedy.")}
    behind = re.compile(r"\{which\},? (posé|mis|tiré|tombé|montré|lu)e?\b")
    assert {key: text for key, text in movements.items() if behind.search(text)} == {}


def test_a_card_that_was_burnt_is_not_said_to_have_been_a_burn_before() -> None:
    made = MoveView("burn", (9,), (), "aside", "burn", "told", "done", labels=(CardLabel("burn", nth=3),))
    said = movement(RemedyView("12.1", "premature.turn", None, (), "", (made,)), 0)
    assert catalogue("en").text(said) == "Burn the card set aside, face down"


def test_a_card_that_nobody_has_seen_is_not_named() -> None:
    muck = MoveView("muck", (3, 9), ("7h",), "seat:3", "muck", "proven", "next")
    said = movement(RemedyView("12.1", "deal.mixed", 3, (), "", (muck,)), 0)
    assert catalogue("en").text(said) == "Muck the 2 cards of seat 3, face down"


# --- what a ruling of the deal says that it decided --------------------------------------------------------------

OF_THE_DEAL = ("deal.", "deck.", "burn.", "flop.", "premature.", "board.", "rabbit")
REFUSED = "effect.void"
DEADLY = ("decided.dead", "decided.alone_out", "decided.folds")


def rulings_of(file: str) -> list[tuple[Ruling, Text]]:
    """The rulings on the deal and the board with what the pages say of them."""
    return [(ruling, text) for ruling, text in heard(file).rulings.items() if ruling.matter.startswith(OF_THE_DEAL)]


@pytest.mark.parametrize("file", FILES)
def test_ruling_on_the_deal_states_its_decision_beside_the_article(file: str) -> None:
    for ruling, text in rulings_of(file):
        assert text.key.startswith("decided.") or text.key == REFUSED, ruling.matter
        for language in LANGUAGES:
            sentence = language.text(text)
            assert not {"?", "{"} & set(sentence), sentence
            assert "decided." not in sentence
            assert "matter." not in sentence


def test_nearly_every_file_of_the_deal_has_a_ruling_on_it() -> None:
    without = ["deal/burned-before-the-last-call.scn", "deal/lfp-absent-neighbours.scn"]
    assert [file for file in FILES if not rulings_of(file)] == without


@pytest.mark.parametrize("file", FILES)
def test_only_a_ruling_that_voids_the_hand_says_that_it_is_a_misdeal(file: str) -> None:
    for ruling, text in rulings_of(file):
        void = any(isinstance(effect, CancelHand) for effect in ruling.effects)
        assert (text.key in ("decided.misdeal", "decided.void")) == void, ruling


@pytest.mark.parametrize("file", FILES)
def test_a_ruling_says_that_a_hand_is_dead_or_out_where_it_is_and_nowhere_else(file: str) -> None:
    for ruling, text in rulings_of(file):
        killed = any(isinstance(effect, Kill) for effect in ruling.effects)
        assert (text.key in DEADLY) == killed, ruling


def test_every_name_of_what_was_decided_has_words_and_no_words_are_left_over() -> None:
    calls = (n for path in CORE for n in nodes(path) if isinstance(n, ast.Call))
    given = [k.value for call in calls for k in call.keywords if k.arg == "decided"]
    named = {str(n.value) for value in given for n in ast.walk(value) if isinstance(n, ast.Constant)}
    assert len(named) > 30
    named = (named - {"penalty_"}) | {f"penalty_{step}" for step in {*FREE, *IN_ORDER} - {"none"}}
    for language in LANGUAGES:
        assert {key.removeprefix("decided.") for key in language.keys if key.startswith("decided.")} == named
