"""The levels of a tournament: the last announced one, how long it lasts, and breaks."""


class LevelClock:
    """Times are ns. The clock runs while `level_ends` is not 0."""

    __slots__ = (
        "begun",
        "last_over",
        "level",
        "level_ends",
        "level_left",
        "on_break",
        "pause_ends",
        "started",
    )

    def __init__(self) -> None:
        self.level = 0  # number of the last one announced, from 0
        self.level_ends = 0
        self.level_left = 0  # of it, while the clock is stopped
        self.last_over = False  # the time of the last level is over: it stays, without a clock
        self.on_break = False
        self.pause_ends = 0  # 0: when the floor says so
        self.begun = False  # the next hand has begun before its shuffle: new levels wait for the one after
        self.started = False

    def start(self) -> None:
        """The event has started."""
        self.started = True

    def run(self, at: int, lasts: int) -> bool:
        """Run the clock from `at` on, with what was left of the level. `lasts`: its whole length.

        Return False if it runs already, or has no length.
        """
        left = self.level_left or (0 if self.last_over else lasts)
        if not left or self.level_ends:
            return False
        self.level_ends, self.level_left = at + left, 0
        return True

    def stop(self, at: int) -> bool:
        """Stop the clock at `at`. Return False if it stood already."""
        if not self.level_ends:
            return False
        self.level_left = max(1, self.level_ends - at)
        self.level_ends = 0
        return True

    def end_level(self, levels: int) -> bool:
        """End the level. Return True if another one follows. `levels`: how many there are."""
        self.level_ends = 0
        if self.level + 1 >= levels:
            self.last_over = True
            return False
        self.level += 1
        return True

    def begin_break(self, until: int) -> None:
        """Begin a break until that time, or until the floor ends it if `until` is 0."""
        self.on_break, self.pause_ends = True, until

    def end_break(self) -> None:
        """Play goes on."""
        self.on_break, self.pause_ends = False, 0

    def hand_has_begun(self) -> None:
        """The next hand has begun before its shuffle."""
        self.begun = True

    def hand_has_not_begun(self) -> None:
        """The next hand begins with its shuffle."""
        self.begun = False

    def shift_clock(self, by: int) -> None:
        """Shift every stored time by `by`. 0 stands for no time."""
        self.level_ends = self.level_ends + by if self.level_ends else 0
        self.pause_ends = self.pause_ends + by if self.pause_ends else 0
