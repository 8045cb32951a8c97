"""The simulator's own page: a person takes a seat at the simulated table, and parts are made to fail.

`serve(control, port)` starts it in a thread. `SeatControl` is what it needs from the robot that runs the table.
"""

from .contract import PartState, SeatControl, SeatState
from .server import PageServer, PortTaken, serve

__all__ = ["PageServer", "PartState", "PortTaken", "SeatControl", "SeatState", "serve"]
