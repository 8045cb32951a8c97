"""What people report about the deal: cards turned up, fallen, flashed or mixed, jokers, wrong numbers, foul decks."""

from collections.abc import Callable
from typing import Final

from controller.poker.hand import OVER, STREETS, Hand, Phase, Stage
from controller.poker.misdeals import Cause
from controller.poker.outcomes import Prompt
from controller.poker.places import Seat
from controller.poker.said import CardOfSeat, DeckFault, FaultOfDeal, HandledCard
from controller.poker.slots import Slot
from controller.table.deal.dealer_and_deck import erred
from controller.table.deal.exposed_cards import BY_PLAYER, FELL, keeps_later, shown_later, turned_up
from controller.table.deal.jokers import joker_drawn, joker_held
from controller.table.deal.misdeals import DEAL, boxed, deal_over, foul, stands
from controller.table.deal.misplaced_cards import ask_order
from controller.table.deal.missing_cards import location_known
from controller.table.hand.bet_collection import next_card_comes
from controller.table.remedies.engine import cancel, put_right_or_ask, update_hold
from controller.table.remedies.visibility import PILE
from controller.table.state.card_names import JOKER_FOUND
from controller.table.state.command_args import Refused, hand_of
from controller.table.state.facts import CardsAtSeat
from controller.table.state.fault import Report, notice
from controller.table.state.question import Answer
from controller.table.state.questions_of_deal import NTH, FlashedCard, MixedCards, WhichCard
from controller.table.state.rulings import left_open, rule
from controller.table.state.table import Table


def _card(table: Table, hand: Hand, word: str, matter: str, said: CardOfSeat) -> int | None:
    """Return the draw number of the reported card, by default the last one of the seat.

    `matter`: the rule key that the report may lead to. A card that nothing counted gets a number. No antenna can have
    read a card that fell. Return None if the dealer is asked which of several uncounted cards is meant.
    Raises Refused: the seat is not dealt in, or has no such card.
    """
    seat, plan = said.seat, hand.plan
    if seat not in hand.seats:
        raise Refused("value")
    senses = table.senses
    uncounted = not senses.shoe and (word == "fallen" or not senses.cards[seat])
    slots = [slot for slot in plan.slots.of_seat(seat) if slot.card or uncounted]
    if not said.nth and slots and not any(slot.card for slot in slots):
        cause = said.cause if isinstance(said, HandledCard) and said.cause else "dealer"
        table.ask(WhichCard(seat, word, cause, matter, hand.variant.hole_cards))
        update_hold(table, hand)
        return None
    slot = _nth(slots, said.nth or 0)
    if slot is None or slot.card in plan.out:
        raise Refused("cards")
    return plan.number(slot)


def answer_which_card(table: Table, hand: Hand, q: WhichCard, answer: Answer) -> None:
    """The dealer says which card it is. Carry out the report as if that had been entered with it."""
    if hand.phase not in OVER:
        update_hold(table, hand)
        _REPORTS[q.word](table, HandledCard(q.seat, NTH.index(answer.choice) + 1, q.cause))


def _nth(slots: list[Slot], nth: int) -> Slot | None:
    """The slot of the n-th card of a seat, None if it has no such card. `nth` 0: the last known card."""
    if not nth:
        return next((slot for slot in reversed(slots) if slot.card), None)
    return slots[nth - 1] if nth <= len(slots) else None


def _exposed(table: Table, said: HandledCard) -> None:
    """A card of the deal was turned up, by the dealer unless another cause is entered."""
    hand, cause = hand_of(table), said.cause or "dealer"
    _not_too_late(table, hand, said.seat, cause)
    matter = "deal.exposed" if cause == "dealer" else BY_PLAYER
    if (card := _card(table, hand, "exposed", "deal.exposed", said)) is not None:
        _turned_up(table, hand, said.seat, card, cause, matter)


def _fallen(table: Table, said: HandledCard) -> None:
    hand, cause = hand_of(table), said.cause or "dealer"
    _not_too_late(table, hand, said.seat, cause)
    if (card := _card(table, hand, "fallen", FELL, said)) is not None:
        location_known(table, hand, card)
        _turned_up(table, hand, said.seat, card, cause, FELL)


def _not_too_late(table: Table, hand: Hand, seat: Seat, cause: Cause) -> None:
    """Raise Refused if the rulebook has nothing on such a card any more, whichever of the seat's it is."""
    later = cause != "dealer" and hand.phase in STREETS and keeps_later(table, hand, seat)
    if not (_in_the_deal(hand) or later):
        raise Refused("not_now")


def _turned_up(table: Table, hand: Hand, seat: Seat, card: int, cause: Cause, matter: str) -> None:
    """A card was turned up or fell, in the deal, or later through its player."""
    if _in_the_deal(hand):
        turned_up(table, hand, card, cause, matter)
    else:
        shown_later(table, hand, seat, card, matter)


def _in_the_deal(hand: Hand) -> bool:
    """Whether the deal is not over. It lasts until a player acts.

    The last card lies at its seat before a person can report how it came.
    """
    acted = any(act.act != "hold" for act in hand.betting.acts)
    return hand.phase in DEAL or (hand.phase is Phase.PREFLOP and not acted)


