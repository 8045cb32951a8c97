"""Scenarios to choose from: by a file and a line, under a rulebook, and from a list by article."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware_sim.scenario.collection import BOOK
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.library import as_json, by_article, entries
from hardware_sim.scenario.watched.board import Board
from hardware_sim.scenario.watched.choice import BadChoice, named
from hardware_sim.scenario.watched.shelf import Listed, Shelf

TEXT = """blinds 50/100   seats 1-4   stacks 10000   button 1

scenario Two chips
under lfp, roberts
shows lfp-7.27#1
goto preflop
4 folds
under lfp: expect turn 1 shows lfp-7.1#2
expect turn 1

scenario One fold
under roberts limit
goto preflop
4 folds   # without a word
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "own.scn"
    path.write_text(TEXT, "utf-8")
    return path


# --- a file and a line ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name"), [("", "Two chips"), (":3", "Two chips"), (":10", "Two chips"), (":11", "One fold")]
)
def test_any_line_of_a_scenario_chooses_it(file: Path, line: str, name: str) -> None:
    assert named(f"{file}{line}").scenario.name == name


@pytest.mark.parametrize(("rulebook", "book"), [("", "lfp"), ("roberts", "roberts")])
def test_a_rulebook_is_the_one_named_or_the_first(file: Path, rulebook: str, book: str) -> None:
    assert str(named(str(file), rulebook).book) == book


def test_next_scenario_is_under_its_own_rulebook_if_it_does_not_name_this_one(file: Path) -> None:
    behind = named(str(file), "lfp").next
    assert behind is not None
    assert (behind.scenario.name, str(behind.book), behind.next) == ("One fold", "roberts limit", None)


@pytest.mark.parametrize(
    ("behind", "rulebook", "said"),
    [
        (":1", "", ":1: no scenario has this line. Allowed: a line from 3 to 14"),
        (":15", "", ":15: no scenario has this line. Allowed: a line from 3 to 14"),
        (":ten", "", ":ten: found 'ten' behind the colon. Allowed: the number of a line"),
        ("", "limit", ":3: found rulebook 'limit'. Allowed are those that the scenario names: lfp, roberts"),
        ("x", "", "x: No such file or directory"),
    ],
)
def test_what_cannot_be_chosen_names_place_value_and_what_is_allowed(
    file: Path, behind: str, rulebook: str, said: str
) -> None:
    with pytest.raises(BadChoice) as error:
        named(f"{file}{behind}", rulebook)
    assert str(error.value) == f"{file}{said}"


def test_errors_of_a_file_are_those_of_its_check(file: Path) -> None:
    file.write_text(TEXT.replace("4 folds", "4 faints", 1), "utf-8")
    with pytest.raises(BadChoice, match=r"own\.scn:7:3: found 'faints'. Allowed: "):
        named(str(file))


# --- what the page shows of it --------------------------------------------------------------------------------------


def test_page_begins_with_the_cases_in_words_and_the_lines_as_they_are_written(file: Path) -> None:
    state = Board(named(str(file), "lfp")).state
    assert [one.article for one in state.shows] == ["lfp-7.27#1", "lfp-7.1#2"]
    assert state.shows[0].sentence == "Equal chips are a call if taking one away leaves less than the call."
    assert [(line.number, line.expects) for line in state.script] == [(6, False), (7, False), (8, True), (9, True)]
    assert (state.stage, state.next) == ("setting_up", "One fold")


def test_page_leaves_out_the_lines_of_other_rulebooks(file: Path) -> None:
    assert [line.number for line in Board(named(str(file), "roberts")).state.script] == [6, 7, 9]


def test_page_refuses_what_no_reader_senses_in_the_words_of_the_level(file: Path) -> None:
    file.write_text(TEXT.replace("4 folds", "4 stands up", 1), "utf-8")
    state = Board(named(str(file))).state
    assert state.stage == "refused"
    why = "4 stands up: not at depth wire: the reference table's chairs do not sense who sits on them"
    assert state.trouble == (f"7:1: {why}",)


# --- the list -------------------------------------------------------------------------------------------------------


def test_list_has_each_scenario_below_each_of_its_articles() -> None:
    found = by_article(list(entries([parse(TEXT, "own.scn")])))
    assert {article: [entry.name for entry in listed] for article, listed in found.items()} == {
        "lfp-7.1": ["Two chips"],
        "lfp-7.27": ["Two chips"],
        "": ["One fold"],
    }


def product() -> Listed:
    """The list of the product, if it had one scenario."""
    return as_json(list(entries([parse(TEXT.replace("Two chips", "Of the product"), "a.scn")])))


def test_a_file_that_a_person_named_stands_before_the_products(file: Path) -> None:
    found = Shelf(product, file).listed()
    assert found is not None
    assert [one["name"] for one in found["scenarios"]] == ["Two chips", "One fold", "Of the product", "One fold"]
    assert [one["id"] for one in found["articles"]] == ["lfp-7.1", "lfp-7.27", ""]


@pytest.mark.parametrize("own", [None, BOOK / "betting" / "books.scn"])
def test_a_file_of_the_product_is_listed_once(own: Path | None) -> None:
    assert Shelf(product, own).listed() == product()


def test_a_list_that_is_being_made_is_none_yet(file: Path) -> None:
    assert Shelf(lambda: None, file).listed() is None


def test_page_chooses_only_what_is_on_the_shelf(file: Path) -> None:
    shelf = Shelf(product, file)
    assert shelf.choose(str(file), 3, "lfp").scenario.name == "Two chips"
    assert shelf.choose("betting/books.scn", 4, "lfp").script.source == "betting/books.scn"
    for source in ("/etc/passwd", "../book/betting/books.scn"):
        with pytest.raises(BadChoice, match="no such file of scenarios"):
            shelf.choose(source, 1, "")
