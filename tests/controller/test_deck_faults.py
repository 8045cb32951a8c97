"""Cards that are not what they should be, from the bridge's messages to the ruling and its movements."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.poker.cards import DECK_SIZE, JOKER
from controller.poker.cards import name as name_of
from controller.registers import DeckRegister, FileDeviceKey, save_chips, save_decks
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.told import DealerCommand

from .service_rig import Rig
from .service_steps import SHUFFLE, posted
from .things import FOREIGN_CARD, at, registers, sensing_parts, table_file, tag_of

JOKER_TAG = TagId("iso14443a:04DDDDDDDDDD01")
ORDER = (("As", 2), ("Kd", 3), ("7c", 1), ("9h", 2), ("2d", 3), ("Qs", 1))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Rig]:
    """A table of three with a shoe and card spots, a deck with its joker registered."""
    config = table_file(tmp_path, parts=sensing_parts())
    key = FileDeviceKey.at(config.paths.state / "device.key")
    tags = {tag_of(name_of(card)): card for card in range(DECK_SIZE)} | {JOKER_TAG: JOKER}
    save_decks(config.paths.state, key, DeckRegister().registered("main", tags))
    save_chips(config.paths.state, key, registers().chips)
    rig = Rig(config)
    yield rig
    rig.close()


def deal(bridge: Any, *, instead: dict[str, TagId]) -> None:
    """Six cards, one after the other; some of them are something else."""
    for number, (name, seat) in enumerate(ORDER):
        tag = instead.get(name, tag_of(name))
        bridge.say(sensed.CardDrawn(tags=(tag,), orientation="down", at=at(10 * number + 3)))
        bridge.say(sensed.CardPlaced(tag=tag, spot=f"seat:{seat}", at=at(10 * number + 8)))


def movements(state: Any) -> list[str]:
    return [move.verb for remedy in state.remedies for move in remedy.moves]


@pytest.mark.parametrize("stranger", [FOREIGN_CARD, tag_of("As")])
def test_foreign_or_doubled_card_voids_the_hand_and_changes_the_deck(table: Rig, stranger: TagId) -> None:
    bridge, console = posted(table)
    deal(bridge, instead={"Qs": stranger})
    state = table.state(console)
    assert (state.phase, movements(state)) == ("cancelled", ["collect", "change"])
    assert not console.tell(SHUFFLE).accepted
    console.tell(DealerCommand(word="done"))
    console.tell(DealerCommand(word="done"))
    assert movements(table.state(console)) == []


def keys(state: Any) -> list[str]:
    return [alarm.key for alarm in state.alarms]


def test_a_foreign_card_that_lands_where_nothing_reads_is_entered_and_voids_the_hand(table: Rig) -> None:
    bridge, console = posted(table)
    assert console.tell(DealerCommand(word="manual", value="cards:1")).accepted
    for name, seat in ORDER:
        tag = FOREIGN_CARD if name == "Qs" else tag_of(name)
        bridge.say(sensed.CardDrawn(tags=(tag,), orientation="down", at=at(3)))
        if seat != 1:
            bridge.say(sensed.CardPlaced(tag=tag, spot=f"seat:{seat}", at=at(3)))
    assert "foreign_unread" in keys(table.state(console))
    assert console.tell(DealerCommand(word="foul", choice="foreign")).accepted
    state = table.state(console)
    assert (state.phase, movements(state)) == ("cancelled", ["collect", "change"])
    assert "foreign_unread" not in keys(state)
    console.tell(DealerCommand(word="done"))
    console.tell(DealerCommand(word="done"))
    assert movements(table.state(console)) == []


def test_a_joker_in_a_hand_is_set_aside_and_replaced(table: Rig) -> None:
    bridge, console = posted(table)
    deal(bridge, instead={"Qs": JOKER_TAG})
    state = table.state(console)
    assert ([remedy.matter for remedy in state.remedies], movements(state)) == (["deck.joker"], ["aside", "deal"])
    assert JOKER_TAG.value.partition(":")[2] not in state.model_dump_json()


def test_of_two_tags_in_one_draw_none_is_believed_until_the_card_lies_there(table: Rig) -> None:
    bridge, console = posted(table)
    for name, seat in ORDER:
        tags = (tag_of(name), tag_of("3h")) if name == "7c" else (tag_of(name),)
        bridge.say(sensed.CardDrawn(tags=tags, orientation="down", at=at(3)))
        bridge.say(sensed.CardPlaced(tag=tag_of(name), spot=f"seat:{seat}", at=at(3)))
    state = table.state(console)
    assert (state.phase, state.turn, state.alarms, state.remedies) == ("preflop", 1, (), ())


def test_a_missing_card_that_the_dealer_names_is_published_until_the_deck_is_whole(table: Rig) -> None:
    console = table.peer("console")
    console.tell(DealerCommand(word="deck_change", choice="new"), "floor")
    console.tell(DealerCommand.model_validate({"word": "deck_ready", "number": 51, "value": "7c"}))
    assert table.state(console).deck_missing == ("7c",)
    console.tell(DealerCommand(word="deck_ready"))
    assert table.state(console).deck_missing == ()
