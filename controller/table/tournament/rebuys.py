"""Rebuys and add-ons of a tournament: when, to whom, how much. Also the equal stacks it starts with."""

from collections.abc import Callable
from typing import Final

from controller.poker.betting import among, seats_of
from controller.poker.events import DealerCommand
from controller.poker.hand import BETWEEN_HANDS
from controller.poker.outcomes import Count, Issue, Prompt, Void
from controller.poker.places import BET, STACK, Seat
from controller.poker.said import StacksBought
from controller.table.chips.chips_in_transit import note_come, to_come
from controller.table.state.chip_sales import CLOSING_HANDS, Buying
from controller.table.state.command_args import Refused, said_by
from controller.table.state.rulings import refuse, rule
from controller.table.state.table import Table
from controller.table.tournament.late_registration import note_expected
from controller.table.tournament.levels import end_rebuys, run


def rebuy(table: Table, e: DealerCommand) -> None:
    """ "3", "3:2" for two at once, "3:addon" for both: a player announces that they buy another stack."""
    said = said_by(e, StacksBought)
    seat, against = said.seat, _against_rebuy(table, said)
    if against:
        refuse(table, against, seat)
        return
    table.tournament.sales.rebuy(seat)
    rule(table, "buyin", seat, (Issue(seat, table.setup.schedule.rebuy_stack), Count(seat, "rebuys")))
    table.fulfilled("rebuy_decision", seat)
    to_come(table, seat, table.setup.schedule.rebuy_stack)


def _against_rebuy(table: Table, said: StacksBought) -> str:
    """The rule key under which a rebuy is refused. "" if it is not."""
    sales, schedule, book = table.tournament.sales, table.setup.schedule, table.book
    if not schedule.rebuy_levels:
        return "buyin.freezeout"
    if sales.buying is Buying.ENDING and (said.also or table.hand_number > sales.last_of_period + 1):
        return "buyin.both"
    if said.also:
        return "buyin.both"
    if said.number not in (None, 1) and book.entries.buyin.one_at_a_time:
        return "buyin"
    if sales.buying is Buying.NOTHING or _closed_by_hand(table) or _ranked(table, said.seat):
        return "buyin.time"
    return "" if _qualifies(table, said.seat) else "buyin"


def _between(table: Table) -> bool:
    return table.phase in BETWEEN_HANDS


def _closed_by_hand(table: Table) -> bool:
    """Whether a hand is played in which the book sells nothing."""
    during = table.book.entries.buyin.during_hand
    return not during and not _between(table)


def _ranked(table: Table, seat: Seat) -> bool:
    return table.tournament.is_out(seat) or not table.seating.is_held(seat)


def _qualifies(table: Table, seat: Seat) -> bool:
    """Whether the stack is below the next big blind, if the book asks for that, and the rebuys are within the event's
    limit."""
    book, schedule = table.book, table.setup.schedule
    stack = table.owned(seat)
    big_blind = (table.stakes_next or table.stakes).big_blind
    short = book.entries.buyin.when == "broke_or_below_big_blind"
    if short and stack >= big_blind:
        return False
    return not schedule.rebuy_limit or table.tournament.sales.rebuys.get(seat, 0) < schedule.rebuy_limit


def addon(table: Table, seat: Seat) -> None:
    """The last stack that a player may buy, between the second hand after the rebuy period and the next."""
    sales, schedule = table.tournament.sales, table.setup.schedule
    open_now = sales.buying is Buying.ENDING and table.hand_number == sales.last_of_period + 2 and _between(table)
    if not schedule.addon_stack or not open_now or among(sales.addons, seat) or _ranked(table, seat):
        freezeout = not schedule.addon_stack and not schedule.rebuy_levels
        refuse(table, "buyin.freezeout" if freezeout else "addon", seat)
        return
    sales.add_on(seat)
    amount = schedule.addon_stack * schedule.addon_times
    rule(table, "addon", seat, (Issue(seat, amount), Count(seat, "addons")))
    table.fulfilled("rebuy_decision", seat)
    to_come(table, seat, amount)


def have_come(table: Table) -> None:
    """A hand begins: chips that lie on a stack by now are no longer to come."""
    for seat in seats_of(table.seating.held):
        if table.transit.coming[seat]:
            note_come(table, seat)


def unpaid(table: Table, seat: Seat) -> None:
    """The cashier has no payment for an announced purchase, so it is a debt. The chips stay in play."""
    event, schedule = table.tournament, table.setup.schedule
    if seat not in event.sales.rebuys and not among(event.sales.addons, seat):
        raise Refused("not_now")
    event.sales.not_paid(seat, schedule.rebuy_stack or schedule.addon_stack)
    rule(table, "buyin.time", seat, (Count(seat, "debts"),))
    table.prompt(Prompt("floor", seat, "debt", (("seat", seat), ("amount", event.sales.debts[seat]))))


def paid_up(table: Table, seat: Seat) -> None:
    """The player has paid."""
    if not table.tournament.sales.paid(seat):
        raise Refused("not_now")


def closing_hands(table: Table) -> None:
    """After the last add-ons no more chips are sold. Before that the last hands are announced one by one. A hand that
    is dealt again is not a further one, and none of the last if the period ended since it began."""
    played = closing_hand(table)
    if played is None:
        return
    played -= bool(table.to_deal_again)
    if played < 0:
        return
    if played >= CLOSING_HANDS:
        table.tournament.sales.close()
        return
    table.prompt(Prompt("dealer", None, "closing_hand", (("count", played + 1), ("total", CLOSING_HANDS))))


def closing_hand(table: Table) -> int | None:
    """Hands played since the rebuy period ended, with the one on the table. None unless it is ending."""
    event = table.tournament
    return table.hand_number - event.sales.last_of_period if event.sales.buying is Buying.ENDING else None


def rebuys_over(table: Table, _said: None) -> None:
    """The floor ends the rebuy period."""
    if table.tournament.sales.buying is not Buying.REBUYS:
        raise Refused("not_now")
    end_rebuys(table)


def start_event(table: Table, e: DealerCommand) -> None:
    """The floor starts the event: with equal stacks, or not at all."""
    if table.hand_number or table.tournament.clock.started:
        raise Refused("not_now")
    wanted = table.setup.schedule.starting_stack
    short = [(seat, _lies(table, seat) - wanted) for seat in seats_of(table.seating.held) if wanted]
    wrong = [(seat, amount) for seat, amount in short if amount]
    for seat, amount in wrong:
        rule(table, "stacks.equal", seat, (Void(seat),))
        table.alarm("stack.unequal", seat, amount)
    if not wrong:
        table.tournament.clock.start()
        note_expected(table)
        run(table, e.at[1])


def _lies(table: Table, seat: Seat) -> int:
    total = table.felt.total
    return total[STACK + seat] + total[BET + seat] if table.senses.chips[seat] else table.stack[seat]


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    "rebuy": (rebuy, "role"),
    "addon": (addon, "seat"),
    "unpaid": (unpaid, "seat"),
    "paid": (paid_up, "seat"),
    "rebuys_over": (rebuys_over, None),
    "start_event": (start_event, "role"),
}
