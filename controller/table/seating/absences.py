"""Players who are not in their chairs: their hands and blinds, and what they owe when they return."""

from controller.poker.betting import NOBODY, among, seats_of
from controller.poker.hand import OVER, Hand, Phase, Stage
from controller.poker.outcomes import Kill, Mark, Owe, Prompt, Take
from controller.poker.places import Seat
from controller.poker.timers import Timed, Timer
from controller.table.state.question import VACATED, VACATED_AT_DEAL
from controller.table.state.questions_of_seats import ChairEmpty, ChairEmptyAtDeal, NoHandLeft
from controller.table.state.rulings import rule
from controller.table.state.setup import Latecomers
from controller.table.state.table import Table


def gone(table: Table, seat: Seat, at: int) -> None:
    """The player has left their chair at that time (ns). The button's place is noted with it."""
    seating = table.seating
    settled(table, seat)
    has_left_to_talk(table, seat)
    if not seating.is_held(seat) or seating.is_away(seat):
        return
    seating.leave_chair(seat, table.button_now)
    if has_limit(table):
        seating.wait_for_absent(seat, at, table.setup.absence)
        table.arm(Timer(Timed.ABSENCE, seat), seating.absence_ends[seat])


def has_left_to_talk(table: Table, seat: Seat) -> None:
    """The player who was to take a call elsewhere is no longer in their chair."""
    for key in ("talk_away", "leave_to_talk"):
        table.fulfilled(key, seat)


def arrives(table: Table, seat: Seat) -> None:
    """The player is there, if only now: a latecomer's place waits no longer."""
    if table.seating.is_expected(seat):
        rule(table, "late.arrival", seat, (Mark(seat, "expected", on=False),), also=late_by(table, seat))


def late_by(table: Table, seat: Seat) -> str:
    """The rule key by which a seat is treated as a latecomer's, if the event has a rule for latecomers."""
    said = table.setup.schedule.latecomers is not Latecomers.UNSAID
    return "late.chips" if table.seating.is_expected(seat) and said else ""


def has_limit(table: Table) -> bool:
    """Whether the house limits how long it waits for an absent player."""
    book = table.book
    limited = book.entries.absent_long.then == "house_limit"
    return limited and table.setup.absence > 0


def back(table: Table, seat: Seat) -> None:
    """The player is in their chair again. Missed blinds are reckoned."""
    seating = table.seating
    settled(table, seat)
    was_out = among(seating.away | seating.marked, seat)
    seating.back_in_chair(seat, after_deal=_deal_is_over(table.hand))
    arrives(table, seat)
    if seating.wait_no_longer(seat):
        table.arm(Timer(Timed.ABSENCE, seat), None)
    if was_out:
        reckon(table, seat)


def _deal_is_over(hand: Hand | None) -> bool:
    """The last card of the deal has been given. A replacement may still be due."""
    if hand is None or hand.phase is not Phase.DEALING:
        return False
    last = hand.plan.slots.row[hand.variant.hole_cards * len(hand.seats) - 1]
    return last.done or hand.plan.passed(last)


def reckon(table: Table, seat: Seat) -> None:
    """A player who comes back pays for missed blinds, if the book says so. Otherwise the missed turns are
    forgotten."""
    seating, book = table.seating, table.book
    turns = seating.reached[seat]
    if not turns:
        return
    pays = book.entries.missed.pays != "nothing"
    owes = pays and turns > (book.entries.missed.after_turns or 0)
    debt = seating.debt[seat] or ("missed" if owes else "")
    effects = (Owe(seat, debt), Mark(seat, "marked", on=False), Mark(seat, "sitting_out", on=False))
    if pays:
        rule(table, "missed", seat, effects)
    else:
        seating.reckoned(seat)


def blinded_off(table: Table) -> bool:
    """Whether the book deals in players who sit out, and takes their blinds and antes like those of an absent
    player."""
    return table.book.entries.absent_long.then == "blinded_off"


def out_is_away(table: Table) -> None:
    """At the shuffle a player who chose to sit out is away, if the book knows no other way of sitting out."""
    if table.seating.sitting_out and blinded_off(table):
        for seat in seats_of(table.seating.sitting_out & table.seating.held):
            gone(table, seat, 0)  # no clock runs for them
        table.seating.nobody_sits_out()


# --- chairs that seem empty -----------------------------------------------------------------------------------------


def chair_empty(table: Table, seat: Seat, at: int) -> None:
    """A sensor reports that a held chair is empty. Sensors flicker, so the report costs no player anything by itself.
    The dealer is asked once the book attaches a consequence to it."""
    if not table.seating.is_held(seat) or table.seating.is_away(seat):
        return
    table.seating.chair_seems_empty(seat, at)
    hand = table.hand
    plays = hand is not None and hand.phase not in OVER and hand.betting.is_live(seat)
    if not plays and not table.tournament.clock.on_break and _dies(table) in ("at_turn", "not_dealt"):
        _ask_where(table, ChairEmpty(seat))


