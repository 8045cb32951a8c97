"""The next step of an update, given what is on disk. Pure: no file is touched here.

An update is a record that outlives the process. It goes forward to its goal, or back if something has failed. After a
kill at any moment the next step follows from the record and from what lies there, so each step can be done again.

    forward   PLACE  TRY  HOLD  SWITCH  START  FINISH
    back      STOP  WEIGH  SWITCH_BACK  START_OLD  GIVE_UP
"""

from dataclasses import dataclass
from enum import Enum
from typing import Literal

State = Literal["", "as_it_is", "put_back"]
"""The state that the other version finds: not decided, as it lies there, or the one kept of that version."""


class Step(Enum):
    """One step, with its text for people."""

    PLACE = "put the version beside the present one"
    TRY = "try it"
    HOLD = "wait until no hand is played, stop the table, keep its state"
    SWITCH = "switch"
    START = "start the table with it"
    FINISH = "settle"
    STOP = "stop the table"
    WEIGH = "see which state the old version finds"
    SWITCH_BACK = "switch back"
    START_OLD = "start the table with the old version"
    GIVE_UP = "give the update up"


@dataclass(frozen=True, slots=True)
class Update:
    """An update under way. Only facts that cannot be seen on disk otherwise.

    - `goal`, `old`: versions. `old` is "" at the first installation
    - `archive`, `digest`: of the release, "" for a version that is there already
    - `by`, `witness`, `utc`: which two people began it, and when
    - `tried`: the goal has passed its self-test. `state`: what it finds, or on the way back what the old one finds
    - `faults`: keys of those that locked the table before
    - `stopped`: the table was stopped for it, so it must be started again
    - `came_up`: the goal runs. `failed`: why it goes back. `returned`: the old version runs again
    """

    goal: str
    old: str
    archive: str
    digest: str
    by: str
    witness: str
    utc: str
    tried: bool = False
    state: State = ""
    faults: tuple[str, ...] = ()
    stopped: bool = False
    came_up: bool = False
    failed: str = ""
    returned: bool = False


@dataclass(frozen=True, slots=True)
class Disk:
    """The state of the disk, as an update finds it.

    - `whole`: the versions that are complete. `current`: the one that a start takes, "" if there is none
    - `kept`: whether the old version's state is kept as it is now. `running`: whether a process of the table runs
    """

    whole: frozenset[str]
    current: str
    kept: bool
    running: bool


def next_step(update: Update, disk: Disk) -> Step:
    """Return what to do next. FINISH and GIVE_UP end the update."""
    return _back(update, disk) if update.failed else _forward(update, disk)


def _forward(update: Update, disk: Disk) -> Step:
    if update.goal not in disk.whole:
        return Step.PLACE
    if not update.tried:
        return Step.TRY
    if disk.current != update.goal:
        held = disk.kept and not disk.running
        return Step.SWITCH if held or not update.old else Step.HOLD
    if update.old and not update.came_up:
        return Step.START
    return Step.FINISH


def _back(update: Update, disk: Disk) -> Step:
    if disk.current == update.goal:
        if disk.running:
            return Step.STOP
        return Step.SWITCH_BACK if update.state else Step.WEIGH
    if update.stopped and not update.returned:
        return Step.START_OLD
    return Step.GIVE_UP
