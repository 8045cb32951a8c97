"""`sabot count`: the sheets of a table's counts, read and checked against the table's key."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from controller.pages.catalogue import grouped
from controller.registers.device_key import DeviceKeyError, FileDeviceKey
from controller.service.session.count_sheet import FOLDER, NANOSECONDS, CountSheetError, read_sheet
from firmware_bridge.messages.tablefile import load_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.process.refusals import refusing


def count(
    config: Annotated[Path, typer.Option(help="The table's description, table.toml.")],
    sheet: Annotated[Path | None, typer.Argument(help="A sheet. Left out: the last one.")] = None,
) -> None:
    """Show the sheet of a count, such as that of the end of a day: each stack as it counts and as it lay.

    A sheet is shown only if this table's key signed it as it is. Otherwise the exit status is 1.
    """
    with refusing(CountSheetError, DeviceKeyError, TableFileError, OSError):
        state = load_table_file(config).paths.state
        path = sheet or _last(state / FOLDER)
        read = read_sheet(path, FileDeviceKey.at(state / "device.key"))
    typer.echo("\n".join((*lines(read), "", f"{path}: signed by this table, and unaltered")))


def _last(folder: Path) -> Path:
    found = sorted(folder.glob("*.json"))
    if not found:
        raise CountSheetError(f"{folder} holds no count sheet. The floor enters count_stacks between two hands.")
    return found[-1]


def lines(sheet: dict[str, Any]) -> Iterator[str]:
    """Yield a checked sheet for people: one line a seat, with room for signatures by hand.

    If chips lie differently from how they count, it says so.
    """
    when = datetime.fromtimestamp(sheet["at"] / NANOSECONDS, UTC).astimezone()
    yield f"{sheet['table']}, {when:%Y-%m-%d %H:%M:%S %z}, by {sheet['by']}"
    yield f"after hand {sheet['hand']}, blinds {sheet['level']}, button at seat {sheet['button']}"
    yield ""
    chips = [" + ".join(f"{count}x{chip}" for chip, count in stack["chips"]) for stack in sheet["stacks"]]
    wide = max(map(len, ("chips", *chips)))
    yield f"seat {'counts':>12}  {'chips':{wide}}  signature"
    for stack, made_of in zip(sheet["stacks"], chips, strict=True):
        yield f"{stack['seat']:4} {grouped(stack['counts']):>12}  {made_of:{wide}}  {'.' * 24}"
        if stack["lies"] != stack["counts"]:
            yield f"     {grouped(stack['lies']):>12}  lay there"
    yield f"total {grouped(sheet['total']):>11}"
    yield f"players left: {sheet['players_left']}"
    for seat, amount in sheet["kept"]:
        yield f"kept for the player who had seat {seat}: {grouped(amount)}"
