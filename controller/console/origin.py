"""Which browsers may open a page or a socket: those that came to this table by its own name.

A website that a person visits could open a websocket to this machine, or have its own name point here. So the Origin
of a socket must be the Host it was opened on, and the Host must be a name of this machine.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit


def known_host(host: str, bound: str) -> bool:
    """Whether a Host header names this machine: an address, localhost, the bound name or the machine's own name."""
    name = urlsplit(f"//{host}").hostname or ""
    own = socket.gethostname().lower()
    return name in {"localhost", bound.lower(), own, f"{own}.local"} or _is_address(name)


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a script of `origin` was served by `host` itself (both headers as sent)."""
    if not origin or not host:
        return False
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
