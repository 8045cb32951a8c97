"""`sabot people`: the accounts of a table, cared for in a terminal of its machine."""

import getpass
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.pages.catalogue import catalogue
from controller.people.accounts import Accounts, AccountsFile
from controller.people.roles import table
from controller.people.secrets import complaint, hashed
from controller.registers import DeviceKeyError, FileDeviceKey
from firmware_bridge.messages.roles import ROLES, Role
from firmware_bridge.messages.tablefile import load_table_file
from firmware_bridge.process.refusals import refusing

app = typer.Typer(
    help="Who may log in at the table, and as what.\n\n"
    "A running table takes a change at once. Run it as the controller's user: nobody else can read the accounts.",
    no_args_is_help=True,
)

LONGEST_NAME: Final = 40
Config = Annotated[Path, typer.Option(help="The table's description, table.toml.")]


@app.command("list")
def list_people(config: Config) -> None:
    """Name and role of everybody."""
    accounts = _try(lambda: _file(config).read())
    for account in accounts:
        print(f"{account.name}\t{account.role}")
    if not len(accounts):
        print("nobody: the first account is set up on the table's page, or by `sabot people add`", file=sys.stderr)


@app.command()
def add(
    config: Config,
    name: Annotated[str, typer.Argument(help="As it shall stand in the journal.")],
    role: Annotated[str, typer.Argument(help=f"One of: {', '.join(ROLES)}.")],
) -> None:
    """Add a person. The PIN or passphrase is asked for, or read from standard input as one line."""

    def added() -> Accounts:
        known = _role(role)
        kept = hashed(_secret(known, _name(name)))
        return _file(config).change(lambda accounts: accounts.added(_name(name), known, kept))

    _try(added)
    print(f"{name} may log in as {role}")


@app.command()
def reset(config: Config, name: Annotated[str, typer.Argument(help="Whose.")]) -> None:
    """Give a person another PIN or passphrase. Their sessions end."""

    def made() -> Accounts:
        file = _file(config)
        kept = hashed(_secret(file.read().known(name).role, name))
        return file.change(lambda accounts: accounts.reset(name, kept))

    _try(made)
    print(f"{name} logs in with the new one from now on")


@app.command()
def remove(config: Config, name: Annotated[str, typer.Argument(help="Whom.")]) -> None:
    """Remove a person. Their sessions end."""
    _try(lambda: _file(config).change(lambda accounts: accounts.removed(name)))
    print(f"{name} may not log in any more")


@app.command()
def roles() -> None:
    """Print which role may give which command, as docs/people.md has it."""
    print(table(), end="")


def _file(config: Path) -> AccountsFile:
    state = load_table_file(config).paths.state
    return AccountsFile(state, FileDeviceKey.at(state / "device.key"))


def _name(name: str) -> str:
    if not 1 <= len(name.strip()) <= LONGEST_NAME:
        raise ValueError(f"name {name!r}: 1-{LONGEST_NAME} characters are allowed")
    return name.strip()


def _role(text: str) -> Role:
    role = next((known for known in ROLES if known == text), None)
    if role is None:
        raise ValueError(f"role {text!r}: allowed are {', '.join(ROLES)}")
    return role


def _secret(role: Role, name: str) -> str:
    """Ask for a secret twice in a terminal, or read one line of standard input. Raises ValueError for an unfit
    one."""
    if sys.stdin.isatty():
        secret = getpass.getpass(f"PIN or passphrase of {name}: ")
        if getpass.getpass("The same once more: ") != secret:
            raise ValueError("the two are not the same. Nothing was changed.")
    else:
        secret = sys.stdin.readline().rstrip("\n")
    if wrong := complaint(role, name, secret):
        raise ValueError(catalogue("en").say(f"refused.{wrong}"))
    return secret


def _try(make: Callable[[], Accounts]) -> Accounts:
    with refusing(DeviceKeyError, OSError, ValueError):
        return make()
