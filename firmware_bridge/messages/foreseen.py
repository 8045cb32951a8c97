"""What an answer to an open question would change, as far as anyone may see it."""

from typing import Literal

from .base import Message, Seat
from .public import PublicRuling, Text


class Change(Message):
    """A figure of the public state that the answer would change. Chips and dues are in minor units.

    - `chips`: what counts at a stack, on a bet line, or in the pots with the bets in front (`pot`)
    - `due`: chips to come to an area, less than 0 if they are to leave it
    - `cards`: how many a seat holds, or lie on the board or the burns
    """

    what: Literal["chips", "due", "cards"]
    place: str
    before: int
    after: int


class Foreseen(Message):
    """The public state after an answer, as far as it would be another one."""

    changes: tuple[Change, ...] = ()
    turn: Seat | None = None  # who would act next, None if nobody
    dead: tuple[Seat, ...] = ()  # hands that could no longer win
    live: tuple[Seat, ...] = ()  # hands that could win again
    void: bool = False  # the hand would be void
    step: Text | None = None  # what the dealer would do next
    moves: tuple[Text, ...] = ()  # the movements that would put a fault right
    rulings: tuple[PublicRuling, ...] = ()
    asks: tuple[Text, ...] = ()  # what would be asked next
