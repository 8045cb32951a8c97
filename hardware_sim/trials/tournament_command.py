"""`sabot tournament`: a whole tournament at a simulated table, printed hand by hand as the table publishes it."""

import json
import time
from typing import Annotated, Any

import typer

from controller.rulebooks import RulebookError, load
from firmware_bridge.messages.contest import Contest
from firmware_bridge.messages.public import PublicState
from hardware_sim.depths.room import DepthName
from hardware_sim.depths.stage import ProcessDied
from hardware_sim.levels import SensedLevel
from hardware_sim.robot.dealer import OVER
from hardware_sim.robot.says import Stuck
from hardware_sim.robot.structure import LONG, SHORT

from .tournament import Tournaments, TournamentTable

_DEPTHS: dict[str, DepthName] = {"bus": "bus", "wire": "wire"}


class Teller:
    """Prints what is new of a tournament: each hand, a level, a break, a race, who is out."""

    def __init__(self, table: TournamentTable) -> None:
        self._table = table
        self._said: set[str] = set()

    def look(self, state: PublicState) -> None:
        """Print what the table says, if it is new."""
        contest = state.contest
        if contest is None:
            return
        for line in (*self._hand(state), *_around(contest)):
            if line not in self._said:
                self._said.add(line)
                passed = (state.stamp - self._table.course.started) // 1_000_000_000
                minutes, seconds = divmod(max(0, passed) if self._table.course.started else 0, 60)
                typer.echo(f"{minutes:4}:{seconds:02}  {line}")

    def _hand(self, state: PublicState) -> tuple[str, ...]:
        if state.phase in OVER:
            return ()
        blinds = ", ".join(str(seat) for seat in (state.small_blind_seat, state.big_blind_seat) if seat is not None)
        dealt = sum(seat.dealt_in for seat in state.seats)
        return (f"hand {state.hand}: {state.level}, {dealt} players, button {state.button}, blinds {blinds}",)


def _around(contest: Contest) -> tuple[str, ...]:
    race = contest.race
    places = (f"seat {seat} is out, place {place}" for place, seat in reversed(contest.standings) if place > 1)
    return (
        *((f"break after level {contest.level - 1}",) if contest.on_break else ()),
        *((f"chip race: {race.low} for {race.high}",) if race is not None else ()),
        *((f"chips of {chip} are out of the game") for chip in contest.withdrawn),
        *(("hand for hand",) if contest.hand_for_hand else ()),
        *places,
    )


def tournament(
    rulebook: Annotated[str, typer.Option(help="lfp or casino_tournament.")] = "casino_tournament",
    depth: Annotated[SensedLevel, typer.Option(help="Where the readings enter.")] = SensedLevel.BUS,
    seed: Annotated[int, typer.Option(help="The same number gives the same cards and players.")] = 1,
    long: Annotated[bool, typer.Option("--long", help="2,000 each, four minutes a level, not half.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say the places and sums alone, as JSON.")] = False,
) -> None:
    """Play a nine-seat tournament from the draw for the button to the winner, in virtual time.

    A robot dealer and simple players handle cards and chips. The controller is the real one, at depth wire the bridge
    and every byte too. Levels run by the clock, chips leave the game by races dealt from the shoe. Each line begins
    with the time of the levels' clock. The exit code is 0 if one has won and no chip is missing.
    """
    _refuse_other(rulebook)
    began = time.monotonic()
    structure = LONG if long else SHORT
    with Tournaments(_DEPTHS[depth.value], structure) as tournaments, tournaments.table(rulebook, seed) as table:
        if not as_json:
            table.course.hear = Teller(table).look
        wrong = _played(table)
        found = _found(table, time.monotonic() - began, wrong)
    typer.echo(json.dumps(found) if as_json else _summary(found))
    raise typer.Exit(1 if wrong else 0)


def _refuse_other(rulebook: str) -> None:
    """Raises BadParameter: it is no rulebook of tournaments."""
    try:
        mode = load(rulebook).mode
    except RulebookError as error:
        raise typer.BadParameter(f"--rulebook {rulebook}: {error}") from None
    if mode != "tournament":
        raise typer.BadParameter(f"--rulebook {rulebook}: a rulebook of tournaments is needed, such as lfp")


def _played(table: TournamentTable) -> str:
    """Play it. Return what went wrong, or ""."""
    try:
        table.play()
    except (Stuck, ProcessDied, LookupError) as error:
        return str(error)
    if table.contest.total != table.lying():
        return f"{table.lying():,} lie there, the table has {table.contest.total:,}"
    return ""


def _found(table: TournamentTable, took: float, wrong: str) -> dict[str, Any]:
    return {
        "hands": len(table.course.lineups),
        "races": [[race.low, race.high] for race in table.course.races],
        "places": [list(standing) for standing in table.contest.standings],
        "chips": table.lying(),
        "alarms": table.course.alarms,
        "seconds": round(took, 1),
        "forced": table.room.master.forced,
        "wrong": wrong,
    }


def _summary(found: dict[str, Any]) -> str:
    places = ", ".join(f"{place}. seat {seat}" for place, seat in found["places"])
    lines = [
        f"{found['hands']} hands, {len(found['races'])} chip races, {found['chips']:,} in chips",
        f"{found['seconds']} s, clock forced {found['forced']} times",
        f"places: {places}",
        *found["alarms"],
        *([f"wrong: {found['wrong']}"] if found["wrong"] else []),
    ]
    return "\n".join(lines)
