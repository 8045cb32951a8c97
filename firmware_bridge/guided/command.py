"""`sabot diag test`: a technician is led through the parts of a table that nobody plays at."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer
from pydantic import ValidationError

from firmware_bridge.messages.clock import RealClock
from firmware_bridge.messages.guided import Signer
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.signals import end_signals
from firmware_bridge.messages.tablefile import TableFile, load_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.parts.lifecycle import IDENTIFY_WITHIN
from firmware_bridge.process.own_bridge import end_bridge, start_bridge
from firmware_bridge.process.users import own_directory, prepare

from . import sheet as sheets
from .checks import SEARCH
from .seen import TalkError
from .sheet import Sheet, SheetError
from .socket import reach
from .steps import Step, steps_of
from .walk import Walk, filed

STARTS_WITHIN_S: Final = 30.0
"""As the installed units allow it. It takes a second on a PC."""

LOOK_EVERY_S: Final = 0.05


class NoTest(Exception):
    """There is no test mode. The text says what to do."""


def guided_test(
    config: Annotated[Path, typer.Option(help="The table file, table.toml.")],
    technician: Annotated[str, typer.Option(help="Who tests.")] = "",
    licence: Annotated[str, typer.Option(help="Their licence number.")] = "",
    reason: Annotated[str, typer.Option(help="Why the table is tested.")] = "",
    asset: Annotated[str, typer.Option(help="The table's asset number.")] = "",
    part: Annotated[list[str] | None, typer.Option(help="Test this part alone, also if it was tested.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new test, and drop the one that was left.")] = False,
) -> None:
    """Try each part of a table with its technician: antennas, beams, switches, displays, keys.

    The controller may be down. If no bridge runs, one is started for the test. While a hand is in progress the bridge
    refuses. All displays show that the table is in test mode, nothing of it is told to the controller, and afterwards
    all is as before.

    The test can be left with q and is taken up again by the same command. The sheet is written beside the table file,
    as text and as JSON. The exit code is 0 if all that was tried passed, 1 if not, 2 if there was no test.
    """
    try:
        table = load_table_file(config)
        steps = _chosen(steps_of(table), table, part)
        last = None if new else sheets.kept(config)
        sheet = last or sheets.begun(table, steps_of(table), _signer(technician, licence, reason, asset))
        left = steps if part else sheet.left(steps)
        if last is not None:
            typer.echo(f"The test of {last.began:%Y-%m-%d %H:%M} UTC goes on. {len(last.tried)} steps are done.")
        sheet = _walked(config, table, sheet, left)
    except (TableFileError, SheetError, NoTest, TalkError, PermissionError) as error:
        typer.echo(f"sabot diag test: {error}", err=True)
        raise typer.Exit(2) from None
    for name in part or ():
        typer.echo(f"{name}: {sheet.result_of(name)}")
    typer.echo(f"The table: {sheet.result}")
    raise typer.Exit(int(any(one.result == "fail" for one in sheet.tried)))


def _signer(technician: str, licence: str, reason: str, asset: str) -> Signer:
    asked = {"technician": technician, "licence": licence, "reason": reason, "asset": asset}
    answers = {name: given or typer.prompt(name.capitalize()) for name, given in asked.items()}
    try:
        return Signer.model_validate(answers)
    except ValidationError as error:
        names = ", ".join(sorted({str(one["loc"][0]) for one in error.errors()}))
        raise NoTest(f"{names}: allowed are 1 to 100 characters on one line.") from None


def _chosen(steps: tuple[Step, ...], table: TableFile, parts: list[str] | None) -> list[Step]:
    names = [*dict.fromkeys(step.part for step in steps)]
    wrong = [name for name in parts or () if name not in names]
    if wrong:
        raise NoTest(f"part {', '.join(wrong)}: allowed are {', '.join(names)}.")
    if not steps:
        raise NoTest(f"the table {table.table.name} has no part to test.")
    return [step for step in steps if not parts or step.part in parts]


def _walked(config: Path, table: TableFile, sheet: Sheet, steps: list[Step]) -> Sheet:
    """Lead through the steps, and write the sheet. Raises NoTest, SheetError, TalkError."""
    sheets.keep(sheet, config)
    folder = own_directory(table, "bridge")
    with _bridge_at(folder, config, table) as (peer, survey):
        loop = Loop(RealClock())
        walk = Walk(config, sheet, steps, peer, loop, loop.stop, typer.echo, survey)
        with end_signals(walk.loop, lambda _now: walk.end()):
            walk.watch_keyboard(sys.stdin.fileno())
            walk.loop.run()
        if walk.why and walk.sheet is sheet:
            raise NoTest(walk.why)
        if walk.why:
            typer.echo(walk.why, err=True)
        return sheet if walk.sheet is sheet else filed(config, walk.sheet, folder, typer.echo)


@contextmanager
def _bridge_at(folder: Path, config: Path, table: TableFile) -> Iterator[tuple[socket.socket, int]]:
    """The socket of the bridge, and for how long to look before the first step. Raises NoTest.

    A bridge that does not run is started, and ended afterwards.
    """
    try:
        peer = reach(folder)
    except OSError:
        peer = None
    if peer is not None:
        yield peer, SEARCH
        return
    typer.echo("No bridge runs. One is started for this test.")
    bridge = start_bridge(config, prepare(table))
    try:
        yield _awaited(folder, config, bridge), SEARCH + IDENTIFY_WITHIN
    finally:
        end_bridge(bridge)


def _awaited(folder: Path, config: Path, bridge: subprocess.Popen[bytes]) -> socket.socket:
    """Return the socket of a bridge that has just been started. Raises NoTest."""
    deadline = time.monotonic() + STARTS_WITHIN_S
    while bridge.poll() is None and time.monotonic() < deadline:
        try:
            return reach(folder)
        except OSError:
            time.sleep(LOOK_EVERY_S)
    raise NoTest(f"no bridge can be started. Look why: sabot bridge --config {config}")
