"""Chips that players hold in their hands between two hands: riffled, or taken off the table.

No sensor tells the two apart, but time does. A player who riffles chips lays them down again sooner or later. Chips
that stayed in a hand for longer have left the table, and are not played with until they lie on the stack again.
"""

from typing import Final

from controller.poker.betting import among, seats_of
from controller.poker.hand import BETWEEN_HANDS, CANCELLED, OVER, Hand
from controller.poker.outcomes import Count, Prompt, Void
from controller.poker.places import BET, HAND, POT, STACK, Seat
from controller.poker.timers import Timed, Timer
from controller.table.chips.absent_stakes import stays_away
from controller.table.state.rulings import rule
from controller.table.state.setup import ALL_SEATS
from controller.table.state.table import Table

PATIENCE: Final = 60_000_000_000  # ns, longer than a deck is shuffled and dealt by hand, some 45 s. [M]


def note_lifted(table: Table, at: int) -> None:
    """At the shuffle, at that time (ns), note how much each player holds. Chips taken up a short while ago are looked
    at again when their time is over."""
    transit, felt = table.transit, table.felt
    for seat in seats_of(table.seating.held):
        held = felt.total[HAND + seat] if table.senses.chips[seat] else 0
        transit.hold(seat, held)
        due = felt.held_since[HAND + seat] + PATIENCE if held else 0
        if due > at:
            transit.riffle(seat)
            table.arm(Timer(Timed.RAIL, seat), due)
        elif among(transit.riffling, seat):
            _forget(table, seat)
        if held and due <= at:
            _out_of_sight(table, seat)


def chips_taken_up(table: Table, seat: Seat) -> None:
    """Chips leave a stack between two hands. It is looked at again when the player has held them for long."""
    if table.senses.chips[seat]:
        table.transit.riffle(seat)
        table.arm(Timer(Timed.RAIL, seat), table.felt.held_since[HAND + seat] + PATIENCE)


def chips_laid_down(table: Table, seat: Seat) -> None:
    """Chips come to a stack: those that had left it lie there again. In a hand they count from the next one on."""
    transit, hand = table.transit, table.hand
    if not transit.gone[seat]:
        if table.felt.total[STACK + seat] >= table.owned(seat):
            table.fulfilled("chips_back", seat)
        return
    lies = table.felt.total[STACK + seat] - table.owned(seat) - transit.uncounted(seat)
    lies -= max(0, table.bet_due(seat))
    if transit.lie_again(seat, lies):
        table.fulfilled("chips_back", seat)
    if hand is None or hand.phase in OVER or seat not in hand.seats:
        _counts_again(table, seat)


def all_count_again(table: Table) -> None:
    """A hand is over, or begins: chips that are back on their stacks count. What is still missing is asked for."""
    gone = table.transit.gone
    if not any(gone):
        return
    for seat in seats_of(table.seating.held):
        _counts_again(table, seat)
        if gone[seat]:
            _ask_back(table, seat, gone[seat])


def _counts_again(table: Table, seat: Seat) -> None:
    table.gain(seat, table.transit.count_again(seat))


def not_played(table: Table, seat: Seat, amount: int) -> None:
    """Part of the seat's chips is not there. It is not played with until it is back on its stack."""
    part = min(amount, table.stack[seat])
    table.gain(seat, -part)
    table.transit.leave(seat, part)
    _ask_back(table, seat, amount)


def _ask_back(table: Table, seat: Seat, amount: int) -> None:
    table.prompt(Prompt("dealer", seat, "chips_back", (("seat", seat), ("amount", amount))))


def short_of_chips(table: Table) -> None:
    """The first card: chips that have been in a hand for long are no longer in play, and may not be."""
    for seat in seats_of(table.seating.held & ~table.transit.riffling):
        _gone_south(table, seat)


