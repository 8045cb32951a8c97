"""The time of day set by a person, or by a battery that is flat: what a controller in mid-hand makes of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.registers import FileDeviceKey, save_chips, save_decks
from controller.service.session.wall_clock import EVERY, SECOND
from firmware_bridge.messages import sensed
from firmware_bridge.messages.told import DealerCommand

from .crash_matrix import Outcome
from .service_rig import Rig
from .service_steps import dealt
from .things import at, registers, sensing_parts, table_file

HOUR: Final = 3600 * SECOND
YEAR: Final = 8766 * HOUR
STEPS: Final = {
    "1 s back": -SECOND,
    "1 s ahead": SECOND,
    "10 s back": -10 * SECOND,
    "10 s ahead": 10 * SECOND,
    "an hour back": -HOUR,
    "an hour ahead": HOUR,
    "10 years back": -10 * YEAR,
    "10 years ahead": 10 * YEAR,
    "55 years back": -55 * YEAR,
    "100 years ahead": 100 * YEAR,
}
UNNOTICED: Final = ("1 s back", "1 s ahead")  # within the tolerance


@dataclass(frozen=True, slots=True)
class Seen:
    """A table after a step: its state, and what is said."""

    table: str
    faults: tuple[str, ...]
    notices: tuple[str, ...]


def played(root: Path, step: int, *, off: bool) -> Seen:
    """A hand is dealt, and the seat to act is on the clock. Then the time of day is set, with the controller `off` or
    running. One folds, and the controller starts again."""
    config = table_file(root, parts=sensing_parts())
    key = FileDeviceKey.at(config.paths.state / "device.key")
    save_decks(config.paths.state, key, registers().decks)
    save_chips(config.paths.state, key, registers().chips)
    rig = Rig(config)
    try:
        bridge, console = dealt(rig)
        console.tell(DealerCommand(word="clock"), "floor")
        if off:
            rig.kill()
        rig.clock_set_by = step
        rig.clock.time += SECOND
        if off:
            rig.start()
            bridge.greet()
            console.greet()
            rig.wait(2 * SECOND)
        else:
            rig.wait(EVERY)
        bridge.say(sensed.SeatKey(seat=1, key="fold", at=at(rig.clock.time // 1_000_000)))
        notices = tuple(notice.key for notice in rig.state(bridge).notices)
        rig.restart()
        table = json.dumps(rig.service._desk.checkpoint().body["table"], sort_keys=True)
        return Seen(table, tuple(fault.key for fault in rig.of.latch.faults), notices)
    finally:
        rig.close()


def outcomes_of_steps(root: Path, names: tuple[str, ...] = tuple(STEPS)) -> Iterator[Outcome]:
    """What came of each step, compared with a table whose clock was not set."""
    for off, when in ((False, "in mid-hand"), (True, "in mid-hand, while the controller was off")):
        twin = played(root / f"twin-{off}", 0, off=off)
        for number, name in enumerate(names):  # the path of a socket has room for 107 signs
            seen = played(root / f"{number}-{off}", STEPS[name], off=off)
            noticed = [key for key in seen.notices if key.startswith("notice.clock")]
            wanted = [] if name in UNNOTICED else [f"notice.clock_{'back' if STEPS[name] < 0 else 'ahead'}"]
            same = seen.table == twin.table and noticed == wanted
            result = "the same table" if same and not seen.faults else " ".join(seen.faults) or "SILENTLY WRONG"
            yield Outcome(f"the time of day set {when}", name, result)
