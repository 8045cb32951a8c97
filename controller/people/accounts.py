"""The accounts of a table, in one file of the state directory, sealed by the table's device key.

Without the key the file does not even show the names. The controller reads it again once it has changed,
so `sabot people` works beside a running table.

AccountsError(ValueError)   the file is damaged, or a change cannot be
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from controller.registers import DeviceKey, DeviceKeyError
from controller.registers.files import read_whole, write_private
from firmware_bridge.messages.roles import Role

PURPOSE: Final = b"people"
MOST_ACCOUNTS: Final = 500  # a house's dealers and floor


class AccountsError(ValueError):
    """The accounts cannot be changed or read. `key` gives the reason, in the pages' words."""

    def __init__(self, key: str, message: str) -> None:
        self.key = key
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Account:
    """A person. `id` changes with the secret, so that sessions of the old one end."""

    id: str
    name: str
    role: Role
    kept: str
    demo: bool = False

    def __repr__(self) -> str:
        return f"Account({self.name!r}, {self.role})"


class Accounts:
    """All accounts, by name. Capitals and space around a name make no difference."""

    def __init__(self, accounts: Iterable[Account] = ()) -> None:
        self._by_name = {_key(account.name): account for account in accounts}

    def __len__(self) -> int:
        return len(self._by_name)

    def __iter__(self) -> Iterator[Account]:
        return iter(sorted(self._by_name.values(), key=lambda account: account.name.casefold()))

    def find(self, name: str) -> Account | None:
        """The account of that name."""
        return self._by_name.get(_key(name))

    def added(self, name: str, role: Role, kept: str) -> Accounts:
        """Return the accounts with one more. Raises AccountsError if the name is taken or cannot be printed, or
        there are too many."""
        if not name.isprintable() or not name.strip():
            raise AccountsError("person_name", "a name has signs that are printed, and no others")
        if _key(name) in self._by_name:
            raise AccountsError("person_known", f"{name!r} has an account already. Choose another name, or reset it.")
        if len(self) >= MOST_ACCOUNTS:
            raise AccountsError("too_many", f"there are {len(self)} accounts, {MOST_ACCOUNTS} at most. Remove some.")
        return Accounts([*self, Account(secrets.token_hex(8), name.strip(), role, kept)])

    def removed(self, name: str) -> Accounts:
        """Return the accounts without one. Raises AccountsError if it does not exist, or no director would be
        left."""
        account = self.known(name)
        directors = [one for one in self if one.role == "director"]
        if directors == [account]:
            raise AccountsError("last_director", f"{account.name!r} is the only director. Add another one first.")
        return Accounts(one for one in self if one is not account)

    def reset(self, name: str, kept: str) -> Accounts:
        """Return the accounts with another secret of one. Raises AccountsError if it does not exist."""
        account = self.known(name)
        return Accounts([*self, replace(account, id=secrets.token_hex(8), kept=kept)])

    def known(self, name: str) -> Account:
        """The account of that name. Raises AccountsError."""
        account = self.find(name)
        if account is None:
            raise AccountsError("person_unknown", f"{name!r} has no account. There are: {self._names()}")
        return account

    def _names(self) -> str:
        return ", ".join(account.name for account in self) or "none"

    def to_json(self) -> str:
        """Return them for the file."""
        return json.dumps([asdict(account) for account in self])

    @classmethod
    def from_json(cls, text: str) -> Accounts:
        """Return what `to_json` saved. Raises ValueError, TypeError, KeyError."""
        return cls(Account(**one) for one in json.loads(text))


def _key(name: str) -> str:
    return name.strip().casefold()


class AccountsFile:
    """The file, read again once it has changed."""

    def __init__(self, state: Path, key: DeviceKey) -> None:
        self.path = state / "people"
        self._key = key
        self._seen: tuple[int, int] | None = None
        self._accounts = Accounts()

    def read(self) -> Accounts:
        """The accounts as they are now. Raises AccountsError for a damaged file, OSError."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            self._seen, self._accounts = None, Accounts()
            return self._accounts
        seen = (status.st_mtime_ns, status.st_ino)
        if seen != self._seen:
            self._accounts = self._load()
            self._seen = seen
        return self._accounts

    def change(self, make: Callable[[Accounts], Accounts]) -> Accounts:
        """Replace the accounts by what `make` makes of them, under an exclusive lock. Raises what `make` raises."""
        with self._alone():
            made = make(self.read())
            write_private(self.path, self._key.wrap(PURPOSE, made.to_json().encode()))
        return self.read()

    def _load(self) -> Accounts:
        try:
            return Accounts.from_json(self._key.unwrap(PURPOSE, read_whole(self.path)).decode())
        except (DeviceKeyError, ValueError, TypeError):
            raise AccountsError(
                "accounts_damaged",
                f"{self.path} was not written by this table, or is damaged: put back a copy of it, or remove it and "
                "set the first account up again",
            ) from None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        flags = os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(self.path.parent / "people.lock", flags, 0o600), "r+b", 0) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
