"""The description of a table, and the chips on it before the first hand, taken over between two hands.

Chips on it before the first hand are compared with nothing. They count as what the bank and the players have.
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
    """The house's areas hold these denominations. Others are passed over. True if any holds another sum now."""
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
    """Chips that the dealer entered before any reading counted as in the dealer's hand. They lie on this stack."""
    table.felt.count_stack(seat, chips, table.owned(seat))
    table.count_stack(seat, chips)


# --- another description --------------------------------------------------------------------------------------------


def take_setup(table: Table, setup: Setup) -> None:
    """Describe the table by another setup from the next hand on. Only what differs from the old description changes.
    Seats, chips, debts, the button and the clocks go on."""
    before = table.setup
    table.describe(setup)
    _take_seats(table, before, setup)


def _take_seats(table: Table, before: Setup, setup: Setup) -> None:
    """A seat that is new, or now described as held, is held. One that no longer exists is free. After the first hand
    a player stays on a seat that is described as empty."""
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
