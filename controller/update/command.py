"""`sabot update`: another version of the program, beside the present one, and back."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from controller.installation.layout import CONFIG
from controller.journal import JournalError
from controller.people.terminal import two_people
from controller.registers import DeviceKeyError, FileDeviceKey, NoDeviceKey
from controller.release.archive import opened
from controller.update.asking import phase_of
from controller.update.carry_out import Machine, Services, carry_out
from controller.update.folder import Folder, UpdateError
from controller.update.programs import Versions
from controller.update.services import NoServices, Systemd
from controller.update.steps import Update
from firmware_bridge.messages.tablefile import TableFile, load_table_file
from firmware_bridge.process.latch import hand_is_marked
from firmware_bridge.process.refusals import refusing

MACHINE = Path("/")
TAKEN_BACK = "it was taken back"


def update(
    archive: Annotated[Path | None, typer.Argument(help="The release, as `make dist` made it.")] = None,
    back: Annotated[bool, typer.Option("--back", help="Go to the version before. Undo an update under way.")] = False,
    show: Annotated[bool, typer.Option("--list", help="Name the versions that are here.")] = False,
    by: Annotated[str, typer.Option(help="Who updates: the name of an account.")] = "",
    witness: Annotated[str, typer.Option(help="Who looks on: the name of another account.")] = "",
    config: Annotated[Path | None, typer.Option(help="The table's description. Left out: the installed one.")] = None,
    root: Annotated[
        Path, typer.Option(help="Where the machine's files lie. Below another folder than / no service is touched.")
    ] = MACHINE,
) -> None:
    """Bring another version of the program to a table, and go back to the one before.

    The release must be signed with the key of the table file, before anything of it runs. It is put beside the
    present version and tried on a copy of the journal. The table is stopped between two hands, never in one, and
    started with the new version. If that does not come up, the old one is started again with its state.

    Killed at any moment, the machine starts one version whole. Run the command again, then it goes on where it was,
    or `sabot update --back` undoes it. Two people type their PIN or passphrase. The exit status is 1 if the table
    plays on with the version that it had.
    """
    folder = Folder(root)
    if show:
        typer.echo("\n".join(_listed(folder)))
        return
    os.umask(0o022)  # the table's users read what root installs
    path = config or root / CONFIG.relative_to("/")
    with refusing(UpdateError, DeviceKeyError, JournalError, OSError, ValueError, says="sabot update"):
        table = load_table_file(path)
        machine = _machine(folder, table, path, Systemd(table) if root == MACHINE else NoServices())
        with folder.held():
            ended = _carried_out(machine, table, archive, by, witness, back=back)
    _tell(ended, f"{folder.home}/current/bin/sabot install --config {path}")


def _carried_out(
    machine: Machine, table: TableFile, archive: Path | None, by: str, witness: str, *, back: bool
) -> Update:
    """Take up the update under way, or begin one, and do all that is left of it."""
    folder = machine.folder
    begun = _taken_up(folder, archive, back=back) or _begun(folder, table, archive, by, witness, back=back)
    folder.note(begun)
    return carry_out(machine, begun)


def _tell(ended: Update, install: str) -> None:
    """Say which version the table has. `install`: what installs the services of a first version."""
    if ended.failed:
        typer.echo(f"Version {ended.goal} is given up: {ended.failed}.", err=True)
        typer.echo(f"The table has version {ended.old or 'none'}, as before.", err=True)
        raise typer.Exit(1)
    typer.echo(f"The table has version {ended.goal}.")
    if not ended.old:
        typer.echo(f"Install its services now: {install}")


def _listed(folder: Folder) -> Iterator[str]:
    current, previous = folder.current(), folder.previous()
    for version in sorted(folder.whole()):
        note = "present" if version == current else "before: `sabot update --back` goes to it"
        yield f"{version}  {note}" if version in (current, previous) else version
    if not folder.whole():
        yield f"no version is installed below {folder.home}"
    if (under_way := folder.record()) is not None:
        yield f"An update to {under_way.goal} is under way. Go on with `sabot update`, or undo with `--back`."


def _taken_up(folder: Folder, archive: Path | None, *, back: bool) -> Update | None:
    """Return the update that is under way. It needs no people again: two of them began it."""
    under_way = folder.record()
    if under_way is None:
        folder.prune()
        return None
    if archive is not None and archive.resolve() != Path(under_way.archive):
        raise UpdateError(
            f"an update to {under_way.goal} is under way, from {under_way.archive or 'a version that was here'}. "
            "Go on with `sabot update` alone, or undo it with `sabot update --back`"
        )
    typer.echo(f"The update to {under_way.goal} by {under_way.by} and {under_way.witness} is taken up again.")
    return replace(under_way, failed=under_way.failed or TAKEN_BACK, state="") if back else under_way


def _begun(folder: Folder, table: TableFile, archive: Path | None, by: str, witness: str, *, back: bool) -> Update:
    """Return a new update, once its release and its people are proven. Raises what the command expects."""
    key, current = _key(table), folder.current()
    if back == (archive is not None):
        raise UpdateError("name the release file, or --back for the version before. No update is under way")
    if back:
        goal, digest = folder.previous(), ""
        if goal not in folder.whole():
            raise UpdateError("there is no version before the present one. See `sabot update --list`")
    else:
        assert archive is not None  # noqa: S101 - both cases without one were refused above
        release = opened(archive, key)
        goal, digest = release.release, release.digest
        if goal in folder.whole() and folder.digest(goal) != digest:
            raise UpdateError(f"another release is called {goal} here. Give the new one a name of its own")
    if goal == current:
        raise UpdateError(f"the table has version {goal} already. See `sabot update --list`")
    first, second = _two_people(table.paths.state, by, witness)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Update(goal, current, "" if archive is None else str(archive.resolve()), digest, first, second, now)


def _key(table: TableFile) -> bytes:
    public = table.release.public
    if public is None:
        raise UpdateError(
            "section [release] of the table file names no key, so no release can be trusted. Enter the public key of "
            "those whose releases run here (docs/release.md)"
        )
    return public


def _two_people(state: Path, by: str, witness: str) -> tuple[str, str]:
    with _owner_of(state):
        file = state / "device.key"
        return two_people(state, FileDeviceKey.at(file) if file.exists() else NoDeviceKey(), by, witness)


@contextmanager
def _owner_of(state: Path) -> Iterator[None]:
    """Act as the user who owns the state: no other user may read accounts. Raises OSError."""
    if os.geteuid() != 0 or not state.exists():
        yield
        return
    about = state.stat()
    os.setegid(about.st_gid)
    os.seteuid(about.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def _machine(folder: Folder, table: TableFile, config: Path, services: Services) -> Machine:
    return Machine(
        folder=folder,
        state=table.paths.state,
        run=table.paths.run,
        services=services,
        programs=Versions(folder, table, config, _key(table)),
        phase=lambda: phase_of(table.paths.run),
        marked=lambda: hand_is_marked(table.paths.bridge),
        wait=time.sleep,
        say=typer.echo,
    )
