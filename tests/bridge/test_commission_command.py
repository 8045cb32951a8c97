"""`sabot commission` without a part: what it asks, keeps and writes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from firmware_bridge.check import check
from firmware_bridge.commissioning import command
from firmware_bridge.commissioning.files import Work, box_file, put_table
from firmware_bridge.commissioning.found import End
from firmware_bridge.commissioning.naming import Naming
from firmware_bridge.commissioning.questions import DEFAULTS, head_of, numbers
from firmware_bridge.guided.kept import KeptError
from firmware_bridge.guided.started import NoTest
from firmware_bridge.guided.steps import Step
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.tablefile import FieldsSection, TableFile, load_table_file, parse_table_file
from firmware_bridge.parts.candidates import Candidate
from firmware_bridge.probe import Found

NOON = datetime(2026, 11, 24, 12, 0, 5, tzinfo=UTC)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


BY_HAND = """
[[part]]
name = "cards-1"
kind = "pepper_c1"
port = "/dev/b"
antennas = { 1 = "seat:1", 2 = "seat:2" }
"""


def write_by_hand(config: Path) -> None:
    """As a person writes it, with the table's own directories beside it."""
    own = {"state": str(config.parent / "s"), "run": str(config.parent / "r")}
    config.write_text(head_of({**DEFAULTS, **own}) + BY_HAND)


# --- files ----------------------------------------------------------------------------------------------------------


def test_each_write_of_the_table_file_keeps_the_old_one_under_its_date(config: Path) -> None:
    assert put_table(config, "one", NOON) is None
    first, second = put_table(config, "two", NOON), put_table(config, "three", NOON)
    assert (first, second) == (
        config.with_name("table-20261124T120005Z.toml"), config.with_name("table-20261124T120005Z-2.toml"),
    )  # fmt: skip
    assert first is not None
    assert second is not None
    assert [file.read_text() for file in (first, second, config)] == ["one", "two", "three"]


def test_a_table_file_that_says_the_same_is_not_written_again(config: Path) -> None:
    put_table(config, "one", NOON)
    assert put_table(config, "one", NOON) is None
    assert list(config.parent.iterdir()) == [config]


def test_a_folder_that_cannot_be_written_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(KeptError, match=r"none/table.toml cannot be written: No such file.*Put this right"):
        put_table(tmp_path / "none" / "table.toml", "one", NOON)


# --- questions ------------------------------------------------------------------------------------------------------


def test_the_answers_make_a_table_file(config: Path) -> None:
    answers = {**DEFAULTS, "name": 'The "red" one', "seats": "1-4, 6", "state": str(config)}
    table = parse_table_file(head_of(answers))
    assert (table.table.name, table.table.seats, table.paths.state) == ('The "red" one', (1, 2, 3, 4, 6), config)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1-11", "seats: '11': allowed are 1 to 10"),
        ("four", "seats: 'four': allowed are 1 to 10"),
        ("5-3", "seats: '3': allowed are 5 to 10"),
        ("2-", "seats: '': allowed are 2 to 10"),
    ],
)
def test_a_list_of_numbers_that_is_wrong_is_named_with_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        numbers("seats", text, 1, 10)


# --- the command ----------------------------------------------------------------------------------------------------


