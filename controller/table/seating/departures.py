"""Players who are gone, with their seats and chips, and seats that are reserved for arrivals."""

from collections.abc import Callable, Mapping
from typing import Final

from controller.poker.betting import NOBODY, among, seats_of, set_of
from controller.poker.events import DealerCommand
from controller.poker.hand import BETWEEN_HANDS, OVER, Hand
from controller.poker.outcomes import Effect, Issue, Keep, Mark, Prompt, Rank, Release, Withdraw
from controller.poker.places import DEALER, STACK, Seat
from controller.poker.said import AbsenceClock, SeatAndMinutes
from controller.poker.timers import Timed, Timer
from controller.table.chips.between_hands import differences
from controller.table.chips.foreign_chips import to_take_away
from controller.table.seating.absences import has_limit, settled
from controller.table.state.button_rules import Positions, between_seats
from controller.table.state.command_args import Refused, said_by, seat_of
from controller.table.state.effects import apply
from controller.table.state.rulings import rule
from controller.table.state.setup import ALL_SEATS
from controller.table.state.table import Table
from controller.table.state.tournament import Standing
from controller.table.tournament.elimination import last_one_wins
from controller.table.tournament.levels import MINUTE

OTHER_SEAT: Final = "other_seat"
"""The prompt to give a newcomer another seat, because a player who is not out any more has theirs."""
NO_HAND: Final = 0  # of a standing whose player left between two hands

# --- going ----------------------------------------------------------------------------------------------------------


def depart(table: Table, seat: Seat, matter: str, by: str = "", *, kept: bool = False) -> None:
    """The seat is free, and its chips are out of play. They lie in the dealer's hands, or soon will. `kept`: the
    house keeps them for the player."""
    settled(table, seat)
    chips = table.owned(seat)
    effects: list[Effect] = [*_out_of_the_event(table, seat, matter), Release(seat, chips)]
    if kept and chips:
        effects.append(Keep(seat, chips))
    rule(table, matter, seat, tuple(effects), by=by)
    if table.setup.tournament and matter != "move" and table.felt.leaving[seat]:
        to_take_away(table, seat, table.felt.leaving[seat])
    if table.seating.listed:
        table.prompt(Prompt("floor", seat, "call_list", (("seat", seat),)))
    last_one_wins(table, table.hand_number)


def give_seats_back(table: Table, hand: Hand, matter: str, by: str) -> None:
    """A hand that was over is decided again, under that rule key. Players whom it had put out need their seats.
    Those who took them since wait for another seat, with their chips. `by`: role, as in a ruling."""
    for seat in [standing.seat for standing in _put_out_by(table, hand)]:
        if among(_taken_since(table), seat):
            chips = table.owned(seat)
            rule(table, matter, seat, (Release(seat, chips),), by=by)
            table.tournament.displace(seat)
            table.prompt(Prompt("floor", seat, OTHER_SEAT, (("seat", seat), ("amount", chips))))


def stakes_of_gone(table: Table, hand: Hand) -> dict[Seat, int]:
    """What the hand has taken from each of its players who have left for good, less than 0 if they won. Players whom
    it has put out itself do not count."""
    stays = table.seating.held & ~_taken_since(table) | set_of(s.seat for s in _put_out_by(table, hand))
    stack = hand.betting.stack
    taken = {seat: hand.starting[seat] - stack[seat] for seat in hand.seats if not among(stays, seat)}
    return {seat: chips for seat, chips in taken.items() if chips}


def _taken_since(table: Table) -> int:
    """The seats (a bit each) whose players came after the hand."""
    return table.seating.fresh & table.seating.held


def _put_out_by(table: Table, hand: Hand) -> list[Standing]:
    return [standing for standing in table.tournament.standings if standing.hand == hand.number]


def hand_void(table: Table, stakes: Mapping[Seat, int], by: str) -> None:
    """The hand is void. The `stakes` of players who are gone come back to them, and are out of play. In a cash game
    the house keeps them. Winners who are gone still have what is missing. `by`: role, as in a ruling."""
    for seat, chips in stakes.items():
        effects: list[Effect] = [Release(seat, chips)]
        if table.seating.is_held(seat):
            effects = [Withdraw(seat, chips) if chips > 0 else Issue(seat, -chips)]
        if chips > 0 and not table.setup.tournament:
            effects.append(Keep(seat, chips))
        rule(table, "leave", seat, tuple(effects), by=by)
        if chips < 0:
            table.prompt(Prompt("floor", seat, "won_and_gone", (("seat", seat), ("amount", -chips))))


