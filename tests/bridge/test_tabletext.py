"""The text of a table file after its parts, lines and exclusion groups were written anew."""

from __future__ import annotations

import pytest

from firmware_bridge.messages.tablefile import FieldsSection, GpioSection, TableFile, parse_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.tabletext import with_parts

from .tables import part

OLD = """# Our table.
[table]
name = "Table 7"    # at the window

# the old reader
[[part]]
name = "old"
kind = "pepper_c1"
port = "/dev/old"
antennas = { 1 = "seat:1" }

# blinds of the evening
[game]
rulebook = "lfp"
small_blind = 50
big_blind = 100

[fields]
exclusion = [
  ["seat:1"]
]

[gpio]
backend = "gpiod"

[gpio.lines]
"door" = 4

[paths]
state = "state"
run = "run"
# the end
"""


def new(text: str) -> TableFile:
    parts = (part("cards-1", "pepper_c1", "seat:2", "seat:3"),)
    gpio = GpioSection(backend="socket", socket='a "socket" of ours', lines={"button:1": 7})
    fields = FieldsSection(exclusion=(("seat:2", "seat:3"),))
    return parse_table_file(text).model_copy(update={"part": parts, "gpio": gpio, "fields": fields})


def test_the_new_text_means_the_new_table() -> None:
    assert parse_table_file(with_parts(OLD, new(OLD), {"cards-1": "FW 1"})) == new(OLD)


def test_other_sections_stay_with_their_comments_and_the_old_parts_go_with_theirs() -> None:
    text = with_parts(OLD, new(OLD))
    kept = ["# Our table.", 'name = "Table 7"    # at the window', "# blinds of the evening", "# the end"]
    assert [line for line in kept if line not in text.splitlines()] == []
    assert "old" not in text


def test_writing_the_same_again_changes_nothing() -> None:
    text = with_parts(OLD, new(OLD))
    assert with_parts(text, new(OLD)) == text


def test_a_file_that_is_wrong_is_refused_with_its_line() -> None:
    with pytest.raises(TableFileError, match=r"line 15: game\.small_blind: 'x'"):
        with_parts(OLD.replace("small_blind = 50", 'small_blind = "x"'), new(OLD))


def test_parts_outside_their_sections_are_refused_and_not_torn() -> None:
    odd = OLD.replace("[gpio]\n", "").replace('backend = "gpiod"\n', "").replace("[gpio.lines]\n", "")
    odd = 'gpio.backend = "gpiod"\n' + odd.replace('"door" = 4\n', "")
    with pytest.raises(ValueError, match="outside"):
        with_parts(odd, new(OLD))