def time_over(table: Table, seat: Seat, at: int) -> None:
    """A player has had chips in their hand for long. If they laid them down in between, they still play with them."""
    hand = table.hand
    if not among(table.transit.riffling, seat):
        return
    _forget(table, seat)
    if table.felt.held_since[HAND + seat] + PATIENCE > at:
        return
    if table.phase in BETWEEN_HANDS:
        _left_between_hands(table, seat)
    elif hand is not None:
        _out_of_sight(table, seat)
        if _dealt(hand):
            _gone_south(table, seat)


def _left_between_hands(table: Table, seat: Seat) -> None:
    """Chips have been in a hand for long and no hand is played. In a break they are looked for at once. If chips have
    to be in sight as a hand begins, the shuffle looks for them."""
    on_break = table.tournament.clock.on_break
    table.transit.hold(seat, table.felt.total[HAND + seat])
    missing = _missing(table, seat)
    if not missing or not table.seating.is_held(seat) or bets_still_out(table):
        return
    if on_break:
        gone_in_break(table, seat, missing)
    elif not table.book.has("chips.visible"):
        _gone_south(table, seat)


def bets_still_out(table: Table) -> bool:
    """Whether chips of a void hand are still in the pot, or on a line. Their stack lacks them."""
    total = table.felt.total
    return table.phase is CANCELLED and bool(total[POT] or any(total[BET + seat] for seat in ALL_SEATS))


def leave_in_break(table: Table, seat: Seat, amount: int) -> bool:
    """Chips leave a stack in a break. True if it is reported at once, without waiting whether they are riffled: the
    whole stack is gone, or the book wants that. Chips of a void hand that go back are none that leave."""
    book, lies = table.book, table.felt.total[STACK + seat]
    if table.phase is CANCELLED and (lies >= table.owned(seat) or bets_still_out(table)):
        return False
    at_once = book.entries.going_south.in_break == "at_once"
    if not table.stack[seat] or (lies and not at_once):
        return False
    gone_in_break(table, seat, min(amount, table.stack[seat]))
    return True


def gone_in_break(table: Table, seat: Seat, amount: int) -> None:
    """Part of a stack has left it in a break: the floor looks for it."""
    if not table.book.has("going_south"):
        return
    rule(table, "going_south", seat, ())
    table.alarm("break.chips_gone", seat, amount)
    not_played(table, seat, amount)
    table.prompt(Prompt("floor", seat, "check_stack", (("seat", seat), ("amount", amount))))


def _dealt(hand: Hand) -> bool:
    return bool(hand.plan.drawn) or any(slot.done for slot in hand.plan.slots)


def _forget(table: Table, seat: Seat) -> None:
    table.transit.riffled(seat)
    table.arm(Timer(Timed.RAIL, seat), None)


def must_stay(table: Table) -> str:
    """The rule key by which chips stay on the table. Where all must be visible, it is that one: the one on taking
    chips away may be about breaks alone."""
    visible = table.setup.tournament and table.book.has("chips.visible")
    return "chips.visible" if visible and not table.tournament.clock.on_break else "going_south"


def _missing(table: Table, seat: Seat) -> int:
    """The amount that the player has held since before the shuffle, and that is missing on the stack and not noted
    yet."""
    held = min(table.transit.held_at_shuffle[seat], table.felt.total[HAND + seat])
    lies = table.felt.total[STACK + seat] - table.stacks.small[seat] - table.transit.uncounted(seat)
    return min(held, max(0, table.stack[seat] - lies - table.transit.coming[seat]))


def _gone_south(table: Table, seat: Seat) -> None:
    """Chips that left the stack before the shuffle are not played with."""
    missing, matter = _missing(table, seat), must_stay(table)
    if missing and table.book.has(matter):
        rule(table, matter, seat, (Void(seat),))
        not_played(table, seat, missing)
    elif missing:
        stays_away(table, seat, missing)


def _out_of_sight(table: Table, seat: Seat) -> None:
    """A tournament's chips lie in sight. Those that do not are looked for, if the book says so."""
    missing = _missing(table, seat)
    if missing and must_stay(table) == "chips.visible":
        rule(table, "chips.visible", seat, (Count(seat, "hidden"),))
        table.prompt(Prompt("floor", seat, "check_stack", (("seat", seat), ("amount", missing))))
