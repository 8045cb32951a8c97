"""Which readers still answer. Pure: what was heard and when goes in. What to ask, and which are mute, comes out.

- A reader that has not been heard for `QUIET` gets a short question.
- If it does not answer, the question is repeated after `AGAIN`. So a mute reader costs its line some short waits
  instead of reads.
- After a silence of `SILENCE` and `UNANSWERED` questions it counts as mute. It is then asked once in `KNOCK`, until
  it answers.
"""

from dataclasses import dataclass
from enum import Enum

# Mute readers must be noticed in 2 s: 0.8 s of quiet, and three unanswered questions of about 50 ms, 150 ms apart,
# behind a read of up to 0.6 s (60 chips). Silence of less than a second may be a burst of noise.
QUIET = 800_000_000
AGAIN = 150_000_000
SILENCE = 1_000_000_000
KNOCK = 1_000_000_000
UNANSWERED = 3


class Pulse(Enum):
    """The state of a reader."""

    ALIVE = "alive"
    SUSPECT = "suspect"
    MUTE = "mute"


@dataclass(slots=True)
class Unit:
    """One reader: the state, and since when nothing was heard."""

    heard: int
    pulse: Pulse = Pulse.ALIVE
    unanswered: int = 0
    asked: int = 0

    def answered(self, now: int) -> bool:
        """Note that it was heard. Return whether it had been mute."""
        back = self.pulse is Pulse.MUTE
        self.heard, self.pulse, self.unanswered = now, Pulse.ALIVE, 0
        return back

    def silent(self, now: int) -> bool:
        """Note that it did not answer. Return whether it has just become mute."""
        self.asked = now
        self.unanswered += 1
        if self.pulse is Pulse.MUTE:
            return False
        mute = self.unanswered >= UNANSWERED and now - self.heard >= SILENCE
        self.pulse = Pulse.MUTE if mute else Pulse.SUSPECT
        return self.pulse is Pulse.MUTE

    @property
    def ping_due(self) -> int:
        """When it must be asked, ns."""
        if self.pulse is Pulse.SUSPECT:
            return self.asked + AGAIN
        return self.asked + KNOCK if self.pulse is Pulse.MUTE else self.heard + QUIET

    @property
    def readable(self) -> bool:
        """Whether a read may be tried. A reader in doubt is only asked for a sign of life."""
        return self.pulse is Pulse.ALIVE
