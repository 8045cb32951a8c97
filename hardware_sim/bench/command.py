"""`sabot bench`: how fast the table is, compared with other programs, in one run."""

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
"""What is measured if nothing is named."""

SHARE = "share"
"""To be named, as it takes 25 minutes and needs root."""

Bench = Callable[[Sequence[Hand]], list[Figure]]


def bench(
    what: Annotated[
        list[str] | None,
        typer.Argument(help=f"Which of {', '.join((*KINDS, SHARE))}. All but {SHARE} if left out."),
    ] = None,
    hands: Annotated[
        list[Path] | None,
        typer.Option(envvar="SABOT_HANDS", help="PHH files for the core. Without it, hands of random play."),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="Hands for the core.")] = 1000,
    percent: Annotated[
        list[float] | None,
        typer.Option(min=0.1, max=100, help="Share of a core, for share. Can be repeated. Without it, those of Pis."),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="How often each share is measured.")] = 3,
    one_core: Annotated[bool, typer.Option("--one-core", help="Bridge and controller share one core.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say the figures as JSON.")] = False,
) -> None:
    """Measure the table, each figure beside its bar or as a ratio within the run.

    core: hands as physical events through the core, beside PokerKit's prepared actions. Single events.
    journal: durable events a second through a controller process, beside bare SQLite with the same group commit.
    wire: from a touch to the display's changed value, and memory and processor time of bridge, controller and
    console, on a complete simulated table in real time (about a minute).
    share: the same and more with bridge and controller held to the strength of a Raspberry Pi. As root.

    The exit code is 1 if a bar is missed.
    """
    wanted = what or list(KINDS)
    _refuse_unknown(wanted)
    found = {kind: _run(kind, hands, limit) for kind in wanted if kind != SHARE}
    if SHARE in wanted:
        found |= _share(percent, rounds, one_core)
    if as_json:
        print(json.dumps({kind: [figure.as_data() for figure in figures] for kind, figures in found.items()}))
    else:
        _tell(found)
    missed = any(figure.met is False for figures in found.values() for figure in figures)
    raise typer.Exit(1 if missed else 0)


def _refuse_unknown(wanted: list[str]) -> None:
    if unknown := [kind for kind in wanted if kind not in (*KINDS, SHARE)]:
        allowed = ", ".join((*KINDS, SHARE))
        print(f"sabot bench: {', '.join(unknown)} is unknown. Allowed are {allowed}", file=sys.stderr)
        raise typer.Exit(2)


def _tell(found: dict[str, list[Figure]]) -> None:
    for kind, figures in found.items():
        print(f"\n{kind}")
        for figure in figures:
            print(f"  {figure.line}")


def _run(kind: str, places: list[Path] | None, limit: int) -> list[Figure]:
    _measuring(kind)
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


def _share(percent: list[float] | None, rounds: int, one_core: bool) -> dict[str, list[Figure]]:
    from .quota import NoQuotaError, hierarchy
    from .share import STRENGTHS, Strength, bench_share

    strengths = [Strength("held", each / 100) for each in percent] if percent else STRENGTHS
    try:
        return bench_share(hierarchy(), strengths, rounds, one_core, _measuring)
    except NoQuotaError as error:
        print(f"sabot bench: {error}. Nothing was measured", file=sys.stderr)
    raise typer.Exit(2)


def _measuring(what: str) -> None:
    print(f"measuring {what} …", file=sys.stderr, flush=True)
