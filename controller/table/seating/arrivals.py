"""Players who come, go and buy chips, as the dealer or the floor enters it."""

from collections.abc import Callable
from typing import Final

from controller.poker.betting import among, clockwise
from controller.poker.events import DealerCommand
from controller.poker.hand import BEFORE_ACTS, Phase, Stage
from controller.poker.outcomes import Admit, Effect, Issue, Kill, Mark, Owe, Prompt, Void, Withdraw
from controller.poker.places import Seat
from controller.poker.said import HowManyWait, Leaving, NewPlayer, SeatAndSum
from controller.poker.timers import Timed, Timer
from controller.table.chips.chips_in_hand import must_stay
from controller.table.chips.chips_in_transit import to_come
from controller.table.chips.foreign_chips import left_behind
from controller.table.seating.absences import (
    absent_hands_die,
    arrives,
    back,
    blinded_off,
    gone,
    hand_dies,
    reckon,
    said_here,
    settled,
)
from controller.table.seating.busted_players import rebuying
from controller.table.seating.departures import OTHER_SEAT, depart, free_for_list, no_longer_reserved
from controller.table.seating.entry_blinds import joins, pays_now, waits
from controller.table.state.button_rules import between_seats, dead_button
from controller.table.state.command_args import Refused, least, said_by, seat_of
from controller.table.state.question import AWAY, Answer
from controller.table.state.questions_of_seats import ChairEmpty, ChairEmptyAtDeal, Reserved, SeatAtSmallBlind
from controller.table.state.rulings import refuse, rule
from controller.table.state.setup import ALL_SEATS
from controller.table.state.table import Table
from controller.table.tournament.late_registration import may_register
from firmware_bridge.messages.roles import outranks

# --- coming ---------------------------------------------------------------------------------------------------------


def seat_player(table: Table, e: DealerCommand) -> None:
    """A player takes a seat with the chips on its stack, or with the amount that is entered."""
    player = said_by(e, NewPlayer)
    seat, said, reason = player.seat, player.amount or 0, player.reason or "new"
    if seat not in table.setup.chairs:
        raise Refused("no_chair")
    if table.seating.is_held(seat) or _full(table):
        _taken(table, seat)
        return
    if table.tournament.displaced and reason in ("new", "late"):
        reason = "moved"  # the event has counted them already
    after_the_start = reason == "new" and table.setup.tournament and table.tournament.clock.started
    if (reason == "late" or after_the_start) and not _may_still_enter(table, seat):
        return
    if reason == "late":
        said = table.setup.schedule.starting_stack or said
    if table.seating.is_reserved(seat) and not outranks(e.role, "floor"):
        _ask_for_whom(table, seat, said, reason)
        return
    lies = table.felt.own(seat) if table.senses.chips[seat] else 0
    if reason == "balance" and not _right_place(table, seat, said or lies):
        return
    if table.tournament.displaced and reason == "moved":
        table.fulfilled(OTHER_SEAT, table.tournament.seat_displaced())
    admit(table, seat, said or lies, min(lies, said or lies), reason)


def _may_still_enter(table: Table, seat: Seat) -> bool:
    """Whether the event still takes late entries, if the book leaves that to the event."""
    if not table.book.has("late.arrival") or may_register(table):
        return True
    refuse(table, "late.arrival", seat)
    return False


def _ask_for_whom(table: Table, seat: Seat, amount: int, reason: str) -> None:
    """The seat is reserved: the dealer says whether it is the expected player who takes it."""
    table.ask(Reserved(seat, amount, reason))


def answer_reserved(table: Table, q: Reserved, answer: Answer) -> None:
    """The expected player sits down. With any other answer the seat stays reserved."""
    if answer.choice == "his" and not table.seating.is_held(q.seat):
        lies = table.felt.own(q.seat) if table.senses.chips[q.seat] else 0
        admit(table, q.seat, q.amount or lies, min(lies, q.amount or lies), q.reason)


def _full(table: Table) -> bool:
    """Whether as many play as the book lets sit at one table."""
    book = table.book
    most = book.entries.players.most
    return bool(most) and table.seating.held.bit_count() >= most


def _taken(table: Table, seat: Seat) -> None:
    """The seat belongs to another player. At a full table the article on the number of players says so."""
    if not _full(table):
        raise Refused("seat_taken")
    rule(table, "players", seat, (Void(seat),))


