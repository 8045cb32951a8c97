"""Decks: checked by running them through the shoe, read well or badly, registered by two."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from controller.poker.cards import DECK_SIZE, JOKER, name
from controller.poker.said import DeckRead
from controller.registers import FileDeviceKey, Readings, load_registers, save_readings
from controller.registers.command import app as register
from controller.registers.command_care import app as care
from controller.registers.lines import card_lines
from controller.service.senses.deck_check import DeckCheck
from controller.service.senses.draw_records import Exits
from controller.service.senses.sensing import Sensing
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import TagId

from .things import FOREIGN_CARD, at, registers, tag_of

DECK = [tag_of(name(card)) for card in range(DECK_SIZE)]


def passed(check: DeckCheck, cards: list[tuple[TagId, ...]]) -> bool:
    for read in cards:
        check.draw(read)
    return check.end_pass()


def whole() -> list[tuple[TagId, ...]]:
    return [(tag,) for tag in DECK]


def said(check: DeckCheck) -> dict[str, object]:
    return {alarm.key.removeprefix("deck_"): alarm.place for alarm in check.alarms}


def test_a_deck_of_which_every_card_was_read_is_right() -> None:
    assert passed(DeckCheck("main", DECK), whole())


def test_a_card_that_was_not_read_takes_another_pass() -> None:
    check = DeckCheck("main", DECK)
    first, second = whole(), whole()
    first[16] = second[3] = ()
    assert not passed(check, first)
    assert said(check) == {"check": None, "missing": None, "unread": "17"}
    assert passed(check, second)


def test_a_missing_card_is_never_proven_however_often_the_deck_passes() -> None:
    check = DeckCheck("main", DECK)
    assert not any(passed(check, whole()[1:]) for _ in range(3))
    assert said(check) == {"check": None, "count": None, "missing": None}


def test_a_doubled_card_in_the_place_of_another_is_not_proven_and_named_by_its_place() -> None:
    check = DeckCheck("main", DECK)
    assert not passed(check, [*whole()[1:], (DECK[20],)])
    assert said(check) == {"check": None, "missing": None, "doubled": "52"}


def test_a_card_too_many_is_not_right_though_every_card_was_read() -> None:
    check = DeckCheck("main", DECK)
    assert not passed(check, [*whole(), ()])
    assert said(check) == {"check": None, "count": None, "unread": "53"}


def test_a_foreign_card_is_named_by_its_place() -> None:
    check = DeckCheck("main", DECK)
    assert not passed(check, [(FOREIGN_CARD,), *whole()[1:]])
    assert said(check)["foreign"] == "1"


def test_a_card_that_was_pushed_back_counts_once() -> None:
    check = DeckCheck("main", DECK)
    check.draw([DECK[0]])
    check.push_back()
    assert passed(check, whole())


@given(st.lists(st.lists(st.sampled_from([*DECK[:4], FOREIGN_CARD]), max_size=2).map(tuple), max_size=9))
def test_a_check_comes_back_from_its_sealed_form_and_shows_no_tag(cards: list[tuple[TagId, ...]]) -> None:
    check = DeckCheck("main", DECK[:4])
    passed(check, cards[:4])
    for read in cards[4:]:
        check.draw(read)
    again = DeckCheck.from_json(json.loads(json.dumps(check.to_json())))
    assert again is not None
    assert again.to_json() == check.to_json()
    assert "04A1B2" not in f"{check!r} {check.alarms}"


@given(st.lists(st.sampled_from(DECK), min_size=DECK_SIZE, max_size=DECK_SIZE))
def test_fifty_two_cards_are_right_only_if_they_are_all_different(cards: list[TagId]) -> None:
    assert passed(DeckCheck("main", DECK), [(tag,) for tag in cards]) == (len(set(cards)) == DECK_SIZE)


# --- in the senses --------------------------------------------------------------------------------------------------


def drawn(*tags: TagId) -> sensed.CardDrawn:
    return sensed.CardDrawn(tags=tags, orientation="down", at=at(1))


def test_while_a_deck_is_checked_its_cards_say_nothing_to_the_hand() -> None:
    sensing = Sensing(registers(), Exits(shoe=True))
    sensing.check_deck("main")
    assert sensing.events(drawn(DECK[0])) == ()
    assert sensing.events(sensed.CardPlaced(tag=DECK[0], spot="muck", at=at(2))) == ()


def test_a_deck_that_is_right_is_ready_and_in_play() -> None:
    sensing = Sensing(registers(), Exits(shoe=True))
    sensing.check_deck("main")
    for tag in DECK:
        sensing.events(drawn(tag))
    (ready,) = sensing.shoe_is_empty(5, "Ann", "dealer")
    assert (ready.word, ready.said, sensing.deck, sensing.alarms) == ("deck_ready", DeckRead(52), "main", ())  # type: ignore[union-attr]  # a deck that is ready says what was read


def test_a_deck_that_is_not_right_stays_under_check() -> None:
    sensing = Sensing(registers(), Exits(shoe=True))
    sensing.check_deck("main")
    for tag in DECK[:-1]:
        sensing.events(drawn(tag))
    (ready,) = sensing.shoe_is_empty(5, "Ann", "dealer")
    assert (ready.said, sensing.check is not None) == (DeckRead(51), True)  # type: ignore[union-attr]  # as above


# --- readings -------------------------------------------------------------------------------------------------------


def test_a_card_is_counted_as_read_or_missed_where_it_is_proven() -> None:
    sensing = Sensing(registers(), Exits(shoe=True))
    sensing.planned = {1: "seat:1", 2: "seat:2"}.get
    sensing.events(drawn(DECK[0]))
    sensing.events(drawn())
    for number, tag in enumerate(DECK[:2], 1):
        sensing.events(sensed.CardPlaced(tag=tag, spot=f"seat:{number}", at=at(2)))
        sensing.events(sensed.CardPlaced(tag=tag, spot=f"seat:{number}", at=at(3)))
    tallies = [sensing.readings.of(tag) for tag in DECK[:2]]
    assert [(tally.read, tally.missed) for tally in tallies] == [(1, 0), (0, 1)]


def dying(misses: int) -> Readings:
    readings = Readings()
    for number in range(40):
        readings.note(DECK[7], read=number >= misses)
    return readings


@pytest.mark.parametrize(("misses", "weak"), [(9, 0), (10, 1), (40, 1)])
def test_a_card_that_is_missed_often_is_to_be_replaced(misses: int, weak: int) -> None:
    assert dying(misses).weak(DECK) == weak


def test_nothing_is_said_of_a_card_that_was_seldom_drawn() -> None:
    readings = Readings()
    for _ in range(39):
        readings.note(DECK[7], read=False)
    assert readings.weak(DECK) == 0


def test_what_was_long_ago_counts_less() -> None:
    readings = Readings()
    for number in range(400):
        readings.note(DECK[7], read=number < 300)
    assert readings.of(DECK[7]).share > 0.4


# --- commands -------------------------------------------------------------------------------------------------------

LINES = "\n".join(f"{tag.value} {name(card)}" for card, tag in enumerate(DECK))
TABLE = '[table]\nname = "T"\nseats = [1, 2]\n[game]\nrulebook = "lfp"\nsmall_blind = 50\nbig_blind = 100\n'


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(f'{TABLE}[paths]\nstate = "{tmp_path / "state"}"\nrun = "{tmp_path / "run"}"\n')
    return path


def register_deck(config: Path, by: str, witness: str, lines: str = LINES) -> int:
    words = ["deck", "--config", str(config), "--by", by, "--witness", witness]
    return CliRunner().invoke(register, words, input=lines).exit_code


@pytest.mark.parametrize("witness", ["", "ann", " Ann "])
def test_one_person_alone_registers_no_deck(config: Path, witness: str) -> None:
    assert register_deck(config, "Ann", witness) == 1


@pytest.mark.parametrize("wanted", ["", " ", "x" * 65, "a\nb", "\x1b[31m"])
def test_a_deck_s_name_that_no_page_can_show_is_refused(config: Path, tmp_path: Path, wanted: str) -> None:
    words = ["deck", "--config", str(config), "--by", "Ann", "--witness", "Bob", "--name", wanted]
    told = CliRunner().invoke(register, words, input=LINES)
    assert (told.exit_code, "printable characters" in told.output) == (1, True)
    assert not (tmp_path / "state" / "decks.reg").exists()


def test_a_registration_gives_each_card_another_identity_each_time(config: Path, tmp_path: Path) -> None:
    made = []
    for _ in range(2):
        assert register_deck(config, "Ann", "Bob") == 0
        decks = load_registers(tmp_path / "state", FileDeviceKey.at(tmp_path / "state" / "device.key")).decks
        assert decks.deck("main").people == ("Ann", "Bob")
        made.append(set(decks.deck("main").identities.values()))
    assert len(made[0]) == len(made[1]) == DECK_SIZE
    assert not made[0] & made[1]


def test_a_joker_may_be_registered_with_its_deck() -> None:
    joker = TagId("iso14443a:04DDDDDDDDDD01")
    assert card_lines([*LINES.splitlines(), f"{joker.value} joker"])[joker] == JOKER


def test_the_report_names_the_dying_card_first_and_no_tag(config: Path, tmp_path: Path) -> None:
    register_deck(config, "Ann", "Bob")
    save_readings(tmp_path / "state", FileDeviceKey.at(tmp_path / "state" / "device.key"), dying(12))
    told = CliRunner().invoke(care, ["report", "--config", str(config)])
    assert told.exit_code == 2
    assert "12 of 40 not read, 30 % REPLACE" in told.output.splitlines()[1]
    assert name(7) not in told.output
    assert DECK[7].value.partition(":")[2] not in told.output


def test_the_report_names_the_face_of_the_dying_card_where_it_is_asked_for(config: Path, tmp_path: Path) -> None:
    register_deck(config, "Ann", "Bob")
    save_readings(tmp_path / "state", FileDeviceKey.at(tmp_path / "state" / "device.key"), dying(12))
    told = CliRunner().invoke(care, ["report", "--config", str(config), "--faces", "--json"])
    assert [row["face"] for row in json.loads(told.output)["main"] if row["replace"]] == [name(7)]


def test_with_no_card_to_replace_the_report_ends_well(config: Path) -> None:
    register_deck(config, "Ann", "Bob")
    assert CliRunner().invoke(care, ["report", "--config", str(config)]).exit_code == 0
