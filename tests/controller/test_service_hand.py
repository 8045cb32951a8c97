"""A hand over the controller's real sockets: keys, secrecy, alarms, unread cards, a restart, time to decide."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from controller.pages import catalogue
from controller.registers import FileDeviceKey, save_chips
from controller.service.senses.ended_gaps import LOOK_FOR
from firmware_bridge.messages import sensed
from firmware_bridge.messages.public import Text, Which
from firmware_bridge.messages.tablefile import parse_table_file
from firmware_bridge.messages.told import Answer, DealerCommand

from .service_rig import Rig
from .service_steps import SHUFFLE, dealt, push, stacks, take, whole_hand, without_life
from .things import at, chip_tag, registers, sensing_parts, table_file, table_text, tag_of

# --- a hand ---------------------------------------------------------------------------------------------------------


def test_a_hand_reaches_the_first_act_and_the_display_offers_the_keys(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    state = sensing.state(console)
    assert (state.phase, state.turn, state.to_call, state.alarms) == ("preflop", 1, 100, ())
    assert bridge.pages[1].values["call_text"] == "Call\n100"
    assert bridge.pages[1].values["turn"] == "Your turn"


def test_a_raise_key_means_what_stands_on_it_and_plus_moves_it(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    assert bridge.pages[1].values["raise_to"] == "200"
    bridge.say(sensed.SeatKey(seat=1, key="plus", at=at(4)))
    assert bridge.pages[1].values["raise_to"] == "300"
    bridge.say(sensed.SeatKey(seat=1, key="raise", at=at(5)))
    state = sensing.state(console)
    assert (state.turn, state.call_total) == (2, 300)


def test_what_plus_has_made_of_the_raise_key_stands_after_a_restart(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.say(sensed.SeatKey(seat=1, key="plus", at=at(4)))
    sensing.restart()
    for peer in (bridge, console):
        peer.greet()
    assert bridge.pages[1].values["raise_to"] == "300"
    bridge.say(sensed.SeatKey(seat=1, key="raise", at=at(5)))
    assert sensing.state(console).call_total == 300


def test_what_plus_had_made_of_the_raise_key_is_over_with_the_turn_though_restarted(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.say(sensed.SeatKey(seat=1, key="plus", at=at(4)))
    for seat in (1, 2):
        bridge.say(sensed.SeatKey(seat=seat, key="call", at=at(5)))
    sensing.restart()
    bridge.greet()
    bridge.say(sensed.SeatKey(seat=3, key="raise", at=at(6)))
    console.greet()
    assert sensing.state(console).call_total == 200


def test_the_shuffle_closes_the_hand_before_and_destroys_its_key(sensing: Rig) -> None:
    period = sensing.service._journal.reading.period
    whole_hand(sensing)
    assert sensing.service._journal.reading.period == period + 1
    assert [path.name for path in sensing.config.paths.state.glob("handkey.*")] == [f"handkey.{period + 1}"]


def test_who_won_the_last_hand_is_public_and_stays_so_after_a_restart(sensing: Rig) -> None:
    _, console = whole_hand(sensing)
    (closed,) = sensing.state(console).closed_hands
    assert (closed.number, closed.awards) == (1, ((3, 100),))
    sensing.restart()
    console.greet()
    assert sensing.state(console).closed_hands == (closed,)


def test_every_accepted_command_of_a_long_hand_outlives_a_restart(plain: Rig) -> None:
    console = plain.peer("console")
    for number in range(120):
        assert console.tell(DealerCommand(word="stack", seat=2, value=str(7500 + 25 * (number % 9)))).accepted
    before = plain.service._journal.reading.last
    plain.restart()
    console.greet()
    assert not plain.of.latch.locked
    assert plain.state(console).seats[1].stack == 7500 + 25 * (119 % 9)
    assert before > 120


def test_nothing_that_leaves_shows_a_card_or_a_tag(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.listen()
    console.listen()
    said = " ".join(m.model_dump_json() for m in (*bridge.heard, *console.heard, sensing.state(console)))
    assert "04A1B2" not in said
    assert "E004015" not in said
    assert not [name for name in ("As", "Kd", "7c", "9h", "2d", "Qs") if f'"{name}"' in said]


def test_nothing_on_disk_shows_a_card_or_a_tag(sensing: Rig) -> None:
    dealt(sensing)
    on_disk = b"".join(path.read_bytes() for path in sensing.config.paths.state.iterdir())
    assert b"04A1B2" not in on_disk
    assert b"E004015" not in on_disk
    assert not [name for name in ("As", "Kd", "7c", "9h", "2d", "Qs") if f'"{name}"'.encode() in on_disk]
    assert not re.findall(rb'"face":[1-9]', on_disk)  # a body refers to its sealed faces by number


def test_without_a_starting_stack_what_lies_there_first_is_what_the_players_have(tmp_path: Path) -> None:
    config = parse_table_file(table_text(tmp_path, parts=sensing_parts(), stack=0))
    key = FileDeviceKey.at(config.paths.state / "device.key")
    save_chips(config.paths.state, key, registers().chips)
    rig = Rig(config)
    bridge = rig.peer("bridge")
    bridge.say(stacks())
    rig.restart()
    bridge.greet()
    state = rig.state(bridge)
    rig.close()
    assert [(seat.seat, seat.stack) for seat in state.seats] == [(1, 10_000), (2, 10_000), (3, 10_000)]
    assert state.alarms == ()


def test_what_the_bank_has_before_the_first_hand_is_no_difference(sensing: Rig) -> None:
    bridge = sensing.peer("bridge")
    chips = {"tray": tuple(chip_tag(500, n) for n in range(40)), "drop": (chip_tag(25, 90),)}
    bridge.say(sensed.Snapshot(cards={}, chips=chips, button=None, posts=(), unread=(), at=at(1)))
    sensing.restart()
    bridge.greet()
    bridge.say(sensed.ChipsMoved(area="tray", added=(), removed=chips["tray"][:1], lies=chips["tray"][1:], at=at(2)))
    assert sensing.state(bridge).alarms == ()


def test_a_table_on_which_nothing_was_played_has_missed_nothing(sensing: Rig) -> None:
    bridge = sensing.peer("bridge")
    bridge.say(sensed.SensingGap(part="chips", places=("pot",), since=1, until=4_842_757_000_000))
    assert sensing.state(bridge).alarms == ()


def test_a_gap_in_a_hand_is_shown_until_the_dealer_has_had_time_to_look(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    console.tell(SHUFFLE)
    now = sensing.clock.time
    bridge.say(sensed.SensingGap(part="chips", places=("pot",), since=now - 2_100_000_000, until=now))
    (alarm,) = sensing.state(bridge).alarms
    assert catalogue("en").text(alarm.text) == "Look at the pot: not read for 3 s"
    sensing.wait(LOOK_FOR)
    assert sensing.state(bridge).alarms == ()


def test_a_gap_that_was_over_before_the_hand_began_is_not_shown(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    now = sensing.clock.time
    bridge.say(sensed.SensingGap(part="chips", places=("pot",), since=now - 2_100_000_000, until=now))
    console.tell(SHUFFLE)
    assert [alarm for alarm in sensing.state(bridge).alarms if alarm.key == "sensing.gap"] == []


def test_gaps_of_several_parts_are_one_alarm_that_names_the_longest(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    console.tell(SHUFFLE)
    now = sensing.clock.time
    for part, seconds in (("chips", 2), ("cards", 3)):
        places = ("pot", "bet:1") if part == "chips" else ("board:1", "seat:2")
        bridge.say(sensed.SensingGap(part=part, places=places, since=now - seconds * 1_000_000_000, until=now))
    (gaps,) = [alarm for alarm in sensing.state(bridge).alarms if alarm.key.startswith("sensing.")]
    assert catalogue("en").text(gaps.text) == "Look over the table: it was not read for 3 s"


@pytest.mark.parametrize("part", ["chips:2", "cards:2"])
def test_a_seat_that_is_told_instead_of_sensed_is_shown_as_manual(sensing: Rig, part: str) -> None:
    console = sensing.peer("console")
    console.tell(SHUFFLE)
    console.tell(DealerCommand(word="manual", value=part))
    assert [seat.seat for seat in sensing.state(console).seats if seat.manual] == [2]


def unread_flop(rig: Rig) -> tuple[Any, Any]:
    """The dealer burned and laid the flop's first card, and the shoe's reader read neither."""
    bridge, console = dealt(rig)
    for seat, key in ((1, "call"), (2, "call"), (3, "check")):
        bridge.say(sensed.SeatKey.model_validate({"seat": seat, "key": key, "at": at(5).model_dump()}))
    chips = {1: [chip_tag(100, 0)], 2: [chip_tag(25, n) for n in (22, 23)]}
    for seat, tags in chips.items():
        bridge.say(take(f"stack:{seat}", *tags))
        bridge.say(push(rig, f"bet:{seat}", *tags))
    everything = [chip_tag(100, 0), *(chip_tag(25, n) for n in (20, 21, 22, 23)), chip_tag(100, 40)]
    for seat, tags in ((1, everything[:1]), (2, everything[1:5]), (3, everything[5:])):
        bridge.say(take(f"bet:{seat}", *tags))
    bridge.say(push(rig, "pot", *everything))
    for _ in range(2):
        bridge.say(sensed.CardDrawn(tags=(), orientation="down", at=at(6)))
    return bridge, console


def test_an_unread_burn_and_an_unread_flop_card_are_told_apart_where_the_card_lands(sensing: Rig) -> None:
    bridge, console = unread_flop(sensing)
    bridge.say(sensed.CardPlaced(tag=tag_of("Jh"), spot="board:1", at=at(7)))
    state = sensing.state(console)
    assert (state.board, state.burns, state.alarms, state.asks) == (("Jh",), 1, (), ())


def test_which_card_lies_there_is_asked_once_it_has_lain_for_a_second(sensing: Rig) -> None:
    bridge, console = unread_flop(sensing)
    bridge.say(sensed.CardPlaced(tag=tag_of("Jh"), spot="board:2", at=at(1000)))
    sensing.wait(999_999_999)
    assert sensing.state(console).asks == ()
    sensing.wait(1)
    assert [ask.text.key for ask in sensing.state(console).asks] == ["ask.which_draw"]


def test_the_dealer_settles_which_of_two_unread_cards_lies_there(sensing: Rig) -> None:
    bridge, console = unread_flop(sensing)
    bridge.say(sensed.CardPlaced(tag=tag_of("Jh"), spot="board:2", at=at(7)))
    sensing.wait(1_000_000_000)
    (ask,) = sensing.state(console).asks
    assert (ask.text.key, ask.text.params, ask.options) == (
        "ask.which_draw",
        {"place": "board:2"},
        ("7", "8", "unseen"),
    )
    assert ask.said == {
        "7": Text(key="draw.any", params={"which": Which(called="before")}),
        "8": Text(key="draw.was_due", params={"which": Which(called="last"), "place": "board:1"}),
    }
    console.tell(Answer(ask=ask.id, option="8"))
    before = without_life(sensing.state(console))
    sensing.restart()
    console.greet()
    assert without_life(sensing.state(console)) == before
    assert sensing.state(console).asks == ()
    assert not sensing.of.latch.locked


def test_after_a_restart_in_mid_hand_the_table_is_the_same(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.say(sensed.SeatKey(seat=1, key="call", at=at(5)))
    before = without_life(sensing.state(console))
    sensing.restart()
    console.greet()
    assert without_life(sensing.state(console)) == before
    assert not sensing.of.latch.locked


def test_play_goes_on_after_a_restart_with_the_cards_known(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    sensing.restart()
    for peer in (bridge, console):
        peer.greet()
    bridge.say(sensed.SeatKey(seat=1, key="fold", at=at(5)))
    bridge.say(sensed.CardPlaced(tag=tag_of("As"), spot="seat:2", at=at(6)))
    state = sensing.state(console)
    assert (state.turn, state.alarms) == (2, ())


# --- time to decide -------------------------------------------------------------------------------------------------


def test_a_seat_s_time_counts_down_on_its_display_and_on_no_other(tmp_path: Path) -> None:
    screens = "".join(
        f'[[part]]\nname = "d{n}"\nkind = "nextion"\nport = "/dev/d{n}"\nseat = {n}\n' for n in (1, 2, 3)
    )
    rig = Rig(table_file(tmp_path, parts=screens))
    bridge, console = rig.peer("bridge"), rig.peer("console")
    for word in ("shuffle", "deal_done"):
        assert console.tell(DealerCommand(word=word)).accepted
    turn = rig.state(console).turn
    assert turn is not None
    assert console.tell(DealerCommand(word="clock"), "floor").accepted
    state = rig.state(console)
    assert state.clock is not None
    assert state.clock.due == rig.clock.time + 70_000_000_000  # the book's
    bridge.listen()
    before = bridge.pages
    assert before[turn].values["turn"] == "Your time: 70 s" if turn != 2 else "Votre temps : 70 s"
    rig.clock.time += 1_000_000_000
    rig.loop._fire(rig.clock.time)
    rig.turn()
    bridge.listen()
    after = bridge.pages
    changed = {seat for seat in after if after[seat] != before[seat]}
    assert changed == {turn}
    assert "69" in str(after[turn].values["turn"])
    rig.close()
