"""Carry out a remedy: the movements that the table names, and the entry if the table cannot see them."""

from collections.abc import Collection
from typing import Final

from controller.poker.slots import PAST_ANY_SHOE
from hardware_sim.physics.things import SEATS
from hardware_sim.scenario.language.act_nodes import CarriesOut, Reshuffles
from hardware_sim.shown import ShownMove

from .core_commands import enter
from .level import Depth, Impossible

MOST: Final = 20
"""The most movements of one remedy. The longest of the rulebooks has six."""


class Remedies:
    """Does the next movement of the open remedy, as the table's view has it."""

    def __init__(self, depth: Depth, absent: Collection[str] = ()) -> None:
        self.depth = depth
        self.turned: set[str] = set()  # cards of the deal that were turned up
        self._known: dict[tuple[int, int], str] = {}  # hand and number of a card that nothing counted
        self.unnumbered = "shoe" in absent
        self.named = bool({"board", "faces"} & set(absent))  # the dealer enters the cards they lay on the board

    def next(self) -> ShownMove | None:
        """Return the movement that is due, or None while something else comes first."""
        step = self.depth.course.next_step
        if step is None or step.verb is None:
            return None
        return next((m for r in self.depth.view.remedies for m in r.moves if m.state == "next"), None)

    def carry_out(self, act: CarriesOut) -> None:
        """Do everything that is due, or so many movements. Raises Impossible if fewer are due."""
        for done in range(act.count or MOST):
            move = self.next()
            if move is None or (move.verb == "collect" and not act.count):
                if act.count > done:
                    raise Impossible(f"{done} of {act.count} movements are due")
                return
            self._do(move)
            self.depth.rest()

    def carry_out_one(self, origin: str) -> bool:
        """Do the movement that is due if it starts at `origin`. Return whether it did."""
        move = self.next()
        if move is None or move.origin != origin:
            return False
        self._do(move)
        return True

    def _do(self, move: ShownMove) -> None:
        if move.verb == "shuffle":
            self.reshuffle(Reshuffles())
        elif move.verb in ("mix", "expose", "change", "collect"):
            enter(self.depth, "dealer", "done")
        elif move.origin in ("shoe", "stub") and not move.exits:
            self._lay(move, (self.depth.draw(),))
        elif move.origin == "shoe" and move.exits[0] > PAST_ANY_SHOE:  # a boxed card: it lies face up on the deck
            self._lay(move, (self.depth.draw("up"),))
        else:
            exits = move.exits[:1] if move.verb in ("draw", "lay") else move.exits
            self._lay(move, self._there(move, tuple(self._card(move, exit_) for exit_ in exits)))

    def _card(self, move: ShownMove, exit_: int) -> str:
        """The card that the movement means, by its name, its number or its place."""
        if len(move.cards) == len(move.exits):
            return move.cards[move.exits.index(exit_)]
        return self._uncounted(move, exit_) if exit_ > PAST_ANY_SHOE else self.depth.of_exit(exit_)

    def _there(self, move: ShownMove, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The cards of a movement as they lie at its seat, if the table has no shoe.

        Readers then number the cards as they first see them, which need not be the order of the deal.
        """
        lying = self.depth.cards(move.origin) if self.unnumbered and move.origin in SEATS else []
        spare = iter([card for card in lying if card not in cards])
        return tuple(card if not lying or card in lying else next(spare, card) for card in cards)

    def _uncounted(self, move: ShownMove, exit_: int) -> str:
        """A card without a draw number: one that was turned up there, or the uppermost. It stays the same card."""
        key = (self.depth.course.hand or 0, exit_)
        if key not in self._known:
            lying = self.depth.cards("off" if move.origin == "floor" else move.origin)
            if not lying:
                raise Impossible(f"no card lies at {move.origin}")
            upper = 0 if move.origin == "aside" else -1  # those set aside are fetched in their order
            self._known[key] = next((card for card in lying if card in self.turned), lying[upper])
        return self._known[key]

    def _lay(self, move: ShownMove, cards: tuple[str, ...]) -> None:
        for card in cards:
            self.depth.lay(card, self._goal(move))
        if self.named and move.goal == "board" != move.origin:
            enter(self.depth, "dealer", "board", cards)
        elif move.by == "told" and self.next() == move:  # else something saw it
            enter(self.depth, "dealer", "done")

    def _goal(self, move: ShownMove) -> str:
        if move.goal != "board":
            return move.goal
        free = [n for n in range(1, 6) if not self.depth.cards(f"board:{n}")]
        if not free:
            raise Impossible("the board has five cards already")
        return f"board:{free[0]}"

    def reshuffle(self, act: Reshuffles) -> None:
        """Shuffle what lies on the stub into it, and enter that it is done."""
        move = self.next()
        if move is not None and move.origin != "stub":
            for exit_ in move.exits:
                self.depth.lay(self._card(move, exit_), "stub")
        self.depth.restack(act.order)
        enter(self.depth, "dealer", "done")
        self.depth.rest()
