"""Mistakes with the board, committed by hand."""

from collections.abc import Callable
from typing import Final

from controller.table.deal.faults.board import NO_BURN
from hardware_sim.physics.things import OFF
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause, Until
from hardware_sim.shown import ShownSituation, ShownStep

from .erring import NOTICED, ErringDealer

SPOTS: Final = {0: (1, 2, 3), 3: (4,), 4: (5,)}
"""The spots of the next street, by the number of cards on the board."""
SECOND: Final = 1_000_000_000


def no_burn(dealer: ErringDealer, _step: ShownStep) -> Script:
    """The burn is forgotten: the street is laid from its burn card on."""
    for number in SPOTS[len(dealer.link.says.board)]:
        yield from dealer.pitch(f"board:{number}")
        yield Pause(dealer.pace.motion)
    yield Until(_no_burn_ruled, "it is noticed", NOTICED, fatal=False)


def _no_burn_ruled(says: ShownSituation) -> bool:
    return any(ruling.matter in NO_BURN.matters for ruling in says.rulings)


def burn_on_the_board(dealer: ErringDealer, _step: ShownStep) -> Script:
    """The card that is to be burnt is laid on the board, behind the street that is due. Then that street is dealt."""
    spots = SPOTS[len(dealer.link.says.board)]
    yield from dealer.pitch(f"board:{min(5, spots[-1] + 1)}")
    for number in spots:
        yield Pause(dealer.pace.motion)
        if dealer.link.says.next_step is not None and dealer.link.says.next_step.verb is not None:
            return
        yield from dealer.pitch(f"board:{number}")
    yield Until(_no_burn_ruled, "it is noticed", NOTICED, fatal=False)


def two_burns(dealer: ErringDealer, step: ShownStep) -> Script:
    """Two cards are burnt. The dealer enters it before the first card of the flop, and awaits the answer."""
    yield from dealer.pitch(OFF)
    yield Pause(SECOND)
    dealer.say("false_board", choice="two_burns")
    yield dealer.noticed(dealer.link.says.next_step or step)


def two_burns_unnoticed(dealer: ErringDealer, step: ShownStep) -> Script:
    """Two cards are burnt, then the flop is dealt as usual."""
    yield from dealer.pitch(OFF)
    for number in (1, 2, 3):
        yield Pause(dealer.pace.motion)
        yield from dealer.pitch(f"board:{number}")
    yield dealer.noticed(step)


def four(dealer: ErringDealer, step: ShownStep) -> Script:
    """A fourth card is laid on the flop before any act."""
    yield from dealer.pitch("board:4")
    yield dealer.noticed(step)


def too_early(cards: int, *, burn: bool = True) -> Callable[[ErringDealer, ShownStep], Script]:
    """So many cards of the next street are laid while a player is still to act, after a burn or without one."""

    def commit(dealer: ErringDealer, step: ShownStep) -> Script:
        spots = SPOTS[len(dealer.link.says.board)]
        if burn:
            yield from dealer.pitch(OFF)
        for number in spots[:cards]:
            yield from dealer.pitch(f"board:{number}")
        yield dealer.noticed(step)

    return commit


def too_early_behind(dealer: ErringDealer, step: ShownStep) -> Script:
    """The next seat acts before its turn, then the board comes. The seat on turn was passed over."""
    order = [seat.seat for seat in dealer.link.says.seats if seat.in_hand]
    behind = order[(order.index(step.seat) + 1) % len(order)]
    dealer.top.press(behind, "check")
    yield Pause(SECOND)
    yield from dealer.pitch(OFF)
    yield from dealer.pitch(f"board:{SPOTS[len(dealer.link.says.board)][0]}")
    yield dealer.noticed(step)


def rabbit(dealer: ErringDealer, step: ShownStep) -> Script:
    """The hand is decided, and one more card is drawn."""
    yield from dealer.pitch("dealer")
    yield Pause(SECOND)
    yield dealer.noticed(step)


# --- when -----------------------------------------------------------------------------------------------------------


def before(street: int, *, opened: bool) -> Callable[[ErringDealer, ShownStep], bool]:
    """Whether the board has so many cards. `opened`: the first seat of the round has acted, or not."""

    def holds(dealer: ErringDealer, _step: ShownStep) -> bool:
        says = dealer.link.says
        return len(says.board) == street and (not says.to_call or not street) and opened is _opened(says)

    return holds


def _opened(says: ShownSituation) -> bool:
    """Whether a player has put in chips in this round. Before the flop the blinds have."""
    bets = sum(1 for seat in says.seats if seat.bet)
    return bets > (0 if says.board else 2)


def on(street: int) -> Callable[[ErringDealer, ShownStep], bool]:
    """Whether the board has so many cards."""
    return lambda dealer, _step: len(dealer.link.says.board) == street
