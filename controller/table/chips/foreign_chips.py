"""Chips that do not belong on a stack: from outside the tournament, or of a denomination that has left it."""

from collections.abc import Callable
from typing import Final

from controller.poker.events import ChipsMoved, DealerCommand
from controller.poker.outcomes import Count, Issue, Prompt, Void, Withdraw
from controller.poker.places import STACK, Seat, is_stack
from controller.poker.said import ChipsRestored, TwoSeats
from controller.table.state.chip_sales import Buying
from controller.table.state.command_args import Refused, said_by
from controller.table.state.penalty_ladder import ask_penalty
from controller.table.state.question import Answer
from controller.table.state.questions_of_seats import WrongSeats
from controller.table.state.rulings import refuse, rule
from controller.table.state.table import Table


def belongs_nowhere(table: Table, e: ChipsMoved) -> bool:
    """Whether unexplained chips on this stack are no part of the tournament, by its book."""
    book = table.book
    if not table.setup.tournament or not is_stack(e.area):
        return False
    late = book.has("race.late") and any(chip in table.tournament.withdrawn for chip in e.added)
    return late or book.entries.outside_chips.then == "confiscated"


def noticed(table: Table, e: ChipsMoved, unexplained: int) -> None:
    """Such chips count for nothing, and are taken away. Those from outside are punished."""
    seat = e.area - STACK
    late = sum(chip for chip in e.added if chip in table.tournament.withdrawn)
    if late:
        _set_aside(table, seat, min(late, unexplained), "race.late")
        return
    also = "buyin.freezeout" if table.tournament.sales.buying is Buying.NOTHING else ""
    _set_aside(table, seat, unexplained, "outside_chips", also)
    ask_penalty(table, seat, "outside_chips")


def _set_aside(table: Table, seat: Seat, amount: int, matter: str, also: str = "") -> None:
    table.transit.count_for_nothing(seat, amount)
    rule(table, matter, seat, (Void(seat), Count(seat, matter)), also=also)
    to_take_away(table, seat, amount)


def left_behind(table: Table, seat: Seat) -> None:
    """Chips of a former player still lie on the stack of a newcomer. They are not the newcomer's, and are taken
    away."""
    amount = table.felt.leave_lying(seat)
    if amount:
        table.transit.count_for_nothing(seat, amount)
        to_take_away(table, seat, amount)


def to_take_away(table: Table, seat: Seat, amount: int) -> None:
    """Prompt the dealer to take these chips of a stack off the table."""
    table.prompt(Prompt("dealer", seat, "remove_chips", (("seat", seat), ("amount", amount))))


def removed(table: Table, seat: Seat) -> None:
    """The dealer has taken away the chips that do not count."""
    if not table.transit.foreign[seat]:
        raise Refused("not_now")
    table.felt.confiscate(seat, table.transit.taken_away(seat))


def wrong_seats(table: Table, e: DealerCommand) -> None:
    """ "4:6": two players have sat at each other's places since the start. Both keep what they played with."""
    said = said_by(e, TwoSeats)
    rule(table, "seats.wrong", said.seat, (), by=e.role)
    table.ask(WrongSeats(said.seat, said.other))


def answer_wrong_seats(table: Table, q: WrongSeats, answer: Answer) -> None:
    """The names are swapped, or the players change places with their chips. Then the stacks change places, too."""
    if answer.choice == "swap_names":
        rule(table, "seats.wrong", q.second, (), by="floor")
        return
    one, two = table.stack[q.first], table.stack[q.second]
    rule(
        table, "seats.wrong", q.second,
        (Withdraw(q.first, one), Withdraw(q.second, two), Issue(q.first, two), Issue(q.second, one)), by="floor",
    )  # fmt: skip
    if table.senses.chips[q.first] and table.senses.chips[q.second]:
        table.felt.carry_over({q.first: one, q.second: two})


def restore(table: Table, e: DealerCommand) -> None:
    """ "2:4000:9000": seat 2 gets back 4000 that another player used, who holds 9000 of their own elsewhere. At most
    those 9000 come back: chips are never added to a tournament."""
    said = said_by(e, ChipsRestored)
    if not said.amount:
        raise Refused("value")
    if said.amount > said.own:
        refuse(table, "seats.wrong", said.seat)
        return
    rule(table, "seats.wrong", said.seat, (Issue(said.seat, said.amount),), by=e.role)


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    "removed": (removed, "seat"),
    "wrong_seats": (wrong_seats, "role"),
    "restore": (restore, "role"),
}
