"""Jokers in the dealer's hand, in a player's hand, as a card too many or on the board, and foreign cards."""

from controller.poker.hand import CANCELLED, CARDS, Hand
from controller.poker.outcomes import Splice
from controller.poker.places import SEAT, Place, Seat, end_at, seat_end
from controller.poker.remedy import NOW, Move
from controller.poker.slots import BURN
from controller.table.deal.misdeals import DEAL, dead, foul, lay_aside, stands
from controller.table.remedies.engine import ask_floor, open_remedy, put_right_or_ask
from controller.table.state.card_names import JOKER_FOUND, JOKER_READ, card_alarm
from controller.table.state.facts import JokerAtShoe, NotOfDeck
from controller.table.state.questions_of_deal import JokerQuestion
from controller.table.state.rulings import left_open
from controller.table.state.table import Table


def joker_read(table: Table, hand: Hand, fact: JokerAtShoe) -> None:
    """This card or its neighbour is a joker. It counts where it lies, or as the dealer enters it."""
    table.silence(JOKER_READ)
    card_alarm(table, hand, JOKER_READ, None, fact.card)


def is_joker(_table: Table, _hand: Hand, fact: NotOfDeck) -> bool:
    """Whether the tag at the place is a joker's."""
    return fact.joker


def is_foreign(_table: Table, _hand: Hand, fact: NotOfDeck) -> bool:
    """Whether the tag at the place belongs to a card of another deck."""
    return not fact.joker


def foreign_lies(table: Table, hand: Hand, fact: NotOfDeck) -> None:
    """Judge a card of another deck at a place."""
    if _is_new(hand, fact.card):
        hand.errors.show_all((fact.card,), "deck.foul")
        foul(table, hand)


def _is_new(hand: Hand, card: int) -> bool:
    """Whether no one has judged yet that this card does not count. It has no face of this deck."""
    hand.faces.forget(card)  # the face known for this draw belongs to another card
    return hand.phase is not CANCELLED and card not in hand.errors.public


def joker_lies(table: Table, hand: Hand, fact: NotOfDeck) -> None:
    """Judge a joker at a place."""
    if not _is_new(hand, fact.card):
        return
    hand.plan.lands(fact.card, fact.spot)
    seat = hand.plan.owner(fact.card)
    if seat is None:
        _in_nobodys_hand(table, hand, fact.card)
    else:
        joker_held(table, hand, seat, fact.card)


def joker_drawn(table: Table, hand: Hand) -> bool:
    """The dealer sees that the last card from the shoe is a joker. Return False if it already lies somewhere."""
    plan = hand.plan
    card = max((*plan.by_card, *plan.loose), default=0)
    if not card or hand.stage is not CARDS or card in table.felt.spot_of:
        return False
    _judge(table, hand, JokerQuestion(card, None, ("put_right", "misdeal")))
    return True


def put_aside(table: Table, hand: Hand, card: int, by: str = "") -> None:
    """Set aside the joker in the dealer's hand. The next card takes its place. `by`: role, as in a ruling."""
    hand.errors.show_all((card,), JOKER_FOUND)
    lay_aside(table, hand, JOKER_FOUND, card, settled=True, by=by)


def joker_held(table: Table, hand: Hand, seat: Seat, card: int) -> None:
    """A joker is in a hand. Replace it if the player has not acted with it yet, otherwise the hand is dead."""
    has_acted = hand.street > 0 or any(act.seat == seat for act in hand.betting.acts)
    if (has_acted or stands(table, hand)) and not left_open(table, JOKER_FOUND):
        dead(table, hand, seat, JOKER_FOUND)
    else:
        _judge(table, hand, JokerQuestion(card, seat, ("put_right", "dead", "misdeal")))


def _judge(table: Table, hand: Hand, question: JokerQuestion) -> None:
    """Put the joker right, or ask the floor if the rulebook leaves that open. Do so once for each joker."""
    hand.errors.show_all((question.card,), JOKER_FOUND)
    put_right_or_ask(table, hand, question)


def replace_held(table: Table, hand: Hand, seat: Seat, card: int, by: str = "") -> None:
    """Set the joker aside and give the seat another card."""
    hand.errors.show_all((card,), JOKER_FOUND)
    mark = hand.plan.slots.new_mark()
    hand.plan.set_aside(card)
    moves = (
        Move("aside", (card,), seat_end(seat), "aside", "gone"),
        Move("deal", (), "shoe", seat_end(seat), "drawn", 0 if hand.phase in DEAL else NOW, mark),
    )
    effects = (Splice("before", 0, SEAT + seat, 0, mark),)
    open_remedy(table, hand, JOKER_FOUND, seat, effects, moves, by=by, decided="another_card")


def put_joker_right(table: Table, hand: Hand, question: JokerQuestion, by: str) -> None:
    """Replace the joker by another card, wherever it is."""
    card, seat = question.card, question.seat
    if seat:
        replace_held(table, hand, seat, card, by)
    elif card in table.felt.spot_of:
        set_aside(table, hand, card, table.felt.spot_of[card], by)
    else:
        put_aside(table, hand, card, by)


# --- a joker in no hand ---------------------------------------------------------------------------------------------


def _in_nobodys_hand(table: Table, hand: Hand, card: int) -> None:
    """A joker lies on the board, or is a card too many at a place. It does not count.

    Once a player may have acted on it, the floor decides what becomes of the hand.
    """
    if card in hand.plan.out:
        return
    if _may_be_replaced(hand, card):
        _judge(table, hand, JokerQuestion(card, None, ("put_right", "misdeal")))
    else:
        hand.errors.show_all((card,), JOKER_FOUND)
        ask_floor(table, hand, JokerQuestion(card, None, ("stands", "misdeal")))


def _may_be_replaced(hand: Hand, card: int) -> bool:
    """Whether the joker is a card too many, or belongs to the street being dealt and is no burn below other cards."""
    plan = hand.plan
    slot = plan.slot_of(card)
    if slot is None:
        return card in plan.loose
    this_street = hand.stage is CARDS and slot.street > hand.street
    return this_street and (slot is plan.last_drawn() or slot.place != BURN) and not plan.slots.awaits_cards


def set_aside(table: Table, hand: Hand, card: int, spot: Place, by: str = "") -> None:
    """Set the joker aside like a scrap of paper. If it lay where a card was due, the next card takes its place."""
    plan = hand.plan
    hand.errors.show_all((card,), JOKER_FOUND)
    if table.senses.shoe and plan.slot_of(card) is not None:  # else its place alone says which card it was
        plan.behind_all(card)
    move = Move("aside", (card,), end_at(spot), "aside", "gone")
    open_remedy(table, hand, JOKER_FOUND, None, (Splice("again", card),), (move,), by=by, decided="set_aside")
