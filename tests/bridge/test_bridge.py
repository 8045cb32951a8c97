"""The real bridge, drivers and ports against the simulated parts, in virtual time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.rulebooks.deal import Sight
from firmware_bridge.lastbeat import LastBeat
from firmware_bridge.messages.orders import Attention, ShowPage
from firmware_bridge.messages.sensed import (
    ButtonPlaced,
    CardDrawn,
    CardGone,
    CardPlaced,
    ChipsMoved,
    PartHealth,
    PostPlaced,
    SeatKey,
    Sensed,
    SensingGap,
    Snapshot,
)
from firmware_bridge.process import logs
from firmware_bridge.sensing.table import near_of
from hardware_sim.physics.noise import REAL

from .rig import MS, Controller, S, Table, table_file

PATIENCE = Sight.silent().seconds

SMALL = ("shoe", "cards-1", "bets", "stacks-1", "display-1")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A shoe, eight seats' cards, bets, five stacks and one display, all found and known."""
    logs.configure_logs(as_json=False)
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] in SMALL)
    table.run(4)
    yield table
    table.close()


def attend(table: Table, *places: str) -> None:
    table.controller.say(Attention(epoch=1, revision=table.now, places=places))


def of_kind(events: list[Sensed], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def states(events: list[Sensed], part: str) -> list[str]:
    return [event.state for event in of_kind(events, PartHealth) if event.part == part]


def told_at(table: Table, kind: type[Any], **what: object) -> int:
    """When the bridge said the last event of that kind."""
    fitting = [
        event.stamp
        for event in table.controller.events
        if isinstance(event.body, kind) and all(getattr(event.body, key) == value for key, value in what.items())
    ]
    assert fitting, f"no {kind.__name__} with {what}"
    return fitting[-1]


def test_at_the_start_every_part_is_found_and_what_lies_there_is_told_in_a_snapshot(table: Table) -> None:
    bodies = table.controller.bodies
    for name in (*SMALL, "gpio"):
        assert states(bodies, name)[-1] == "ready"
    assert of_kind(bodies, Snapshot)[-1].unread == ()
    opened = {gap.part for gap in of_kind(bodies, SensingGap) if gap.until is None}
    closed = {gap.part for gap in of_kind(bodies, SensingGap) if gap.until is not None}
    assert opened == closed == {"shoe", "cards-1", "bets", "stacks-1", "gpio"}
    assert of_kind(bodies, ChipsMoved) == []


def test_a_bet_of_the_seat_to_act_is_known_after_two_reads_and_one_of_its_stack(table: Table) -> None:
    chips = [chip.id for chip in table.world.add_chips(100, 20)]
    table.world.move(chips, "stack:3", table.now)
    table.run(3)
    attend(table, "bet:3", "stack:3")
    table.run(2)
    took = []
    for phase in range(6):
        table.run(2 + phase * 0.07)
        pushed = table.now
        table.world.move(chips[:5], "bet:3", pushed)
        moved = of_kind(table.run(2), ChipsMoved)
        assert {(m.area, len(m.added), len(m.removed), len(m.lies)) for m in moved} == {
            ("stack:3", 0, 5, 15),
            ("bet:3", 5, 0, 5),
        }
        took.append(told_at(table, ChipsMoved, area="bet:3") - pushed)
        table.world.move(chips[:5], "stack:3", table.now)
        table.run(2)
    # T(5) = 65 ms, T(15) = 160 ms; what is left of the read under way, 213 ms where it is the stack's, and one sign
    # of life between reads.
    assert max(took) < (213 + 2 * 65 + 160 + 3 * 15 + 2 * 20) * MS


def test_a_drawn_card_is_told_with_its_tag_and_proven_where_it_lands(table: Table) -> None:
    deck = table.world.add_deck(["As", "Kd", "7c"])
    table.world.load_shoe([card.id for card in deck], table.now)
    attend(table, "shoe", "seat:4")
    table.run(1)
    (card,) = table.world.draw(table.now)
    (drawn,) = of_kind(table.run(0.5), CardDrawn)
    assert [tag.value for tag in drawn.tags] == [f"iso14443a:{card.tag.uid.hex().upper()}"]
    assert drawn.orientation == "down"
    table.world.move([card.id], "seat:4", table.now)
    (placed,) = of_kind(table.run(1), CardPlaced)
    assert (placed.spot, placed.tag) == ("seat:4", drawn.tags[0])


def test_a_card_that_is_lifted_is_told_gone_once(table: Table) -> None:
    (card,) = table.world.add_deck(["As"])
    table.world.move([card.id], "seat:4", table.now)
    attend(table, "bet:1")
    assert len(of_kind(table.run(3), CardPlaced)) == 1
    table.world.move([card.id], "off", table.now)
    assert [event.spot for event in of_kind(table.run(5), CardGone)] == ["seat:4"]


@pytest.mark.search
def test_a_table_with_all_its_noise_names_no_wrong_card_and_moves_no_chip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, monkeypatch, noise=REAL, keep=lambda part: part["kind"] != "nextion")
    try:
        deck = table.world.add_deck([rank + suit for rank in "23456789TJQKA" for suit in "cdhs"])
        table.world.load_shoe([card.id for card in deck], table.now)
        for seat in (1, 2, 3):
            chips = [chip.id for chip in table.world.add_chips(100, 20)]
            table.world.move(chips, f"stack:{seat}", table.now)
        table.run(5)
        attend(table, "shoe", "seat:4")
        table.run(1)
        named, events = 0, []
        for _ in range(40):
            (card,) = table.world.draw(table.now)
            events = table.run(0.7)
            (drawn,) = of_kind(events, CardDrawn)
            right = f"iso14443a:{card.tag.uid.hex().upper()}"
            assert {tag.value for tag in drawn.tags} <= {right}
            named += len(drawn.tags)
            assert of_kind(events, ChipsMoved) == []
        assert named >= 24, f"only {named} of 40 cards were named at the shoe"
    finally:
        table.close()


