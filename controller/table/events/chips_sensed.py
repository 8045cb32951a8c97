"""Chips that readers report: payments of amounts due, or acts."""

from controller.poker.events import ChipsMoved
from controller.poker.hand import ACTS, AWARD, BEFORE_ACTS, CANCELLED, CARDS, CLAIMS, GATHER, STREETS, Hand
from controller.poker.places import (
    BET,
    DEALER,
    HAND,
    POT,
    SEAT_OF_LINE,
    SEAT_OF_STACK,
    SEATS,
    STACK,
    Place,
    Seat,
    place_text,
)
from controller.table.betting.actions import after_close, bet_line, empty_line, splashed, wrong_line
from controller.table.betting.lifted_bets import laid_down
from controller.table.betting.out_of_turn import chips_before_the_street, chips_before_the_turn
from controller.table.chips import foreign_chips
from controller.table.chips.absent_stakes import watched
from controller.table.chips.between_hands import (
    at_free_seat,
    came_from,
    compare_once_settled,
    from_nowhere,
    given_back,
    handed_over,
    not_his,
)
from controller.table.chips.chips_in_hand import chips_laid_down, chips_taken_up, leave_in_break
from controller.table.chips.chips_in_transit import note_come
from controller.table.chips.inventory import count_stacks
from controller.table.hand.bet_collection import MISSING, came_after_all, in_the_middle
from controller.table.hand.pot_pushes import pot_chips_moved
from controller.table.hand.showdown import paid
from controller.table.hand.start import posts_moved
from controller.table.hand.streets import chips_lie_right
from controller.table.seating.entry_blinds import chips_between_hands
from controller.table.state.table import Table
from controller.table.tournament import chip_race


def chips_moved(table: Table, e: ChipsMoved) -> None:
    """One motion: the physical state changes. At a bet line it pays an amount due or is an act."""
    owner, hand = SEAT_OF_STACK[e.area], table.hand
    if not table.senses.all_chips and is_entered(table, e.area):
        table.felt.note_motion(e.area, e.added, e.removed)
        return
    if owner and not table.seating.is_held(owner):
        at_free_seat(table, owner, e)
    elif hand is None or hand.phase is CLAIMS or (owner and hand.phase is CANCELLED):
        _between_hands(table, e)
    else:
        _moved(table, hand, e)


def is_entered(table: Table, area: Place) -> bool:
    """Whether the dealer enters what lies at a player's stack or bet line. One of the two readers may still answer.
    What it tells would count twice, as the entry has moved the chips already."""
    seat = SEAT_OF_STACK[area] or SEAT_OF_LINE[area]
    return seat > 0 and not table.senses.chips[seat] and table.seating.is_held(seat)


def _moved(table: Table, hand: Hand, e: ChipsMoved) -> None:
    area, line, total, betting_open = e.area, SEAT_OF_LINE[e.area], table.felt.total, hand.stage is ACTS
    turn = hand.betting.turn if betting_open and e.added else 0
    held = total[HAND + turn] if turn and line != turn else 0
    own = total[HAND + line] if held and line else held
    dealer_had = total[DEALER]
    unexplained = table.felt.move_chips(area, e.added, e.removed, not betting_open, e.at)
    if e.removed and table.seating.away:
        watched(table, area - STACK, e)
    if unexplained:
        _unexplained(table, e, unexplained)
    if not line:
        _beside_the_lines(table, hand, e, dealer_had, held)
    elif not _of_another(table, hand, line, e, turn):
        _at_line(table, hand, line, e, held if own < held else 0, own)
        if hand.phase is AWARD:
            paid(table, hand, area)


def _beside_the_lines(table: Table, hand: Hand, e: ChipsMoved, dealer_had: int, held: int) -> None:
    """Chips move at a stack, the pot, the tray or the drop. `dealer_had`, `held`: what was in the dealer's hand, and
    in that of the player on turn."""
    if e.added and (owner := SEAT_OF_STACK[e.area]):
        _to_stack(table, hand, owner)
    pot_chips_moved(table, hand, e, dealer_had)
    if e.area == POT and table.alarms:
        came_after_all(table, hand)
    if hand.phase is AWARD:
        paid(table, hand, e.area)
    elif e.area == POT and hand.stage is GATHER:
        _came_to_the_pot(table, hand)
    elif e.added and hand.stage is ACTS:
        _while_betting(table, hand, e, held)


def _while_betting(table: Table, hand: Hand, e: ChipsMoved, held: int) -> None:
    """Chips are laid down while the betting is open: swept in or thrown into the pot, or back on a stack."""
    if e.area == POT and hand.lines.sweep_in(hand.seats, sum(e.added)):
        splashed(table, hand, e, held)
    elif owner := SEAT_OF_STACK[e.area]:
        laid_down(table, hand, owner, sum(e.added))


