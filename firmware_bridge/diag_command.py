"""`sabot diag`: a technician's questions about the parts."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Final

import typer

from firmware_bridge.dumps import Dump, DumpError, DumpLine, read
from firmware_bridge.postmortem import Verdict, verdicts

GROUP: Final = "sabot.diag"
"""Commands that other rooms register here."""

app = typer.Typer(help="Diagnose the parts of a table.", no_args_is_help=True)

LAST = 12
"""Lines of the black box that are shown without --all: what happened just before."""


@app.callback()
def diag() -> None:
    """Diagnose the parts of a table. Works while the controller is down."""


@app.command()
def postmortem(
    file: Annotated[Path, typer.Argument(help="A dump, from the folder `dumps` in the run directory.")],
    whole: Annotated[bool, typer.Option("--all", help="Show every line of the black box.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdicts as JSON.")] = False,
) -> None:
    """Say why a part failed: the verdict first, then what it rests on.

    Each verdict names the part, the place, the cause and the cure, the likeliest first, with how sure it is. The
    exit code is 2 if the file is no dump.
    """
    try:
        dump = read(file)
    except DumpError as error:
        typer.echo(f"sabot diag: {error}", err=True)
        raise typer.Exit(2) from None
    found = verdicts(dump)
    if as_json:
        typer.echo(json.dumps([asdict(verdict) for verdict in found], indent=2))
        return
    for line in [*_verdict(found[0]), *_others(found[1:]), *_about(dump), *_box(dump, whole)]:
        typer.echo(line)


def _verdict(verdict: Verdict) -> list[str]:
    place = f" at {verdict.place}" if verdict.place else ""
    return [
        f"{verdict.part}{place}: {verdict.cause} ({verdict.sure} % sure)",
        f"  do this: {verdict.cure}",
        *(f"  seen:    {line}" for line in verdict.evidence),
    ]


def _others(found: tuple[Verdict, ...]) -> list[str]:
    return [f"  or else: {one.cause} ({one.sure} %). {one.cure}" for one in found]


def _about(dump: Dump) -> list[str]:
    return [f"  written: {dump.written} by Sabot {dump.version}", ""]


def _box(dump: Dump, whole: bool) -> list[str]:
    shown = dump.lines if whole else dump.lines[-LAST:]
    left = len(dump.lines) - len(shown)
    head = f"the last {len(shown)} of {len(dump.lines)} lines (--all shows every one)" if left else "the black box"
    return [head, *map(_line, shown)]


def _line(line: DumpLine) -> str:
    return f"  {-line.ago / 1000:9.3f} s  {line.said.value:10}  {line.text}"


for _entry in entry_points(group=GROUP):
    app.command(_entry.name)(_entry.load())
