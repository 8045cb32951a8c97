"""`sabot install` and `sabot uninstall`: a table's files on a machine with systemd."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from controller.check_config import run_checks
from controller.installation.carry_out import InstallationError
from controller.installation.carry_out import install as write_files
from controller.installation.carry_out import uninstall as remove_files
from controller.installation.layout import UNITS, plan
from controller.installation.units import TARGET
from controller.update.folder import CURRENT, VERSIONS
from firmware_bridge.messages.tablefile import TableFile, load_table_file
from firmware_bridge.process.refusals import refusing

Root = Annotated[
    Path, typer.Option(help="Where the machine's files lie. Another folder than / changes nothing here.")
]

ENABLED = UNITS / "multi-user.target.wants" / TARGET
"""The link that `systemctl enable` makes."""

NEXT = f"""Now run, as root:
  systemd-sysusers && systemd-tmpfiles --create
  systemctl restart systemd-modules-load systemd-journald
  udevadm control --reload && udevadm trigger
  systemctl daemon-reexec && systemctl enable {TARGET} && systemctl start --no-block {TARGET}
Each service must be active within a minute:
  systemctl status 'sabot-*'"""
"""A start that waits would wait for ever for a service that cannot start, as that is tried again for ever."""


def install(
    config: Annotated[Path, typer.Option(help="The table's description, table.toml. It is copied.")],
    root: Root = Path("/"),
    program: Annotated[
        Path | None, typer.Option(help="The sabot command on that machine. Default: this one.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print each file and write nothing.")] = False,
) -> None:
    """Install a table: service units, its user, device rules, limits of the logs.

    The table file is checked first, and nothing is written if it is wrong. A file that is there and that Sabot did
    not write, or that was changed since, is named and kept. Run it again after an update or with another table
    file. `sabot uninstall` takes away exactly what this wrote.
    """
    with refusing(InstallationError, OSError, ValueError, says="sabot install"):
        table = load_table_file(config)
        _refuse_what_cannot_work(table)
        files = plan(table, config.read_text(encoding="utf-8"), program or program_of(Path(sys.executable)))
        if dry_run:
            typer.echo("\n".join(f"--- {file.path} ({file.mode:04o})\n{file.text}" for file in files))
            return
        written = write_files(files, root)
    typer.echo("\n".join(map(str, written)))
    typer.echo(NEXT)


def uninstall(root: Root = Path("/")) -> None:
    """Take away what `sabot install` wrote. Journal, registers and keys stay in the state directory.

    Stop the table first: `systemctl disable --now sabot.target`. A file that was changed since is named, and then
    nothing is removed.
    """
    with refusing(InstallationError, OSError, says="sabot uninstall"):
        _refuse_what_is_enabled(root)
        removed = remove_files(root)
    typer.echo("\n".join(map(str, removed)))


def _refuse_what_is_enabled(root: Path) -> None:
    """A table that runs would go on without its files, and systemd's link to the target would stay."""
    if (root / ENABLED.relative_to("/")).is_symlink():
        raise InstallationError(f"the table is enabled. Run `systemctl disable --now {TARGET}` first")


def _refuse_what_cannot_work(table: TableFile) -> None:
    _, errors = run_checks(table)
    if errors:
        raise ValueError("\n".join(errors))


def program_of(python: Path) -> Path:
    """Return the sabot command of an environment: for a version that `sabot update` put there, by the link."""
    return (CURRENT / "bin" if python.is_relative_to(VERSIONS) else python.parent) / "sabot"
