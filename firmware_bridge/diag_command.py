"""`sabot diag`: a technician's questions about the parts."""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from importlib.metadata import entry_points
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Final

import typer

from firmware_bridge import diagnosed
from firmware_bridge.dumps import Dump, DumpEdge, DumpError, DumpLine, LinesDump, read
from firmware_bridge.guided.command import guided_test
from firmware_bridge.messages.places import spoken
from firmware_bridge.messages.printable import printable
from firmware_bridge.messages.status import Status
from firmware_bridge.messages.tablefile import load_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.messages.verdict_texts import Cured
from firmware_bridge.postmortem import Verdict, verdicts
from firmware_bridge.process.refusals import refusing
from firmware_bridge.process.users import own_directory
from firmware_bridge.raw.listing import Row, rows
from firmware_bridge.tablemap import map_lines

GROUP: Final = "sabot.diag"
"""Commands that other rooms register here."""

app = typer.Typer(help="Diagnose the parts of a table.", no_args_is_help=True)

LAST = 12
"""Lines of the black box that are shown without --all: what happened just before."""

WIDTH: Final = 80
"""Characters of a line of bytes."""


@app.callback()
def diag() -> None:
    """Diagnose the parts of a table. Works while the controller is down."""


@app.command()
def postmortem(
    file: Annotated[Path, typer.Argument(help="A dump, from the folder `dumps` in the run directory.")],
    whole: Annotated[bool, typer.Option("--all", help="Show every line of the black box.")] = False,
    raw: Annotated[bool, typer.Option("--raw", help="Show the bytes that passed, frame by frame.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdicts as JSON.")] = False,
) -> None:
    """Say why a part failed: the verdict first, then what it rests on.

    Each verdict names the part, the place, the cause and the cure, the likeliest first, with how sure it is. With
    --raw the bytes follow, the fields of each frame apart, and what it says. Tags in them have aliases. The exit code
    is 2 if the file is no dump.
    """
    with refusing(DumpError, says="sabot diag", status=2):
        dump = read(file)
    found = verdicts(dump)
    if as_json:
        typer.echo(json.dumps([asdict(verdict) for verdict in found], indent=2))
        return
    box = _edges(dump, whole) if isinstance(dump, LinesDump) else (_raw if raw else _box)(dump, whole)
    for line in [*_verdict(found[0]), *_others(found[1:]), *_about(dump), *box]:
        typer.echo(line)


@app.command()
def show(
    config: Annotated[Path, typer.Option(help="The table file, table.toml.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print verdicts, parts and map as JSON.")] = False,
    as_map: Annotated[bool, typer.Option("--map", help="Draw antennas, lines and displays in place.")] = False,
) -> None:
    """Say what is wrong with the parts of a running table: the verdicts first, then what is known of each part.

    It reads what the bridge writes each second, and needs no controller. The exit code is 1 if a verdict stands, 2 if
    the bridge has written nothing.
    """
    with refusing(diagnosed.StatusError, TableFileError, says="sabot diag", status=2):
        status, written = diagnosed.read(own_directory(load_table_file(config), "bridge"))
    age = time.time() - written
    if as_json:
        typer.echo(json.dumps({"age_s": round(age, 1), **status.model_dump(mode="json")}, indent=2))
    else:
        for line in (*_old(age), *(map_lines(status.spots) if as_map else _status(status))):
            typer.echo(line)
    raise typer.Exit(int(bool(status.verdicts)))


OLD = 10.0
"""Seconds after which the bridge, which writes each second, has stopped writing."""


def _old(age: float) -> Iterator[str]:
    if age > OLD:
        yield f"the bridge has written nothing for {age:.0f} s: what follows is from then"


