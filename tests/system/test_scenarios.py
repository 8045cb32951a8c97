"""Scenarios with real processes: the controller over ZeroMQ, and every part on its wire.

Every chapter of every rulebook, every book that is played under, and every movement of a remedy is in one of them.
They are chosen one by one: each time the run that adds most of these for its cost. Then come others in the order of a
digest of their names, so that a new scenario does not exchange all of them, until they are one in 32 of all runs at
bus and one in 96 at wire. Runs that say what readers cannot sense are left out: that they are refused has its own
tests. The whole is in the soak.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from hardware_sim.scenario.collection import BOOK, files_of, plays_of
from hardware_sim.scenario.depths.compare import Play, carries_out, run_at
from hardware_sim.scenario.depths.limits import refusals
from hardware_sim.scenario.language.expectation_nodes import Expect, WantField
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.play.result import Result
from tests.scenario.running import TABLE

pytestmark = pytest.mark.process

CHAIRS = "the reference table's chairs do not sense who sits on them"

SHARE = {"bus": 32, "wire": 96}
"""One in so many runs, 114 and 38 of them. A run costs 0.4 s of CPU at bus and 3 to 4 s at wire: a tenth of a second
for each second at its table, and one for opening it. Together they are an eighth of the suite."""

PIECES = {"bus": 2, "wire": 4}
"""Of the choice, each a test of its own: so that several workers can share it."""

OF_THE_DEAL = sorted(path.relative_to(BOOK).as_posix() for path in (BOOK / "deal").rglob("*.scn"))
"""The files of folder deal, by their names: whoever collects tests need not read the book."""


@cache
def all_runs() -> tuple[Play, ...]:
    return tuple(Play(file.source, scenario, book) for file in files_of(BOOK) for scenario, book in plays_of(file))


@cache
def runnable() -> tuple[Play, ...]:
    """What every depth can carry out."""
    return tuple(play for play in all_runs() if carries_out(play, "wire"))


def chapter(article: str) -> str:
    """ "lfp-7.27" → "lfp-7", "casino-D23" → "casino-D"; books numbered through, by tens: "limit-16" → "limit-1_"."""
    book, _, number = article.partition("-")
    letters = re.match(r"[A-Za-z]+", number)
    if letters:
        return f"{book}-{letters[0]}"
    first, dot, _ = number.partition(".")
    return f"{book}-{first}" if dot else f"{book}-{int(first) // 10}_"


def themes(play: Play) -> set[str]:
    """The chapters of what a run shows, and the book with its structure."""
    shown = play.scenario.shown_by(play.book.key)
    movements = {f"to {verb}" for verb in remedied(play)}
    return {chapter(case.partition("#")[0]) for case in shown} | {f"under {play.book}"} | movements


def remedied(play: Play) -> set[str]:
    """The movements of remedies that a run expects."""
    lines = [line for line in play.scenario.script if not line.under or play.book.key in line.under]
    wants = [want for line in lines if isinstance(line.statement, Expect) for want in line.statement.wants]
    fields = [want for want in wants if isinstance(want, WantField) and want.name == "remedy"]
    return {str(verb) for want in fields if isinstance(want.value, tuple) for verb in want.value}


def of_the_deal(plays: Sequence[Play]) -> list[Play]:
    """The runs of the files in folder deal."""
    return [play for play in plays if play.source.startswith("deal/")]


def cost(play: Play) -> int:
    """What a run takes at wire, in about sixths of a second. Each seat adds parts, each line of the script time."""
    return 12 + 3 * len(play.scenario.header.seats) + len(play.scenario.script)


def digest(play: Play) -> bytes:
    return hashlib.sha256(f"{play.source}/{play.scenario.name}/{play.book}".encode()).digest()


def chosen(plays: Sequence[Play], share: int) -> list[Play]:
    """As the head of this file says, in the order of the files."""
    first = {digest(play) for play in cover(plays)}
    others = sorted(d for play in plays if (d := digest(play)) not in first)
    taken = first | set(others[: max(0, len(all_runs()) // share - len(first))])
    return [play for play in plays if digest(play) in taken]


def cover(plays: Sequence[Play]) -> list[Play]:
    """Runs that touch all themes: each time the one that adds most of them for its cost."""
    added = {play: themes(play) for play in plays}
    left, taken = set().union(*added.values()), list[Play]()
    while left:
        best = max(plays, key=lambda play: (len(added[play] & left) / cost(play), digest(play)))
        left -= added[best]
        taken.append(best)
    return taken


def failures(results: Iterator[Result]) -> list[str]:
    return [
        f"{result.source}:{failure.where}: {result.name} (under {result.book}): {failure.text}"
        for result in results
        for failure in result.failures
    ]


# --- the choice -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", SHARE.values())
def test_the_chosen_runs_are_a_share_and_touch_every_chapter_and_every_book(share: int) -> None:
    runs = runnable()
    found = chosen(runs, share)
    assert len(all_runs()) // share <= len(found) <= len(all_runs()) // share + 10
    assert {theme for play in found for theme in themes(play)} == {theme for play in runs for theme in themes(play)}


@pytest.mark.parametrize(
    ("article", "expected"),
    [("lfp-7.27", "lfp-7"), ("casino-D23", "casino-D"), ("limit-16", "limit-1_"), ("roberts-3.5.1", "roberts-3")],
)
def test_a_chapter_is_what_the_book_makes_one(article: str, expected: str) -> None:
    assert chapter(article) == expected


# --- the runs -------------------------------------------------------------------------------------------------------


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("depth", "piece"), [(depth, n) for depth, pieces in PIECES.items() for n in range(pieces)])
def test_a_share_of_all_runs_comes_to_the_same_as_at_core(depth: Any, piece: int) -> None:
    assert failures(run_at(depth, chosen(runnable(), SHARE[depth])[piece :: PIECES[depth]])) == []


@pytest.mark.soak
@pytest.mark.parametrize("depth", ["bus", "wire"])
def test_every_run_comes_to_the_same_as_at_core(depth: Any) -> None:
    others = [play for play in runnable() if play not in of_the_deal(runnable())]
    assert failures(run_at(depth, others)) == []


@pytest.mark.soak
@pytest.mark.parametrize("depth", ["bus", "wire"])
@pytest.mark.parametrize("source", OF_THE_DEAL)
def test_every_remedy_of_the_deal_is_carried_out_as_at_core(depth: Any, source: str) -> None:
    runs = [play for play in of_the_deal(all_runs()) if play.source == source and carries_out(play, depth)]
    assert failures(run_at(depth, runs)) == []


@pytest.mark.parametrize(("depth", "lacking"), [("bus", set()), ("wire", {CHAIRS})])
def test_whole_deal_is_carried_out_except_what_the_table_cannot_sense(depth: Any, lacking: set[str]) -> None:
    refused = [r for play in of_the_deal(all_runs()) for r in refusals(play.scenario, depth, play.book.key)]
    assert {refusal.text.rpartition(": ")[2] for refusal in refused} == lacking


PUSHED = """
scenario Two chips of 1,000 over a bet of 1,200
shows lfp-7.27#1
goto preflop
4 raises to 1200
5 pushes 2x1000
expect ruling lfp-7.27 seat 5 call {}
expect due 5 = -800; stack 5 = 8800; turn 6
"""


@pytest.mark.parametrize("depth", ["bus", "wire"])
def test_what_is_not_so_fails(depth: Any) -> None:
    wrong = parse(TABLE + PUSHED.format(1100)).scenarios[0]
    (found,) = failures(run_at(depth, [Play("a.scn", wrong, wrong.header.books[0])]))[:1]
    assert "expected ruling lfp-7.27 seat 5 call 1100. Since the last act the table said: ruling lfp-7.27" in found
