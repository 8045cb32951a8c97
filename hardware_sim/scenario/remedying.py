"""Carrying out a remedy with the hands: the movements that the table names, and the word where it can see none."""

from __future__ import annotations

from typing import Final

from controller.table import MoveView

from .deeds import CarriesOut, Reshuffles
from .depth import Depth, Impossible
from .telling import enter

MOST: Final = 20
"""Movements of one remedy: the longest of the rulebooks has six."""


FROM_THE_SHOE: Final = ("deal", "burn", "lay")
"""Movements that bring the next card."""


class Remedies:
    """Does the next movement of the open remedy, as the table's view has it."""

    def __init__(self, depth: Depth) -> None:
        self.depth = depth

    def next(self) -> MoveView | None:
        """The movement that is due; None while something else comes first."""
        step = self.depth.view.next_step
        if step is None or not step.key.startswith("remedy_"):
            return None
        return next((m for r in self.depth.view.remedies for m in r.moves if m.state == "next"), None)

    def carry_out(self, act: CarriesOut) -> None:
        """Everything that is due, or so many movements. Raises Impossible where fewer are."""
        for done in range(act.count or MOST):
            move = self.next()
            if move is None or (move.verb == "collect" and not act.count):
                if act.count > done:
                    raise Impossible(f"{done} of {act.count} movements are due")
                return
            self._do(move)
            self.depth.rest()

    def _do(self, move: MoveView) -> None:
        if move.verb == "shuffle":
            self.reshuffle(Reshuffles())
        elif move.by == "drawn":
            self.depth.lay(self.depth.draw(), self._goal(move))
        elif move.verb in ("mix", "expose", "change", "collect"):
            enter(self.depth, "dealer", "done")
        else:
            exits = move.exits[:1] if move.verb in ("draw", "lay") else move.exits
            cards = [self.depth.of_exit(exit_) for exit_ in exits]
            if not cards and move.verb in FROM_THE_SHOE and move.origin in ("shoe", "stub"):
                cards = [self.depth.draw()]  # no shoe numbers it
            for card in cards:
                self.depth.lay(card, self._goal(move))
            if move.by == "told" and self.next() == move:  # else something saw it
                enter(self.depth, "dealer", "done")

    def _goal(self, move: MoveView) -> str:
        if move.goal != "board":
            return move.goal
        free = [n for n in range(1, 6) if not self.depth.cards(f"board:{n}")]
        if not free:
            raise Impossible("the board has five cards already")
        return f"board:{free[0]}"

    def reshuffle(self, act: Reshuffles) -> None:
        """What lies on the stub is shuffled into it, and the dealer says so."""
        move = self.next()
        for exit_ in move.exits if move is not None and move.origin != "stub" else ():
            self.depth.lay(self.depth.of_exit(exit_), "stub")
        self.depth.restack(act.order)
        enter(self.depth, "dealer", "done")
        self.depth.rest()
