"""Sensor events: cards by the plan, chips as payments of amounts due or as acts, keys as announcements."""

from collections.abc import Set

from controller.poker.cards import JOKER
from controller.poker.events import (
    ButtonPlaced,
    CardDrawn,
    CardGone,
    CardPlaced,
    CardReturned,
    ChipsMoved,
    PostPlaced,
    SeatKey,
    SeatOccupied,
    SensingGap,
    Snapshot,
)
from controller.poker.hand import BEFORE_ACTS, OVER, SHOWDOWN_OVER, Hand, Phase, Stage
from controller.poker.outcomes import Take
from controller.poker.places import (
    BET,
    DEALER,
    HAND,
    MUCK,
    POT,
    SEATS,
    STACK,
    Place,
    Seat,
    is_board_spot,
    is_stack,
    place_text,
)
from controller.table.betting.actions import after_close, bet_line, empty_line, say, splashed, wrong_line
from controller.table.betting.lifted_bets import laid_down
from controller.table.betting.out_of_turn import chips_before_the_turn
from controller.table.chips import foreign_chips
from controller.table.chips.absent_stakes import watched
from controller.table.chips.between_hands import (
    at_free_seat,
    came_from,
    from_nowhere,
    given_back,
    handed_over,
    not_his,
)
from controller.table.chips.chips_in_hand import chips_laid_down, chips_taken_up, leave_in_break
from controller.table.chips.chips_in_transit import note_come
from controller.table.chips.inventory import count_stacks
from controller.table.deal import last_sight
from controller.table.deal.early_cards import premature_open
from controller.table.deal.misplaced_cards import before_draw, misplaced, not_due, returned_to_place
from controller.table.deal.missing_cards import location_known
from controller.table.events.timers import ask_for_time
from controller.table.hand.bet_collection import MISSING, came_after_all, in_the_middle, next_card_comes
from controller.table.hand.hand_rights import at_muck_out_of_turn, whole_hand_at_muck, winner_at_muck
from controller.table.hand.pot_pushes import pot_chips_moved
from controller.table.hand.showdown import paid
from controller.table.hand.start import first_card, posts_moved
from controller.table.hand.streets import ask_burned, chips_lie_right
from controller.table.remedies.engine import (
    came_to_light,
    taken_back,
    tick_drawn_moves,
    tick_lifted_card,
    tick_placed_move,
    update_hold,
)
from controller.table.seating.absences import chair_empty, chair_taken, has_left_to_talk
from controller.table.seating.arrivals import sit
from controller.table.seating.entry_blinds import chips_between_hands
from controller.table.seating.first_button import card_for_button
from controller.table.state.card_names import card_alarm
from controller.table.state.facts import AfterHand, BoardGrew, ReadAtShoe, StreetComplete, Unaccounted
from controller.table.state.fault import notice
from controller.table.state.questions_of_hands import FoldAtMuck
from controller.table.state.rulings import rule
from controller.table.state.table import Table
from controller.table.tournament import chip_race

# --- cards ----------------------------------------------------------------------------------------------------------


def card_drawn(table: Table, hand: Hand, e: CardDrawn) -> None:
    """A card leaves the shoe: the plan's next, or something is wrong."""
    table.silence("card.returned")
    if hand.stage is not Stage.CARDS:
        if hand.stage is Stage.GATHER and hand.plan.card_due:
            next_card_comes(table, hand, e.at[1])
    elif not hand.plan.drawn and hand.phase in BEFORE_ACTS:
        first_card(table, hand)
    _leaves(table, hand, e)


def _leaves(table: Table, hand: Hand, e: CardDrawn) -> None:
    plan = hand.plan
    if e.face is not None:
        notice(table, hand, ReadAtShoe(e.exit, e.face))
    if not before_draw(table, hand, e):
        return
    if not hand.watch.timer_armed:
        last_sight.begin(table, hand, e.at[1])
    if not plan.draw(e.exit):
        not_due(table, hand, e)
        return
    hand.watch.card_left_shoe(e.exit, e.at[1])
    if e.face == JOKER or (e.face is None and table.setup.parts.faces):
        plan.not_read(e.exit)
    if hand.watch.watchful:
        tick_drawn_moves(table, hand)


def drawn_between_hands(table: Table, e: CardDrawn) -> None:
    """Cards are drawn in a race, or for the first button. Otherwise there is no hand for them."""
    if table.tournament.race is not None:
        chip_race.card_drawn(table, e)
    elif not table.seating.drawing and not notice(table, None, AfterHand()):
        table.alarm("card.no_hand")


