"""`sabot controller`: the process that owns registers, journal, rulebook, table and hand."""

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import structlog
import typer
import zmq

from controller.journal import JournalError, SealingError
from controller.journal.kept import put_back_if_marked
from controller.pages import catalogue
from controller.release.installed import program_digest
from controller.rulebooks import load
from controller.service.controller_process import Service
from controller.service.session.startup import open_table, premises
from controller.service.transport.links import Links
from controller.service.transport.sources import speakers
from firmware_bridge.messages.clock import clock_from_environment, wall_of
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.signals import end_signals
from firmware_bridge.messages.tablefile import TableFile, load_table_file
from firmware_bridge.process.directories import AlreadyRunning, Held
from firmware_bridge.process.hardening import allow_many_connections, keep_memory_private
from firmware_bridge.process.logs import configure_logs
from firmware_bridge.process.notify import Notifier, keep_alive
from firmware_bridge.process.refusals import refusing
from firmware_bridge.process.reserve import work_in_fork
from firmware_bridge.process.users import PRIVATE_SOCKET, SHARED_SOCKET, Users, own_directory, stand_in_place

log = structlog.get_logger("controller")


def controller(
    config: Annotated[Path, typer.Option(help="The table's description, table.toml.")],
    log_json: Annotated[bool, typer.Option("--log-json", help="Log lines as JSON instead of key=value.")] = False,
    pages: Annotated[bool, typer.Option("--pages", help="Expect a console: its absence is an alarm.")] = False,
    reserve: Annotated[bool, typer.Option("--reserve", help="Keep a loaded program in reserve.")] = False,
) -> None:
    """Run the controller: take in what the bridge senses and what people enter, follow the hand, rule.

    It listens on two sockets in the run directory of the table file and keeps its journal, registers and keys in the
    state directory. It sends out nothing before it is durable. After a restart it goes on where it was. SIGTERM or
    SIGINT ends it. `sabot run` starts it. Start it alone to watch one process.

    With --reserve a second process stays that has loaded the program and knows nothing of the table. It forks the
    controller, and another one at once if that is killed.
    """
    configure_logs(log_json)
    keep_memory_private()
    allow_many_connections()
    with refusing(
        JournalError, SealingError, OSError, ValueError, zmq.ZMQError, AlreadyRunning, says="sabot controller"
    ):
        well = in_reserve(config) if reserve else None
        serve(load_table_file(config), pages, well)


def in_reserve(config: Path) -> Callable[[], None]:
    """Load all that a controller loads later, stay in reserve, and return in each controller that is forked.

    The rulebook and the words of the table file are read as well, as those of the program are the same in each.
    Raises what they raise.
    """
    table = load_table_file(config)
    load(table.game.rulebook, table.game.structure, variant=table.game.variant)
    catalogue(table.table.language)
    program_digest()
    return work_in_fork()


def serve(config: TableFile, pages: bool = False, well: Callable[[], None] | None = None) -> None:
    """Until SIGTERM or SIGINT. `well` is called when the table is open. Raises what opening the table raises."""
    users = stand_in_place(config, "controller")
    held = Held(own_directory(config, "controller"), "controller")  # before anything of the other's is touched
    try:
        put_back_if_marked(config.paths.state, config.paths.run)  # an update that was undone, and killed at it
        _serve(config, pages, users, well)
    finally:
        held.close()


def _serve(config: TableFile, pages: bool, users: Users | None, well: Callable[[], None] | None) -> None:
    of = premises(config)
    clock = clock_from_environment("controller")
    of.wall = wall_of(clock)
    opened = open_table(of)  # before anybody can send: what is sent meanwhile would be kept without a bound
    links = Links(config.paths.run, speakers(users), SHARED_SOCKET if users else PRIVATE_SOCKET)
    loop = Loop(clock, lambda: links.channels)
    service = Service(of, opened, links, loop, pages)
    loop.watch(links.events, service.take_messages)
    loop.after_each(service.flush)
    with end_signals(loop, lambda _now: loop.stop()):
        log.info("the table is open", table=config.table.name, rulebook=config.game.rulebook, locked=of.latch.locked)
        # What stands now lives as long as the process: walking it again and again would hold a hand up for
        # milliseconds.
        gc.collect()
        gc.freeze()
        notifier = Notifier()
        keep_alive(loop, notifier, {})  # each turn of the loop ends with the journal's commit
        if well is not None:
            well()
        try:
            loop.run()
        finally:
            notifier.tell(STOPPING="1")
            service.close()
            notifier.close()
            log.info("the controller has ended")