def admit(table: Table, seat: Seat, amount: int, found: int, reason: str, *, skips: bool = False) -> None:
    """The player holds the seat with `amount` in chips, including `found`, which lie there."""
    if not _enough(table, seat, amount):
        return
    if table.seating.is_reserved(seat):
        no_longer_reserved(table, seat)
    enters = _enters(table, reason)
    effects: list[Effect] = [Admit(seat, found, enters), Mark(seat, "fresh"), Mark(seat, "skips", on=skips)]
    if amount > found:
        effects.append(Issue(seat, amount - found))
    rule(table, "buyin.counted" if _cash(table) else "entry", seat, tuple(effects))
    to_come(table, seat, amount - found)
    left_behind(table, seat)
    if reason == "late" and table.book.has("late.chips"):
        rule(table, "late.chips", seat, ())
    table.seating.arrive(seat)
    debt = _entry(table, reason)
    if debt:
        rule(table, debt, seat, (Owe(seat, debt),))
        live = table.stakes.big_blind
        table.prompt(Prompt("seat", seat, "post_or_wait", (("live", live), ("dead", 0))))


def _enters(table: Table, reason: str) -> bool:
    """Whether this is one more player in the tournament: a new one whom the schedule's number did not count."""
    return table.setup.tournament and (reason == "late" or (reason == "new" and not table.setup.schedule.players))


def _cash(table: Table) -> bool:
    return not table.setup.tournament and table.book.has("buyin.counted")


def _enough(table: Table, seat: Seat, amount: int) -> bool:
    """Whether the stake is within the table's limits. A missing part is asked for, and a surplus goes back."""
    lowest, most = table.setup.buyin_least, table.setup.buyin_most
    if not _cash(table) or (max(lowest, 1) <= amount and (not most or amount <= most)):
        return True
    rule(table, "buyin.counted", seat, (Void(seat),))
    short = max(lowest, 1) - amount
    key, figure = ("buyin_short", short) if short > 0 else ("buyin_over", amount - most)
    table.prompt(Prompt("dealer", seat, key, (("seat", seat), ("amount", figure))))
    return False


def _entry(table: Table, reason: str) -> str:
    """The rule key under which a newcomer pays. "" for nothing."""
    book = table.book
    if book.entries.entry.pays == "nothing" or reason == "moved":
        return ""
    if reason == "returned" and book.has("entry.returned"):
        return "entry.returned"
    free = book.entries.entry.free_in_first_turn and not table.seating.round
    return "" if free else "entry"


# --- a balanced player's place --------------------------------------------------------------------------------------


def _right_place(table: Table, seat: Seat, amount: int) -> bool:
    """Whether a player moved for balance may sit there. The nearest place is proposed if not."""
    book, last = table.book, table.last
    if last is None or book.entries.move.where != "nearest_left_of_big_blind":
        return True
    order = places_for(table)
    if order and seat == order[0]:
        rule(table, "move", seat, ())
        return True
    if order:
        matter = "move.small_blind" if seat == last.big_blind and book.has("move.small_blind") else "move"
        rule(table, matter, seat, (Void(seat),))
        table.prompt(Prompt("floor", order[0], "seat_proposed", (("seat", order[0]),)))
        return False
    table.ask(SeatAtSmallBlind(seat, amount))
    rule(table, "move", seat, ())
    return False


def places_for(table: Table) -> list[Seat]:
    """The free seats for a player moved for balance, the nearest left of the big blind first. The next small blind is
    left out. Seats between button and small blind come last."""
    last = table.last
    if last is None:
        return []
    held = [s for s in ALL_SEATS if table.seating.is_held(s) and table.stack[s]]
    button = dead_button(last, held).button if len(held) > 1 else last.small_seat
    chairs = clockwise(table.setup.chairs, last.big_blind)
    free = [s for s in chairs if not among(table.seating.held | table.seating.reserved, s) and s != last.big_blind]
    between = between_seats(button, last.big_blind)
    return [s for s in free if s not in between] + [s for s in free if s in between]


def answer_small_blind(table: Table, q: SeatAtSmallBlind, answer: Answer) -> None:
    """The floor lets a moved player sit at the coming small blind. They get no cards in the next hand."""
    if answer.choice == "confirm" and not table.seating.is_held(q.seat):
        lies = table.felt.own(q.seat) if table.senses.chips[q.seat] else 0
        admit(table, q.seat, q.amount, min(lies, q.amount), "moved", skips=True)


# --- going ----------------------------------------------------------------------------------------------------------