def card_placed(table: Table, hand: Hand, e: CardPlaced) -> None:
    """A card is identified at a spot: where it is due, back after a peek, at the muck, or misplaced."""
    plan = hand.plan
    table.felt.read(e.exit, e.spot)
    if not table.senses.shoe and plan.is_in_stub(e.exit):
        plan.counts_again(e.exit)  # it was shuffled in, and comes like any other
    if not plan.knows(e.exit) and not _first_sight(table, hand, e):
        return
    if notice(table, hand, e):
        return
    _identify(hand, e)
    if hand.watch.watchful:
        location_known(table, hand, e.exit)
    _lies(table, hand, e)


def placed_between_hands(table: Table, e: CardPlaced) -> None:
    """A card of the draw for the button, or of a race. Without a shoe one on the board is of the hand before."""
    table.felt.read(e.exit, e.spot)
    if card_for_button(table, e):
        return
    if table.tournament.race is not None or table.senses.shoe or not is_board_spot(e.spot):
        chip_race.card_placed(table, e)
    else:
        notice(table, None, AfterHand())


def _lies(table: Table, hand: Hand, e: CardPlaced) -> None:
    card, spot, plan = e.exit, e.spot, hand.plan
    missing = plan.missing
    if hand.watch.watchful and tick_placed_move(table, hand, card, spot):
        return
    if spot == MUCK:
        card_at_muck(table, hand, card)
    elif not plan.lands(card, spot):
        misplaced(table, hand, card, spot, e.at[1])
    elif missing and not plan.missing and hand.stage is not Stage.ACTS:
        notice(table, hand, StreetComplete())
    if hand.watch.misplaced.get(card, spot) != spot:
        returned_to_place(table, hand, card)
    if is_board_spot(spot):
        notice(table, hand, BoardGrew())
    if hand.watch.watchful:
        tick_drawn_moves(table, hand)


def _identify(hand: Hand, e: CardPlaced) -> None:
    """The tag of a card is certain where it lands. The reading of the shoe's window may be of the card above, and
    counts for nothing."""
    if e.face is not None:
        hand.faces.learn(e.exit, e.face)


def _first_sight(table: Table, hand: Hand, e: CardPlaced) -> bool:
    """A card that no shoe announced. Without a shoe it takes the open slot of its place, or is one too many. True if
    its meaning there is still to be decided."""
    if hand.phase is Phase.CANCELLED:
        return False
    if table.senses.shoe:
        notice(table, hand, Unaccounted(e.exit, e.spot))
        return False
    if hand.phase in SHOWDOWN_OVER and is_board_spot(e.spot) and notice(table, hand, AfterHand()):
        return False
    if hand.stage is Stage.GATHER:
        next_card_comes(table, hand, e.at[1])
    elif not hand.plan.drawn and hand.phase in BEFORE_ACTS:
        first_card(table, hand)
    if came_to_light(hand, e.exit, e.spot):
        return True
    if not hand.plan.first_sight(e.exit, e.spot):
        return _one_too_many(table, hand, e)
    _comes(table, hand, e)
    return False


def _comes(table: Table, hand: Hand, e: CardPlaced) -> None:
    """The card was due."""
    if notice(table, hand, e):
        return
    _identify(hand, e)
    if hand.watch.watchful:
        tick_drawn_moves(table, hand)
    if hand.plan.only_burn_missing:
        ask_burned(table)


def _one_too_many(table: Table, hand: Hand, e: CardPlaced) -> bool:
    """Without a shoe: a card lies where none is due. At a seat or on the board it is judged like one that left the
    shoe when none was due. True if it is judged."""
    counts = hand.phase not in OVER and e.spot < MUCK
    if not counts or not premature_open(hand):
        card_alarm(table, hand, "card.not_due", None, e.exit, None if counts else place_text(e.spot))
    if counts:
        hand.plan.not_due(e.exit)
        hand.watch.alert()
    return counts


def card_at_muck(table: Table, hand: Hand, card: int) -> None:
    """All cards of the seat on turn at the muck are a fold. Fewer are a question. A dead card is neither."""
    seat = None if card in hand.plan.out else hand.plan.owner(card)
    if seat is None or not hand.betting.is_live(seat) or hand.phase is Phase.CLAIMS:
        return
    whole = whole_hand_at_muck(table, hand, seat)
    if hand.phase is Phase.AWARD:
        winner_at_muck(table, hand, seat)
    elif seat != hand.betting.turn or hand.stage is not Stage.ACTS:
        at_muck_out_of_turn(table, hand, seat, whole)
    elif whole:
        table.withdraw("fold")
        rule(table, "fold.muck", seat, (Take(seat, "fold", hand.left_by_fold(seat)),))
    elif f"fold-{seat}" not in table.asks:
        table.ask(FoldAtMuck(seat))


