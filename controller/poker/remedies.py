"""The remedies of one hand: open, and carried out."""

from controller.poker.places import End
from controller.poker.remedy import Remedy


class Remedies:
    """`open` in the order in which they were ruled. A remedy that is over stays open until the next review."""

    __slots__ = ("completed", "open")

    def __init__(self) -> None:
        self.open: list[Remedy] = []
        self.completed: list[Remedy] = []

    @property
    def all(self) -> tuple[Remedy, ...]:
        """The open ones first."""
        return (*self.open, *self.completed)

    def hole_cards_to_come(self) -> list[End]:
        """The goals of movements by which open remedies have still to deal or bring back a card of a hand."""
        return [
            move.goal for remedy in self.open for move, made in zip(remedy.moves, remedy.done, strict=True)
            if move.verb in ("deal", "back") and not made
        ]  # fmt: skip

    def begin(self, remedy: Remedy) -> None:
        """A ruling asks for movements."""
        self.open.append(remedy)

    def complete(self) -> None:
        """Remedies whose movements are all made are carried out."""
        if any(remedy.over for remedy in self.open):
            self.completed += [remedy for remedy in self.open if remedy.over]
            self.open = [remedy for remedy in self.open if not remedy.over]

    def reopen(self, remedy: Remedy) -> None:
        """A movement is taken back, so the remedy is open again."""
        if remedy in self.completed:
            self.completed.remove(remedy)
            self.open.append(remedy)

    def drop(self, remedy: Remedy) -> None:
        """The rest of an open remedy is dropped."""
        self.open.remove(remedy)

    def drop_matter(self, matter: str) -> None:
        """The rest of the open remedies of that rule key is dropped."""
        self.open = [remedy for remedy in self.open if remedy.matter != matter]

    def drop_over(self) -> None:
        """The hand is void: what has been carried out is forgotten."""
        self.open = [remedy for remedy in self.open if not remedy.over]

    def void(self, remedy: Remedy) -> None:
        """The hand is void: this is the only remedy left."""
        self.open = [remedy]
