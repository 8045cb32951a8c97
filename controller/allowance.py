"""How often something may be asked for: a bucket that fills by so much a second."""

from dataclasses import dataclass
from typing import Final

SECOND: Final = 1_000_000_000


@dataclass(slots=True)
class Allowance:
    """So many at once, and so many a second after that."""

    most: float
    a_second: float
    _left: float = -1.0
    _at: int = 0

    def take(self, now: int) -> bool:
        """Take one. False if none is left at that time (ns)."""
        grown = max(0, now - self._at) / SECOND * self.a_second
        self._left = self.most if self._left < 0 else min(self.most, self._left + grown)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether it is as good as untouched."""
        return self._left >= self.most - 1
