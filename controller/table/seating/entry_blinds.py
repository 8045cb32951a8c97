"""Coming into the game: debts before cards are dealt, how they are paid, and their effect when a hand begins."""

from controller.poker.betting import among, clockwise, seats_of
from controller.poker.book import Book
from controller.poker.hand import Hand
from controller.poker.outcomes import Mark, Owe, Prompt, Take, Void
from controller.poker.places import BET, Seat
from controller.table.seating.lineup import Lineup, can_play
from controller.table.state.button_rules import Positions, between_seats
from controller.table.state.rulings import rule
from controller.table.state.seating import owed
from controller.table.state.setup import ALL_SEATS
from controller.table.state.table import Table


def debt_of(table: Table, seat: Seat) -> tuple[int, int]:
    """What a seat pays before it is dealt in: (live, dead)."""
    return owed(table.seating.debt[seat], table.stakes.small_blind, table.stakes.big_blind)


def may_begin(table: Table, *, again: bool) -> bool:
    """Whether another hand may begin. It may not once the last of the announced hands is over. `again`: it repeats
    the cancelled hand, and does not count."""
    seating = table.seating
    if seating.ending < 0 or again:
        return True
    if not seating.ending:
        rule(table, "last_hands", None, (Void(None),), decided="table_closed")
        table.alarm("table.closed")
        return False
    rule(table, "last_hands", None, ())
    table.prompt(Prompt("dealer", None, "last_hands", (("count", seating.ending),)))
    seating.last_hand_begins()
    return True


def say_places(table: Table, before: Positions | None, made: Lineup) -> None:
    """Report unusual places of button, blinds and newcomers, each with its article."""
    book, now = table.book, made.positions
    if not now.small_blind:
        rule(table, "blind.missing", None, ())
    if not table.seating.is_held(now.button) and book.has("button.dead"):
        rule(table, "button.dead", None, ())
    if before is not None and len(made.seats) == 2 and before.button != before.small_blind:
        rule(table, "heads_up.passage", None, ())
    for seat in made.held_back:
        rule(table, "entry.not_dealt", seat, ())
    if before is None:
        return
    for seat in made.seats:
        if among(table.seating.fresh, seat):
            _say_place(table, book, before, now, seat)


def _say_place(table: Table, book: Book, before: Positions, now: Positions, seat: Seat) -> None:
    """A newcomer in the small blind, on the button, or where the button would have come."""
    if seat == now.small_blind:
        matter = "entry.small_blind"
    elif seat == now.button:
        matter = "entry.button"
    else:
        matter = "entry.passed" if seat in between_seats(before.button, now.button) else ""
    if matter and book.has(matter):
        rule(table, matter, seat, ())


def settle_in(table: Table, made: Lineup, *, again: bool) -> None:
    """The hand has begun. New seats are no longer new, and passed seats are counted. `again`: it was cancelled, and
    the big blind has not moved on."""
    seating = table.seating
    seating.begin_hand(made.seats)
    for seat in made.passed:
        seating.blind_passed(seat)
    for seat in made.marked:
        seating.blind_passed(seat)
        rule(table, "absent.second", seat, (Mark(seat, "marked"),))
        table.prompt(Prompt("dealer", seat, "missed_button", (("seat", seat),)))
    _third(table, made)
    big = made.positions.big_blind
    if seating.is_away(big) and not again:
        seating.blind_passed(big)


def _third(table: Table, made: Lineup) -> None:
    """Players whom the blinds pass once more than the book waits are recorded as sitting out."""
    book, seating = table.book, table.seating
    limit = book.entries.absent_long.turns_to_sit_out
    for seat in made.passed:
        if limit and among(seating.marked, seat) and seating.reached[seat] >= limit and seat not in made.marked:
            rule(table, "absent.third", seat, (Mark(seat, "marked", on=False), Mark(seat, "sitting_out")))


def note_button(table: Table, before: Positions | None, now: Positions) -> None:
    """Note whether the button has been round the table once."""
    seating = table.seating
    if before is None:
        seating.button_starts(now.button)
    elif now.button != before.button:
        seating.button_passes((*between_seats(before.button, now.button), now.button))


def post_debts(table: Table, hand: Hand, made: Lineup, *, again: bool) -> None:
    """Newcomers pay their debts: the live part in front of the seat, the dead one into the pot. `again`: the hand was
    cancelled, and the seats that paid then pay now."""
    seating, book = table.seating, table.book
    if not again:
        seating.nothing_paid()
    for seat in made.joining:
        _post_debt(table, hand, book, seat, seating.pay(seat))


