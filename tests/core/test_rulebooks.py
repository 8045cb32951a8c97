"""Rulebooks as data: what a file may say, how errors read, who lends what, and that code names no book."""

import re
from pathlib import Path

import pytest

import controller
from controller.poker.book import bind
from controller.poker.policy import POLICIES
from controller.rulebooks import RulebookError, article_text, available, load
from controller.rulebooks.model import Entry, Matters

ROOMS = [Path(controller.__file__).parent / room for room in ("poker", "table")]
HEAD = 'key = "house"\ntitle = "House"\nstructures = ["no_limit"]\n'


def write(folder: Path, text: str, name: str = "house") -> Path:
    (folder / f"{name}.toml").write_text(text, "utf-8")
    return folder


def test_the_books_that_come_with_the_product() -> None:
    assert available() == (("lfp", "no_limit"), ("roberts", "limit"), ("roberts", "no_limit"))


@pytest.mark.parametrize(("key", "structure"), available())
def test_every_cited_article_has_its_sentence(key: str, structure: str) -> None:
    missing = [
        c.article
        for r in load(key, structure).rules.values()
        for c in r.cites
        if article_text(c.article) == c.article
    ]
    assert missing == []


@pytest.mark.parametrize(("key", "structure"), available())
def test_every_book_can_be_bound(key: str, structure: str) -> None:
    book = bind(load(key, structure))
    for matter in book.rulebook.rules:
        assert book.cites(matter)


def test_every_policy_a_file_may_choose_exists_and_the_other_way_round() -> None:
    offered = set()
    for name, field in Matters.model_fields.items():
        entry = next(c for c in field.annotation.__args__ if c is not type(None))  # type: ignore[union-attr]
        assert issubclass(entry, Entry)
        for policy in entry.model_fields["policy"].annotation.__args__:
            offered.add((str(field.validation_alias or name), policy))
    by_hand = {"bound", "ask", "in_order", "none", "bet_and_raises"}
    assert {(m, p) for m, p in offered if p not in by_hand} == set(POLICIES)


def test_a_silent_book_borrows_and_says_so() -> None:
    rule = load("roberts", "limit").rule("odd_chip")
    assert [(c.article, c.lent_by) for c in rule.cites] == [("lfp-8.13", "lfp"), ("lfp-8.14", "lfp")]


def test_a_base_is_the_same_house(tmp_path: Path) -> None:
    for name in ("lfp", "roberts"):
        source = Path(controller.__file__).parent / "rulebooks" / f"{name}.toml"
        write(tmp_path, source.read_text("utf-8"), name)
    write(tmp_path, HEAD + 'base = "lfp"\n[rules.odd_chip]\npolicy = "all_first_left"\narticle = "house-1"\n')
    house = load("house", folder=tmp_path)
    assert (house.rule("odd_chip").policy, house.rule("odd_chip").cites[0].article) == ("all_first_left", "house-1")
    assert house.rule("chip.multiple").cites[0].lent_by is None


def test_what_nobody_wrote_is_asked() -> None:
    assert load("lfp").rule("chips.weather").policy == "ask"


def test_unknown_key_unknown_policy_and_wrong_article_are_told_all_at_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        HEAD + '[rules.chip.single]\npolicy = "eat"\narticle = "house-1"\n'
        '[rules.odd_chip]\npolicy = "one_each_left"\narticle = "first page"\n'
        '[rules.colour]\npolicy = "red"\narticle = "house-2"\n',
    )
    with pytest.raises(RulebookError) as refusal:
        load("house", folder=tmp_path)
    text = str(refusal.value)
    assert all(part in text for part in ("chip.single", "'eat'", "odd_chip", "'first page'", "colour"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[rules.raise]\nmin = { policy = "fixed_unit", article = "house-1" }\n', "fixed_unit belongs to limit"),
        (
            '[rules.raise]\ncap = { policy = "none", raises = 3, article = "house-1" }\n',
            "goes with policy bet_and_raises",
        ),
        ('[rules.silent_chips]\ntests = ["raise.short"]\narticle = "house-1"\n', "the first is string.first_motion"),
        ('[limit.raise]\nmin = { policy = "fixed_unit", article = "house-1" }\n', "limit: not among structures"),
        ("[rules", "house.toml"),
        ("", "says nothing, and borrows nothing"),
    ],
)
def test_an_impossible_mix_is_refused(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(RulebookError, match=re.escape(says)):
        load("house", folder=write(tmp_path, HEAD + text))


def test_an_unknown_book_and_structure_name_what_there_is() -> None:
    with pytest.raises(RulebookError, match=r"no rulebook is called 'tda'; allowed: lfp, roberts"):
        load("tda")
    with pytest.raises(RulebookError, match=r"no structure 'limit'; allowed: no_limit"):
        load("lfp", "limit")


def test_code_names_no_book_and_no_article() -> None:
    named = []
    for path in (p for room in ROOMS for p in room.glob("*.py")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if re.search(r"\b(lfp|roberts|leaflet|casino)\b(?!\.toml)|\b[a-z]+-\d+\.\d+", line):
                named.append(f"{path.name}:{number}: {line.strip()}")
    assert named == []
