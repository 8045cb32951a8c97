"""One way through a hand. Only `step` calls `advance`, once after each event has been applied.

A handler changes only what its event changes: an act is taken, a card is proven, a hand is dead. The consequences for
the course of the hand follow here, as far as nothing is in the way:

    acts      the turn passes to a player who acted early, to an absent one, or to no one: the round closes
    gather    the bets lie in the pot: the cards of the next street are due, or showdown begins
    cards     every card of the street is proven, and no remedy holds play: the betting opens
    showdown  see `showdown.all_shown`
"""

from typing import Final

from controller.poker.decision_clock import DECISION
from controller.poker.hand import ACTS, AWARD, CARDS, CLAIMS, DEALING, GATHER, LAST_STREET, SHOWDOWN, STREETS, Hand
from controller.table.betting.out_of_turn import reached
from controller.table.hand.showdown import all_shown, award, begin_showdown, prompt_what_was_shown
from controller.table.hand.streets import cards_are_out, close_round, held, is_gathered
from controller.table.seating.absences import ask_on_turn, dies_on_turn
from controller.table.state.question import DISPUTED
from controller.table.state.table import Table

BEFORE_RIVER: Final = STREETS[:LAST_STREET]
"""The streets after which cards are dealt."""


def advance(table: Table) -> bool:
    """Take the hand as far as nothing is in the way. Return whether it took a step.

    Most events bring nothing that the hand waits for. So that is looked at first, by facts that `go_on` reads too:
    nothing is kept from one event to the next that could be out of date.
    """
    hand = table.hand
    if hand is None:
        return False
    if hand.stage is ACTS:
        if hand.betting.turn and not hand.clock.ticking:
            waiting, seating = hand.waiting, table.seating
            if not (waiting.early or waiting.dark or seating.away or seating.vacated):
                return False  # a player is to act, and no other seat's act or absence counts when the turn comes
    elif hand.plan.missing:
        if hand.phase is DEALING or (hand.phase in BEFORE_RIVER and hand.betting.contested):
            return False  # cards are to come first, whatever lies on the bet lines
    elif hand.phase is CLAIMS or hand.phase is AWARD:
        return False
    return go_on(table, hand)


def go_on(table: Table, begun: Hand) -> bool:
    """Take steps until one is in the way. Return whether there was any."""
    hand: Hand | None = begun
    went_on = False
    while hand is not None and DISPUTED not in table.asks:
        stage = hand.stage
        if stage is ACTS:
            goes_on = _turn_passes(table, hand)
        elif stage is CARDS:
            goes_on = _cards(table, hand)
        else:
            goes_on = _betting_is_closed(table, hand)
        if not goes_on:
            break
        hand, went_on = table.hand, True
    if hand is not None and hand.rights.to_reveal and hand.stage is not ACTS:
        prompt_what_was_shown(table, hand)
    return went_on


def _betting_is_closed(table: Table, hand: Hand) -> bool:
    """The bets are gathered, or the hands shown. Return False if there is no step to take."""
    if hand.phase in STREETS:
        return hand.stage is GATHER and _round_is_over(table, hand)
    if hand.phase is SHOWDOWN and hand.pots.undivided != (hand.betting.live, hand.rights.shown):
        all_shown(table, hand)
    return False


def _turn_passes(table: Table, hand: Hand) -> bool:
    waiting, seating, betting = hand.waiting, table.seating, hand.betting
    while (waiting.early or waiting.dark) and reached(table, hand):
        pass
    while seating.away and dies_on_turn(table, hand):
        pass
    if seating.vacated:
        ask_on_turn(table, hand)
    if hand.clock.ticking and hand.clock.seat != betting.turn:
        hand.clock.turn_passed()
        table.arm(DECISION, None)
    if betting.turn:
        return False
    close_round(table, hand)
    return True


def _round_is_over(table: Table, hand: Hand) -> bool:
    """The round is closed. The hand is over, is shown, or waits for its bets to be gathered."""
    if not hand.betting.contested:
        award(table, hand)
    elif hand.street == LAST_STREET:
        begin_showdown(table, hand)
    elif is_gathered(table, hand):
        hand.gather()
    else:
        return False
    return True


def _cards(table: Table, hand: Hand) -> bool:
    """Cards are due. The last hand left wins without them. A remedy that holds play comes first."""
    if hand.phase in STREETS:
        if not hand.betting.contested:
            award(table, hand)
            return False
    elif hand.phase is not DEALING:
        return False
    if hand.plan.missing or (hand.watch.watchful and held(table, hand)):
        return False
    cards_are_out(table, hand)
    return True
