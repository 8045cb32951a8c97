"""A hand that comes back after the last other one won. The award goes back, and play goes on where it stopped."""

from controller.poker.hand import Hand, Phase, Stage
from controller.poker.outcomes import Award, Effect, Prompt, Rake, Revive, RulingId
from controller.poker.places import BET, POT, Seat
from controller.table.hand.showdown import all_shown, prompt_show
from controller.table.state.rulings import rule
from controller.table.state.table import Table


def may_come_back(table: Table, hand: Hand, seat: Seat) -> bool:
    """Whether the seat has a dead hand, the pots are awarded, and no chip of them has been pushed."""
    return seat in hand.seats and not hand.betting.is_live(seat) and not_pushed(table, hand)


def not_pushed(table: Table, hand: Hand) -> bool:
    """Whether the pots are awarded and no chip of them has been pushed."""
    if hand.phase is not Phase.AWARD or any(won > table.stack[s] for s, won in enumerate(hand.pots.won)):
        return False
    return not _pushed(table, hand)


def _pushed(table: Table, hand: Hand) -> bool:
    """Whether less lies in the middle than was awarded. False if not all chips are sensed."""
    if not table.senses.all_chips:
        return False
    total = table.felt.total
    return total[POT] + sum(total[BET + s] for s in hand.seats) < sum(hand.pots.won)


def come_back(
    table: Table, hand: Hand, seat: Seat, matter: str, by: str, replaces: RulingId | None = None, also: str = ""
) -> None:
    """Take back the award, make the hand live again, and go on with the street.

    The betting goes on if the hand folded in it, otherwise the showdown or the cards to come.
    """
    in_round = hand.stage is Stage.GATHER and any(a.seat == seat and a.act == "fold" for a in hand.betting.acts)
    effects: tuple[Effect, ...] = (*award_back(hand), Revive(seat))
    table.forget_prompts()
    _reopen(hand, in_round=in_round)
    rule(table, matter, seat, effects, replaces, by, also)
    forget_award(hand)
    hand.rights.take_back(seat)
    hand.betting.recount()
    if hand.phase is Phase.SHOWDOWN:
        prompt_show(table, hand)
        all_shown(table, hand)
    elif hand.stage is Stage.GATHER:
        table.prompt(Prompt("dealer", None, "gather"))


def award_goes_back(
    table: Table, hand: Hand, seat: Seat, matter: str, effects: tuple[Effect, ...] = (), by: str = "", also: str = ""
) -> None:
    """Take back the award by a ruling on that seat. The hand is at showdown again."""
    table.forget_prompts()
    hand.award_goes_back(by_ruling=True)
    rule(table, matter, seat, (*award_back(hand), *effects), None, by, also)
    forget_award(hand)
    hand.betting.recount()


def award_back(hand: Hand) -> tuple[Effect, ...]:
    """The effects that take back all awards and the rake."""
    awards = tuple(Award(a.pot, tuple((s, -amount) for s, amount in a.shares)) for a in hand.pots.awards)
    return (*awards, *(Rake(pot, -amount) for pot, amount in hand.pots.rake.items()))


def forget_award(hand: Hand) -> None:
    """Forget the award that was taken back. The pots are to be won again."""
    hand.pots.take_back()
    hand.pots.rake_goes_back()


def _reopen(hand: Hand, *, in_round: bool) -> None:
    if in_round:
        hand.reopen_round()
    else:
        hand.award_goes_back()
