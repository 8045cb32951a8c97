"""Rulebooks as data: what a file may say, how errors read, who lends what, and that code names no book."""

import re
from pathlib import Path
from typing import get_args

import pytest

import controller
from controller.poker.book import bind
from controller.poker.outcomes import Cite
from controller.poker.policy import POLICIES
from controller.rulebooks import RulebookError, article_text, available, load, loads
from controller.rulebooks.articles import articles
from controller.rulebooks.load import variants
from controller.rulebooks.model import entry_kinds
from tests.core.tables import dealt

SOURCES = Path(controller.__file__).parent.parent
ROOMS = [SOURCES / room for room in ("controller/poker", "controller/table", "firmware_bridge", "drivers")]
HEAD = 'key = "house"\ntitle = "House"\nstructures = ["no_limit"]\n'
OURS = 'key = "house"\ntitle = "House"\nbase = "lfp"\n'
BY_HAND = {"bound", "ask", "in_order", "none", "bet_and_raises"}  # no function: the hand itself reads them


def write(folder: Path, text: str, name: str = "house") -> Path:
    (folder / f"{name}.toml").write_text(text, "utf-8")
    return folder


def test_the_books_that_come_with_the_product() -> None:
    every = ("no_limit", "pot_limit", "limit")
    assert available() == (
        *(("casino_cash", s) for s in every),
        *(("casino_tournament", s) for s in every),
        *(("leaflet", s) for s in every),
        ("lfp", "no_limit"),
        ("limit", "limit"),
        ("limit", "no_limit"),
        *(("roberts", s) for s in every),
    )


@pytest.mark.parametrize(("key", "structure"), available())
def test_every_cited_article_is_in_the_catalogue(key: str, structure: str) -> None:
    cited = {c.article for rule in load(key, structure).rules.values() for c in rule.cites}
    assert cited - set(articles()) == set()


@pytest.mark.parametrize(("key", "structure"), available())
def test_every_book_can_be_bound(key: str, structure: str) -> None:
    book = bind(load(key, structure))
    for matter in book.rulebook.rules:
        book.bound(matter) if (matter, book.rulebook.rule(matter).policy) in POLICIES else None
        assert [c.article for c in book.cites(matter)] == [c.article for c in book.rulebook.rule(matter).cites]


@pytest.mark.parametrize(("key", "structure"), available())
def test_only_house_defaults_are_without_an_article(key: str, structure: str) -> None:
    assert {m for m, rule in load(key, structure).rules.items() if not rule.cites} <= {"option", "rake"}


@pytest.mark.parametrize(("key", "structure"), available())
def test_a_lent_article_is_another_houses_and_an_own_one_is_not(key: str, structure: str) -> None:
    chain = {"casino_cash": ("casino", "leaflet"), "casino_tournament": ("casino", "leaflet")}.get(key, (key,))
    for rule in load(key, structure).rules.values():
        own = [c.article for c in rule.cites if c.lent_by is None and not c.article.startswith(chain)]
        assert own in ([], ["casino-C36"])  # named beside the tournament's own articles on moving players


def test_every_policy_a_file_may_choose_exists_and_the_other_way_round() -> None:
    offered: dict[str, set[str]] = {}
    for matter, entry in entry_kinds().items():
        offered[matter] = set(get_args(entry.model_fields["policy"].annotation)) - BY_HAND
    written = {matter: {p for m, p in POLICIES if m == matter} for matter in {m for m, _ in POLICIES}}
    assert {matter: offered.get(matter) for matter in written} == written


# --- who fills a silence --------------------------------------------------------------------------------------------


def test_a_silent_book_borrows_and_says_so() -> None:
    rule = load("limit", "limit").rule("odd_chip")
    assert [(c.article, c.lent_by) for c in rule.cites] == [("casino-G23", "casino_cash")]


def test_the_leaflet_is_of_the_same_house_as_the_regulations() -> None:
    assert [(c.article, c.lent_by) for c in load("casino_cash").rule("round.closed").cites] == [
        ("leaflet-38", None),
        ("leaflet-31", None),
    ]


def test_a_loan_of_a_loan_names_who_wrote_it() -> None:
    rule = load("roberts").rule("odd_chip")
    assert [(c.article, c.lent_by) for c in rule.cites] == [("casino-G23", "casino_cash")]


@pytest.mark.parametrize(("host", "article"), [("leaflet", "leaflet-45"), ("limit", "limit-14"), ("lfp", "lfp-8.3")])
def test_a_host_stands_in_for_what_a_partial_book_does_not_say(host: str, article: str) -> None:
    cite = load("roberts", host=host).rule("show.order").cites[0]
    assert (cite.article, cite.lent_by) == (article, host)