def two_chips_of_one_tag(table: Table) -> str:
    """At the stacks of seats 1 and 4, and read long enough to be told."""
    chip = table.world.add_chip(100)
    copy = table.world.add_chip(100, chip.tag.uid)
    table.world.move([chip.id], "stack:1", table.now)
    table.run(3)
    table.world.move([copy.id], "stack:4", table.now)
    return f"iso15693:{chip.tag.uid.hex().upper()}"


def test_tag_at_two_stacks_is_reported_at_both_and_moves_nothing(table: Table) -> None:
    tag = two_chips_of_one_tag(table)
    (told,) = of_kind(table.run(12), ChipsMoved)
    assert (told.area, told.added, told.removed) == ("stack:4", (), ())
    assert [each.value for each in told.lies] == [tag]
    table.world.move([table.world.chips[-1].id], "off", table.now)
    (told,) = of_kind(table.run(6), ChipsMoved)
    assert (told.area, told.lies) == ("stack:4", ())


def two_cards_of_one_tag(table: Table) -> None:
    """With seats 2 and 5, one after the other; the second is due where it lies."""
    (card,) = table.world.add_deck(["As"])
    copy = table.world.add_card("As", card.tag.uid)
    attend(table, "shoe", "seat:2", "seat:5")
    table.world.move([card.id], "seat:2", table.now)
    table.run(2)
    attend(table, "shoe", "seat:5")
    table.world.move([copy.id], "seat:5", table.now)


def test_two_cards_of_one_tag_are_reported_before_the_dealer_is_asked(table: Table) -> None:
    two_cards_of_one_tag(table)
    told = [type(event).__name__ + " " + event.spot for event in table.run(PATIENCE) if hasattr(event, "spot")]
    assert told == ["CardPlaced seat:5"]
    table.world.move([table.world.cards[-1].id], "off", table.now)
    assert [event.spot for event in of_kind(table.run(6), CardGone)] == ["seat:5"]


def test_a_new_controller_is_told_of_two_cards_of_one_tag(table: Table) -> None:
    two_cards_of_one_tag(table)
    table.run(PATIENCE)
    before = len(table.controller.bodies)
    another_controller(table)
    assert [event.spot for event in of_kind(table.controller.bodies[before:], CardPlaced)] == ["seat:5"]


def test_stacks_are_cross_read_at_bet_lines_and_lines_at_neighbours(
    tmp_path: Path,
) -> None:
    places = ("stack:3", "stack:4", "bet:2", "bet:3", "bet:4", "pot", "tray")
    found = near_of(table_file(tmp_path), places)
    near = {place: sorted({*others} & {*places} - {place}) for place, others in found.items()}
    assert near == {
        "stack:3": ["bet:3"], "stack:4": ["bet:4"], "bet:2": ["bet:3"], "bet:3": ["bet:2", "bet:4", "stack:3"],
        "bet:4": ["bet:3", "stack:4"], "pot": [], "tray": [],
    }  # fmt: skip


