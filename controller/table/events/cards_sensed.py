"""Cards that readers report: drawn, placed, gone, returned. Each is met by the plan of the deal."""

from controller.poker.cards import JOKER
from controller.poker.events import CardDrawn, CardGone, CardPlaced, CardReturned
from controller.poker.hand import (
    ACTS,
    AWARD,
    BEFORE_ACTS,
    CANCELLED,
    CARDS,
    CLAIMS,
    GATHER,
    OVER,
    SHOWDOWN_OVER,
    Hand,
)
from controller.poker.outcomes import Take
from controller.poker.places import MUCK, ON_BOARD, place_text
from controller.table.deal import last_sight
from controller.table.deal.early_cards import premature_open
from controller.table.deal.misplaced_cards import before_draw, misplaced, not_due, returned_to_place
from controller.table.deal.missing_cards import location_known
from controller.table.hand.bet_collection import next_card_comes
from controller.table.hand.hand_rights import at_muck_out_of_turn, whole_hand_at_muck, winner_at_muck
from controller.table.hand.start import first_card
from controller.table.hand.streets import ask_burned
from controller.table.remedies.engine import update_hold
from controller.table.remedies.sensed_movements import (
    came_to_light,
    taken_back,
    tick_drawn_moves,
    tick_lifted_card,
    tick_placed_move,
)
from controller.table.seating.first_button import card_for_button
from controller.table.state.card_names import card_alarm
from controller.table.state.facts import (
    AfterHand,
    BoardGrew,
    JokerAtShoe,
    LeftTheBoard,
    NotOfDeck,
    StreetComplete,
    Unaccounted,
)
from controller.table.state.fault import notice
from controller.table.state.questions_of_hands import FoldAtMuck
from controller.table.state.rulings import prompt_muck, rule
from controller.table.state.table import Table
from controller.table.tournament import chip_race


def card_drawn(table: Table, e: CardDrawn) -> None:
    """A card leaves the shoe: the plan's next, or something is wrong."""
    hand = table.hand
    if hand is None:
        _drawn_between_hands(table, e)
        return
    if table.alarms:
        table.silence("card.returned")
    if hand.stage is not CARDS:
        if hand.stage is GATHER and hand.plan.card_due:
            next_card_comes(table, hand, e.at[1])
    elif not hand.plan.drawn and hand.phase in BEFORE_ACTS:
        first_card(table, hand)
    _leaves(table, hand, e)


def _leaves(table: Table, hand: Hand, e: CardDrawn) -> None:
    plan = hand.plan
    if e.face == JOKER:
        notice(table, hand, JokerAtShoe(e.exit))
    if not before_draw(table, hand, e):
        return
    if not hand.watch.timer_armed:
        last_sight.begin(table, hand, e.at[1])
    on_board = e.lies is not None and e.lies in ON_BOARD
    if not (plan.draw_unseen(e.exit) if on_board else plan.draw(e.exit)):
        not_due(table, hand, e)
        return
    hand.watch.card_left_shoe(e.exit, e.at[1])
    if e.face == JOKER or (e.face is None and table.setup.parts.faces):
        plan.not_read(e.exit)
    if hand.watch.watchful:
        tick_drawn_moves(table, hand)


def _drawn_between_hands(table: Table, e: CardDrawn) -> None:
    """Cards are drawn in a race, or for the first button. Otherwise there is no hand for them."""
    if table.tournament.race is not None:
        chip_race.card_drawn(table, e)
    elif not table.seating.drawing and not notice(table, None, AfterHand()):
        table.alarm("card.no_hand")


def card_placed(table: Table, e: CardPlaced) -> None:
    """A card is identified at a spot: where it is due, back after a peek, at the muck, or misplaced."""
    hand = table.hand
    table.felt.read(e.exit, e.spot)
    if hand is None:
        _placed_between_hands(table, e)
        return
    plan = hand.plan
    if not table.senses.shoe and e.exit in plan.in_stub():
        plan.counts_again(e.exit)  # it was shuffled in, and comes like any other
    if not (plan.knows(e.exit) or _first_sight(table, hand, e)):
        return
    if not _identify(table, hand, e):
        return
    if hand.watch.watchful:
        location_known(table, hand, e.exit)
    _lies(table, hand, e)


