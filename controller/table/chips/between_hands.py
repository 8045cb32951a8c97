"""Chips between hands: at free seats, and at stacks that differ from what they count as."""

from collections.abc import Sequence

from controller.poker.betting import NOBODY, SEAT_LISTS, seats_of
from controller.poker.book import Book
from controller.poker.events import ChipsMoved
from controller.poker.hand import AWARD, BETWEEN_HANDS, CANCELLED, CLAIMS, SHOWDOWN_OVER
from controller.poker.outcomes import Prompt, Void
from controller.poker.places import BET, HAND, STACK, Place, Seat, is_stack, place_text
from controller.table.chips.chips_in_hand import bets_still_out, not_played
from controller.table.chips.foreign_chips import left_behind
from controller.table.state.penalty_ladder import ask_penalty, asked_of, withdraw_penalty
from controller.table.state.question import TRANSFER, Answer
from controller.table.state.questions_of_seats import SeatChange, Transfer
from controller.table.state.rulings import rule
from controller.table.state.setup import ALL_SEATS
from controller.table.state.table import Table

# --- a free seat ---------------------------------------------------------------------------------------------------


def at_free_seat(table: Table, seat: Seat, e: ChipsMoved) -> None:
    """Chips at the stack of a free seat. They are a stake to be counted, or the chips of a player who changes places.
    Chips that leave it go back to that player, or have been cashed out."""
    felt = table.felt
    owner = _who_misses(table, sum(e.removed)) if 0 < sum(e.removed) <= felt.own(seat) else NOBODY
    if owner:
        felt.take_back(e.area, e.removed, owner, e.at[1])
    elif e.removed:
        felt.take_off(e.area, e.removed)
    before = {s: felt.total[HAND + s] for s in ALL_SEATS}
    unexplained = felt.move_chips(e.area, e.added, (), True, e.at)
    giver = next((s for s, had in before.items() if felt.total[HAND + s] < had and s != seat), 0)
    if giver and table.seating.is_held(giver):
        _changes_place(table, giver, seat, before[giver] - felt.total[HAND + giver])
    elif unexplained > 0 or (e.added and not giver):
        amount = felt.own(seat)
        table.prompt(Prompt("dealer", seat, "buyin", (("seat", seat), ("amount", amount))))


def _who_misses(table: Table, value: int) -> Seat:
    """The player whose chips of this value lie at the free seat: no other place has them."""
    if table.phase is AWARD:
        return NOBODY  # what is won and not pushed yet is missing, too
    return next((seat for seat, short in differences(table)[1].items() if short >= value), NOBODY)


def _changes_place(table: Table, giver: Seat, seat: Seat, amount: int) -> None:
    """The chips of one seat lie at another, free one. The seat does not become the player's until the floor says
    so."""
    book = table.book
    if not book.has("seat.change"):
        table.alarm("chips.not_there", giver, amount, place_text(STACK + giver))
        return
    rule(table, "seat.change", seat, (Void(seat),))
    table.ask(SeatChange(giver, seat))


def answer_change(table: Table, q: SeatChange, answer: Answer) -> None:
    """The floor lets a player change places, or sends them back: their chips are due at their seat. A player who is
    dealt in may not change."""
    hand = table.hand
    plays = hand is not None and q.giver in hand.seats and hand.phase not in (CLAIMS, CANCELLED)
    if answer.choice != "allow" or plays or table.seating.is_held(q.seat) or not table.seating.is_held(q.giver):
        table.prompt(Prompt("dealer", q.giver, "chips_back", (("seat", q.giver), ("amount", table.stack[q.giver]))))
        return
    _swap(table, q.giver, q.seat)


def _swap(table: Table, giver: Seat, seat: Seat) -> None:
    """All that counts for one seat counts for the other."""
    table.move_stack(giver, seat)
    table.seating.move(giver, seat)
    left_behind(table, seat)
    rule(table, "seat.change", seat, (), by="floor")


# --- chips from outside ---------------------------------------------------------------------------------------------


