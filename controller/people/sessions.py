"""Who is logged in. A session is a random token that its holder shows with each command. Only its digest is kept.

Times are ns of the table's clock. Sessions outlive a restart of the controller, so that a dealer need not log in
again in mid-hand. They do not outlive a restart of the machine.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

from controller.people.accounts import Account, Accounts
from firmware_bridge.messages.roles import Role

TOKEN_BYTES: Final = 32  # random: one of 2**256 cannot be guessed. In hex, as base64 may spell a card
MOST_SESSIONS: Final = 10  # of one account. The one longest unused ends
MINUTE: Final = 60_000_000_000
HOUR: Final = 60 * MINUTE
DISPLAY_LASTS: Final = 30 * 24 * HOUR  # NIST SP 800-63B, 4.1.3. It shows what everybody sees, and enters nothing


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a session lasts, ns: unused, and at most."""

    idle: int
    longest: int

    def of(self, role: Role) -> Limits:
        """Return the limits of a role. No person uses a display, so it stays on."""
        return Limits(DISPLAY_LASTS, DISPLAY_LASTS) if role == "display" else self


@dataclass(slots=True)
class Session:
    """One log-in."""

    digest: str
    account: str
    """The account's id."""
    name: str
    role: Role
    source: str
    begun: int
    used: int


def digest_of(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Sessions:
    """All open sessions."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: dict[str, Session] = {}

    def begin(self, account: Account, source: str, now: int) -> str:
        """Begin a session, for use only through `source`. Return its token."""
        own = sorted((s for s in self._open.values() if s.account == account.id), key=lambda s: s.used)
        for session in own[: max(0, len(own) + 1 - MOST_SESSIONS)]:
            del self._open[session.digest]
        token = secrets.token_hex(TOKEN_BYTES)
        session = Session(digest_of(token), account.id, account.name, account.role, source, now, now)
        self._open[session.digest] = session
        return token

    def find(self, token: str, source: str, accounts: Accounts, now: int) -> Session | None:
        """Return the session of a token.

        None if it has expired, its account has gone or changed, or the token came through another source.
        """
        session = self._open.get(digest_of(token)) if token else None
        if session is None or session.source != source:
            return None
        account = accounts.find(session.name)
        limits = self._limits.of(session.role)
        over = now - session.used >= limits.idle or now - session.begun >= limits.longest
        if over or account is None or account.id != session.account or account.role != session.role:
            del self._open[session.digest]
            return None
        return session

    def end(self, token: str) -> Session | None:
        """End the session of a token and return it."""
        return self._open.pop(digest_of(token), None)

    def end_all(self, name: str) -> int:
        """End all sessions of a person. Return how many there were."""
        ended = [s.digest for s in self._open.values() if s.name.casefold() == name.strip().casefold()]
        for digest in ended:
            del self._open[digest]
        return len(ended)

    def end_through(self, source: str) -> None:
        """End all sessions of a source."""
        self._open = {digest: one for digest, one in self._open.items() if one.source != source}

    def count(self, account: Account) -> int:
        """Return how many sessions an account has."""
        return sum(session.account == account.id for session in self._open.values())

    def to_json(self, boot: str) -> str:
        """Return them for the file. `boot`: names this run of the machine."""
        return json.dumps({"boot": boot, "sessions": [asdict(session) for session in self._open.values()]})

    def restore(self, text: str, boot: str, now: int) -> None:
        """Restore the sessions of before a restart of the program, as if they had just been used.

        After a restart of the machine there are none, as its clock was reset. Raises ValueError, TypeError, KeyError.
        """
        data: dict[str, Any] = json.loads(text)
        if not boot or data["boot"] != boot:
            return
        restored: Iterable[Session] = [Session(**one) for one in data["sessions"]]
        for session in restored:
            session.used = max(session.used, min(now, session.begun + self._limits.of(session.role).longest))
            self._open[session.digest] = session
