"""Mistakes of a dealer, committed with his hands in mid-hand. Nobody tells the table what they are.

What no sensor can see - that a card was turned up, or fell - the dealer says, as one would.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.messages.told import DealerCommand
from hardware_sim.physics.things import OFF, STUB, ThingId
from hardware_sim.robot.dealer import FLIGHT
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause, Says, Step, Until

from .remedies import RemedyingDealer

NOTICED = 4_000_000_000
"""Within this the table has noticed what is wrong, ns: a card that was missed is read by then."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """`at`: the step before which it happens; `matters`: what the table may rule it to be, by the rulebooks' own
    names; none: nothing is to be ruled, the hand goes on. `deck`: a card that is put into the stub first."""

    name: str
    at: str
    commit: Callable[[ErringDealer, Step], Script]
    matters: tuple[str, ...] = ()
    deck: str = ""


class ErringDealer(RemedyingDealer):
    """Makes one mistake: at the n-th time that its step is due."""

    mistake: Mistake | None = None
    nth = 1
    made = False
    mixes = 0
    """The seat that mixes its exposed card with its hand, once it is to be taken."""

    def err(self, mistake: Mistake, nth: int) -> None:
        """Make this mistake when its step is due for the n-th time in the hand."""
        self.mistake, self.nth, self.made = mistake, nth, False

    def _do(self, step: Step) -> Script:
        mistake = self.mistake
        if self.mixes and step.key.startswith("remedy_") and step.key != "remedy_collect":
            self.say("mixed", self.mixes)
            self.mixes = 0
            yield Pause(self.pace.motion)
            return
        if mistake is not None and not self.made and step.key == mistake.at and self._open(step):
            self.nth -= 1
            if not self.nth:
                self.made = True
                yield from mistake.commit(self, step)
                return
        yield from super()._do(step)

    def _open(self, step: Step) -> bool:
        """Whether the card of the step has not been dealt already: the table may only be slow to see it."""
        return step.key != "deal" or len(self.top.cards(f"seat:{step.seat}")) < step.number("round")

    def say(self, word: str, seat: int | None = None, choice: str | None = None) -> None:
        """Enter what a dealer sees himself."""
        self.link.tell("dealer", DealerCommand(word=word, seat=seat, choice=choice))

    def draw_two(self) -> list[ThingId]:
        """Two cards leave the shoe as one; the second has the next exit once it is found."""
        both = self.top.draw_two()
        self._drawn += both
        return both

    def half_out(self) -> Script:
        """A card comes half out of the shoe, and goes in again."""
        yield Pause(self.top.world.shoe_free_at - self.top.now())
        self.top.half_out()
        yield Pause(1_000_000_000)

    def noticed(self, step: Step) -> Until:
        """Until the table says something else than before."""
        return Until(lambda s: s.step != step, "it is noticed", NOTICED, fatal=False)

    def another_seat(self, step: Step) -> int:
        """A seat that is dealt in and not due."""
        dealt = [seat for seat, said in self.link.says.seats.items() if said.live and seat != step.seat]
        return self.luck.choice(dealt)


# --- the hole cards -------------------------------------------------------------------------------------------------


def _wrong_seat(dealer: ErringDealer, step: Step) -> Script:
    """A card to another seat than the one due; the dealer goes on without noticing."""
    yield from dealer.pitch(f"seat:{dealer.another_seat(step)}")
    yield Pause(1_500_000_000)
    if dealer.link.says.phase == "dealing":
        yield from dealer.pitch(f"seat:{step.seat}")
    yield dealer.noticed(step)


def _put_right(dealer: ErringDealer, step: Step) -> Script:
    """A card slides to another seat, and the dealer puts it right at once."""
    card = yield from dealer.pitch(f"seat:{dealer.another_seat(step)}")
    yield Pause(dealer.pace.motion)
    dealer.top.lay(card, f"seat:{step.seat}")
    yield dealer.noticed(step)


def _one_more(dealer: ErringDealer, step: Step) -> Script:
    """The deal is over, and a seat gets one card more."""
    yield from dealer.pitch(f"seat:{dealer.another_seat(step)}")
    yield dealer.noticed(step)


def _one_short(dealer: ErringDealer, step: Step) -> Script:
    """The dealer stops before the last card, and says that all are dealt."""
    yield Pause(dealer.pace.motion)
    dealer.say("deal_done")
    yield dealer.noticed(step)


def _two_at_once(dealer: ErringDealer, step: Step) -> Script:
    """Two cards leave the shoe as one, to one seat."""
    yield Pause(dealer.pace.motion)
    yield Pause(dealer.top.world.shoe_free_at - dealer.top.now())
    both = dealer.draw_two()
    yield Pause(FLIGHT)
    for card in both:
        dealer.top.lay(card, f"seat:{step.seat}")
    yield dealer.noticed(step)
    yield Pause(1_500_000_000)


def _fallen(dealer: ErringDealer, step: Step) -> Script:
    """A card flies off the table; the dealer says so."""
    yield from dealer.pitch(OFF)
    yield Pause(dealer.pace.motion)
    dealer.say("fallen", step.seat)
    yield dealer.noticed(step)


def _exposed(dealer: ErringDealer, step: Step) -> Script:
    """A card turns over as it lands; the dealer says so."""
    yield from dealer.pitch(f"seat:{step.seat}")
    yield Until(lambda s: s.seats[step.seat].cards >= step.number("round"), "the card lies there", fatal=False)
    dealer.say("exposed", step.seat)
    yield Pause(dealer.pace.motion)


def _boxed(dealer: ErringDealer, step: Step) -> Script:
    """The next card lies face up in the deck; he sees it as it leaves."""
    dealer.top.world.turn(dealer.top.world.at(STUB)[0].id, face_up=True)
    yield from dealer.pitch("dealer")
    yield dealer.noticed(step)


def _pushed_back(dealer: ErringDealer, step: Step) -> Script:
    """A card comes half out of the shoe and goes back."""
    yield Pause(dealer.pace.motion)
    yield from dealer.half_out()
    yield from dealer.pitch(f"seat:{step.seat}")
    yield dealer.noticed(step)


def _stranger(dealer: ErringDealer, step: Step) -> Script:
    """A card that does not belong lies next in the stub; it is dealt as any other."""
    yield from dealer.pitch(f"seat:{step.seat}")
    yield Until(lambda s: bool(s.alarms) or s.phase == "cancelled", "it is read where it lies", NOTICED, fatal=False)


def _flashed_then_mixed(dealer: ErringDealer, step: Step) -> Script:
    """A card is exposed, and its owner mixes it with his hand."""
    dealer.mixes = step.seat
    yield from _exposed(dealer, step)


# --- the board ------------------------------------------------------------------------------------------------------


def _no_burn(dealer: ErringDealer, _step: Step) -> Script:
    """The burn is forgotten: the street is laid from its card on."""
    spots = {0: (1, 2, 3), 3: (4,), 4: (5,)}[len(dealer.link.says.board)]
    for number in spots:
        yield from dealer.pitch(f"board:{number}")
        yield Pause(dealer.pace.motion)
    yield Until(lambda s: any(r.matter == "burn.missing" for r in s.rulings), "it is noticed", NOTICED, fatal=False)


def _two_burns(dealer: ErringDealer, step: Step) -> Script:
    """Two cards are burnt; the dealer says so when the street lies there."""
    yield from dealer.pitch(OFF)
    yield Pause(1_000_000_000)
    dealer.say("false_board", choice="two_burns")
    yield dealer.noticed(step)


def _four(dealer: ErringDealer, step: Step) -> Script:
    """A fourth card on the flop, before anybody has acted."""
    yield from dealer.pitch("board:4")
    yield dealer.noticed(step)


def _too_early(dealer: ErringDealer, step: Step) -> Script:
    """Burn and the street's first card while somebody is still to act."""
    spot = {0: 1, 3: 4, 4: 5}.get(len(dealer.link.says.board))
    if spot is None:
        return
    yield from dealer.pitch(OFF)
    yield from dealer.pitch(f"board:{spot}")
    yield dealer.noticed(step)