def from_nowhere(table: Table, seat: Seat | None, amount: int, area: Place) -> None:
    """Chips that were not on the table come to a place. Between hands they are a stake to be entered, if the book
    allows that. Otherwise they count for nothing, by its article."""
    book, between = table.book, table.phase in BETWEEN_HANDS
    if between and seat and is_stack(area) and _may_be_declared(book):
        table.prompt(Prompt("dealer", seat, "buyin", (("seat", seat), ("amount", amount))))
        return
    table.alarm("chips.from_nowhere", seat, amount, place_text(area))
    if seat is None:
        return
    if book.has("outside_chips") and not _may_be_declared(book):
        rule(table, "outside_chips", seat, (Void(seat),))
    elif book.has("buyin"):
        rule(table, "buyin", seat, (Void(seat),))


def _may_be_declared(book: Book) -> bool:
    return book.entries.outside_chips.then == "declared_within_maximum"


def not_his(table: Table, owner: Seat, seat: Seat, e: ChipsMoved) -> bool:
    """Chips of one player lie on another's line. No player plays on another's money, if the book says so."""
    book = table.book
    if not book.has("chips.others"):
        return False
    rule(table, "chips.others", seat, (Void(seat),))
    table.prompt(Prompt("dealer", owner, "chips_back", (("seat", owner), ("amount", sum(e.added)))))
    return True


# --- stacks that are not what they should be ------------------------------------------------------------------------


def inspect(table: Table) -> bool:
    """At the shuffle, compare every stack with what it counts as. True if the hand may not begin before the floor has
    decided.

    Chips that are in a player's hand are looked at again when the first card comes.
    """
    over, short = differences(table)
    if over and short:
        if _passed_on(table):
            return True
        over, short = differences(table)
    for seat in short:
        if not table.transit.gone[seat]:
            table.alarm("stack.short", seat, short[seat], place_text(STACK + seat))
    for seat in over:
        if table.book.has("outside_chips"):
            rule(table, "outside_chips", seat, (Void(seat),))
            table.prompt(Prompt("dealer", seat, "remove", (("seat", seat), ("amount", over[seat]))))
    return False


def _passed_on(table: Table) -> bool:
    """Treat chips that are missing at one stack and too many on another as passed on. True if the next hand waits for
    the floor."""
    over, short = differences(table)
    for seat, amount in short.items():
        for other, more in over.items():
            if more == amount and _handed_on(table, seat, other, amount):
                return True
    return False


def compare_once_settled(table: Table) -> None:
    """Once all bets of a void hand are back, compare the stacks. Until then chips of a player may be in the pot. If
    pots had been pushed, the winners still give them back, and the stacks are compared at the shuffle."""
    held = any(table.felt.total[HAND + seat] for seat in ALL_SEATS)
    void = table.phase is CANCELLED and not _had_been_pushed(table)
    if void and not (held or transfer_asked(table) or bets_still_out(table)):
        _passed_on(table)


def winners_have_bets(table: Table) -> bool:
    """Whether a stack still has what its player had won in a void hand, and others lack it."""
    return _had_been_pushed(table) and all(differences(table))


def _had_been_pushed(table: Table) -> bool:
    """Whether the hand is void since its pots were awarded."""
    hand = table.hand
    if hand is None or hand.phase is not CANCELLED or hand.voided is None:
        return False
    return hand.voided.hand.phase in SHOWDOWN_OVER


def transfer_asked(table: Table) -> bool:
    """Whether the floor has still to decide on chips that were passed on."""
    return any(ask.key == TRANSFER for ask in table.asks.values())


def differences(table: Table) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """Return (seat → surplus on its stack, seat → shortfall). Chips in a hand or on a bet line count as on the
    stack."""
    return _compared(table, table.felt.total[HAND:])


def on_the_table(table: Table) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """The same, but chips in a hand count as missing."""
    return _compared(table, [0] * SEAT_LISTS)


