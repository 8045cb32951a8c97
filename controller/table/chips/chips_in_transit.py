"""Chips that count already and are still on their way to a stack: bought, or of a player who was moved here."""

from controller.poker.places import STACK, Seat
from controller.table.state.table import Table


def to_come(table: Table, seat: Seat, amount: int) -> None:
    """Announced chips count at once. They are brought as soon as possible."""
    if table.setup.tournament and table.senses.chips[seat]:
        table.transit.buy(seat, amount)


def note_come(table: Table, seat: Seat) -> None:
    """Chips that lie on the stack by now are no longer to come."""
    missing = table.owned(seat) + table.transit.uncounted(seat) - table.felt.total[STACK + seat]
    table.transit.brought(seat, missing)
