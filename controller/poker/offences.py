"""Offences that a seat is penalised for once the hand is over."""

from controller.poker.betting import NOBODY, among
from controller.poker.places import Seat

FREE_FOLD = "fold.free"


class Offences:
    """Offences of one hand, which the floor hears of after it."""

    __slots__ = ("due", "soft_played_by")

    def __init__(self) -> None:
        self.due: list[tuple[Seat, str]] = []  # (seat, matter) to be penalised after the hand
        self.soft_played_by = NOBODY  # closed the last round without raising, though it could have

    def note(self, seat: Seat, matter: str) -> None:
        """The seat is to be penalised under this matter after the hand."""
        self.due.append((seat, matter))

    def not_folded(self, live: int) -> None:
        """These hands are live. A player who has one again has not given it up for nothing."""
        self.due = [(seat, matter) for seat, matter in self.due if matter != FREE_FOLD or not among(live, seat)]

    def close_last_round(self, soft_played_by: Seat) -> None:
        """The last round is closed, by that seat without a raise that it could have made, or `NOBODY`."""
        self.soft_played_by = soft_played_by
