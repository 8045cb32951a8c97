"""Errors of one deal as they are counted, and the cards that all players have seen because of them."""

from collections.abc import Iterable


class DealErrors:
    """Cards are draw numbers."""

    __slots__ = ("boxed", "burn_made_by", "by_dealer", "exposures", "public")

    def __init__(self) -> None:
        self.by_dealer = 0  # errors of the person who deals
        self.exposures = 0  # cards that the dealer exposed, or that count as exposed by the dealer
        self.boxed = [0, 0]  # cards that came face up: in the deal, and after it
        self.public: dict[int, str] = {}  # cards that all players have seen although no hand is shown -> why
        self.burn_made_by = ""  # the rule key of a remedy that has made the burn before the next street

    def count(self) -> None:
        """Count one more error of the person who deals."""
        self.by_dealer += 1

    def forgive(self) -> None:
        """The last error was counted wrongly."""
        self.by_dealer -= 1

    def expose(self) -> None:
        """The dealer exposed a card, which is replaced."""
        self.exposures += 1

    def not_exposed(self) -> None:
        """The card that was replaced had not been exposed."""
        self.exposures -= 1

    def box(self, card: int, matter: str, *, dealing: bool) -> None:
        """A card came face up, and all players have seen it."""
        self.boxed[0 if dealing else 1] += 1
        self.public[card] = matter

    def unbox(self, *, dealing: bool) -> None:
        """The card had not come face up. `dealing`: the deal is not over."""
        self.boxed[0 if dealing else 1] -= 1

    def show_all(self, exits: Iterable[int], why: str) -> None:
        """All players have seen these cards."""
        for card in exits:
            self.public[card] = why

    def hide(self, exits: Iterable[int]) -> None:
        """These cards are under others again, or were not seen after all."""
        for card in exits:
            self.public.pop(card, None)

    def burn_made(self, matter: str) -> None:
        """The remedy of that rule key makes the burn before the next street."""
        self.burn_made_by = matter

    def take_back(self, matter: str, exits: Iterable[int]) -> None:
        """There was no such fault."""
        if matter == self.burn_made_by:
            self.burn_made_by = ""
        self.hide(exits)
