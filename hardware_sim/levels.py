"""Simulation levels as the options of commands name them."""

from enum import StrEnum


class Level(StrEnum):
    """The simulation level at which acts enter."""

    CORE = "core"
    BUS = "bus"
    WIRE = "wire"


class SensedLevel(StrEnum):
    """The simulation level at which readings enter."""

    BUS = "bus"
    WIRE = "wire"
