"""Test mode in the bridge: when it is refused, what is told of it, and how it leaves the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.gpio import Edge
from drivers.nextion import DisplayReport
from drivers.reader import Reading, Report
from firmware_bridge.guided import mode
from firmware_bridge.guided.seen import FromBridge, Heard, Look, Over, Taken, said_by_bridge
from firmware_bridge.guided.socket import reach
from firmware_bridge.messages.guided_facts import HandUnknown, Refusal, Refused
from firmware_bridge.messages.orders import Attention, HandLatch, ShowPage
from firmware_bridge.messages.sensed import CardDrawn, CardPlaced, PartHealth, Sensed, SensingGap, Snapshot
from firmware_bridge.messages.tablefile import TableSection
from firmware_bridge.process.latch import Latch

from .rig import Table, table_file

PARTS = ("shoe", "cards-1", "display-1", "display-2")


class Guest:
    """The other end of the bridge's socket for tests. It reads all the time."""

    def __init__(self, table: Table) -> None:
        self.heard: list[FromBridge] = []
        self._table = table
        self._peer = reach(table.file.paths.run)
        table.loop.watch(self._peer.fileno(), self.reads)
        for _ in range(5):  # it is accepted, and answered
            table.turn()

    def reads(self, _now: int) -> None:
        data = self._peer.recv(60_000)
        if data:
            self.heard.append(said_by_bridge(data))
        else:
            self.close()

    def stops_reading(self) -> None:
        self._table.loop.unwatch(self._peer.fileno())

    def says(self, data: bytes) -> None:
        self._peer.send(data)
        self._table.run(0.3)

    def leaves(self) -> None:
        self.close()
        self._table.run(3)

    def close(self) -> None:
        if self._peer.fileno() >= 0:
            self.stops_reading()
            self._peer.close()


def refused(table: Table) -> Refusal:
    """What a test is told that cannot begin."""
    (over,) = Guest(table).heard
    assert isinstance(over, Over)
    return over.why


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A shoe with cards, eight seats' cards, two displays with pages of the controller, one card on the table."""
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] in PARTS)
    cards = table.world.add_deck(["2c", "3c", "4c", "5c"])
    table.world.load_shoe([card.id for card in cards[1:]], table.now)
    table.world.move([cards[0].id], "seat:1", table.now)
    table.run(4)
    for seat in (1, 2):
        page(table, seat, "before")
    yield table
    table.close()


@pytest.fixture
def guest(table: Table) -> Iterator[Guest]:
    guest = Guest(table)
    yield guest
    guest.close()


def page(table: Table, seat: int, prompt: str) -> None:
    values: dict[str, str | int] = {"seat": str(seat), "prompt": prompt}
    table.controller.say(ShowPage(seat=seat, epoch=1, revision=table.now, page="seat", values=values))
    table.run(0.5)


def hand(table: Table, *, in_progress: bool) -> None:
    table.controller.say(HandLatch(epoch=1, revision=table.now, in_progress=in_progress))
    table.run(0.1)


def shown(table: Table) -> list[tuple[str, str]]:
    """What each display shows: its page, and the text by which the pages here differ."""
    texts = {"seat": "prompt", "message": "title", "paused": "title"}
    panels = table.rig.displays.values()
    return [(panel.page, panel.text(texts[panel.page])) for panel in panels]


def play(events: list[Sensed]) -> list[Sensed]:
    """What is no health and no word on what is not sensed."""
    return [event for event in events if not isinstance(event, PartHealth | SensingGap | Snapshot)]


def test_it_is_refused_in_a_hand_while_the_controller_is_up(table: Table) -> None:
    hand(table, in_progress=True)
    assert refused(table) == Refused(kind="in_hand")
    assert shown(table) == [("seat", "before")] * 2


def test_it_is_refused_in_a_hand_after_bridge_and_controller_have_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Latch(table_file(tmp_path).paths.bridge).put(in_progress=True)
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] == "shoe")
    table.controller.deaf = True
    assert refused(table) == Refused(kind="in_hand")
    table.close()


def test_it_is_refused_while_the_mark_of_a_hand_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_file(tmp_path).paths.bridge.write_text("in the way")
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] == "shoe")
    why = refused(table)
    assert isinstance(why, HandUnknown)
    assert "state-bridge" in why.trouble
    table.close()


def test_it_is_refused_while_the_controller_may_not_know_of_a_card_drawn(table: Table) -> None:
    table.controller.deaf = True
    table.world.draw(table.now)
    table.run(0.6)
    assert refused(table) == Refused(kind="in_hand")


def test_a_hand_that_begins_ends_it(table: Table, guest: Guest) -> None:
    hand(table, in_progress=True)
    over = guest.heard[-1]
    assert isinstance(over, Over)
    assert over.why == Refused(kind="hand_began")
    table.run(3)
    assert shown(table) == [("seat", "before")] * 2
    table.world.draw(table.now)
    assert [type(event) for event in play(table.run(1))] == [CardDrawn]


def test_two_tests_at_once_are_refused(table: Table, guest: Guest) -> None:
    assert isinstance(guest.heard[0], Taken)
    assert refused(table) == Refused(kind="other_test")
    table.world.move([table.world.cards[0].id], "seat:5", table.now)
    table.run(1)
    assert any(isinstance(seen, Heard) and seen.tags for seen in guest.heard)


def test_every_display_says_test_mode_and_then_what_it_showed_before(table: Table, guest: Guest) -> None:
    table.run(0.5)
    assert shown(table) == [("message", "TEST MODE")] * 2
    page(table, 2, "meanwhile")
    assert shown(table) == [("message", "TEST MODE")] * 2
    guest.leaves()
    assert shown(table) == [("seat", "before"), ("seat", "meanwhile")]


