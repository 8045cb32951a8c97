"""What displays and pages say of a tournament: level, clock, break, chip race; what the table file fixes of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.pages import Shown, catalogue, seat_page
from controller.pages.catalogue import Catalogue
from controller.pages.countdown import MINUTE, SECOND, ends_of_level, left_of, running
from controller.poker.events import TimerFired
from controller.poker.outcomes import Arm, Prompt
from controller.poker.timers import Timed, Timer
from controller.rulebooks import load
from controller.service.session.table_setup import setup_of
from controller.table import (
    Level,
    Parts,
    Schedule,
    SeatSetup,
    Setup,
    Stakes,
    Table,
    checkpoint,
    new_table,
    restore,
    step,
    view,
)
from controller.table.tournament.levels import BREAK, LEVEL
from firmware_bridge.messages.tablefile import parse_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from tests.entries import entered

from .things import table_text

EN, FR = catalogue("en"), catalogue("fr")
LFP, LEAFLET = load("lfp"), load("leaflet")
CHIPS = (25,) * 5 + (100,) * 19


def table(lasts: int = 20 * MINUTE, pause: int = 0) -> Table:
    levels = (Level(Stakes(100, 200), lasts, pause), Level(Stakes(150, 300), lasts))
    seats = tuple(SeatSetup(n, sum(CHIPS), CHIPS) for n in (1, 2, 3))
    return new_table(Setup(seats, 3, Stakes(100, 200), smallest_chip=25, schedule=Schedule(levels=levels)))


def said(at: Table, word: str, value: str | int | None = None, when: int = 0) -> list[Arm]:
    event = entered(word, value, "Ann", "floor", (when, when))
    return [o for o in step(at, event, LFP) if isinstance(o, Arm)]


def page(at: Table, seat: int = 1, shown: Shown | None = None, words: Catalogue = EN) -> dict[str, str | int]:
    return seat_page(view(at), seat, words, shown or Shown()).values


def test_the_level_its_minutes_and_the_next_one_stand_on_the_display() -> None:
    at = table()
    assert page(at)["level"] == "Blinds 100/200, next 150/300"
    assert page(at, shown=Shown(minutes=7))["level"] == "Blinds 100/200, 7 min, next 150/300"
    assert page(at, shown=Shown(minutes=7), words=FR)["level"] == "Blindes 100/200, 7 min, puis 150/300"


def test_the_clock_is_armed_to_the_end_of_the_level_and_shown_in_minutes() -> None:
    at = table()
    assert said(at, "level_clock", "run", 5 * SECOND) == [Arm(LEVEL, 5 * SECOND + 20 * MINUTE)]
    ends = ends_of_level(view(at))
    assert ends == 5 * SECOND + 20 * MINUTE
    assert left_of(ends - 6 * SECOND, MINUTE) == 20
    assert list(running(view(at))) == [(ends, MINUTE)]


def test_a_clock_that_is_stopped_keeps_what_is_left() -> None:
    at = table()
    said(at, "level_clock", "run", 0)
    assert said(at, "level_clock", "stop", 12 * MINUTE) == [Arm(LEVEL, None)]
    assert said(at, "level_clock", "run", 50 * MINUTE) == [Arm(LEVEL, 58 * MINUTE)]


def test_a_break_is_announced_with_its_minutes_and_ends_by_itself() -> None:
    at = table(pause=10 * MINUTE)
    said(at, "level_clock", "run", 0)
    step(at, TimerFired(LEVEL, 20 * MINUTE), LFP)
    assert ends_of_level(view(at)) == 30 * MINUTE
    assert page(at, shown=Shown(minutes=10))["turn"] == "Break, 10 min left"
    step(at, TimerFired(BREAK, 30 * MINUTE), LFP)
    contest = view(at).contest
    assert contest is not None
    assert (contest.on_break, contest.level, contest.level_ends) == (False, 2, 50 * MINUTE)


def test_a_late_timer_does_not_lengthen_the_levels() -> None:
    at = table()
    said(at, "level_clock", "run", 0)
    step(at, TimerFired(LEVEL, 20 * MINUTE + 3 * SECOND), LFP)
    assert ends_of_level(view(at)) == 40 * MINUTE


def test_a_chip_race_says_to_each_player_what_is_drawn_for() -> None:
    at = table()
    said(at, "race", "25:100")
    assert page(at)["turn"] == "Chip race: 25 for 100"
    assert page(at)["prompt"] == "Drawn for: 1 of your chips of 25"


def config(tmp_path: Path, section: str) -> str:
    text = table_text(tmp_path)
    return text.replace("[game]", f"[tournament]\n{section}\n\n[game]", 1)


def test_the_table_file_fixes_levels_and_breaks(tmp_path: Path) -> None:
    section = 'levels = ["50/100", "100/200/25"]\nlevel_minutes = 20\nbreak_after = [1]\nbreak_minutes = 5'
    schedule = setup_of(parse_table_file(config(tmp_path, section)), faces=True, tournament=True).schedule
    assert schedule.levels == (
        Level(Stakes(50, 100), 20 * MINUTE, 5 * MINUTE), Level(Stakes(100, 200, 25), 20 * MINUTE, 0),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ('levels = ["100/200"]', "the blinds of the game are 50/100"),
        ('levels = ["50/100", "300/200"]', "levels 300/200: the small blind is at most the big blind"),
        ('levels = ["50/100"]\nbreak_after = [2]', "break_after 2: there are 1 levels"),
        ("rebuy_levels = 4", "rebuy_levels and rebuy_stack go together"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused(tmp_path: Path, section: str, said: str) -> None:
    with pytest.raises(TableFileError, match=said):
        parse_table_file(config(tmp_path, section))


def test_a_cash_table_shows_no_tournament() -> None:
    setup = replace(table().setup, tournament=False, schedule=Schedule())
    assert view(new_table(setup)).contest is None


def absent(limit: int) -> Table:
    """A table of the leaflet, seat 1 away since second 5."""
    seats = tuple(SeatSetup(n, 300) for n in (1, 2, 3))
    at = new_table(Setup(seats, 3, Stakes(5, 10), tournament=False, absence=limit, parts=Parts(chips=(), pot=False)))
    step(at, entered("shuffle", None, "Ann", "dealer", (0, 0)), LEAFLET)
    step(at, entered("away", 1, "Ann", "dealer", (0, 5 * SECOND)), LEAFLET)
    return at


def test_the_clock_of_an_absence_runs_to_the_houses_limit_and_stands_on_the_display() -> None:
    at = absent(30 * MINUTE)
    (ends,) = [seat.absence_ends for seat in view(at).seats if seat.seat == 1]
    assert ends == 5 * SECOND + 30 * MINUTE
    assert (ends, MINUTE) in running(view(at))
    assert page(at, shown=Shown(patience=left_of(ends - 6 * SECOND, MINUTE)))["turn"] == "Absent, 30 min left"


def test_an_absence_without_a_limit_has_no_clock() -> None:
    at = absent(0)
    assert list(running(view(at))) == []
    assert page(at)["turn"] == "Absent"


def test_who_comes_back_stops_the_clock_of_his_absence() -> None:
    at = absent(30 * MINUTE)
    back = entered("back", 1, "Ann", "dealer", (0, 9 * MINUTE))
    assert Arm(Timer(Timed.ABSENCE, 1), None) in step(at, back, LEAFLET)
    assert list(running(view(at))) == []


def test_the_clock_of_an_absence_outlives_a_restart() -> None:
    at = absent(30 * MINUTE)
    again = restore(checkpoint(at))
    assert view(again) == view(at)
    over = step(again, TimerFired(Timer(Timed.ABSENCE, 1), 5 * SECOND + 30 * MINUTE), LEAFLET)
    assert "absence_over" in [o.key for o in over if isinstance(o, Prompt)]


@pytest.mark.parametrize(
    ("state", "says"),
    [("missed", "Blinds missed"), ("waiting", "Waiting for big blind"), ("sitting_out", "Sitting out")],
)
def test_why_a_seat_gets_no_cards_stands_on_its_display(state: str, says: str) -> None:
    plain = view(table())
    seats = tuple(seat._replace(state=state) if seat.seat == 1 else seat for seat in plain.seats)
    assert seat_page(replace(plain, seats=seats), 1, EN, Shown()).values["turn"] == says


@pytest.mark.parametrize(
    ("state", "until", "shown", "says"),
    [
        ("absent", 9, Shown(), "Absent. Free when button at 9"),
        ("late", None, Shown(patience=5), "Late, 5 min left"),
        ("late", None, Shown(), "Not here yet"),
        ("reserved", None, Shown(patience=15), "Reserved, 15 min left"),
        ("reserved", None, Shown(), "Reserved seat"),
        ("broke", None, Shown(patience=1), "No chips, 1 min left"),
        ("broke", None, Shown(), "No chips"),
        ("out", None, Shown(), "Out of the tournament"),
    ],
)
def test_how_long_a_seat_is_kept_stands_on_its_display(
    state: str, until: int | None, shown: Shown, says: str
) -> None:
    plain = view(table())
    seats = tuple(seat._replace(state=state, absence_until=until) if seat.seat == 1 else seat for seat in plain.seats)
    assert seat_page(replace(plain, seats=seats), 1, EN, shown).values["turn"] == says


def test_the_last_hands_stand_on_every_display_once_they_are_announced() -> None:
    plain = replace(view(table()), contest=None, last_hands=2)
    assert str(seat_page(plain, 1, EN, Shown()).values["level"]).endswith(", last hands: 2")
