"""Chips that players hold in their hands across a shuffle: played with, or taken off the table.

No sensor tells the two apart, but time does. Who riffles his chips lays them down again sooner or later; what has
been in a hand for longer, and all that while, is no longer in play.
"""

from typing import Final

from controller.poker.betting import seats_of
from controller.poker.hand import Hand, Phase
from controller.poker.outcomes import Arm, Count, Prompt, Void
from controller.poker.places import HAND, STACK, Seat
from controller.table.state.rulings import rule
from controller.table.state.table import Table

RAIL: Final = "rail:"  # a timer for each seat
PATIENCE: Final = 60_000_000_000  # ns; longer than a deck is shuffled and dealt by hand, some 45 s. [M]


def note_lifted(table: Table, at: int) -> None:
    """The shuffle at that time (ns): how much each player holds. Whoever took it up a short while ago is looked at
    again when his time is over.
    """
    seating, felt = table.seating, table.felt
    for seat in seats_of(table.held):
        held = felt.total[HAND + seat] if table.senses.chips[seat] else 0
        seating.lifted[seat] = held
        due = felt.held_since[HAND + seat] + PATIENCE
        if held and due > at:
            seating.riffling |= 1 << seat
            table.outcomes.append(Arm(f"{RAIL}{seat}", due))
        elif seating.riffling >> seat & 1:
            _forget(table, seat)
        if held and due <= at:
            _out_of_sight(table, seat)


def short_of_chips(table: Table) -> None:
    """The first card: chips that have been in a hand for long are no longer in play, and may not be."""
    for seat in seats_of(table.held & ~table.seating.riffling):
        _gone_south(table, seat)


def time_over(table: Table, timer: str, at: int) -> None:
    """A player has had his chips in his hand for long. If he laid them down in between, he plays with them still."""
    seat, hand = int(timer.removeprefix(RAIL)), table.hand
    if not table.seating.riffling >> seat & 1:
        return
    _forget(table, seat)
    if table.felt.held_since[HAND + seat] + PATIENCE > at or hand is None or hand.phase is Phase.CANCELLED:
        return
    _out_of_sight(table, seat)
    if _dealt(hand):
        _gone_south(table, seat)


def _dealt(hand: Hand) -> bool:
    return bool(hand.plan.drawn) or any(hand.plan.proven)


def _forget(table: Table, seat: Seat) -> None:
    table.seating.riffling &= ~(1 << seat)
    table.outcomes.append(Arm(f"{RAIL}{seat}", None))


def _missing(table: Table, seat: Seat) -> int:
    """What the player has held since before the shuffle, as far as his stack lacks it."""
    held = min(table.seating.lifted[seat], table.felt.total[HAND + seat])
    lies = table.felt.total[STACK + seat] - table.small[seat]
    return held if lies < table.stack[seat] else 0


def _gone_south(table: Table, seat: Seat) -> None:
    missing = _missing(table, seat)
    if missing and table.book is not None and table.book.has("going_south"):
        rule(table, "going_south", seat, (Void(seat),))
        table.prompt(Prompt("dealer", seat, "chips_back", (("seat", seat), ("amount", missing))))


def _out_of_sight(table: Table, seat: Seat) -> None:
    """A tournament's chips lie in sight: those that do not are looked for, where the book says so."""
    missing = _missing(table, seat)
    if missing and table.setup.tournament and table.book is not None and table.book.has("chips.visible"):
        rule(table, "chips.visible", seat, (Count(seat, "hidden"),))
        table.prompt(Prompt("floor", seat, "check_stack", (("seat", seat), ("amount", missing))))
