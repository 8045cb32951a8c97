"""The raise that a seat's keys stand at: it starts at the smallest legal one and moves by the big blind. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from controller.table import View


@dataclass(slots=True)
class Dial:
    """The raise amount of the seat to act. It starts again with another turn or another smallest raise."""

    _of: tuple[int, int | None, int | None] | None = None
    _total: int | None = None

    @property
    def stands(self) -> bool:
        """Whether it has followed any turn."""
        return self._of is not None

    def follow(self, hand: int, turn: int | None, min_raise: int | None) -> None:
        """Take note of whose turn it is and of the smallest raise."""
        now = (hand, turn, min_raise)
        if now != self._of:
            self._of, self._total = now, min_raise

    def at(self, view: View) -> int | None:
        """Return the total that the raise key of the seat to act stands for. None if the seat may not raise."""
        self.follow(view.hand, view.turn, view.min_raise)
        return self._total

    def turn(self, view: View, step: int, way: Literal["minus", "plus"]) -> None:
        """Take one press of minus or plus. The total stays between the smallest and the largest legal one."""
        total = self.at(view)
        if total is None or view.min_raise is None:
            return
        wanted = total + (step if way == "plus" else -step)
        most = view.max_raise if view.max_raise is not None else wanted
        self._total = max(view.min_raise, min(wanted, most))

    def to_json(self) -> list[Any]:
        """Return it for a checkpoint."""
        return [self._of and list(self._of), self._total]

    @classmethod
    def from_json(cls, data: list[Any]) -> Dial:
        """Return what `to_json` saved."""
        of, total = data
        return cls(tuple(of) if of else None, total)
