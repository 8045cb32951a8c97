"""Whether a sensor would see a movement of a remedy."""

from controller.poker.places import ON_BOARD, End, Place, is_called, seat_called
from controller.poker.remedy import Move
from controller.table.state.table import Table

LAST = 1 << 62  # ns, for a card that was not due: it comes after all others
PILE = 2  # how many cards of a pile a reader hears: the uppermost ones


def is_at(goal: End, spot: Place) -> bool:
    """Whether a spot is the place of that name. `spot` 0: the place of the card is unknown."""
    return spot in ON_BOARD if goal == "board" else is_called(spot, goal)


def covered(table: Table, card: int) -> bool:
    """Whether so many cards lie on this one that no reader can tell if it is still there."""
    felt, spot = table.felt, table.felt.spot_of.get(card)
    came = _came(table, card)
    there = (e for e, s in felt.spot_of.items() if s == spot and e not in felt.lifted)
    return sum(_came(table, e) > came for e in there) >= PILE


def _missed_before(table: Table, move: Move) -> bool:
    """Whether the movement's cards were no longer read before it was due.

    They were taken up already, their owner holds them, or cards that are not read yet hide them. No reader can tell
    which of these it is, and none will miss the cards again.
    """
    return move.verb != "draw" and bool(move.exits) and all(card in table.felt.lifted for card in move.exits)


def unnoticed(table: Table, card: int) -> bool:
    """Whether the dealer entered that the card was taken from under others.

    Its reader never missed it, and will not report that it is back.
    """
    return card not in table.felt.spot_of and card not in table.felt.lifted


def _came(table: Table, card: int) -> int:
    """The earliest time (ns) at which the card came to its place: when it was drawn, or laid back after a lift."""
    hand, touched = table.hand, table.felt.touched.get(card, 0)
    drawn = None if hand is None else hand.watch.drawn_at.get(card)
    return max(drawn, touched) if drawn is not None else touched or LAST


def sensed(table: Table, move: Move) -> bool:
    """Whether a sensor would see the movement."""
    if move.tick == "gone" and (any(covered(table, e) for e in move.exits) or _missed_before(table, move)):
        return False
    if move.verb == "back" and seat_called(move.goal) and any(unnoticed(table, e) for e in move.exits):
        return False
    if move.tick == "drawn":
        return table.senses.shoe or (move.goal == "board" and table.senses.board)
    read = [is_read for end in (move.origin, move.goal) if (is_read := _is_read(table, end)) is not None]
    return all(read) if read else table.senses.board


def _is_read(table: Table, end: End) -> bool | None:
    """Whether a reader looks where a movement begins or ends. None: there is never a reader."""
    if end == "board":
        return table.senses.board
    seat = seat_called(end)
    return None if seat is None else table.senses.cards[seat]
