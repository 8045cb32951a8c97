"""What was done while nobody looked, and is seen when the readers are back."""

from controller.poker.events import ChipsMoved, Event, Snapshot
from controller.poker.places import BET, POT, STACK, TRAY
from controller.rulebooks import load
from controller.table import SeatSetup, Setup, Stakes, Table, new_table, step, view
from tests.core.dealing import change
from tests.core.tables import to_flop
from tests.entries import entered

LFP = load("lfp")
LOW, HIGH = (25,) * 4, (100,)


def race() -> Table:
    """Two stacks, each with four small chips to be changed for a higher one."""
    at = new_table(
        Setup(tuple(SeatSetup(n, 1100, (*LOW, 1000)) for n in (1, 2)), 1, Stakes(100, 200), smallest_chip=25)
    )
    step(at, Snapshot(None, ((TRAY, (100,) * 50),), None, None, (0, 0)), LFP)
    step(at, entered("race", "25:100", "Bo", "floor", (1, 1)), LFP)
    return at


def moves(at: Table, place: int, added: tuple[int, ...], removed: tuple[int, ...]) -> None:
    event: Event = ChipsMoved(place, added, removed, (1, 2))
    step(at, event, LFP)
    view(at)


def test_small_chips_of_the_last_stack_may_go_before_the_higher_one_comes() -> None:
    at = race()
    for seat in (1, 2):
        moves(at, STACK + seat, (), LOW)
        next_step = view(at).next_step
        assert next_step is not None
        assert (next_step.key, dict(next_step.params)["seat"]) == ("race_exchange", 1)
    for seat in (1, 2):
        moves(at, STACK + seat, HIGH, ())
    assert at.tournament.race is None


def test_an_exchange_that_nobody_saw_is_known_from_what_lies_there() -> None:
    at = race()
    moves(at, STACK + 1, HIGH, LOW)
    lying = ((STACK + 2, (1000, *HIGH)),)
    step(at, Snapshot(None, lying, None, None, (3, 4)), LFP)
    assert at.tournament.race is None


def test_a_pot_that_was_pushed_unseen_is_known_from_what_lies_there() -> None:
    d = to_flop(LFP)
    while (turn := d.view.turn) is not None:
        d.key(turn, "fold")
    assert d.view.phase == "award"
    chips = tuple((STACK + seat.seat, change(d.table.stack[seat.seat])) for seat in d.view.seats)
    d.send(Snapshot(None, (*chips, (POT, ())), None, None, d.at()))
    assert d.view.phase == "claims"


def test_bets_that_were_gathered_unseen_are_known_from_what_lies_there() -> None:
    d = to_flop(LFP)
    d.key(1, "raise", 600)
    d.settle()
    while (turn := d.view.turn) is not None:
        d.key(turn, "call" if turn == 2 else "fold")
        d.settle()
    step_before = d.view.next_step
    assert step_before is not None
    assert step_before.key in ("gather", "collect")
    lying = tuple((BET + seat.seat, ()) for seat in d.view.seats)
    d.send(Snapshot(None, (*lying, (POT, change(d.view.pot_total))), None, None, d.at()))
    step_after = d.view.next_step
    assert step_after is not None
    assert step_after.key == "burn"