DEALING = ("deal.order", "deal.count", "deal.missed", "deal.misdeal")
EARLY = ("premature.flop", "premature.turn", "premature.river", "premature.out")

MISTAKES = (
    Mistake("wrong seat", "deal", _wrong_seat, ("deal.order",)),
    Mistake("put right at once", "deal", _put_right),
    Mistake("one card too many", "act", _one_more, ("deal.count",)),
    Mistake("one card too few", "deal", _one_short, ("deal.count", "deal.missed")),
    Mistake("two at once", "deal", _two_at_once, DEALING),
    Mistake("off the table", "deal", _fallen, ("deal.off_table",)),
    Mistake("exposed", "deal", _exposed, ("deal.exposed",)),
    Mistake("boxed", "deal", _boxed, ("deck.boxed",)),
    Mistake("boxed on the board", "flop", _boxed, ("deck.boxed",)),
    Mistake("pushed back", "deal", _pushed_back),
    Mistake("joker", "deal", _stranger, ("deck.joker", "deck.foul"), "joker"),  # foul where a book knows no jokers
    Mistake("foreign card", "deal", _stranger, ("deck.foul",), "foreign"),
    Mistake("another deck's card", "deal", _stranger, ("deck.foul",), "other"),
    Mistake("mixed in", "deal", _flashed_then_mixed, ("deal.mixed", "deal.exposed")),  # a misdeal before it can be
    Mistake("no burn", "burn", _no_burn, ("burn.missing",)),
    Mistake("two burns", "flop", _two_burns, ("burn.double",)),
    Mistake("too early", "act", _too_early, EARLY),
)


def ruled_rightly(mistake: Mistake, matters: list[str]) -> bool:
    """Whether what the table ruled names the mistake, or nothing where nothing is to be ruled."""
    return any(matter in mistake.matters for matter in matters) if mistake.matters else not matters


def stands_still(says: Says) -> bool:
    """Whether the hand was called off."""
    return says.phase == "cancelled"