def _status(status: Status) -> Iterator[str]:
    if not status.verdicts:
        yield "no verdict: nothing is known to be wrong"
    for one in status.verdicts:
        yield f"{one.cause} ({one.sure} % sure)"
        yield f"  where:   {_where(one.part, one.place)}"
        yield f"  do this: {one.cures[0]}"
        yield from (f"  if that does not help: {cure}" for cure in one.cures[1:])
        yield f"  cured:   {CURED[one.cured]}"
        yield from (f"  seen:    {line.said()}" for line in one.evidence)
    yield ""
    heads = ("PART", "STATE", "ROUND TRIP", "ANSWERS", "DAMAGED", "MISSING", "STRAY")
    yield "{:12} {:12} {:>10} {:>8} {:>8} {:>8} {:>6}  IDENTITY".format(*heads)
    for part in status.parts:
        trip = "-" if part.round_trip_ms is None else f"{part.round_trip_ms:.1f} ms"
        lately = part.lately
        yield (
            f"{part.part:12} {part.state:12} {trip:>10} {lately.answers:8} {lately.damaged:8} {lately.unanswered:8} "
            f"{lately.stray_bytes:6}  {printable(part.identity)}"
        )


CURED: Final[dict[Cured, str]] = {
    "at_once": "this verdict is gone within 15 seconds",
    "in_play": "this verdict is gone after a minute of play",
    "next_day": "this verdict is gone the day after",
}


def _where(part: str, place: str) -> str:
    return f"{part}, {spoken(place)}" if place else part


def _verdict(verdict: Verdict) -> list[str]:
    return [
        f"{verdict.cause} ({verdict.sure} % sure)",
        f"  where:   {_where(verdict.part, verdict.place)}",
        f"  do this: {verdict.cure}",
        *(f"  seen:    {line}" for line in verdict.evidence),
    ]


def _others(found: tuple[Verdict, ...]) -> list[str]:
    return [f"  or else: {one.cause} ({one.sure} %). {one.cure}" for one in found]


def _about(dump: Dump | LinesDump) -> list[str]:
    return [f"  written: {dump.written} by Sabot {dump.version}", ""]


def _box(dump: Dump, whole: bool) -> list[str]:
    shown = dump.lines if whole else dump.lines[-LAST:]
    left = len(dump.lines) - len(shown)
    head = f"the last {len(shown)} of {len(dump.lines)} lines (--all shows every one)" if left else "the black box"
    return [head, *map(_line, shown)]


def _raw(dump: Dump, whole: bool) -> list[str]:
    known = rows(dump)
    if not known:
        return ["this dump has no bytes: an older version of Sabot wrote it, or nothing has passed"]
    shown = known if whole else known[-LAST:]
    return [f"the last {len(shown)} of {len(known)} frames" + ("" if whole else " (--all shows every one)"),
            *map(_frame, shown)]  # fmt: skip


def _frame(row: Row) -> str:
    return f"  {-row.ago / 1e6:12.6f} s  {row.way:8}  {printable(row.words)}" + "".join(
        f"\n{'':31}{line}" for line in wrap(" ".join(row.fields), WIDTH)
    )


def _edges(dump: LinesDump, whole: bool) -> list[str]:
    known = [(edge.ago, name, edge) for name, edges in dump.edges.items() for edge in edges]
    known.sort(reverse=True, key=lambda one: one[0])
    shown = known if whole else known[-LAST:]
    head = f"the last {len(shown)} of {len(known)} edges" + ("" if whole else " (--all shows every one)")
    return [f"acting: {', '.join(dump.acting) or 'none'}", head, *(_edge(name, edge) for _, name, edge in shown)]


def _edge(name: str, edge: DumpEdge) -> str:
    lost = f" ({edge.lost} edges lost before)" if edge.lost else ""
    return f"  {-edge.ago / 1e6:12.6f} s  {name:12}  {'rests' if edge.level else 'acts'}{lost}"


def _line(line: DumpLine) -> str:
    return f"  {-line.ago / 1000:9.3f} s  {line.said.value:10}  {line.text}"


app.command("test")(guided_test)
for _entry in entry_points(group=GROUP):
    app.command(_entry.name)(_entry.load())
