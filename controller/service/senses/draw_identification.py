"""Decide which draw a card is that lies at a place: a decision table. Pure.

The reader in the shoe may repeat the card before, and it hears the stub's next card. So what it read at a draw says
only what the card may be. The plan says which place each draw was for. Each row of `TABLE` asks what the shoe says,
what the plan says and what else is open. The first row that holds decides. docs/sensing.md has the same rows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from controller.poker.places import BOARD_SPOTS


class Wish(Enum):
    """Where the plan wants the card of a draw, seen from the place in question."""

    HERE = "here"
    BOARD = "board"  # at another spot of the board, where this one is
    ELSEWHERE = "elsewhere"
    SILENT = "silent"  # the plan does not have that draw


def wish_of(planned: str | None, spot: str) -> Wish:
    """Return how the plan's place for a card compares with the spot where it lies."""
    if planned is None:
        return Wish.SILENT
    if planned == spot:
        return Wish.HERE
    return Wish.BOARD if {planned, spot} <= BOARD_SPOTS else Wish.ELSEWHERE


Due = Callable[[int], Wish]
"""How the plan places a draw, seen from one place."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card that was seen at a place and has no draw number yet. Draws are numbers, in order."""

    draws: tuple[int, ...]  # open draws: no card is proven to be them, and they left the shoe before the sighting
    named: tuple[int, ...]  # draws at which the shoe read this card
    due: Due
    unread: frozenset[int]  # draws at which the shoe read no card that can still be one of the open draws
    unsure: frozenset[int]  # unread draws, and those whose cards the shoe read at another draw as well
    contested: frozenset[int]  # draws that another undecided card may be
    watched: bool = True  # the shoe has looked without a gap since the last draw

    @property
    def wanted(self) -> tuple[int, ...]:
        """Draws whose card the plan wants here."""
        return tuple(draw for draw in self.draws if self.due(draw) is Wish.HERE)

    @property
    def agreed(self) -> tuple[int, ...]:
        """Draws on which shoe and plan agree."""
        return tuple(draw for draw in self.named if self.due(draw) is Wish.HERE)

    @property
    def unsure_ones(self) -> tuple[int, ...]:
        """Open draws without a reliable reading of the shoe."""
        return tuple(draw for draw in self.draws if draw in self.unsure)


Condition = Callable[[Sighting], bool]
Verdict = Callable[[Sighting], int | None]
"""The draw that the card is, or None to ask the dealer."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table. It holds if all three conditions do."""

    name: str
    shoe: Condition
    plan: Condition
    open: Condition
    verdict: Verdict

    def holds(self, sighting: Sighting) -> bool:
        """Whether the row decides on that card, if none before it does."""
        return self.shoe(sighting) and self.plan(sighting) and self.open(sighting)


def anything(_: Sighting) -> bool:
    """The column is not considered in this row."""
    return True


# --- what the shoe says -------------------------------------------------------------------------------------------


def names_a_draw(seen: Sighting) -> bool:
    """The shoe read this card at one of the open draws, or at several."""
    return bool(seen.named)


def names_one_draw(seen: Sighting) -> bool:
    """The shoe read this card at one of the open draws."""
    return len(seen.named) == 1


# --- what the plan says -------------------------------------------------------------------------------------------


def wants_the_named_one_here(seen: Sighting) -> bool:
    """Of the draws that the shoe names, one is due here."""
    return len(seen.agreed) == 1


def wants_the_named_one_on_the_board(seen: Sighting) -> bool:
    """The draw that the shoe names is due at another spot of the board. Board cards may lie in any order."""
    return seen.due(seen.named[0]) is Wish.BOARD


def does_not_know_the_named_one(seen: Sighting) -> bool:
    """The draw that the shoe names is one more than the plan has, or one for which nothing looks, as for a burn."""
    return seen.due(seen.named[0]) is Wish.SILENT


def wants_one_draw_here(seen: Sighting) -> bool:
    """One open draw is due here."""
    return len(seen.wanted) == 1


def wants_several_draws_here(seen: Sighting) -> bool:
    """More than one open draw is due here."""
    return len(seen.wanted) > 1


def wants_another_here_or_allows_the_named(seen: Sighting) -> bool:
    """Some draw is due here, or one that the shoe names is not due elsewhere."""
    return bool(seen.wanted) or any(seen.due(draw) is not Wish.ELSEWHERE for draw in seen.named)


# --- what else is open --------------------------------------------------------------------------------------------