def leave(table: Table, e: DealerCommand) -> None:
    """The player leaves for good, with their chips or without, or goes to another table of the event."""
    said = said_by(e, Leaving)
    seat, to_another = said.seat, said.to == "moved"
    if to_another:
        least(e, "floor")  # only the floor moves a player to another table
    hand = table.hand
    if table.seating.is_reserved(seat) and outranks(e.role, "floor"):
        no_longer_reserved(table, seat)
        return
    if not table.seating.is_held(seat):
        raise Refused("seat_empty")
    if hand is None or seat not in hand.seats or hand.phase in (Phase.CLAIMS, Phase.CANCELLED):
        matter = "move" if to_another else _leaves_by(table, seat)
        depart(table, seat, matter, e.role, kept=matter == "absent.long")
        return
    if to_another:
        raise Refused("not_now")
    effects: tuple[Effect, ...] = (Mark(seat, "leaving"), Mark(seat, "away"))
    dies = table.book.entries.absent_hand.dies == "deal_end"
    if dies and hand.betting.is_live(seat) and hand.stage in (Stage.ACTS, Stage.GATHER):
        rule(table, "leave", seat, (*effects, Kill(seat)), by=e.role)
    else:
        rule(table, "leave", seat, effects, by=e.role)


def _leaves_by(table: Table, seat: Seat) -> str:
    """The rule key of a departure: of a player without chips, of one absent too long, or the plain one."""
    seating, book = table.seating, table.book
    if seating.is_broke(seat) and book.has("buyin.gone"):
        return "buyin.gone"
    return "absent.long" if among(seating.overdue & seating.away, seat) else "leave"


def _away(table: Table, e: DealerCommand) -> None:
    gone(table, seat_of(e), e.at[1])


def _back(table: Table, e: DealerCommand) -> None:
    back(table, seat_of(e))


def answer_vacated(table: Table, q: ChairEmpty, answer: Answer) -> None:
    """The dealer says whether the player of a chair that seems empty is away."""
    if answer.choice != AWAY:
        said_here(table, q.seat)
        return
    gone(table, q.seat, table.seating.vacated_at[q.seat])


def answer_vacated_at_deal(table: Table, q: ChairEmptyAtDeal, answer: Answer) -> None:
    """The dealer says whether the player was away when the deal ended. They may be back since."""
    hand, at = table.hand, table.seating.vacated_at[q.seat]
    if answer.choice != AWAY:
        said_here(table, q.seat)
    else:
        settled(table, q.seat)
        if not table.felt.is_occupied(q.seat):
            gone(table, q.seat, at)
        else:
            arrives(table, q.seat)
            if hand is not None:
                hand_dies(table, hand, q.seat, "dealer")
    if hand is not None:
        absent_hands_die(table, hand, "dealer")


# --- owing ----------------------------------------------------------------------------------------------------------


def _post(table: Table, e: DealerCommand) -> None:
    seat, hand = seat_of(e), table.hand
    if not pays_now(table, seat):
        raise Refused("nothing_owed")
    if hand is not None and hand.stage is Stage.CARDS and hand.phase in BEFORE_ACTS:
        joins(table, hand, seat)


def _wait(table: Table, e: DealerCommand) -> None:
    if not waits(table, seat_of(e)):
        raise Refused("nothing_owed")


def sit(table: Table, seat: Seat, out: bool) -> None:
    """From the next hand the seat is dealt in, or not. With a debt, sitting in means paying, sitting out waiting."""
    seating = table.seating
    if seating.debt[seat] and seating.is_held(seat):
        waits(table, seat) if out else pays_now(table, seat)
        return
    if seating.is_held(seat) and blinded_off(table):
        gone(table, seat, 0) if out else back(table, seat)
        return
    was_out = among(seating.sitting_out | seating.marked, seat)
    seating.mark(seat, "sitting_out", on=out)
    if was_out and not out:
        reckon(table, seat)


# --- chips ----------------------------------------------------------------------------------------------------------


def buy(table: Table, e: DealerCommand) -> None:
    """More chips for a seat between two hands."""
    seat, amount = _amount(table, e)
    if not _may_buy(table, seat):
        refuse(table, "buyin", seat)
        return
    book, lowest, most = table.book, table.setup.buyin_least, table.setup.buyin_most
    total = table.stack[seat] + amount
    unit = table.stakes.small_blind if book.entries.buyin.multiple_of == "small_blind" else 1
    if total < lowest or (most and total > most) or amount % (unit or 1):
        refuse(table, "buyin.amount", seat)
        return
    effects: list[Effect] = _brought(table, seat, amount)
    rule(table, "buyin.amount" if book.has("buyin.amount") else "buyin", seat, tuple(effects))
    if table.seating.is_broke(seat):
        _rebought(table, seat)


