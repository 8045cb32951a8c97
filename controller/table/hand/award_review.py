"""Awards that are reviewed before their chips are pushed, and pots whose winner is unknown.

Cards speak: if a hand is tabled after the dealer named the winners, the open cards decide the pots. If the last hands
were all swept in, the player whose hand was swept in last has not won by that.
"""

from controller.poker.betting import NOBODY, among, seats_of
from controller.poker.hand import BEFORE_ACTS, SHOWDOWN_OVER, Hand, Phase
from controller.poker.outcomes import Effect, Prompt, Revive
from controller.poker.places import Seat
from controller.poker.showdown import best_by_cards, known_values, pots_of
from controller.table.hand.hand_reinstatement import award_goes_back, not_pushed
from controller.table.hand.showdown import all_shown, award, prompt_show
from controller.table.state.question import SWEPT_IN, UNDETERMINED, Answer
from controller.table.state.questions_of_hands import Undetermined
from controller.table.state.rulings import refuse
from controller.table.state.table import Table

# --- a hand tabled after the award ----------------------------------------------------------------------------------


def tabled_after_award(table: Table, hand: Hand, seat: Seat) -> None:
    """A live hand is tabled after the dealer named the winners, and before a chip is pushed.

    If it may be the better hand, award the pots again by the cards, or by a new entry of the dealer.
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
    """The seat with the best tabled hand if the dealer named another one, otherwise `NOBODY`.

    Call it before the pots are divided.
    """
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


# --- the winner is unknown ------------------------------------------------------------------------------------------


def winner_undetermined(table: Table, hand: Hand, by: str) -> None:
    """The floor enters that no one can name the winner.

    If board and hands are known, propose an award by the cards. Otherwise, or if it is entered again, split each pot.
    """
    if hand.phase in (*BEFORE_ACTS, *SHOWDOWN_OVER) or not hand.betting.contested:
        refuse(table, "pots.undetermined", None)
    elif UNDETERMINED in table.asks or not _all_known(hand):
        table.withdraw(UNDETERMINED, SWEPT_IN)
        split_among_last(table, hand, by)
    else:
        _ask(table, hand)


def swept_in_too(table: Table, hand: Hand, seat: Seat, by: str) -> bool:
    """The last hand is swept in like the others before it, with no act in between. None of them has won by that.

    Take back the award, and ask the floor what becomes of the pots. Return False if this is not the case.
    """
    others = hand.rights.swept_last(hand.street, len(hand.betting.acts)) & ~hand.betting.live
    mine = hand.betting.is_live(seat) and not hand.rights.has_shown(seat)
    if not others or not mine or not not_pushed(table, hand):
        return False
    back: tuple[Effect, ...] = tuple(Revive(s) for s in seats_of(others))
    award_goes_back(table, hand, seat, "killed", back, by, "pots.undetermined")
    _ask(table, hand)
    return True


def note_swept(hand: Hand, seat: Seat) -> None:
    """Note that a hand was swept in by mistake, together with those swept in since the last act."""
    hand.rights.sweep_in(seat, hand.street, len(hand.betting.acts))


def answer_undetermined(table: Table, hand: Hand, _q: Undetermined, answer: Answer) -> None:
    """Award the pots by the cards, split them, or let the dealer name the winners."""
    if hand.phase in SHOWDOWN_OVER or not hand.betting.contested:
        return
    if answer.choice == "split":
        split_among_last(table, hand, "floor")
        return
    hand.end_betting()
    hand.go_to_showdown()
    if answer.choice == "award":
        award(table, hand, by="floor")
    else:
        table.prompt(Prompt("dealer", None, "name_winners"))


def split_among_last(table: Table, hand: Hand, by: str) -> None:
    """Split each pot among its own last contenders. Open betting ends."""
    hand.end_betting()
    hand.pots.name_winners(tuple(tuple(seats_of(pot.seats)) for pot in reversed(pots_of(hand))))
    award(table, hand, "pots.undetermined", by)


def _all_known(hand: Hand) -> bool:
    """Whether the whole board and every live hand are known, shown or not."""
    values = known_values(hand)
    return all(seat in values for seat in seats_of(hand.betting.live))


def _ask(table: Table, hand: Hand) -> None:
    """Ask without naming a seat: everyone at the table reads the question, and the hands may never be shown."""
    table.ask(Undetermined(_all_known(hand)))
