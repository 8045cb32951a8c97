"""A player without chips buys in again or goes. The seat is kept for a while."""

from typing import Final

from controller.poker.betting import seats_of
from controller.poker.events import DealerCommand
from controller.poker.outcomes import Mark, Prompt
from controller.poker.places import Seat
from controller.poker.timers import Timed, Timer
from controller.table.state.command_args import Refused, seat_of
from controller.table.state.rulings import rule
from controller.table.state.table import Table

SECOND: Final = 1_000_000_000


def note_broke(table: Table) -> None:
    """The hand is over. A player without chips buys in again or goes. The seat is kept for a while."""
    book = table.book
    if not book.has("buyin.broke"):
        return
    for seat in seats_of(table.seating.held & ~table.seating.broke & ~table.seating.leaving):
        if not table.stack[seat] and not table.transit.gone[seat]:
            rule(table, "buyin.broke", seat, (Mark(seat, "broke"),))
            table.prompt(Prompt("seat", seat, "rebuy_or_leave", (("least", table.setup.buyin_least),)))


def rebuying(table: Table, e: DealerCommand) -> None:
    """The player has gone for chips: the dealer waits a few moments."""
    seat, book = seat_of(e), table.book
    if not table.seating.is_broke(seat):
        raise Refused("not_now")
    rule(table, "buyin.wait", seat, (Mark(seat, "away"),))
    seconds = book.entries.buyin_wait.seconds
    if seconds:
        table.seating.wait_until(seat, e.at[1] + seconds * SECOND)
        table.arm(Timer(Timed.REBUY, seat), table.seating.absence_ends[seat])


def rebuy_timer(table: Table, seat: Seat) -> None:
    """The moments are over. The game goes on, and the seat is kept."""
    if table.seating.is_broke(seat):
        table.seating.wait_no_longer(seat)
        rule(table, "buyin.wait", seat, ())
        table.prompt(Prompt("dealer", seat, "go_on", (("seat", seat),)))