class Machine:
    """A machine with one multiplexer, whose walk finds what it is told. `commission` runs the command."""

    def __init__(self, config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.config = config
        self.walks: list[tuple[TableFile, list[str]]] = []
        self.finds: dict[str, End] | None = {}
        self.refused = ""
        found = Found("/dev/a", Candidate(part_kind("pepper_c1")), (1, 2, 3), "FW 7")
        monkeypatch.setattr(command, "run", lambda _ports: [SimpleNamespace(found=found)])
        monkeypatch.setattr(command, "free_lines", lambda _gpio, _numbers: ([], []))
        monkeypatch.setattr(command, "_refused", lambda _file, _text: self.refused)
        monkeypatch.setattr(command, "_walked", self._walked)

    def _walked(self, _at: object, work: Work, naming: Naming, steps: list[Step]) -> int | None:
        self.walks.append((work.box, [step.thing for step in steps]))
        if self.finds is None:
            return None
        naming.found = naming.found.with_names(self.finds)
        work.keep(naming.found)
        return len(steps)

    def commission(self, *words: str, lines: tuple[str, ...] = ("",)) -> Result:
        app = Typer()
        app.command()(command.commission)
        answers = [
            "",
            "1-2",
            "",
            "",
            "",
            "",
            str(self.config.parent / "s"),
            str(self.config.parent / "r"),
            "",
            *lines,
        ]
        return CliRunner().invoke(app, ["--config", str(self.config), *words], input="\n".join(answers) + "\n" * 3)

    @property
    def places(self) -> dict[str, str]:
        return load_table_file(self.config).part[0].antennas


@pytest.fixture
def machine(config: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(config, monkeypatch)


def cards(number: int) -> End:
    return End(part="cards-1", number=number)


def test_an_empty_folder_becomes_a_table_file(machine: Machine) -> None:
    machine.finds = {"seat:1": cards(3), "seat:2": cards(1)}
    done = machine.commission()
    assert (done.exit_code, machine.places) == (0, {"1": "seat:2", "3": "seat:1"})
    assert "# FW 7" in machine.config.read_text()
    assert "No name yet, and left out: cards-1:2." in done.output
    assert "Next:" in done.output


def test_a_wrong_list_of_lines_is_named_and_asked_for_again(machine: Machine) -> None:
    machine.finds = {"seat:1": cards(3)}
    done = machine.commission(lines=("2-60", "4", "door", "4"))
    assert "Answer again. lines: '60': allowed are 2 to 53" in done.output
    assert "Answer again. power: 'door': allowed are 0 to 53" in done.output
    assert done.exit_code == 0


def test_a_walk_that_was_left_writes_no_table_file_and_goes_on_without_questions(machine: Machine) -> None:
    machine.finds = None
    assert machine.commission().exit_code == 1
    assert not machine.config.exists()
    machine.finds = {"seat:1": cards(3)}
    assert "The table's name" not in machine.commission("--lines", "2").output
    assert machine.places == {"3": "seat:1"}


def test_one_place_alone_is_asked_again_and_the_rest_of_the_file_stays(machine: Machine) -> None:
    machine.finds = {"seat:1": cards(3), "seat:2": cards(1)}
    machine.commission()
    machine.config.write_text(machine.config.read_text().replace("Table 1", "Ours"))
    machine.finds = {"seat:2": cards(2)}
    machine.commission("--place", "seat:2")
    assert machine.walks[-1][1] == ["seat:2"]
    assert machine.places == {"2": "seat:2", "3": "seat:1"}
    assert load_table_file(machine.config).table.name == "Ours"
    (backup,) = machine.config.parent.glob("table-20*Z.toml")
    assert load_table_file(backup).part[0].antennas == {"1": "seat:2", "3": "seat:1"}


def test_a_name_that_was_changed_by_hand_counts(machine: Machine) -> None:
    machine.finds = {"seat:1": cards(3), "seat:2": cards(1)}
    machine.commission()
    machine.config.write_text(machine.config.read_text().replace('1 = "seat:2"', '2 = "muck"'))
    machine.finds = {"seat:1": cards(1)}
    machine.commission("--place", "seat:1")
    assert machine.places == {"1": "seat:1", "2": "muck"}


def test_a_table_file_of_a_person_is_asked_for_one_place_without_a_probe(machine: Machine) -> None:
    write_by_hand(machine.config)
    machine.finds = {"seat:1": cards(2), "seat:2": cards(1)}
    assert machine.commission("--place", "seat:1", "--place", "seat:2").exit_code == 0
    assert (machine.walks[-1][0].part[0].port, machine.places) == ("/dev/b", {"1": "seat:2", "2": "seat:1"})
    assert "Everything has a name." in machine.commission().output


def test_what_check_config_refuses_is_not_put_in_place_of_the_table_file(machine: Machine) -> None:
    machine.finds = {"seat:1": cards(3)}
    machine.commission()
    old = machine.config.read_text()
    machine.finds, machine.refused = {"seat:1": cards(1)}, "seat 1: wrong"
    done = machine.commission("--place", "seat:1")
    assert (done.exit_code, machine.config.read_text()) == (2, old)
    assert "check-config refuses what was to be written:\nseat 1: wrong" in done.output


def test_a_place_that_the_table_does_not_have_is_refused_with_those_it_has(machine: Machine) -> None:
    machine.finds = {"seat:1": cards(3)}
    machine.commission()
    done = machine.commission("--place", "seat:9")
    assert done.exit_code == 2
    assert "place seat:9: allowed are shoe, seat:1, seat:2, board:1" in done.output


def test_a_bridge_that_refuses_test_mode_is_told(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise NoTest("no bridge can be started. Look why: sabot bridge")

    monkeypatch.undo()
    monkeypatch.setattr(command, "started", refused)
    write_by_hand(machine.config)
    done = machine.commission("--place", "seat:1")
    assert (done.exit_code, "sabot commission: no bridge can be started" in done.output) == (2, True)


def test_a_command_that_was_killed_at_the_ports_asks_all_again(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(command, "with_parts", killed)  # what was found is kept, and the box is not there yet
        machine.commission()
    machine.finds = {"seat:1": cards(3)}
    assert "The table's name" in machine.commission().output
    assert machine.places == {"3": "seat:1"}


def test_a_box_with_more_antennas_than_seats_can_be_run_for_the_page(machine: Machine) -> None:
    machine.finds = None
    machine.commission()
    box = load_table_file(box_file(machine.config))
    part = box.part[0].model_copy(update={"antennas": {"1": "seat:9"}})
    wide = box.model_copy(update={"part": (part,), "fields": FieldsSection()})
    assert (box.table.box, box.table.seats) == (True, (1, 2))
    assert check(wide)
    with pytest.raises(ValueError, match="belongs to seat 9"):
        check(wide.model_copy(update={"table": wide.table.model_copy(update={"box": False})}))
    machine.finds = {"seat:1": cards(3)}
    machine.commission()
    assert not load_table_file(machine.config).table.box
