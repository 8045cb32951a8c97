"""`sabot bench`: how fast the table is, compared with other programs, in one run."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from hardware_sim.checks import gather_hands
from hardware_sim.phh import Hand, PhhError

from .figures import Figure

KINDS = ("core", "journal", "wire")

Bench = Callable[[Sequence[Hand]], list[Figure]]


def bench(
    what: Annotated[
        list[str] | None, typer.Argument(help=f"Which of {', '.join(KINDS)}. All of them if left out.")
    ] = None,
    hands: Annotated[
        list[Path] | None,
        typer.Option(envvar="SABOT_HANDS", help="PHH files for the core. Without it, hands of random play."),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="Hands for the core.")] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="Say the figures as JSON.")] = False,
) -> None:
    """Measure the table, each figure beside its bar or as a ratio within the run.

    core: hands as physical events through the core, beside PokerKit's prepared actions. Single events.
    journal: durable events a second through a controller process, beside bare SQLite with the same group commit.
    wire: from a touch to the display's changed value, and memory and processor time of bridge, controller and
    console, on a complete simulated table in real time (about a minute).

    The exit code is 1 if a bar is missed.
    """
    wanted = what or list(KINDS)
    if unknown := [kind for kind in wanted if kind not in KINDS]:
        print(f"sabot bench: {', '.join(unknown)} is unknown. Allowed are {', '.join(KINDS)}", file=sys.stderr)
        raise typer.Exit(2)
    found = {kind: _run(kind, hands, limit) for kind in wanted}
    if as_json:
        print(json.dumps({kind: [figure.as_data() for figure in figures] for kind, figures in found.items()}))
    else:
        _tell(found)
    missed = any(figure.met is False for figures in found.values() for figure in figures)
    raise typer.Exit(1 if missed else 0)


def _tell(found: dict[str, list[Figure]]) -> None:
    for kind, figures in found.items():
        print(f"\n{kind}")
        for figure in figures:
            print(f"  {figure.line}")


def _run(kind: str, places: list[Path] | None, limit: int) -> list[Figure]:
    print(f"measuring {kind} …", file=sys.stderr, flush=True)
    if kind == "core":
        return _core(places, limit)
    if kind == "journal":
        from .journal import bench_journal

        return bench_journal()
    from .wire import bench_wire

    return bench_wire()


def _core(places: list[Path] | None, limit: int) -> list[Figure]:
    from .core import NothingToMeasureError, bench_core, made_hands

    try:
        return bench_core(gather_hands(places, limit) if places else made_hands(limit))
    except (PhhError, NothingToMeasureError) as error:
        why = str(error)
    except ModuleNotFoundError as error:
        why = f"{error.name} is missing. `make setup` leaves it out, `make test` installs it"
    print(f"sabot bench: {why}", file=sys.stderr)
    raise typer.Exit(2)
