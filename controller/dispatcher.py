"""The `sabot` commands: a thin dispatcher over the commands that the rooms register as entry points."""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points, version

import typer

from firmware_bridge.process.hardening import keep_memory_private

GROUP = "sabot.commands"

HELP = """Sabot, the controller under a poker table.

`sabot sim` starts a simulated table with everything that runs on a real one. `sabot run` starts a real table from
its table.toml. The other commands are the parts of these two, and tools to look at them.
"""


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sabot {version('sabot')}")
        raise typer.Exit


def _top(
    _version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Say the version."),
) -> None: ...


def _wanted(arguments: list[str]) -> list[EntryPoint]:
    """The one command that is named, so that no other room is loaded. For help and for a typing error, all
    commands."""
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    named = [entry for entry in entries if arguments[:1] == [entry.name]]
    return named or entries


def _log_without_rich() -> None:
    """Load structlog as if there were no rich. What it would draw traces with costs each process 4 MB for its whole
    life, and our logs are plain lines. The help of the commands still finds rich."""
    if "rich" not in sys.modules:
        sys.modules["rich"] = None  # type: ignore[assignment]  # this is how Python is told "no such module"
        import_module("structlog")
        del sys.modules["rich"]


def run(ready: Callable[[], None]) -> None:
    """Run the command that the command line names: private from the first line on, since many handle tags or keys.

    `ready` is called once everything is imported, before the command begins.
    """
    keep_memory_private()
    app = typer.Typer(no_args_is_help=True, add_completion=False)
    app.callback(help=HELP, context_settings={"help_option_names": ["-h", "--help"]})(_top)
    wanted = _wanted(sys.argv[1:])
    if len(wanted) == 1:
        _log_without_rich()
    for entry in wanted:
        command = entry.load()
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=entry.name)
        else:
            app.command(entry.name)(command)
    ready()
    app()
