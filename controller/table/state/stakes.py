"""Which blinds a rulebook allows, and what the displays show of the stakes."""

from typing import Final

from controller.poker.outcomes import Void
from controller.table.state.rulings import rule
from controller.table.state.table import Table

CURRENCY: Final = (1, 100)  # minor units to one unit of the amounts in a rulebook: whole units, or hundredths


def stakes_allowed(table: Table, small: int, big: int) -> bool:
    """Whether the floor may choose these blinds under the rulebook's article. Raise an alarm if not."""
    book = table.book
    if not (book.entries.blinds.pairs or book.entries.blinds.at_most):
        return True
    allowed = _divides(table, small) and _listed(table, small, big) and _at_most(table, small, big)
    if allowed:
        rule(table, "blinds", None, ())
    else:
        rule(table, "blinds", None, (Void(None),), decided="blinds_not_allowed")
        table.alarm("refused.blinds")
    return allowed


def _divides(table: Table, small: int) -> bool:
    """Whether chips exist for the small blind."""
    return small % table.least_chip == 0


def _listed(table: Table, small: int, big: int) -> bool:
    pairs = table.book.entries.blinds.pairs
    return not pairs or any(
        pair == f"{small // unit}/{big // unit}" for pair in pairs for unit in CURRENCY if small % unit == 0
    )


def _at_most(table: Table, small: int, big: int) -> bool:
    times = table.book.entries.blinds.at_most
    return not times or small <= big <= small * times


def posted(table: Table) -> tuple[tuple[str, str], ...]:
    """The game that is played and its details, as (key, text). They are on display at all times."""
    book, setup = table.book, table.setup
    raises = book.entries.raise_cap.raises
    cap = "" if not book.has("raise.cap") else "none" if raises is None else str(raises)
    option = book.entries.option.allowed
    return (
        ("structure", book.structure),
        ("blinds", table.stakes.text),
        ("minimum_bet", str(table.stakes.big_blind)),
        ("buy_in", f"{setup.buyin_least}-{setup.buyin_most}"),
        ("raise_cap", cap),
        ("option", "yes" if option else "no"),
        ("rake", str(setup.rake_basis_points)),
    )
