"""How the bridge speaks with each kind of reader: its driver, and the time that one complete read takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from drivers.reader import ReaderLine
from firmware_bridge.fields.times import card_read_time, feig_read_time
from firmware_bridge.messages.places import CARD_KINDS, spot_called
from firmware_bridge.messages.tablefile import Part

if TYPE_CHECKING:
    from firmware_bridge.raw.frames import Frames

Driver = Callable[[], ReaderLine]
"""Makes a new driver of one part, such as after a cable was pulled."""


@dataclass(frozen=True, slots=True)
class ReaderKind:
    """One kind of reader.

    - `driver`: makes the driver of a part. Its module is imported only if the table has such a part
    - `read_time`: nanoseconds for one complete read of a number of tags at a baud rate
    - `frames`: its frames as a dump has them. Their module is imported when the first dump is written
    """

    driver: Callable[[Part], Driver]
    read_time: Callable[[int, int], int]
    frames: Callable[[], Frames]


def _numbers(part: Part) -> tuple[int, ...]:
    return tuple(sorted(int(number) for number in part.antennas))


def _pn532(part: Part) -> Driver:
    from drivers.pn532 import Pn532Line

    return lambda: Pn532Line(antenna=_numbers(part)[0], baud=part.baud)


def _pepper(part: Part) -> Driver:
    from drivers.pepper_c1 import PepperLine

    chips = {int(n): place for n, place in part.antennas.items() if spot_called(place).kind not in CARD_KINDS}
    technologies = dict.fromkeys(chips, "iso15693")
    return lambda: PepperLine(antennas=_numbers(part), technologies=technologies, baud=part.baud)  # type: ignore[arg-type]  # a dict of a Literal


def _feig(part: Part) -> Driver:
    from drivers.feig_obid import FeigLine

    return lambda: FeigLine(addresses=_numbers(part), baud=part.baud)


def _pn532_frames() -> Frames:
    from firmware_bridge.raw.pn532 import Pn532Frames

    return Pn532Frames()


def _pepper_frames() -> Frames:
    from firmware_bridge.raw.pepper_c1 import PepperFrames

    return PepperFrames()


def _feig_frames() -> Frames:
    from firmware_bridge.raw.feig_obid import FeigFrames

    return FeigFrames()


READER_KINDS: Final = {
    "pn532": ReaderKind(_pn532, card_read_time, _pn532_frames),
    "pepper_c1": ReaderKind(_pepper, card_read_time, _pepper_frames),
    "feig_obid": ReaderKind(_feig, feig_read_time, _feig_frames),
}
"""By the names of `messages/part_kinds.py`."""


def frames_of(kind: str) -> Frames:
    """The frames of a kind of part, a reader or a display."""
    if kind in READER_KINDS:
        return READER_KINDS[kind].frames()
    from firmware_bridge.raw.nextion import NextionFrames

    return NextionFrames()
