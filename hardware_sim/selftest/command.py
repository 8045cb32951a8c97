"""`sabot diag selftest`: the diagnosis on trial, with every kind of fault, in pairs, and at a healthy table.
`sabot diag replay`: dumps once more."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from firmware_bridge.dumps import Dump, DumpError, read
from firmware_bridge.process.refusals import refusing

from .injection import Kind, NotDrawnError, all_pairs, kinds
from .replayed import Replayed
from .trial import Outcome, fault, healthy, told

HOUR = 3600


def selftest(
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print one JSON object a trial, and the sum. In words it goes to standard error."
        ),
    ] = False,
    seed: Annotated[int, typer.Option(help="Where, when and how badly: the same seed gives the same trials.")] = 1,
    seeds: Annotated[int, typer.Option(min=1, help="Seeds to try, from the first one on.")] = 1,
    only: Annotated[str, typer.Option(help="One kind of fault, by its name in faults.toml.")] = "",
    pairs: Annotated[bool, typer.Option("--pairs", help="Try the pairs that are easily confused, too.")] = False,
    hours: Annotated[float, typer.Option(min=0, help="Hours of play at a healthy table, of the table's time.")] = 0.0,
) -> None:
    """Try the diagnosis with injected faults, in virtual time.

    Each fault happens at a seat, at a moment and with a rate by chance, at a table of three seats in play, with the
    noise of a real one. A trial passes if the verdict names part and cause within 60 s of the table's time, and
    nothing else is said. At a healthy table every verdict is wrong. The exit code is 1 if a trial failed.
    """
    known = kinds()
    if only and only not in known:
        typer.echo(f"sabot diag selftest: {only!r} is no kind of fault. Allowed: {', '.join(known)}", err=True)
        raise typer.Exit(2)
    passed = failed = 0
    for outcome in _trials(seed, seeds, only, pairs, hours):
        passed, failed = passed + outcome.passed, failed + (not outcome.passed)
        typer.echo(json.dumps({**asdict(outcome), "passed": outcome.passed}) if as_json else _line(outcome))
    if as_json:
        typer.echo(json.dumps({"passed": passed, "failed": failed}))
    typer.echo(f"{passed} passed, {failed} failed", err=as_json)
    raise typer.Exit(int(failed > 0))


def replay(files: Annotated[list[Path], typer.Argument(help="Dumps of the black box, of one bridge.")]) -> None:
    """Let the parts of dumps do again what they did, and say what the diagnosis tells of it.

    A reader or display answers with the bytes of its dump, whatever the driver asks, and GPIO lines change as they
    did. Several dumps are played together, at the times that they had. The last line is the verdict for which the
    first dump was written, and whether it was told again. The exit code is 1 if it was not, 2 if a file is no dump.
    """
    with refusing(DumpError, says="sabot diag replay", status=2):
        dumps = [read(file) for file in files]
    bare = [dump.part for dump in dumps if isinstance(dump, Dump) and not dump.happened]
    if bare:
        typer.echo(f"sabot diag replay: the dump of {bare[0]} has no bytes: an older Sabot wrote it", err=True)
        raise typer.Exit(2)
    replayed = Replayed(*dumps)
    for one in replayed.run():
        typer.echo(told(one))
    typer.echo(f"{replayed.sought} {'told again' if replayed.again else 'not told again'}")
    raise typer.Exit(int(not replayed.again))


def _trials(seed: int, seeds: int, only: str, pairs: bool, hours: float) -> Iterator[Outcome]:
    for one in range(seed, seed + seeds):
        for name, kind in kinds().items():
            if not only or name == only:
                yield fault([kind], one)
        if pairs:
            yield from (_pair(pair, one) for pair in all_pairs())
        if hours:
            yield healthy(round(hours * HOUR), one)


def _pair(pair: tuple[Kind, Kind], seed: int) -> Outcome:
    try:
        return fault(pair, seed)
    except NotDrawnError as error:
        typer.echo(f"sabot diag selftest: {pair[0].name}+{pair[1].name}: {error}", err=True)
        raise typer.Exit(2) from error


def _line(outcome: Outcome) -> str:
    took = "not named" if outcome.took is None else f"{outcome.took:.0f} s"
    wrong = "".join(f"\n        said: {line}" for line in outcome.wrong)
    return f"{'ok  ' if outcome.passed else 'FAIL'}  {took:>9}  seed {outcome.seed}  {outcome.said}{wrong}"
