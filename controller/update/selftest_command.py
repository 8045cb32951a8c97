"""`sabot self-test`: whether this version of the program may run a table. It changes nothing."""

from pathlib import Path
from typing import Annotated

import typer

from controller.update.selftest import Examined, examine
from firmware_bridge.messages.tablefile import load_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError


def self_test(
    config: Annotated[Path, typer.Option(help="The table's description, table.toml.")],
    kept: Annotated[
        str, typer.Option(help="Open the state that was kept of this version, not the present one.")
    ] = "",
    journal_alone: Annotated[bool, typer.Option("--journal-alone", help="Look at the journal and no more.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say it as JSON, for `sabot update`.")] = False,
) -> None:
    """Try this version of the program with a table, also while another version plays on.

    The table file is checked, all rulebooks are read, simulated hands are played. The journal is opened as a start
    would, on a copy in memory: its checkpoint is brought to this version and its open hand is played again. Run it as
    the controller's user. The exit status is 1 if anything is wrong, and each error is named.
    """
    try:
        found = examine(load_table_file(config), kept, journal_alone=journal_alone)
    except TableFileError as error:
        found = Examined((), tuple(str(error).splitlines()))
    if as_json:
        typer.echo(found.to_json())
    else:
        for line in found.lines:
            typer.echo(line)
        for line in found.errors:
            typer.echo(line, err=True)
    raise typer.Exit(int(not found.passed))
