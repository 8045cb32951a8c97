"""The simulated readers, by the kinds that a table file names."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from hardware_sim.physics.fields import Fields

from .feig_obid import FeigLine
from .part import SerialPart
from .pepper_c1 import PepperC1
from .pn532 import Pn532

Description = Mapping[str, Any]
"""One `[[part]]` of a table file."""

BAUD: Final = 115_200
"""The rate if the table file names none, as in `table.toml`."""


def _antennas(part: Description) -> dict[int, str]:
    return {int(number): spot for number, spot in part.get("antennas", {}).items()}


def _pn532(part: Description, fields: Fields, now: int) -> SerialPart:
    return Pn532(part["name"], fields, _antennas(part)[0], part.get("baud", BAUD), now)


def _pepper(part: Description, fields: Fields, now: int) -> SerialPart:
    return PepperC1(part["name"], fields, _antennas(part), part.get("baud", BAUD), now=now)


def _feig(part: Description, fields: Fields, now: int) -> SerialPart:
    parity = part.get("parity", "N")
    return FeigLine(part["name"], fields, _antennas(part), part.get("baud", BAUD), parity=parity, now=now)


SIMULATED_READERS: Final[Mapping[str, Callable[[Description, Fields, int], SerialPart]]] = {
    "pn532": _pn532,
    "pepper_c1": _pepper,
    "feig_obid": _feig,
}
"""Each makes the part as plugged in at a time (ns)."""
