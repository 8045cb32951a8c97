"""Cards of the deal that are watched: misplaced, too many, or missing."""

from controller.poker.places import Place


class CardWatch:
    """Cards are draw numbers, times are ns. `astray_since` says since when a misplaced card has been seen there."""

    __slots__ = ("astray_since", "before", "drawn_at", "misplaced", "reported_missing", "timer_armed", "watchful")

    def __init__(self) -> None:
        self.misplaced: dict[int, Place] = {}  # cards of the deal that lie where they do not belong
        self.before: dict[int, int] = {}  # of cards too many: the draw number of a card that left the shoe after it
        self.astray_since: dict[int, int] = {}  # when each, and each card too many, was first seen there
        self.drawn_at: dict[int, int] = {}  # when each card of the plan left the shoe. Without a shoe: was first read
        self.reported_missing: dict[int, int] = {}  # missing cards that were named to the dealer -> since when
        self.timer_armed = False  # for missing cards
        self.watchful = False  # a remedy is open, or a card misplaced: every card is watched

    def card_left_shoe(self, card: int, at: int) -> None:
        """A card of the plan left the shoe at that time. Without a shoe it was first read then."""
        self.drawn_at[card] = at

    def card_not_due(self, card: int, before: int | None) -> None:
        """A card left the shoe although none was due. `before`: the card that left after it, if known."""
        self.watchful = True
        if before:
            self.before[card] = before

    def lies_too_many(self, card: int, seen: int) -> None:
        """A card too many lies somewhere, first seen at that time."""
        self.astray_since[card] = seen

    def goes_astray(self, card: int, spot: Place, seen: int) -> None:
        """A card lies where it does not belong, first seen there at that time."""
        self.misplaced[card] = spot
        self.astray_since[card] = seen
        self.watchful = True

    def back_in_place(self, card: int) -> None:
        """A misplaced card is back where it belongs."""
        self.misplaced.pop(card, None)
        self.astray_since.pop(card, None)

    def number_judged(self, card: int) -> None:
        """The number of cards was judged with this one, and it is not judged again."""
        del self.astray_since[card]

    def order_judged(self) -> None:
        """Cards count where they lie from now on: none is misplaced."""
        for card in self.misplaced:
            del self.astray_since[card]
        self.misplaced.clear()

    def report_missing(self, card: int, since: int) -> None:
        """A missing card, out of sight since that time, was named to the dealer."""
        self.reported_missing[card] = since

    def arm_timer(self) -> None:
        """A timer is armed to look for missing cards."""
        self.timer_armed = True

    def timer_fired(self) -> None:
        """The timer has looked for missing cards, and goes on only if it is armed again."""
        self.timer_armed = False

    def alert(self) -> None:
        """A fault is suspected: every card is watched."""
        self.watchful = True

    def review(self, *, amiss: bool) -> None:
        """Set whether a fault is still suspected."""
        self.watchful = amiss

    def shift_clock(self, by: int) -> None:
        """Put every time on another clock."""
        self.drawn_at = {card: at + by for card, at in self.drawn_at.items()}
        self.astray_since = {card: at + by for card, at in self.astray_since.items()}
