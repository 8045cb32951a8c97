"""Cards that leave the shoe, or lie, otherwise than the plan has it: not due, at the wrong place, out of order.

A card at the wrong place is a fault of the order once the next one has left the shoe, a card too many one of their
number. Both count only where they lie there so long that no reader beside their place can have heard them; a timer
looks again where they do not yet.
"""

from typing import Final

from controller.poker.events import CardDrawn
from controller.poker.hand import OVER, SHOWDOWN_OVER, Hand, Phase
from controller.poker.misdeals import Misplaced
from controller.poker.places import SEAT, SEATS, Place, Seat, is_board_spot, place_text
from controller.poker.plan import BURN, NO_SLOT
from controller.table.deal.dealer_and_deck import erred
from controller.table.deal.misdeals import boxed, stands, surplus
from controller.table.deal.rabbit_hunting import dealt_unshuffled, is_rabbit_hunting
from controller.table.remedies.engine import DOUBT, cancel, card_leaves, update_hold, word_awaited
from controller.table.state.card_names import card_alarm
from controller.table.state.question import MISSING
from controller.table.state.questions_of_deal import DealOrder
from controller.table.state.rulings import rule
from controller.table.state.table import Table

from . import burns

ASTRAY: Final = "astray"
ORDER: Final = "order"
"""The question whether the deal goes on although its order is wrong."""
MISPLACED: Final = "card.misplaced"


# --- a card leaves the shoe -----------------------------------------------------------------------------------------


def before_draw(table: Table, hand: Hand, e: CardDrawn) -> bool:
    """A card leaves the shoe that is to be looked at twice; False if it takes no place in the deal."""
    if hand.phase is Phase.CANCELLED:
        return False
    if hand.plan.knows(e.exit):
        return True
    if awaited := word_awaited(table):
        card_alarm(table, hand, "card.before_found" if awaited == MISSING else "card.before_choice", None, e.exit)
    if hand.remedies.open and not card_leaves(table, hand, e.exit):
        return False
    if e.orientation == "up":
        boxed(table, hand, e.exit)
        return False
    if hand.watch.misplaced and hand.phase is Phase.DEALING:
        if _lie_there(table, hand, e.at[0]):
            return _order(table, hand, e.exit)
        _look_again(table, hand, over=True)
    return True


def not_due(table: Table, hand: Hand, e: CardDrawn) -> None:
    """A card left the shoe although none was due: it is watched until it lies somewhere."""
    plan = hand.plan
    if e.exit in plan.slot_of or e.exit in plan.loose or hand.phase is Phase.CANCELLED:
        return  # pushed back into the shoe, and drawn again
    if hand.phase in SHOWDOWN_OVER and is_rabbit_hunting(table):
        plan.out_of_play(e.exit)
        return
    plan.not_due(e.exit)
    hand.watch.card_not_due(e.exit, e.before)
    if len(plan.loose) == 1 and not burns.premature_open(hand):
        card_alarm(table, hand, "card.not_due", None, e.exit)


# --- a card lies somewhere ------------------------------------------------------------------------------------------


def misplaced(table: Table, hand: Hand, exit_: int, spot: Place, seen: int) -> None:
    """A card is proven where the plan does not want it, `seen` there first at that time (ns)."""
    plan = hand.plan
    if hand.phase is Phase.CLAIMS and exit_ in plan.out and spot in SEATS:
        dealt_unshuffled(table)
    if hand.phase in OVER or exit_ in plan.out:
        if hand.phase not in OVER:
            card_alarm(table, hand, "card.out", plan.owner(exit_), exit_, place_text(spot))
        return
    if exit_ in plan.loose:
        _too_many(table, hand, exit_, spot, seen)
    elif is_board_spot(spot) and plan.slots[plan.slot_of[exit_]] == BURN:
        burns.unburned(table, hand, exit_)
    elif hand.phase is Phase.DEALING and not plan.in_order and plan.settle_at(exit_, spot):
        update_hold(table, hand)
    else:
        if not hand.watch.misplaced:  # the order is wrong from there on: one word is enough
            card_alarm(table, hand, MISPLACED, plan.owner(exit_), exit_, place_text(spot))
        if hand.phase is Phase.DEALING:
            _goes_astray(table, hand, exit_, spot, seen)


def _too_many(table: Table, hand: Hand, exit_: int, spot: Place, seen: int) -> None:
    """A card lies somewhere that was not due."""
    hand.watch.lies_too_many(exit_, seen)
    if is_board_spot(spot):
        burns.too_early(table, hand, exit_)
    else:
        _look_again(table, hand)


def _goes_astray(table: Table, hand: Hand, exit_: int, spot: Place, seen: int) -> None:
    hand.watch.goes_astray(exit_, spot, seen)
    if _dealt_over(hand, exit_):
        _look_again(table, hand)


def returned_to_place(table: Table, hand: Hand, exit_: int) -> None:
    """A card that was astray lies where it belongs. Another one that still does not is named instead of it."""
    hand.watch.back_in_place(exit_)
    said = {alarm.card for alarm in table.alarms if alarm.key == MISPLACED}
    for other, spot in list(hand.watch.misplaced.items())[:1]:
        if not said & hand.watch.misplaced.keys():
            card_alarm(table, hand, MISPLACED, hand.plan.owner(other), other, place_text(spot))
    _look_again(table, hand)
    update_hold(table, hand)


# --- out of order ---------------------------------------------------------------------------------------------------


def _seen_astray(table: Table, hand: Hand) -> list[int]:
    """The cards that lie astray now. One that was taken up lies astray again only where it is proven next."""
    return [exit_ for exit_ in hand.watch.misplaced if exit_ not in table.felt.lifted]


