"""The costs that a console may cause the table. A console that goes beyond is cut off, and play goes on without it.

The console is the one process that speaks to the world, so it is the first to be taken over. What it can do beyond
the sessions that are open through it is bounded here.
"""

from dataclasses import dataclass, field
from typing import Final

from controller.allowance import SECOND, Allowance
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.people import PersonRequest

# A console asks for the state twice a second. A hundred pages enter less than one thing a second each. What waited
# while the controller was stopped is some 2,000 messages at most: ZeroMQ keeps 1,000 at each end.
MESSAGES, MESSAGES_A_SECOND = 2_000, 100
MOST_REFUSED: Final = 3_000  # beyond both of these it is no backlog any more

# Each new life is an entry of the journal. The supervisor starts a console that dies eight times in the first minute.
LIVES, LIVES_A_MINUTE = 20, 20

# Both processes read one clock of one machine, so there is no skew. An entry is sent as it is stamped, again after
# half a second, and the console greets after a second. After eight seconds its page tells the person that there was
# no answer (`VERDICT_WITHIN_S`). What takes effect later than that is worse than nothing.
LATE: Final = 8 * SECOND

DEAR: Final = {
    # A recalled hand is read from the journal by the one thread that plays. A person reads one in some seconds.
    "recall": (10, 1),
    # A page asks for each answer to each open question, and again when the hand has changed. One costs some 2 ms.
    "foresee": (60, 10),
    # A page asks once for each question, and each second while the log of the hand is open on it.
    "look_back": (20, 10),
    # A technician's page asks for the parts every two seconds. To answer with 20 kB takes a tenth of a millisecond.
    "diagnosis": (20, 10),
    # A page that leads a guided test asks twice a second, one that does not with each question for the parts.
    "test_state": (20, 10),
    "test_lead": (20, 10),
}
"""Requests that cost more than others: so many at once, and so many a second after that."""


@dataclass(slots=True)
class ConsoleGuard:
    """The rest of each allowance of the console, whichever connections it opens, and which stamps it may give.

    `listened` (ns): when this process, or the one before it, last listened. What came since had to wait.
    """

    listened: int = 0
    _turn: int = 0
    _messages: Allowance = field(default_factory=lambda: Allowance(MESSAGES, MESSAGES_A_SECOND))
    _lives: Allowance = field(default_factory=lambda: Allowance(LIVES, LIVES_A_MINUTE / 60))
    _dear: dict[str, Allowance] = field(
        default_factory=lambda: {kind: Allowance(*most) for kind, most in DEAR.items()}
    )
    _refused: int = 0

    def may_send(self, message: Message, now: int) -> bool:
        """Whether one more message is taken in."""
        taken = self._messages.take(now)
        if not taken:
            self._refused += 1
        elif self._messages.full:
            self._refused = 0
        dear = self._dear.get(message.ask.do) if isinstance(message, PersonRequest) else None
        return taken and (dear is None or dear.take(now))

    def may_begin(self, now: int) -> bool:
        """Whether one more new process of it is greeted."""
        return self._lives.take(now)

    def turned(self, now: int) -> None:
        """Note a turn of the loop. What came after the one before it is read now, however long that took."""
        self.listened, self._turn = max(self.listened, self._turn), now

    def is_late(self, stamp: int) -> bool:
        """Whether an entry of that stamp (ns) should have come long ago."""
        return stamp < self.listened - LATE

    @property
    def floods(self) -> bool:
        """Whether it has sent far more than any pages can."""
        return self._refused >= MOST_REFUSED

    def begin_again(self) -> None:
        """It was cut off. The next one starts with nothing refused."""
        self._refused = 0