def test_pulled_cable_is_noticed_in_1_s_and_its_part_ready_within_3_s(table: Table) -> None:
    chips = [chip.id for chip in table.world.add_chips(100, 3)]
    table.world.move(chips, "bet:3", table.now)
    table.run(4)
    pulled = table.now
    table.rig.cables["bets"].wire.unplug()
    events = table.run(2)
    assert told_at(table, PartHealth, part="bets", state="lost") - pulled < S
    (gap,) = of_kind(events, SensingGap)
    assert (gap.part, gap.until, len(gap.places)) == ("bets", None, 10)
    table.world.move(chips[:1], "off", table.now)
    back = table.now
    table.rig.cables["bets"].wire.plug()
    events = table.run(6)
    assert told_at(table, PartHealth, part="bets", state="ready") - back < 3 * S
    assert of_kind(events, ChipsMoved) == []
    snapshot = of_kind(events, Snapshot)[-1]
    assert snapshot.unread == ()
    assert len(snapshot.chips["bet:3"]) == 2


def is_back(events: list[Sensed], part: str) -> bool:
    """Whether a part is ready, and nothing is unread in the last snapshot."""
    snapshots = of_kind(events, Snapshot)
    return states(events, part)[-1:] == ["ready"] and bool(snapshots) and snapshots[-1].unread == ()


@pytest.mark.parametrize("part", ["shoe", "cards-1", "bets"])
def test_a_part_that_falls_silent_is_noticed_in_two_seconds(table: Table, part: str) -> None:
    attend(table, "bet:1")
    table.run(2)
    silenced = table.now
    table.rig.faults.order(f"mute {part}", silenced)
    table.run(3)
    assert told_at(table, PartHealth, part=part, state="lost") - silenced < 2 * S
    table.rig.faults.order(f"heal {part}", table.now)
    events = table.run_until(lambda told: is_back(told, part), 20)
    events += table.run(3)  # longer than it takes to notice that it is silent again
    assert is_back(events, part)


def test_another_part_than_expected_is_quarantined_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] in ("shoe", "bets"))
    try:
        table.rig.faults.order("identity shoe 31010607", table.now)
        table.run(3)
        health = [e for e in of_kind(table.controller.bodies, PartHealth) if e.part == "shoe"][-1]
        assert health.state == "quarantined"
        assert "shoe" in health.cause
        assert "table.toml" in health.cause
        assert states(table.controller.bodies, "bets")[-1] == "ready"
    finally:
        table.close()


def test_a_part_whose_driver_fails_is_started_again_alone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        table.rig.faults.order("mute display-1", table.now)  # nothing comes while the port is closed
        raise ValueError("the text of a card's tag")

    with monkeypatch.context() as patched:
        patched.setattr("drivers.nextion.NextionDisplay.receive", fail)
        events = table.run(1.5)  # the heartbeat of a second is answered within
    table.rig.faults.order("heal display-1", table.now)
    assert states(events, "display-1")[0] == "lost"
    lost = next(e for e in of_kind(events, PartHealth) if e.state == "lost")
    assert "ValueError, test_bridge.py" in lost.cause
    assert "tag" not in lost.cause
    assert states(events, "bets") == []
    assert states(table.run(12), "display-1")[-1] == "ready"


def test_an_open_service_door_is_told_and_closed_again(table: Table) -> None:
    for closed in (False, True):
        table.world.set_door(closed, table.now)
        said = [event for event in of_kind(table.run(1), PartHealth) if event.part == "gpio"]
        assert [event.door_open for event in said] == [not closed]


