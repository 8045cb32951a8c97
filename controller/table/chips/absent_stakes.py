"""The stakes of players who are away: the dealer watches them, in a hand and between two."""

from controller.poker.betting import among
from controller.poker.events import ChipsMoved
from controller.poker.hand import Phase
from controller.poker.outcomes import Void
from controller.poker.places import STACK, Seat, place_text
from controller.table.state.rulings import rule
from controller.table.state.table import Table


def watched(table: Table, seat: Seat, e: ChipsMoved) -> None:
    """Chips leave the stack of an absent player, and nothing is due of it: the dealer is told.

    Between two hands a player who takes everything leaves or changes places. That is told if it stays away.
    """
    if not (1 <= seat <= 10 and _is_watched(table, seat)):
        return
    left = table.felt.total[STACK + seat] - table.stacks.small[seat]
    if left < table.stack[seat] and not _may_be_right(table, seat, left):
        _told(table, seat, sum(e.removed))


def stays_away(table: Table, seat: Seat, amount: int) -> None:
    """Everything that an absent player had has been off the stack for long, and the player has not left for good."""
    if table.felt.total[STACK + seat] <= table.stacks.small[seat] and _is_watched(table, seat):
        _told(table, seat, amount)


def _is_watched(table: Table, seat: Seat) -> bool:
    seating = table.seating
    return seating.is_away(seat) and not among(seating.leaving, seat) and table.book.has("absent.stake")


def _may_be_right(table: Table, seat: Seat, left: int) -> bool:
    """Whether the chips may be a bet or a debt that the dealer takes, or those of a player who goes. `left`: on the
    stack."""
    hand = table.hand
    if hand is None or hand.phase is Phase.CLAIMS:
        return left <= 0 or bool(table.seating.debt[seat])
    return hand.betting.turn == seat or table.bet_due(seat) > 0


def _told(table: Table, seat: Seat, amount: int) -> None:
    rule(table, "absent.stake", seat, (Void(seat),))
    table.alarm("chips.absent", seat, amount, place_text(STACK + seat))
