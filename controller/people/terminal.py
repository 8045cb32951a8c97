"""Two people at a terminal of the table's machine, each with their own secret."""

import getpass
from collections.abc import Callable
from pathlib import Path

from controller.people.accounts import Accounts, AccountsFile
from controller.people.secrets import fits
from controller.registers.device_key import DeviceKey
from firmware_bridge.messages.roles import STAFF

Ask = Callable[[str], str]


def ask_unseen(prompt: str) -> str:
    """Ask at the terminal, even if standard input is not one. Raises ValueError if there is no terminal."""
    try:
        with Path("/dev/tty").open("w", encoding="utf-8") as terminal:
            return getpass.getpass(prompt, terminal)
    except OSError:
        raise ValueError("two people type their PIN or passphrase at a terminal, and there is none here") from None


def two_people(state: Path, key: DeviceKey, by: str, witness: str, ask: Ask = ask_unseen) -> tuple[str, str]:
    """Return both names, once each has shown their secret. A table without accounts takes the names as they are.

    Raises ValueError if a name is missing, both are the same, or a secret is wrong.
    """
    first, second = by.strip(), witness.strip()
    if not first or not second or first.casefold() == second.casefold():
        raise ValueError("two people do this: --by and --witness name two different ones")
    accounts = AccountsFile(state, key).read()
    if not len(accounts):
        return first, second
    return _proven(accounts, first, ask), _proven(accounts, second, ask)


def _proven(accounts: Accounts, name: str, ask: Ask) -> str:
    account = accounts.known(name)
    if account.role not in STAFF:
        raise ValueError(f"{account.name} is a {account.role}: allowed are {', '.join(sorted(STAFF))}")
    if not fits(account.kept, ask(f"PIN or passphrase of {account.name}: ")):
        raise ValueError(f"{account.name}: that is not their PIN or passphrase. Nothing was done.")
    return account.name