def test_a_host_changes_nothing_that_the_partial_book_says() -> None:
    assert load("roberts", host="lfp").rule("raise.min").policy == "previous_increment"


def test_a_partial_book_without_a_host_is_refused() -> None:
    with pytest.raises(RulebookError, match=r"a part of the rules only\. Name a host"):
        loads(HEAD + "partial = true\n")


@pytest.mark.parametrize(
    ("book", "policy", "lender"),
    [("floor", "ask", None), ("roberts", "complete", "roberts"), ("casino", "half_of_raise_part", "casino")],
)
def test_irregularities_are_the_floors_or_another_books(book: str, policy: str, lender: str | None) -> None:
    rule = load("limit", "limit", irregularities=book).rule("raise.short")
    assert (rule.policy, rule.cites[0].lent_by if rule.cites else None) == (policy, lender)


def test_another_books_irregularities_leave_the_plain_hand_alone() -> None:
    assert load("limit", "limit", irregularities="casino").rule("show.order").cites[0].article == "limit-14"


def test_a_base_is_the_same_house(tmp_path: Path) -> None:
    write(tmp_path, OURS + '[rules.odd_chip]\npolicy = "all_first_left"\narticle = "house-1"\n')
    house = load("house", folder=tmp_path)
    assert (house.rule("odd_chip").policy, house.rule("odd_chip").cites[0].article) == ("all_first_left", "house-1")
    assert house.rule("chip.multiple").cites[0].lent_by is None


def test_a_house_takes_structures_and_kind_of_game_from_its_base(tmp_path: Path) -> None:
    house = load("house", "pot_limit", write(tmp_path, 'key = "house"\ntitle = "House"\nbase = "casino_cash"\n'))
    assert (house.structure, house.mode) == ("pot_limit", "cash")


def test_a_house_takes_its_games_from_its_base_and_plays_holdem_without_one(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('key = "house"\ntitle = "House"\nbase = "roberts"\nborrows = ["lfp"]\n')
    (tmp_path / "own.toml").write_text('key = "own"\ntitle = "Own"\nstructures = ["pot_limit"]\n')
    assert variants(str(tmp_path / "house.toml")) == ("holdem", "omaha")
    assert variants(str(tmp_path / "own.toml")) == ("holdem",)
    assert load(str(tmp_path / "house.toml"), "pot_limit", variant="omaha").variant == "omaha"


def test_a_game_that_a_book_is_not_played_at_or_that_nobody_knows_is_refused() -> None:
    with pytest.raises(RulebookError, match=r"'limit' is not played at 'omaha'\. Allowed: holdem"):
        load("limit", "limit", variant="omaha")
    with pytest.raises(RulebookError, match=r"no variant is called 'badugi'\. Allowed: holdem, omaha"):
        loads(HEAD + 'variants = ["badugi"]\n')


def test_a_house_file_is_named_by_its_path(tmp_path: Path) -> None:
    write(tmp_path, OURS)
    assert load(str(tmp_path / "house.toml")).rule("raise.min").cites[0].article == "lfp-7.11"


def test_a_path_to_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="no rulebook lies at"):
        load(str(tmp_path / "house.toml"))


def test_a_base_that_leads_back_is_refused(tmp_path: Path) -> None:
    write(tmp_path, 'key = "a"\ntitle = "A"\nbase = "b"\n', "a")
    write(tmp_path, 'key = "b"\ntitle = "B"\nbase = "a"\n', "b")
    with pytest.raises(RulebookError, match="leads back to itself"):
        load("a", folder=tmp_path)


def test_a_layer_rules_no_table() -> None:
    with pytest.raises(RulebookError, match="a layer under others"):
        load("casino")


def test_what_nobody_wrote_is_asked() -> None:
    assert load("lfp").rule("chips.weather").policy == "ask"


# --- what is refused ------------------------------------------------------------------------------------------------


def test_unknown_key_unknown_policy_and_wrong_article_are_told_all_at_once() -> None:
    with pytest.raises(RulebookError) as refusal:
        loads(
            HEAD + '[rules.chip.single]\npolicy = "eat"\narticle = "house-1"\n'
            '[rules.odd_chip]\npolicy = "one_each_left"\narticle = "first page"\n'
            '[rules.colour]\npolicy = "red"\narticle = "house-2"\n'
            '[rules.button]\nmoves = "dead"\narticle = "house-3"\nspeed = 3\n'
        )
    text = str(refusal.value)
    places = ("rules.chip.single.policy", "rules.odd_chip.article", "rules.colour", "rules.button.speed")
    assert all(part in text for part in (*places, "'eat'", "'call' or 'ask'", "'first page'"))


