"""Chips that are registered a rack at a time: what a rack has, and that it is registered whole or not at all."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
import zmq
from typer.testing import CliRunner

from controller.enrolment import rack_command, stand_in
from controller.enrolment.command import enrol
from controller.enrolment.rack import Lying, rack_of
from controller.enrolment.rack_command import Racks, told
from controller.registers import Chip, ChipRegister, ChipState, FileDeviceKey, load_registers, save_chips
from firmware_bridge.messages.base import Interval, TagId
from firmware_bridge.messages.outbox import Outbox
from firmware_bridge.messages.sensed import ChipsMoved, PartHealth, SensingGap, Snapshot
from tests.bridge.rig import S, Table

from .test_enrolment import deliver
from .things import chip_tag, part, registers, table_text

CHIP = Chip(500)
NEW = [TagId(f"iso15693:E00401503ACC{number:04X}") for number in range(200)]
AT = Interval(absent=1, present=2)


def lies(*tags: TagId) -> ChipsMoved:
    return ChipsMoved(area="tray", added=(), removed=(), lies=tags, at=AT)


@pytest.fixture
def key(tmp_path: Path) -> FileDeviceKey:
    return FileDeviceKey.at(tmp_path / "device.key")


@pytest.fixture
def racks(tmp_path: Path, key: FileDeviceKey) -> Racks:
    """Racks of twenty, at a table that knows a hundred chips of each denomination."""
    save_chips(tmp_path, key, registers().chips)
    return Racks(tmp_path, key, CHIP, 20, "tray")


def test_a_rack_names_what_is_new_known_a_stranger_and_not_read() -> None:
    retired = chip_tag(500, 7)
    register = registers().chips.registered({retired: Chip(500, state=ChipState.RETIRED)})
    rack = rack_of([*NEW[:10], chip_tag(500, 1), chip_tag(100, 1), chip_tag(100, 2), retired], 20, CHIP, register)
    assert " ".join(told(rack, CHIP)) == (
        "14 of 20 read. New: 10. Registered already as 500 main: 1. "
        "Strangers: 2 of 100 main, 1 of 500 main retired. Take them out. "
        "Not read: 6. Turn or spread the rack, or type how many it has."
    )
    assert "E004" not in repr(rack)


def test_the_bridge_s_word_says_what_lies_there_and_a_gap_that_nothing_is_known() -> None:
    lying = Lying("tray")
    lying.take(Snapshot(cards={}, chips={"tray": (NEW[0],)}, button=None, posts=(), unread=(), at=AT))
    assert lying.tags == frozenset({NEW[0]})
    lying.take(lies(*NEW[:3]))
    lying.take(ChipsMoved(area="drop", added=(), removed=(), lies=(), at=AT))
    assert lying.tags == frozenset(NEW[:3])
    lying.take(SensingGap(part="middle", places=("tray",), since=1, until=None))
    assert lying.tags is None


def test_a_place_that_is_not_read_is_named_with_what_its_part_complains_of(racks: Racks) -> None:
    assert racks.news() == "tray is not read: wait a moment."
    health = PartHealth(part="middle", what="feig_obid", state="lost", cause="no answer", places=("tray",))
    racks.lying.take(health)
    racks.lying.take(health.model_copy(update={"part": "display-1", "places": (), "cause": "no port"}))
    assert racks.news() == "tray is not read: no answer."


def test_a_whole_rack_is_registered_by_one_key_and_the_next_adds_to_it(
    racks: Racks, tmp_path: Path, key: FileDeviceKey
) -> None:
    for number in range(2):
        racks.lying.take(lies(*NEW[20 * number : 20 * number + 20]))
        assert "Enter registers 20 as 500 main." in racks.news()
        racks.typed("")
    chips = load_registers(tmp_path, key).chips
    assert (len(chips), chips.chip(NEW[39]), racks.registered) == (len(registers().chips) + 40, CHIP, 40)
    assert racks.news() == "20 of 20 read. New: 0. Registered already as 500 main: 20. Lay the next rack."


@pytest.mark.parametrize("rack", [NEW[:19], NEW[:21], [*NEW[:19], chip_tag(100, 1)], []])
def test_a_rack_that_is_not_right_registers_nothing(
    racks: Racks, tmp_path: Path, key: FileDeviceKey, rack: list[TagId]
) -> None:
    racks.lying.take(lies(*rack))
    said = racks.news()
    assert racks.typed("") == "Nothing was registered."
    assert racks.news() == said
    assert len(load_registers(tmp_path, key).chips) == len(registers().chips)


def test_the_last_rack_may_have_another_number(racks: Racks) -> None:
    racks.lying.take(lies(*NEW[:7]))
    racks.typed("7")
    assert racks.typed("").startswith("Registered: 7")
    racks.lying.take(lies())
    assert racks.news() == "Lay a rack of 20 at tray."


def test_a_write_that_fails_leaves_the_register_as_it_was(
    racks: Racks, tmp_path: Path, key: FileDeviceKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_file: int) -> None:
        raise OSError(28, "No space left on device")

    racks.lying.take(lies(*NEW[:20]))
    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="No space"):
        racks.typed("")
    assert len(load_registers(tmp_path, key).chips) == len(registers().chips)


def test_a_chip_that_lines_registered_meanwhile_is_kept(racks: Racks, tmp_path: Path, key: FileDeviceKey) -> None:
    racks.lying.take(lies(*NEW[:20]))
    save_chips(tmp_path, key, ChipRegister({NEW[99]: Chip(25)}))
    racks.typed("")
    assert load_registers(tmp_path, key).chips.chip(NEW[99]) == Chip(25)


# --- at a simulated table -------------------------------------------------------------------------------------------


class AtTray:
    """A person who lays racks at the tray of a simulated table, in virtual time."""

    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
        self.table = Table(directory, monkeypatch, keep=lambda part: part["name"] == "middle")
        self.racks = Racks(directory, FileDeviceKey.at(directory / "device.key"), CHIP, size, "tray")
        self._heard = 0

    def lays(self, chips: list[str], sentence: str) -> None:
        """Lay a rack, and wait for this sentence."""
        self.table.world.move(chips, "tray", self.table.now)
        due = self.table.now + 30 * S
        while sentence not in self.racks.news():
            assert self.table.now < due, sentence
            self.waits()

    def waits(self, seconds: float = 0.5) -> None:
        self.table.run(seconds)
        for body in self.table.controller.bodies[self._heard :]:
            self.racks.lying.take(body)
        self._heard = len(self.table.controller.bodies)

    def confirms(self, chips: list[str]) -> None:
        self.racks.typed("")
        self.table.world.move(chips, "off", self.table.now)


def test_a_dead_tag_in_a_rack_at_the_simulated_tray_is_counted_as_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = AtTray(tmp_path, monkeypatch, 20)
    rack = [chip.id for chip in person.table.world.add_chips(500, 20)]
    person.table.world.kill_tag(rack[3])
    person.lays(rack, "19 of 20 read. New: 19. Not read: 1.")
    person.table.world.mend_tags()
    person.lays([], "Enter registers 20 as 500 main.")
    person.confirms(rack)
    person.table.close()
    assert person.racks.registered == 20


@pytest.mark.search
def test_a_thousand_chips_are_registered_at_the_simulated_tray_in_five_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = AtTray(tmp_path, monkeypatch, 100)
    began = person.table.now
    for _ in range(10):
        rack = [chip.id for chip in person.table.world.add_chips(500, 100)]
        person.lays(rack, "Enter registers 100 as 500 main.")
        person.confirms(rack)
        person.waits(20)  # they lift the rack, and fetch the next
    person.table.close()
    assert person.racks.registered == 1000
    assert person.table.now - began < 300 * S


# --- the command ----------------------------------------------------------------------------------------------------


class ToldBridge:
    """A bridge in a thread, in place of the real one: a rack lies at the tray. Then the person types."""

    def __init__(self, run: Path, keyboard: int, typed: bytes) -> None:
        self._thread = threading.Thread(target=self._tell, args=(run, keyboard, typed))
        self._thread.start()

    def _tell(self, run: Path, keyboard: int, typed: bytes) -> None:
        with zmq.Context() as context, context.socket(zmq.DEALER) as socket:
            socket.connect(f"ipc://{run}/events.ipc")
            outbox = Outbox("bridge")
            outbox.put(lies(*NEW[:20]), 0)
            deliver(outbox, socket)
            os.write(keyboard, typed)

    def poll(self) -> None: ...
    def terminate(self) -> None: ...
    def wait(self, _timeout: float) -> None:
        self._thread.join()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    config = tmp_path / "table.toml"
    config.write_text(table_text(tmp_path, parts=part("middle", "feig_obid", a1="pot", a2="tray")))
    return config


def run(config: Path, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(
        enrol, ["chips", "--config", str(config), "--denomination", "500", "--rack", "20", *more]
    )
    return done.exit_code, done.output


def test_the_command_registers_a_confirmed_rack_and_shows_no_tag(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, types = os.pipe()
    monkeypatch.setattr(rack_command, "_keyboard", lambda: reads)
    monkeypatch.setattr(stand_in, "start_bridge", lambda *_: ToldBridge(tmp_path / "run", types, b"\nq\n"))
    code, shown = run(config)
    os.close(reads)
    os.close(types)
    state = tmp_path / "state"
    chips = load_registers(state, FileDeviceKey.at(state / "device.key")).chips
    assert (code, len(chips), chips.chip(NEW[19])) == (0, 20, CHIP)
    assert shown.endswith("20 chips were registered as 500 main\n")
    assert "E004" not in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--at", "seat:1"], "--at seat:1: allowed are the chip places of this table, pot, tray"),
        (["--series", "main retired"], "--series 'main retired': allowed is one word"),
        (["--series", "x" * 65], "the series has 65 characters. Allowed are 1-64"),
    ],
)
def test_what_cannot_be_enrolled_is_named_before_a_bridge_is_started(
    config: Path, words: list[str], said: str
) -> None:
    code, shown = run(config, *words)
    assert (code, said in " ".join(shown.split())) == (1, True)