def _placed_between_hands(table: Table, e: CardPlaced) -> None:
    """A card of the draw for the button, or of a race. Without a shoe one on the board is of the hand before."""
    if card_for_button(table, e):
        return
    if table.tournament.race is not None or table.senses.shoe or e.spot not in ON_BOARD:
        chip_race.card_placed(table, e)
    else:
        notice(table, None, AfterHand())


def _lies(table: Table, hand: Hand, e: CardPlaced) -> None:
    card, spot, plan, watch = e.exit, e.spot, hand.plan, hand.watch
    missing = plan.missing
    if watch.watchful and tick_placed_move(table, hand, card, spot):
        return
    if spot == MUCK:
        card_at_muck(table, hand, card)
    elif not plan.lands(card, spot):
        misplaced(table, hand, card, spot, e.at[1])
    elif spot not in ON_BOARD and hand.is_dead(card) and (seat := plan.owner(card)) is not None:
        prompt_muck(table, seat)
    elif missing and not plan.missing and hand.stage is not ACTS:
        notice(table, hand, StreetComplete())
    elif missing > plan.missing == 1 and plan.burn_to_come() is not None:
        ask_burned(table)
    if card in watch.misplaced and watch.misplaced[card] != spot:
        returned_to_place(table, hand, card)
    if spot in ON_BOARD:
        notice(table, hand, BoardGrew())
    if watch.watchful:
        tick_drawn_moves(table, hand)


def _identify(table: Table, hand: Hand, e: CardPlaced) -> bool:
    """The tag of a card is certain where it lands. The reading of the shoe's window may be of the card above, and
    counts for nothing. Return False if the card is judged, as it is none of the deck."""
    if e.face is None:
        return True
    if e.face >= JOKER and notice(table, hand, NotOfDeck(e.exit, e.spot, e.face == JOKER)):
        return False
    hand.faces.learn(e.exit, e.face)
    return True


def _first_sight(table: Table, hand: Hand, e: CardPlaced) -> bool:
    """A card that no shoe announced. Without a shoe it takes the open slot of its place, or is one too many. True if
    its meaning there is still to be decided."""
    if hand.phase is CANCELLED:
        return False
    if table.senses.shoe:
        notice(table, hand, Unaccounted(e.exit, e.spot))
        return False
    if hand.phase in SHOWDOWN_OVER and e.spot in ON_BOARD and notice(table, hand, AfterHand()):
        return False
    if hand.stage is GATHER:
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
    if not _identify(table, hand, e):
        return
    hand.watch.card_left_shoe(e.exit, e.at[1])
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
    if seat is None or not hand.betting.is_live(seat) or hand.phase is CLAIMS:
        return
    whole = whole_hand_at_muck(table, hand, seat)
    if hand.phase is AWARD:
        winner_at_muck(table, hand, seat)
    elif seat != hand.betting.turn or hand.stage is not ACTS:
        at_muck_out_of_turn(table, hand, seat, whole)
    elif whole:
        table.withdraw("fold")
        rule(table, "fold.muck", seat, (Take(seat, "fold", hand.left_by_fold(seat)),))
    elif f"fold-{seat}" not in table.asks:
        table.ask(FoldAtMuck(seat))


def card_gone(table: Table, e: CardGone) -> None:
    """A card is lifted. That is no fold, and its place stays the last one where it was identified."""
    hand = table.hand
    table.felt.lift(e.exit, e.spot, e.at[1])
    if hand is None:
        return
    if e.spot in ON_BOARD:
        notice(table, hand, LeftTheBoard(e.exit))
    if not hand.watch.timer_armed:
        last_sight.begin(table, hand, e.at[1])
    if hand.watch.watchful:
        tick_lifted_card(table, hand, e.exit, e.spot)


def card_returned(table: Table, e: CardReturned) -> None:
    """A card went back into the shoe: it is due again, unless it lay somewhere, or was taken for another one's."""
    hand = table.hand
    if hand is None:
        return
    notice(table, hand, e)
    early = e.exit in hand.plan.loose
    if e.exit in table.felt.spot_of or (hand.stage is not CARDS and not early):
        return
    location_known(table, hand, e.exit)
    hand.plan.put_back(e.exit)
    hand.faces.forget(e.exit)
    taken_back(hand)
    update_hold(table, hand)
