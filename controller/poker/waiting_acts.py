"""Acts that were done before their turn, and announcements for later streets. They wait until their turn comes."""

from controller.poker.betting import NOBODY, SEAT_LISTS
from controller.poker.irregular import Dark, Early, EarlyKind
from controller.poker.matters import Facing, Said
from controller.poker.places import Seat


class WaitingActs:
    """Acts in the order in which they were done. `chips` is the amount on each bet line for them, indexed by seat."""

    __slots__ = ("chips", "dark", "early")

    def __init__(self) -> None:
        self.early: list[Early] = []
        self.chips = [0] * SEAT_LISTS
        self.dark: list[Dark] = []  # announced for a later street, or on a condition

    def of(self, seat: Seat) -> Early | None:
        """The act that the seat did before its turn."""
        return next((early for early in self.early if early.seat == seat), None)

    @property
    def highest(self) -> int:
        """The highest total of the acts that wait. 0 if none does."""
        return max((early.total for early in self.early), default=0)

    def wait(self, early: Early, chips: int | None = None) -> None:
        """An act waits for its turn, with this amount on its bet line. None: it came without chips."""
        self.early.append(early)
        if chips is not None:
            self.chips[early.seat] = chips

    def now_holds(self, early: Early) -> None:
        """A condition came true. Of several for one seat the last to come true holds. Chips for it stay on its line.

        An act that the seat did early stays as it was done.
        """
        before = self.of(early.seat)
        if before is None:
            self.early.append(early)
        elif before.kind == early.kind:
            self.early[self.early.index(before)] = early

    def read_with_more(self, early: Early, now: Early, chips: int) -> None:
        """More chips of the same motion change the act. `chips` lie on its line."""
        self.early[self.early.index(early)] = now
        self.chips[now.seat] = chips

    def pay(self, seat: Seat, amount: int) -> None:
        """Chips come for what the seat announced out of turn."""
        self.chips[seat] += amount

    def on_condition(self, seat: Seat, before: Seat) -> list[Dark]:
        """Return what the seat has announced on acts that are still to come, the turn being at `before`."""
        return [
            said for said in self.dark
            if said.seat == seat and said.if_seat and (said.if_seat - before) % 10 < (seat - before) % 10
        ]  # fmt: skip

    def say_how_much(self, said: Dark, chips: tuple[int, ...], at: int) -> None:
        """Chips come for an announcement without an amount. `at`: when they were first seen (ns)."""
        self.dark[self.dark.index(said)] = said._replace(chips=(*said.chips, *chips), at=at)

    def owe_back(self, seat: Seat) -> None:
        """The turn has come, and nothing that was announced holds: the chips for it are due back."""
        self.chips[seat] = 0

    def call_up(self, early: Early) -> None:
        """The turn has come: the act waits no longer, and its chips are judged with it."""
        self.early.remove(early)
        self.chips[early.seat] = 0

    def settle_order(self, early: Early, kind: EarlyKind) -> None:
        """It is known, or asked, whether the act came out of turn or at the same time as another."""
        self.early[self.early.index(early)] = early._replace(kind=kind)

    def announce(self, dark: Dark) -> None:
        """A word for a later street, or on a condition."""
        self.dark.append(dark)

    def condition_decided(self, dark: Dark) -> None:
        """The act that the announcement waited for was done, or another one."""
        self.dark.remove(dark)

    def open_street(self, street: int) -> None:
        """Announcements for the street wait for their turn, in the order of the announcements."""
        if not self.dark:
            return
        call = 0
        for dark in [d for d in self.dark if d.street == street and not d.if_seat]:
            facing = Facing(dark.seat, 0, call, None, 0, 0, 0, 0, opening=not call)
            said = Said(facing, dark.word, dark.amount)
            self.early.append(Early(dark.seat, "hold", 0, call, 0, said, "dark", NOBODY))
            call = max(call, dark.amount or 0)
        self.dark = [d for d in self.dark if d.street > street]

    def close_round(self) -> None:
        """The acts that still wait came to nothing, and their chips are due back."""
        self.void()
        if self.dark:
            self.dark = [d for d in self.dark if not d.if_seat]

    def void(self) -> None:
        """The hand is cancelled, or the round is over: no act waits."""
        self.early.clear()
        self.chips = [0] * SEAT_LISTS

    def shift_clock(self, by: int) -> None:
        """Put every time on another clock (ns)."""
        self.early = [early._replace(at=early.at + by) for early in self.early]
