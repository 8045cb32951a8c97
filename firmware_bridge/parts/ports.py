"""Where a connection gets its port from: the machine, or a table that exists in memory only."""

from pathlib import Path
from typing import Final, Protocol

from drivers.port import Port, PortSettings


class OpenPort(Protocol):
    """An open serial port, as `drivers.port.Port`."""

    sent: int
    received: int

    def fileno(self) -> int: ...
    @property
    def pending(self) -> int: ...
    def receive(self) -> bytes: ...
    def send(self, data: bytes) -> None: ...
    def flush_pending(self) -> None: ...
    def close(self) -> None: ...


class Ports(Protocol):
    """The serial ports of a machine."""

    def open(self, settings: PortSettings) -> OpenPort:
        """Open a port. Raises a PortError."""

    def there(self, path: str) -> bool:
        """Whether something is plugged in there."""

    def plugging(self, path: str) -> tuple[int, int] | None:
        """Return what identifies this plugging in of the cable, as its link is made again each time."""


class MachinePorts:
    """The ports of this machine."""

    def open(self, settings: PortSettings) -> OpenPort:
        return Port.open(settings)

    def there(self, path: str) -> bool:
        return Path(path).exists()

    def plugging(self, path: str) -> tuple[int, int] | None:
        try:
            link = Path(path).lstat()
        except OSError:
            return None
        return link.st_ino, link.st_mtime_ns


MACHINE: Final = MachinePorts()
