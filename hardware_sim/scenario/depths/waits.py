"""Waiting at simulation levels bus and wire until the table has seen what was done."""

from collections.abc import Sequence
from typing import Final

from controller.table import Setup
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.tablefile import SensingSection
from firmware_bridge.messages.told import Answer
from hardware_sim.depths.room import Room
from hardware_sim.physics.things import CARD_SPOTS, HAND_AT
from hardware_sim.scenario.play.level import MOTION, MS, PACE, two_motions

from .hearing import Hearing
from .script_cards import ScriptCards

PATIENCE: Final = 6_000 * MS
"""The longest wait for readings, in ns, in which every antenna reads its place twice.

A sweep of all places that are not on the attention list takes about 1 s. While chips are undecided between a line and
its stack, it takes up to 3 s.
"""

GONE_AFTER: Final = SensingSection().gone_after_misses
"""How many reads must miss a tag until it counts as gone."""

READ_AGAIN: Final = 3_000 * MS
"""Time in ns in which a line is read again after its turn, so that the readings surely part two motions."""

APART: Final = 100 * MS
"""How much further apart two acts are than what counts as the same time, in ns."""

BETWEEN_HANDS: Final = frozenset({"waiting", "shuffle", "posting", "claims"})
"""Phases in which the table counts no cards at their places, unless it deals for a race or the first button."""