def _flashed(table: Table, said: CardOfSeat) -> None:
    """A card of this seat was seen as it landed. Its owner may refuse it until they touch it."""
    hand = hand_of(table)
    if not _in_the_deal(hand):
        raise Refused("not_now")
    if (card := _card(table, hand, "flashed", "deal.flashed", said)) is None:
        return
    seat = said.seat
    open_ = left_open(table, "deal.flashed")
    if card in table.felt.touched and not open_:
        rule(table, "deal.flashed", seat, (), decided="kept")
        return
    if open_:
        rule(table, "deal.flashed", seat, (), decided="asked")
    table.ask(FlashedCard(card, seat, open_))
    hand.watch.alert()


def answer_flashed(table: Table, hand: Hand, q: FlashedCard, answer: Answer) -> None:
    """The owner refuses or keeps the card. An owner who has touched it keeps it in any case."""
    update_hold(table, hand)
    touched = q.card in table.felt.touched and not left_open(table, "deal.flashed")
    if answer.choice == "keep" or touched or hand.phase not in (*DEAL, Phase.PREFLOP):
        rule(table, "deal.flashed", hand.plan.owner(q.card), (), decided="kept")
    else:
        turned_up(table, hand, q.card, "dealer", "deal.exposed", also="deal.flashed")


def _mixed(table: Table, seat: Seat) -> None:
    hand = hand_of(table)
    dead_cards = [e for e in hand.plan.out if hand.plan.owner(e) == seat]
    if seat not in hand.seats or not dead_cards or not hand.betting.is_live(seat):
        raise Refused("not_now")
    put_right_or_ask(table, hand, MixedCards(seat))


def _joker_drawn(table: Table, _said: None) -> None:
    """A joker is in the dealer's hand: the card that has just left the shoe."""
    if not joker_drawn(table, hand_of(table)):
        raise Refused("not_now")


def _joker(table: Table, said: CardOfSeat) -> None:
    """A joker is found in a hand. It is replaced if the player has not acted yet, otherwise the hand is dead."""
    hand = hand_of(table)
    if (card := _card(table, hand, "joker", JOKER_FOUND, said)) is not None:
        joker_held(table, hand, said.seat, card)


def _boxed(table: Table, _said: None) -> None:
    """The dealer sees that the next card lies face up in the deck. Raises Refused: a shoe sees it, or none is due."""
    hand = hand_of(table)
    coming = hand.phase in DEAL or (hand.phase in STREETS and hand.stage in (Stage.GATHER, Stage.CARDS))
    if table.senses.shoe or not coming:
        raise Refused("not_now")
    if hand.stage is Stage.GATHER:
        next_card_comes(table, hand)
    boxed(table, hand, hand.plan.unnumbered())


def _foul(table: Table, _said: DeckFault) -> None:
    """A person reports a fault of the deck. Raises Refused: the hand is void already."""
    hand = hand_of(table)
    if hand.phase is Phase.CANCELLED:
        raise Refused("value")
    foul(table, hand)


def _misdealt(table: Table, said: FaultOfDeal) -> None:
    """Judge a fault of the deal that a person saw.

    The report of a card too many does not say whether it was to be the next one of the shoe.
    """
    hand = hand_of(table)
    if hand.phase in OVER:
        raise Refused("not_now")
    if said.kind == "order" and said.seat is None and said.cards is None:
        _wrong_order(table, hand)
    elif said.kind == "count" and said.seat in hand.seats and said.seat and said.cards is not None:
        notice(table, hand, CardsAtSeat(said.seat, said.cards))
    elif said.kind == "missed" and said.seat and said.cards is None:
        notice(table, hand, CardsAtSeat(said.seat, 0))
    else:
        raise Refused("value")


def _wrong_order(table: Table, hand: Hand) -> None:
    erred(table, hand)
    if stands(table, hand):
        rule(table, "deal.stands_after", None, (), also="deal.order", decided="goes_on")
        table.prompt(Prompt("floor", None, "deal_stands"))
    elif left_open(table, "deal.order"):
        ask_order(table, hand, None, proposed=False)
    else:
        cancel(table, hand, "deal.order", None)


def dealt(table: Table, hand: Hand) -> bool:
    """The dealer says that every card is out. Return True if cards are still due and that was judged.

    Without a shoe the card spots count the cards, if hands are no larger than the pile that a reader hears whole.
    """
    spots_count = all(table.senses.cards[seat] for seat in hand.seats) and hand.variant.hole_cards <= PILE
    return (table.senses.shoe or spots_count) and deal_over(table, hand)


_REPORTS: Final[dict[str, Callable[[Table, HandledCard], None]]] = {
    "exposed": _exposed,
    "fallen": _fallen,
    "flashed": _flashed,
    "joker": _joker,
}
"""The reports about one card of a seat."""

EXPOSED: Final = Report("exposed", _exposed, "said")
FALLEN: Final = Report("fallen", _fallen, "said")
FLASHED: Final = Report("flashed", _flashed, "said")
MIXED: Final = Report("mixed", _mixed, "seat")
JOKER: Final = Report("joker", _joker, "said")
JOKER_DRAWN: Final = Report("joker_drawn", _joker_drawn, None)
BOXED: Final = Report("boxed", _boxed, None)
FOUL: Final = Report("foul", _foul, "said")
MISDEALT: Final = Report("misdealt", _misdealt, "said")
