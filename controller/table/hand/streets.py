"""The streets: dealt cards open the betting, and a closed round waits until its bets are gathered."""

from controller.poker.betting import seats_of
from controller.poker.hand import DEALING, Hand
from controller.poker.outcomes import CloseRound, Kill, Prompt
from controller.poker.places import BET, POT, Seat
from controller.poker.remedy import holds_street
from controller.poker.slots import BURN
from controller.table.hand.showdown import begin_showdown
from controller.table.seating.absences import dies_when_dealt
from controller.table.state.questions_of_deal import Burned
from controller.table.state.rulings import rule
from controller.table.state.table import Table


def cards_are_out(table: Table, hand: Hand) -> None:
    """Every card of the deal or of a street is proven. Open the betting, or the next street if the hand runs out."""
    table.withdraw("one_motion_or_two", "burned", "card_missing")
    if hand.phase is DEALING:
        stakes = table.stakes
        unit = (stakes.small_bet or stakes.big_blind) if _limit(table) else 0
        size = table.book.betting.grow(0, max(stakes.big_blind, hand.option))
        hand.open_first_round(_first_to_speak(table, hand), stakes.big_blind, unit, size)
        for seat in table.suspensions.serving:
            rule(table, "penalties", seat, (Kill(seat),))
        if table.seating.away | table.seating.late | table.seating.vacated:
            dies_when_dealt(table, hand)
        return
    hand.next_street()
    if not hand.betting.runs_out:
        _open_street(table, hand)
    elif hand.street == 3:
        begin_showdown(table, hand)
    else:
        hand.run_out()


def ask_burned(table: Table) -> None:
    """Ask whether a burn was made, since all cards of the street lie there and nothing counts the burns."""
    table.ask(Burned())


def held(table: Table, hand: Hand) -> bool:
    """Whether no player may act, because a movement must be made or a question that holds play is open."""
    return asked_of_the_floor(table) or holds_street(hand.remedies.open, hand.plan)


def asked_of_the_floor(table: Table) -> bool:
    """Whether a question is open that holds play. Nothing is moved until it is answered.

    It is about a fault that the rulebook leaves open, or about the burn before cards that came too early.
    """
    return any(question.holds_play for question in table.questions.values())


def _first_to_speak(table: Table, hand: Hand) -> Seat:
    """The seat after which the first round opens: the highest blind, unless the option's poster speaks first."""
    if hand.straddle and table.book.entries.option.speaks == "first":
        return hand.big_blind
    return hand.straddle or hand.big_blind


def _limit(table: Table) -> bool:
    return table.book.betting.limit


def _open_street(table: Table, hand: Hand) -> None:
    stakes = table.stakes
    unit = 0
    if _limit(table):
        small = stakes.small_bet or stakes.big_blind
        unit = small if hand.street < 2 else stakes.big_bet or 2 * small
    hand.open_street(stakes.big_blind, unit, table.sequence)


def close_round(table: Table, hand: Hand) -> None:
    """Close the round, as no player is left to act. The uncalled bet goes back, the rest goes to the pot."""
    betting = hand.betting
    returned = hand.close_round(table.senses.chips)
    matter, closes = "bet.uncalled" if returned else "round.closed", CloseRound(hand.phase.value, returned)
    rule(table, matter, None, (closes,), decided="uncalled" if returned else "round_over")
    if betting.contested and hand.street < 3:
        _early_burn(table, hand)
        table.prompt(Prompt("dealer", None, "gather"))
        book = table.book
        shown_now = book.entries.show_all_in.when == "betting_over"
        if betting.runs_out and shown_now and not is_gathered(table, hand):
            expose(table, hand)


def _early_burn(table: Table, hand: Hand) -> None:
    """Let a card count as the burn of the next street if it alone left the shoe while the betting was open.

    It lies at a place that no reader hears, as a burn does. The readers of seats and board would have heard it there.
    """
    plan, senses = hand.plan, table.senses
    if len(plan.loose) != 1 or plan.loose[0] in table.felt.spot_of:
        return
    due, heard = plan.next_due(), senses.board and all(senses.cards[seat] for seat in hand.seats)
    if heard and due is not None and due.place == BURN:
        plan.take_loose(plan.loose[0], proven=True)


def expose(table: Table, hand: Hand) -> None:
    """No more betting is possible. Prompt the dealer to turn up the live hands."""
    hand.rights.must_turn_up(hand.betting.live)
    rule(table, "show.all_in", None, ())
    table.prompt(
        Prompt("dealer", None, "expose", (("seats", tuple(seats_of(hand.rights.exposed & ~hand.rights.shown))),))
    )


def is_gathered(table: Table, hand: Hand) -> bool:
    """Whether nothing is left to gather, and the cards of the next street lie there already."""
    return not hand.plan.missing and chips_lie_right(table, hand)


def chips_lie_right(table: Table, hand: Hand) -> bool:
    """Whether every sensed bet line is empty, and the pot, if sensed, holds what it should."""
    total, sensed = table.felt.total, table.senses.chips
    if table.senses.pot and total[POT] != hand.betting.pot:
        return False
    return not any(total[BET + seat] for seat in hand.seats if sensed[seat])
