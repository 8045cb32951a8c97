"""Which browsers may open a page or a socket: those that came to this table by its own name.

A website that a person visits could open a websocket to this machine, or have its own name point here. So the Origin
of a socket must be the Host it was opened on, and the Host must be a name of this machine.
"""

import ipaddress
import socket
from urllib.parse import urlsplit


def known_host(host: str, bound: str) -> bool:
    """Whether a Host header names this machine: an address, localhost, the bound name or the machine's own name."""
    name = _host_of(f"//{host}")
    own = socket.gethostname().lower()
    return name in {"localhost", bound.lower(), own, f"{own}.local"} or _is_address(name)


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a script of `origin` was served by `host` itself (both headers as sent)."""
    if not origin or not host:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _host_of(url: str) -> str:
    """Return the name or address, "" if the text has none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # brackets that hold no address
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