def came_since_void(table: Table, hand: Hand, before: Hand) -> dict[Seat, int] | None:
    """Which chips came to each stack, or left it, since the hand was declared void. `before`: as the hand was then.

    None if it cannot go on as it was, because a player has left, or chips that it needs.
    """
    came = {seat: hand.starting[seat] - before.starting[seat] for seat in ALL_SEATS}
    for seat, stake in stakes_of_gone(table, before).items():
        came[seat] += stake  # what came back to a player who was gone by then was withdrawn
        plays = before.phase not in OVER and before.betting.is_live(seat)
        if plays or came[seat] < 0:
            return None
    return None if any(before.betting.stack[seat] + chips < 0 for seat, chips in came.items()) else came


def not_void(table: Table, hand: Hand) -> tuple[Effect, ...]:
    """The hand was not void after all. What was kept for players who are gone is not theirs."""
    stakes = {} if table.setup.tournament else stakes_of_gone(table, hand)
    return tuple(Keep(seat, -chips) for seat, chips in stakes.items() if chips > 0)


def bring_stakes_back(table: Table, hand: Hand) -> bool:
    """The hand was not void after all. Players who have gone since may have had their stakes back by then, and the
    winners lack them. The dealer brings these chips. True if there are any."""
    wanted = _lacking(table)
    back: dict[Seat, int] = {}
    for seat, stake in stakes_of_gone(table, hand).items():
        back[seat] = max(0, min(stake, wanted - sum(back.values())))
    for seat, amount in back.items():
        if amount:
            _bring_stake_back(table, seat, amount)
    return any(back.values())


def _lacking(table: Table) -> int:
    """What the stacks have less than they count as, and neither another stack nor the dealer has too much."""
    over, short = differences(table)
    unread = (seat for seat in seats_of(table.seating.held) if not table.senses.chips[seat])
    short |= {seat: table.owned(seat) - table.felt.total[STACK + seat] for seat in unread}
    return sum(short.values()) - sum(over.values()) - table.felt.total[DEALER]


def _bring_stake_back(table: Table, seat: Seat, amount: int) -> None:
    table.felt.issue(amount, read=table.senses.chips[seat])
    table.fulfilled("remove_chips", seat)
    if not table.setup.tournament:
        table.prompt(Prompt("floor", seat, "won_and_gone", (("seat", seat), ("amount", amount))))


def _out_of_the_event(table: Table, seat: Seat, matter: str) -> tuple[Effect, ...]:
    """A player who gives a tournament up has the last place of those left. One who goes to another table has none."""
    event, book = table.tournament, table.book
    plays = table.setup.tournament and book.has("elimination") and matter != "move"
    if not plays or event.is_out(seat):
        return ()
    return (Rank(seat, event.left, table.owned(seat), NO_HAND),)


def sweep_out(table: Table) -> None:
    """The hand is over. A player who left for good during it is gone."""
    for seat in seats_of(table.seating.leaving):
        depart(table, seat, "leave")


def free_seats(table: Table, before: Positions, now: Positions) -> None:
    """The button has moved on. While a waiting list exists, no player may be away for longer than one turn of it, if
    the book counts turns."""
    if not counts_turns(table) or before.button == now.button:
        return
    way = (*between_seats(before.button, now.button), now.button)
    for seat in seats_of(table.seating.away & table.seating.held):
        if table.seating.away_since[seat] in way:
            table.seating.away_for_a_turn(seat)
    free_for_list(table)


def free_for_list(table: Table) -> None:
    """There is a waiting list. A player who is marked, or away for more than one turn, loses the seat unless they
    have cards."""
    if not table.seating.listed or not counts_turns(table):
        return
    plays = table.hand.seats if table.hand is not None and table.hand.phase not in OVER else ()
    for seat in seats_of(table.seating.held):
        matter = _lost_by(table, seat)
        if matter and seat not in plays:
            chips = table.owned(seat)
            depart(table, seat, matter, kept=True)
            if chips:
                table.prompt(Prompt("dealer", seat, "safekeeping", (("seat", seat),)))


