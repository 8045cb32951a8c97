"""`sabot sim`: a simulated table to look at and to play at, and hands of files to compare it with."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from controller.rulebooks import RulebookError, load
from controller.rulebooks.variants import HOLDEM, VARIANTS, GameVariant, variant_of
from hardware_sim import checks
from hardware_sim.depths.core import HANDS_RULEBOOK
from hardware_sim.levels import Level
from hardware_sim.phh import Hand, PhhError

PLAY_RULEBOOK = "lfp"
SEED = 1
"""Of the robots that may play when the scenarios have been watched."""


class TableName(StrEnum):
    """Which table is simulated."""

    REFERENCE = "reference"
    NO_CHIPS = "no-chips"
    NO_SHOE = "no-shoe"


def sim(
    more: Annotated[
        list[Path] | None, typer.Argument(help="More files or folders for --hands.", metavar="FILE…")
    ] = None,
    hands: Annotated[list[Path] | None, typer.Option(help="PHH files or folders: play these hands.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Hold closing stacks and awards against the files.")] = False,
    depth: Annotated[Level, typer.Option(help="Where the acts enter.")] = Level.WIRE,
    compare: Annotated[str, typer.Option(help="Several depths, such as core,bus,wire: are they the same?")] = "",
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many hands.")] = None,
    rulebook: Annotated[str | None, typer.Option(help="Rulebook. With --hands, roberts and any amount.")] = None,
    variant: Annotated[str, typer.Option(help=f"The game without --hands: {', '.join(VARIANTS)}.")] = HOLDEM.key,
    table: Annotated[TableName, typer.Option(help="Which table is simulated.")] = TableName.REFERENCE,
    speed: Annotated[float, typer.Option(min=0.4, help="Seconds that an act takes.")] = 2.0,
    seed: Annotated[int, typer.Option(help="The same number gives the same cards, players and noise.")] = 1,
    port: Annotated[int, typer.Option(help="Port of the table's own pages.")] = 8080,
    sim_port: Annotated[int, typer.Option(help="Port of the simulator's page.")] = 8081,
    levels: Annotated[
        float,
        typer.Option(min=0, max=600, help="Play a tournament, with levels of so many minutes.", metavar="MINUTES"),
    ] = 0,
    scenario: Annotated[
        str | None, typer.Option(help="Play this scenario in real time, to be watched.", metavar="FILE[:LINE]")
    ] = None,
    school: Annotated[
        int | None,
        typer.Option(min=1, max=9999, help="Put the robot's mistakes right, as this pupil.", metavar="PUPIL"),
    ] = None,
    pause: Annotated[
        float | None,
        typer.Option(min=0, help="Wait so long at each expectation. Without: for a button.", metavar="SECONDS"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Say the result as JSON.")] = False,
) -> None:
    """Play at a simulated table, or replay hands and check them.

    Without --hands a whole table is set up: simulated parts on ptys and a GPIO socket, and the very processes of a
    real table. A robot deals, simple players play. Two addresses are printed, the table's page and the simulator's
    own, where you can take a seat and pull cables. Ctrl-C ends everything and leaves nothing behind. With --levels a
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
    if scenario is not None and (hands or more or levels or depth is not Level.WIRE):
        raise typer.BadParameter(
            "--scenario is played alone, at depth wire. Leave out --hands, --levels and --depth."
        )
    if school is not None and (
        hands or more or levels or scenario is not None or table is not TableName.REFERENCE
        or depth is not Level.WIRE
    ):  # fmt: skip
        raise typer.BadParameter(
            "--school is held at the reference table, at depth wire. Leave out --hands, --levels, --scenario, "
            "--table and --depth."
        )
    if hands or more:
        depths = [word.strip() for word in compare.split(",")] if compare else [depth.value]
        passed = _replay([*(hands or []), *(more or [])], depths, rulebook or HANDS_RULEBOOK, seed, limit, as_json)
        raise typer.Exit(0 if passed or not check else 1)
    if scenario is not None:
        raise typer.Exit(_watch(scenario, rulebook or "", speed, port, sim_port, pause))
    if levels and table is not TableName.REFERENCE:
        raise typer.BadParameter(f"--levels {levels:g} needs --table reference, where chips and cards are read")
    book = rulebook or PLAY_RULEBOOK
    _play(book, _game(book, variant), table.value, speed, seed, port, sim_port, levels, pause, school)


def _watch(scenario: str, rulebook: str, speed: float, port: int, sim_port: int, pause: float | None) -> int:
    """Play a scenario for people to watch. Returns the exit code."""
    from hardware_sim.endless import Wanted, play
    from hardware_sim.scenario.watched.choice import BadChoice, named

    try:
        first = named(scenario, rulebook)
    except BadChoice as error:
        print(f"sabot sim: {error}", file=sys.stderr)
        return 2
    return play(Wanted(PLAY_RULEBOOK, TableName.REFERENCE.value, speed, SEED, port, sim_port), first, pause)


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
        raise typer.BadParameter(f"--variant {variant}: {error}") from None
    return game


def _play(
    rulebook: str, game: GameVariant, table: str, speed: float, seed: int, port: int, sim_port: int,
    level_minutes: float, pause: float | None, pupil: int | None,
) -> None:  # fmt: skip
    from hardware_sim.endless import Wanted, play
    from hardware_sim.robot.structure import LONG

    if level_minutes and load(rulebook).mode != "tournament":
        raise typer.BadParameter(f"--levels {level_minutes:g} needs a rulebook of tournaments, not {rulebook}")
    structure = replace(LONG, minutes=level_minutes, break_minutes=level_minutes / 2) if level_minutes else None
    wanted = Wanted(rulebook, table, speed, seed, port, sim_port, variant=game, structure=structure, pupil=pupil)
    raise typer.Exit(play(wanted, pause=pause))
