"""Chips that leave a bet line while the betting is open. The place where they land shows who took them.

On the stack they are taken back by their player. In the pot they were swept in too early, and are still the bet.
"""

from typing import Final

from controller.poker.events import ChipsMoved
from controller.poker.hand import Hand, Stage
from controller.poker.places import BET, Seat, place_text
from controller.poker.timers import Timed, Timer
from controller.table.state.table import Table

PATIENCE: Final = 10_000_000_000  # ns, as for the pot's reader once bets are gathered


def lifted(table: Table, hand: Hand, seat: Seat, amount: int, e: ChipsMoved) -> None:
    """Chips of a bet are in an unknown hand. If no reader sees the pot they are the player's."""
    if not table.senses.pot:
        _taken_back(table, seat, amount)
        return
    hand.lines.lift(seat, amount)
    table.arm(Timer(Timed.LIFTED, seat), e.at[1] + PATIENCE)


def laid_down(table: Table, hand: Hand, seat: Seat, amount: int) -> None:
    """Chips are laid on a seat's stack: those that were lifted from its line are taken back."""
    back = hand.lines.lay_down(seat, amount)
    if back:
        _taken_back(table, seat, back)


def time_over(table: Table, hand: Hand, seat: Seat) -> None:
    """The timer is due: lifted chips that have not landed are in their player's hand."""
    missing = min(hand.lines.lay_down(seat, hand.lines.lifted[seat]), table.bet_due(seat))
    if missing > 0 and hand.stage is Stage.ACTS:
        _taken_back(table, seat, missing)


def _taken_back(table: Table, seat: Seat, amount: int) -> None:
    table.alarm("chips.taken_back", seat, amount, place_text(BET + seat))