def test_a_matter_that_is_nearly_right_is_told_what_it_is_called() -> None:
    with pytest.raises(RulebookError, match=r"no matter is called 'raise.mini', near it are raise.min"):
        loads(HEAD + '[rules.raise.mini]\npolicy = "double_total"\narticle = "house-1"\n')


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            HEAD + '[rules.raise]\nmin = { policy = "fixed_unit", article = "house-1" }\n',
            "fixed_unit belongs to limit",
        ),
        (
            OURS + '[rules.raise]\nmin = { policy = "fixed_unit", article = "house-1" }\n',
            "fixed_unit belongs to limit",
        ),
        (OURS + '[rules.raise]\nreopen = { policy = "half_bet", article = "house-1" }\n', "It belongs to limit"),
        (OURS + '[rules.raise.cap]\npolicy = "none"\nraises = 3\narticle = "house-1"\n', "goes with policy bet_and_"),
        (OURS + '[rules.raise.cap]\npolicy = "none"\nheads_up_uncapped = true\narticle = "h-1"\n', "goes with a cap"),
        (
            HEAD + '[rules.silent_chips]\ntests = ["raise.short"]\narticle = "h-1"\n',
            "the first is string.first_motion",
        ),
        (HEAD + '[limit.raise]\nmin = { policy = "fixed_unit", article = "h-1" }\n', "limit: not among structures"),
        (OURS + '[rules.heads_up]\nreverse = false\narticle = "h-1"\n', "A dead button needs reversed blinds"),
        (OURS + '[rules.rake]\nkind = "rake"\narticle = "h-1"\n', "in a tournament. Allowed: none"),
        (OURS + '[rules.rake]\nkind = "none"\nmaximum = 4\narticle = "h-1"\n', "go with a rake"),
        (OURS + 'mode = "cash"\n', "race in a cash game"),
        (OURS + '[rules.time]\ndies = "at_zero"\narticle = "h-1"\n', "seconds: a figure goes with a hand that dies"),
        (
            OURS + '[rules.skipped]\npolicy = "until_acted_behind"\nafterwards = "ask"\narticle = "h-1"\n',
            "acted_behind",
        ),
        (OURS + '[rules.missed]\npays = "nothing"\nafter_turns = 1\narticle = "h-1"\n', "after_turns: a number"),
        (OURS + '[rules.absent.long]\nthen = "turns"\narticle = "h-1"\n', "two numbers of turns"),
        (OURS + 'borrow = { "chips.weather" = "lfp" }\n', "no matter is called 'chips.weather'"),
        (OURS + 'borrow = { "rake" = "tda" }\n', "no rulebook is called 'tda'"),
        ('key = "house"\ntitle = "House"\n', "name one at least, or a base"),
        ("[rules", "rulebook:"),
        (HEAD, "says nothing, and borrows nothing"),
    ],
)
def test_an_impossible_mix_is_refused(text: str, says: str) -> None:
    with pytest.raises(RulebookError, match=re.escape(says)):
        loads(text)


def test_a_book_whose_name_is_not_its_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="It must be the name of the file, 'other'"):
        load("other", folder=write(tmp_path, OURS, "other"))


def test_an_unknown_book_and_structure_name_what_there_is() -> None:
    with pytest.raises(RulebookError, match=r"no rulebook is called 'tda'. Allowed: .*leaflet, lfp, limit, roberts"):
        load("tda")
    with pytest.raises(RulebookError, match=r"no structure 'limit'. Allowed: no_limit"):
        load("lfp", "limit")


# --- code and data --------------------------------------------------------------------------------------------------


def test_code_names_no_book_and_no_article() -> None:
    ids = "|".join(sorted({re.escape(id_.rpartition("-")[0]) for id_ in articles()}))
    names = "|".join({key for key, _ in available()} - {"limit"} | {"casino"})  # limit is also a word
    pattern = re.compile(rf"\b(?:{names})\b(?!\.toml)|\b(?:{ids})-[A-Z]?\d", re.IGNORECASE)
    named = [
        f"{path.name}:{number}: {line.strip()}"
        for path in (p for room in ROOMS for p in sorted(room.rglob("*.py")))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert named == []


def test_a_houses_own_sentence_is_shown_beside_the_ruling() -> None:
    text = '[articles]\nhouse-1 = "One larger chip is a call here."\n[rules.chip.single]\npolicy = "call"\n'
    d = dealt(loads(OURS + text + 'article = "house-1"\n'))
    d.push(3, 500)
    (ruling,) = (r for r in d.view.rulings if r.matter == "chip.single")
    assert (ruling.cites, ruling.sentence) == ((Cite("house-1"),), "One larger chip is a call here.")


def test_an_article_without_a_sentence_is_its_own_name() -> None:
    assert article_text("house-1") == "house-1"