def test_a_stack_that_a_lost_reader_jams_is_not_known_rather_than_empty(table: Table) -> None:
    chips = [chip.id for chip in table.world.add_chips(100, 40)]
    for seat in (1, 2, 3, 4):
        table.world.move(chips[seat * 10 - 10 : seat * 10], f"stack:{seat}", table.now)
    table.run(6)
    attend(table, "bet:2", "stack:2")
    table.run(2)
    table.rig.faults.order("mute bets", table.now)
    lost = table.run(10)
    lit = [seat for seat in (1, 2, 3, 4) if table.rig.fields.is_on(f"bet:{seat}")]
    assert lit
    assert of_kind(lost, ChipsMoved) == []
    unknown = {place for gap in of_kind(lost, SensingGap) for place in gap.places}
    assert {f"stack:{seat}" for seat in (1, 2, 3, 4)} & unknown == {f"stack:{seat}" for seat in lit}
    table.rig.faults.order("heal bets", table.now)
    found = table.run(15)
    assert [len(of_kind(found, Snapshot)[-1].chips[f"stack:{seat}"]) for seat in (1, 2, 3, 4)] == [10] * 4
    assert of_kind(found, ChipsMoved) == []


def test_gpio_lines_that_answer_no_more_are_lost_within_two_seconds(table: Table) -> None:
    table.pins.answers = False
    assert states(table.run(2), "gpio")[0] == "lost"


def test_a_button_whose_edges_were_lost_is_seen_within_some_seconds(table: Table) -> None:
    table.pins.tells_edges = False
    table.world.place_button(2, table.now)
    told = table.run(10)
    assert [event.seat for event in of_kind(told, ButtonPlaced)][-1:] == [2]
    assert states(told, "gpio") == []


def test_a_part_that_is_ready_says_its_firmware_and_serial_number(table: Table) -> None:
    ready = [event for event in of_kind(table.controller.bodies, PartHealth) if event.state == "ready"]
    said = {event.part: event.identity for event in ready}
    assert said["shoe"] == "1.6"
    assert said["bets"].startswith("1: ")
    assert "; 2: " in said["bets"]
    assert said["display-1"].count(" ") == 2  # model, firmware, serial number
    assert said["gpio"] == ""


def test_a_part_that_is_not_there_is_named_with_its_port_and_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] in ("shoe", "bets"))
    try:
        table.rig.cables["shoe"].wire.unplug()
        table.run(3)
        first = next(e for e in of_kind(table.controller.bodies, PartHealth) if e.part == "shoe")
        assert first.state == "absent"
        assert table.file.part[0].port in first.cause
        assert "Plug it in" in first.cause
        table.rig.cables["shoe"].wire.plug()
        assert states(table.run(3), "shoe")[-1] == "ready"
    finally:
        table.close()


def test_events_reach_a_controller_that_was_away_once_and_in_order(table: Table, tmp_path: Path) -> None:
    table.controller.deaf = True
    chips = [chip.id for chip in table.world.add_chips(100, 3)]
    for number, place in enumerate(("bet:3", "bet:4", "bet:5")):
        table.world.move(chips[number : number + 1], place, table.now)
        table.run(3)
    assert of_kind(table.controller.bodies, ChipsMoved) == []
    table.controller.deaf = False
    moved = of_kind(table.run(3), ChipsMoved)
    assert [motion.area for motion in moved] == ["bet:3", "bet:4", "bet:5"]
    sequences = [event.sequence for event in table.controller.events]
    assert sequences == list(range(1, len(sequences) + 1))


def another_controller(table: Table) -> None:
    old = table.controller
    table.loop.unwatch(old.socket)
    old.close()
    table.controller = Controller(old.run)
    table.controller.events = list(old.events)
    table.loop.watch(table.controller.socket, table.controller.take)
    table.clock.held = True  # a reconnection takes real time
    while table.controller.counts[0] < 1:
        table.turn()
    table.clock.held = False
    table.run(2)


def test_a_new_controller_is_told_how_things_stand(table: Table) -> None:
    chips = [chip.id for chip in table.world.add_chips(100, 3)]
    table.world.move(chips, "bet:3", table.now)
    table.run(3)
    another_controller(table)
    snapshot = of_kind(table.controller.bodies, Snapshot)[-1]
    assert len(snapshot.chips["bet:3"]) == 3


def test_a_new_controller_is_told_of_one_tag_in_two_places(table: Table) -> None:
    two_chips_of_one_tag(table)
    table.run(12)
    before = len(table.controller.bodies)
    another_controller(table)
    (told,) = of_kind(table.controller.bodies[before:], ChipsMoved)
    assert (told.area, len(told.lies)) == ("stack:4", 1)


