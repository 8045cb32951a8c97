"""Cards that do not follow the plan of the deal: not due, at the wrong place, or out of order.

A card at the wrong place is a fault of the order once the next card has left the shoe. A card too many is a fault of
the number. Both count only once the card has lain there for `DOUBT`, so that no neighbouring reader can have heard
it. A timer looks again until then.
"""

from typing import Final

from controller.poker.events import CardDrawn
from controller.poker.hand import CANCELLED, CLAIMS, DEALING, OVER, SHOWDOWN_OVER, Hand
from controller.poker.places import ON_BOARD, SEAT, SEATS, Place, Seat, place_text
from controller.poker.timers import Timed, Timer
from controller.table.deal.dealer_and_deck import erred
from controller.table.deal.early_cards import premature_open
from controller.table.deal.laid_board import more_on_board
from controller.table.deal.misdeals import stands, surplus
from controller.table.deal.rabbit_hunting import dealt_unshuffled
from controller.table.remedies.engine import cancel, update_hold, word_awaited
from controller.table.remedies.sensed_movements import DOUBT, card_leaves
from controller.table.state.card_names import card_alarm
from controller.table.state.facts import AfterHand, DealWentOn, FaceUpAtShoe, LiesElsewhere
from controller.table.state.fault import notice
from controller.table.state.question import MISSING, ORDER
from controller.table.state.questions_of_deal import DealOrder
from controller.table.state.rulings import rule
from controller.table.state.table import Table

ASTRAY: Final = Timer(Timed.ASTRAY)
"""The question whether the deal goes on although its order is wrong."""
MISPLACED: Final = "card.misplaced"


# --- a card leaves the shoe -----------------------------------------------------------------------------------------


def before_draw(table: Table, hand: Hand, e: CardDrawn) -> bool:
    """Check a card that leaves the shoe before it is dealt. Return False if it takes no place in the deal."""
    if hand.phase is CANCELLED:
        return False
    if hand.plan.knows(e.exit):
        return True
    if hand.watch.watchful and not _may_leave(table, hand, e.exit):
        return False
    if e.orientation == "up" and notice(table, hand, FaceUpAtShoe(e.exit)):
        return not _is_void(hand) and not hand.plan.knows(e.exit)
    if hand.watch.misplaced and hand.phase is DEALING:
        if _lie_there(table, hand, e.at[0]):
            _order(table, hand, e.exit)
        else:
            look_again(table, hand, over=True)
        return not _is_void(hand)
    return True


def _may_leave(table: Table, hand: Hand, card: int) -> bool:
    """Whether a card may be dealt now, as far as questions and movements before it go."""
    if awaited := word_awaited(table):
        card_alarm(table, hand, "card.before_found" if awaited == MISSING else "card.before_choice", None, card)
    return not hand.remedies.open or card_leaves(table, hand, card)


def _is_void(hand: Hand) -> bool:
    return hand.phase is CANCELLED


def not_due(table: Table, hand: Hand, e: CardDrawn) -> None:
    """A card left the shoe although none was due. Watch it until it lies somewhere."""
    plan = hand.plan
    if plan.slot_of(e.exit) is not None or e.exit in plan.loose or hand.phase is CANCELLED:
        return  # pushed back into the shoe, and drawn again
    if hand.phase in SHOWDOWN_OVER and notice(table, hand, AfterHand()):
        plan.out_of_play(e.exit)
        return
    plan.not_due(e.exit)
    hand.watch.card_not_due(e.exit, e.before)
    if len(plan.loose) == 1 and not premature_open(hand):
        card_alarm(table, hand, "card.not_due", None, e.exit)


# --- a card lies somewhere ------------------------------------------------------------------------------------------


