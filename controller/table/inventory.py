"""What lies there before the first hand: compared with nothing, it counts as what the bank and the players have."""

from collections.abc import Mapping
from dataclasses import replace

from controller.poker.places import DROP, TRAY, Place, Seat
from controller.table.setup import SeatSetup
from controller.table.state import Table, new_table

BANK = (TRAY, DROP)


def count_bank(table: Table, areas: Mapping[Place, tuple[int, ...]]) -> bool:
    """The house's areas hold these denominations; others are passed over. True if any holds another sum now."""
    grown = [table.felt.replace(area, chips) for area, chips in areas.items() if area in BANK]
    return any(grown)


def count_stacks(table: Table, stacks: Mapping[Seat, tuple[int, ...]]) -> Table:
    """The table on which these seats have the chips that lie on their stacks; the same one if nothing changes."""
    before = table.setup.seats
    seats = tuple(_counted(seat, stacks.get(seat.seat, ())) for seat in before)
    return table if seats == before else new_table(replace(table.setup, seats=seats))


def _counted(seat: SeatSetup, chips: tuple[int, ...]) -> SeatSetup:
    return SeatSetup(seat.seat, sum(chips), chips) if chips else seat