def _may_buy(table: Table, seat: Seat) -> bool:
    """Whether the seat may buy chips: between two hands, or outside the hand if the book allows that. Some books also
    want the stack to be low."""
    book, hand = table.book, table.hand
    if book.entries.buyin.when != "any" and table.stack[seat] >= table.stakes.big_blind:
        return False
    if table.phase in (Phase.WAITING, Phase.CLAIMS, Phase.CANCELLED):
        return True
    allowed = book.entries.buyin.during_hand
    return bool(allowed) and hand is not None and seat not in hand.seats


def _brought(table: Table, seat: Seat, amount: int) -> list[Effect]:
    """Chips come into play at a stack: those that lie there already, and those that are still to come."""
    lies = table.felt.own(seat) - table.transit.uncounted(seat) - table.stack[seat] - table.stacks.small[seat]
    lies = lies if table.senses.chips[seat] else 0
    found = max(0, min(lies, amount))
    return [Admit(seat, found), *([Issue(seat, amount - found)] if amount > found else [])]


def _rebought(table: Table, seat: Seat) -> None:
    """A player is back from buying in again. If the book says so, the place costs nothing, and blinds that are due
    there do not pass it by. The button passes a place that it lies behind: else the same two would post again."""
    effects: tuple[Effect, ...] = (Mark(seat, "broke", on=False), Mark(seat, "away", on=False))
    table.seating.wait_no_longer(seat)
    table.arm(Timer(Timed.REBUY, seat), None)
    if table.book.has("buyin.back"):
        effects += (Owe(seat, ""), Mark(seat, "marked", on=False), Mark(seat, "sitting_out", on=False))
        last = table.last
        if last is None or seat not in between_seats(last.button, last.small_seat):
            effects += (Mark(seat, "dealt"),)
    rule(table, "buyin.back", seat, effects)


def outside(table: Table, e: DealerCommand) -> None:
    """Chips from elsewhere that a player declares: as much as the table's maximum leaves room for."""
    seat, amount = _amount(table, e)
    book, most = table.book, table.setup.buyin_most
    if book.entries.outside_chips.then != "declared_within_maximum":
        refuse(table, "outside_chips", seat)
        return
    if table.phase not in (Phase.WAITING, Phase.CLAIMS, Phase.CANCELLED):
        refuse(table, "buyin", seat)
        return
    room = max(0, most - table.stack[seat]) if most else amount
    rule(table, "outside_chips", seat, tuple(_brought(table, seat, min(amount, room))))
    if amount > room:
        table.prompt(Prompt("dealer", seat, "remove", (("seat", seat), ("amount", amount - room))))


def tip(table: Table, e: DealerCommand) -> None:
    """A tip off the stack, if the book allows it."""
    seat, amount = _amount(table, e)
    book = table.book
    if not book.entries.going_south.tips or amount > table.stack[seat]:
        refuse(table, must_stay(table), seat)
        return
    rule(table, "going_south", seat, (Withdraw(seat, amount),))


def _amount(table: Table, e: DealerCommand) -> tuple[Seat, int]:
    said = said_by(e, SeatAndSum)
    if not said.amount:
        raise Refused("value")
    if not table.seating.is_held(said.seat):
        raise Refused("seat_empty")
    return said.seat, said.amount


# --- the table ------------------------------------------------------------------------------------------------------


def accommodate(table: Table, e: DealerCommand) -> None:
    """The dealer acts for a player who cannot. The player's words decide, not the chips that the dealer moves."""
    seat = seat_of(e)
    if not table.book.has("accommodation"):
        raise Refused("no_rule")
    rule(table, "accommodation", seat, (Mark(seat, "assisted"),), by=e.role)


def waiting_list(table: Table, said: HowManyWait) -> None:
    """How many players wait for a seat at this table."""
    table.seating.list_waits(said.number)
    free_for_list(table)


def last_hands(table: Table, e: DealerCommand) -> None:
    """The table closes: so many hands after this one are announced."""
    if not table.book.has("last_hands"):
        raise Refused("no_rule")
    table.seating.announce_last_hands(table.book.entries.last_hands.announced)
    rule(table, "last_hands", None, (), by=e.role)
    table.prompt(Prompt("dealer", None, "last_hands", (("count", table.seating.ending),)))


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    "seat": (seat_player, "role"),
    "leave": (leave, "role"),
    "away": (_away, "role"),
    "back": (_back, "role"),
    "post": (_post, "role"),
    "wait": (_wait, "role"),
    "buyin": (buy, "role"),
    "outside": (outside, "role"),
    "tip": (tip, "role"),
    "rebuying": (rebuying, "role"),
    "accommodate": (accommodate, "role"),
    "list": (waiting_list, "said"),
    "last_hands": (last_hands, "role"),
}
