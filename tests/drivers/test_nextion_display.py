"""The Nextion driver against a display in thirty lines: start, pages, losses, touches, and what it refuses."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.nextion import (
    DisplayContract,
    NextionDisplay,
    NoSuchComponent,
    NoSuchPage,
    Rebooted,
    Shown,
    Touched,
    ValueRefused,
)
from drivers.nextion.codec import END
from drivers.reader import Cause, Failed, Identified, Identity, Phase, Refused
from firmware_bridge.messages.display import CONTRACT

MS = 1_000_000
COMOK = b"comok 1,30601-0,NX4832T035_011R,99,61488,D264B8204F0E1828,16777216" + END


class Twin:
    """A display that answers at once: what it holds, what it was told, and what it shall not take or answer."""

    def __init__(self, version: str = CONTRACT.version) -> None:
        self.version = version
        self.page = 0
        self.values: dict[str, str] = {}
        self.told: list[str] = []
        self.verbose = False
        self.lose: set[int] = set()  # indices of instructions that do not arrive
        self.deafen: set[int] = set()  # indices of instructions whose answer does not arrive
        self.errors: dict[str, int] = {}  # beginning of an instruction -> return code
        self.mute = False
        self.damaged = 0  # answers to `connect` to come in which one byte of the serial number is another

    def feed(self, data: bytes) -> bytes:
        assert data == b"" or data.endswith(END)
        answers = b""
        for raw in data.split(END)[:-1]:
            index, instruction = len(self.told), raw.decode("iso-8859-1")
            self.told.append(instruction)
            if not self.mute and index not in self.lose:
                answer = self._obey(instruction)
                answers += b"" if index in self.deafen else answer
        return answers

    def _obey(self, instruction: str) -> bytes:
        code = next((c for begin, c in self.errors.items() if instruction.startswith(begin)), None)
        if code is not None:
            return bytes([code]) + END
        if instruction == "connect":
            self.damaged -= 1
            return COMOK if self.damaged < 0 else COMOK.replace(b"D264", b"D265")
        if instruction == "sendme":
            return bytes([0x66, self.page]) + END
        if instruction == "get contract.txt":
            return b"p" + self.version.encode() + END
        if instruction == "bkcmd=3":
            self.verbose = True
        elif instruction.startswith("page "):
            self.page = CONTRACT.pages[instruction[5:]]
            self.values = {}
        elif "=" in instruction:
            where, _, value = instruction.partition("=")
            self.values[where] = value
        else:
            return b"\x00" + END if self.verbose else b""
        return b"\x01" + END if self.verbose else b""


class Bench:
    """A device, its twin and a virtual clock between them."""

    def __init__(self, twin: Twin | None = None, serial: str | None = None) -> None:
        self.now = 1_000 * MS
        self.twin = twin or Twin()
        self.device = NextionDisplay(CONTRACT, serial=serial)
        self.reports: list[object] = []

    def exchange(self) -> None:
        """Until nobody has anything more to say, a millisecond a turn."""
        while data := self.device.take_output():
            self.now += MS
            self.device.receive(self.twin.feed(data), self.now)
        self.reports += self.device.take_reports()

    def start(self) -> Bench:
        self.device.start(self.now)
        self.exchange()
        return self

    def show(self, page: str, values: Mapping[str, str | int], revision: int) -> None:
        self.device.show(page, values, revision, self.now)
        self.exchange()

    def run(self, milliseconds: int) -> None:
        until = self.now + milliseconds * MS
        while (deadline := self.device.deadline) is not None and deadline <= until:
            self.now = max(self.now, deadline)
            self.device.wake(self.now)
            self.exchange()
        self.now = max(self.now, until)

    def tell(self, frame: str) -> None:
        self.device.receive(bytes.fromhex(frame), self.now)
        self.exchange()

    def of(self, kind: type) -> list[object]:
        return [r for r in self.reports if isinstance(r, kind)]


def test_the_contract_gives_what_the_driver_asks_for() -> None:
    contract: DisplayContract = CONTRACT
    assert contract.pages["seat"] == 0


def test_it_flushes_and_connects_first() -> None:
    device = NextionDisplay(CONTRACT)
    device.start(0)
    assert device.take_output() == bytes.fromhex("00 FF FF FF") + b"connect" + END
    assert device.phase is Phase.IDENTIFYING
    assert device.deadline == 500 * MS


def test_it_identifies_checks_the_contract_and_asks_for_every_answer() -> None:
    bench = Bench().start()
    assert bench.twin.told == ["\x00", "connect", "bkcmd=3", "get contract.txt"]
    assert bench.reports == [Identified(Identity("nextion", "NX4832T035_011R 99", "D264B8204F0E1828"))]
    assert bench.device.phase is Phase.READY


def test_another_contract_is_refused_with_what_was_found() -> None:
    bench = Bench(Twin("sabot-seat-0")).start()
    assert bench.reports == [
        Refused("NX4832T035_011R with component contract 'sabot-seat-0', expected 'sabot-seat-2'", other_version=True)
    ]
    assert bench.device.phase is Phase.REFUSED
    assert bench.device.deadline is None


@pytest.mark.parametrize("damaged", [1, 2])
def test_a_serial_number_with_a_damaged_byte_is_asked_for_again(damaged: int) -> None:
    twin = Twin()
    twin.damaged = damaged
    bench = Bench(twin, "D264B8204F0E1828").start()
    assert bench.reports == [Identified(Identity("nextion", "NX4832T035_011R 99", "D264B8204F0E1828"))]
    assert bench.device.phase is Phase.READY


def test_a_display_with_another_serial_number_is_refused_at_the_third_time() -> None:
    bench = Bench(serial="0000000000000000").start()
    found = "serial number D264B8204F0E1828. Expected is 0000000000000000"
    assert bench.reports == [Refused(found, serial="D264B8204F0E1828")]
    assert bench.twin.told.count("connect") == 3


@pytest.mark.parametrize("code", [0x1A, 0x02])
def test_a_display_without_a_contract_is_refused(code: int) -> None:
    twin = Twin()
    twin.errors["get contract"] = code
    assert Bench(twin).start().reports == [
        Refused("NX4832T035_011R with no component contract, expected 'sabot-seat-2'", other_version=True)
    ]


def test_a_mute_display_fails_after_three_attempts() -> None:
    twin = Twin()
    twin.mute = True
    bench = Bench(twin).start()
    bench.run(1490)
    assert bench.reports == []
    bench.run(20)
    assert bench.reports == [Failed(None, Cause.NO_ANSWER, "display: no answer to connect in 500 ms")]
    assert (bench.device.phase, bench.device.deadline) == (Phase.SILENT, None)
    assert bench.device.counters.timeouts == 3


def test_the_second_attempt_leaves_protocol_reparse_mode() -> None:
    twin = Twin()
    twin.lose = {0, 1}
    bench = Bench(twin).start()
    bench.run(600)
    assert twin.told[2] == "DRAKJHSUYDGBNCJHGJKSHBDN"
    assert bench.device.phase is Phase.READY


def test_noise_instead_of_an_answer_is_called_garbled() -> None:
    twin = Twin()
    twin.mute = True
    bench = Bench(twin).start()
    bench.tell("D5 03 32 FF FF FF 11")
    bench.run(2000)
    assert [r.cause for r in bench.reports if isinstance(r, Failed)] == [Cause.GARBLED]


@pytest.mark.parametrize("lost", [0, 1, 2, 3])
@pytest.mark.parametrize("how", ["lose", "deafen"])
def test_one_loss_while_connecting_is_made_good(lost: int, how: str) -> None:
    twin = Twin()
    setattr(twin, how, {lost})
    bench = Bench(twin).start()
    bench.run(1100)
    assert bench.device.phase is Phase.READY
    assert len(bench.of(Identified)) == 1


def test_a_page_is_entered_then_filled_most_urgent_first() -> None:
    bench = Bench().start()
    bench.show("seat", {"pot": "300", "to_call": "100", "turn": "Your turn"}, 1)
    assert bench.twin.told[4:7] == ["page seat", 'turn.txt="Your turn"', "turn.pco=65535"]
    assert bench.twin.told.index('to_call.txt="100"') < bench.twin.told.index('pot.txt="300"')


def test_a_revision_is_shown_when_its_last_value_is_acknowledged() -> None:
    bench = Bench().start()
    bench.show("paused", {"reason": "The floor is called"}, 7)
    assert bench.of(Shown) == [Shown(7, bench.now)]
    assert bench.twin.values["reason.txt"] == '"The floor is called"'


def test_only_what_has_changed_is_sent() -> None:
    bench = Bench().start()
    bench.show("seat", {"pot": "300", "to_call": "100"}, 1)
    before = len(bench.twin.told)
    bench.show("seat", {"pot": "300", "to_call": "200"}, 2)
    assert bench.twin.told[before:] == ['to_call.txt="200"']
    assert bench.of(Shown)[-1] == Shown(2, bench.now)


def test_the_same_values_again_are_shown_without_a_byte() -> None:
    bench = Bench().start()
    bench.show("seat", {"pot": "300"}, 1)
    before = len(bench.twin.told)
    bench.show("seat", {"pot": "300"}, 2)
    assert bench.twin.told[before:] == []
    assert bench.of(Shown)[-1] == Shown(2, bench.now)


def test_a_value_not_named_any_more_goes_back_to_its_design_value() -> None:
    bench = Bench().start()
    bench.show("seat", {"result": "Seat 4 wins 1 200", "turn.bco": 1}, 1)
    bench.show("seat", {}, 2)
    assert bench.twin.values["result.txt"] == '""'
    assert bench.twin.values["turn.bco"] == str(CONTRACT.component("seat", "turn").ground)


def test_a_changed_value_leaves_in_the_call_that_brings_it() -> None:
    bench = Bench().start()
    bench.show("seat", {"to_call": "100"}, 1)
    bench.device.show("seat", {"to_call": "150"}, 2, bench.now)
    assert bench.device.take_output() == b'to_call.txt="150"' + END


def test_one_instruction_is_in_flight_and_the_last_value_wins() -> None:
    bench = Bench().start()
    bench.show("seat", {}, 1)
    for revision, pot in enumerate(("100", "200", "300"), 2):
        bench.device.show("seat", {"pot": pot}, revision, bench.now)
    first = bench.device.take_output()
    assert first == b'pot.txt="100"' + END
    bench.device.receive(b"\x01" + END, bench.now)
    assert bench.device.take_output() == b'pot.txt="300"' + END
    bench.device.receive(b"\x01" + END, bench.now)
    assert [r for r in bench.device.take_reports() if isinstance(r, Shown)] == [Shown(4, bench.now)]


def test_a_page_wanted_before_the_display_is_ready_is_shown_when_it_is() -> None:
    bench = Bench()
    bench.device.show("message", {"title": "Bienvenue"}, 3, bench.now)
    assert bench.device.take_output() == b""
    bench.start()
    assert bench.twin.values["title.txt"] == '"Bienvenue"'
    assert bench.of(Shown) == [Shown(3, bench.now)]


def test_the_heartbeat_goes_out_every_second() -> None:
    bench = Bench().start()
    before = len(bench.twin.told)
    bench.run(3500)
    assert bench.twin.told[before:] == ["alive.val=5"] * 3


def test_the_heartbeat_is_not_starved_by_changes_that_never_end() -> None:
    bench = Bench().start()
    for revision in range(350):
        data = bench.device.take_output()
        bench.now += 10 * MS
        bench.device.show("seat", {"pot": str(revision)}, revision, bench.now)
        bench.device.receive(bench.twin.feed(data), bench.now)
    assert bench.twin.told.count("alive.val=5") == 3


def test_a_display_that_goes_mute_is_noticed_within_two_seconds() -> None:
    bench = Bench().start()
    bench.twin.mute = True
    bench.run(2000)
    assert [r.cause for r in bench.reports if isinstance(r, Failed)] == [Cause.NO_ANSWER]
    assert bench.device.phase is Phase.SILENT


@pytest.mark.parametrize("how", ["lose", "deafen"])
@pytest.mark.parametrize("ahead", [0, 1, 2, 5])
def test_a_lost_instruction_or_answer_is_made_good(how: str, ahead: int) -> None:
    bench = Bench().start()
    setattr(bench.twin, how, {len(bench.twin.told) + ahead})
    bench.show("seat", {"pot": "300", "turn": "À vous", "to_call": "100"}, 1)
    bench.run(700)
    assert bench.of(Shown)[0] == Shown(1, bench.of(Shown)[0].at)  # type: ignore[attr-defined]  # filtered by kind
    assert bench.twin.values["pot.txt"] == '"300"'
    assert bench.twin.values["turn.txt"] == '"À vous"'


def test_a_late_success_is_not_the_success_of_a_later_instruction() -> None:
    bench = Bench().start()
    bench.show("seat", {}, 1)
    bench.device.show("seat", {"pot": "100"}, 2, bench.now)
    bench.device.take_output()
    bench.now += 500 * MS
    bench.device.wake(bench.now)
    assert bench.device.take_output() == b"\x00" + END + b"sendme" + END
    bench.device.receive(b"\x01" + END, bench.now)  # of pot=100, late
    assert bench.device.take_output() == b""
    bench.device.receive(b"\x00" + END + b"\x66\x00" + END, bench.now)
    assert bench.device.take_output() == b'pot.txt="100"' + END
    assert [r for r in bench.device.take_reports() if isinstance(r, Shown)] == []


def test_answers_that_come_too_late_are_counted_and_none_of_their_bytes_is_junk() -> None:
    bench = Bench().start()
    bench.twin.mute = True
    bench.run(2000)
    assert (bench.device.phase, bench.device.counters.strays) == (Phase.SILENT, 0)
    bench.tell("01 FF FF FF 65 00 1C 01 FF FF FF 00 FF FF FF")  # a success, a touch, the error of a flush
    assert bench.device.counters.strays == 1
    again = NextionDisplay(CONTRACT)
    again.start(bench.now)
    again.receive(COMOK[:20], bench.now + 495 * MS)  # the time is over in the middle of it
    again.wake(bench.now + 500 * MS)
    again.receive(COMOK[20:] + COMOK, bench.now + 510 * MS)  # of both times that it was asked
    assert again.phase is Phase.CONFIGURING
    assert (again.counters.strays, again.counters.junk_bytes) == (1, 0)


def test_unanswered_value_is_replaced_when_the_old_one_is_wanted_again() -> None:
    bench = Bench().start()
    bench.show("seat", {"pot": "100"}, 1)
    bench.twin.deafen = {len(bench.twin.told)}
    bench.show("seat", {"pot": "999"}, 2)
    bench.show("seat", {"pot": "100"}, 3)
    bench.run(600)
    assert bench.twin.values["pot.txt"] == '"100"'
    assert bench.of(Shown)[-1] == Shown(3, bench.of(Shown)[-1].at)  # type: ignore[attr-defined]  # filtered by kind


def test_a_component_that_the_display_refuses_twice_is_reported_and_the_rest_goes_on() -> None:
    twin = Twin()
    twin.errors["pot.txt"] = 0x1A
    bench = Bench(twin).start()
    bench.show("seat", {"pot": "300", "result": "ok"}, 1)
    assert bench.of(Failed) == [Failed(None, Cause.REPORTED, "display: pot.txt: invalid variable (0x1A)")]
    assert twin.values["result.txt"] == '"ok"'
    assert bench.of(Shown) == []
    assert bench.device.phase is Phase.READY


def test_an_instruction_damaged_once_is_sent_again() -> None:
    bench = Bench().start()
    bench.show("seat", {}, 1)
    bench.device.show("seat", {"pot": "100"}, 2, bench.now)
    bench.device.take_output()
    bench.tell("00 FF FF FF")
    assert bench.twin.values["pot.txt"] == '"100"'
    assert bench.of(Failed) == []
    assert bench.device.counters.bad_checksums == 1


def test_a_heartbeat_that_is_answered_with_an_error_once_arrived_damaged() -> None:
    bench = Bench().start()
    bench.twin.errors["alive"] = 0x1A
    bench.run(1500)
    bench.twin.errors.clear()
    assert bench.device.counters.bad_checksums == 0
    bench.run(1000)
    assert bench.device.counters.bad_checksums == 1


def test_a_page_that_the_display_lacks_is_reported() -> None:
    twin = Twin()
    twin.errors["page message"] = 0x03
    bench = Bench(twin).start()
    bench.show("message", {}, 1)
    assert bench.of(Failed) == [Failed(None, Cause.REPORTED, "display: page message: invalid page (0x03)")]


def test_a_heartbeat_that_is_always_refused_fails() -> None:
    twin = Twin()
    twin.errors["alive"] = 0x1A
    bench = Bench(twin).start()
    bench.run(6500)
    assert bench.of(Failed) == [Failed(None, Cause.REPORTED, "display: heartbeat: invalid variable (0x1A)")]
    assert bench.device.phase is Phase.SILENT


def _forgets(bench: Bench, frame: str) -> None:
    bench.twin.page, bench.twin.values = 0, {}
    bench.tell(frame)


@pytest.mark.parametrize("frame", ["24 FF FF FF", "87 FF FF FF"], ids=["overflow", "wake"])
def test_after_overflow_and_wake_the_whole_page_is_sent_again(frame: str) -> None:
    bench = Bench().start()
    bench.show("seat", {"prompt": "Bienvenue"}, 1)
    _forgets(bench, frame)
    assert bench.twin.values["prompt.txt"] == '"Bienvenue"'
    assert bench.device.phase is Phase.READY


@pytest.mark.parametrize("frames", ["00 00 00 FF FF FF", "88 FF FF FF", "00 00 00 FF FF FF 88 FF FF FF"])
def test_after_a_reboot_it_is_identified_and_filled_again(frames: str) -> None:
    bench = Bench().start()
    bench.show("message", {"title": "Bienvenue"}, 1)
    bench.twin.verbose = False
    _forgets(bench, frames)
    assert len(bench.of(Rebooted)) == 1
    assert len(bench.of(Identified)) == 2
    assert bench.twin.values["title.txt"] == '"Bienvenue"'


def test_overflow_again_and_again_is_given_up() -> None:
    bench = Bench().start()
    for _ in range(3):
        bench.device.receive(bytes.fromhex("24 FF FF FF"), bench.now)
    assert [r.cause for r in bench.device.take_reports() if isinstance(r, Failed)] == [Cause.REPORTED]


def test_a_display_that_paused_itself_is_brought_back() -> None:
    bench = Bench().start()
    bench.show("seat", {"pot": "300"}, 1)
    bench.twin.page, bench.twin.values = 1, {}
    bench.tell("66 01 FF FF FF")  # from the paused page's own script
    assert bench.twin.page == 0
    assert bench.twin.values["pot.txt"] == '"300"'


def test_after_a_stall_of_the_host_the_page_is_sent_again() -> None:
    bench = Bench().start()
    bench.show("seat", {"pot": "300"}, 1)
    bench.now += 6_000 * MS
    bench.twin.page, bench.twin.values = 1, {}
    bench.run(1)
    assert bench.twin.page == 0
    assert bench.twin.values["pot.txt"] == '"300"'


@pytest.mark.parametrize(("byte", "pressed"), [("01", True), ("00", False)])
def test_a_touch_names_the_key(byte: str, pressed: bool) -> None:
    bench = Bench().start()
    fold = CONTRACT.component("seat", "fold").id
    bench.tell(f"65 00 {fold:02X} {byte} FF FF FF")
    assert bench.of(Touched) == [Touched("seat", "fold", pressed, bench.now)]


def test_a_touch_of_an_unknown_component_is_no_key() -> None:
    bench = Bench().start()
    bench.tell("65 00 F0 01 FF FF FF")
    assert bench.of(Touched) == []


def test_a_touch_in_the_middle_of_an_answer_is_not_lost() -> None:
    bench = Bench().start()
    bench.device.show("seat", {"pot": "1"}, 1, bench.now)
    bench.device.take_output()
    fold = CONTRACT.component("seat", "fold").id
    bench.tell(f"65 00 {fold:02X} 01 FF FF FF 01 FF FF FF")
    assert len(bench.of(Touched)) == 1
    assert len(bench.of(Shown)) == 1


def test_bytes_after_the_line_was_given_up_are_not_listened_to() -> None:
    bench = Bench(Twin("other")).start()
    bench.reports.clear()
    bench.tell("65 00 1C 01 FF FF FF 00 00 00 FF FF FF")
    assert bench.reports == []


@pytest.mark.parametrize(
    ("page", "values", "error", "words"),
    [
        ("lobby", {}, NoSuchPage, "no page 'lobby'. The display has seat, paused, message"),
        ("seat", {"pott": "1"}, NoSuchComponent, "page 'seat' has no 'pott' to be set. It has turn, "),
        ("seat", {"fold": 1}, NoSuchComponent, "'fold'"),
        ("seat", {"pot.bco": 1}, NoSuchComponent, "'pot.bco'"),
        ("seat", {"contract": "mine"}, NoSuchComponent, "'contract'"),
        ("seat", {"alive": 99}, NoSuchComponent, "'alive'"),
        ("seat", {"pot": 300}, ValueRefused, "pot.txt takes text, not int"),
        ("seat", {"turn.bco": "red"}, ValueRefused, "turn.bco takes a number of 32 bits, not str"),
        ("seat", {"turn.bco": 2**31}, ValueRefused, "turn.bco takes a number of 32 bits"),
        ("seat", {"pot": "1234567890"}, ValueRefused, "pot.txt holds 9 characters, the text has 10"),
    ],
)
def test_what_the_display_cannot_show_is_refused_whole(
    page: str, values: dict[str, str | int], error: type[Exception], words: str
) -> None:
    bench = Bench().start()
    bench.show("seat", {"result": "before"}, 1)
    before = len(bench.twin.told)
    with pytest.raises(error, match=re.escape(words)):
        bench.device.show(page, {"result": "after"} | values if page == "seat" else values, 2, bench.now)
    bench.exchange()
    assert bench.twin.told[before:] == []


_SHOWS = st.lists(
    st.tuples(
        st.sampled_from([("seat", "pot"), ("seat", "bet"), ("message", "title"), ("paused", "reason")]),
        st.sampled_from(["", "1", "22", "333"]),
        st.integers(0, 1200),
    ),
    min_size=1,
    max_size=8,
)


@given(_SHOWS, st.sets(st.integers(0, 150), max_size=2), st.sets(st.integers(0, 150), max_size=2))
def test_with_any_few_losses_the_display_ends_up_showing_the_last_page(
    shows: list[tuple[tuple[str, str], str, int]], lose: set[int], deafen: set[int]
) -> None:
    bench = Bench()
    bench.twin.lose, bench.twin.deafen = lose, deafen
    bench.start()
    for revision, ((page, name), value, pause) in enumerate(shows):
        bench.show(page, {name: value}, revision)
        bench.run(pause)
    bench.run(6000)
    if bench.device.phase is not Phase.READY:
        # Losses that fall on an instruction and on the barrier after it give the line up, and say so.
        assert bench.of(Failed)
        return
    (page, name), value, _ = shows[-1]
    assert bench.twin.page == CONTRACT.pages[page]
    assert bench.twin.values[f"{name}.txt"] == f'"{value}"'
    last = bench.of(Shown)[-1]
    assert isinstance(last, Shown)
    assert last.revision == len(shows) - 1


@given(st.lists(st.binary(min_size=1, max_size=12), max_size=20))
def test_no_bytes_from_the_display_raise_or_make_it_chatter(chunks: list[bytes]) -> None:
    bench = Bench().start()
    bench.show("seat", {}, 1)
    for chunk in chunks:
        bench.now += MS
        bench.device.receive(chunk, bench.now)
        assert len(bench.device.take_output()) < 400
