"""Awards looked at again before their chips are pushed, and pots whose winner nobody can name.

Cards speak: a hand that is tabled after the dealer named the winners has the pots awarded by what lies open. Where
the last hands were all swept in nobody has won because his was swept in last.
"""

from controller.poker.betting import NOBODY, among, seats_of
from controller.poker.hand import BEFORE_ACTS, SHOWDOWN_OVER, Hand, Phase
from controller.poker.outcomes import Effect, Prompt, Revive
from controller.poker.places import Seat
from controller.poker.showdown import best_by_cards, known_values, pots_of
from controller.table.hand.hand_reinstatement import award_goes_back, not_pushed
from controller.table.hand.showdown import all_shown, award, prompt_show
from controller.table.state.question import SWEPT_IN, UNDETERMINED
from controller.table.state.questions_of_hands import Undetermined
from controller.table.state.rulings import refuse
from controller.table.state.table import Table

# --- a hand tabled after the award ----------------------------------------------------------------------------------


def tabled_after_award(table: Table, hand: Hand, seat: Seat) -> None:
    """A live hand is tabled when the dealer's word had awarded the pots, and no chip of them is pushed: if it may be
    the better one they are awarded by the cards, or by the dealer's word anew.
    """
    book = table.book
    if not hand.pots.told_winners or not not_pushed(table, hand):
        return
    values = known_values(hand)
    won = [values.get(s) for s in hand.seats if hand.pots.won[s]]
    if seat in values and all(value is not None and value > values[seat] for value in won):
        return
    award_goes_back(table, hand, seat, "show.spoken" if book.has("show.spoken") else "award.contested")
    all_shown(table, hand)
    if hand.phase is Phase.SHOWDOWN:
        prompt_show(table, hand)


def against_the_cards(hand: Hand) -> Seat:
    """The seat with the best of the tabled hands where the dealer named another one; else nobody. Call it before the
    pots are divided."""
    values = known_values(hand)
    if any(s not in values or not hand.rights.has_shown(s) for s in seats_of(hand.betting.live)):
        return NOBODY
    pots = pots_of(hand)
    for number, pot in enumerate(reversed(pots)):
        told = {
            s for s in hand.pots.told_winners[min(number, len(hand.pots.told_winners) - 1)] if among(pot.seats, s)
        }
        best = best_by_cards(values, seats_of(pot.seats))
        if told and told != set(best):
            return best[0]
    return NOBODY


# --- nobody can name the winner -------------------------------------------------------------------------------------


def winner_undetermined(table: Table, hand: Hand, by: str) -> None:
    """The floor says that nobody can name the winner. Where board and hands are known the cards can: that is
    proposed; else each pot is split. Said again, it is split."""
    if hand.phase in (*BEFORE_ACTS, *SHOWDOWN_OVER) or not hand.betting.contested:
        refuse(table, "pots.undetermined", None)
    elif UNDETERMINED in table.asks or not _all_known(hand):
        table.withdraw(UNDETERMINED, SWEPT_IN)
        split_among_last(table, hand, by)
    else:
        _ask(table, hand)


def swept_in_too(table: Table, hand: Hand, seat: Seat, by: str) -> bool:
    """The last hand that was left is swept in like the others before it, with nothing done in between: none of them
    has won by that. The award goes back, and the floor says what becomes of the pots. False where it is not so."""
    others = hand.rights.swept_last(hand.street, len(hand.betting.acts)) & ~hand.betting.live
    mine = hand.betting.is_live(seat) and not hand.rights.has_shown(seat)
    if not others or not mine or not not_pushed(table, hand):
        return False
    back: tuple[Effect, ...] = tuple(Revive(s) for s in seats_of(others))
    award_goes_back(table, hand, seat, "killed", back, by, "pots.undetermined")
    _ask(table, hand)
    return True


def note_swept(hand: Hand, seat: Seat) -> None:
    """A hand was swept in by mistake: with those that were just before it, nobody having acted since."""
    hand.rights.sweep_in(seat, hand.street, len(hand.betting.acts))


def answer_undetermined(table: Table, hand: Hand, choice: str, by: str) -> None:
    """The pots go to whom the cards name, are split, or the dealer names the winners."""
    if hand.phase in SHOWDOWN_OVER or not hand.betting.contested:
        return
    if choice == "split":
        split_among_last(table, hand, by)
        return
    hand.end_betting()
    hand.go_to_showdown()
    if choice == "award":
        award(table, hand, by=by)
    else:
        table.prompt(Prompt("dealer", None, "name_winners"))


def split_among_last(table: Table, hand: Hand, by: str) -> None:
    """Each pot is split among its own last contenders; betting that is open ends."""
    hand.end_betting()
    hand.pots.name_winners(tuple(tuple(seats_of(pot.seats)) for pot in reversed(pots_of(hand))))
    award(table, hand, "pots.undetermined", by)


def _all_known(hand: Hand) -> bool:
    """Whether the whole board and every live hand are known, shown or not."""
    values = known_values(hand)
    return all(seat in values for seat in seats_of(hand.betting.live))


def _ask(table: Table, hand: Hand) -> None:
    """The question names no seat: everybody at the table reads it, and the hands may never have been shown."""
    table.ask(Undetermined(_all_known(hand)))
