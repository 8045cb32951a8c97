"""`sabot console`: the process that serves the table's pages."""

import asyncio
import contextlib
import errno
import signal
import socket
import ssl
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import structlog
import typer
import uvicorn
import zmq.asyncio

from firmware_bridge.messages.clock import RealClock
from firmware_bridge.messages.tablefile import TableFile, WebSection, load_table_file
from firmware_bridge.process.hardening import keep_memory_private
from firmware_bridge.process.logs import configure_logs
from firmware_bridge.process.notify import SHARE, Notifier
from firmware_bridge.process.refusals import refusing
from firmware_bridge.process.users import UsersError, stand_in_place

from .doors import Crowd, DoorSocket, door_to
from .link import ControllerLink
from .pages import create_app
from .quiet_logs import keep_library_logs_quiet

# An entry is some hundred bytes. The longest, a tabled hand, is not much longer.
LARGEST_ENTRY = 8192

# How many connections are accepted while those that must close are still open. With MOST_CONNECTIONS (800) and what
# the process itself has open they stay below its 1,024 descriptors.
ACCEPTED_AT_ONCE = 128


def console(
    config: Annotated[Path, typer.Option("--config", "-c", help="The table's configuration, table.toml.")],
    log_json: Annotated[bool, typer.Option("--log-json", help="Log one JSON object a line.")] = False,
) -> None:
    """Serve the table's web pages: the table from above at /, the dealer's entries at /dealer.

    The address stands in table.toml under [web], 127.0.0.1:8080 by default. The pages show what the controller
    publishes and hand entries back to it. While the controller does not answer they say PAUSED and since when. This
    process never has a hidden card. It ends with Ctrl-C or SIGTERM.
    """
    configure_logs(log_json)
    keep_library_logs_quiet()
    keep_memory_private()
    with refusing(UsersError, ValueError):
        table = load_table_file(config)
        tls = tls_of(table.web)
        stand_in_place(table, "console")
    with _listening(table.web.host, table.web.port) as listener:
        asyncio.run(_serve(table, listener, tls))


def _give_up(message: str) -> typer.Exit:
    print(message, file=sys.stderr)
    return typer.Exit(1)


@contextlib.contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            raise _give_up(_cannot_listen(host, port, error)) from None
        yield listener


def _cannot_listen(host: str, port: int, error: OSError) -> str:
    where = f"{host}:{port}"
    if error.errno == errno.EADDRINUSE:
        return (
            f"{where} is in use by another program (another `sabot run`?). End that one "
            f"(`ss -ltnp 'sport = :{port}'` names it), or set another port in table.toml under [web]."
        )
    if error.errno == errno.EACCES:
        return f"{where}: not permitted to this user. Set a port of 1024 or more in table.toml under [web]."
    return f"{where}: {error.strerror}. Set web.host in table.toml to an address of this machine."


def tls_of(web: WebSection) -> ssl.SSLContext | None:
    """Return the table's certificate for its pages, None if they have none. Raises ValueError with the cure."""
    if web.cert is None or web.key is None:
        return None
    for path in (web.cert, web.key):
        if path.exists() and not path.is_file():  # OpenSSL would wait for a FIFO, and read a device without an end
            raise ValueError(f"{path}: allowed is a regular file, in PEM")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(web.cert, web.key)
    except (OSError, ssl.SSLError) as error:
        raise ValueError(
            f"web.cert {web.cert}, web.key {web.key}: {error.strerror or 'not a certificate and its key'}. "
            "Both are PEM files, and the key is that of the first certificate."
        ) from None
    return context


class _Server(uvicorn.Server):
    """An uvicorn server that leaves the signals to us, so that a wanted end has exit code 0."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._end)
        yield

    def _end(self) -> None:
        self.should_exit = True


async def _serve(table: TableFile, listener: socket.socket, tls: ssl.SSLContext | None) -> None:
    context = zmq.asyncio.Context()
    link = ControllerLink(table.paths.run, RealClock(), context)
    config = uvicorn.Config(
        create_app(table, link),
        backlog=ACCEPTED_AT_ONCE,
        http=door_to(Crowd(), tls),
        ws=DoorSocket,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        log_level="warning",
        lifespan="off",
        ws_max_size=LARGEST_ENTRY,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    following = asyncio.create_task(link.run())
    serving = asyncio.create_task(_Server(config).serve(sockets=[listener]))
    structlog.get_logger("console").info("serving", address=f"{table.web.scheme}://{table.web.host}:{table.web.port}")
    notifier = Notifier()
    living = asyncio.create_task(_stay_alive(notifier))
    try:
        await asyncio.wait([following, serving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        notifier.tell(STOPPING="1")
        living.cancel()
        following.cancel()
        await asyncio.wait([following])
        context.destroy(linger=0)
    await serving


async def _stay_alive(notifier: Notifier) -> None:
    """Tell systemd that the pages are served, and then that they still are, as often as it wants."""
    notifier.tell(READY="1", STATUS="running")
    while notifier.limit:
        await asyncio.sleep(notifier.limit / SHARE / 1e9)
        notifier.tell(WATCHDOG="1")