def test_a_page_is_shown_and_a_key_that_is_touched_on_it_is_told(table: Table) -> None:
    values: dict[str, str | int] = {"turn": "your turn", "fold_text": "Fold"}
    table.controller.say(ShowPage(seat=1, epoch=1, revision=1, page="seat", values=values))
    table.run(1)
    assert table.rig.displays[1].text("turn") == "your turn"
    table.rig.touch(1, "fold")
    assert [(key.seat, key.key) for key in of_kind(table.run(1), SeatKey)] == [(1, "fold")]


def test_an_older_page_does_not_replace_a_newer_one(table: Table) -> None:
    for revision, text in ((5, "new"), (4, "old")):
        page = ShowPage(seat=1, epoch=1, revision=revision, page="seat", values={"turn": text})
        table.controller.say(page)
    table.run(1)
    assert table.rig.displays[1].text("turn") == "new"


def test_button_and_posts_are_told_when_they_have_stood_still(table: Table) -> None:
    table.world.place_button(4, table.now)
    table.world.set_post(5, True, table.now)
    events = table.run(1)
    assert [event.seat for event in of_kind(events, ButtonPlaced)] == [4]
    assert [(event.seat, event.present) for event in of_kind(events, PostPlaced)] == [(5, True)]


def test_no_tag_is_in_the_log_or_in_the_black_box(table: Table, capfd: pytest.CaptureFixture[str]) -> None:
    deck = table.world.add_deck(["As", "Kd"])
    table.world.load_shoe([card.id for card in deck], table.now)
    table.world.draw(table.now)
    table.world.move([deck[0].id], "seat:4", table.now + S)
    table.run(3)
    table.rig.cables["cards-1"].wire.unplug()
    table.run(1)
    kept = " ".join(line.text for part in SMALL for line in table.bridge.box.lines(part))
    seen = (kept + "".join(capfd.readouterr())).upper()
    assert "T-" in seen, "the black box names no card, not even by an alias"
    for card in deck:
        assert card.tag.uid.hex().upper() not in seen


def test_a_bridge_that_follows_another_tells_the_gap_since_that_one_was_last_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run").mkdir()
    last = LastBeat(tmp_path / "run")
    last.beat(S // 2)
    last.close()
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] == "shoe")
    try:
        table.run(3)
        gaps = of_kind(table.controller.bodies, SensingGap)
        assert {gap.since for gap in gaps} == {S // 2}
        assert {gap.part for gap in gaps if gap.until is not None} == {"shoe", "gpio"}
    finally:
        table.close()


@pytest.mark.parametrize("asleep", [True, False], ids=["asleep", "in a turn"])
def test_a_bridge_that_was_stopped_tells_a_gap_and_how_things_lie_then(table: Table, asleep: bool) -> None:
    card, other = table.world.add_deck(["As", "Kd"])
    chips = [chip.id for chip in table.world.add_chips(100, 5)]
    table.world.move([card.id], "seat:4", table.now)
    table.world.move(chips, "stack:3", table.now)
    table.run(3)
    stopped = table.now

    def stop(_: int = 0) -> None:
        table.clock.on_idle = lambda: None
        table.world.move([card.id], "off", table.now)
        table.world.move([other.id], "seat:4", table.now)
        table.world.move(chips, "bet:3", table.now)
        table.clock.time += 3 * S

    if asleep:
        table.clock.on_idle = stop
    else:
        table.loop.call_at(stopped, stop)
    told = table.run(6)
    assert not {type(event) for event in told} & {CardGone, CardPlaced, ChipsMoved, CardDrawn}
    gaps = of_kind(told, SensingGap)
    assert {gap.part for gap in gaps if gap.until is None} == {"shoe", "cards-1", "bets", "stacks-1", "gpio"}
    assert {gap.part for gap in gaps if gap.until is not None} == {"shoe", "cards-1", "bets", "stacks-1", "gpio"}
    assert all(stopped - S <= gap.since <= stopped + MS for gap in gaps)
    last = of_kind(told, Snapshot)[-1]
    assert (last.unread, [area for area, lies in last.chips.items() if lies]) == ((), ["bet:3"])


def test_a_bridge_that_was_slow_for_a_second_tells_no_gap(table: Table) -> None:
    table.loop.call_at(table.now, lambda _: setattr(table.clock, "time", table.now + S))
    assert of_kind(table.run(3), SensingGap) == []