def test_a_display_that_restarts_says_test_mode_again(table: Table, guest: Guest) -> None:
    assert guest.heard
    table.rig.faults.order("reboot display-1", table.now)
    table.run(4)
    assert shown(table) == [("message", "TEST MODE")] * 2


def test_the_tested_display_marks_its_key(table: Table, guest: Guest) -> None:
    guest.says(Look(seat=1, key="fold").model_dump_json().encode())
    panel = table.rig.displays[1]
    assert (panel.text("turn"), panel.text("fold_text"), panel.text("call_text")) == ("TEST MODE", "Press here", "")
    assert shown(table)[1] == ("message", "TEST MODE")


def test_a_key_without_a_seat_is_marked_by_every_display(table: Table, guest: Guest) -> None:
    guest.says(Look(key="fold").model_dump_json().encode())
    assert [panel.text("fold_text") for panel in table.rig.displays.values()] == ["Press here"] * 2


def test_places_that_are_looked_at_alike_are_read_equally_often(table: Table, guest: Guest) -> None:
    guest.says(Look(places=("seat:5", "seat:6", "shoe"), alike=True).model_dump_json().encode())
    guest.heard.clear()
    table.run(2)
    readings = Counter(one.place for one in guest.heard if isinstance(one, Heard))
    assert readings["seat:5"] > 10
    assert readings["seat:5"] - readings["seat:6"] in (-1, 0, 1)


def test_a_seat_reads_test_mode_in_its_language(tmp_path: Path) -> None:
    file = table_file(tmp_path)
    french = file.model_copy(update={"table": TableSection(name="test", seat_language={2: "fr"})})
    pages = [mode.TestMode(french, lambda _: None).page(seat).values for seat in (1, 2)]
    assert [values["title"] for values in pages] == ["TEST MODE", "MODE TEST"]
    assert [values["line1"] for values in pages] == ["No play at this table now.", "Pas de jeu à cette table."]


def test_nothing_that_happens_in_it_is_told_as_play(table: Table, guest: Guest) -> None:
    events = len(table.controller.events)
    guest.says(Look(seat=1, key="fold").model_dump_json().encode())
    now = table.now
    table.world.draw(now)
    table.world.move([table.world.cards[1].id], "seat:4", now)
    table.world.place_button(3, now)
    table.world.set_post(2, True, now)
    table.rig.touch(1, "fold")
    table.run(3)
    table.world.move([table.world.cards[1].id], "off", table.now)
    table.world.lift_button(table.now)
    table.world.set_post(2, False, table.now)
    table.run(1)
    assert len(guest.heard) > 10
    guest.leaves()
    told = table.controller.bodies[events:]
    assert play(told) == []
    gaps = [gap for gap in told if isinstance(gap, SensingGap)]
    assert sorted(gap.part for gap in gaps if gap.until is not None) == ["cards-1", "gpio", "shoe"]


def test_afterwards_the_table_is_told_as_it_was_before(table: Table, guest: Guest) -> None:
    table.controller.say(Attention(epoch=1, revision=table.now, places=("seat:2",)))
    guest.leaves()
    before, *_, after = [
        event for event in table.controller.bodies if isinstance(event, Snapshot) and not event.unread
    ]
    assert after.cards["seat:1"]
    assert after.model_copy(update={"at": before.at}) == before
    table.world.move([table.world.cards[0].id], "seat:2", table.now)
    assert [event.spot for event in table.run(2) if isinstance(event, CardPlaced)] == ["seat:2"]


class Reads:
    """Counts the readings of each antenna of a part, as all observers of the black box."""

    def __init__(self) -> None:
        self.of: Counter[tuple[str, int]] = Counter()

    def reported(self, part: str, report: Report, _now: int) -> None:
        if isinstance(report, Reading):
            self.of[part, report.antenna] += 1

    def shown(self, part: str, report: DisplayReport, now: int) -> None: ...
    def edge(self, line: str, edge: Edge) -> None: ...


def test_afterwards_what_is_due_is_read_first_and_what_was_tested_is_not(table: Table, guest: Guest) -> None:
    table.controller.say(Attention(epoch=1, revision=table.now, places=("seat:2",)))
    guest.says(Look(places=("seat:5",)).model_dump_json().encode())
    guest.leaves()
    reads = Reads()
    table.bridge.box.observe(reads)
    table.run(2)
    assert reads.of["cards-1", 2] > 10 * reads.of["cards-1", 5]


def test_what_a_technician_does_in_it_gives_no_verdict(table: Table, guest: Guest) -> None:
    for _ in range(12):
        table.world.lines.drive("shoe:beam1", False, table.now)
        table.run(0.2)
        table.world.lines.drive("shoe:beam1", True, table.now)
        table.run(0.8)
    guest.leaves()
    table.run(5)
    assert table.bridge.diagnosis.verdicts == ()


def test_no_message_of_it_has_a_tag(table: Table, guest: Guest) -> None:
    table.run(2)
    raw = "".join(message.model_dump_json() for message in guest.heard)
    uids = [card.tag.uid.hex() for card in table.world.cards]
    assert "t-" in raw
    assert not [uid for uid in uids if uid in raw.lower()]


def test_a_message_that_is_none_ends_it(table: Table, guest: Guest) -> None:
    guest.says(b"\xff{}")
    table.run(3)
    assert shown(table) == [("seat", "before")] * 2


def test_a_test_that_reads_nothing_is_cut_off(table: Table, guest: Guest) -> None:
    guest.stops_reading()
    table.run(20)
    assert shown(table) == [("seat", "before")] * 2