def misplaced(table: Table, hand: Hand, card: int, spot: Place, seen: int) -> None:
    """A card is proven at a place where it is not due. `seen`: when it was first read there, ns."""
    plan = hand.plan
    if hand.phase is CLAIMS and card in plan.out and spot in SEATS:
        dealt_unshuffled(table)
    if hand.phase in OVER or hand.is_dead(card):
        if hand.phase not in OVER:
            card_alarm(table, hand, "card.out", plan.owner(card), card, place_text(spot))
        return
    if card in plan.loose:
        _too_many(table, hand, card, spot, seen)
    elif notice(table, hand, LiesElsewhere(card, spot)):
        return
    elif hand.phase is DEALING and not plan.in_order and plan.settle_at(card, spot):
        update_hold(table, hand)
    else:
        if not hand.watch.misplaced:  # the order is wrong from there on: one word is enough
            card_alarm(table, hand, MISPLACED, plan.owner(card), card, place_text(spot))
        if hand.phase is DEALING:
            _lies_wrong(table, hand, card, spot, seen)


def _too_many(table: Table, hand: Hand, card: int, spot: Place, seen: int) -> None:
    """A card that was not due lies at a place."""
    hand.watch.lies_too_many(card, seen)
    if spot in ON_BOARD:
        more_on_board(table, hand, card)
    else:
        look_again(table, hand)


def _lies_wrong(table: Table, hand: Hand, card: int, spot: Place, seen: int) -> None:
    hand.watch.goes_astray(card, spot, seen)
    if hand.plan.went_on_after(card):
        look_again(table, hand)


def returned_to_place(table: Table, hand: Hand, card: int) -> None:
    """A misplaced card lies at its own place now. If no alarm names another misplaced card, name the first one."""
    hand.watch.back_in_place(card)
    said = {alarm.card for alarm in table.alarms if alarm.key == MISPLACED}
    for other, spot in list(hand.watch.misplaced.items())[:1]:
        if not said & hand.watch.misplaced.keys():
            card_alarm(table, hand, MISPLACED, hand.plan.owner(other), other, place_text(spot))
    look_again(table, hand)
    update_hold(table, hand)


# --- out of order ---------------------------------------------------------------------------------------------------


def _seen_misplaced(table: Table, hand: Hand) -> list[int]:
    """The misplaced cards. A card that was taken up does not count until it is proven at a wrong place again."""
    return [card for card in hand.watch.misplaced if card not in table.felt.lifted]


def _lie_there(table: Table, hand: Hand, now: int) -> bool:
    """Whether a card has been misplaced for so long that no neighbouring reader can have heard it. `now`: ns."""
    return any(now - hand.watch.astray_since[card] >= DOUBT for card in _seen_misplaced(table, hand))


def look_again(table: Table, hand: Hand, *, over: bool = False) -> None:
    """Arm the timer for cards that may be misplaced, once the deal has gone on, and for cards too many.

    It fires when no neighbouring reader can have heard them. `over`: the next card is leaving the shoe.
    """
    waiting = _surplus(table, hand)
    if hand.phase is DEALING and (over or any(map(hand.plan.went_on_after, hand.watch.misplaced))):
        waiting += _seen_misplaced(table, hand)
    if waiting:
        table.arm(ASTRAY, min(hand.watch.astray_since[card] for card in waiting) + DOUBT)


def misplaced_still(table: Table, hand: Hand, at: int) -> None:
    """The timer: judge misplaced cards if the deal went on after them, otherwise cards too many. `at`: ns."""
    if hand.phase in OVER:
        return
    if hand.phase is DEALING and any(map(hand.plan.went_on_after, hand.watch.misplaced)):
        if not _lie_there(table, hand, at):
            look_again(table, hand)
        else:
            _order(table, hand)
    else:
        _count_surplus(table, hand, at)


def _order(table: Table, hand: Hand, drawn: int = 0) -> None:
    """The deal went on and an earlier card is still misplaced. `drawn`: a card that has just left the shoe."""
    card = next(iter(_seen_misplaced(table, hand)))
    notice(table, hand, DealWentOn(hand.watch.misplaced[card], card, drawn))


