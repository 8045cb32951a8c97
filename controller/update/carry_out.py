"""The steps of an update carried out on a machine. What is next is decided in `steps`."""

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

from controller.journal import FaultLatch, JournalError
from controller.journal import kept as kept_state
from controller.journal.space import WARN_BELOW, free
from controller.service.session.installation import note_update
from controller.service.session.table_session import BETWEEN_HANDS
from controller.update.folder import Folder, UpdateError
from controller.update.selftest import Examined
from controller.update.steps import Disk, Step, Update, next_step

LOOK_EVERY: Final = 1.0
"""Seconds between two questions to the table. A dealer gathers and shuffles for a minute between two hands."""

MOST_SILENT: Final = 5
"""Questions without an answer in a hand until the controller counts as gone. With 2 s each (`ANSWERS_WITHIN_S`) that
is longer than the units' watchdog of 10 s, which starts one that hangs again."""


class Services(Protocol):
    """The processes of a table, as the program or person that starts them knows them."""

    def running(self) -> bool:
        """Whether any of them runs, or is being started."""

    def stop(self) -> None:
        """End all of them. Raises UpdateError."""

    def start(self) -> str:
        """Start all of them from the present version. Return "" once they are ready, else which is not and why."""


class Programs(Protocol):
    """The versions of the program, as things that can be installed and run."""

    def place(self, update: Update) -> None:
        """Install the release of an update. Raises UpdateError."""

    def examine(self, version: str, *, kept: str = "", journal_alone: bool = False) -> Examined:
        """Run the self-test of a version."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The parts of the machine that an update works with. `phase` asks the controller, None if it does not answer.

    `marked`: whether the bridge has the mark of a hand. `wait`: seconds. `say`: a line for the person.
    """

    folder: Folder
    state: Path
    run: Path
    services: Services
    programs: Programs
    phase: Callable[[], str | None]
    marked: Callable[[], bool]
    wait: Callable[[float], None]
    say: Callable[[str], None]


def carry_out(machine: Machine, update: Update) -> Update:
    """Do all that is left of an update. Return it as it ended.

    Raises UpdateError, OSError. It can then be taken up again.
    """
    while True:
        if not machine.services.running():  # an attempt before may have been killed between mark and state
            kept_state.put_back_if_marked(machine.state, machine.run)
        step = next_step(update, _disk(machine, update))
        after = STEPS[step](machine, update)
        if step in (Step.FINISH, Step.GIVE_UP):
            return after
        if after != update:
            machine.folder.note(after)
        update = after


def _disk(machine: Machine, update: Update) -> Disk:
    folder = machine.folder
    kept = bool(update.old) and kept_state.is_of_now(machine.state, update.old)
    return Disk(folder.whole(), folder.current(), kept, machine.services.running())


# --- forward ---


def _place(machine: Machine, update: Update) -> Update:
    machine.say(f"Version {update.goal} is put beside {update.old or 'nothing'}. That takes some minutes on a Pi.")
    try:
        machine.programs.place(update)
    except UpdateError as error:
        return replace(update, failed=f"it cannot be installed: {error}")
    return update


def _try(machine: Machine, update: Update) -> Update:
    """The goal must open the state as it is. If it is an earlier version, the state that was kept of it will do."""
    machine.say(f"Version {update.goal} is tried on a copy of the journal.")
    found = machine.programs.examine(update.goal)
    if found.passed:
        _say_all(machine, found)
        return replace(update, tried=True, state="as_it_is")
    if kept_state.kept_of(machine.state, update.goal) is not None:
        lost = _touched(machine, update.goal)
        if not lost and machine.programs.examine(update.goal, kept=update.goal).passed:
            machine.say(f"Nothing was played since {update.old} came: the state before it is put back.")
            return replace(update, tried=True, state="put_back")
        if lost:
            why = ". ".join(found.errors)
            return replace(update, failed=f"{lost} came with {update.old}, and it cannot open them: {why}")
    return replace(update, failed=f"its self-test failed: {'. '.join(found.errors)}")


def _say_all(machine: Machine, found: Examined) -> None:
    for line in found.lines:
        machine.say(f"  {line}")


def _hold(machine: Machine, update: Update) -> Update:
    """Stop the table between two hands, and keep its state as the old version leaves it."""
    _refuse_without_room(machine)
    plays = machine.services.running() or update.stopped
    update = replace(update, stopped=plays, faults=update.faults if update.stopped else _faults(machine))
    machine.folder.note(update)
    while True:
        answers = _play_ends(machine)
        if not answers and machine.services.running() and machine.marked():
            raise UpdateError(
                "a hand is being played, and the controller does not answer. The table was not stopped. Look at its "
                "pages, then run `sabot update` again"
            )
        _stop_services(machine)
        hand = _open_hand(machine, update.old)
        if not hand:
            break
        if plays and (why := machine.services.start()):
            raise UpdateError(f"hand {hand} is open, and the table cannot be started again: {why}")
        if not plays or not answers:
            raise UpdateError(
                f"hand {hand} is open, and the controller does not answer. Have it ended at the table, or cancelled "
                "by the floor. Then run `sabot update` again"
            )
        machine.say(f"Hand {hand} has begun meanwhile. The table plays on, and the update waits for its end.")
    if update.state == "put_back" and (lost := _touched(machine, update.goal)):
        return replace(update, failed=f"{lost} came while the update waited")
    kept_state.keep(machine.state, update.old)
    return update


