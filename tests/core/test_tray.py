"""Chips between the dealer's tray and the table: what was issued comes out of it, what was withdrawn goes into it."""

from controller.poker.events import ChipsMoved, DealerCommand, Event, Snapshot
from controller.poker.outcomes import Alarm, Outcome
from controller.poker.places import DEALER, STACK, TRAY
from controller.rulebooks import load
from controller.table import Schedule, SeatSetup, Setup, Stakes, Table, new_table, step

LIMIT, LFP = load("limit", "limit"), load("lfp")
BANK = (100,) * 50
HELD = (100,) * 3


def table(*, tournament: bool = False) -> Table:
    first = HELD[:1] if tournament else HELD  # below the big blind
    seats = tuple(SeatSetup(n, sum(chips), chips) for n, chips in enumerate((first, HELD, HELD), 1))
    schedule = Schedule(starting_stack=300, rebuy_stack=300, rebuy_levels=4) if tournament else Schedule()
    made = new_table(Setup(seats, 3, Stakes(100, 200), smallest_chip=100, tournament=tournament, schedule=schedule))
    step(made, Snapshot(None, ((TRAY, BANK),), None, None, (0, 0)), LFP if tournament else LIMIT)
    return made


def moved(at: Table, area: int, added: tuple[int, ...], removed: tuple[int, ...], book: object = LIMIT) -> list[str]:
    return said(at, ChipsMoved(area, added, removed, (1, 2)), book)


def said(at: Table, event: Event, book: object = LIMIT) -> list[str]:
    found: list[Outcome] = list(step(at, event, book))  # type: ignore[arg-type]
    assert at.felt.accounted
    return [o.key for o in found if isinstance(o, Alarm)]


def command(word: str, value: str | int) -> DealerCommand:
    return DealerCommand(word, value, "Ann", "dealer", (1, 1))  # type: ignore[arg-type]


def bought(at: Table) -> None:
    said(at, command("buyin", "1:200"))
    assert moved(at, TRAY, (), (100, 100)) == []
    assert moved(at, STACK + 1, (100, 100), ()) == []


def test_what_is_bought_comes_out_of_the_tray_and_leaves_nothing_in_the_dealers_hand() -> None:
    at = table()
    whole = at.felt.issued
    bought(at)
    assert at.felt.total[DEALER] == 0
    assert at.felt.issued == whole
    assert at.stack[1] == at.felt.total[STACK + 1] == 500


def test_after_a_purchase_a_chip_from_nowhere_is_noticed() -> None:
    at = table()
    bought(at)
    assert "chips.from_nowhere" in moved(at, STACK + 2, (100,), ())


def test_what_is_bought_may_come_from_elsewhere_than_the_tray() -> None:
    at = table()
    said(at, command("buyin", "1:200"))
    assert moved(at, STACK + 1, (100, 100), ()) == []
    assert at.felt.total[DEALER] == 0
    assert moved(at, TRAY, (), (100, 100)) == []
    assert moved(at, STACK + 2, (100, 100), ()) == []


def test_a_tip_goes_into_the_tray_and_nobody_owes_it() -> None:
    at = table()
    whole = at.felt.issued
    said(at, command("tip", "1:100"))
    assert moved(at, STACK + 1, (), (100,)) == []
    assert moved(at, TRAY, (100,), ()) == []
    assert (at.felt.total[DEALER], at.felt.issued) == (0, whole)


def test_change_is_even_and_no_alarm() -> None:
    at = table()
    assert moved(at, TRAY, (), (100, 100)) == []
    assert moved(at, STACK + 1, (), (100, 100)) == []
    assert moved(at, TRAY, (100, 100), ()) == []
    assert moved(at, STACK + 1, (100, 100), ()) == []
    assert at.felt.total[TRAY] == sum(BANK)


def test_a_rebuy_of_a_tournament_comes_out_of_the_tray() -> None:
    at = table(tournament=True)
    whole = at.felt.issued
    said(at, command("rebuy", 1), LFP)
    assert at.stack[1] == 400
    assert moved(at, TRAY, (), HELD, LFP) == []
    assert moved(at, STACK + 1, HELD, (), LFP) == []
    assert (at.felt.total[DEALER], at.felt.issued) == (0, whole)
