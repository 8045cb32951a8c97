"""Chips between the dealer's tray and the table: what was issued comes out of it, what was withdrawn goes into it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.poker.events import (
    CardDrawn,
    CardPlaced,
    ChipsMoved,
    Correction,
    DealerCommand,
    Event,
    FloorDecision,
    Snapshot,
)
from controller.poker.hand import Phase
from controller.poker.outcomes import Alarm, Outcome, Prompt
from controller.poker.places import DEALER, DROP, HAND, POT, STACK, TRAY
from controller.rulebooks import load
from controller.table import Parts, Schedule, SeatSetup, Setup, Stakes, Table, new_table, step
from controller.table.chips.inventory import count_stacks
from tests.core import invariants
from tests.core.dealing import change
from tests.core.tables import setup, to_flop
from tests.entries import entered

LIMIT, LFP = load("limit", "limit"), load("lfp")
BANK = (100,) * 50
HELD = (100,) * 3
SHUFFLE = 10  # ns; of the hand after a race
NOWHERE = ["chips.from_nowhere"]


def table(*, tournament: bool = False) -> Table:
    first = HELD[:1] if tournament else HELD  # below the big blind
    seats = tuple(SeatSetup(n, sum(chips), chips) for n, chips in enumerate((first, HELD, HELD), 1))
    schedule = Schedule(starting_stack=300, rebuy_stack=300, rebuy_levels=4) if tournament else Schedule()
    made = new_table(Setup(seats, 3, Stakes(100, 200), smallest_chip=100, tournament=tournament, schedule=schedule))
    step(made, Snapshot(None, ((TRAY, BANK),), None, None, (0, 0)), LFP if tournament else LIMIT)
    return made


def moved(at: Table, area: int, added: tuple[int, ...], removed: tuple[int, ...], book: object = LIMIT) -> list[str]:
    return said(at, ChipsMoved(area, added, removed, (1, 2)), book)


def at_time(at: Table, area: int, added: tuple[int, ...], removed: tuple[int, ...], now: int) -> list[str]:
    """The same under the rules of tournaments, seen at that time (ns)."""
    return said(at, ChipsMoved(area, added, removed, (now - 1, now)), LFP)


def said(at: Table, event: Event, book: object = LIMIT) -> list[str]:
    found: list[Outcome] = list(step(at, event, book))  # type: ignore[arg-type]
    assert invariants.accounted(at.felt)
    return [o.key for o in found if isinstance(o, Alarm)]


def command(word: str, value: str | int) -> DealerCommand:
    return entered(word, value, "Ann", "dealer", (1, 1))


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
    assert said(at, ChipsMoved(TRAY, (), (100, 100), (3, 4))) == []
    assert moved(at, STACK + 2, (100, 100), ()) == []


def test_what_is_bought_may_lie_on_the_stack_before_the_tray_is_read_again() -> None:
    at = table()
    whole = at.felt.issued
    said(at, command("buyin", "1:200"))
    assert said(at, ChipsMoved(STACK + 1, (100, 100), (), (5, 6))) == []
    assert said(at, ChipsMoved(TRAY, (), (100, 100), (4, 8))) == []
    assert (at.felt.total[DEALER], at.felt.issued) == (0, whole)
    assert moved(at, STACK + 2, (100, 100), ()) == NOWHERE


def test_a_tip_goes_into_the_tray_and_nobody_owes_it() -> None:
    at = table()
    whole = at.felt.issued
    said(at, command("tip", "1:100"))
    assert moved(at, STACK + 1, (), (100,)) == []
    assert moved(at, TRAY, (100,), ()) == []
    assert (at.felt.total[DEALER], at.felt.issued) == (0, whole)


def raced_but_for_the_tray() -> Table:
    """A race is over; the last two chips of 25 have been taken up, and were read nowhere yet."""
    seats = tuple(SeatSetup(n, 1050, (25, 25, 1000)) for n in (1, 2))
    at = new_table(Setup(seats, 1, Stakes(100, 200), smallest_chip=25))
    said(at, Snapshot(None, ((TRAY, BANK),), None, None, (0, 0)), LFP)
    said(at, entered("race", "25:100", "Bo", "floor", (1, 1)), LFP)
    said(at, command("race_draw", 0), LFP)
    for exit_, seat in enumerate((1, 1, 2, 2), 1):
        said(at, CardDrawn(exit_, exit_, "down", (1, 1)), LFP)
        said(at, CardPlaced(exit_, seat, exit_, (1, 1)), LFP)
    assert moved(at, TRAY, (), (100,), LFP) == []
    assert moved(at, STACK + 2, (100,), (), LFP) == []
    assert moved(at, STACK + 2, (), (25, 25), LFP) == []
    assert moved(at, TRAY, (25, 25), (), LFP) == []
    assert moved(at, STACK + 1, (), (25, 25), LFP) == []
    assert at.tournament.race is None
    return at


def test_the_last_small_chips_of_a_race_go_into_the_tray_after_it_is_over() -> None:
    at = raced_but_for_the_tray()
    assert moved(at, TRAY, (25, 25), (), LFP) == []
    assert at.felt.total[DEALER] == 0


def test_the_chips_of_an_excluded_player_are_to_be_taken_away_into_the_tray() -> None:
    at = table(tournament=True)
    said(at, entered("shuffle", None, "Ann", "dealer", (1, 1)), LFP)
    said(at, entered("penalty", "3:disqualification", "Bo", "director", (1, 1)), LFP)
    assert Prompt("dealer", 3, "remove_chips", (("seat", 3), ("amount", 300))) in at.prompts
    assert moved(at, STACK + 3, (), HELD, LFP) == []
    assert moved(at, TRAY, HELD, (), LFP) == []
    assert at.felt.total[DEALER] == 0


def test_the_chips_of_two_players_who_change_places_do_not_go_through_the_tray() -> None:
    at = table(tournament=True)
    said(at, entered("shuffle", None, "Ann", "dealer", (1, 1)), LFP)
    said(at, entered("wrong_seats", "1:2", "Bo", "floor", (1, 1)), LFP)
    said(at, FloorDecision("wrong_seats", "change_places", "", "Bo", "floor", (1, 1)), LFP)
    assert (at.felt.total[DEALER], at.felt.promised) == (0, 0)
    for area, added, removed in ((1, (), HELD[:1]), (2, (), HELD), (1, HELD, ()), (2, HELD[:1], ())):
        assert moved(at, STACK + area, added, removed, LFP) == []
    assert [at.felt.total[STACK + 1], at.felt.total[STACK + 2], at.felt.total[DEALER]] == [300, 100, 0]
    assert moved(at, STACK + 3, (100,), (), LFP) == NOWHERE


@pytest.mark.parametrize(("seen", "alarms"), [((SHUFFLE - 1, SHUFFLE + 2), []), ((SHUFFLE, SHUFFLE + 2), NOWHERE)])
def test_chips_added_to_a_tray_read_after_the_shuffle_are_from_nowhere(
    seen: tuple[int, int], alarms: list[str]
) -> None:
    at = raced_but_for_the_tray()
    said(at, entered("shuffle", None, "Ann", "dealer", (SHUFFLE, SHUFFLE)), LFP)
    assert said(at, ChipsMoved(TRAY, (25, 25), (), seen), LFP) == alarms


def test_change_is_even_and_no_alarm() -> None:
    at = table()
    assert moved(at, TRAY, (), (100, 100)) == []
    assert moved(at, STACK + 1, (), (100, 100)) == []
    assert moved(at, TRAY, (100, 100), ()) == []
    assert moved(at, STACK + 1, (100, 100), ()) == []
    assert at.felt.total[TRAY] == sum(BANK)


@pytest.mark.parametrize("first", ["the large chip lies in the tray", "the small ones are taken"])
def test_after_a_rebuy_out_of_the_floors_hands_a_chip_is_changed_without_an_alarm(first: str) -> None:
    at = table(tournament=True)
    said(at, command("rebuy", 1), LFP)
    assert at_time(at, STACK + 1, HELD, (), 10) == []
    at_time(at, STACK + 2, (), (100,), 20)
    at_time(at, POT, (100,), (), 25)
    at_time(at, POT, (), (100,), 28)
    swap = [((100,), ()), ((), (25,) * 4)]
    for added, removed in swap if first.startswith("the large") else swap[::-1]:
        assert at_time(at, TRAY, added, removed, 30) == []
    assert "chips.from_nowhere" not in at_time(at, POT, (25,) * 4, (), 40)
    assert at.felt.total[DEALER] == 0


def test_a_rebuy_of_a_tournament_comes_out_of_the_tray() -> None:
    at = table(tournament=True)
    whole = at.felt.issued
    said(at, command("rebuy", 1), LFP)
    assert at.stack[1] == 400
    assert moved(at, TRAY, (), HELD, LFP) == []
    assert moved(at, STACK + 1, HELD, (), LFP) == []
    assert (at.felt.total[DEALER], at.felt.issued) == (0, whole)


@pytest.mark.parametrize("read", [True, False])
def test_a_tip_that_is_still_to_be_taken_up_is_no_chip_from_outside(read: bool) -> None:
    at = table() if read else new_table(replace(table().setup))
    said(at, command("sit_in", 1))  # with it the table has its rulebook
    said(at, command("tip", "1:100"))
    assert said(at, entered("shuffle", None, "Ann", "dealer", (1, 1))) == []
    assert not [r for r in at.rulings if r.matter == "outside_chips"]


def left_behind_under_a_newcomer() -> Table:
    """Seat 3 has left its 300 behind, and a newcomer has laid 500 beside them."""
    at = table(tournament=True)
    said(at, entered("leave", 3, "Bo", "floor", (1, 1)), LFP)
    assert moved(at, STACK + 3, (500,), (), LFP) == []
    said(at, entered("seat", "3:moved", "Bo", "floor", (1, 1)), LFP)
    assert (at.stack[3], at.transit.foreign[3]) == (500, 300)
    return at


@pytest.mark.parametrize("entered_first", [True, False])
@pytest.mark.parametrize("to_tray", [True, False])
def test_what_is_taken_away_under_a_newcomer_is_in_nobodys_hand(entered_first: bool, to_tray: bool) -> None:
    at = left_behind_under_a_newcomer()
    acts = (command("removed", 3), ChipsMoved(STACK + 3, (), HELD, (1, 2)))
    for act in acts if entered_first else reversed(acts):
        assert said(at, act, LFP) == []
    if to_tray:
        assert moved(at, TRAY, HELD, (), LFP) == []
    assert said(at, DealerCommand("shuffle", None, "Ann", "dealer", (SHUFFLE, SHUFFLE)), LFP) == []
    assert at.felt.total[HAND + 3] == 0
    assert not [r for r in at.rulings if r.matter == "outside_chips"]


def test_what_a_player_left_is_taken_off_though_another_waits_for_as_much() -> None:
    at = table()
    said(at, command("buyin", "1:300"))
    said(at, command("leave", 3))
    moved(at, STACK + 3, (), HELD)
    assert (at.felt.total[STACK + 3], at.felt.total[HAND + 3], at.felt.total[HAND + 1]) == (0, 0, 0)


def test_chips_laid_beside_what_a_player_left_go_back_to_their_owner() -> None:
    at = table()
    said(at, command("leave", 3))
    for area, added, removed in ((STACK + 1, (), HELD), (STACK + 3, HELD, ()), (STACK + 3, (), HELD)):
        moved(at, area, added, removed)
    assert (at.felt.total[STACK + 3], at.felt.total[HAND + 3], at.felt.total[HAND + 1]) == (300, 0, 300)


# --- every way of chips, with a tray that is read and without -------------------------------------------------------

CHIP = 100


class House:
    """A table of three with a dealer who brings, takes and changes chips; `read`: the tray and the drop are."""

    def __init__(self, *, read: bool, manual: bool) -> None:
        seats = tuple(SeatSetup(n, 1000, (CHIP,) * 10) for n in (1, 2, 3))
        parts = Parts(chips=(1, 3) if manual else (1, 2, 3))
        made = Setup(seats, 3, Stakes(100, 200), smallest_chip=CHIP, tournament=False, parts=parts)
        self.table, self.read = new_table(made), read
        if read:
            self.sends(Snapshot(None, ((TRAY, BANK), (DROP, ())), None, None, (0, 0)))

    def sends(self, event: Event) -> None:
        step(self.table, event, LIMIT)
        invariants.holds(self.table)

    def moves(self, area: int, added: int, removed: int = 0) -> None:
        if added or removed:
            self.sends(ChipsMoved(area, (CHIP,) * (added // CHIP), (CHIP,) * (removed // CHIP), (1, 2)))

    def takes(self, seat: int, amount: int, to_tray: bool) -> None:
        """Off a stack that is read, into the tray if that is."""
        if self.table.senses.chips[seat]:
            self.moves(STACK + seat, 0, amount)
        if self.read and to_tray:
            self.moves(TRAY, amount)

    def brings(self, seat: int, amount: int, from_tray: bool) -> None:
        if self.read and from_tray:
            self.moves(TRAY, 0, amount)
        if self.table.senses.chips[seat]:
            self.moves(STACK + seat, amount)

    def tells(self, what: str, seat: int, amount: int) -> None:
        if what in ("tip", "buyin"):
            self.sends(command(what, f"{seat}:{amount}"))
        else:
            self.sends(Correction(what, seat, amount, "miscounted", "Bea", "floor", (1, 2)))  # type: ignore[arg-type]


WAYS = ("tip", "withdraw", "lower", "buyin", "issue", "raise", "change", "leave", "riffle", "cup")


@given(
    st.booleans(),
    st.booleans(),
    st.lists(st.tuples(st.sampled_from(WAYS), st.sampled_from((1, 2, 3)), st.integers(1, 3), st.booleans())),
)
def test_whatever_way_chips_go_the_accounts_add_up_and_none_is_below_zero(
    read: bool, manual: bool, ways: list[tuple[str, int, int, bool]]
) -> None:
    house = House(read=read, manual=manual)
    for way, seat, count, first in ways:
        amount = min(count * CHIP, house.table.stack[seat])
        goes(house, way, seat, amount, first)
    if "cup" not in [way for way, *_ in ways]:
        total = house.table.felt.total
        assert not total[DEALER]
        assert not any(total[HAND + seat] for seat in (1, 2, 3))  # laid down, taken off, handed in
        assert all(total[STACK + seat] == house.table.stack[seat] for seat in (1, 2, 3))


def goes(house: House, way: str, seat: int, amount: int, first: bool) -> None:
    """One way of chips; `first`: they move before the dealer or the floor enters it. Chips go by the tray."""
    table = house.table
    if not table.seating.is_held(seat) or not amount:
        return
    if way in ("tip", "withdraw", "lower"):
        off(house, way, seat, amount, first)
    elif way in ("buyin", "issue", "raise"):
        told = table.stack[seat] + amount if way == "raise" else amount
        house.tells("stack" if way == "raise" else way, seat, told)
        house.brings(seat, amount, from_tray=first)
    elif way == "change" and table.senses.chips[seat]:
        house.takes(seat, amount, to_tray=True)
        house.brings(seat, amount, from_tray=True)
    elif way == "leave":
        house.sends(command("leave", seat))
        house.takes(seat, table.felt.total[STACK + seat], to_tray=first)
    elif table.senses.chips[seat]:
        house.moves(STACK + seat, 0, amount)
        house.moves(STACK + seat, amount if way == "riffle" else 0)


def off(house: House, way: str, seat: int, amount: int, first: bool) -> None:
    """Chips leave the game. Where no reader sees them go they are entered first."""
    first = first and house.table.senses.chips[seat]
    if way == "tip" and not house.table.book.has("raise.cap"):
        return  # no command yet said under which rulebook it is given
    told = house.table.stack[seat] - amount if way == "lower" else amount
    if first:
        house.takes(seat, amount, to_tray=True)
    house.tells("stack" if way == "lower" else way, seat, told)
    if not first:
        house.takes(seat, amount, to_tray=True)


@pytest.mark.parametrize("read", [True, False])
def test_rake_is_in_the_drop_whether_a_reader_sees_it_or_not(read: bool) -> None:
    table = replace(setup(), tournament=False, rake_basis_points=1000)
    d = to_flop(LIMIT, table)
    if read:
        d.send(Snapshot(None, ((DROP, ()),), None, None, d.at()))
    for seat, key in ((1, "bet"), (2, "call"), (3, "fold"), (4, "fold")):
        d.key(seat, key, 100 if key == "bet" else None)
        d.settle()
    d.command("undetermined")
    d.send(entered("undetermined", None, "Bea", "floor", d.at()))
    d.gather(d.lines())
    rake = d.table.stacks.dropped
    assert rake
    d.move(POT, (), change(rake))
    if read:
        d.move(DROP, change(rake))
    d.award()
    assert d.table.phase is Phase.CLAIMS
    assert (d.table.felt.total[DROP], d.table.felt.total[DEALER]) == (rake, 0)
    invariants.holds(d.table)


def opened(*stacks: int) -> Table:
    seats = tuple(SeatSetup(n, stack) for n, stack in enumerate(stacks, 1))
    return new_table(Setup(seats, 1, Stakes(100, 200), smallest_chip=100))


def test_a_stack_that_is_read_for_the_first_time_is_what_it_counts_as() -> None:
    at = opened(300, 300)
    assert moved(at, STACK + 1, HELD, ()) == []
    assert (at.stack[1], at.felt.total[STACK + 1], at.felt.issued) == (300, 300, 600)
    assert "chips.from_nowhere" in moved(at, STACK + 1, HELD[:1], ())


def test_stack_that_differs_from_the_entry_is_named_at_its_first_read() -> None:
    at = opened(300, 300)
    assert moved(at, STACK + 2, HELD[1:], ()) == ["snapshot.differs"]
    assert at.stack[2] == 300


def test_where_no_stack_was_said_what_is_read_first_is_the_players() -> None:
    at = opened(300, 0)
    assert moved(at, STACK + 2, HELD, ()) == []
    assert (at.stack[2], at.felt.total[STACK + 2], at.felt.issued) == (300, 300, 600)


@pytest.mark.parametrize("said", [300, 500])
def test_a_stack_that_the_dealer_says_before_it_is_looked_at_lies_there_once(said: int) -> None:
    at = opened(300, 0)
    step(at, Correction("stack", 2, said, "opening", "bo", "dealer", (1, 1)), LIMIT)
    count_stacks(at, {2: HELD})
    assert (at.stack[2], at.felt.total[STACK + 2], at.felt.total[DEALER], at.felt.issued) == (300, 300, 0, 600)


def test_pocket_chips_are_noticed_where_stacks_were_entered_first() -> None:
    at = opened(300, 0)
    step(at, Correction("stack", 2, 300, "opening", "bo", "dealer", (1, 1)), LIMIT)
    count_stacks(at, {1: HELD, 2: HELD})
    assert "chips.from_nowhere" in moved(at, STACK + 1, HELD[:1], ())
