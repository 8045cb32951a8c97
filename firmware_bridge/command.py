"""`sabot bridge`: the process that owns every port and line of the table."""

import gc
import sys
from pathlib import Path
from typing import Annotated

import structlog
import typer

from firmware_bridge.bridge import Bridge
from firmware_bridge.messages.clock import LockstepClock, clock_from_environment
from firmware_bridge.messages.signals import end_signals
from firmware_bridge.messages.tablefile import TableFile, load_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.process.directories import AlreadyRunning, Held
from firmware_bridge.process.hardening import keep_memory_private
from firmware_bridge.process.logs import configure_logs
from firmware_bridge.process.notify import Notifier, keep_alive
from firmware_bridge.process.refusals import refusing
from firmware_bridge.process.users import own_directory, stand_in_place

log = structlog.get_logger("bridge")


def bridge(
    config: Annotated[Path, typer.Option(help="The table file, table.toml.")],
    log_json: Annotated[bool, typer.Option("--log-json", help="Log as JSON lines instead of key=value.")] = False,
) -> None:
    """Run the table's hardware: readers, shoe, button, displays.

    It opens every port and line named in the table file and sends what they sense to the controller. It first reads
    what the controller says is due next. A part that is missing, busy, mute or wrong is reported with cause and cure,
    and used again once it works. The others go on. While the controller is away, events wait.

    SIGTERM and SIGINT end it: displays show that they are paused, fields go off, ports are closed.
    """
    configure_logs(log_json)
    keep_memory_private()
    with refusing(TableFileError, status=2):
        table = load_table_file(config)
    with refusing(PermissionError, AlreadyRunning, says="sabot bridge"):
        serve(table, config)


def serve(table: TableFile, config: Path) -> None:
    """Run the table of a table file until a signal comes, or until the simulator that keeps the clock has gone.

    Raises PermissionError if the run directory is not private, AlreadyRunning if another bridge runs this table.
    """
    stand_in_place(table, "bridge")
    held = Held(own_directory(table, "bridge"), "bridge")
    clock = clock_from_environment("bridge")
    table_bridge = Bridge(table, clock, config.absolute())

    def asked(now: int) -> None:
        table_bridge.end(now)
        if isinstance(clock, LockstepClock):  # it may stand still: no farewell then
            table_bridge.loop.stop()

    with end_signals(table_bridge.loop, asked):
        log.info("bridge started", table=table.table.name, parts=len(table.part))
        # Present objects live as long as the process. Collecting them again and again would delay a touch by
        # milliseconds.
        gc.collect()
        gc.freeze()
        notifier = Notifier()
        keep_alive(table_bridge.loop, notifier, {"ports": table_bridge.ports_move})
        try:
            table_bridge.loop.run()
        except ConnectionResetError as error:
            print(f"sabot bridge: {error}", file=sys.stderr)
        finally:
            notifier.tell(STOPPING="1")
            table_bridge.close()
            notifier.close()
            held.close()
    log.info("bridge ended")
