"""The counts for wear on the medium, so that one day can be compared with the next.

`wear.json` lies in the bridge's own directory, mode 0600. Tags stand in it by an alias, whose key lies beside them.
The alias tells no card. The counts are sums of an hour or more, of some twenty hands for each card, so none of them
can be joined to one hand.
"""

import json
import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final

import structlog
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from firmware_bridge.aliases import KEY as ALIAS_KEY
from firmware_bridge.aliases import Aliases
from firmware_bridge.diagnosis.wear import CARD, CHIP, KEPT, KEY, LINE, MOST, SWITCH, Day, Thing, Wear
from firmware_bridge.diagnosis.wearing import Wearing

log = structlog.get_logger("bridge")

NAME: Final = "wear.json"
LARGEST: Final = 4_000_000
"""Bytes of a file that is read: four times what a full one has."""

S: Final = 1_000_000_000
DAY: Final = 86_400 * S
WRITE_EVERY: Final = 3_600 * S
"""An hour: of a day's counts as much is lost at most if the power goes. A medium is spared 4,000 writes a day."""

Count = Annotated[int, Field(ge=0, lt=1 << 40)]


class _Kept(BaseModel):
    """The file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    key: Annotated[str, Field(pattern=f"^[0-9a-f]{{{2 * ALIAS_KEY}}}$")]
    days: Annotated[
        dict[str, Annotated[list[tuple[Count, Count, Count]], Field(max_length=KEPT)]], Field(max_length=MOST)
    ]


class WearFile:
    """Reads the file, and writes it once an hour. `wall`: the time of day, ns since 1970, UTC.

    A file that cannot be read is begun again: two weeks later it is as good. A medium that takes none is no reason to
    stop sensing.
    """

    def __init__(self, directory: Path, wall: Callable[[], int], now: int) -> None:
        self._file, self._wall = directory / NAME, wall
        key, days = self._read()
        self._key = key
        self.wearing = Wearing(Wear(days), Aliases(key).of)
        self._next = now + WRITE_EVERY
        self.wearing.wear.begin(self._day())

    def look(self, now: int) -> None:
        """Begin the day if it is another one, and write the file if that is due."""
        today = self._day()
        if today > self.wearing.wear.today:
            self.wearing.wear.begin(today)
            self._next = now
        if now >= self._next:
            self._next = now + WRITE_EVERY
            self.write()

    def write(self) -> None:
        """Replace the file."""
        days = {f"{what.kind}/{what.name}": found for what, found in self.wearing.wear.days.items()}
        text = json.dumps({"key": self._key.hex(), "days": days}, separators=(",", ":"))
        fresh = self._file.with_suffix(".new")
        try:
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600), "w") as file:
                file.write(text)
            fresh.replace(self._file)
        except OSError as error:
            log.warning("the counts for wear could not be written", why=f"{fresh}: {os.strerror(error.errno or 0)}")

    def _day(self) -> int:
        return self._wall() // DAY

    def _read(self) -> tuple[bytes, dict[Thing, list[Day]]]:
        try:
            with self._file.open("rb") as opened:
                kept = _Kept.model_validate_json(opened.read(LARGEST))
            return bytes.fromhex(kept.key), {_thing(what): _days(found) for what, found in kept.days.items()}
        except FileNotFoundError:
            pass
        except (OSError, ValidationError, ValueError) as error:
            log.warning("the counts for wear cannot be read and begin again", path=str(self._file), why=_why(error))
        return os.urandom(ALIAS_KEY), {}


def _thing(text: str) -> Thing:
    """Return the thing that the file calls so, as `line/bets`. Raises ValueError for another kind."""
    kind, _, name = text.partition("/")
    match kind:
        case "line":
            return Thing(LINE, name)
        case "chip":
            return Thing(CHIP, name)
        case "card":
            return Thing(CARD, name)
        case "switch":
            return Thing(SWITCH, name)
        case "key":
            return Thing(KEY, name)
    raise ValueError("it has a thing that is no line, chip, card, switch or key")


def _days(found: list[tuple[int, int, int]]) -> list[Day]:
    """Return the days of one thing. Raises ValueError if they cannot be."""
    days = [Day(*day) for day in found]
    if any(day.failed > day.tried or not day.tried for day in days) or any(
        one.number >= two.number for one, two in pairwise(days)
    ):
        raise ValueError("its days are out of order, or have more failures than tries")
    return days


def _why(error: Exception) -> str:
    """The reason without the content of the file."""
    return f"{error.error_count()} errors" if isinstance(error, ValidationError) else str(error)
