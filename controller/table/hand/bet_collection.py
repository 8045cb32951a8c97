"""The bets on their way to the pot when the next card comes: which missing chips pass, and which raise an alarm."""

from typing import Final

from controller.poker.hand import ACTS, CARDS, Hand, Stage
from controller.poker.outcomes import Forgive
from controller.poker.places import BET, POT, Seat
from controller.poker.timers import Timed, Timer
from controller.table.hand.streets import chips_lie_right
from controller.table.state.rulings import rule
from controller.table.state.table import Table

POT_READ: Final = Timer(Timed.POT_READ)
PATIENCE: Final = 10_000_000_000
"""How long to wait for the pot's reader, ns. A dealer who sweeps the bets in and burns at once is quicker.

- While the board is attended, up to 4.3 s pass between two readings of the pot. This is the greatest age in the
  rehearsal of the reference table.
- A place that shares a line with one near the shoe may wait 5 s more while cards are due from the shoe.
"""
MISSING: Final = "gather.missing"


def let_pass(table: Table, hand: Hand) -> list[tuple[Seat, int]]:
    """The amounts due by seat, if the pot lacks exactly these and the rulebook lets them pass. Else none."""
    short = [(seat, table.bet_due(seat)) for seat in hand.seats if table.bet_due(seat) > 0]
    complete = table.felt.total[POT] == hand.betting.pot - sum(amount for _, amount in short)
    return short if complete and table.book.has("round.gathered") else []


def in_the_middle(table: Table, hand: Hand) -> bool:
    """The bet lines are empty and the pot has grown, but lacks chips.

    Return whether the rulebook lets that pass, at once or with the next card.
    """
    if table.book.entries.round_gathered.final == "in_the_middle":
        return pass_short(table, hand)
    return bool(let_pass(table, hand))


def pass_short(table: Table, hand: Hand) -> bool:
    """Close the round for good if the bets lie in the middle and the rulebook lets the missing chips pass.

    Return False if not.
    """
    short = let_pass(table, hand)
    if not short:
        return False
    hand.lines.gather()
    for seat, amount in short:
        rule(table, "round.gathered", seat, (Forgive(seat, amount),))
    hand.gather()
    return True


def next_card_comes(table: Table, hand: Hand, at: int | None = None) -> None:
    """A card moves while bets are to be gathered. Close the round for good, and raise one alarm for missing chips.

    `at`: when the card was seen to move, ns. The pot's reader then gets `PATIENCE` before the alarm, unless the alarm
    stands already. None: the dealer entered that the card was laid.
    """
    if chips_lie_right(table, hand):
        hand.gather()
        return
    if pass_short(table, hand):
        return
    if at is None or any(alarm.key == MISSING for alarm in table.alarms):
        _say(table, hand)
    else:
        table.arm(POT_READ, at + PATIENCE)
    _leave_lying(table, hand)


def _leave_lying(table: Table, hand: Hand) -> None:
    """Close the round for good. Bets that still lie on the bet lines belong to the pot and do not go back."""
    lying = [min(line, table.felt.total[BET + seat]) if line > 0 else 0 for seat, line in enumerate(hand.lines.lying)]
    hand.gather(lying)


def pot_read(table: Table, hand: Hand) -> None:
    """The timer: raise an alarm for chips that are not in the pot. Skip it if another round has closed meanwhile."""
    if hand.stage in (CARDS, ACTS, Stage.HELD) and table.senses.pot:
        _say(table, hand)


def _say(table: Table, hand: Hand) -> None:
    missing = hand.betting.pot - table.felt.total[POT]
    if missing > 0:
        table.alarm(MISSING, None, missing, "pot")


def came_after_all(table: Table, hand: Hand) -> None:
    """End the alarm for missing chips once the pot holds what it should."""
    if table.felt.total[POT] >= hand.betting.pot:
        table.silence(MISSING)
