"""What goes wrong during a remedy: wrong movements, and things that come between.

A slip is made before the movement that is due, which is then made as it should be. The table must say at once what
was wrong. The remedy must come to its end all the same.
"""

import random
from collections.abc import Callable
from enum import Enum
from typing import Final

from firmware_bridge.messages.public import PublicMove
from firmware_bridge.messages.told import DealerCommand, Decision, FloorDecision
from hardware_sim.physics.things import BOARD, OFF, SEATS
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause, Until
from hardware_sim.shown import ShownAlarm, ShownSituation

from .remedies import RemedyingDealer

SAID: Final = 4_000_000_000
"""Time in ns in which the table says what is wrong. A card that was missed is read by then."""
SHARE: Final = 0.25
"""The share of movements that are made wrongly first."""


class Slip(Enum):
    """A wrong movement, with the keys of alarms of which one must name it. None: it is right, or cannot be seen."""

    ANOTHER_CARD = ("remedy.wrong_card",)
    LEFT_OUT = ("remedy.not_seen",)
    ANOTHER_PLACE = ("card.out", "card.misplaced", "remedy.wrong_card", "card.not_due")
    BEFORE_THE_SHUFFLE = ("remedy.not_before", "remedy.step_open")


class Between(Enum):
    """What comes between two movements, once in a hand."""

    RESTART = "restart"
    OVERRIDE = "override"
    UNDO = "undo"
    FAULT = "another fault"
    ANTENNA = "dead antenna"


class Clumsy:
    """Makes slips at a share of all movements. `between` happens before the first movement other than collecting."""

    def __init__(
        self,
        luck: random.Random,
        share: float = SHARE,
        between: Between | None = None,
        act: Callable[[Between], None] = lambda _between: None,
    ) -> None:
        self.luck, self.share, self.between, self._act = luck, share, between, act
        self.made: list[str] = []
        """Slips and what came between, by name."""
        self.unsaid: list[str] = []
        """Slips that the table did not name."""

    def before(self, dealer: RemedyingDealer, move: PublicMove) -> Script:
        """Make a slip. To be called when a movement is due."""
        if self.between is not None and move.verb != "collect":
            between, self.between = self.between, None
            self.made.append(between.value)
            yield from self._comes_between(dealer, between, move)
            if not dealer.still_due(move):
                return
        kinds = [slip for slip in Slip if _possible(slip, dealer, move)]
        if kinds and self.luck.random() < self.share:
            yield from self._slips(dealer, self.luck.choice(kinds), move)

    def _slips(self, dealer: RemedyingDealer, slip: Slip, move: PublicMove) -> Script:
        if slip is Slip.ANOTHER_CARD:
            yield Pause(SAID)  # until every card on the board has been read, and the table has decided
            if not dealer.still_due(move) or not other_cards(dealer, move):
                return
        self.made.append(slip.name.lower())
        before = dealer.link.says.alarms
        if slip is Slip.LEFT_OUT:
            dealer.link.tell("dealer", DealerCommand(word="done"))
        elif slip is Slip.BEFORE_THE_SHUFFLE:
            yield from dealer.pitch("dealer")
        else:
            yield from self._wrong_card_or_place(dealer, slip, move)
        said = _says_new(slip.value, before)
        yield Until(said, "it is said", SAID, fatal=False)
        if not said(dealer.link.says):
            self.unsaid.append(f"{slip.name.lower()} at {move.verb} from {move.origin} to {move.goal}")
        yield from self._put_back(dealer, slip, move)

    def _wrong_card_or_place(self, dealer: RemedyingDealer, slip: Slip, move: PublicMove) -> Script:
        if slip is Slip.ANOTHER_CARD:
            number, card = other_cards(dealer, move)[0]
            dealer.top.lay(card, OFF)
            yield Pause(SAID // 2)
            dealer.top.lay(card, f"board:{number}")
        else:
            dealer.top.lay(dealer.card_of(move.exits[0]), _free_spot(dealer))

    def _put_back(self, dealer: RemedyingDealer, slip: Slip, move: PublicMove) -> Script:
        if slip is Slip.ANOTHER_PLACE and move.origin in SEATS:
            dealer.top.lay(dealer.card_of(move.exits[0]), move.origin)
        yield Pause(dealer.pace.motion)

    def _comes_between(self, dealer: RemedyingDealer, between: Between, move: PublicMove) -> Script:
        if between in (Between.OVERRIDE, Between.UNDO):
            remedy = next(r for r in dealer.state.remedies if move in r.moves)
            word: Decision = "stands" if between is Between.OVERRIDE else "undo"
            dealer.link.tell("floor", FloorDecision(decision=word, replaces=remedy.ruling, reason="trial"))
            yield Pause(SAID // 2)
        elif between is Between.FAULT:
            if seats := dealer.live_seats():  # none if the hand is void
                card = yield from dealer.pitch(f"seat:{self.luck.choice(seats)}")
                dealer.thrown.add(card)
            yield Pause(SAID // 2)
        else:
            self._act(between)
            yield Pause(SAID // 2)


def _possible(slip: Slip, dealer: RemedyingDealer, move: PublicMove) -> bool:
    if slip is Slip.ANOTHER_CARD:
        return move.origin == "board" and not move.gate and move.by == "gone" and bool(other_cards(dealer, move))
    if slip is Slip.LEFT_OUT:
        return move.by != "told"
    if slip is Slip.ANOTHER_PLACE:
        return move.by == "proven" and move.goal == "muck" and bool(move.exits) and bool(_free_spot(dealer))
    return move.verb == "shuffle"


def other_cards(dealer: RemedyingDealer, move: PublicMove) -> list[tuple[int, str]]:
    """Return cards on the board that are not part of the movement.

    A card that the table asks about may yet be part of it. Until that is known, taking it may be right or wrong.
    """
    due, asked = set(dealer.cards_of(move)), {ask.place for ask in dealer.state.asks}
    spots = [(n, spot) for n, spot in enumerate(BOARD, start=1) if spot not in asked]
    return [(n, card) for n, spot in spots for card in dealer.top.cards(spot) if card not in due]


def _free_spot(dealer: RemedyingDealer) -> str:
    return next((spot for n in (5, 4) if not dealer.top.cards(spot := f"board:{n}")), "")


def _says_new(keys: tuple[str, ...], before: tuple[ShownAlarm, ...]) -> Callable[[ShownSituation], bool]:
    """Whether an alarm of these keys stands that did not stand before, or stands more often."""

    def holds(says: ShownSituation) -> bool:
        found = [alarm for alarm in says.alarms if alarm.key in keys]
        more = len(found) > len([alarm for alarm in before if alarm in found])
        return more or any(alarm not in before for alarm in found)

    return holds
