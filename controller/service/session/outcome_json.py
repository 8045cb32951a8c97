"""Outcomes of the core as plain data, for the journal and for recall. Pure."""

from collections.abc import Iterable
from typing import Any, Final

from controller.poker.outcomes import FLOOR_ALONE, Alarm, HandBegan, HandClosed, Outcome, Ruling
from controller.poker.timers import Timer


def plain(value: Any) -> Any:
    """Return an object as a list of its name and fields, a timer as its name, tuples as lists.

    JSON types only, the same for the same value.
    """
    if isinstance(value, Timer):
        return value.name
    if parts := getattr(value, "__match_args__", ()):  # of a dataclass or a named tuple
        return [type(value).__name__, *(plain(getattr(value, part)) for part in parts)]
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


CITES: Final = 1 + Ruling._fields.index("cites")
"""Where the articles of a ruling stand among its plain data."""


def same(outcomes: Iterable[Outcome], recorded: Iterable[list[Any]]) -> bool:
    """Whether the same followed as was recorded. A later program may cite other articles for it."""
    return [_without_cites(plain(outcome)) for outcome in outcomes] == list(map(_without_cites, recorded))


def _without_cites(outcome: list[Any]) -> list[Any]:
    return [*outcome[:CITES], *outcome[CITES + 1 :]] if outcome[0] == Ruling.__name__ else outcome


def closes(outcomes: Iterable[Outcome]) -> bool:
    """Whether a hand was closed."""
    return any(isinstance(outcome, HandClosed) for outcome in outcomes)


def begins(outcomes: Iterable[Outcome]) -> bool:
    """Whether a hand began."""
    return any(isinstance(outcome, HandBegan) for outcome in outcomes)


def only_alarm(outcomes: list[Outcome]) -> Alarm | None:
    """Return the alarm of an entry that the core refused, if it returned nothing else."""
    alarms = [outcome for outcome in outcomes if isinstance(outcome, Alarm)]
    return alarms[0] if alarms and len(alarms) == len(outcomes) else None


def ruled_by(outcomes: Iterable[Outcome]) -> str | None:
    """Return the first article of the first ruling that has any, for the person who made the entry."""
    told = (o for o in outcomes if isinstance(o, Ruling) and o.matter not in FLOOR_ALONE)
    cited = (ruling.cites[0] for ruling in told if ruling.cites)
    first = next(cited, None)
    return None if first is None else first.article
