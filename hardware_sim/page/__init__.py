"""The simulator's own page: the table from above. A person takes a seat or deals, and orders faults of parts.

`serve(person, port)` starts it in a thread. `SeatControl` and `TableControl` are what it needs from the robot that
runs the table.
"""

from .contract import (
    AnswerState,
    AntennaState,
    AttemptState,
    CheckedState,
    Cited,
    DisplayState,
    DueState,
    KindState,
    LineState,
    PartState,
    PlaceState,
    ScenarioControl,
    ScenarioState,
    SchoolState,
    SeatControl,
    SeatState,
    Stage,
    TableControl,
    TableState,
)
from .orders import Person
from .server import PageServer, PortTaken, serve

__all__ = [
    "AnswerState", "AntennaState", "AttemptState", "CheckedState", "Cited", "DisplayState", "DueState", "KindState",
    "LineState", "PageServer", "PartState", "Person", "PlaceState", "PortTaken", "ScenarioControl", "ScenarioState",
    "SchoolState", "SeatControl", "SeatState", "Stage", "TableControl", "TableState", "serve",
]  # fmt: skip
