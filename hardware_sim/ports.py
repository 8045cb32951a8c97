"""The ports at which a simulated table shows its pages."""

import socket


def port_taken(port: int, option: str) -> str | None:
    """Return what is wrong with a port and the cure, or None if it is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return f"port {port} is in use by another program. End that one, or choose another port with {option}"
    return None


def answers(port: int) -> bool:
    """Whether a program listens at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
