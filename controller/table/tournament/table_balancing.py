"""Tables of one tournament are made even: which player goes to another one."""

from collections.abc import Callable
from typing import Final

from controller.poker.betting import NOBODY, clockwise, seats_of
from controller.poker.events import DealerCommand
from controller.poker.outcomes import Prompt
from controller.poker.places import Seat
from controller.poker.said import HowMany
from controller.table.state.command_args import Refused, said_by
from controller.table.state.rulings import refuse, rule
from controller.table.state.table import Table


def balance(table: Table, e: DealerCommand) -> None:
    """The floor wants a player for a table that has so many fewer. The book says whether, and which player."""
    fewer, book = said_by(e, HowMany).number, table.book
    if table.last is None:
        raise Refused("not_now")
    nobody = book.entries.move.who == "nobody"
    if nobody or fewer < book.entries.move.gap:
        refuse(table, "move", None)
        return
    table.tournament.name_to_move(_name(table, e.role))


def named_anew(table: Table) -> None:
    """The hand is over. The player who was named for another table went out in it: the next big blind is named."""
    event = table.tournament
    if not event.to_move or table.last is None:
        return
    chips = table.owned(event.to_move) + table.transit.gone[event.to_move]
    if not table.seating.is_held(event.to_move) or event.is_out(event.to_move) or not chips:
        event.name_to_move(_name(table, ""))


def _name(table: Table, by: str) -> Seat:
    """Name the next big blind for the move."""
    seat = next_big_blind(table, table.last.big_blind) if table.last is not None else NOBODY
    rule(table, "move", seat, (), by=by)
    table.prompt(Prompt("floor", seat, "move_player", (("seat", seat),)))
    return seat


def next_big_blind(table: Table, last: Seat) -> Seat:
    """The seat that has the big blind after the seat that had it last."""
    playing = tuple(seat for seat in seats_of(table.seating.held) if table.stack[seat] or table.stacks.small[seat])
    return clockwise(playing, last)[0]


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {"balance": (balance, "role")}
