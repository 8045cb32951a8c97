"""Expected readings: where a card of the shoe belongs, and which seats the dealer enters by hand."""

from controller.poker.places import MUCK, Seat, place_text
from controller.table.state.table import Table


def card_belongs(table: Table, card: int) -> str | None:
    """The place for which the deal's plan wants that card. None for a burn card, or if none is due."""
    if table.hand is None:
        return _dealt_beside(table, card)
    place = table.hand.plan.place_of(card)
    return None if place is None or place > MUCK else place_text(place)


def _dealt_beside(table: Table, card: int) -> str | None:
    """Without a hand: the seat to which the card of a race is due."""
    race = table.tournament.race
    seat = None if race is None else race.dealt.get(card)
    return None if seat is None else place_text(seat)


def cards_in_stub(table: Table) -> tuple[int, ...]:
    """The draw numbers of this hand's cards that a remedy shuffled into the stub. They leave it under other
    numbers."""
    return () if table.hand is None else tuple(table.hand.plan.in_stub())


def told_seats(table: Table) -> frozenset[Seat]:
    """The seats whose readers are silent for now, so that the dealer enters what they would report."""
    parts, senses = table.setup.parts, table.senses
    silent = {seat for seat in parts.chips if not senses.chips[seat]}
    if parts.card_spots:
        silent |= {seat.seat for seat in table.setup.seats if not senses.cards[seat.seat]}
    return frozenset(silent)