class Waits:
    """The waits of the hands at a table. At bus they are short: sensing is perfect."""

    def __init__(self, room: Room, setup: Setup, cards: ScriptCards, hearing: Hearing) -> None:
        self._room, self._setup, self._cards, self._hearing = room, setup, cards, hearing
        self._acted = 0  # when something was last done, ns
        self._taken: tuple[str, int] | None = None  # where a card was last taken out of sight, and when (ns)
        self._rested = (0, -1)  # start and end of the last rest, ns
        self._moved = False
        self._in_vain: dict[str, tuple[int, int]] = {}  # of `_unread_cards`, what was waited for to no avail
        self._over_bets = False  # a card was drawn over bets that still lie there
        self._alarms = 0

    @property
    def view(self) -> PublicState:
        """The table once it has seen what was done."""
        self.catch_up()
        return self.glance

    @property
    def glance(self) -> PublicState:
        """The table as it was published last."""
        assert self._hearing.state is not None  # noqa: S101 - a room is open once it has spoken
        return self._hearing.state

    def wait(self, duration: int) -> None:
        """Let time pass. After a rest, the time counts as if the rest had been as long as at level core."""
        now = self._room.loop.now()
        began = self._rested[0] + PACE if self._rested[1] == self._acted else now
        self._room.run_for(max(0, began + duration - now))
        self.act()

    def rest(self) -> None:
        """Pause after an act. At wire, a quick player waits for the table, but longer than two motions need.

        - While time is being counted for a player, for a card out of sight, or for bets that cards were dealt over,
          the pace is the usual one. So the times of the script come out.
        - At any other alarm a dealer looks up until the table has read what lies there, and then rests for that pace.
        """
        if self._room.rig is None:
            self._room.run_for(PACE)
            return
        now, self._moved = self._room.loop.now(), True
        view = self.view
        began = self._missed()
        self._over_bets = self._over_bets and any(self._room.world.at(f"bet:{seat}") for seat in self._setup.chairs)
        counted = view.clock or self._cards.lifted or self._over_bets or "off" in self._cards.beside.values()
        alarmed, self._alarms = len(view.alarms) > self._alarms, len(view.alarms)
        if alarmed and not counted:
            self.catch_up()
            self._room.run_for(PACE)
        over = began + PACE if counted else now + max(MOTION, self._setup.simultaneous + APART)
        self._room.run_for(max(0, over - self._room.loop.now()))
        self.act()
        self._rested = (began, self._acted)

    def _missed(self) -> int:
        """When the last act counts as done, in ns.

        A card taken out of sight counts as gone once its place has been read without it, some 2 s later at most.
        """
        if self._taken is None or self._room.rig is None or self._taken[1] != self._acted:
            return self._acted
        place, moment = self._taken
        return next(iter(self._room.rig.fields.read_since(place, moment)), self._acted)

    def act(self) -> None:
        """Note that something was done that the table has still to see."""
        self._moved, self._acted = True, self._room.loop.now()

    def take_away(self, origin: str, goal: str) -> None:
        """Note that a card was taken from one place to another, where no reader may see it."""
        seen = self._room.sight.places
        if origin in seen and goal not in seen:
            self._taken = origin, self._acted

    def changed(self, *places: str) -> None:
        """What was waited for in vain at these places may be read now."""
        for place in places:
            self._in_vain.pop(place, None)

    def draw(self) -> None:
        """Note that a card is about to be drawn."""
        step = self.glance.next_step
        self._over_bets = self._over_bets or (step is not None and step.key == "gather")

    def next_motion(self) -> None:
        """Pause between two motions of chips that are to count as two."""
        self.act()
        if self._room.rig is None:
            self._room.run_for(two_motions(self._setup.motion_resolution))
        else:
            self.catch_up()
            self._room.run_for(READ_AGAIN + self._setup.motion_resolution)

    def catch_up(self) -> None:
        """Wait until the table has seen what was done. If a part does not see it, wait as long as it could take."""
        if not self._moved and not self._hearing.which:
            return
        self._moved = False
        self._look()
        while (answer := self._which_lies()) is not None:
            self._room.link.tell("dealer", answer)
            self._room.settle()
            self._look()

    def _look(self) -> None:
        if self._room.rig is not None:
            unread = self._unread_cards()
            self._in_vain = {place: found for place, found in self._in_vain.items() if unread.get(place) == found}
            if not self._room.run_until(lambda: self._seen() or self._which_lies() is not None, PATIENCE):
                self._in_vain = self._unread_cards()
        self._room.settle()

    def _which_lies(self) -> Answer | None:
        """The answer to a question which card lies at a place. The table asks it if shoe and plan disagree."""
        for ask in self._hearing.which:
            lying = self._cards.at(ask.place) if ask.place else []
            option = next((n for card in lying if (n := str(self._cards.exits.get(card))) in ask.options), None)
            if option is not None:
                return Answer(ask=ask.id, option=option)
        return None

    def _seen(self) -> bool:
        """Whether the table has read all that can be read. What it missed for `PATIENCE` it goes on missing."""
        state = self._room.link.state
        if state is None:
            return False
        chips = (place for place in self._room.sight.places if place in HAND_AT or place == "pot")
        unread = self._unread_cards().items()
        return all(state.chips_at.get(place, 0) == self._room.world.value(place) for place in chips) and all(
            self._in_vain.get(place) == found for place, found in unread
        )

    def _unread_cards(self) -> dict[str, tuple[int, int]]:
        """How many cards lie, and how many count, at each place where the table is still to read them."""
        state = self._room.link.state
        if state is None or self.between_hands():
            return {}
        places = (place for place in self._room.sight.places if place in CARD_SPOTS)
        found = {place: (len(self._room.top.cards(place)), state.cards_at.get(place, 0)) for place in places}
        return {place: cards for place, cards in found.items() if not self._as_seen(place, *cards)}

    def between_hands(self) -> bool:
        """Whether the table counts no cards at their places now."""
        state = self._room.link.state
        return state is not None and state.phase in BETWEEN_HANDS and not deals_beside(state)

    def _as_seen(self, place: str, lie: int, counted: int) -> bool:
        """Whether as many cards count as lie there. The dealer decides about cards that the reader did not notice."""
        left, back = self._cards.unnoticed_at(place)
        return -back <= counted - lie <= left - back

    def let_read(self, places: Sequence[str]) -> None:
        """Wait until the places have been read as often as it takes to miss what is gone, and once more."""
        moment = self._room.loop.now()
        fields = None if self._room.rig is None else self._room.rig.fields
        while fields is not None and self._room.loop.now() < moment + 2 * PATIENCE:
            self._room.run_for(MOTION)
            read = [place for place in places if place in fields.names]
            if all(len(fields.read_since(place, moment)) > GONE_AFTER for place in read):
                return


def deals_beside(state: PublicState) -> bool:
    """Whether cards are dealt outside a hand: in a race, or for the first button."""
    return state.next_step is not None and state.next_step.key in ("race_card", "draw_card")
