"""TCP ports for tests."""

from __future__ import annotations

import secrets
import socket
from typing import Final

BELOW_THE_SYSTEMS: Final = range(20_000, 32_000)
"""Linux gives 32,768 and above to whoever connects (net.ipv4.ip_local_port_range). Such a port is taken by any client
of a test beside this one, before the process that it was chosen for listens there."""


def free_port() -> int:
    """A TCP port of this machine that nobody listens at. Chosen by chance, so that tests side by side differ."""
    while True:
        port = secrets.choice(BELOW_THE_SYSTEMS)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
