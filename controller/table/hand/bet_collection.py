"""The bets on their way to the pot when the next card comes: what is let pass, and what is missing."""

from typing import Final

from controller.poker.hand import Hand, Stage
from controller.poker.outcomes import Forgive
from controller.poker.places import BET, POT, Seat
from controller.table.hand.streets import chips_lie_right
from controller.table.state.rulings import rule
from controller.table.state.table import Table

POT_READ: Final = "pot"
PATIENCE: Final = 10_000_000_000
"""ns. A dealer who sweeps the bets in and burns at once is quicker than the pot's reader: the board being attended,
up to 4.3 s pass from one reading of the pot to the next (greatest age in the rehearsal of the reference table), and
what shares a line with a place near the shoe may wait 5 s more while cards are due from that."""
MISSING: Final = "gather.missing"


def let_pass(table: Table, hand: Hand) -> list[tuple[Seat, int]]:
    """What seats have not brought, where that is all that the pot lacks and the book leaves it at that."""
    short = [(seat, table.bet_due(seat)) for seat in hand.seats if table.bet_due(seat) > 0]
    complete = table.felt.total[POT] == hand.betting.pot - sum(amount for _, amount in short)
    return short if complete and table.book.has("round.gathered") else []


def in_the_middle(table: Table, hand: Hand) -> bool:
    """The lines are empty and the pot has grown, and it lacks something: whether the book lets that pass, at once or
    with the next card."""
    if table.book.entries.round_gathered.final == "in_the_middle":
        return pass_short(table, hand)
    return bool(let_pass(table, hand))


def pass_short(table: Table, hand: Hand) -> bool:
    """The bets are together in the middle, and the book leaves it at what lies there: the round is over for good.
    False where that is not so."""
    short = let_pass(table, hand)
    if not short:
        return False
    hand.lines.gather()
    for seat, amount in short:
        rule(table, "round.gathered", seat, (Forgive(seat, amount),))
    hand.gather()
    return True


def next_card_comes(table: Table, hand: Hand, at: int | None = None) -> None:
    """A card moves while bets are to be gathered: if they lie still, say so once; the round is over for good.

    `at`: when it was seen to move (ns): the pot's reader is given time before chips are missed that were not missed
    when it last spoke. None: the dealer says that it was laid.
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
    """Close the round for good. Bets that still lie on the lines belong to the pot: nobody gets them back."""
    lying = [min(line, table.felt.total[BET + seat]) if line > 0 else 0 for seat, line in enumerate(hand.lines.lying)]
    hand.gather(lying)


def pot_read(table: Table) -> None:
    """The timer: what is not in the pot by now is missing. A round that closed meanwhile is gathered by itself."""
    hand = table.hand
    if hand is not None and hand.stage in (Stage.CARDS, Stage.ACTS, Stage.HELD) and table.senses.pot:
        _say(table, hand)


def _say(table: Table, hand: Hand) -> None:
    missing = hand.betting.pot - table.felt.total[POT]
    if missing > 0:
        table.alarm(MISSING, None, missing, "pot")


def came_after_all(table: Table, hand: Hand) -> None:
    """The pot holds what it should: nothing is missing any more."""
    if table.felt.total[POT] >= hand.betting.pot:
        table.silence(MISSING)
