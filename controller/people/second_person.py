"""What takes two people: the entries that wait for a second one, and who confirmed which."""

import secrets
from dataclasses import dataclass
from typing import Final

from controller.people.sessions import MINUTE, digest_of
from controller.people.throttle import SECOND
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.told import Told

# The second person is called to the tablet, reads and types: two minutes. Their confirmation is entered at once then.
SECOND_WITHIN: Final = 2 * MINUTE
WORD_HOLDS: Final = 30 * SECOND
MOST_WORDS: Final = 100


@dataclass(frozen=True, slots=True)
class _Word:
    """The confirmation of a second person, for one entry of one session."""

    told: Told
    session: str
    name: str
    until: int


class SecondPerson:
    """Keeps what is asked of a second person, and their word until it is used. Times are ns of the table's clock.

    A session is named by its digest.
    """

    def __init__(self) -> None:
        self._asked: dict[str, tuple[Told, int]] = {}
        self._words: dict[str, _Word] = {}

    def use(self, token: str, session: str, told: Told, now: int) -> str | Text:
        """Return who confirmed an entry, or why it is refused. Without a word it begins to wait for one."""
        word = self._words.pop(digest_of(token), None) if token else None
        if word is None:
            self._asked[session] = (told, now + SECOND_WITHIN)
            return Text(key="refused.second")
        if word.session != session or word.told != told or now >= word.until:
            return Text(key="refused.second_late")
        return word.name

    def is_asked(self, session: str, told: Told, now: int) -> bool:
        """Whether this entry of a session waits for a second person."""
        waits, until = self._asked.get(session, (None, 0))
        return waits == told and now < until

    def give(self, session: str, told: Told, name: str, now: int) -> str:
        """Return the token of a second person's word for an entry that waits for it."""
        del self._asked[session]
        token = secrets.token_hex(32)
        self._words[digest_of(token)] = _Word(told, session, name, now + WORD_HOLDS)
        while len(self._words) > MOST_WORDS:
            del self._words[next(iter(self._words))]
        return token
