"""Entries over the controller's real sockets: decisions of the floor, deck changes, counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from controller.pages import catalogue
from controller.poker.cards import name as name_of
from controller.registers import FileDeviceKey
from controller.service.session.count_sheet import read_sheet
from firmware_bridge.messages import sensed
from firmware_bridge.messages.languages import LANGUAGES
from firmware_bridge.messages.roles import Role
from firmware_bridge.messages.told import Command, DealerCommand, Declared, FloorDecision
from firmware_bridge.messages.wire import Event, Verdict

from .service_rig import Rig
from .service_steps import SHUFFLE
from .things import at, tag_of

# --- decisions through the wire -------------------------------------------------------------------------------------


def test_the_floor_overrules_a_ruling_that_it_names(plain: Rig) -> None:
    console = plain.peer("console")
    for word in ("shuffle", "deal_done"):
        console.tell(DealerCommand(word=word))
    seat = plain.state(console).turn
    assert seat is not None
    assert console.tell(Declared(seat=seat, word="call")).accepted
    ruling = plain.state(console).rulings[-1]
    told = FloorDecision(decision="raise", amount=300, replaces=ruling.id, reason="he had said three hundred")
    console.tell(told)
    state = plain.state(console)
    assert [cite.article for cite in state.rulings[-1].cites] == ["lfp-1.1"]  # not the dealer's to decide
    assert next(other.bet for other in state.seats if other.seat == seat) != 300
    assert console.tell(told, "floor").accepted
    assert next(other.bet for other in plain.state(console).seats if other.seat == seat) == 300


def test_a_bare_amount_is_a_word_that_counts(plain: Rig) -> None:
    console = plain.peer("console")
    for word in ("shuffle", "deal_done"):
        console.tell(DealerCommand(word=word))
    seat = plain.state(console).turn
    assert console.tell(Declared(seat=seat or 0, word="amount", amount=300)).accepted
    assert next(other.bet for other in plain.state(console).seats if other.seat == seat) == 300


def test_dealers_penalty_asks_the_floor_and_the_directors_stands(plain: Rig) -> None:
    console = plain.peer("console")
    console.tell(DealerCommand(word="shuffle"))
    told = DealerCommand(word="penalty", seat=2, choice="suspension", number=2)
    assert console.tell(told).article == "lfp-13.1"
    state = plain.state(console)
    assert [ask.id for ask in state.asks] == ["penalty-2"]
    seat = next(other for other in state.seats if other.seat == 2)
    assert (seat.suspended, seat.counted.get("penalties", 0)) == (None, 0)
    assert console.tell(told, "director").accepted
    seat = next(other for other in plain.state(console).seats if other.seat == 2)
    assert seat.suspended is not None
    assert seat.suspended.left == 2
    assert seat.counted["penalties"] == 1


def test_stakes_change_with_the_next_hand(plain: Rig) -> None:
    console = plain.peer("console")
    assert console.tell(DealerCommand(word="level", value="100/200/25"), "floor").accepted
    console.tell(DealerCommand(word="shuffle"))
    state = plain.state(console)
    assert (state.small_blind, state.big_blind, state.ante) == (100, 200, 25)


def test_an_entry_that_lacks_something_is_refused_by_its_name_and_what_is_allowed(plain: Rig) -> None:
    console = plain.peer("console")
    verdict = console.tell(DealerCommand(word="killed", seat=1, choice="eaten"))
    assert not verdict.accepted
    assert verdict.refused is not None
    said = {language: catalogue(language).text(verdict.refused) for language in LANGUAGES}
    assert said == {
        "en": "choice: eaten cannot be. Allowed: accident, thrown",
        "fr": "choix : eaten est impossible. Permis : accident, thrown",
    }


def test_a_verdict_names_the_article_and_says_it_again_when_asked_again(plain: Rig) -> None:
    console = plain.peer("console")
    for word in ("shuffle", "deal_done"):
        console.tell(DealerCommand(word=word))
    told = DealerCommand(word="clock")
    verdict = console.tell(told)  # never the dealer's
    assert verdict.article is not None
    assert verdict.article.startswith("lfp-3")
    body = Command(role="dealer", author="Ann", told=told)
    console.send(Event(source="console", epoch=1, sequence=verdict.sequence, stamp=5, body=body))
    assert console.last(Verdict) == verdict


# --- decks ----------------------------------------------------------------------------------------------------------


def run_through(bridge: Any, cards: Iterable[int]) -> None:
    for card in cards:
        bridge.say(sensed.CardDrawn(tags=(tag_of(name_of(card)),), orientation="down", at=at(3)))


def test_deck_change_waits_until_the_whole_deck_passed_the_shoe(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    console.tell(DealerCommand(word="deck_change", choice="damage"))
    assert not console.tell(SHUFFLE).accepted
    console.tell(DealerCommand(word="deck_check"), "floor")
    bridge.listen()
    assert bridge.looks_at[0] == "shoe"
    run_through(bridge, range(51))
    console.tell(DealerCommand(word="deck_passed"))
    alarms = [alarm.key for alarm in sensing.state(console).alarms]
    assert {"deck_count", "deck_missing"} <= set(alarms)
    assert not console.tell(SHUFFLE).accepted
    run_through(bridge, range(20))
    sensing.restart()
    for peer in (bridge, console):
        peer.greet()
    run_through(bridge, range(20, 52))
    console.tell(DealerCommand(word="deck_passed"))
    assert console.tell(SHUFFLE).accepted


def test_a_deck_check_that_is_given_up_leaves_the_table_as_it_was(sensing: Rig) -> None:
    console = sensing.peer("console")
    before = sensing.state(console).alarms
    console.tell(DealerCommand(word="deck_check", value="main"), "floor")
    console.tell(DealerCommand(word="deck_passed", choice="stop"))
    assert sensing.state(console).alarms == before
    assert console.tell(SHUFFLE).accepted


@pytest.mark.parametrize(
    ("entry", "role"),
    [
        (DealerCommand(word="deck_check", value="blue"), "floor"),
        (DealerCommand(word="deck_check"), "dealer"),
        (DealerCommand(word="deck_passed"), "dealer"),
    ],
)
def test_a_deck_check_that_cannot_be_is_refused(sensing: Rig, entry: DealerCommand, role: Role) -> None:
    assert not sensing.peer("console").tell(entry, role).accepted


def test_no_deck_is_checked_while_a_hand_is_played(sensing: Rig) -> None:
    console = sensing.peer("console")
    console.tell(SHUFFLE)
    assert not console.tell(DealerCommand(word="deck_check"), "floor").accepted


def test_a_count_is_laid_down_as_a_sheet_that_the_table_signed(plain: Rig) -> None:
    assert plain.peer("console").tell(DealerCommand(word="count_stacks"), role="floor").accepted
    (path,) = (plain.config.paths.state / "counts").iterdir()
    assert read_sheet(path, FileDeviceKey.at(plain.config.paths.state / "device.key"))["by"] == "Ann floor"


def test_a_count_whose_sheet_cannot_be_written_is_refused_with_the_cause(plain: Rig) -> None:
    (plain.config.paths.state / "counts").write_text("")  # a file is where the folder should be
    verdict = plain.peer("console").tell(DealerCommand(word="count_stacks"), role="floor")
    assert not verdict.accepted
    assert verdict.refused is not None
    assert (verdict.key, bool(verdict.refused.params["cause"])) == ("refused.count_not_written", True)
