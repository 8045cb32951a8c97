"""What a table is said to be, and what lies there before the first hand, taken over between two hands.

What lies there before the first hand is compared with nothing: it counts as what the bank and the players have.
"""

from collections.abc import Mapping

from controller.poker.betting import seats_of
from controller.poker.outcomes import Admit, Release
from controller.poker.places import DROP, STACK, TRAY, Place, Seat
from controller.table.state.effects import apply
from controller.table.state.setup import SeatSetup, Setup
from controller.table.state.table import Table

BANK = (TRAY, DROP)


def count_bank(table: Table, areas: Mapping[Place, tuple[int, ...]]) -> bool:
    """The house's areas hold these denominations; others are passed over. True if any holds another sum now."""
    grown = [table.felt.replace(area, chips, 0) for area, chips in areas.items() if area in BANK]
    return any(grown)


def count_stacks(table: Table, stacks: Mapping[Seat, tuple[int, ...]]) -> bool:
    """The seats that are held have the chips that lie on their stacks. True if that changes any."""
    changed = False
    for seat in seats_of(table.seating.held):
        chips = stacks.get(seat, ())
        if chips and table.felt.chips[STACK + seat] != list(chips):
            _has(table, seat, chips)
            changed = True
    return changed


def _has(table: Table, seat: Seat, chips: tuple[int, ...]) -> None:
    """What the dealer said of the stack before anything had read it counted as in the dealer's hand: it lies here."""
    table.felt.count_stack(seat, chips, table.owned(seat))
    table.count_stack(seat, chips)


# --- another description --------------------------------------------------------------------------------------------


def take_setup(table: Table, setup: Setup) -> None:
    """The table is described otherwise from the next hand on. What the description says otherwise than before counts;
    who sits where with what, what is owed, the button and the clocks go on.
    """
    before = table.setup
    table.describe(setup)
    _take_seats(table, before, setup)


def _take_seats(table: Table, before: Setup, setup: Setup) -> None:
    """A seat that is new, or said to be held now, is held; one that is no longer there is not. Who holds a seat that
    is said to be empty stays, once a hand was played.
    """
    were, held = {s.seat for s in before.seats}, {s.seat: s for s in setup.seats}
    for seat in seats_of(table.seating.held):
        if seat not in setup.chairs or (not table.hand_number and seat not in held):
            apply(table, (Release(seat, table.owned(seat)),))
    for seat, says in held.items():
        if seat not in were and not table.seating.is_held(seat):
            _take_seat(table, says)


def _take_seat(table: Table, says: SeatSetup) -> None:
    table.felt.take_over(says.seat, says.stack)
    table.gain(says.seat, -table.stack[says.seat])
    apply(table, (Admit(says.seat, says.stack),))
