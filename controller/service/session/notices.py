"""Repairs that a person must make at the table itself. Play goes on, and every page shows it until it is repaired."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from controller.journal import surveillance_key_lies_at
from controller.journal.space import WARN_BELOW
from controller.release.installed import State, Verified
from controller.service.session.wall_clock import SECOND
from firmware_bridge.messages.public import Text

log = structlog.get_logger("controller")

LOOK_EVERY: Final = 5 * SECOND
"""Nanoseconds between two looks at what may be gone. A person who takes the key away sees the page change before they
leave."""


@dataclass(slots=True)
class Notices:
    """The notices of one table. `state` is its state directory."""

    state: Path
    surveillance: Text | None = None
    clock: Text | None = None
    release: Text | None = None
    space: Text | None = None
    door: Text | None = None
    door_open: bool = False
    copy: Text | None = None
    console: Text | None = None

    @property
    def texts(self) -> tuple[Text, ...]:
        """The notices in force, in the order in which pages show them."""
        standing = (self.door, self.surveillance, self.clock, self.release, self.space, self.copy, self.console)
        return tuple(text for text in standing if text is not None)

    def look(self) -> bool:
        """Look again at the files on disk. True if the notices have changed."""
        before = self.surveillance
        lies = surveillance_key_lies_at(self.state)
        self.surveillance = Text(key="notice.surveillance_key") if lies else None
        if self.surveillance is not None and before is None:
            log.warning(
                "the private key of surveillance lies beside the journal, and opens every hand: take it away",
                path=str(self.state),
            )
        return self.surveillance != before

    def program_is(self, verified: Verified, *, simulated: bool) -> None:
        """Note the verdict on the installed program. No page of a simulated table says that it is not known."""
        log.info("the program was verified", state=verified.state.value, detail=verified.detail)
        self.release = (
            Text(key="notice.release_unknown") if verified.state is State.UNKNOWN and not simulated else None
        )

    def door_is(self, *, door_open: bool) -> None:
        """Note the level of the service door's line. That it was open is shown until the next hand ends (Okla.
        325:85-15-49)."""
        before, self.door_open = self.door_open, door_open
        if door_open and not before:
            log.warning("the service door is open")
        if before and not door_open:
            self.door = Text(key="notice.door_was_open")

    def console_was_cut(self, why: str) -> None:
        """Note that the console sent what cannot be, and was cut off."""
        log.error("the console is cut off", why=why)
        self.console = Text(key="notice.console_cut")

    def clock_was_set(self, off: int) -> None:
        """Note that the machine's time of day was set by `off` ns."""
        seconds = abs(off) // SECOND
        log.warning("the machine's clock was set", back=off < 0, seconds=seconds)
        self.clock = Text(key="notice.clock_back" if off < 0 else "notice.clock_ahead", params={"seconds": seconds})

    def room_is(self, room: int) -> bool:
        """Note how many bytes may still be written. True if the notices have changed."""
        before = self.space
        low = room < WARN_BELOW
        if low and before is None:
            log.warning("the medium is filling up", free=room, path=str(self.state))
        self.space = Text(key="notice.space", params={"megabytes": room >> 20}) if low else None
        return self.space != before

    def copy_is(self, behind: int) -> bool:
        """Note by how many commits the second copy has been behind for a while, 0 if it is not. True if that is
        new."""
        before = self.copy
        self.copy = Text(key="notice.copy_behind", params={"commits": behind}) if behind else None
        if self.copy is not None and before is None:
            log.warning("the second copy of the journal is behind", commits=behind)
        return self.copy != before