def _play_ends(machine: Machine) -> bool:
    """Wait until no hand is played. Return whether the controller of a table that runs says so."""
    silent = 0
    told = False
    while silent < MOST_SILENT and machine.services.running():
        phase = machine.phase()
        if phase in BETWEEN_HANDS:
            return True
        if phase is None and not machine.marked():
            return False
        if not told:
            machine.say("A hand is being played. The update waits for its end. Ctrl-C leaves the table as it is.")
            told = True
        silent = silent + 1 if phase is None else 0
        machine.wait(LOOK_EVERY)
    return False


def _stop_services(machine: Machine) -> None:
    if machine.services.running():
        machine.say("The table is stopped.")
        machine.services.stop()


def _open_hand(machine: Machine, version: str) -> int:
    """Return the number of the hand that the journal of a stopped table has open, 0 if there is none."""
    found = machine.programs.examine(version, journal_alone=True)
    if found.errors:  # this journal opens for nobody, so the bridge's own mark decides
        return max(1, found.hand) if machine.marked() else 0
    return max(1, found.hand) if found.in_hand else 0


def _refuse_without_room(machine: Machine) -> None:
    wanted, room = kept_state.size_of(machine.state) + WARN_BELOW, free(machine.state)
    if room < wanted:
        raise UpdateError(
            f"{machine.state} has {room >> 20} MB left. To keep the present state {wanted >> 20} MB are needed. Make "
            "room, then run `sabot update` again"
        )


def _switch(machine: Machine, update: Update) -> Update:
    _go_to(machine, update.goal, update)
    return update


def _go_to(machine: Machine, version: str, update: Update) -> None:
    """Switch. The state that is to be put back is marked first: killed here, a start puts it back by itself."""
    if update.state == "put_back":
        kept_state.mark_put_back(machine.state, version)
    machine.folder.switch(version)
    if update.state == "put_back":
        kept_state.put_back_if_marked(machine.state, machine.run)


def _start(machine: Machine, update: Update) -> Update:
    note_update(machine.state, f"{update.goal} after {update.old}, by {update.by} and {update.witness}, {update.utc}")
    if not update.stopped and not machine.services.running():
        machine.say("The table did not run, and stays so.")
        return replace(update, came_up=True)
    machine.say(f"The table is started with version {update.goal}.")
    why = machine.services.start() or _locked_since(machine, update)
    if why:
        machine.say(f"Version {update.goal} does not come up: {why}")
        return replace(update, failed=f"it does not come up: {why}", state="")
    return replace(update, came_up=True)


def _faults(machine: Machine) -> tuple[str, ...]:
    return tuple(fault.key for fault in FaultLatch(machine.state, machine.run).faults)


def _locked_since(machine: Machine, update: Update) -> str:
    """Return the faults that came with this version, "" if there are none."""
    found = FaultLatch(machine.state, machine.run).faults
    return ". ".join(f"{fault.key}: {fault.detail}" for fault in found if fault.key not in update.faults)


def _finish(machine: Machine, update: Update) -> Update:
    folder = machine.folder
    if update.old:
        folder.remember(update.old)
        kept_state.forget(machine.state, but=update.old)
    folder.drop_record()
    folder.prune()
    return update


# --- back ---


def _stop(machine: Machine, update: Update) -> Update:
    """A version that is given up is stopped even if it does not answer any more."""
    _play_ends(machine)
    _stop_services(machine)
    return update


def _weigh(machine: Machine, update: Update) -> Update:
    """The old version finds its own state, or what lies there if people have entered something since."""
    lost = _touched(machine, update.old)
    if not lost:
        return replace(update, state="put_back")
    found = machine.programs.examine(update.old)
    if found.passed:
        return replace(update, state="as_it_is")
    why = machine.services.start()
    raise UpdateError(
        f"{update.goal} is to be left ({update.failed}). {lost} came with it, and {update.old} cannot open them: "
        f"{'. '.join(found.errors)}. So {update.goal} stays{f', and it does not start: {why}' if why else ''}. "
        "Update to a version that can open them"
    )


def _touched(machine: Machine, version: str) -> str:
    try:
        return kept_state.touched_since(machine.state, version)
    except (OSError, JournalError, sqlite3.Error) as error:
        return f"entries that cannot be counted ({error})"


def _switch_back(machine: Machine, update: Update) -> Update:
    machine.say(f"Back to version {update.old}, {_FINDS[update.state]}.")
    _go_to(machine, update.old, update)
    return update


_FINDS: Final = {"put_back": "with the state that it left", "as_it_is": "with all that was entered since"}


def _start_old(machine: Machine, update: Update) -> Update:
    note_update(
        machine.state,
        f"{update.old}, as {update.goal} was given up, by {update.by} and {update.witness}, {update.utc}",
    )
    if why := machine.services.start():
        machine.say(f"Version {update.old} does not start either: {why}")
    return replace(update, returned=True)


def _give_up(machine: Machine, update: Update) -> Update:
    folder = machine.folder
    kept_state.forget(machine.state, but=folder.previous())
    if update.archive and update.goal != folder.previous():
        folder.remove(update.goal)
    folder.drop_record()
    return update


STEPS: Final[Mapping[Step, Callable[[Machine, Update], Update]]] = MappingProxyType({
    Step.PLACE: _place, Step.TRY: _try, Step.HOLD: _hold, Step.SWITCH: _switch, Step.START: _start,
    Step.FINISH: _finish, Step.STOP: _stop, Step.WEIGH: _weigh, Step.SWITCH_BACK: _switch_back,
    Step.START_OLD: _start_old, Step.GIVE_UP: _give_up,
})  # fmt: skip
