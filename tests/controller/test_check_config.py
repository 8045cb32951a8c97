"""What is known to be wrong with a table before it is started."""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import firmware_bridge.check
from controller.check_config import check, run_checks
from firmware_bridge.fields.antennas import FieldPlan
from firmware_bridge.messages.tablefile import (
    GameSection,
    Section,
    TableSection,
    TournamentSection,
    WebSection,
    check_table_data,
    parse_table_file,
)
from firmware_bridge.messages.tablefile_complaints import TableFileError

from .things import sensing_parts, table_text


@pytest.fixture(autouse=True, scope="module")
def rehearsed_once() -> Iterator[None]:
    """How old readings become is found out by a rehearsal of seconds. Most tables here have the same readers."""
    kept: dict[str, list[str]] = {}

    def remembered(plan: FieldPlan) -> list[str]:
        wired = repr([(antenna, sorted(plan.rivals(place))) for place, antenna in plan.antennas.items()])
        if wired not in kept:
            kept[wired] = list(ages(plan))
        return kept[wired]

    with pytest.MonkeyPatch.context() as patch:
        ages = firmware_bridge.check._ages
        patch.setattr(firmware_bridge.check, "_ages", remembered)
        yield


def report(text: str) -> str:
    return "\n".join(check(parse_table_file(text)))


def errors(text: str) -> list[str]:
    with pytest.raises(ValueError) as caught:
        check(parse_table_file(text))
    return str(caught.value).splitlines()


def test_a_sound_table_is_summed_up_in_a_line(tmp_path: Path) -> None:
    assert "(holdem, no_limit), blinds 50/100, seats 1, 2, 3" in report(table_text(tmp_path, parts=sensing_parts()))


def test_what_no_part_senses_is_named_as_the_dealers(tmp_path: Path) -> None:
    said = report(table_text(tmp_path))
    assert "no part senses what leaves the shoe: the dealer enters it" in said
    assert "no part reads the chips of seats 1, 2, 3: their bets are entered" in said
    assert "leaves the shoe" not in report(table_text(tmp_path, parts=sensing_parts()))


def test_an_unknown_rulebook_is_named(tmp_path: Path) -> None:
    assert any("game.rulebook 'canasta'" in line for line in errors(table_text(tmp_path, rulebook="canasta")))


def test_a_structure_that_the_rulebook_does_not_have_is_named(tmp_path: Path) -> None:
    text = table_text(tmp_path).replace("smallest_chip", 'structure = "limit"\nsmallest_chip')
    assert any("'lfp'" in line and "'limit'" in line for line in errors(text))


@pytest.mark.parametrize(
    ("rulebook", "lines", "said"),
    [
        ("lfp", 'variant = "omaha"', "rulebook 'lfp' is not played at 'omaha'. Allowed: holdem"),
        ("casino_cash", 'variant = "omaha"', "rulebook 'casino_cash' is not played at 'omaha'. Allowed: holdem"),
        ("roberts", 'variant = "badugi"', "no variant is called 'badugi', allowed are holdem, omaha"),
        ("roberts", 'variant = "omaha"', "structure 'no_limit': omaha is played pot_limit"),
    ],
)
def test_a_variant_that_rulebook_or_structure_does_not_fit_is_named(
    tmp_path: Path, rulebook: str, lines: str, said: str
) -> None:
    text = table_text(tmp_path, rulebook=rulebook).replace("smallest_chip", f"{lines}\nsmallest_chip")
    assert any(said in line for line in errors(text))


def test_omaha_is_checked_and_summed_up(tmp_path: Path) -> None:
    text = table_text(tmp_path, rulebook="roberts").replace(
        "smallest_chip", 'variant = "omaha"\nstructure = "pot_limit"\nsmallest_chip'
    )
    assert "(omaha, pot_limit), blinds 50/100" in report(text)


def test_all_errors_come_at_once(tmp_path: Path) -> None:
    text = table_text(tmp_path, rulebook="canasta", stack=10_010).replace("[1, 2, 3]", "[1]")
    said = "\n".join(errors(text))
    assert "canasta" in said
    assert "stack 10010 is not made of chips of 25" in said
    assert "a hand needs two seats at least" in said


def test_blinds_that_no_chip_can_pay_are_refused(tmp_path: Path) -> None:
    text = table_text(tmp_path).replace("small_blind = 50", "small_blind = 40")
    assert any("blinds 40/100 cannot be paid in chips of 25" in line for line in errors(text))


def test_a_display_at_a_seat_that_the_table_has_not_is_refused(tmp_path: Path) -> None:
    text = table_text(tmp_path, parts=sensing_parts()).replace("[1, 2, 3]", "[1, 2]")
    assert any("part display-3: seat 3 is not one of the table's seats [1, 2]" in line for line in errors(text))


def test_a_run_directory_too_long_for_a_socket_is_refused(tmp_path: Path) -> None:
    text = table_text(tmp_path).replace("/run", "/run" + "x" * 120)
    assert any("Choose a shorter path" in line for line in errors(text))