def no_other_card_for_it(seen: Sighting) -> bool:
    """No other undecided card may be the draw on which shoe and plan agree."""
    return seen.agreed[0] not in seen.contested


def nothing_else(seen: Sighting) -> bool:
    """One draw is open."""
    return len(seen.draws) == 1


def nothing_else_and_nothing_against_it(seen: Sighting) -> bool:
    """One draw is open, and shoe or plan want it here.

    An unread draw will do as well, unless the shoe has not looked since. Then the card may have left it unseen.
    """
    unread = seen.watched and seen.unread
    return len(seen.draws) == 1 and bool(seen.named or seen.wanted or unread)


def no_neighbour_for_the_board(seen: Sighting) -> bool:
    """Neither the draw before the named one nor the one after it is due on the board. A shoe takes a card for the one
    before or after it, not for one further away.
    """
    near = (draw for draw in seen.draws if seen.due(draw) in (Wish.HERE, Wish.BOARD))
    return all(abs(seen.named[0] - draw) > 1 for draw in near)


def the_card_read_at_it_may_be_due_elsewhere(seen: Sighting) -> bool:
    """The shoe read another card at the draw that is due here. This card may be another draw: one that is due
    somewhere, or one without a reliable reading of the shoe."""
    wanted = seen.wanted[0]
    others = (draw for draw in seen.draws if draw != wanted)
    return wanted not in seen.unsure and any(
        seen.due(draw) is not Wish.SILENT or draw in seen.unsure for draw in others
    )


def a_later_one_is_one_too_many(seen: Sighting) -> bool:
    """A draw after the one that is due here is more than the plan has, and the shoe read neither of them."""
    wanted = seen.wanted[0]
    later = (draw for draw in seen.draws if draw > wanted and seen.due(draw) is Wish.SILENT)
    return wanted in seen.unread and any(draw in seen.unread for draw in later)


def one_unsure_draw_for_the_board(seen: Sighting) -> bool:
    """The shoe is sure of all open draws but one, and that one is due on the board, where this card lies."""
    return len(seen.unsure_ones) == 1 and seen.due(seen.unsure_ones[0]) is Wish.BOARD


# --- verdicts -----------------------------------------------------------------------------------------------------


def the_named(seen: Sighting) -> int:
    """The one draw that the shoe names."""
    return seen.named[0]


def the_agreed(seen: Sighting) -> int:
    """The one draw on which both agree."""
    return seen.agreed[0]


def the_wanted(seen: Sighting) -> int:
    """The one draw that is due here."""
    return seen.wanted[0]


def the_last(seen: Sighting) -> int:
    """The one draw that is open."""
    return seen.draws[0]


def the_unsure(seen: Sighting) -> int:
    """The one draw without a reliable reading of the shoe."""
    return seen.unsure_ones[0]


def ask(_: Sighting) -> None:
    """Do not guess. The dealer is asked."""


TABLE: tuple[Row, ...] = (
    Row("agreed", names_one_draw, wants_the_named_one_here, anything, the_named),
    Row("agreed of several", anything, wants_the_named_one_here, no_other_card_for_it, the_agreed),
    Row("last", anything, anything, nothing_else_and_nothing_against_it, the_last),
    Row("last excluded", anything, anything, nothing_else, ask),
    Row("board in any order", names_one_draw, wants_the_named_one_on_the_board, anything, the_named),
    Row("beyond the plan", names_one_draw, does_not_know_the_named_one, no_neighbour_for_the_board, the_named),
    Row("disputed", names_a_draw, wants_another_here_or_allows_the_named, anything, ask),
    Row("due, contradicted", anything, wants_one_draw_here, the_card_read_at_it_may_be_due_elsewhere, ask),
    Row("due, one too many", anything, wants_one_draw_here, a_later_one_is_one_too_many, ask),
    Row("due", anything, wants_one_draw_here, anything, the_wanted),
    Row("several due", anything, wants_several_draws_here, anything, ask),
    Row("left over", anything, anything, one_unsure_draw_for_the_board, the_unsure),
    Row("unknown", anything, anything, anything, ask),
)
"""The first row that holds decides. The last one always holds."""


def deciding_row(seen: Sighting, table: tuple[Row, ...] = TABLE) -> Row:
    """The row that decides on a card."""
    return next(row for row in table if row.holds(seen))


def identify(seen: Sighting) -> int | None:
    """Return the draw number of a card, None if it is not certain."""
    return deciding_row(seen).verdict(seen)
