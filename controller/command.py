"""The `sabot` command: a thin dispatcher over the commands that the rooms register as entry points."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

import click
import typer

GROUP = "sabot.commands"


class _Rooms(click.Group):
    """Loads a room only when its command is named (or when help lists them all)."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(_commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        entry = _commands().get(cmd_name)
        return None if entry is None else _loaded(entry)


def _commands() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _loaded(entry: EntryPoint) -> click.Command:
    command = typer.main.get_command(entry.load())
    command.name = entry.name
    return command


@click.group(cls=_Rooms, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sabot")
def main() -> None:
    """Sabot, the controller under a poker table.

    `sabot sim` starts a simulated table with everything that runs on a real one; `sabot run` starts a real table
    from its table.toml. The other commands are the parts of these two, and tools to look at them.
    """