def card_gone(table: Table, hand: Hand, e: CardGone) -> None:
    """A card is lifted. That is no fold, and its place stays the last one where it was identified."""
    table.felt.lift(e.exit, e.spot, e.at[1])
    notice(table, hand, e)
    if not hand.watch.timer_armed:
        last_sight.begin(table, hand, e.at[1])
    if hand.watch.watchful:
        tick_lifted_card(table, hand, e.exit, e.spot)


def gone_between_hands(table: Table, e: CardGone) -> None:
    """A card is lifted that is of no hand."""
    table.felt.lift(e.exit, e.spot, e.at[1])


def card_returned(table: Table, hand: Hand, e: CardReturned) -> None:
    """A card went back into the shoe: it is due again, unless it lay somewhere, or was taken for another one's."""
    notice(table, hand, e)
    early = e.exit in hand.plan.loose
    if e.exit in table.felt.spot_of or (hand.stage is not Stage.CARDS and not early):
        return
    location_known(table, hand, e.exit)
    hand.plan.put_back(e.exit)
    hand.faces.forget(e.exit)
    taken_back(hand)
    update_hold(table, hand)


# --- chips ----------------------------------------------------------------------------------------------------------


def chips_moved(table: Table, e: ChipsMoved) -> None:
    """One motion: the physical state changes. At a bet line it pays an amount due or is an act."""
    area = e.area
    if is_stack(area) and not table.seating.is_held(area - STACK):
        at_free_seat(table, area - STACK, e)
    elif table.hand is None or table.hand.phase is Phase.CLAIMS:
        _between_hands(table, e)
    else:
        _moved(table, table.hand, e, area)


def _moved(table: Table, hand: Hand, e: ChipsMoved, area: Place) -> None:
    gathering = hand.stage is not Stage.ACTS
    turn = hand.betting.turn if hand.stage is Stage.ACTS and e.added else 0
    held = table.felt.total[HAND + turn] if turn and area != BET + turn else 0
    own = table.felt.total[HAND + area - BET] if held and BET < area <= BET + 10 else held
    dealer_had = table.felt.total[DEALER]
    unexplained = table.felt.move_chips(area, e.added, e.removed, gathering, e.at)
    if e.removed and table.seating.away:
        watched(table, area - STACK, e)
    if unexplained:
        _unexplained(table, e, unexplained)
    seat = area - BET
    if 1 <= seat <= 10:
        if _of_another(table, hand, seat, e, turn):
            return
        _at_line(table, hand, seat, e, held if own < held else 0, own)
    elif e.added and is_stack(area):
        _to_stack(table, hand, area - STACK)
    pot_chips_moved(table, hand, e, dealer_had)
    if area == POT and table.alarms:
        came_after_all(table, hand)
    if hand.phase is Phase.AWARD:
        paid(table, hand, area)
    elif area == POT and hand.stage is Stage.GATHER:
        _came_to_the_pot(table, hand)
    elif hand.stage is Stage.ACTS and e.added:
        _beside_the_lines(table, hand, e, held)


def _beside_the_lines(table: Table, hand: Hand, e: ChipsMoved, held: int) -> None:
    """Chips are laid down while the betting is open: swept in or thrown into the pot, or back on a stack."""
    if e.area == POT and hand.lines.sweep_in(hand.seats, sum(e.added)):
        splashed(table, hand, e, held)
    elif is_stack(e.area):
        laid_down(table, hand, e.area - STACK, sum(e.added))


def _of_another(table: Table, hand: Hand, seat: Seat, e: ChipsMoved, turn: Seat) -> bool:
    """Whether this is no bet: chips at the line of a free seat, or of one player on another's line."""
    lent = table.felt.lent
    if not table.seating.is_held(seat) and seat not in hand.seats:
        if e.added and lent:
            empty_line(table, lent, seat, sum(e.added))
        return True
    return bool(lent) and lent not in (seat, turn) and not_his(table, lent, seat, e)


def _to_stack(table: Table, hand: Hand, seat: Seat) -> None:
    """Chips come to a stack in a hand: bought chips, or chips that had left it."""
    if table.transit.coming[seat] and hand.phase is not Phase.AWARD:
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
    if hand.stage is not Stage.ACTS:
        _between_rounds(table, hand, seat, e)
    elif held and own < sum(e.added) <= held:
        wrong_line(table, seat, hand.betting.turn, sum(e.added))
    else:
        bet_line(table, hand, seat, e)


def _unexplained(table: Table, e: ChipsMoved, amount: int) -> None:
    """More lies there than all hands held, or less left than lay there."""
    place = place_text(e.area)
    if amount < 0:
        table.alarm("chips.not_there", _seat_of(e.area), -amount, place)
    elif foreign_chips.belongs_nowhere(table, e):
        table.alarm("chips.from_nowhere", _seat_of(e.area), amount, place)
        foreign_chips.noticed(table, e, amount)
    else:
        from_nowhere(table, _seat_of(e.area), amount, e.area)


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
    if is_stack(e.area):
        _at_stack(table, e.area - STACK, e, held)


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


