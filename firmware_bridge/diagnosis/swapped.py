"""Antennas that hear each other's things: two whose plugs are swapped. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from drivers.reader import Tag
from firmware_bridge.fields.antennas import FieldPlan
from firmware_bridge.messages.places import CARD_KINDS, spot_called
from firmware_bridge.messages.verdict_texts import Seen

from .cards import CardWatch
from .elsewhere import APART, say_at
from .tags import Move, Whereabouts
from .verdict import Fault, Verdict

S: Final = 1_000_000_000

TRAY: Final = "tray"

UNSEEN: Final = 1_500_000_000
"""A chip that was heard nowhere for longer lay where no antenna heard it. A hand carries it in less."""

ON_THE_WAY: Final = 60 * S
"""Over how long the ways of chips are looked at."""

CROSSED_LINES: Final = 2
"""Times that chips took this way before stack and bet line of a seat are swapped. A bet that is taken back stays on
the stack until it is bet again."""

MIDDLE: Final = frozenset({"pot", TRAY, "drop"})
FLOAT: Final = 6
"""Chips that came from the tray to the pot at once. Nobody pays them into a pot [estimate]."""


def carried(moves: Iterable[Move]) -> list[list[Move]]:
    """Moves by the hand that carried the chips. Those that came together came once, though each was last heard at its
    time."""
    hands: list[list[Move]] = []
    for move in sorted(moves, key=lambda one: one.came):
        if not hands or move.came - hands[-1][-1].came >= APART:
            hands.append([])
        hands[-1].append(move)
    return hands


def times_carried(moves: Iterable[Move]) -> int:
    """How often a hand carried chips."""
    return len(carried(moves))


def swapped(plan: FieldPlan, tags: Whereabouts, cards: CardWatch, now: int) -> Iterator[Verdict]:
    """Two antennas that each hear what is due at the other."""
    exchanged = _exchanged(tags.moves)
    if exchanged is not None:
        place, other, when = exchanged
        seen = (Seen("changed_places", where=place, other=other),)
        yield say_at(plan, Fault.SWAPPED_ANTENNAS, place, seen, 85, when, other)
    for place, other, count in cards.crosswise():
        landed = (Seen("due_at_other", cards=count), Seen("none_where_due"))
        yield say_at(plan, Fault.SWAPPED_ANTENNAS, place, landed, 85, now, other)
    if exchanged is None and (times := _bets_to_tray(tags.moves)):
        bets = (Seen("tray_at_pot"), Seen("bets_at_tray", times=times))
        yield say_at(plan, Fault.SWAPPED_ANTENNAS, "pot", bets, 75, now, TRAY)
    for place, other, count in _lines_crosswise(tags.moves):
        chips = (Seen("taken_through", times=count, other=other, where=place),)
        yield say_at(plan, Fault.SWAPPED_ANTENNAS, place, chips, 75, now, other)
    for place, other, count in _bet_crosswise(tags.moves):
        seen = (Seen("bet_at_other", times=count),)
        yield say_at(plan, Fault.SWAPPED_ANTENNAS, place, seen, 75, now, other)


def _lines_crosswise(moves: Collection[Move]) -> Iterator[tuple[str, str, int]]:
    """Seats whose chips come to the stack out of the bet line, and go from there into the pot. None goes into the pot
    from the bet line, as bets do."""
    came: dict[Tag, Move] = {}
    crossed: dict[str, list[Move]] = {}
    for move in moves:
        before, left = came.get(move.tag), spot_called(move.origin)
        came[move.tag] = move
        if before is None or move.place != "pot" or move.unseen >= UNSEEN or move.left - before.came > ON_THE_WAY:
            continue
        stack, line = f"stack:{left.number}", f"bet:{left.number}"
        if (before.origin, move.origin) == (line, stack):
            crossed.setdefault(stack, []).append(move)
        elif (before.origin, move.origin) == (stack, line):
            crossed.pop(stack, None)
    for stack, there in crossed.items():
        if (times := times_carried(there)) >= CROSSED_LINES:
            yield stack, f"bet:{spot_called(stack).number}", times


def _exchanged(moves: Collection[Move]) -> tuple[str, str, int] | None:
    ways: dict[tuple[str, str], list[Move]] = {}
    for move in moves:
        kinds = {spot_called(move.origin).kind, spot_called(move.place).kind}
        if len(kinds) == 1 or kinds <= MIDDLE:
            ways.setdefault((move.origin, move.place), []).append(move)
    for (origin, place), there in ways.items():
        back = ways.get((place, origin), [])
        least = 1 if spot_called(place).kind in CARD_KINDS else 2
        for move in there:
            near = [one for one in back if abs(one.came - move.came) < 4 * S]
            same = [one for one in there if abs(one.came - move.came) < 4 * S]
            if origin < place and len(near) >= least and len(same) >= least and len(near) + len(same) >= 3:
                return origin, place, move.came
    return None


def _bets_to_tray(moves: Collection[Move]) -> int:
    """How many bets came to the tray since its chips came to the pot all at once. The pot was empty then, so none of
    its own came back."""
    went = [move.came for move in moves if (move.origin, move.place) == (TRAY, "pot")]
    began = next((at for at in went if sum(abs(at - one) < 4 * S for one in went) >= FLOAT), None)
    if began is None:
        return 0
    bets = {
        move.origin
        for move in moves
        if move.place == TRAY and spot_called(move.origin).kind == "bet" and move.came > began
    }
    return len(bets) if len(bets) > 1 else 0


def _bet_crosswise(moves: Collection[Move]) -> Iterator[tuple[str, str, int]]:
    ways: dict[tuple[int, int], list[Move]] = {}
    for move in moves:
        left, came = spot_called(move.origin), spot_called(move.place)
        if left.kind == "stack" and came.kind == "bet":
            ways.setdefault((left.number, came.number), []).append(move)
    for (origin, place), there in ways.items():
        times, back = times_carried(there), times_carried(ways.get((place, origin), []))
        if origin < place and times >= 2 and back >= 2:
            yield f"bet:{origin}", f"bet:{place}", times + back