def _of_another(table: Table, hand: Hand, seat: Seat, e: ChipsMoved, turn: Seat) -> bool:
    """Whether this is no bet: chips at the line of a free seat, or of one player on another's line."""
    lent = table.felt.lent
    if seat not in hand.seats and not table.seating.is_held(seat):
        if e.added and lent:
            empty_line(table, lent, seat, sum(e.added))
        return True
    return bool(lent) and lent not in (seat, turn) and not_his(table, lent, seat, e)


def _to_stack(table: Table, hand: Hand, seat: Seat) -> None:
    """Chips come to a stack in a hand: bought chips, or chips that had left it."""
    if table.transit.coming[seat] and hand.phase is not AWARD:
        note_come(table, seat)
    chips_laid_down(table, seat)


def _came_to_the_pot(table: Table, hand: Hand) -> None:
    """Bets are gathered. Either all is there, or the lines and the dealer's hands are empty and something is
    missing."""
    if chips_lie_right(table, hand):
        hand.gather()
        return
    total, sensed = table.felt.total, table.senses.chips
    missing = hand.betting.pot - total[POT]
    swept = not total[DEALER] and not any(total[BET + s] for s in hand.seats if sensed[s])
    if missing > 0 and swept and not in_the_middle(table, hand):
        table.alarm(MISSING, None, missing, "pot")


def _at_line(table: Table, hand: Hand, seat: Seat, e: ChipsMoved, held: int, own: int) -> None:
    """`held` is in the hand of the seat on turn, if it is another and holds more than this one's `own`."""
    if hand.stage is not ACTS:
        _between_rounds(table, hand, seat, e)
    elif held and own < sum(e.added) <= held:
        wrong_line(table, seat, hand.betting.turn, sum(e.added))
    else:
        bet_line(table, hand, seat, e)


def _unexplained(table: Table, e: ChipsMoved, amount: int) -> None:
    """More lies there than all hands held, or less left than lay there."""
    place = place_text(e.area)
    if amount < 0:
        table.alarm("chips.not_there", seat_of(e.area), -amount, place)
    elif foreign_chips.belongs_nowhere(table, e):
        table.alarm("chips.from_nowhere", seat_of(e.area), amount, place)
        foreign_chips.noticed(table, e, amount)
    else:
        from_nowhere(table, seat_of(e.area), amount, e.area)


def _first_reading(table: Table, e: ChipsMoved) -> bool:
    """A stack is read for the first time after the table was opened. It is compared with the setup, or counts as the
    player's chips if the setup names none. True if it was such a reading."""
    seat = e.area - STACK
    if table.hand_number or not 0 < seat <= 10 or e.removed:
        return False
    if not table.stack[seat] and not table.felt.total[e.area]:
        return count_stacks(table, {seat: e.added})
    if table.felt.chips[e.area] is not None:
        return False
    grown = table.felt.replace(e.area, e.added, e.at[1])
    if grown:
        table.alarm("snapshot.differs", seat, grown, place_text(e.area))
    return True


def _between_hands(table: Table, e: ChipsMoved) -> None:
    """A motion while no hand is played: of a race, or in a break."""
    event = table.tournament
    if _first_reading(table, e):
        return
    racing_now = event.race is not None
    if racing_now:
        chip_race.bring(table, e)
    held = table.felt.total[HAND : HAND + len(SEATS) + 1]
    unexplained = table.felt.move_chips(e.area, e.added, e.removed, table.hand is not None or racing_now, e.at)
    if unexplained:
        _unexplained(table, e, unexplained)
    if racing_now:
        chip_race.take_away(table, e)
        chip_race.chips_moved(table)
        return
    chips_between_hands(table, e.area - BET)
    if owner := SEAT_OF_STACK[e.area]:
        _at_stack(table, owner, e, held)


def _at_stack(table: Table, seat: Seat, e: ChipsMoved, held: list[int]) -> None:
    """Chips leave or reach a stack between two hands. `held` is what the players' hands held before."""
    if e.removed:
        given_back(table, seat)
        watched(table, seat, e)
        if not (table.tournament.clock.on_break and leave_in_break(table, seat, sum(e.removed))):
            chips_taken_up(table, seat)
    if e.added:
        chips_laid_down(table, seat)
        giver, amount = came_from(table, held, seat)
        if giver:
            handed_over(table, giver, seat, amount)
        compare_once_settled(table)


def _between_rounds(table: Table, hand: Hand, seat: Seat, e: ChipsMoved) -> None:
    """A motion at a bet line between rounds: posts, chips before their turn, payments and gathering."""
    if hand.stage is GATHER and hand.phase is not AWARD:
        after_close(table, hand, seat, e)
    elif hand.stage is CARDS and hand.phase in BEFORE_ACTS:
        if not hand.plan.drawn:
            posts_moved(table, hand, seat if e.added else 0)
        elif e.added:
            chips_before_the_turn(table, hand, seat, e)
    elif hand.stage is CARDS and hand.phase in STREETS and e.added:
        chips_before_the_street(table, seat)


def seat_of(area: Place) -> Seat | None:
    for base in (STACK, BET, HAND):
        if area - base in SEATS:
            return area - base
    return None