def test_a_certificate_that_is_no_file_is_refused(tmp_path: Path) -> None:
    web = '[web]\nhost = "0.0.0.0"\ncert = "/dev/zero"\nkey = "/nowhere.key"\n'
    assert errors(table_text(tmp_path) + web) == [
        "web.cert: /dev/zero is no regular file. Name one in PEM",
        "web.key: /nowhere.key is no regular file. Name one in PEM",
    ]


def test_a_directory_that_others_may_enter_is_refused_with_the_cure(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir(mode=0o755)
    (tmp_path / "state").chmod(0o755)
    assert any("chmod 700" in line for line in errors(table_text(tmp_path)))


@pytest.mark.parametrize(
    ("rulebook", "line", "wrong"),
    [
        ("lfp", "rake_basis_points = 400", "game.rake_basis_points 400: "),
        ("lfp", "tournament = false", "game.tournament false: "),
        ("casino_cash", "tournament = true", "game.tournament true: "),
        ("casino_cash", "bet_unit = 50", "game.bet_unit 50: "),
        ("lfp", "buyin_most = 500", "game.buyin_most 500: "),
        ("casino_cash", "[tournament]\nplayers = 90", "tournament: "),
    ],
)
def test_what_the_rulebook_does_not_leave_to_the_house_is_refused(
    tmp_path: Path, rulebook: str, line: str, wrong: str
) -> None:
    text = table_text(tmp_path, rulebook=rulebook).replace("[paths]", f"{line}\n[paths]")
    assert [error for error in errors(text) if error.startswith(wrong)]


def test_a_rake_that_nobody_has_set_is_noted(tmp_path: Path) -> None:
    text = table_text(tmp_path, rulebook="casino_cash")
    note = "Without rake_basis_points none is taken"
    assert note in report(text)
    assert note not in report(text.replace("[paths]", "rake_basis_points = 400\n[paths]"))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bet_unit = 60", "bet_unit 60 cannot be paid in chips of 25"),
        ("rake_maximum = 500", "rake_maximum 500 needs rake_basis_points"),
        ("rake_basis_points = 10001", "rake_basis_points"),
        ("buyin_least = 500\nbuyin_most = 200", "buyin_least 500 is more than buyin_most 200"),
        (
            '[tournament]\nlevels = ["50/100"]\nlevel_minutes = [20, 20]',
            "level_minutes has 2 figures. Allowed is one figure, or 1",
        ),
        (
            '[tournament]\nlevels = ["50/100"]\nbreak_after = [1]\nbreak_minutes = [5, 5]',
            "break_minutes has 2 figures",
        ),
    ],
)
def test_house_figures_that_cannot_be_are_refused_by_name(tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_table_file(table_text(tmp_path).replace("[paths]", f"{line}\n[paths]"))


def test_an_empty_seat_that_the_table_has_not_is_refused_with_those_it_has(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="empty 7: allowed are the table's seats 1, 2, 3"):
        parse_table_file(table_text(tmp_path).replace("[game]", "empty = [7]\n[game]"))


def test_empty_seats_and_levels_are_in_the_report(tmp_path: Path) -> None:
    text = (
        table_text(tmp_path).replace("[game]", "empty = [3]\n[game]")
        + '[tournament]\nlevels = ["50/100", "75/150"]\n'
    )
    said = report(text)
    assert "seats 1, 2, 3 (empty: 3)" in said
    assert "levels 50/100, 75/150" in said


def test_a_table_without_seats_and_paths_that_cannot_be_are_named(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match=r"table\.seats: an array of 0: .* at least 1"):
        parse_table_file(table_text(tmp_path).replace("[1, 2, 3]", "[]"))
    assert any("File name too long" in line for line in errors(table_text(tmp_path / ("x" * 300))))


NEAR = st.sampled_from(
    [0, 1, 3, 25, 50, 100, 255, 10**12, True, "limit", "pot_limit", "lfp", "casino_cash", "gone.toml", "a/b.toml",
     ["50/100", "100/200"], [1], [1, 2, 3], ["bet:1", "bet:2"], "rpi_gpio", 0.5, "free", "bb", 9600]
)  # fmt: skip
ANY = st.recursive(
    st.one_of(st.integers(), st.booleans(), st.floats(), st.text(max_size=12)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)
SECTIONS: dict[str, type[Section]] = {
    "table": TableSection,
    "game": GameSection,
    "tournament": TournamentSection,
    "web": WebSection,
}
KEYS = [(name, key) for name, section in SECTIONS.items() for key in section.model_fields]


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.one_of(NEAR, NEAR, ANY)), min_size=1, max_size=2))
@settings(max_examples=30, deadline=None)
def test_every_value_gets_a_report_or_an_error_that_names_it(changes: list[tuple[tuple[str, str], Any]]) -> None:
    data = tomllib.loads(table_text(Path("/nowhere"), parts=sensing_parts()))
    for (section, key), value in changes:
        data.setdefault(section, {})[key] = value
    with contextlib.suppress(TableFileError):
        report, wrong = run_checks(check_table_data(data))
        assert report or wrong
