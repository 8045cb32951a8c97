"""`sabot diag test`: a technician is led through the parts of a table that nobody plays at."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from firmware_bridge.messages.clock import RealClock
from firmware_bridge.messages.guided import Signer
from firmware_bridge.messages.guided_facts import fact_texts
from firmware_bridge.messages.languages import Language
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.signals import end_signals
from firmware_bridge.messages.tablefile import TableFile, load_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.parts.lifecycle import IDENTIFY_WITHIN
from firmware_bridge.process.users import own_directory

from . import sheet as sheets
from .checks import SEARCH
from .kept import KeptError
from .sheet import Sheet
from .socket import reach
from .started import NoTest, started
from .steps import Step, steps_of
from .walk import Plan, Walk


def guided_test(
    config: Annotated[Path, typer.Option(help="The table file, table.toml.")],
    technician: Annotated[str, typer.Option(help="Who tests.")] = "",
    licence: Annotated[str, typer.Option(help="Their licence number.")] = "",
    reason: Annotated[str, typer.Option(help="Why the table is tested.")] = "",
    asset: Annotated[str, typer.Option(help="The table's asset number.")] = "",
    part: Annotated[list[str] | None, typer.Option(help="Test this part alone, also if it was tested.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new test, and drop the one that was left.")] = False,
    language: Annotated[Language | None, typer.Option(help="Of orders and sheet. Without it: the table's.")] = None,
) -> None:
    """Try each part of a table with its technician: antennas, beams, switches, displays, keys.

    The controller may be down. If no bridge runs, one is started for the test. While a hand is in progress the bridge
    refuses. All displays show that the table is in test mode, nothing of it is told to the controller, and afterwards
    all is as before.

    The test can be left with q and is taken up again by the same command, or on the page. The sheet is written into
    the bridge's own directory, as text and as JSON. The exit code is 0 if all that was tried passed, 1 if not, 2 if
    there was no test.
    """
    try:
        table = load_table_file(config)
        language = language or table.table.language
        steps = _chosen(steps_of(table), table, part)
        last = None if new else sheets.kept(table.paths.bridge)
        sheet = last or sheets.begun(table, steps_of(table), _signer(technician, licence, reason, asset, language))
        left = steps if part else sheet.left(steps)
        if last is not None:
            _say("goes_on", language, began=f"{last.began:%Y-%m-%d %H:%M}", done=len(last.tried))
        sheet = _walked(config, Plan(table, sheet, left, last, new, language))
    except KeptError as error:
        typer.echo(f"sabot diag test: {error.why.said(language or 'en')}.", err=True)
        raise typer.Exit(2) from None
    except (TableFileError, NoTest, PermissionError) as error:
        typer.echo(f"sabot diag test: {error}", err=True)
        raise typer.Exit(2) from None
    for name in part or ():
        typer.echo(f"{name}: {sheet.result_of(name).said(language)}")
    _say("table", language, result=sheet.result.said(language))
    raise typer.Exit(int(any(one.result == "fail" for one in sheet.tried)))


def _say(name: str, language: Language, **facts: str | int) -> None:
    typer.echo(fact_texts(language)[f"terminal.{name}"].format(**facts))


def _signer(technician: str, licence: str, reason: str, asset: str, language: Language) -> Signer:
    asked = {"technician": technician, "licence": licence, "reason": reason, "asset": asset}
    texts = fact_texts(language)
    answers = {name: given or typer.prompt(texts[f"sheet.{name}"]) for name, given in asked.items()}
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


def _walked(config: Path, plan: Plan) -> Sheet:
    """Lead through the steps, and write the sheet. Raises NoTest."""
    with _bridge_at(own_directory(plan.table, "bridge"), config, plan.table, plan.language) as (peer, survey):
        loop = Loop(RealClock())
        walk = Walk(plan, peer, loop, loop.stop, typer.echo, survey)
        with end_signals(walk.loop, lambda _now: walk.end()):
            walk.watch_keyboard(sys.stdin.fileno())
            walk.loop.run()
        why = "" if walk.why is None else f"{walk.why.said(plan.language)}."
        if why and not walk.has_results:
            raise NoTest(why)
        if why:
            typer.echo(why, err=True)
        return walk.sheet


@contextmanager
def _bridge_at(
    folder: Path, config: Path, table: TableFile, language: Language
) -> Iterator[tuple[socket.socket, int]]:
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
    _say("no_bridge", language)
    with started(config, table) as peer:
        yield peer, SEARCH + IDENTIFY_WITHIN
