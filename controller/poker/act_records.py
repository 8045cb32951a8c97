"""Records of the acts of a street: their rulings, the chips and words they were read from, and when."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from controller.poker.matters import Said, SilentChips
from controller.poker.outcomes import RulingId
from controller.poker.places import Seat

KEPT_LOG: Final = 40  # of a street. More acts do not help a person who decides


class Deed(NamedTuple):
    """The record of an act: its latest ruling, and the chips or words it was read from. None if it had none."""

    ruling: RulingId
    source: SilentChips | Said | None
    before: tuple[RulingId, ...] = ()  # rulings that it replaced


class Logged(NamedTuple):
    """A ruling on an act and its time, for a dispute about it. `how`: sensed, entered, timer."""

    at: int  # ns
    how: str
    seat: Seat
    act: str
    total: int


class LastMotion(NamedTuple):
    """The last act that was read from chips, for a second motion after it."""

    seat: Seat
    at: int  # ns, when it was first seen
    chips: tuple[int, ...]
    front: int  # value in front before it


class ActRecords:
    """One deed for each act of the street, in the order of the acts."""

    __slots__ = ("deeds", "log", "motion", "opened", "source")

    def __init__(self) -> None:
        self.deeds: list[Deed] = []
        self.log: list[Logged] = []  # the rulings on the acts of the street, in order
        self.motion: LastMotion | None = None
        self.opened = 0  # the event with which the betting of the street began
        self.source: SilentChips | Said | None = None  # of the ruling that is being made

    def open_street(self, event: int) -> None:
        """The betting of a street begins with the event of that number."""
        self.deeds = []
        self.log = []
        self.opened = event

    def read_from(self, source: SilentChips | Said) -> None:
        """The next ruling on an act is read from these chips or words."""
        self.source = source

    def no_act_came(self) -> None:
        """The chips or words that were read gave no act."""
        self.source = None

    def record(self, ruling: RulingId, acts: int) -> None:
        """A ruling has just taken acts. The street has so many now."""
        self.deeds += [Deed(ruling, self.source)] * (acts - len(self.deeds))
        self.source = None

    def replace_last(self, ruling: RulingId, source: SilentChips | Said) -> None:
        """The last act was read again, from this."""
        self.deeds[-1] = Deed(ruling, source)

    def correct(self, n: int, ruling: RulingId, source: SilentChips | Said | None) -> None:
        """The n-th act is replaced by that ruling. The rulings before it are kept."""
        was = self.deeds[n]
        self.deeds[n] = Deed(ruling, source, (*was.before, was.ruling))

    def take_back_but(self, kept: Iterable[int]) -> None:
        """Only the acts of these numbers stand."""
        self.deeds = [self.deeds[n] for n in kept]

    def take_back(self, n: int) -> None:
        """The n-th act does not stand."""
        del self.deeds[n]

    def log_ruling(self, at: int, how: str, seat: Seat, act: str, total: int) -> None:
        """Keep when an act was ruled on (ns), and how it came. The oldest entries go first."""
        self.log.append(Logged(at, how, seat, act, total))
        if len(self.log) > KEPT_LOG:
            del self.log[0]

    def note_motion(self, seat: Seat, at: int, chips: tuple[int, ...], front: int) -> None:
        """The last act was read from these chips, first seen at that time (ns), with that value in front before."""
        self.motion = LastMotion(seat, at, chips, front)

    def end_motion(self) -> None:
        """No later chips can belong to the last motion."""
        self.motion = None

    def shift_clock(self, by: int) -> None:
        """Move every time to another clock (ns)."""
        self.log = [logged._replace(at=logged.at + by) for logged in self.log]
        if self.motion is not None:
            self.motion = self.motion._replace(at=self.motion.at + by)
