"""How soon the next try to log in counts, for each account and for each place it comes from. Pure.

Three wrong tries are free. Each further one doubles the wait, to an hour at most. So some 30 tries a day are
possible. Tries are forgotten after a day, and by a log-in. If a person has logged in at a place within a day, only
tries at that place make them wait. So wrong tries from elsewhere keep no one out.
"""

import ipaddress
from dataclasses import dataclass
from typing import Final

SECOND: Final = 1_000_000_000  # ns
FREE: Final = {"account": 3, "place": 10}  # a whole shift logs in at one tablet
LONGEST: Final = 3600 * SECOND
FORGOTTEN_AFTER: Final = 24 * 3600 * SECOND
MOST_KEYS: Final = 2000  # beyond, those that have the least to wait are forgotten: names that were invented once
FORGOTTEN_AT_ONCE: Final = 200  # so that the search for them is rare
PREFIX: Final = 64  # bits of an IPv6 address that a visitor cannot choose: each network has so many (RFC 4291, 2.5.1)


@dataclass(slots=True)
class _Tries:
    wrong: int = 0
    until: int = 0
    last: int = 0


class Throttle:
    """Times are ns of the table's clock."""

    def __init__(self) -> None:
        self._tries: dict[tuple[str, str], _Tries] = {}
        self._at_home: dict[tuple[str, str], int] = {}  # account and place → when it last logged in there

    def wait(self, account: str, place: str, now: int) -> int:
        """Return the whole seconds until a try counts, 0 for now."""
        until = max(
            (self._tries[key].until for key in self._keys(account, place, now) if key in self._tries), default=0
        )
        return max(0, -(-(until - now) // SECOND))

    def tried(self, account: str, place: str, now: int) -> None:
        """Count a try as a wrong one, until `right` says otherwise."""
        for key in self._keys(account, place, now):
            tries = self._tries.pop(key, None) or _Tries()
            if now - tries.last > FORGOTTEN_AFTER:
                tries = _Tries()
            tries.wrong, tries.last = tries.wrong + 1, now
            beyond = tries.wrong - FREE[key[0]]
            if beyond > 0:
                tries.until = now + min(LONGEST, SECOND << min(beyond, 20))
            self._tries[key] = tries
        if len(self._tries) > MOST_KEYS:
            self._forget_some()

    def _forget_some(self) -> None:
        """Forget the tries that would be free again soonest. Else a visitor with many names or addresses could have
        those of an account forgotten, and go on guessing."""
        soonest = sorted(self._tries, key=lambda key: (self._tries[key].until, self._tries[key].last))
        for key in soonest[:FORGOTTEN_AT_ONCE]:
            del self._tries[key]

    def right(self, account: str, place: str, now: int) -> None:
        """Note that the try was right. The tries of the account are forgotten. Of those of the place only this one
        is."""
        of_account, of_place = self._keys(account, place, now)
        self._tries.pop(of_account, None)
        tries = self._tries.get(of_place)
        if tries is not None:
            tries.wrong, tries.until = tries.wrong - 1, 0
        home = _name(account), place
        self._at_home.pop(home, None)
        self._at_home[home] = now
        while len(self._at_home) > MOST_KEYS:
            del self._at_home[next(iter(self._at_home))]

    def _keys(self, account: str, place: str, now: int) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return what a try counts against: the account, or only the account at its place if it is at home there, and
        the place."""
        name = _name(account)
        since = self._at_home.get((name, place))
        at_home = since is not None and now - since <= FORGOTTEN_AFTER
        return ("account", f"{name}\n{place}" if at_home else name), ("place", place)


def _name(account: str) -> str:
    return account.strip().casefold()


def place_of(source: str, address: str) -> str:
    """Return the place from which tries count together: an IPv4 address, or a network of IPv6."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return f"{source} {address}"
    if isinstance(known, ipaddress.IPv6Address):
        inside = known.ipv4_mapped
        return f"{source} {inside or ipaddress.IPv6Network((known, PREFIX), strict=False)}"
    return f"{source} {known}"
