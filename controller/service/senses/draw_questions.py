"""The question which draw lies at a place, and what each of its answers means. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware_bridge.messages.base import TagId


@dataclass(frozen=True, slots=True)
class LeftUnseen:
    """The answer that no reading saw the card leave the shoe. `beside`: the draw that it left it with, if any."""

    beside: int | None = None


@dataclass(frozen=True, slots=True)
class DrawQuestion:
    """Which draw the card at `place` is: one of `draws`, or a card that left the shoe unseen, maybe `beside` one."""

    tag: TagId = field(repr=False)
    place: str
    draws: tuple[int, ...]
    beside: tuple[int, ...]

    @property
    def id(self) -> str:
        """How an answer names the question."""
        return f"draw-{self.place}"

    @property
    def answers(self) -> dict[str, int | LeftUnseen]:
        """The answers by option: a draw number, or that the card left unseen."""
        draws = {str(draw): draw for draw in self.draws}
        beside = {f"with-{draw}": LeftUnseen(draw) for draw in self.beside}
        return {**draws, **beside, "unseen": LeftUnseen()}
