"""Read the lines of a chip race, and of chips that appear or vanish."""

from .act_nodes import Draws, RaceChips, RaceDeals, Strays
from .lexer import Cursor


def read_race(c: Cursor) -> Draws | RaceDeals | RaceChips:
    """Read `race draw Kd 8s | Kh`, `race deal`, `race deal 2 cards`, `race card to 2`, `race chips`."""
    word = c.one_of(("draw", "deal", "card", "chips"))
    if word == "draw":
        cards: list[str] = []
        while not c.done:
            cards += [] if c.maybe("|") else [c.card()]
        return Draws(tuple(cards))
    if word == "card":
        c.must("to")
        return RaceDeals(1, c.seat())
    if word == "chips":
        return RaceChips(() if c.done else c.seats())
    count = c.number_of("how many cards", 1) if c.is_number() else None
    c.any_of("card", "cards")
    return RaceDeals(count)


def read_strays(c: Cursor) -> Strays:
    """Read `chips 1000 appear at 3`, `chips 5000 leave 3`: at the seat's stack, for no known reason."""
    chips = c.chips()
    come = c.one_of(("appear", "leave")) == "appear"
    if come:
        c.must("at")
    return Strays(c.seat(), chips, come)
