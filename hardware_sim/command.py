"""`sabot sim`: a simulated table to look at and to play at, and hands of files to compare it with."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.rulebooks import RulebookError, load
from controller.rulebooks.variants import HOLDEM, VARIANTS, GameVariant, variant_of
from hardware_sim import checks
from hardware_sim.depths.core import HANDS_RULEBOOK
from hardware_sim.levels import Level
from hardware_sim.phh import Hand, PhhError

if TYPE_CHECKING:
    from hardware_sim.endless import Wanted

PLAY_RULEBOOK = "lfp"
SEED = 1
"""Of the robots that may play when the scenarios have been watched."""


class TableName(StrEnum):
    """Which table is simulated."""

    REFERENCE = "reference"
    NO_CHIPS = "no-chips"
    NO_SHOE = "no-shoe"


More = Annotated[list[Path] | None, typer.Argument(help="More files or folders for --hands.", metavar="FILE…")]
Hands = Annotated[list[Path] | None, typer.Option(help="PHH files or folders: play these hands.")]
Check = Annotated[bool, typer.Option("--check", help="Hold closing stacks and awards against the files.")]
Entered = Annotated[Level, typer.Option(help="Where the acts enter.")]
Compare = Annotated[str, typer.Option(help="Several depths, such as core,bus,wire: are they the same?")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only so many hands.")]
Rulebook = Annotated[str | None, typer.Option(help="Rulebook. With --hands, roberts and any amount.")]
Variant = Annotated[str, typer.Option(help=f"The game without --hands: {', '.join(VARIANTS)}.")]
Table = Annotated[TableName, typer.Option(help="Which table is simulated.")]
Speed = Annotated[float, typer.Option(min=0.4, help="Seconds that an act takes.")]
Seed = Annotated[int, typer.Option(help="The same number gives the same cards, players and noise.")]
Port = Annotated[int, typer.Option(help="Port of the table's own pages.")]
SimPort = Annotated[int, typer.Option(help="Port of the simulator's page.")]
Minutes = Annotated[
    float, typer.Option(min=0, max=600, help="Play a tournament, with levels of so many minutes.", metavar="MINUTES")
]
Watched = Annotated[
    str | None, typer.Option(help="Play this scenario in real time, to be watched.", metavar="FILE[:LINE]")
]
Pupil = Annotated[
    int | None, typer.Option(min=1, max=9999, help="Put the robot's mistakes right, as this pupil.", metavar="PUPIL")
]
Pause = Annotated[
    float | None,
    typer.Option(min=0, help="Wait so long at each expectation. Without: for a button.", metavar="SECONDS"),
]
Json = Annotated[bool, typer.Option("--json", help="Say the result as JSON.")]
Log = Annotated[bool, typer.Option("--log", help="Print here what the table's processes log.")]


def sim(
    more: More = None, hands: Hands = None, check: Check = False, depth: Entered = Level.WIRE, compare: Compare = "",
    limit: Limit = None, rulebook: Rulebook = None, variant: Variant = HOLDEM.key, table: Table = TableName.REFERENCE,
    speed: Speed = 2.0, seed: Seed = 1, port: Port = 8080, sim_port: SimPort = 8081, levels: Minutes = 0,
    scenario: Watched = None, school: Pupil = None, pause: Pause = None, as_json: Json = False, log: Log = False,
) -> None:  # fmt: skip
    """Play at a simulated table, or replay hands and check them.

    Without --hands a whole table is set up: simulated parts on ptys and a GPIO socket, and the very processes of a
    real table. A robot deals, simple players play. The addresses of the pages are printed: on the simulator's own you
    can deal, take a seat and pull cables. Ctrl-C ends everything and leaves nothing behind. With --levels a
    tournament is played (lfp, casino_tournament): levels, a break, chip races, players who are out, a winner.

    With --scenario the table of a scenario is set up in the same way, and the scenario is played in real time. It
    pauses at each expectation: the simulator's page shows the line, what is expected, whether it holds, and the
    ruling with its article. --rulebook chooses one of those that the scenario names.

    With --school the robot dealer makes a mistake in each hand, and you put it right as a dealer would. The page
    measures time and wrong movements. It keeps a record by your number, and what went badly comes again more often.

    With --hands the robot plays the hands of PHH files. At depth core its acts go straight into the table's core.
    At depth bus over ZeroMQ to a controller process. At depth wire through bytes on every wire, bridge and
    controller. The last two run on a virtual clock that all processes share. With --check the exit code is 0 only
    if all passed. Hands that the rulebook does not allow are listed and are no failures.
    """
    files = [*(hands or []), *(more or [])]
    _refuse_both(scenario is not None, school is not None, bool(files or levels or depth is not Level.WIRE), table)
    if files:
        depths = [word.strip() for word in compare.split(",")] if compare else [depth.value]
        passed = _replay(files, depths, rulebook or HANDS_RULEBOOK, seed, limit, as_json)
        raise typer.Exit(0 if passed or not check else 1)
    from hardware_sim.endless import Wanted

    wanted = Wanted(rulebook or "", table.value, speed, seed, port, sim_port, inherit=log, pupil=school)
    code = _play(wanted, variant, levels, pause) if scenario is None else _watch(scenario, wanted, pause)
    raise typer.Exit(code)


def _refuse_both(watched: bool, school: bool, other: bool, table: TableName) -> None:
    """Refuse options of --scenario or --school that stand beside others. `other`: another kind of play, or depth."""
    if watched and other:
        raise typer.BadParameter(
            "--scenario is played alone, at depth wire. Leave out --hands, --levels and --depth."
        )
    if school and (other or watched or table is not TableName.REFERENCE):
        raise typer.BadParameter(
            "--school is held at the reference table, at depth wire. Leave out --hands, --levels, --scenario, "
            "--table and --depth."
        )


def _watch(scenario: str, wanted: Wanted, pause: float | None) -> int:
    """Play a scenario for people to watch. Returns the exit code."""
    from hardware_sim.endless import play
    from hardware_sim.scenario.watched.choice import BadChoice, named

    try:
        first = named(scenario, wanted.rulebook)
    except BadChoice as error:
        print(f"sabot sim: {error}", file=sys.stderr)
        return 2
    return play(replace(wanted, rulebook=PLAY_RULEBOOK, table=TableName.REFERENCE.value, seed=SEED), first, pause)


def _replay(
    places: Sequence[Path], depths: Sequence[str], rulebook: str, seed: int, limit: int | None, as_json: bool
) -> bool:
    def open_depth(depth: str, hands: Sequence[Hand]) -> checks.Depth:
        return _open(depth, hands, rulebook, seed)

    try:
        return checks.check(
            places, depths, rulebook, open_depth, limit=limit, as_json=as_json, say=print, progress=_progress
        )
    except (PhhError, ValueError) as error:
        print(f"sabot sim: {error}", file=sys.stderr)
        raise typer.Exit(2) from None


def _open(depth: str, hands: Sequence[Hand], rulebook: str, seed: int) -> checks.Depth:
    """Open a level. Only what it needs is loaded."""
    if depth == Level.CORE.value:
        from hardware_sim.depths.core import CoreDepth

        return CoreDepth(rulebook, seed)
    if depth in (Level.BUS.value, Level.WIRE.value):
        from hardware_sim.depths.nursery import Nursery
        from hardware_sim.depths.processes import ProcessDepth

        return ProcessDepth("bus" if depth == "bus" else "wire", hands, rulebook, seed, nursery=Nursery())
    raise ValueError(f"depth {depth!r}: allowed are {', '.join(name.value for name in Level)}")


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _game(rulebook: str, variant: str) -> GameVariant:
    """The game of that name, if the rulebook has it."""
    try:
        game = variant_of(variant)
        load(rulebook, game.structures[0], variant=variant)
    except (RulebookError, ValueError) as error:
        raise typer.BadParameter(f"--rulebook {rulebook} --variant {variant}: {error}") from None
    return game


def _play(wanted: Wanted, variant: str, minutes: float, pause: float | None) -> int:
    """Play until people end it. `minutes`: of a level, 0 without a tournament. Returns the exit code."""
    from hardware_sim.endless import play
    from hardware_sim.robot.structure import LONG

    if minutes and wanted.table != TableName.REFERENCE:
        raise typer.BadParameter(f"--levels {minutes:g} needs --table reference, where chips and cards are read")
    book = wanted.rulebook or PLAY_RULEBOOK
    game = _game(book, variant)
    if minutes and load(book).mode != "tournament":
        raise typer.BadParameter(f"--levels {minutes:g} needs a rulebook of tournaments, not {book}")
    structure = replace(LONG, minutes=minutes, break_minutes=minutes / 2) if minutes else None
    return play(replace(wanted, rulebook=book, variant=game, structure=structure), pause=pause)
