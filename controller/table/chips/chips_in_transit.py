"""Chips that count already and are still on their way to a stack: bought, or of a player who was moved here."""

from controller.poker.places import STACK, Seat
from controller.table.state.table import Table


def to_come(table: Table, seat: Seat, amount: int) -> None:
    """Announced chips count at once; they are brought when somebody can."""
    if table.setup.tournament and table.senses.chips[seat]:
        table.transit.buy(seat, amount)


def note_come(table: Table, seat: Seat) -> None:
    """What lies on the stack by now need not come any more."""
    missing = table.owned(seat) + table.transit.uncounted(seat) - table.felt.total[STACK + seat]
    table.transit.brought(seat, missing)
