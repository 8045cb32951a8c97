"""`sabot probe`: which part is at which port, and a table file for them."""

from pathlib import Path
from typing import Annotated

import typer
from serial.tools.list_ports import comports

from firmware_bridge.messages.clock import RealClock
from firmware_bridge.messages.loop import Loop
from firmware_bridge.probe import PortProbe
from firmware_bridge.proposal import proposal

BY_PATH = Path("/dev/serial/by-path")
"""Names that stay with the socket a cable is plugged into, independent of other devices."""


def probe(
    ports: Annotated[list[Path] | None, typer.Argument(help="Ports. Without any, all of this machine.")] = None,
) -> None:
    """Find out which part is at which port, and print a table file for them.

    Stop the table first: a port that it uses is busy. Each kind of part is asked in turn who it is. That takes up to
    a minute. What is found is reported as it comes, on stderr. The table file goes to stdout:

        sabot probe > table.toml
    """
    wanted = [str(port) for port in ports] if ports else ports_here()
    if not wanted:
        typer.echo("sabot probe: this machine has no serial port. Plug the adapters in, or name a port", err=True)
        raise typer.Exit(1)
    typer.echo(f"asking at {len(wanted)} ports, up to a minute", err=True)
    probes = run(wanted)
    found = [one.found for one in probes if one.found is not None]
    if not found:
        typer.echo("sabot probe: no part was found. Check supplies and cables", err=True)
        raise typer.Exit(1)
    typer.echo(proposal(found), nl=False)


def ports_here(box: Path | None = None) -> list[str]:
    """The serial ports of this machine, or of a simulated box, by names that stay."""
    lasting = sorted(map(str, (BY_PATH if box is None else box.absolute() / "by-name").glob("*")))
    return lasting or sorted(port.device for port in comports())


def run(ports: list[str]) -> list[PortProbe]:
    """Probe these ports at the same time. Return when all are done."""
    loop = Loop(RealClock())
    left = set(ports)

    def done(probe: PortProbe) -> None:
        left.discard(probe.port)
        typer.echo(f"{probe.port}: {told(probe)}", err=True)
        if not left:
            loop.stop()

    probes = [PortProbe(port, loop, done) for port in ports]
    loop.run()
    return probes


def told(probe: PortProbe) -> str:
    """Return the result for a port, for a technician."""
    if probe.found is None:
        return probe.cause
    found = probe.found
    readers = f", numbers {', '.join(map(str, found.numbers))}" if found.numbers else ""
    baud, parity = found.candidate.rate
    return f"{found.candidate.kind.name} at {baud} baud, parity {parity}{readers}"
