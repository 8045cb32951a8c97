"""Run scenarios at bus and wire. Refuse lines that the level cannot do. Compare the other results with core."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from controller.poker.outcomes import FLOOR_ALONE
from controller.rulebooks import Rulebook, RulebookError
from controller.table import Setup
from hardware_sim.depths.result import IN_PARTS
from hardware_sim.depths.room import DepthName
from hardware_sim.scenario.collection import rulebook_of, run_under
from hardware_sim.scenario.language.tree import Book, Scenario
from hardware_sim.scenario.play.expectation_checker import ACTS
from hardware_sim.scenario.play.result import Failure, Result, Verdict
from hardware_sim.scenario.play.runner import Open, run
from hardware_sim.scenario.play.table_setup import setup_of
from hardware_sim.shown import ShownAsk, ShownRuling

from .limits import refusals
from .processes import Hall, Stock

COMPARED: Final = ACTS | {"void", "kill"}
"""The effects of rulings that are compared."""

Told = tuple[str, int, tuple[str, ...], tuple[tuple[str, int], ...], bool]
"""A ruling without stamps: rule key, seat (0: none), articles, acts with their totals, whether it corrects."""


class Play(NamedTuple):
    """A scenario of a file, to be run under a rulebook."""

    source: str
    scenario: Scenario
    book: Book


class Course(NamedTuple):
    """The results of a run, in a form that is the same at every level."""

    rulings: tuple[Told, ...]
    asks: tuple[tuple[str, str, int, tuple[str, ...]], ...]
    awards: tuple[tuple[int, int], ...]
    stacks: tuple[tuple[int, int], ...]


def run_at(depth: DepthName, plays: Sequence[Play]) -> Iterator[Result]:
    """Run each play at a fresh table of that level, and at core.

    Lines that cannot be carried out there are refused. A run in which a message or a byte was lost has failed.
    """
    with Hall(depth, Stock.of(tables_of(plays))) as hall:
        for play in plays:
            before = hall.forced
            result = _refused(play, depth) or _run(play, hall.open)
            if hall.forced != before:
                lost = f"the clock was forced: something was lost on {', '.join(map(str, hall.disputed))}"
                result.failures.append(Failure(result.line, lost))
            yield result


def tables_of(plays: Sequence[Play]) -> Iterator[tuple[Scenario, Setup]]:
    """The tables that can be set up. A play without a table fails when its turn comes."""
    for play in plays:
        try:
            yield play.scenario, setup_of(play.scenario, rulebook_of(play.book))
        except (RulebookError, ValueError):
            continue


def _refused(play: Play, depth: DepthName) -> Result | None:
    found = refusals(play.scenario, depth, play.book.key)
    if not found:
        return None
    failures = [Failure(refusal.at.line, refusal.text, refusal.at.column) for refusal in found]
    line, cases = play.scenario.at.line, play.scenario.shown_by(play.book.key)
    return Result(play.source, play.scenario.name, str(play.book), line, cases, failures=failures, unsupported=True)


def carries_out(play: Play, depth: DepthName) -> bool:
    """Whether a level can do every line of a play."""
    return _refused(play, depth) is None


def _run(play: Play, open_depth: Open) -> Result:
    at_core = run_under(play.scenario, play.book, play.source)
    try:
        rulebook: Rulebook = rulebook_of(play.book)
    except RulebookError:
        return at_core
    result = run(play.scenario, rulebook, play.source, open_depth)
    if result.verdict is Verdict.PASSED:
        result.failures += [Failure(result.line, text) for text in differences(course(at_core), course(result))]
    return result


# --- the same at every depth ----------------------------------------------------------------------------------------


def course(result: Result) -> Course:
    """Return rulings and questions in order, what was won, and the stacks at the end."""
    answers = [answer for passage in result.course for answer in passage.answers]
    return Course(
        tuple(_told(a) for a in answers if isinstance(a, ShownRuling) and _same_everywhere(a)),
        tuple((a.key, a.role, a.seat or 0, a.options) for a in answers if isinstance(a, ShownAsk)),
        result.awards,
        result.stacks,
    )


def _same_everywhere(ruling: ShownRuling) -> bool:
    """Whether a ruling is the same at every level.

    Rulings for the floor alone are not, nor in how many motions the chips of a call were read.
    """
    return ruling.matter not in FLOOR_ALONE and (ruling.matter != IN_PARTS or bool(ruling.effects))


def _told(ruling: ShownRuling) -> Told:
    acts = tuple((effect.what, effect.total) for effect in ruling.effects if effect.what in COMPARED)
    articles = tuple(dict.fromkeys(cite.article for cite in ruling.cites))  # cited twice is cited
    return ruling.matter, ruling.seat or 0, articles, acts, ruling.replaces is not None


def differences(core: Course, other: Course) -> list[str]:
    """Return the fields in which two courses differ, each with the first difference."""
    found = []
    for name, ours, theirs in zip(Course._fields, core, other, strict=True):
        if ours != theirs:
            at = next((n for n, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), None)
            at = min(len(ours), len(theirs)) if at is None else at
            found.append(f"{name} differ from depth core's: {_nth(theirs, at)} instead of {_nth(ours, at)}")
    return found


def _nth(values: Sequence[object], at: int) -> str:
    return str(values[at]) if at < len(values) else "nothing more"
