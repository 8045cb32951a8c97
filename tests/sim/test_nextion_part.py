"""The simulated seat display answers as a Nextion does that runs the project of the component contract."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.messages.display import CONTRACT
from hardware_sim.parts.nextion import Nextion
from hardware_sim.parts.part import MS, SECOND

from .bench import Bench, raw

OK = raw("01 FF FF FF")


class Panel:
    def __init__(self, bkcmd: int = 3, baud: int = 115200) -> None:
        self.part = Nextion("display-1", baud=baud)
        self.bench = Bench(self.part)
        self.ask(f"bkcmd={bkcmd}")

    def ask(self, words: str, within: int = 500 * MS) -> bytes:
        return self.bench.ask(words.encode("iso-8859-1") + b"\xff\xff\xff", within)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ('stack.txt="1500"', "01"),
        ("alive.val=5", "01"),
        ("turn.bco=63488", "01"),
        ("page seat", "01"),
        ("page 2", "01"),
        ("vis stack,0", "01"),
        ("tsw fold,0", "01"),
        ("ref stack", "01"),
        ("dim=40", "01"),
        ("no such thing", "00"),
        ("vis nothing,0", "02"),
        ("page nowhere", "03"),
        ("page 9", "03"),
        ("baud=12345", "11"),
        ('nothing.txt="1"', "1A"),
        ("stack.val=1", "1A"),
        ("vis stack,7", "1B"),
        ('stack.txt-="1"', "1B"),
        ("stack.txt=5x", "1C"),
        ("dim=900", "1C"),
        ("page", "1E"),
        ("vis stack", "1E"),
        ('stack.txt="a\\n"', "20"),
        (f'{"n" * 40}.txt="1"', "23"),
    ],
)
def test_an_instruction_returns_its_code(words: str, code: str) -> None:
    assert Panel().ask(words) == raw(code + "FF FF FF")


@pytest.mark.parametrize(
    ("bkcmd", "good", "bad"), [(0, b"", b""), (1, OK, b""), (2, b"", raw("02 FF FF FF")), (3, OK, raw("02 FF FF FF"))]
)
def test_bkcmd_says_which_codes_are_returned(bkcmd: int, good: bytes, bad: bytes) -> None:
    panel = Panel(bkcmd)
    assert panel.ask('stack.txt="1"') == good
    assert panel.ask("ref nothing") == bad


def test_a_panel_starts_by_returning_failures_only() -> None:
    bench = Bench(Nextion("display-1"))
    assert bench.ask(b'stack.txt="1"\xff\xff\xffref nothing\xff\xff\xff') == raw("02 FF FF FF")


def test_a_text_is_shown_and_read_back() -> None:
    panel = Panel()
    panel.ask('prompt.txt="à suivre"')
    assert panel.part.text("prompt") == "à suivre"
    assert panel.ask("get prompt.txt") == b"\x70" + "à suivre".encode("iso-8859-1") + b"\xff\xff\xff"


def test_escapes_stand_for_quote_backslash_and_new_line() -> None:
    panel = Panel()
    panel.ask(r'prompt.txt="a\"b\\c\rd"')
    assert panel.part.text("prompt") == 'a"b\\c\r\nd'


def test_a_text_is_cut_at_its_greatest_length() -> None:
    panel = Panel()
    panel.ask('stack.txt="12345678901234"')
    assert panel.part.text("stack") == "123456789"


@pytest.mark.parametrize(("value", "answer"), [("102", "71 66 00 00 00"), ("-1", "71 FF FF FF FF")])
def test_a_number_is_read_back_last_byte_first(value: str, answer: str) -> None:
    panel = Panel()
    panel.ask(f"sys0={value}")
    assert panel.ask("get sys0") == raw(answer) + b"\xff\xff\xff"


def test_numbers_are_counted_up_and_down() -> None:
    panel = Panel()
    for words in ("sys0=5", "sys0+=3", "sys0-=2", "sys0++", "sys0--"):
        panel.ask(words)
    assert panel.ask("get sys0")[1] == 6


def test_sendme_tells_the_page() -> None:
    panel = Panel()
    panel.ask("page message")
    assert panel.ask("sendme") == raw("66 02 FF FF FF")


def test_connect_tells_model_and_serial_number() -> None:
    answer = Panel().ask("connect")
    assert answer == b"comok 1,30601-0,NX4832K035_011R,99,61488,D264B8204F0E1828,16777216\xff\xff\xff"


def test_connect_is_heard_at_the_common_address() -> None:
    assert Panel().bench.ask(b"\xff\xffconnect\xff\xff\xff").startswith(b"comok 1,")


def test_an_addressed_panel_hears_its_own_address_only() -> None:
    panel = Panel()
    panel.ask("addr=2556")
    assert panel.bench.ask(b"\xfd\x09sendme\xff\xff\xff") == b""
    assert panel.bench.ask(b"\xfc\x09sendme\xff\xff\xff") == raw("66 00 FF FF FF")


def test_the_contract_is_named_by_the_display() -> None:
    assert Panel().ask("get contract.txt") == b"\x70" + CONTRACT.version.encode() + b"\xff\xff\xff"


def test_a_panel_with_another_project_names_that() -> None:
    panel = Panel()
    panel.part.pretend("contract other-table-3")
    panel.ask("page seat")
    assert panel.ask("get contract.txt") == b"\x70other-table-3\xff\xff\xff"


def test_a_key_tells_its_page_and_number_pressed_and_released() -> None:
    panel = Panel()
    key = CONTRACT.component("seat", "fold")
    assert panel.part.touch("fold", True, panel.bench.now)
    assert panel.part.touch("fold", False, panel.bench.now)
    assert panel.bench.run(50 * MS) == bytes([0x65, 0, key.id, 1]) + b"\xff\xff\xff" + bytes(
        [0x65, 0, key.id, 0]
    ) + raw("FF FF FF")


def test_a_key_of_another_page_tells_nothing() -> None:
    panel = Panel()
    panel.ask("page message")
    assert not panel.part.touch("fold", True, panel.bench.now)


def test_a_key_switched_off_tells_nothing() -> None:
    panel = Panel()
    panel.ask("tsw fold,0")
    assert not panel.part.touch("fold", True, panel.bench.now)


def test_touch_coordinates_are_big_endian() -> None:
    panel = Panel()
    panel.ask("sendxy=1")
    panel.part.touch("fold", True, panel.bench.now)
    place = CONTRACT.component("seat", "fold").place
    assert place is not None
    x, y = place.x + place.width // 2, place.y + place.height // 2
    assert panel.bench.run(50 * MS)[:6] == bytes([0x67, x >> 8, x & 255, y >> 8, y & 255, 1])


def test_without_a_heartbeat_the_panel_pauses_after_five_seconds() -> None:
    panel = Panel()
    panel.ask("alive.val=5", within=0)
    panel.bench.run(4 * SECOND)
    assert panel.part.page == "seat"
    panel.bench.run(2 * SECOND)
    assert panel.part.page == "paused"


def test_a_heartbeat_each_second_keeps_the_page() -> None:
    panel = Panel()
    for _ in range(20):
        panel.ask("alive.val=5", within=1 * SECOND)
    assert panel.part.page == "seat"


def test_entering_a_page_brings_back_its_design_values() -> None:
    panel = Panel()
    panel.ask('stack.txt="1500"')
    panel.ask("page seat")
    assert panel.part.text("stack") == ""


def test_a_restart_is_announced() -> None:
    panel = Panel()
    assert panel.ask("rest", within=1 * SECOND) == raw("00 00 00 FF FF FF 88 FF FF FF")
    assert panel.ask('stack.txt="1"') == b""


def test_too_much_at_once_overflows_the_buffer_and_loses_it() -> None:
    panel = Panel()
    flood = b'stack.txt="1"\xff\xff\xff' * 70
    assert panel.bench.ask(flood) == raw("24 FF FF FF")
    assert panel.part.text("stack") == ""


def test_instructions_take_their_time() -> None:
    panel = Panel()
    started = panel.bench.now
    panel.ask("page seat")
    assert panel.bench.heard - started >= 20 * MS


def test_a_sleeping_panel_hears_only_what_wakes_it() -> None:
    panel = Panel()
    panel.ask("sleep=1")
    assert panel.ask('stack.txt="1"') == b""
    assert panel.ask("get sleep") == raw("71 01 00 00 00 FF FF FF")
    assert panel.ask("sleep=0") == OK


def test_the_first_instruction_after_waking_is_slow() -> None:
    panel = Panel()
    panel.ask("sleep=1")
    panel.ask("sleep=0")
    started = panel.bench.now
    panel.ask('stack.txt="1"')
    assert panel.bench.heard - started >= 240 * MS


def test_a_panel_that_dozes_off_and_is_touched_tells_both() -> None:
    panel = Panel()
    panel.ask("thup=1")
    panel.ask("thsp=3")
    assert panel.bench.run(4 * SECOND) == raw("86 FF FF FF")
    panel.part.touch("fold", True, panel.bench.now)
    assert panel.bench.run(50 * MS) == raw("87 FF FF FF")


@given(st.binary(max_size=80), st.lists(st.integers(0, 120), max_size=8))
def test_after_any_junk_the_next_instruction_is_obeyed(junk: bytes, cuts: list[int]) -> None:
    panel = Panel()
    stream, at = junk + b"\xff\xff\xff" * 2 + b"sleep=0\xff\xff\xffaddr=0\xff\xff\xff", 0
    for cut in [*sorted(cuts), len(stream)]:
        panel.bench.ask(stream[at:cut])
        at = max(at, min(cut, len(stream)))
    assert panel.ask("sendme", within=SECOND)[:1] == b"\x66"