def _post_debt(table: Table, hand: Hand, book: Book, seat: Seat, debt: str) -> None:
    """One seat's debt. If the seat is the big blind, only the blind goes in front. The dead part stays due."""
    live, dead = owed(debt, table.stakes.small_blind, table.stakes.big_blind)
    cleared = (Owe(seat, ""), Mark(seat, "posting", on=False), Mark(seat, "waiting", on=False))
    before = hand.betting.bet[seat]
    if seat != hand.big_blind and not _by_option(table, hand, book, seat):
        hand.betting.post(seat, max(0, live - before))
    posted = () if hand.betting.bet[seat] == before or hand.straddle == seat else (_posted(hand, seat),)
    paid = hand.betting.dead(seat, dead)
    hand.lines.post_dead(seat, paid)
    rule(table, debt, seat, (*posted, *cleared))
    if paid:
        rule(table, f"{debt}.dead", seat, (Take(seat, "post", paid),))


def _posted(hand: Hand, seat: Seat) -> Take:
    return Take(seat, "post", hand.betting.bet[seat])


def _by_option(table: Table, hand: Hand, book: Book, seat: Seat) -> bool:
    """The live part is paid by an option, if it lies there and the book lets one come back with it."""
    option = table.stakes.big_blind * book.entries.option.times_big_blind
    lies = table.felt.total[BET + seat] if table.senses.chips[seat] else 0
    placed = seat == clockwise(hand.seats, hand.big_blind)[0] or book.entries.option.seat == "any"
    if not book.has("option.return") or not placed or lies < option or hand.straddle:
        return False
    hand.post_option(seat, option)
    rule(table, "option", seat, (_posted(hand, seat),), also="option.return")
    return True


def joins(table: Table, hand: Hand, seat: Seat) -> bool:
    """Before the first card, a player who pays their debt is still dealt in with this hand, if the blinds leave room.
    True if they are."""
    seating, book = table.seating, table.book
    if table.last is None or seat in hand.seats or hand.plan.drawn:
        return False
    live, _ = debt_of(table, seat)
    lies = table.felt.total[BET + seat] if table.senses.chips[seat] else 0
    pays = live and (lies >= live or seating.is_posting(seat))
    if (
        not pays
        or not among(can_play(table, book), seat)
        or seat in between_seats(table.last.button, table.last.big_blind)
    ):
        return False
    hand.deal_in(seat, burns=book.entries.burn.before_each_street)
    _post_debt(table, hand, book, seat, seating.join_hand(seat))
    return True


def hand_of_seat(table: Table, seat: Seat) -> bool:
    """Whether a seat is dealt in for the hand in play."""
    return table.hand is not None and seat in table.hand.seats


# --- between hands --------------------------------------------------------------------------------------------------


def pays_now(table: Table, seat: Seat) -> bool:
    """The player pays their debt with the next hand. Return False if they owe nothing."""
    if not table.seating.debt[seat]:
        return False
    rule(table, table.seating.debt[seat], seat, (Mark(seat, "posting"), Mark(seat, "waiting", on=False)))
    return True


def waits(table: Table, seat: Seat) -> bool:
    """The player waits for the big blind. Return False if they owe nothing, or the book knows no waiting."""
    book = table.book
    if not table.seating.debt[seat] or not book.entries.entry.may_wait:
        return False
    rule(table, "entry.waits", seat, (Mark(seat, "waiting"), Mark(seat, "posting", on=False)))
    return True


def chips_between_hands(table: Table, seat: Seat) -> None:
    """Chips on the line of a seat between hands: a payment of its debt, or nothing that counts."""
    if seat not in ALL_SEATS:
        return
    lies = table.felt.total[BET + seat]
    live, _ = debt_of(table, seat)
    if not lies:
        if table.seating.is_posting(seat):
            waits(table, seat)
    elif live and lies >= live and not table.seating.is_posting(seat):
        pays_now(table, seat)
    elif 0 < lies < live:
        rule(table, table.seating.debt[seat], seat, (Void(seat),))


def tell_debts(table: Table) -> None:
    """A player who is not dealt in before paying sees the amount, and so does the dealer."""
    least, stack = table.stakes.big_blind * table.book.entries.buyin_least.big_blinds, table.stack
    seating = table.seating
    for seat in seats_of(seating.held):
        if 0 < stack[seat] < least and not hand_of_seat(table, seat):
            rule(table, "buyin.least", seat, (Void(seat),))
            table.prompt(Prompt("seat", seat, "rebuy_or_leave", (("least", table.setup.buyin_least),)))
        if seating.debt[seat] and not among(seating.waiting | seating.posting | seating.away, seat):
            live, dead = debt_of(table, seat)
            table.prompt(Prompt("seat", seat, "post_or_wait", (("live", live), ("dead", dead))))
