"""A minimal reader of the PHH notation, for replaying hands at the core."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.poker.cards import DECK_SIZE, cards
from controller.rulebooks import Rulebook
from controller.table import SeatSetup, Setup, Stakes
from tests.core.dealing import Dealer

UNKNOWN = "????"


@dataclass(frozen=True)
class PhhHand:
    """One hand: players 1 to n are seats 1 to n, the last the button (heads-up the second)."""

    name: str
    limit: bool
    stakes: Stakes
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    finishing: tuple[float, ...] | None


def read(path: Path) -> PhhHand:
    data = tomllib.loads(path.read_text("utf-8"))
    antes, blinds = data["antes"], data["blinds_or_straddles"]
    even = len(set(antes)) == 1
    limit = data["variant"] == "FT"
    small, big = sorted(blinds[:2])
    stakes = Stakes(
        small,
        big,
        antes[0] if even else 0,
        0 if even else max(antes),
        data.get("small_bet", 0),
        data.get("big_bet", 0),
    )
    finishing = data.get("finishing_stacks")
    return PhhHand(
        path.stem, limit, stakes, tuple(data["starting_stacks"]), tuple(data["actions"]),
        tuple(finishing) if finishing else None,
    )  # fmt: skip


def setup_of(hand: PhhHand, rulebook: str = "roberts") -> Setup:
    seats = tuple(SeatSetup(n, stack) for n, stack in enumerate(hand.stacks, 1))
    return Setup(seats, len(seats), hand.stakes, rulebook, "limit" if hand.limit else "no_limit", 1)


class Player:
    """Plays a PHH hand with the tests' dealer."""

    def __init__(self, hand: PhhHand, rulebook: Rulebook) -> None:
        self.hand = hand
        self.dealer = Dealer(setup_of(hand), rulebook)
        known = [c for a in hand.actions for c in self._faces(a)]
        self.spare = [c for c in range(DECK_SIZE) if c not in known]

    @staticmethod
    def _faces(action: str) -> tuple[int, ...]:
        parts = action.split()
        if parts[0] == "d" and parts[1] == "dh":
            return () if "?" in parts[3] else cards(parts[3])
        return cards(parts[2]) if parts[0] == "d" else ()

    def play(self) -> Dealer:
        d, hand = self.dealer, self.hand
        d.shuffle()
        d.settle()
        holes: dict[int, Sequence[int]] = {}
        acts = []
        for action in hand.actions:
            parts = action.split("#")[0].split()
            if parts[0] == "d" and parts[1] == "dh":
                known = self._faces(action)
                holes[int(parts[2][1:])] = known or (self.spare.pop(), self.spare.pop())
            else:
                acts.append(parts)
        assert d.table.hand is not None
        d.deal_holes(holes, d.table.hand.seats)
        laid = 0
        for parts in acts:
            if parts[0] == "d":
                d.bring_in()
                faces = cards(parts[2])
                d.deal_board(self.spare.pop(), faces, laid + 1)
                laid += len(faces)
            else:
                self._act(parts)
        d.bring_in()
        if d.view.phase == "showdown":
            for seat in d.view.show_order:
                d.command("shows", seat)
        d.award()
        return d

    def _act(self, parts: list[str]) -> None:
        seat, word = int(parts[0][1:]), parts[1]
        d = self.dealer
        if word == "sm":
            if len(parts) > 2 and d.view.phase == "showdown":
                d.command("shows", seat)
            elif d.view.phase == "showdown":
                d.command("mucks", seat)
            return
        if word == "f":
            d.key(seat, "fold")
        elif word == "cc":
            d.key(seat, "call")
        else:
            d.key(seat, "raise", int(parts[2]))
        d.settle()
