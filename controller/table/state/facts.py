"""Facts in which a fault can be seen, beside the events of the cards themselves.

The table states a fact once it is sure of it. `notice` then asks the faults which of them it is.
Cards are draw numbers.
"""

from typing import NamedTuple

from controller.poker.places import Place, Seat


class FaceUpAtShoe(NamedTuple):
    """A card leaves the shoe with its face up, and has not taken its place in the deal yet."""

    card: int


class JokerAtShoe(NamedTuple):
    """The shoe read a joker's tag while this card left it. It may be the tag of a neighbouring card."""

    card: int


class NotOfDeck(NamedTuple):
    """A tag is proven at a place that is none of the deck's 52 cards: a joker's, or one of another deck."""

    card: int
    spot: Place
    joker: bool


class Unaccounted(NamedTuple):
    """A card is proven at a place, and no card left the shoe for it."""

    card: int
    spot: Place


class LiesElsewhere(NamedTuple):
    """A card of the plan is proven at a place where it is not due."""

    card: int
    spot: Place


class DealWentOn(NamedTuple):
    """At `spot` still lies another card than is due, and the deal has gone on. No other reader can have heard it.

    - `card`: the one that is due elsewhere, or that left the shoe after the one too many
    - `drawn`: a card that has just left the shoe, 0 if none
    """

    spot: Place
    card: int
    drawn: int = 0


class CardsAtSeat(NamedTuple):
    """The cards at a seat are fewer or more than were due there.

    `card`: the card too many, 0 if unknown. `surplus_next`: it was to be the next one of the shoe.
    """

    seat: Seat
    cards: int
    card: int = 0
    surplus_next: bool = False


class TooManyOnBoard(NamedTuple):
    """A card that was not due lies on the board."""

    card: int


class BoardGrew:
    """A card was proven on the board or reported there, or a street was opened."""


class StreetComplete:
    """The last card that was due in the deal or on a street is proven."""


class LeftTheBoard(NamedTuple):
    """A card is lifted from the board."""

    card: int


class OutOfSight(NamedTuple):
    """A card left the shoe and has been proven nowhere for as long as the rulebook allows."""

    card: int


class AfterHand:
    """A card leaves the deck once the hand is decided. The table may have no hand then."""


class DealBegins:
    """The first card of the deal moves."""
