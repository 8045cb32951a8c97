"""Which cards are public, which have to be, and which were given up. Sets of seats are bit masks."""

from controller.poker.places import Seat


class HandRights:
    """Rights of the hands of one deal. A hand that is tabled has not been pushed away."""

    __slots__ = ("exposed", "given_up", "indistinct", "renounced", "shown", "swept", "to_reveal")

    def __init__(self) -> None:
        self.shown = 0  # their cards are public
        self.exposed = 0  # must be face up, as no more betting is possible
        self.renounced = 0  # pushed away at showdown, not yet mixed
        self.given_up = 0  # mucked at showdown
        self.indistinct = 0  # dead, and cannot be told from dead cards, as the dealer says
        self.to_reveal: list[tuple[Seat, bool]] = []  # when the round is over. The flag: only one card
        self.swept = (0, 0, 0)  # swept in by mistake, with the street and the number of its acts by then

    def has_shown(self, seat: Seat) -> bool:
        """The cards of the seat are public."""
        return self.shown >> seat & 1 == 1

    def has_renounced(self, seat: Seat) -> bool:
        """The hand was pushed away at showdown, and is not mixed with others yet."""
        return self.renounced >> seat & 1 == 1

    def is_exposed(self, seat: Seat) -> bool:
        """The hand must be face up, as no more betting is possible."""
        return self.exposed >> seat & 1 == 1

    def table_hand(self, seat: Seat) -> None:
        """The cards are public."""
        self.shown |= 1 << seat
        self.renounced &= ~(1 << seat)

    def must_turn_up(self, seats: int) -> None:
        """No more betting is possible: these hands are to be turned up."""
        self.exposed = seats

    def reopen_betting(self) -> None:
        """Betting is possible again: no hand has to be turned up."""
        self.exposed = 0

    def push_away(self, seat: Seat) -> None:
        """A hand is pushed away at showdown. It can come back until it is mixed with the muck."""
        self.renounced |= 1 << seat

    def give_up(self, seat: Seat) -> None:
        """A hand is mixed with the muck at showdown, or dies there."""
        self.given_up |= 1 << seat
        self.renounced &= ~(1 << seat)

    def die(self, seat: Seat) -> None:
        """The hand is dead, so it is not pushed away any longer."""
        self.renounced &= ~(1 << seat)

    def take_back(self, seat: Seat) -> None:
        """The hand is its player's again."""
        self.given_up &= ~(1 << seat)
        self.renounced &= ~(1 << seat)

    def lost_among_dead_cards(self, seat: Seat) -> None:
        """The hand cannot be told from dead cards, so it cannot come back."""
        self.indistinct |= 1 << seat

    def shown_to_one(self, seat: Seat, *, one_card: bool) -> None:
        """A hand was shown to one person while others act. All see it once the round is over."""
        self.to_reveal.append((seat, one_card))

    def reveal(self) -> list[tuple[Seat, bool]]:
        """The round is over. Return the hands that all may see now, and whether only one card of them."""
        due, self.to_reveal = self.to_reveal, []
        return due

    def sweep_in(self, seat: Seat, street: int, acts: int) -> None:
        """A hand was swept in by mistake, with those just before it if no seat has acted since."""
        before = self.swept_last(street, acts) or self.swept_last(street, acts - 1)  # a fold may stand for it
        self.swept = (before | 1 << seat, street, acts)

    def swept_last(self, street: int, acts: int) -> int:
        """The seats whose hands were swept in one after the other, if the street had so many acts then."""
        mask, *when = self.swept
        return mask if when == [street, acts] else 0
