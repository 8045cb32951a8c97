"""The catalogue of articles beside the rules it restates."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from controller.rulebooks import load
from controller.rulebooks.articles import articles, document, near

DOCUMENTS = {"casino": 159, "leaflet": 52, "lfp": 136, "limit": 35, "roberts": 16}


def rules(shared: Path, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((shared / "rules" / f"{name}.yaml").read_text("utf-8"))["rules"]
    return found


@pytest.mark.parametrize(("name", "count"), DOCUMENTS.items())
def test_every_document_is_there_whole(name: str, count: int) -> None:
    assert sum(document(id_) == name for id_ in articles()) == count


@pytest.mark.parametrize("name", DOCUMENTS)
def test_ids_parts_and_automation_are_those_of_the_rules_in_their_order(shared: Path, name: str) -> None:
    ours = [(a.id, a.part, a.automation) for a in articles().values() if document(a.id) == name]
    assert ours == [(r["id"], r["part"], r["automation"]) for r in rules(shared, name)]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_sentence_is_the_rules_own(shared: Path, name: str) -> None:
    assert [r["id"] for r in rules(shared, name) if articles()[r["id"]].text == r["rule"]] == []


def test_no_eight_words_in_a_row_are_the_documents_own(shared: Path) -> None:
    text = " ".join(_words(p.read_text("utf-8", "replace")) for p in sorted((shared / "seeds").glob("00[0-4]_*.txt")))
    copied = []
    for article in articles().values():
        words = _words(article.text).split()
        copied += [article.id for n in range(len(words) - 7) if " ".join(words[n : n + 8]) in text]
    assert text
    assert copied == []


def _words(text: str) -> str:
    return " ".join(re.sub(r"[^a-z0-9 ]", " ", text.lower()).split())


def test_every_sentence_is_one_short_sentence() -> None:
    odd = [a.id for a in articles().values() if not re.fullmatch(r"[A-Z][^\n]{10,159}\.", a.text)]
    assert odd == []


def test_an_article_that_counts_two_hole_cards_is_not_cited_at_omaha() -> None:
    cited = {
        game: load("roberts", "pot_limit", variant=game).rule("award.contested").cites for game in ("holdem", "omaha")
    }
    assert [cite.article for cite in cited["holdem"]] == ["leaflet-46"]
    assert cited["omaha"] == ()


def test_a_mistyped_id_finds_its_neighbours() -> None:
    assert "lfp-7.19" in near("lfp-7.91")
