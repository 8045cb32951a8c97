"""Simulated hands for the self-test of a version, from the deal to the award, at simulation level core."""

from typing import Final

from hardware_sim.scenario.collection import BOOK, file_of, run_file
from hardware_sim.scenario.play.result import Verdict

HANDS: Final = BOOK / "showdown" / "all-in-at-showdown.scn"
"""Blinds, bets, a board, hands shown and pots awarded, under several rulebooks, in half a second."""


def short_test() -> str:
    """Play them. Return a line for the report. Raises ValueError with what was not as expected."""
    results = list(run_file(file_of(HANDS, BOOK)))
    failed = [result for result in results if result.verdict is not Verdict.PASSED]
    if failed:
        raise ValueError("\n".join(f"{result.name}: {result.failures[0].text}" for result in failed[:3]))
    return f"{len(results)} simulated hands are played as expected"
