"""Cards of the deal that are looked at twice: astray, too many, out of sight."""

from controller.poker.places import Place


class CardWatch:
    """Cards are exits, times are ns. A card that is misplaced has been seen astray since some time."""

    __slots__ = ("astray_since", "before", "drawn_at", "misplaced", "reported_missing", "timer_armed", "watchful")

    def __init__(self) -> None:
        self.misplaced: dict[int, Place] = {}  # cards of the deal that lie where they do not belong
        self.before: dict[int, int] = {}  # of cards too many: the exit that left the shoe after it all the same
        self.astray_since: dict[int, int] = {}  # when each, and each card too many, was first seen there
        self.drawn_at: dict[int, int] = {}  # when each card of the plan left the shoe
        self.reported_missing: dict[int, int] = {}  # exits that were out of sight, and were named -> since when
        self.timer_armed = False  # for cards out of sight
        self.watchful = False  # a remedy is open, or a card astray: every card is looked at twice

    def card_left_shoe(self, exit_: int, at: int) -> None:
        """A card of the plan left the shoe at that time."""
        self.drawn_at[exit_] = at

    def card_not_due(self, exit_: int, before: int | None) -> None:
        """A card left the shoe although none was due, and before that other one all the same."""
        self.watchful = True
        if before:
            self.before[exit_] = before

    def lies_too_many(self, exit_: int, seen: int) -> None:
        """A card too many lies somewhere, first seen at that time."""
        self.astray_since[exit_] = seen

    def goes_astray(self, exit_: int, spot: Place, seen: int) -> None:
        """A card lies where it does not belong, first seen there at that time."""
        self.misplaced[exit_] = spot
        self.astray_since[exit_] = seen
        self.watchful = True

    def back_in_place(self, exit_: int) -> None:
        """A card that was astray lies where it belongs."""
        self.misplaced.pop(exit_, None)
        self.astray_since.pop(exit_, None)

    def number_judged(self, exit_: int) -> None:
        """The number of cards was judged with this one, and it is not judged again."""
        del self.astray_since[exit_]

    def order_judged(self) -> None:
        """Cards count where they lie from now on: none is misplaced."""
        for exit_ in self.misplaced:
            del self.astray_since[exit_]
        self.misplaced.clear()

    def report_missing(self, exit_: int, since: int) -> None:
        """A card that has been out of sight since that time was named to the dealer."""
        self.reported_missing[exit_] = since

    def arm_timer(self) -> None:
        """A timer looks for cards out of sight."""
        self.timer_armed = True

    def timer_fired(self) -> None:
        """The timer has looked for cards out of sight, and goes on only if it is armed again."""
        self.timer_armed = False

    def alert(self) -> None:
        """Something is not as it should be: every card is looked at twice."""
        self.watchful = True

    def review(self, *, amiss: bool) -> None:
        """Whether something is still not as it should be."""
        self.watchful = amiss

    def shift_clock(self, by: int) -> None:
        """Put every time on another clock."""
        self.drawn_at = {exit_: at + by for exit_, at in self.drawn_at.items()}
        self.astray_since = {exit_: at + by for exit_, at in self.astray_since.items()}
