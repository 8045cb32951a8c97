"""table.toml: every mistake is named at once, with its line, its value and what is allowed."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.messages.tablefile import LONGEST, load_table_file, parse_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError

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
    assert message == "unknown key. Allowed here: cert, host, key, port"


def test_a_missing_section_is_named_with_the_keys_it_must_have() -> None:
    with pytest.raises(TableFileError) as caught:
        parse_table_file("")
    assert "table.toml: game: missing. The file needs a section [game] with rulebook, small_blind, big_blind" in (
        str(caught.value).splitlines()
    )


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
    with pytest.raises(TableFileError, match=r"none\.toml: file: No such file"):
        load_table_file(tmp_path / "none.toml")


def _said(path: Path) -> str:
    with pytest.raises(TableFileError) as wrong:
        load_table_file(path)
    return str(wrong.value)


def test_a_table_file_that_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    assert _said(tmp_path / "fifo").endswith("file: is a FIFO. Allowed is a regular file")
    assert _said(tmp_path).endswith("file: Is a directory")
    assert _said(Path("/dev/zero")).endswith("file: is a device. Allowed is a regular file")


def test_a_file_without_end_or_of_other_bytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"#" * (LONGEST + 1))
    assert f"has {LONGEST + 1} bytes. Allowed are {LONGEST}" in _said(path)
    path.write_bytes(b"#\xff")
    assert "byte 1 is not UTF-8 text" in _said(path)


@pytest.mark.parametrize(
    ("value", "where", "why"),
    [
        ("[" * 3000 + "]" * 3000, "file", "nested too deeply"),
        (".".join("a" * 65) + " = 1", "file", "nested too deeply"),
        ("[" + ".".join("a" * 50_000) + "]", "file", "nested too deeply"),
        ("{a=" * 3000 + "1" + "}" * 3000, "file", "nested too deeply"),
        ("9" * 5000, "file", "a number of too many digits"),
        ("9" * 3000, "game.small_blind", "a number of more than 60 digits: "),
        ('"' + "x" * 5000 + '"', "game.small_blind", "…: Input should be a valid integer"),
        ("[[1], [2]]", "game.small_blind", "an array of 2: Input should be a valid integer"),
        ("nan", "game.small_blind", "nan: Input should be a finite number"),
    ],
)
def test_nested_and_huge_values_are_named_and_not_repeated(value: str, where: str, why: str) -> None:
    _, message = _complaints(GOOD.replace("50", value))[where]
    assert why in message
    assert len(message) < 200


def test_dots_in_a_remark_are_none_of_a_key() -> None:
    assert parse_table_file(GOOD + f"# {'.' * 200}\n")


@pytest.mark.parametrize("key", ["state", "name", "rulebook"])
@pytest.mark.parametrize("text", ["a\\u0000b", "a\\nb", "x" * 5000])
def test_texts_are_bounded_and_have_no_control_characters(key: str, text: str) -> None:
    wrong = re.sub(rf'^{key} = ".*"$', lambda _: f'{key} = "{text}"', GOOD, flags=re.MULTILINE)
    assert [where for where in _complaints(wrong) if where.endswith(key)]


def test_a_thousand_mistakes_fill_one_screen() -> None:
    with pytest.raises(TableFileError) as wrong:
        parse_table_file(GOOD.replace("[game]", f"empty = [{', '.join(['11'] * 1000)}]\n[game]"))
    assert str(wrong.value).splitlines()[-1].endswith(": and 960 more")
    assert len(str(wrong.value).splitlines()) == 41


@given(st.text(alphabet=st.sampled_from("[]{}=\"'.,#\\\n 01eE+-_:tfnabx\x00é"), max_size=120))
def test_no_text_breaks_the_parser(text: str) -> None:
    with contextlib.suppress(TableFileError):
        parse_table_file(text)
