"""The count of every stack against what it counts as, at the end of a day or at any time between hands."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from controller.poker.betting import seats_of
from controller.poker.hand import BETWEEN_HANDS
from controller.poker.places import STACK, Seat, place_text
from controller.table.chips.between_hands import on_the_table
from controller.table.state.command_args import Refused
from controller.table.state.table import Table


@dataclass(frozen=True, slots=True)
class StackCount:
    """One seat. `chips` are (denomination, how many), the highest first. Empty if no reader sees them."""

    seat: Seat
    counts: int  # as the book has it, in minor units
    lies: int  # as it lies
    chips: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class TableCount:
    """A whole table between two hands."""

    hand: int
    level: str
    stacks: tuple[StackCount, ...]
    total: int
    players_left: int
    button: Seat
    kept: tuple[tuple[Seat, int], ...]  # chips of players who are gone: (seat of the player, amount)


def count(table: Table) -> TableCount:
    """Every held stack, as it counts and as it lies."""
    return TableCount(
        hand=table.hand_number,
        level=table.stakes.text,
        stacks=tuple(_stack(table, seat) for seat in seats_of(table.seating.held)),
        total=sum(table.owned(seat) + table.transit.gone[seat] for seat in seats_of(table.seating.held)),
        players_left=table.tournament.left,
        button=table.button_now,
        kept=tuple((seat, amount) for seat, amount in table.seating.kept),
    )


def _stack(table: Table, seat: Seat) -> StackCount:
    sensed = table.senses.chips[seat]
    chips = Counter(table.felt.chips[STACK + seat] or ()) if sensed else Counter[int]()
    counts = table.owned(seat) + table.transit.gone[seat]
    lies = table.felt.total[STACK + seat] if sensed else counts
    return StackCount(seat, counts, lies, tuple(sorted(chips.items(), reverse=True)))


def count_stacks(table: Table, _said: None) -> None:
    """The floor has the table counted. Each seat whose stack differs from what it counts as is named. Chips in a
    player's hand are not on the table."""
    if table.phase not in BETWEEN_HANDS or table.tournament.race is not None:
        raise Refused("not_now")
    over, short = on_the_table(table)
    for seat, amount in sorted({**over, **{seat: -amount for seat, amount in short.items()}}.items()):
        table.alarm("stack.differs", seat, amount, place_text(STACK + seat))


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {"count_stacks": (count_stacks, None)}
