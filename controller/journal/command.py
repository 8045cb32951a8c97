"""`sabot journal`: verify, recall, copy and restore the journal of a table."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from controller.journal.errors import JournalError, JournalFault
from controller.journal.faults import FaultLatch
from controller.journal.reading import VERIFIED_HANDS
from controller.journal.recall import lines, steps
from controller.journal.sealing import SealingError
from controller.journal.snapshot import opened, restore, take
from controller.registers.device_key import DeviceKeyError, FileDeviceKey
from firmware_bridge.messages.tablefile import TableFile, load_table_file
from firmware_bridge.process.directories import private_directory
from firmware_bridge.process.refusals import refusing

app = typer.Typer(help="The journal of a table: what it says, whether it is whole, and a copy of it.")

Config = Annotated[Path, typer.Option(help="The table's description, table.toml.")]
Json = Annotated[bool, typer.Option("--json", help="As JSON.")]
Result = TypeVar("Result")


@app.command("verify")
def verify_command(
    config: Config,
    hands: Annotated[int | None, typer.Option(min=1, help="The last so many hands. Left out: all of them.")] = None,
    json_: Json = False,
) -> None:
    """Check chain, signatures and end of the journal, also while the table is played on.

    The exit status is 0 if all is as it was written, 1 if not or if it cannot be read. The errors come first.
    """

    def verified(table: TableFile, device: FileDeviceKey) -> dict[str, str | int]:
        with opened(table.paths.state, device, _room(table)) as journal:
            try:
                count = journal.verify(hands)
            except JournalFault as fault:
                return {"fault": fault.key, "detail": fault.detail}
            return {"records": count, "period": journal.period, "head": journal.head.hex()}

    found = _done(config, verified)
    if json_:
        typer.echo(json.dumps(found))
    elif "fault" in found:
        typer.echo(f"{found['fault']}: {found['detail']}", err=True)
    else:
        typer.echo(f"{found['records']} records up to period {found['period']} are as they were written")
        typer.echo(f"head {found['head']}")
    raise typer.Exit(int("fault" in found))


@app.command("recall")
def recall_command(
    config: Config,
    hands: Annotated[
        int, typer.Option(min=1, max=1000, help="So many closed hands, and the current one.")
    ] = VERIFIED_HANDS,
    json_: Json = False,
) -> None:
    """Show the last hands and the current one step by step, as they were recorded, also while a fault is latched."""

    def recalled(table: TableFile, device: FileDeviceKey) -> str:
        with opened(table.paths.state, device, _room(table)) as journal:
            told = list(steps(journal.recall(hands)))
            if json_:
                return json.dumps(told, ensure_ascii=False)
            return "\n".join(lines(told, journal.period))

    typer.echo(_done(config, recalled))


@app.command("copy")
def copy_command(
    config: Config, to: Annotated[Path, typer.Argument(help="A directory of its own, made if it is not there.")]
) -> None:
    """Copy the journal to another medium, also while the table is played on. Keys stay at the table."""

    def copied(table: TableFile, _device: FileDeviceKey) -> str:
        private_directory(to)
        take(table.paths.state, to)
        return f"{table.paths.state} is copied to {to}. Its cards open with the keys of this table alone"

    typer.echo(_done(config, copied))


@app.command("restore")
def restore_command(config: Config, source: Annotated[Path, typer.Argument(help="What `copy` made.")]) -> None:
    """Put a copy in the place of the journal, while no controller runs. The files there are put aside.

    The table then starts locked: the floor clears the fault after they have counted the stacks.
    """

    def restored(table: TableFile, device: FileDeviceKey) -> str:
        period, aside = restore(source, table.paths.state, device, _room(table))
        FaultLatch(table.paths.state, table.paths.run).latch("journal_restored", f"from {source}, period {period}")
        kept = "" if aside is None else f". The files before are in {aside}"
        return f"the journal is that of {source}, period {period}{kept}"

    typer.echo(_done(config, restored))


def _done(config: Path, what: Callable[[TableFile, FileDeviceKey], Result]) -> Result:
    """Do it with the table and its key, or say what is wrong and end with status 1."""
    with refusing(
        DeviceKeyError, SealingError, JournalError, OSError, ValueError, sqlite3.Error, says="sabot journal"
    ):
        table = load_table_file(config)
        key = table.paths.state / "device.key"
        if not key.exists():
            raise DeviceKeyError(f"{key} is missing. It is made at the first start of the table.")
        return what(table, FileDeviceKey.at(key))


def _room(table: TableFile) -> Path:
    """Where copies that are soon gone are made: the run directory, which is in memory as a rule."""
    run = Path(table.paths.run)
    private_directory(run)
    return run
