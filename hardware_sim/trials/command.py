"""`sabot trial`: hands by the hundred under the fault model, clean ones or with a mistake or a lost part each."""

import json
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from hardware_sim.depths.room import DepthName
from hardware_sim.levels import SensedLevel
from hardware_sim.trials.erring import BOOKS
from hardware_sim.trials.evening import Evening
from hardware_sim.trials.failing import Failing
from hardware_sim.trials.mistaken import Erring
from hardware_sim.trials.mistakes import MISTAKES
from hardware_sim.trials.model import FAULTLESS, at_rate
from hardware_sim.trials.slips import Between

_DEPTHS: dict[str, DepthName] = {"bus": "bus", "wire": "wire"}


REPORT: Final = 100
"""Hands between two reports of progress: a minute or less. Of failing parts every hand is reported."""


HowMany = Annotated[int, typer.Option(min=1, help="How many.")]
NoRead = Annotated[float, typer.Option(min=0, max=0.9, help="Share of cards that a reader misses.")]
Faultless = Annotated[bool, typer.Option("--faultless", help="Readings are slow, and none is wrong.")]
Mistakes = Annotated[bool, typer.Option("--mistakes", help="The dealer makes one mistake in each hand.")]
Failings = Annotated[bool, typer.Option("--failing", help="In each hand a part fails for good, at any moment.")]
Only = Annotated[list[str] | None, typer.Option(help="With --mistakes: only these, by name.")]
Slips = Annotated[  # also of those that are due again: at a share of 1 a hand would never end
    float, typer.Option(min=0, max=0.9, help="With --mistakes: share of movements made wrongly first.")
]
Betweens = Annotated[list[Between] | None, typer.Option(help="With --mistakes: what comes between two movements.")]
Rulebook = Annotated[str, typer.Option(help=f"Rulebook. For --mistakes: {' or '.join(BOOKS)}.")]
Depth = Annotated[SensedLevel, typer.Option(help="Where the readings enter.")]
Seed = Annotated[int, typer.Option(help="The same number gives the same hands and faults.")]
Folder = Annotated[Path | None, typer.Option(help="A folder: each hand that goes wrong is written there.")]
Json = Annotated[bool, typer.Option("--json", help="Say the result as JSON.")]


def trial(
    hands: HowMany = 100, no_read: NoRead = 0.03, faultless: Faultless = False, mistakes: Mistakes = False,
    failing: Failings = False, only: Only = None, slips: Slips = 0.0, between: Betweens = None,
    rulebook: Rulebook = "lfp", depth: Depth = SensedLevel.BUS, seed: Seed = 1, transcripts: Folder = None,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Play hand after hand at one table whose readings go wrong, and count what comes of it.

    Clean hands must end without a ruling on the deal, nor one of the betting that no player's act was a reason for,
    without an alarm that stays, with every named card the right one. With --mistakes the dealer
    errs once in each hand, at a random moment, and then does what the table says: the mistake must be named rightly,
    the remedy carried out to its end, the chips add up. With --failing a part falls mute, is garbled or unplugged in
    each hand: the dealer enters its readings, the hand ends, the chips add up, and the part counts again in the next
    hand. The exit code is 0 only if nothing was wrong.
    """
    chosen = [mistake for mistake in MISTAKES if not only or mistake.name in only]
    if not chosen:
        raise typer.BadParameter(f"no such mistake. There are {', '.join(m.name for m in MISTAKES)}")
    if mistakes and failing:
        raise typer.BadParameter("--mistakes and --failing are two trials. Name one of them")
    if mistakes and rulebook not in BOOKS:
        allowed = ", ".join(BOOKS)
        raise typer.BadParameter(f"what mistakes are ruled is known under {allowed}, not {rulebook!r}")
    model = FAULTLESS if faultless else at_rate(no_read)
    with Evening(model, depth=_DEPTHS[depth.value], book=rulebook, seed=seed, transcripts=transcripts) as evening:
        erring, failures = Erring(evening, chosen, slips, between or ()), Failing(evening)
        for number in range(hands):
            _ = erring.play(number) if mistakes else failures.play() if failing else evening.play_clean()
            if failing or number % REPORT == REPORT - 1:
                what = f": {failures.last}" if failing else ""
                wrong = len(evening.count.wrong)
                print(f"{number + 1} hands, {wrong} went wrong{what}", file=sys.stderr, flush=True)
        evening.shut()
    if as_json:
        print(json.dumps(evening.count.as_data()))
    else:
        print("\n".join(evening.count.lines()))
    raise typer.Exit(1 if evening.count.wrong else 0)