def is_twice_running(_table: Table, hand: Hand, fact: DealWentOn) -> bool:
    """Whether the card lies where the one before it was due."""
    slot = hand.plan.slot_of(fact.card)
    before = None if slot is None else hand.plan.slots.before(slot)
    return before is not None and before.place == fact.spot


def is_out_of_order(table: Table, hand: Hand, fact: DealWentOn) -> bool:
    """Whether the card lies at any other wrong place."""
    return not is_twice_running(table, hand, fact)


def out_of_order(table: Table, hand: Hand, fact: DealWentOn) -> None:
    """Judge a deal whose order is wrong."""
    seat = fact.spot if fact.spot in SEATS else None
    policy, entry = table.book.bound("deal.order")
    verdict = policy(fact, entry) if policy else ""
    if verdict == "misdeal":
        erred(table, hand)
        cancel(table, hand, "deal.order", seat)
        if hand.voided is not None and fact.drawn:
            hand.voided.hand.plan.not_due(fact.drawn)  # dealt if the order counts after all
        return
    ask_order(table, hand, seat, proposed=bool(verdict))
    look_again(table, hand)


def ask_order(table: Table, hand: Hand, seat: Seat | None, *, proposed: bool) -> None:
    """Ask whether the hand is void. Meanwhile it goes on as it lies, and the order is not asked about again.

    `proposed`: the rulebook voids the hand, and the dealer confirms it. Otherwise the floor decides.
    """
    rule(table, "deal.order", seat, (), decided="asked")
    table.ask(DealOrder(seat, proposed))
    go_on_as_it_lies(table, hand)


def _surplus(table: Table, hand: Hand) -> list[int]:
    """The cards too many at a seat or an empty place that are not counted yet.

    None while another card is misplaced in the deal, or a person is asked about the order. Then the fault may be the
    order and not the number.
    """
    if ORDER in table.asks or (hand.watch.misplaced and hand.phase is DEALING):
        return []
    spots, seen = table.felt.spot_of, hand.watch.astray_since.keys() - table.felt.lifted.keys()
    return [e for e in hand.plan.loose if e in seen and SEAT < spots.get(e, 0) <= SEAT + 10]


def _count_surplus(table: Table, hand: Hand, at: int) -> None:
    """Judge the cards too many that have lain at a seat or an empty place for `DOUBT`. `at`: ns."""
    for card in _surplus(table, hand):
        if at - hand.watch.astray_since[card] >= DOUBT:
            if _in_between(table, hand, card):
                notice(table, hand, DealWentOn(table.felt.spot_of[card], hand.watch.before[card]))
                return
            hand.watch.number_judged(card)
            surplus(table, hand, card, table.felt.spot_of[card])
            if hand.phase is CANCELLED:
                return
    look_again(table, hand)


def _in_between(table: Table, hand: Hand, card: int) -> bool:
    """Whether a card too many left the shoe before the last of the deal: then the order is judged before the number.

    False if a person has decided on the order, or if it is too late to deal again. Then only the number is judged.
    """
    after = hand.plan.slot_of(hand.watch.before.get(card, 0))
    in_the_deal = after is not None and after.street == 0
    return in_the_deal and hand.plan.in_order and not stands(table, hand)


def order_counts(table: Table, hand: Hand) -> None:
    """The hand is not void for its order. Cards that have left the shoe since then belong to the deal too."""
    for card in [card for card in hand.plan.loose if card not in hand.watch.before]:
        hand.plan.take_loose(card)
    look_again(table, hand)


def go_on_as_it_lies(table: Table, hand: Hand) -> None:
    """Cards count where they lie from now on. The number of cards is judged when the deal is over."""
    hand.plan.go_on_as_it_lies(hand.watch.misplaced)
    hand.watch.order_judged()
    update_hold(table, hand)
