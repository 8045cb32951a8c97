"""The results of the pots: winners, rake, and what the dealer entered of the winners."""

from controller.poker.betting import SEAT_LISTS
from controller.poker.outcomes import Award
from controller.poker.places import Seat


class Share:
    """Why a seat won: for the view."""

    __slots__ = ("amount", "pot", "seat", "value")

    def __init__(self, pot: int, seat: Seat, amount: int, value: int | None) -> None:
        self.pot = pot
        self.seat = seat
        self.amount = amount
        self.value = value  # of a hand that was shown, else None

    def __repr__(self) -> str:
        return f"Share(pot={self.pot}, seat={self.seat}, amount={self.amount})"


class PotAwards:
    """Amounts are in minor units. `won` is indexed by seat and is the sum of the awards."""

    __slots__ = ("awards", "pushed", "rake", "shares", "told_winners", "undivided", "won")

    def __init__(self) -> None:
        self.won = [0] * SEAT_LISTS
        self.awards: list[Award] = []
        self.shares: list[Share] = []
        self.rake: dict[int, int] = {}  # what the house takes, by pot
        self.told_winners: tuple[tuple[Seat, ...], ...] = ()
        self.undivided: tuple[int, int] | None = None  # live and shown hands by which the pots could not be divided
        self.pushed = 0  # taken out of the pot, and not seen elsewhere yet

    def name_winners(self, told: tuple[tuple[Seat, ...], ...]) -> None:
        """A person says who won, the outermost pot first."""
        self.told_winners = told

    def not_divided(self, live: int, shown: int) -> None:
        """By these live and shown hands the pots cannot be divided."""
        self.undivided = (live, shown)

    def cards_named(self) -> None:
        """A person has named cards. The pots may be divided by them."""
        self.undivided = None

    def divide(self, shares: list[Share]) -> None:
        """The pots are divided. An award of each follows."""
        self.shares = shares

    def award(self, award: Award) -> None:
        """One pot goes to its winners, or back from them."""
        for seat, amount in award.shares:
            self.won[seat] += amount
        self.awards.append(award)

    def take_rake(self, pot: int, amount: int) -> None:
        """The house takes so much of a pot. Less than 0: it gives that back."""
        self.rake[pot] = amount

    def take_back(self) -> None:
        """All awards have gone back, and the pots are to be won again. The house keeps its rake."""
        self.awards.clear()
        self.shares.clear()
        self.told_winners = ()

    def rake_goes_back(self) -> None:
        """The rake has gone back too."""
        self.rake.clear()

    def void(self) -> int:
        """The hand is cancelled, without winners. Return the amount that the house had taken."""
        taken = sum(self.rake.values())
        self.rake.clear()
        self.won = [0] * SEAT_LISTS
        self.awards.clear()
        self.shares.clear()
        return taken

    def pot_changed(self, amount: int) -> None:
        """Note that this amount has left the pot. A negative amount came into it."""
        self.pushed = max(0, self.pushed + amount)

    def lay_at_stack(self, amount: int) -> int:
        """The dealer lays chips down at a stack. Return how much of them was taken out of the pot before."""
        given = min(self.pushed, amount)
        self.pushed -= max(0, given)
        return given