def _between_rounds(table: Table, hand: Hand, seat: Seat, e: ChipsMoved) -> None:
    """A motion at a bet line between rounds: posts, chips before their turn, payments and gathering."""
    if hand.stage is Stage.GATHER and hand.phase is not Phase.AWARD:
        after_close(table, hand, seat, e)
    elif hand.stage is Stage.CARDS and hand.phase in BEFORE_ACTS:
        if not hand.plan.drawn:
            posts_moved(table, hand, seat if e.added else 0)
        elif e.added:
            chips_before_the_turn(table, hand, seat, e)


def _seat_of(area: Place) -> Seat | None:
    for base in (STACK, BET, HAND):
        if area - base in SEATS:
            return area - base
    return None


# --- the rest -------------------------------------------------------------------------------------------------------


def seat_key(table: Table, e: SeatKey) -> None:
    """A player's key is an announcement, if they are on turn."""
    if e.key == "time":
        ask_for_time(table, e.seat)
    elif e.key in ("sit_out", "sit_in"):
        sit(table, e.seat, e.key == "sit_out")
    else:
        say(table, e.seat, e.key, e.amount, e.at[1])


def button_placed(table: Table, e: ButtonPlaced) -> None:
    """The button's place is sensed. Between hands it means nothing yet."""
    table.felt.see_button(e.seat)
    hand = table.hand
    if hand is not None and e.seat is not None and e.seat != hand.button and hand.phase not in SHOWDOWN_OVER:
        table.alarm("button.wrong", e.seat, None, place_text(hand.button))


def post_placed(table: Table, e: PostPlaced) -> None:
    """A seat has posted. The amount is on the bet line."""
    table.felt.see_post(e.seat, present=e.present)


def seat_occupied(table: Table, e: SeatOccupied) -> None:
    """The chair is taken or left. If the book lets no player act standing, an empty chair counts as standing, until
    the dealer says otherwise."""
    table.felt.see_chair(e.seat, taken=e.present)
    if e.present:
        table.seating.sit_down(e.seat)
    elif table.hand is not None and table.book.has("act.standing"):
        table.seating.stand(e.seat)
    if e.present:
        chair_taken(table, e.seat)
    else:
        has_left_to_talk(table, e.seat)
        chair_empty(table, e.seat, e.at[1])


def sensing_gap(table: Table, e: SensingGap) -> None:
    """A source saw nothing for a while. Its next report is a snapshot."""
    table.alarm("sensing.gap", place=e.source, millis=(e.until - e.since) // 1_000_000)


def _moved_unseen(table: Table) -> None:
    """An awaited change may have been made during a gap: an exchange, a payment, a gathering."""
    hand = table.hand
    if hand is not None:
        came_after_all(table, hand)
    if table.tournament.race is not None:
        chip_race.chips_moved(table)
    elif hand is not None and hand.phase is Phase.AWARD:
        paid(table, hand)
    elif hand is not None and hand.stage is Stage.GATHER and chips_lie_right(table, hand):
        hand.gather()


def _gone_unseen(table: Table, hand: Hand, spot: Place, there: Set[int], e: Snapshot) -> None:
    """Cards that were read at a spot were taken away during a gap. A card that cannot be read lies there because the
    dealer entered it, and no reader can miss it."""
    for card in [card for card in table.felt.read_at(spot) if card not in there]:
        card_gone(table, hand, CardGone(card, spot, e.at))


def _placed(table: Table, e: CardPlaced) -> None:
    if table.hand is None:
        placed_between_hands(table, e)
    else:
        card_placed(table, table.hand, e)


def snapshot(table: Table, e: Snapshot) -> None:
    """Take over what lies where now. Chips replace the assumed ones, and an alarm names a difference. Cards are
    identified there, and those that lay there before are gone."""
    for area, chips in e.chips or ():
        grown = table.felt.replace(area, chips, e.at[1])
        if grown:
            table.alarm("snapshot.differs", _seat_of(area), grown, place_text(area))
    if e.chips:
        _moved_unseen(table)
    for spot, cards in e.cards or ():
        if table.hand is not None:
            _gone_unseen(table, table.hand, spot, {card for card, _ in cards}, e)
        for card, face in cards:
            if table.felt.spot_of.get(card) != spot:
                _placed(table, CardPlaced(card, spot, face, e.at))
    if e.button is not None:
        table.felt.see_button(e.button)
    if e.posts is not None:
        table.felt.see_posts(e.posts)