def _lie_there(table: Table, hand: Hand, now: int) -> bool:
    """Whether a card lies astray for so long that no reader beside its place can have heard it."""
    return any(now - hand.watch.astray_since[exit_] >= DOUBT for exit_ in _seen_astray(table, hand))


def _dealt_over(hand: Hand, exit_: int) -> bool:
    """Whether a card left the shoe after this one of the deal."""
    return hand.plan.drawn > hand.plan.slot_of.get(exit_, NO_SLOT) + 1 or bool(hand.plan.loose)


def _look_again(table: Table, hand: Hand, *, over: bool = False) -> None:
    """The deal went on over a card that may lie astray, or one too many lies somewhere: the table looks once there
    can be no doubt. `over`: the next card is leaving the shoe."""
    waiting = _surplus(table, hand)
    if hand.phase is Phase.DEALING and (over or any(_dealt_over(hand, exit_) for exit_ in hand.watch.misplaced)):
        waiting += _seen_astray(table, hand)
    if waiting:
        table.arm(ASTRAY, min(hand.watch.astray_since[exit_] for exit_ in waiting) + DOUBT)


def astray_still(table: Table, at: int) -> None:
    """The timer: where cards lie that were read at the wrong place, and over which the deal went on; and those that
    are too many."""
    hand = table.hand
    if hand is None or hand.phase in OVER:
        return
    if hand.phase is Phase.DEALING and any(_dealt_over(hand, e) for e in hand.watch.misplaced):
        if not _lie_there(table, hand, at):
            _look_again(table, hand)
        else:
            _order(table, hand)
    else:
        _count_surplus(table, hand, at)


def _order(table: Table, hand: Hand, drawn: int = 0) -> bool:
    """The deal went on and a card before is still at the wrong place; False if it is over. `drawn`: a card that has
    just left the shoe.
    """
    exit_ = next(iter(_seen_astray(table, hand)))
    return _out_of_order(table, hand, hand.watch.misplaced[exit_], hand.plan.slot_of[exit_], drawn)


def _out_of_order(table: Table, hand: Hand, spot: Place, slot: int, drawn: int = 0) -> bool:
    """A card lies at that spot that was to come to that slot of the deal; False if the deal is over."""
    book, plan = table.book, hand.plan
    seat = spot if spot in SEATS else None
    policy, entry = book.bound("deal.order")
    twice = slot > 0 and plan.slots[slot - 1] == spot
    verdict = policy(Misplaced(twice), entry) if policy else ""
    if verdict == "misdeal":
        erred(table, hand)
        cancel(table, hand, "deal.order", seat)
        if hand.voided is not None and drawn:
            hand.voided.hand.plan.not_due(drawn)  # dealt if the order counts after all
        return False
    ask_order(table, hand, seat, proposed=bool(verdict))
    _look_again(table, hand)
    return True


def ask_order(table: Table, hand: Hand, seat: Seat | None, *, proposed: bool) -> None:
    """Whether the hand is void; it goes on as it lies meanwhile, and the order is not asked of again. `proposed`: the
    book has it void, and the dealer confirms it; else the floor says."""
    rule(table, "deal.order", seat, (), decided="asked")
    table.ask(DealOrder(seat, proposed))
    go_on_as_it_lies(table, hand)


def _surplus(table: Table, hand: Hand) -> list[int]:
    """The cards too many that lie with a seat, or at an empty place, and are not counted yet. While another lies
    astray in the deal, or a person is asked of the order, that may be wrong, and not their number."""
    if ORDER in table.asks or (hand.watch.misplaced and hand.phase is Phase.DEALING):
        return []
    spots, seen = table.felt.spot_of, hand.watch.astray_since.keys() - table.felt.lifted.keys()
    return [e for e in hand.plan.loose if e in seen and SEAT < spots.get(e, 0) <= SEAT + 10]


def _count_surplus(table: Table, hand: Hand, at: int) -> None:
    """The number of cards is wrong where one too many lies beyond doubt."""
    for exit_ in _surplus(table, hand):
        if at - hand.watch.astray_since[exit_] >= DOUBT:
            if _in_between(table, hand, exit_):
                _out_of_order(table, hand, table.felt.spot_of[exit_], hand.plan.slot_of[hand.watch.before[exit_]])
                return
            hand.watch.number_judged(exit_)
            surplus(table, hand, exit_, table.felt.spot_of[exit_])
            if hand.phase is Phase.CANCELLED:
                return
    _look_again(table, hand)


def _in_between(table: Table, hand: Hand, exit_: int) -> bool:
    """Whether a card too many left the shoe before the last of the deal: the order is wrong, then the number. After
    a word on the order, or where it is too late to deal anew, the number alone is looked at."""
    slot = hand.plan.slot_of.get(hand.watch.before.get(exit_, 0), NO_SLOT)
    return 0 <= slot < hand.plan.ends[0] and hand.plan.in_order and not stands(table, hand)


def count_on(table: Table, hand: Hand) -> None:
    """The order counts by a person's word: is there a card too many?"""
    _look_again(table, hand)


def order_counts(table: Table, hand: Hand) -> None:
    """The hand is not void for its order: cards that have left the shoe since are of the deal, too."""
    for exit_ in [exit_ for exit_ in hand.plan.loose if exit_ not in hand.watch.before]:
        hand.plan.take_loose(exit_)
    count_on(table, hand)


def go_on_as_it_lies(table: Table, hand: Hand) -> None:
    """Cards count where they lie from now on; the number of cards is judged when the deal is over."""
    hand.plan.go_on_as_it_lies(hand.watch.misplaced)
    hand.watch.order_judged()
    update_hold(table, hand)
