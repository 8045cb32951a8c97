"""`sabot rules`: articles, parameters and differences, on a terminal and as JSON."""

import json
from importlib.metadata import entry_points

import pytest
from typer.testing import CliRunner

from controller.rules_command import app

RUN = CliRunner()


def run(*words: str, code: int = 0) -> str:
    result = RUN.invoke(app, words)
    assert result.exit_code == code, result.output
    return result.output


def test_an_article_is_shown_with_the_books_that_rest_on_it() -> None:
    shown = run("show", "lfp-7.19")
    assert "raised in full" in shown
    assert "raise.reopen" in shown


def test_an_article_that_is_lent_names_the_lender() -> None:
    uses = json.loads(run("show", "casino-G23", "--json"))["uses"]
    assert {(u["book"], u["lent_by"]) for u in uses} >= {("casino_cash", ""), ("limit", "casino_cash")}


@pytest.mark.parametrize(("word", "says"), [("lfp-7.91", "Near it are"), ("xyz", "Ids begin with casino, leaflet")])
def test_an_unknown_article_is_refused_with_what_is_near(word: str, says: str) -> None:
    assert says in run("show", word, code=1)


def test_a_list_holds_a_document_and_counts_it() -> None:
    listed = run("list", "--book", "limit")
    assert "35 articles" in listed
    assert "limit-20" in listed


def test_a_list_of_one_part_holds_that_part_alone() -> None:
    rows = json.loads(run("list", "--book", "roberts", "--part", "betting", "--json"))
    assert [r["id"] for r in rows] == [f"roberts-3.5.{n}" for n in range(1, 17)]


def test_a_book_of_several_documents_lists_them_all() -> None:
    rows = json.loads(run("list", "--book", "casino_cash", "--json"))
    assert {r["id"].partition("-")[0] for r in rows} == {"casino", "leaflet"}


def test_an_unknown_part_and_book_name_what_is_allowed() -> None:
    assert "Allowed: betting, deal" in run("list", "--book", "lfp", "--part", "cards", code=1)
    assert "no rulebook is called 'tda'" in run("list", "--book", "tda", code=1)


def test_parameters_say_value_article_and_lender() -> None:
    rows = {r["matter"]: r for r in json.loads(run("parameters", "limit", "--json"))}
    assert rows["raise.cap"]["value"] == "bet_and_raises raises=3"
    assert rows["burn"]["source"] == "leaflet-32, leaflet-39, leaflet-40 (lent by leaflet)"
    assert rows["option"]["source"] == "house default"


def test_parameters_of_a_book_with_another_host() -> None:
    rows = {r["matter"]: r for r in json.loads(run("parameters", "roberts/limit", "--host", "limit", "--json"))}
    assert rows["show.order"]["lent_by"] == "limit"


def test_a_difference_shows_both_sides_and_the_silent_one_as_the_floors() -> None:
    rows = {r["matter"]: r for r in json.loads(run("diff", "casino_cash", "lfp", "--json"))}
    assert (rows["odd_chip"]["left"]["value"], rows["odd_chip"]["right"]["value"]) == (
        "all_first_left",
        "one_each_left",
    )
    assert rows["act.dark"]["left"]["value"] == "ask"
    assert "raise.min" not in rows
    assert "[the floor]" in run("diff", "casino_cash", "lfp")


def test_an_unknown_structure_is_refused() -> None:
    assert "no structure 'limit'. Allowed: no_limit" in run("parameters", "lfp/limit", code=1)


def test_the_command_is_registered() -> None:
    assert "rules" in {e.name for e in entry_points(group="sabot.commands")}
