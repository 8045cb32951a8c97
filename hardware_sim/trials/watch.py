"""Compares all that the table says during trials with what really lies there.

The table never sees this knowledge, which is the simulator's own.
"""

from controller.table.deal.faults import RULED_UNDER
from firmware_bridge.messages.public import PublicRuling, PublicState
from hardware_sim.physics.things import BOARD, Card
from hardware_sim.physics.world import World
from hardware_sim.scenario.play.expectation_checker import ordinary

from .count import Count

CARDS_ASKED = ("which_draw", "card_missing", "which_card", "deal_fault", "deal_order", "burned", "flashed")
"""Questions about cards, by key. Others concern the betting."""

BESIDE = frozenset({"buyin.broke"})
"""Rule keys of rulings that follow from the play as well: players who have lost their last chip may buy in."""

DOUBTED = ("card_undecided", "card.misplaced")
"""Alarms of a card that is not read yet at its place, or was heard beside it. They go once it is read."""

LASTING = ("deck_weak", "card_undecided")
"""Alarms that may outlast a hand. Either the deck's cards are often missed, or a card was not identified by its
end."""


class Watch:
    """Notes each ruling, question and alarm once, and every card that was named wrongly."""

    def __init__(self, world: World, count: Count) -> None:
        self.world, self.count = world, count
        self.matters: list[str] = []
        """Rule keys of the deal with a ruling in the present hand, in order."""
        self.keys: set[str] = set()
        """Questions and alarms of the present hand, by key."""
        self.unfounded: list[str] = []
        """Other rulings, questions and alarms of the present hand, in words.

        In a hand without mistakes all of them are wrong. Players act as they should, and no reader errs about chips.
        """
        self.beside: list[str] = []
        """Rule keys of other rulings in the present hand for which no player gave a reason, in order."""
        self.standing: tuple[str, ...] = ()
        """Alarms that stand now and should not outlast the hand, by key."""
        self._hand = self._over = 0  # the hand that the table speaks of, and the last one that is over
        self._rulings: set[str] = set()
        self._asks: set[str] = set()
        self._alarms: set[str] = set()
        self._laid: dict[str, set[str]] = {}  # faces that have lain at a place in this hand
        self._told: set[str] = set()

    def begin(self) -> None:
        """Begin another hand."""
        for seen in (self._asks, self._alarms, self._told, self.keys):
            seen.clear()
        self.unfounded.clear()
        self.beside.clear()
        self._over = self._hand
        self.matters.clear()
        self._laid.clear()

    def look(self, state: PublicState) -> None:
        """Note what the table says, if it is new."""
        self._note_lying()
        self._hand = state.hand
        self._note_words(state)
        if state.hand > self._over:
            self._hold_cards(state)

    def _note_lying(self) -> None:
        spots = [f"seat:{n}" for n in range(1, 11)] + [f"board:{n}" for n in range(1, 6)]
        for spot in spots:
            for thing in self.world.at(spot):
                if isinstance(thing, Card):
                    self._laid.setdefault(spot, set()).add(thing.face)

    def _note_words(self, state: PublicState) -> None:
        for ruling in state.rulings:
            if ruling.id not in self._rulings:
                self._note_ruling(ruling)
            self._rulings.add(ruling.id)
        for ask in state.asks:
            if ask.id not in self._asks:
                self._note_question(ask.key)
        self._asks = {ask.id for ask in state.asks}
        for alarm in state.alarms:
            mark = f"{alarm.key} {sorted(alarm.text.params.items())}"
            if mark not in self._alarms:
                self._note_alarm(alarm.key)
            self._alarms.add(mark)
        self.standing = tuple(alarm.key for alarm in state.alarms if alarm.key not in LASTING)

    def _note_ruling(self, ruling: PublicRuling) -> None:
        if ruling.matter in RULED_UNDER:
            self.count.rulings[ruling.matter] += 1
            self.matters.append(ruling.matter)
        elif ruling.replaces or ruling.matter not in ordinary().matters | BESIDE:
            self.beside.append(ruling.matter)
            self._is_unfounded(ruling.matter, "was ruled")

    def _note_question(self, key: str) -> None:
        self.keys.add(key)
        if key in CARDS_ASKED:
            self.count.questions[key] += 1
        else:
            self._is_unfounded(key, "was asked")

    def _note_alarm(self, key: str) -> None:
        self.keys.add(key)
        self.count.alarms[key] += 1
        if key not in DOUBTED + LASTING:
            self._is_unfounded(key, "was an alarm")

    def _is_unfounded(self, key: str, what: str) -> None:
        self.count.unfounded[key] += 1
        self.unfounded.append(f"{key} {what}")

    def _hold_cards(self, state: PublicState) -> None:
        """Check that a card on the board or shown has lain there in this hand."""
        board = set().union(*(faces for at, faces in self._laid.items() if at in BOARD))
        for face in state.board:
            if face not in board:
                self._tell(f"hand {state.hand}: {face} is said to lie on the board")
        for seat in state.seats:
            lain = self._laid.get(f"seat:{seat.seat}", set())
            for face in seat.shown or ():
                if face not in lain:
                    self._tell(f"hand {state.hand}: {face} is said to be seat {seat.seat}'s")

    def _tell(self, what: str) -> None:
        if what not in self._told:
            self._told.add(what)
            self.count.wrong.append(what)
