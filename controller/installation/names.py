"""`sabot take-names`: what commissioning has found at the page, put into the table file by a user who may write it.

The bridge may write nothing outside its own directory, so it leaves the text there. That text comes from a process
that speaks to parts. So parts, lines, exclusion groups and thresholds are taken from it, at ports that the table has,
and nothing else.
"""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from controller.check_config import run_checks
from controller.installation.carry_out import InstallationError, adopt
from controller.installation.layout import PROPOSED
from firmware_bridge.messages.tablefile import LONGEST, GpioSection, TableFile, load_table_file, parse_table_file
from firmware_bridge.process.durable import replace_keeping
from firmware_bridge.process.refusals import refusing


def take_names(config: Annotated[Path, typer.Option(help="The table file.")]) -> None:
    """Put the names that were found at the page into the table file, and keep the one before under its date.

    The installed units run it. Only parts, GPIO lines, exclusion groups and thresholds are taken, at ports that the
    table has already. The new file is checked first. Start the table again: then it takes effect.
    """
    with refusing(InstallationError, OSError, ValueError, says="sabot take-names"):
        table = load_table_file(config)
        proposed = table.paths.bridge / PROPOSED
        text = _text(proposed)
        proposed.unlink()  # it is tried once
        _refuse_more_than_names(table, parse_table_file(text, str(proposed)))
        backup = replace_keeping(config, text.encode(), datetime.now(UTC))
        adopt(Path("/"), config)
    typer.echo(f"{config} is written, and the one before is kept as {backup}")


def _text(file: Path) -> str:
    """The proposal. A link is never followed, as the folder is another user's. Raises OSError, ValueError."""
    with os.fdopen(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as opened:
        return opened.read(LONGEST).decode("utf-8")


def _refuse_more_than_names(table: TableFile, proposed: TableFile) -> None:
    """Raises ValueError if more was changed than names, or if the new file cannot work."""
    names = {"part": proposed.part, "gpio": proposed.gpio, "fields": proposed.fields, "sensing": proposed.sensing}
    ports = {(part.kind, part.port) for part in table.part}
    known = all((part.kind, part.port) in ports for part in proposed.part)
    if table.model_copy(update=names) != proposed or not known or not _same_chip(table.gpio, proposed.gpio):
        raise ValueError("the proposal changes more than names. Begin the commissioning again")
    _, errors = run_checks(proposed)
    if errors:
        raise ValueError("\n".join(errors))


def _same_chip(table: GpioSection | None, proposed: GpioSection | None) -> bool:
    """Whether a proposal names no lines, or lines of the chip that the table has."""
    if proposed is None or table is None:
        return proposed is None
    return (table.backend, table.socket) == (proposed.backend, proposed.socket)
