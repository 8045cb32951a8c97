"""A chip race: which chips leave the game for which, and who is served. Pure. Its cards are public."""

from collections.abc import Mapping, Sequence
from enum import Enum

from controller.poker.betting import clockwise
from controller.poker.cards import Card
from controller.poker.places import Seat


class RaceStage(Enum):
    """What a race waits for."""

    COUNT = "count"  # the dealer counts the small chips that nothing senses
    EXCHANGE = "exchange"  # whole groups are changed at each seat
    CONFLICT = "conflict"  # more players must be kept in the game than chips are to be given
    DRAW = "draw"  # the deck is to be mixed, with a person watching
    CARDS = "cards"
    PAY = "pay"  # small chips in, higher ones out


class Race:
    """One denomination leaves the game."""

    __slots__ = ("ahead", "counts", "dealt", "extra", "high", "known", "low", "number", "odd", "order", "protected",
                 "seats", "served", "stage", "told", "up", "whole")  # fmt: skip

    def __init__(
        self, low: int, high: int, seats: Sequence[Seat], counts: Mapping[Seat, int], *, up: bool = True
    ) -> None:
        """`seats`: in the order of the draw. `counts`: low chips by seat, if known.

        `up`: a remainder of the total is rounded up to a whole higher chip.
        """
        self.up = up
        self.low = low
        self.high = high
        self.seats = tuple(seats)
        self.counts: dict[Seat, int] = {}
        self.whole: dict[Seat, int] = {}  # higher chips for whole groups of low ones
        self.odd: dict[Seat, int] = {}  # low chips beyond the whole groups
        self.order: tuple[Seat, ...] = ()  # the seats that hold odd chips
        self.number = 0  # of higher chips to give, as a whole number
        self.protected: tuple[Seat, ...] = ()  # they would have no chip left
        self.served: tuple[Seat, ...] = ()
        self.ahead: tuple[Seat, ...] = ()  # the served seats that got theirs before the draw and get no card
        self.extra = 0  # chips given beyond the computed number
        self.dealt: dict[int, Seat] = {}  # the seat to which the card of each draw number is due
        self.known: dict[int, Card] = {}  # its face, once it lies there
        self.told = 0  # seats at which nothing senses, and the dealer has entered that it is done
        self.stage = RaceStage.COUNT
        for seat, count in counts.items():
            self.count(seat, count)

    def count(self, seat: Seat, chips: int) -> None:
        """Enter how many low chips lie at a seat."""
        group = self.high // self.low
        self.counts[seat] = chips
        self.whole |= {seat: chips // group} if chips >= group else {}
        self.odd |= {seat: chips % group} if chips % group else {}
        self.order = tuple(s for s in self.seats if s in self.odd)
        total = sum(self.odd.values()) * self.low
        self.number = -(-total // self.high) if self.up else total // self.high

    def exchange(self) -> None:
        """All small chips are counted. Whole groups of them are exchanged."""
        self.stage = RaceStage.EXCHANGE

    def compute(self, protected: Sequence[Seat]) -> None:
        """Whole groups are exchanged, and `protected` would have no chip left.

        The director decides if they are more than the chips to give.
        """
        self.protected = tuple(protected)
        self.stage = RaceStage.CONFLICT if len(protected) > self.number else RaceStage.DRAW

    def settle_conflict(self, *, protect_all: bool) -> None:
        """The director keeps all of them in the game with chips beyond the number, or lets the cards decide."""
        self.stage = RaceStage.DRAW
        if protect_all:
            self.extra = len(self.protected) - self.number
        else:
            self.protected = ()

    def serve_protected(self, *, before_draw: bool) -> None:
        """Serve the protected seats first. `before_draw`: they get no card."""
        self.served = self.protected
        if before_draw:
            self.ahead = self.served

    def serve(self, seat: Seat) -> None:
        """A seat gets a chip by its cards."""
        self.served = (*self.served, seat)

    def begin_draw(self) -> None:
        """The deck is mixed, and cards are dealt."""
        self.stage = RaceStage.CARDS

    def deal(self, card: int, seat: Seat) -> None:
        """A card is due to a seat."""
        self.dealt[card] = seat

    def lie(self, card: int, face: Card) -> None:
        """A card lies where it is due."""
        self.known[card] = face

    def forget_cards(self, seat: Seat) -> None:
        """Forget the cards of a seat, which are to be named again."""
        for card in [n for n, owner in self.dealt.items() if owner == seat]:
            del self.dealt[card]
            self.known.pop(card, None)

    def pay(self) -> None:
        """The seats that get chips are known. The dealer brings these chips, and takes the small ones."""
        self.stage = RaceStage.PAY

    def tell_done(self, seat: Seat) -> None:
        """The dealer enters that a seat at which nothing senses has exchanged, or is paid."""
        self.told |= 1 << seat

    def exchanged(self) -> None:
        """Every seat has exchanged."""
        self.told = 0

    def draws(self) -> tuple[Seat, ...]:
        """The seats that get a card, once for each card: a player's cards all at once."""
        return tuple(seat for seat in self.drawing for _ in range(self.odd[seat]))

    @property
    def drawing(self) -> tuple[Seat, ...]:
        """The seats that draw, in order. None if all chips went to the protected seats before the draw."""
        if self.ahead and len(self.ahead) == self.number + self.extra:
            return ()
        return tuple(seat for seat in self.order if seat not in self.ahead)

    @property
    def left(self) -> int:
        """How many chips are still to be given."""
        return self.number + self.extra - len(self.served)

    def awaited(self) -> Seat | None:
        """The seat that is to get the next card from the shoe."""
        draws = self.draws()
        return draws[len(self.dealt)] if len(self.dealt) < len(draws) else None

    def cards(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that lie at a seat."""
        return tuple(self.known[card] for card, owner in self.dealt.items() if owner == seat and card in self.known)

    def owed(self, seat: Seat) -> int:
        """How many cards a seat is still to get."""
        return self.draws().count(seat) - len(self.cards(seat))

    @property
    def complete(self) -> bool:
        """Whether every card lies where it belongs."""
        return len(self.known) == len(self.draws())


def in_order(seats: Sequence[Seat], after: Seat | None) -> list[Seat]:
    """The seats in order, from the lowest on, or clockwise after `after`."""
    return sorted(seats) if after is None else clockwise(seats, after)


def by_cards(cards: Mapping[Seat, Sequence[Card]], number: int, most_each: int) -> tuple[Seat, ...]:
    """The seats that get the chips, in order, and no player more than `most_each`.

    The best cards come first: ace high, then spades, hearts, diamonds, clubs.
    """
    served: list[Seat] = []
    for _, seat in sorted(((card, seat) for seat, held in cards.items() for card in held), reverse=True):
        if len(served) < number and served.count(seat) < most_each:
            served.append(seat)
    return tuple(served)
