"""What goes wrong at the touch areas of the displays. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from drivers.nextion import Touched
from firmware_bridge.messages.verdict_texts import Seen

from .verdict import Fault, Verdict, verdict

MS: Final = 1_000_000
S: Final = 1_000 * MS

STUCK: Final = 10 * S
"""A finger rests on a key for a second or two."""

AGAIN: Final = 60 * MS
"""A finger cannot leave a key and come back in less."""

BOUNCES: Final = 3
"""Bounces of a key within `LATELY` before it is worn. One may be a finger that slides."""

LATELY: Final = 60 * S


@dataclass(slots=True)
class KeyWatch:
    """One touch area."""

    pressed: int | None = None
    released: int | None = None
    bounces: deque[int] = field(default_factory=lambda: deque(maxlen=40))
    steady: bool = True  # the present touch has not bounced
    touches: int = 0  # since `tallied`
    bounced: int = 0  # of these touches

    def press(self, at: int) -> None:
        """Take a press. One that follows a release too quickly is the same touch."""
        if self.released is None or at - self.released >= AGAIN:
            self.touches, self.steady = self.touches + 1, True
        else:
            self.bounces.append(at)
            self.bounced, self.steady = self.bounced + self.steady, False
        self.pressed = at

    def tallied(self) -> tuple[int, int]:
        """Return the touches since the last call, and how many of them bounced."""
        counted = self.touches, self.bounced
        self.touches = self.bounced = 0
        return counted


class TouchWatch:
    """All touch areas of one display."""

    def __init__(self, part: str, seat: int) -> None:
        self.part = part
        self.place = f"seat {seat}"
        self.keys: dict[str, KeyWatch] = {}

    def touched(self, touch: Touched) -> None:
        """Take a press or a release."""
        key = self.keys.setdefault(touch.component, KeyWatch())
        if touch.pressed:
            key.press(touch.at)
        else:
            key.pressed, key.released = None, touch.at

    def forget(self) -> None:
        """The display has gone: what was pressed is not known."""
        for key in self.keys.values():
            key.pressed = None

    def verdicts(self, now: int) -> Iterator[Verdict]:
        """What is wrong here."""
        for name, key in self.keys.items():
            bounces = [stamp for stamp in key.bounces if stamp > now - LATELY]
            if key.pressed is not None and now - key.pressed > STUCK:
                seen = (Seen("pressed_for", seconds=round((now - key.pressed) / S)),)
                yield verdict(Fault.KEY_STUCK, self.part, self.place, seen, 80, key.pressed, other=name)
            elif len(bounces) >= BOUNCES:
                seen = (Seen("pressed_again", times=len(bounces), ms=AGAIN // MS),)
                yield verdict(Fault.KEY_BOUNCES, self.part, self.place, seen, 75, bounces[0], other=name)
