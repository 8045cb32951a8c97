"""Which seats play the next hand, and where button and blinds stand. Worked out at the shuffle, changes nothing."""

from dataclasses import dataclass
from typing import NamedTuple

from controller.poker.betting import NOBODY, among, seats_of, set_of
from controller.poker.book import Book
from controller.poker.places import Seat
from controller.table.state.button_rules import (
    Positions,
    between_seats,
    dead_button,
    first_positions,
    moving_button,
    passed_over,
    unreversed,
    without_blinds,
)
from controller.table.state.table import Table
from controller.table.tournament.late_registration import not_dealt_in


class Lineup(NamedTuple):
    """The hand that begins. `seats` are dealt in. `joining` are those of them that pay a debt with it."""

    positions: Positions
    seats: tuple[Seat, ...]
    joining: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()  # absent or out, and the big blind went past them
    marked: tuple[Seat, ...] = ()  # absent, and not dealt in any more from this hand on
    held_back: tuple[Seat, ...] = ()  # new, between button and small blind


@dataclass(slots=True)
class Candidates:
    """The seats that could play, by their debts."""

    settled: set[Seat]  # nothing owed, dealt in before
    new: set[Seat]  # nothing owed, not dealt in yet
    paying: set[Seat]  # a debt, which they pay now
    waiting: set[Seat]  # a debt, and dealt in only as the big blind

    def pass_over(self, seat: Seat) -> None:
        """The big blind goes past this seat, which is not dealt in any more."""
        self.settled.discard(seat)

    @property
    def coming(self) -> set[Seat]:
        """All seats that are not settled."""
        return self.new | self.paying | self.waiting


def lineup(table: Table, book: Book, cancelled: tuple[Seat, ...] = ()) -> Lineup | None:
    """Which seats play under this book. None if fewer than two can. `cancelled` are the seats of a misdealt or
    cancelled hand that is played again."""
    found = candidates(table, book)
    made = _played_again(table, found, book, cancelled)
    if made is None:
        dead = book.entries.button.moves == "dead"
        made = _dead(table, found, book) if dead else _moving(table, found, book)
    least = book.entries.players.least
    return made if made is not None and len(made.seats) >= least else None


def can_play(table: Table, book: Book) -> int:
    """The held seats (a bit each) that have chips enough and whose players want cards."""
    seating = table.seating
    out = seating.sitting_out | seating.marked | seating.leaving | seating.skips | not_dealt_in(table)
    if seating.away and book.entries.absent_hand.dies == "not_dealt":
        out |= seating.away
    least = max(1, table.stakes.big_blind * book.entries.buyin_least.big_blinds)
    held, stack = seating.held, table.stack
    return held & ~out & ~set_of([seat for seat in seats_of(held) if stack[seat] < least])


def candidates(table: Table, book: Book) -> Candidates:
    """The held seats that could be dealt in, sorted by what they owe."""
    seating, able = table.seating, can_play(table, book)
    moving = table.last is not None and book.entries.button.moves == "moving"
    out_before = seating.held & ~seating.dealt if moving else 0  # a moving button does not wait for absent players
    owing = set_of([seat for seat in seats_of(able) if seating.debt[seat]])
    new = able & ~owing & (seating.fresh | out_before)
    paying = owing & seating.posting
    waiting = owing & ~paying & seating.waiting if book.entries.entry.may_wait else 0
    return Candidates(*(set(seats_of(seats)) for seats in (able & ~owing & ~new, new, paying, waiting)))


def _played_again(table: Table, found: Candidates, book: Book, cancelled: tuple[Seat, ...]) -> Lineup | None:
    """Nothing moves while the players in the blinds are still there. Seats that paid to come in pay again."""
    last = table.last
    seats = tuple(seat for seat in cancelled if seat in found.settled)
    if last is None or len(seats) < 2:
        return None
    joining = tuple(seat for seat in seats if table.seating.paid[seat])
    stay = {last.big_blind, last.small_blind} - {NOBODY} <= set(seats)
    if stay and (len(seats) > 2 or len(cancelled) == 2):
        return Lineup(last, seats, joining)
    positions = without_blinds(last, seats, moving=book.entries.button.moves == "moving")
    return Lineup(_of_two(book, positions, len(seats)), seats, joining)


def _dead(table: Table, found: Candidates, book: Book) -> Lineup | None:
    last = table.last
    held = found.settled | found.new
    if len(held) < 2:
        return None
    positions = dead_button(last, held) if last else first_positions(table.button, sorted(held))
    back = passed_over(positions, found.new) if last and book.has("entry.not_dealt") else set()
    seats = held - back
    if len(seats) < 2:
        return None
    return Lineup(positions, tuple(sorted(seats)), held_back=tuple(sorted(back)))


def _moving(table: Table, found: Candidates, book: Book) -> Lineup | None:
    """Absent players whom the big blind reaches once too often are marked, and it goes on to the next."""
    marked: list[Seat] = []
    while True:
        made = _moved(table, found, book)
        if made is None:
            return None
        seat = made.positions.big_blind
        if not _once_too_often(table, book, seat):
            return made._replace(passed=_passed(table, made, marked), marked=tuple(marked))
        marked.append(seat)
        found.pass_over(seat)


def _once_too_often(table: Table, book: Book, seat: Seat) -> bool:
    limit = book.entries.absent_long.turns_to_button
    return bool(limit and table.seating.is_away(seat) and table.seating.reached[seat] + 1 >= limit)


def _moved(table: Table, found: Candidates, book: Book) -> Lineup | None:
    entering = found.new | found.paying
    if len(found.settled | found.coming) < 2:
        return None
    if table.last is None:
        everybody = sorted(found.settled | entering)
        if len(everybody) < 2:
            return None
        first = _of_two(book, first_positions(table.button, everybody), len(everybody))
        return Lineup(first, tuple(everybody), tuple(sorted(found.paying)))
    positions = moving_button(table.last, found.settled, found.coming)
    back = passed_over(positions, found.coming) if book.has("entry.not_dealt") else set()
    seats = (found.settled | entering | (found.waiting & {positions.big_blind})) - back
    if len(found.settled) < 2:  # waiting players play too: there is no game to wait for
        seats |= {positions.button, positions.small_seat}
    joining = seats & (found.paying | found.waiting)
    if len(seats) < 2:
        return None
    positions = _of_two(book, positions, len(seats))
    return Lineup(positions, tuple(sorted(seats)), tuple(sorted(joining)), held_back=tuple(sorted(back)))


def _of_two(book: Book, positions: Positions, players: int) -> Positions:
    """Of two players the button has the small blind, unless the book keeps to the letter."""
    reverse = players != 2 or book.entries.heads_up.reverse
    return positions if reverse else unreversed(positions)


def _passed(table: Table, made: Lineup, marked: list[Seat]) -> tuple[Seat, ...]:
    """Held seats that are not dealt in, which the big blind passed on its way, without those that it reached now."""
    if table.last is None:
        return ()
    way = between_seats(table.last.big_blind, made.positions.big_blind)
    out = (table.seating.sitting_out | table.seating.marked) & ~set_of(marked)
    return tuple(seat for seat in way if among(out, seat) and table.seating.is_held(seat))