def chair_taken(table: Table, seat: Seat) -> None:
    """A player sits there. The question that an empty chair raised at the deal's end is still asked."""
    over = table.seating.is_vacated(seat) and _deal_is_over(table.hand) and _dies(table) == "deal_end"
    if over or _ask_id(VACATED_AT_DEAL, seat) in table.asks:
        return
    back(table, seat)


def settled(table: Table, seat: Seat) -> None:
    """It has been entered or seen where this player is."""
    table.seating.chair_settled(seat)
    for key in (VACATED, VACATED_AT_DEAL):
        table.close(_ask_id(key, seat))


def said_here(table: Table, seat: Seat) -> None:
    """The sensor of a chair is wrong: its player sits in it."""
    settled(table, seat)
    table.seating.said_here(seat)


def ask_on_turn(table: Table, hand: Hand) -> None:
    """The turn has come to a seat whose chair seems empty, and an absent player's hand would die."""
    seat = hand.betting.turn
    if seat != NOBODY and table.seating.is_vacated(seat) and _dies(table) == "at_turn":
        _ask_where(table, ChairEmpty(seat))


def asked_before_deal(table: Table) -> bool:
    """Whether the hand waits until it is known who is in their chair, as the book deals no absent player in."""
    if not table.seating.vacated or _dies(table) != "not_dealt":
        return False
    for seat in seats_of(table.seating.vacated):
        _ask_where(table, ChairEmpty(seat))
    return True


def _dies(table: Table) -> str | None:
    return table.book.entries.absent_hand.dies


def _ask_id(key: str, seat: Seat) -> str:
    return f"{key}-{seat}"


def _ask_where(table: Table, question: ChairEmpty | ChairEmptyAtDeal) -> None:
    if question.ask.id not in table.asks:
        table.ask(question)


def _ask_after_deal(table: Table, hand: Hand) -> None:
    """A player whose chair seemed empty at the last card has a live hand until the dealer says otherwise."""
    for seat in seats_of(table.seating.vacated & hand.betting.live):
        _ask_where(table, ChairEmptyAtDeal(seat))
        if table.felt.is_occupied(seat):
            table.seating.chair_settled(seat)


# --- in a hand ------------------------------------------------------------------------------------------------------


def dies_when_dealt(table: Table, hand: Hand) -> None:
    """The deal is over. A player who is not in place has no hand, if the book says so."""
    if _dies(table) != "deal_end":
        return
    _ask_after_deal(table, hand)
    absent_hands_die(table, hand)


def absent_hands_die(table: Table, hand: Hand, by: str = "") -> None:
    """The hands of absent players are dead once another player is known to have been in place.

    If no player was in place the floor decides, since every hand would be dead. While a chair is in question, wait.
    """
    absent = table.seating.away | table.seating.late
    perhaps = hand.betting.live & ~absent
    asked = {q.seat for q in table.questions.values() if isinstance(q, ChairEmptyAtDeal)}
    if not perhaps and hand.betting.contested:
        table.ask(NoHandLeft())
    elif not asked.issuperset(seats_of(perhaps)):
        for seat in hand.seats:
            if among(absent, seat):
                hand_dies(table, hand, seat, by)


def big_blind_wins(table: Table, hand: Hand) -> None:
    """The floor gives the blinds to the big blind: every other hand is dead."""
    for seat in hand.seats:
        if seat != hand.big_blind:
            hand_dies(table, hand, seat, "floor")


def hand_dies(table: Table, hand: Hand, seat: Seat, by: str = "") -> None:
    """The hand of a player who was away when the deal ended is dead, unless it is the last."""
    if hand.betting.is_live(seat) and hand.betting.contested:
        rule(table, "absent.hand", seat, (Kill(seat),), by=by)


def dies_on_turn(table: Table, hand: Hand) -> bool:
    """The turn has come to an absent player: their blinds are taken and their hand is mucked, if the book says so.

    True if it was.
    """
    seat = hand.betting.turn
    if seat == NOBODY or not table.seating.is_away(seat) or hand.stage is not Stage.ACTS:
        return False
    if _dies(table) != "at_turn":
        return False
    due = table.bet_due(seat)
    if due > 0:
        matter = "absent.listed" if table.seating.listed else "absent.first"
        rule(table, matter, seat, (Take(seat, "post", hand.betting.bet[seat]),))
    rule(table, "absent.hand", seat, (Take(seat, "fold", hand.left_by_fold(seat)),))
    if due > 0:
        table.prompt(Prompt("dealer", seat, "take_blind", (("seat", seat), ("amount", due))))
    return True


def posts_late(table: Table, seat: Seat) -> bool:
    """The blinds of this seat are taken when it would be its turn, and not before the deal."""
    book, hand = table.book, table.hand
    absent = table.seating.is_away(seat) and hand is not None and hand.betting.is_live(seat)
    return bool(absent and book.entries.blind_when.when == "absent_at_turn")
