"""`sabot count`: the sheets of a table's counts, read and held against the table's key."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from controller.bus.count_sheet import FOLDER, CountSheetError, read_sheet
from controller.registers.device_key import DeviceKeyError, FileDeviceKey
from firmware_bridge.messages.tablefile import TableFileError, load_table_file

NANOSECONDS = 1_000_000_000
_EXPECTED = (CountSheetError, DeviceKeyError, TableFileError, OSError)


def count(
    config: Annotated[Path, typer.Option(help="The table's description, table.toml.")],
    sheet: Annotated[Path | None, typer.Argument(help="A sheet; left out: the last one.")] = None,
) -> None:
    """Show the sheet of a count, such as that of the end of a day: each stack as it counts and as it lay.

    A sheet is shown only if this table's key signed it as it is; else the exit status is 1.
    """
    try:
        state = load_table_file(config).paths.state
        path = sheet or _last(state / FOLDER)
        read = read_sheet(path, FileDeviceKey.at(state / "device.key"))
    except _EXPECTED as error:
        typer.echo(error, err=True)
        raise typer.Exit(1) from None
    typer.echo("\n".join((f"{path}: signed by this table", *lines(read))))


def _last(folder: Path) -> Path:
    found = sorted(folder.glob("*.json"), key=lambda path: (len(path.name), path.name))
    if not found:
        raise CountSheetError(f"{folder} holds no count sheet; the floor enters count_stacks between two hands")
    return found[-1]


def lines(sheet: dict[str, Any]) -> Iterator[str]:
    """A sheet that was believed, in words; what lies otherwise than it counts is said."""
    when = datetime.fromtimestamp(sheet["stamp"] / NANOSECONDS, UTC)
    yield f"{sheet['table']}, {when:%Y-%m-%d %H:%M:%S} UTC, by {sheet['by']}"
    yield f"after hand {sheet['hand']}, blinds {sheet['level']}, button at seat {sheet['button']}"
    for stack in sheet["stacks"]:
        chips = " + ".join(f"{count}x{chip}" for chip, count in stack["chips"])
        differs = "" if stack["lies"] == stack["counts"] else f", but {stack['lies']} lay there"
        yield f"seat {stack['seat']}: {stack['counts']}{f' = {chips}' if chips else ''}{differs}"
    yield f"total {sheet['total']}, players left {sheet['players_left']}"
