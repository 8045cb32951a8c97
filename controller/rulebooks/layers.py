"""The order in which rulebooks fill what a rulebook leaves out.

1. The rulebook itself, and what it borrows for single rule keys.
2. Its bases, in the same way.
3. The rulebook whose rules it takes for irregularities.
4. The rulebooks that it borrows from as a whole.

Only the rulebook and its bases are cited as its own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from controller.rulebooks.files import RulebookError
from controller.rulebooks.model import RulebookFile

Find = Callable[[str], RulebookFile]
FLOOR: Final = "floor"

# What a rulebook that knows only the plain hand may leave to another: errors, not the course of a hand.
IRREGULARITIES: Final = frozenset({
    "silent_chips", "string.first_motion", "string.gradual", "chip.single", "chip.multiple", "raise.short",
    "bet.short", "call.short", "bet.rounding", "correction", "check.facing_bet", "announce.raise",
    "announce.short_raise", "announce.short_call", "announce.above_chips", "announce.above_stack",
    "act.forward_motion", "oot.unchanged", "oot.called", "oot.changed", "skipped", "chips.short", "killed", "thrown",
    "retrieve", "disclosure",
    "deal.misdeal", "deal.stands_after", "deal.exposed", "deal.exposed_by_player", "deal.off_table", "deal.count",
    "deal.missed", "deck.boxed", "deck.foul", "premature.flop", "premature.turn", "premature.river",
    "premature.skipped_flop", "premature.skipped_turn", "premature.skipped_river",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Layer:
    """A file that may fill what a rulebook leaves out.

    - `lent_by`: the lender, None if the file is the house's own
    - `only`: the rule keys that it may fill, None for all
    """

    file: RulebookFile
    lent_by: str | None = None
    only: frozenset[str] | None = None


def chain(file: RulebookFile, find: Find) -> list[RulebookFile]:
    """The file and its bases, the nearest first. Raises RulebookError for a base that leads back."""
    books = [file]
    while (base := books[-1].base) is not None:
        if any(book.key == base for book in books):
            raise RulebookError(f"rulebook {file.key!r}: base {base!r} leads back to itself")
        books.append(find(base))
    return books


def layers(file: RulebookFile, find: Find, host: str | None = None) -> list[Layer]:
    """Return all files that may speak for a rulebook, in order. `host` replaces the rulebooks it borrows from as a
    whole."""
    own = chain(file, find)
    if host is None and own[0].partial and not any(book.borrows for book in own):
        raise RulebookError(f"rulebook {file.key!r} is a part of the rules only. Name a host for the rest: borrows")
    return list(_speaking(own, find, None, (host,) if host else None, {file.key}))


def _speaking(
    own: list[RulebookFile], find: Find, lent_by: str | None, hosts: tuple[str, ...] | None, seen: set[str]
) -> Iterator[Layer]:
    for book in own:
        yield Layer(book, lent_by)
        for matter, lender in book.borrow.items():
            yield from _lent(lender, find, frozenset({matter}))
    others = next((book.irregularities for book in own if book.irregularities), FLOOR)
    if others != FLOOR:
        yield from _lent(others, find, IRREGULARITIES)
    for lender in hosts or next((book.borrows for book in own if book.borrows), ()):
        if lender not in seen:
            seen.add(lender)
            yield from _speaking(chain(find(lender), find), find, lender, None, seen)


def _lent(lender: str, find: Find, only: frozenset[str]) -> Iterator[Layer]:
    yield from (Layer(book, lender, only) for book in chain(find(lender), find))
