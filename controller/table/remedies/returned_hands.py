"""Hands that live again while their cards lie elsewhere. The cards come back before any player acts."""

from controller.poker.betting import seats_of
from controller.poker.hand import Hand
from controller.poker.places import MUCK, Seat, seat_end
from controller.poker.remedy import Move, Remedy
from controller.table.remedies.engine import prompt_next, update_hold
from controller.table.state.table import Table


def bring_back(table: Table, hand: Hand, live: int) -> None:
    """Bring back the cards of hands that an entry made live. `live`: the mask of seats that were live before it."""
    if table.hand is not hand:
        return
    for seat in seats_of(hand.betting.live & ~live):
        cards_come_back(table, hand, seat)


def cards_come_back(table: Table, hand: Hand, seat: Seat) -> None:
    """Open the movement that brings the cards of a live hand back from the muck.

    At a seat that nothing reads, do so only if the hand was retrieved.
    """
    made = next((ruling for ruling in reversed(table.rulings) if ruling.seat == seat), None)
    fetched = {card for remedy in hand.remedies.open for move in remedy.moves for card in move.exits}
    cards = [card for card in hand.plan.cards_of(seat) if card not in fetched]
    exits = tuple(card for card in cards if table.felt.spot_of.get(card) == MUCK)
    unread = not table.senses.cards[seat] and not exits and made is not None and made.matter == "retrieve"
    if made is None or not (exits or unread):
        return
    back = Move("back", exits or tuple(cards), "muck", seat_end(seat), "told" if unread else "proven")
    hand.remedies.begin(Remedy(made.id, made.matter, seat, (back,)))
    update_hold(table, hand)
    prompt_next(table, hand)
