"""Penalties that are served hand by hand. A player is dealt in, and the hand is killed when the deal ends."""

from collections.abc import Sequence

from controller.poker.places import Seat


class Suspensions:
    """`left`: what each seat still has to serve, as ("hands", "rounds" or "rounds_ahead", how many)."""

    __slots__ = ("left", "serving")

    def __init__(self) -> None:
        self.left: dict[Seat, tuple[str, int]] = {}
        self.serving: tuple[Seat, ...] = ()  # in this hand

    def suspend(self, seat: Seat, rounds: int) -> None:
        """Suspend the seat for this number of rounds. The first begins with its next big blind."""
        self.left[seat] = ("rounds_ahead", rounds)

    def miss_next(self, seat: Seat) -> None:
        """Suspend the seat for the next hand."""
        self.left[seat] = ("hands", 1)

    def begin_hand(self, seats: Sequence[Seat], big_blind: Seat, *, again: bool) -> None:
        """A hand begins. The first round of a suspension begins with the seat's big blind.

        A suspension of n rounds is over when the big blind comes for the n + 1st time. The round that is being played
        counts as left. `again`: the hand was cancelled, and the big blind is where it was.
        """
        kind, left = self.left.get(big_blind, ("", 0)) if not again else ("", 0)
        if kind == "rounds_ahead":
            self.left[big_blind] = ("rounds", left)
        elif kind == "rounds" and left == 1:
            del self.left[big_blind]
        elif kind == "rounds":
            self.left[big_blind] = ("rounds", left - 1)
        self.serving = tuple(seat for seat in seats if seat in self.left)

    def end_hand(self) -> None:
        """A hand of a suspension is served. Those that began during the hand count from the next."""
        for seat in self.serving:
            kind, left = self.left.get(seat, ("", 0))
            if kind == "hands" and left == 1:
                del self.left[seat]
            elif kind == "hands":
                self.left[seat] = ("hands", left - 1)
        self.serving = ()
