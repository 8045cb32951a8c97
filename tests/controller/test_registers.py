"""The registers: what is told in lines, what lies on disk, what a tag is turned into."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.poker.cards import _NAMES, card
from controller.registers import (
    Chip,
    ChipRegister,
    ChipState,
    DeckRegister,
    DeviceKeyError,
    FileDeviceKey,
    Known,
    RegisterError,
    load_registers,
    save_chips,
    save_decks,
)
from controller.registers.lines import LinesError, card_lines, chip_lines
from firmware_bridge.messages.base import TagId


def deck_lines() -> list[str]:
    return [f"iso14443a:04A1B2C3D4{number:04X} {name}" for number, name in enumerate(_NAMES)]


def tag(number: int) -> TagId:
    return TagId(f"iso14443a:04A1B2C3D4{number:04X}")


@pytest.fixture
def key(tmp_path: Path) -> FileDeviceKey:
    return FileDeviceKey.at(tmp_path / "state" / "device.key")


def test_a_tag_is_the_card_of_its_line() -> None:
    assert DeckRegister().registered("main", card_lines(deck_lines())).card(tag(51)) == card("As")


def test_a_foreign_tag_is_unknown_and_no_error() -> None:
    decks = DeckRegister().registered("main", card_lines(deck_lines()))
    assert decks.card(TagId("iso14443a:04FFFFFFFFFFFF")) is Known.UNKNOWN


def test_comments_and_empty_lines_are_passed_over() -> None:
    assert len(card_lines(["# a deck", "", *[line + "  # new" for line in deck_lines()]])) == 52


def test_every_wrong_line_is_told_at_once_by_its_number_and_without_the_tag() -> None:
    lines = deck_lines()
    lines[2] = "iso14443a:xyz 4c"
    lines[5] = lines[5].rsplit(" ", 1)[0] + " Zz"
    lines[9] = lines[8]
    with pytest.raises(LinesError) as caught:
        card_lines(lines)
    text = str(caught.value)
    assert [line.partition(":")[0] for line in text.splitlines()[:3]] == ["line 3", "line 6", "line 10"]
    assert "04A1" not in text
    assert "xyz" not in text


def test_a_deck_with_a_card_missing_is_refused() -> None:
    with pytest.raises(LinesError, match=r"^[2-9TJQKA][cdhs]: missing\. A deck has 52 cards"):
        card_lines(deck_lines()[1:])


def test_a_deck_with_a_card_twice_is_refused() -> None:
    lines = [*deck_lines()[1:], "iso14443a:04A1B2C3D4FFFF As"]
    with pytest.raises(LinesError, match=r"^As: given to more than one tag"):
        card_lines(lines)


def test_a_tag_of_another_deck_is_refused() -> None:
    decks = DeckRegister().registered("red", card_lines(deck_lines()))
    with pytest.raises(ValueError, match="52 tags of deck 'blue' belong to deck 'red' already"):
        decks.registered("blue", card_lines(deck_lines()))


def test_a_chip_line_without_a_series_is_of_the_main_series() -> None:
    chips = chip_lines(["iso15693:E00401503A1B2C3D 500", "iso15693:E00401503A1B2C3E 25 gala"])
    assert list(chips.values()) == [Chip(500), Chip(25, "gala")]


def test_a_chip_line_with_a_state_withdraws_a_chip_and_brings_it_back() -> None:
    tag = "iso15693:E00401503A1B2C3D"
    register = ChipRegister(chip_lines([f"{tag} 500 main retired"]))
    assert register.chip(TagId(tag)) == Chip(500, "main", ChipState.RETIRED)
    assert register.registered(chip_lines([f"{tag} 500 main in_play"])).chip(TagId(tag)) == Chip(500)


def test_a_second_tag_in_place_of_a_chips_state_is_not_repeated() -> None:
    with pytest.raises(LinesError) as caught:
        chip_lines(["iso15693:E00401503A1B2C3D 500 main iso15693:E00401503A1B2C3E"])
    said = "line 1: the word after the series is no state of a chip. Allowed: in_play, retired"
    assert str(caught.value) == said


@pytest.mark.parametrize("denomination", ["0", "-5", "five", "2.5", "٣٣", "1000000000001", "9" * 5000])
def test_a_denomination_is_a_positive_whole_number(denomination: str) -> None:
    with pytest.raises(LinesError, match="line 1: the denomination is a whole number of 1-1000000000000"):
        chip_lines([f"iso15693:E00401503A1B2C3D {denomination}"])


def test_a_series_that_no_message_can_carry_is_refused() -> None:
    with pytest.raises(LinesError, match=r"the series has 65 characters\. Allowed are 1-64"):
        chip_lines([f"iso15693:E00401503A1B2C3D 500 {'m' * 65}"])


def test_registers_come_back_as_they_were_saved(tmp_path: Path, key: FileDeviceKey) -> None:
    state = tmp_path / "state"
    retired = Chip(500, "main", ChipState.RETIRED)
    save_decks(state, key, DeckRegister().registered("main", card_lines(deck_lines())))
    save_chips(state, key, ChipRegister({tag(7): retired}))
    registers = load_registers(state, FileDeviceKey.at(state / "device.key"))
    assert [registers.decks.card(tag(n)) for n in range(52)] == list(range(52))
    assert registers.chips.chip(tag(7)) == retired


def test_nothing_of_a_register_lies_in_clear_on_disk(tmp_path: Path, key: FileDeviceKey) -> None:
    state = tmp_path / "state"
    save_decks(state, key, DeckRegister().registered("main", card_lines(deck_lines())))
    on_disk = b"".join(path.read_bytes() for path in state.iterdir())
    assert b"04A1B2C3D4" not in on_disk.upper()
    assert bytes.fromhex("04A1B2C3D4") not in on_disk


def test_files_of_a_register_are_for_their_owner_alone(tmp_path: Path, key: FileDeviceKey) -> None:
    save_chips(tmp_path / "state", key, ChipRegister())
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "state").iterdir()}
    assert modes == {"device.key": 0o600, "chips.reg": 0o600}


@pytest.mark.parametrize("position", [0, 8, 40, -1])
def test_an_altered_register_is_refused(tmp_path: Path, key: FileDeviceKey, position: int) -> None:
    state = tmp_path / "state"
    save_chips(state, key, ChipRegister({tag(1): Chip(5)}))
    data = bytearray((state / "chips.reg").read_bytes())
    data[position] ^= 1
    (state / "chips.reg").write_bytes(data)
    with pytest.raises(RegisterError, match="register the chips again"):
        load_registers(state, key)


def test_the_register_of_another_table_is_refused(tmp_path: Path, key: FileDeviceKey) -> None:
    save_chips(tmp_path / "state", key, ChipRegister())
    with pytest.raises(RegisterError, match="not signed by this table's device key"):
        load_registers(tmp_path / "state", FileDeviceKey(bytes(32)))


def test_one_register_does_not_open_as_another(tmp_path: Path, key: FileDeviceKey) -> None:
    state = tmp_path / "state"
    save_chips(state, key, ChipRegister())
    (state / "chips.reg").rename(state / "decks.reg")
    with pytest.raises(RegisterError, match=r"decks\.reg"):
        load_registers(state, key)


def test_a_device_key_that_others_can_read_is_refused(tmp_path: Path, key: FileDeviceKey) -> None:
    path = tmp_path / "state" / "device.key"
    path.chmod(0o644)
    with pytest.raises(DeviceKeyError, match="mode 0644, allowed is 0600"):
        FileDeviceKey.at(path)


def test_no_text_of_a_register_names_a_tag_or_a_card(key: FileDeviceKey) -> None:
    decks = DeckRegister().registered("main", card_lines(deck_lines()))
    texts = f"{decks!r} {ChipRegister({tag(1): Chip(5)})!r} {tag(1)!r} {decks.card(tag(1))!r}"
    assert "04A1" not in texts
    assert texts.startswith("<decks main> <1 chips>")
