"""A remedy: the card movements that repair a fault, in order, and for each the sign that it is done.

Cards are draw numbers, never faces. A movement with the gate `NOW` holds play until it is done. The others wait until
the cards of their street may come, while betting goes on.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, get_args

from controller.poker.outcomes import RulingId
from controller.poker.places import End, Place, Seat
from controller.poker.plan import Plan

NOW: Final = -1

Verb = Literal[
    "deal",  # the next card of the shoe goes to a seat
    "burn",  # a card, or the next of the shoe, goes to the burn pile, face down
    "show",  # a card is shown to all
    "turn",  # a card is turned face up where it lies
    "lay",  # a card goes to the board, face up
    "stub",  # cards go back on or into the stub
    "aside",  # a card is set aside
    "muck",  # cards go to the muck
    "back",  # a card goes back where it came from
    "shuffle",  # the stub, with what went back to it, is shuffled
    "mix",  # these cards are turned down and shuffled among themselves
    "draw",  # a manager draws one of these cards, seeing backs only
    "expose",  # the cards that are left are turned up again
    "change",  # the deck is replaced, or made whole
    "collect",  # every card comes back for the shuffle
]
PROMPTS: Final[dict[Verb, str]] = {verb: f"remedy.{verb}" for verb in get_args(Verb)}
"""The prompt of a movement, by its verb."""

Tick = Literal[
    "proven",  # the card is read where it belongs
    "gone",  # the card is read no longer where it lay
    "drawn",  # the slot of the plan has its card
    "told",  # no sensor can see it: the dealer enters it
]


class Move(NamedTuple):
    """One movement. `exits` are the cards. It is empty for the next card of the shoe."""

    verb: Verb
    exits: tuple[int, ...]
    origin: End
    goal: End
    tick: Tick
    gate: int = NOW  # or the street whose cards it belongs to: 0 the deal, 1 flop, 2 turn, 3 river
    mark: int = 0  # of the slot it fills


class Remedy:
    """A remedy on its way. Each of its movements is done or not."""

    __slots__ = ("done", "exposes", "matter", "missed", "moves", "ruling", "seat", "under", "wrong")

    def __init__(
        self,
        ruling: RulingId,
        matter: str,
        seat: Seat | None,
        moves: tuple[Move, ...],
        exposes: tuple[int, ...] = (),
        under: str = "",
    ) -> None:
        """`exposes`: cards that all players have seen once its first movement is made. `under`: the case of the rule
        key that decided, if it has articles of its own."""
        self.ruling = ruling
        self.matter = matter
        self.seat = seat
        self.moves = list(moves)
        self.done = [False] * len(moves)
        self.under = under
        self.exposes = exposes
        self.missed: dict[int, Place] = {}  # cards that are no longer read and were not due to move -> where each lay
        self.wrong: dict[int, Place] = {}  # cards taken up in place of the one due -> where each belongs

    def tick(self, n: int) -> None:
        """The n-th movement is made."""
        self.done[n] = True

    def tick_to(self, n: int) -> None:
        """All movements up to the n-th are made."""
        self.done[: n + 1] = [True] * (n + 1)

    def untick(self, n: int) -> None:
        """The n-th movement is due again."""
        self.done[n] = False

    def reveal(self) -> tuple[int, ...]:
        """A movement is made on the ruling. Return the cards that all players have seen by it."""
        exposed, self.exposes = self.exposes, ()
        return exposed

    def insert(self, n: int, move: Move) -> None:
        """A movement comes before the n-th."""
        self.moves.insert(n, move)
        self.done.insert(n, False)

    def extend(self, *moves: Move) -> None:
        """More movements come after the others."""
        self.moves += moves
        self.done += [False] * len(moves)

    def set_cards(self, n: int, *exits: int) -> None:
        """The n-th movement is about these cards."""
        self.moves[n] = self.moves[n]._replace(exits=exits)

    def one_more(self, n: int, card: int) -> None:
        """The n-th movement is about one card more, and due."""
        self.moves[n] = self.moves[n]._replace(exits=(*self.moves[n].exits, card))
        self.done[n] = False

    def renumber(self, old: int, new: int) -> None:
        """A card that was not counted is seen, and has a number of its own from now on."""
        for n, move in enumerate(self.moves):
            self.moves[n] = move._replace(exits=tuple(new if e == old else e for e in move.exits))
        self.exposes = tuple(new if e == old else e for e in self.exposes)

    def miss(self, card: int, spot: Place) -> None:
        """A card is read no longer where it lay, and was not due."""
        self.missed[card] = spot

    def seen_again(self, card: int) -> Place | None:
        """A card that was missed is read again, or was certainly taken up. Return where it lay before."""
        return self.missed.pop(card, None)

    def take_wrong(self, card: int, spot: Place) -> None:
        """A card was taken up in place of the one due. It belongs there."""
        self.wrong[card] = spot

    def wrong_card_back(self, card: int) -> None:
        """A card that was taken up in place of the one due lies where it belongs."""
        del self.wrong[card]

    @property
    def over(self) -> bool:
        """Every movement is done."""
        return all(self.done)


def due(remedy: Remedy, plan: Plan) -> int | None:
    """Return the next movement, or None if there is none now. A movement blocks those after it while it waits for its
    gate. It also does while its card has left the shoe and is not read yet at its goal."""
    for n, move in enumerate(remedy.moves):
        if not remedy.done[n]:
            return n if open_now(move, plan) and not _on_its_way(move, plan) else None
    return None


def _on_its_way(move: Move, plan: Plan) -> bool:
    """Whether the card that a movement takes from the shoe has left it and is not identified yet."""
    slot = plan.slots.find(move.mark)
    return move.tick == "drawn" and slot is not None and slot.underway


def open_now(move: Move, plan: Plan) -> bool:
    """Whether a movement may be made now: its gate is open, and the cards before its own are out."""
    if move.gate == NOW:
        return True
    if plan.gate < move.gate:
        return False
    slot = plan.slots.find(move.mark)
    return plan.is_drawn(max(move.gate - 1, 0)) if slot is None else plan.slots.out_before(slot)


def holds_street(remedies: Iterable[Remedy], plan: Plan) -> bool:
    """Whether an open movement must be made before any act. Such a movement has the gate `NOW`, or belongs to the
    cards before this betting round."""
    return any(
        not done and (move.gate == NOW or move.gate <= plan.gate)
        for r in remedies
        for move, done in zip(r.moves, r.done, strict=True)
    )


def next_move(remedies: Iterable[Remedy], plan: Plan) -> tuple[Remedy, Move] | None:
    """Return the dealer's next movement. Movements that hold play come before those that wait, then the remedy that
    was ruled first."""
    waiting = [(r, r.moves[n]) for r in remedies if (n := due(r, plan)) is not None]
    held = [pair for pair in waiting if pair[1].gate == NOW]
    first = held or waiting
    return first[0] if first else None
