"""Chips of the pots that come to the wrong stack, or to a stack before they were awarded."""

from typing import Final

from controller.poker.events import ChipsMoved
from controller.poker.hand import AWARD, SHOWDOWN, STREETS, Hand
from controller.poker.places import DEALER, POT, SEAT_OF_STACK, STACK, Seat, place_text
from controller.table.state.table import Table

WRONG_SEAT: Final = "award.wrong_seat"
TOO_EARLY: Final = "award.too_early"


def pot_chips_moved(table: Table, hand: Hand, e: ChipsMoved, dealer_had: int) -> None:
    """Follow a motion during a hand: chips that leave the pot, and chips that the dealer lays at a stack.

    More at a stack than counts as the seat's is a mistake. `dealer_had`: the amount in the dealer's hand before.
    """
    if e.area == POT:
        hand.pots.pot_changed(sum(e.removed) - sum(e.added))
    elif e.added and (seat := SEAT_OF_STACK[e.area]):
        given = hand.pots.lay_at_stack(dealer_had - table.felt.total[DEALER])
        _came_to_stack(table, hand, seat, given)


def _came_to_stack(table: Table, hand: Hand, seat: Seat, given: int) -> None:
    amount = min(given, _over(table, seat))
    if amount > 0 and hand.phase is AWARD:
        table.alarm(WRONG_SEAT, seat, amount, place_text(STACK + seat))
    elif amount > 0 and (hand.phase in STREETS or hand.phase is SHOWDOWN):
        table.alarm(TOO_EARLY, seat, amount, place_text(STACK + seat))


def _over(table: Table, seat: Seat) -> int:
    """By how much a stack exceeds what counts as the seat's, in minor units."""
    transit, felt = table.transit, table.felt
    counts = table.owned(seat) + transit.foreign[seat] - transit.coming[seat] + felt.leaving[seat]
    return felt.total[STACK + seat] - counts