def _compared(table: Table, held: Sequence[int]) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """`held`: by seat, the chips in a hand that count as on the stack."""
    over: dict[Seat, int] = {}
    short: dict[Seat, int] = {}
    transit, stack, small = table.transit, table.stack, table.stacks.small
    total, leaving, sensed = table.felt.total, table.felt.leaving, table.senses.chips
    for seat in seats_of(table.seating.held):
        if not sensed[seat]:
            continue
        lies = total[STACK + seat] + total[BET + seat] + held[seat] - small[seat]
        lies += transit.coming[seat] - transit.foreign[seat] - transit.borrowed[seat] - leaving[seat]
        counts = stack[seat] + transit.gone[seat]
        if lies > counts:
            over[seat] = lies - counts
        elif lies < counts:
            short[seat] = counts - lies
    return over, short


# --- chips that go from one player to another -----------------------------------------------------------------------


def came_from(table: Table, held: list[int], seat: Seat) -> tuple[Seat, int]:
    """Find the hand that the chips on this seat's stack came from. Return (its seat, the amount), or (0, 0) if they
    are the seat's own. `held` is what the hands held before."""
    lost = {s: held[s] - table.felt.total[HAND + s] for s in ALL_SEATS if s != seat}
    giver = max(lost, key=lambda s: lost[s])
    return (giver, lost[giver]) if lost[giver] > 0 else (0, 0)


def handed_over(table: Table, giver: Seat, taker: Seat, amount: int) -> None:
    """Between two hands a player lays chips on another's stack. The chips are not played until that is settled. Chips
    that come back to the player who had given them need no answer."""
    given_back(table, giver)
    over, short = differences(table)
    amount = min(amount, over.get(taker, 0), short.get(giver, 0))
    if amount > 0:
        _handed_on(table, giver, taker, amount)
    elif taker not in short:
        table.fulfilled("chips_back", taker)


def _handed_on(table: Table, giver: Seat, taker: Seat, amount: int) -> bool:
    """True if the next hand waits for the floor."""
    if _transferred(table, giver, taker, amount):
        return True
    book, transit = table.book, table.transit
    if book.has("going_south"):
        rule(table, "going_south", giver, (Void(giver),))
    if book.has("outside_chips"):
        rule(table, "outside_chips", taker, (Void(taker),))
    table.alarm("chips.transfer", giver, amount, place_text(STACK + taker))
    transit.borrow(taker, amount)
    not_played(table, giver, amount - min(amount, transit.gone[giver] - transit.back[giver]))
    return False


def _transferred(table: Table, giver: Seat, taker: Seat, amount: int) -> bool:
    book = table.book
    if not book.has("chips.transfer"):
        return False
    rule(table, "chips.transfer", taker, (Void(taker),))
    table.alarm("chips.transfer", giver, amount, place_text(STACK + taker))
    table.ask(Transfer(giver, taker, amount))
    if book.entries.chips_transfer.sanction and not asked_of(table, giver):
        ask_penalty(table, giver, "chips.transfer")
    return True


def given_back(table: Table, seat: Seat) -> None:
    """Chips leave a stack between two hands. Of another player's chips, at most those that still lie there can be
    left."""
    transit, own = table.transit, table.owned(seat) + table.transit.foreign[seat]
    if transit.borrowed[seat]:
        lies = table.felt.total[STACK + seat] + table.felt.total[HAND + seat] - own - transit.back[seat]
        transit.given_back(seat, lies)


def answer_transfer(table: Table, q: Transfer, answer: Answer) -> None:
    """The floor has the chips go back, or lets them count where they lie."""
    if answer.choice == "back" or table.stack[q.giver] < q.amount:
        if differences(table)[1].get(q.giver, 0):
            table.prompt(Prompt("dealer", q.giver, "chips_back", (("seat", q.giver), ("amount", q.amount))))
    else:
        table.gain(q.giver, -q.amount)
        table.gain(q.taker, q.amount)
        withdraw_penalty(table, q.giver, "chips.transfer")
