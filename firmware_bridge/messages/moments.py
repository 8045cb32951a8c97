"""What happened in a hand, one moment at a time, as anyone may see it. No card has a face here."""

from typing import Literal

from .base import Message, Seat
from .public import PublicRuling
from .roles import Role

Happened = Literal[
    "key", "chips", "card_drawn", "card_placed", "card_gone", "card_returned", "button", "post_on", "post_off",
    "sits", "stands", "gap", "snapshot", "said", "entry", "decision", "correction", "timer",
]  # fmt: skip


class PublicMoment(Message):
    """Something that was sensed or entered, or a time that was over, and what was ruled on it.

    - `before`: milliseconds before the question, or before now
    - `how`: what the table knows it from. `place` is where a sensor saw it, `role` is of who entered it
    - `area`, `number`: which kind of place that is, and which of its kind, 0 if there is one
    - `word`: the key, the act that was said, the entry, or the option that was chosen
    - `added`, `removed`, `amount`: chips in minor units
    """

    before: int
    what: Happened
    how: Literal["sensed", "entered", "timer"]
    seat: Seat | None = None
    place: str = ""
    area: str = ""
    number: int = 0
    role: Role | None = None
    word: str = ""
    added: int = 0
    removed: int = 0
    amount: int | None = None
    rulings: tuple[PublicRuling, ...] = ()
    asks: tuple[str, ...] = ()  # questions that it opened, by id
