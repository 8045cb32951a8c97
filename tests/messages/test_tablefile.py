"""table.toml: every mistake is named at once, with its line, its value and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.messages.tablefile import TableFileError, load_table_file, parse_table_file

GOOD = """\
[table]
name = "one"
[game]
rulebook = "lfp"
small_blind = 50
big_blind = 100
[paths]
state = "state"
run = "run"
"""


def _complaints(text: str) -> dict[str, tuple[int | None, str]]:
    with pytest.raises(TableFileError) as wrong:
        parse_table_file(text)
    return {complaint.key: (complaint.line, complaint.message) for complaint in wrong.value.complaints}


def test_a_small_table_is_accepted_with_its_defaults() -> None:
    table = parse_table_file(GOOD)
    assert table.table.seats == tuple(range(1, 11))
    assert table.web.port == 8080
    assert table.places == frozenset()


def test_all_mistakes_are_named_at_once_with_their_lines() -> None:
    text = GOOD.replace("small_blind = 50", 'small_blind = "x"').replace(
        'name = "one"', 'name = "one"\nseats = [1, 11]'
    )
    complaints = _complaints(text)
    assert complaints["game.small_blind"] == (
        6,
        "'x': Input should be a valid integer, unable to parse string as an integer",
    )
    assert complaints["table.seats.1"] == (3, "11: Input should be less than or equal to 10")


def test_an_unknown_key_is_refused_with_those_that_are_allowed() -> None:
    line, message = _complaints(GOOD.replace("[paths]", "[web]\nprot = 1\n[paths]"))["web.prot"]
    assert line == 8
    assert message == "unknown key; allowed here: host, port"


def test_a_key_in_the_second_part_is_found_at_its_own_line() -> None:
    part = '[[part]]\nname = "{}"\nkind = "pn532"\nport = "{}"\nbaud = {}\nantennas = {{ 0 = "{}" }}\n'
    text = GOOD + part.format("a", "/a", 115200, "shoe") + part.format("b", "/b", 1200, "muck")
    line, message = _complaints(text)["part.1.baud"]
    assert line == 20
    assert message.startswith("1200: Input should be 9600, 19200")


def test_two_parts_at_one_port_are_named() -> None:
    part = '[[part]]\nname = "{}"\nkind = "pn532"\nport = "/a"\nantennas = {{ 0 = "{}" }}\n'
    (complaint,) = _complaints(GOOD + part.format("a", "shoe") + part.format("b", "muck")).values()
    assert complaint[1] == "part: port given twice: /a"


def test_two_names_for_one_gpio_line_are_named() -> None:
    text = GOOD + '[gpio]\nbackend = "gpiod"\n[gpio.lines]\ndoor = 5\npower = 5\n'
    assert _complaints(text)["gpio"] == (10, "line 5 is given to both 'door' and 'power'")


def test_text_that_is_no_toml_is_refused_with_its_line() -> None:
    assert _complaints("[table\n")["file"][0] == 1


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match=r"none\.toml, line \?: file: No such file"):
        load_table_file(tmp_path / "none.toml")
