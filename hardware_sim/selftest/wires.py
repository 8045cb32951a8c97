"""Wires in memory: what `hardware_sim.wires` makes of ptys and a socket, for one process and one loop."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

from drivers.gpio import Edge, Heard, Pull, Sink
from drivers.port import PortAbsent, PortBusy, PortError, PortForbidden, PortLost, PortSettings
from hardware_sim.physics.lines import Lines

_NUMBERS = count(1_000_000)
"""What stands for descriptors. None of them is one of the process."""


class MemoryWire:
    """A serial cable in memory, with the interface of `hardware_sim.wires.Wire`, and the host's end of it.

    `told` is called when one end has written, or when the cable was plugged in or pulled.
    """

    def __init__(self, name: str, told: Callable[[str], None]) -> None:
        self.name = name
        self.path = Path(name)
        self.sent = 0
        self.received = 0
        self.epoch = 1
        self.plugged = True
        self.refuses: type[PortError] | None = None
        self.host_baud = 0
        self.port: MemoryPort | None = None
        self.to_host = bytearray()
        self._to_part = bytearray()
        self._told = told
        self._number = next(_NUMBERS)

    def fileno(self) -> int:
        return self._number

    @property
    def pending(self) -> int:
        return 0

    def plug(self) -> None:
        if not self.plugged:
            self.plugged = True
            self.epoch += 1
            self.sent = self.received = 0

    def unplug(self) -> None:
        self.plugged = False
        self._to_part.clear()
        self.to_host.clear()
        self._told(self.name)

    def receive(self) -> bytes:
        data = bytes(self._to_part)
        self._to_part.clear()
        self.received += len(data)
        return data

    def send(self, data: bytes) -> None:
        if self.plugged and self.port is not None:
            self.to_host += data
            self.sent += len(data)
            self._told(self.name)

    def flush(self) -> None:
        """Nothing waits: memory takes all."""

    def close(self) -> None:
        self.unplug()

    def from_host(self, data: bytes) -> None:
        """Take what the host writes."""
        self._to_part += data
        self._told(self.name)


class MemoryPort:
    """The host's end, with the interface of `drivers.port.Port`."""

    def __init__(self, wire: MemoryWire, settings: PortSettings) -> None:
        self.sent = 0
        self.received = 0
        self._wire = wire
        self._epoch = wire.epoch
        self._number = next(_NUMBERS)
        wire.port, wire.host_baud = self, settings.baud
        wire.to_host.clear()

    def fileno(self) -> int:
        return self._number

    @property
    def pending(self) -> int:
        return 0

    def _check(self) -> None:
        if not self._wire.plugged or self._wire.epoch != self._epoch:
            raise PortLost(f"{self._wire.name}: lost. Plug it in again")

    def receive(self) -> bytes:
        self._check()
        data = bytes(self._wire.to_host)
        self._wire.to_host.clear()
        self.received += len(data)
        return data

    def send(self, data: bytes) -> None:
        self._check()
        self.sent += len(data)
        self._wire.from_host(data)

    def flush_pending(self) -> None:
        """Nothing waits: memory takes all."""

    def close(self) -> None:
        if self._wire.port is self:
            self._wire.port = None


class MemoryPorts:
    """The ports of a table in memory, by the paths of its table file."""

    def __init__(self) -> None:
        self.wires: dict[str, MemoryWire] = {}

    def open(self, settings: PortSettings) -> MemoryPort:
        wire = self.wires[settings.path]
        if wire.refuses is not None:
            raise wire.refuses(f"{settings.part} at {settings.path}: {_WHY[wire.refuses]}")
        if not wire.plugged:
            raise PortAbsent(f"{settings.part} at {settings.path}: no such port")
        return MemoryPort(wire, settings)

    def there(self, path: str) -> bool:
        return self.wires[path].plugged

    def plugging(self, path: str) -> tuple[int, int] | None:
        wire = self.wires[path]
        return (wire.fileno(), wire.epoch) if wire.plugged else None


_WHY = {PortBusy: "held by another process", PortForbidden: "permission denied"}


class MemoryPins:
    """The world's GPIO lines without a socket, with the interface of `drivers.gpio.GpioChip`."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._edges: list[Edge] = []
        self._sinks: dict[int, Sink] = {}
        self._number = next(_NUMBERS)
        self.losing = 0
        self._missed: dict[int, int] = {}
        lines.listen(self._edge)

    @property
    def ringing(self) -> bool:
        """Whether `pump` has something to do."""
        return bool(self._edges)

    def _edge(self, line: int, level: bool, at: int) -> None:
        if self.losing:
            self.losing -= 1
            self._missed[line] = self._missed.get(line, 0) + 1
            return
        self._edges.append(Edge(line, level, at, self._missed.pop(line, 0)))

    def miss(self, line: int, count: int) -> None:
        """Lose so many edges of a line before its next one."""
        self._missed[line] = self._missed.get(line, 0) + count

    def read(self, line: int) -> bool:
        return self._lines.level(line)

    def look(self, line: int, heard: Heard) -> None:
        heard(self.read(line))

    def write(self, line: int, level: bool) -> None:
        """No line of the table is driven."""

    def watch(self, line: int, pull: Pull, sink: Sink, holder: str = "") -> bool:  # noqa: ARG002 - GpioChip
        self._sinks[line] = sink
        return self._lines.level(line)

    def unwatch(self, line: int) -> None:
        self._sinks.pop(line, None)

    def pump(self, now: int) -> None:  # noqa: ARG002 - GpioChip
        edges, self._edges = self._edges, []
        for edge in edges:
            if edge.line in self._sinks:
                self._sinks[edge.line](edge)

    def fileno(self) -> int:
        return self._number

    def close(self) -> None:
        self._sinks.clear()
