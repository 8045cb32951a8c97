"""Cards in words that a dealer can follow: by place and order, never by the number under which they left the shoe."""

from typing import Final

from controller.poker.hand import Hand
from controller.poker.outcomes import Alarm, Called, CardLabel
from controller.poker.places import BOARD, ON_BOARD, Place, Seat
from controller.poker.slots import ASIDE, BURN
from controller.table.state.fault import fault_of
from controller.table.state.table import Table

STREETS: Final[dict[Place, Called]] = {BOARD + 4: "turn", BOARD + 5: "river"}
PILES: Final[dict[Place, Called]] = {BURN: "burn", ASIDE: "aside"}
JOKER_READ: Final = "card.joker_read"
JOKER_FOUND: Final = "deck.joker"  # the rule key for a joker that was found
LAST: Final = CardLabel("last")  # the card that left the shoe last


def label(hand: Hand | None, card: int) -> CardLabel:
    """What a card is called while its face is not public. `CardLabel("hole", 3, 2)`: the second of seat 3."""
    if hand is None:
        return LAST
    plan = hand.plan
    slot = plan.slot_of(card)
    if slot is None:
        no_card = fault_of(hand.errors.public.get(card, "")).no_card
        if no_card is not None:
            return CardLabel(no_card)
        return LAST if card >= plan.last_card() else CardLabel("shoe", nth=card)
    place = slot.place
    if place in ON_BOARD:
        return CardLabel(STREETS[place]) if place in STREETS else CardLabel("flop", nth=place - BOARD)
    nth = plan.slots.nth(slot)
    return CardLabel(PILES[place], nth=nth) if place in PILES else CardLabel("hole", place, nth)


def card_alarm(
    table: Table, hand: Hand | None, key: str, seat: Seat | None, card: int, place: str | None = None
) -> None:
    """Raise an alarm about a card."""
    table.say(Alarm(key, seat, None, place, (("which", label(hand, card)),), card=card))