def _lost_by(table: Table, seat: Seat) -> str:
    """The rule key by which this seat is free once there is a waiting list. "" if its player keeps it."""
    seating = table.seating
    if among(seating.marked, seat):
        return "absent.second"
    if among(seating.sitting_out, seat) and seating.reached[seat] >= _turns_to_mark(table):
        return "absent.third"
    return "absent.listed" if seating.is_away(seat) and seating.away_since[seat] == NOBODY else ""


def _turns_to_mark(table: Table) -> int:
    return (table.book.entries.absent_long.turns_to_button) or 1


def counts_turns(table: Table) -> bool:
    """Whether the book counts how often the button goes round while a player is away."""
    return table.book.entries.absent_long.then == "turns"


def absence_over(table: Table, seat: Seat) -> None:
    """An absent player's time is over. The floor takes their stake into keeping and gives the place away."""
    if table.seating.is_away(seat) and table.seating.is_held(seat):
        rule(table, "absent.long", seat, (Mark(seat, "overdue"),))
        table.prompt(Prompt("floor", seat, "absence_over", (("seat", seat),)))


def absence_clock(table: Table, e: DealerCommand) -> None:
    """The floor restarts the house's whole time for an absent player, or waits without an end."""
    said = said_by(e, AbsenceClock)
    seat = said.seat
    if not among(table.seating.away & table.seating.held, seat) or not has_limit(table):
        raise Refused("not_now")
    ends = e.at[1] + table.setup.absence if said.way == "run" else 0
    table.seating.wait_until(seat, ends)
    rule(table, "absent.long", seat, (Mark(seat, "overdue", on=False),), by=e.role)
    table.arm(Timer(Timed.ABSENCE, seat), ends or None)


# --- kept for them --------------------------------------------------------------------------------------------------


def paid_out(table: Table, e: DealerCommand) -> None:
    """The chips kept in a player's name were paid out."""
    seat = seat_of(e)
    amount = sum(amount for of, amount in table.seating.kept if of == seat)
    if not amount:
        raise Refused("nothing_kept")
    rule(table, "deposits", seat, (Keep(seat, -amount),), by=e.role)


def close_session(table: Table, e: DealerCommand) -> None:
    """The session is over. Unclaimed chips go into the register of unclaimed money, seat by seat."""
    if table.phase not in BETWEEN_HANDS:
        raise Refused("not_now")
    for seat, amount in table.seating.kept:
        rule(table, "deposits", seat, (), by=e.role)
        table.prompt(Prompt("floor", seat, "unclaimed", (("seat", seat), ("amount", amount))))


# --- seats kept for others ------------------------------------------------------------------------------------------


def reserve(table: Table, e: DealerCommand) -> None:
    """A free seat is reserved for a coming player, for so many minutes or until they arrive."""
    said = said_by(e, SeatAndMinutes)
    seat, minutes = said.seat, said.minutes or 0
    if table.seating.is_held(seat):
        raise Refused("seat_taken")
    if seat not in table.setup.chairs:
        raise Refused("no_chair")
    ends = e.at[1] + minutes * MINUTE if minutes else 0
    table.seating.wait_until(seat, ends)
    apply(table, (Mark(seat, "reserved"),))
    table.arm(Timer(Timed.RESERVED, seat), ends or None)


def no_longer_reserved(table: Table, seat: Seat) -> None:
    """The reservation ends, as the player has come or is no longer expected."""
    if table.seating.wait_no_longer(seat):
        table.arm(Timer(Timed.RESERVED, seat), None)
    apply(table, (Mark(seat, "reserved", on=False),))


def reservation_over(table: Table, seat: Seat) -> None:
    """The time of a reservation is over: the seat is free."""
    if table.seating.is_reserved(seat):
        table.seating.wait_no_longer(seat)
        apply(table, (Mark(seat, "reserved", on=False),))
        table.prompt(Prompt("floor", seat, "reservation_over", (("seat", seat),)))


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    "absence_clock": (absence_clock, "role"),
    "reserve": (reserve, "role"),
    "paid_out": (paid_out, "role"),
    "close_session": (close_session, "role"),
}
