"""Cards in words that a dealer can follow: by place and order, never by the number under which they left the shoe."""

from typing import Final

from controller.poker.hand import Hand
from controller.poker.outcomes import Alarm
from controller.poker.places import BOARD, Seat, is_board_spot
from controller.poker.slots import ASIDE, BURN
from controller.table.state.fault import fault_of
from controller.table.state.table import Table

STREETS: Final = {BOARD + 4: "turn", BOARD + 5: "river"}
PILES: Final = {BURN: "burn", ASIDE: "aside"}
JOKER_READ: Final = "card.joker_read"
JOKER_FOUND: Final = "deck.joker"  # the rule key for a joker that was found
LAST: Final = "last"  # the card that left the shoe last


def label(hand: Hand | None, card: int) -> str:
    """What a card is called while its face is not public: "hole:3:2" (the second of seat 3), "flop:1", "turn",
    "river", "burn:2", "aside:1", "boxed", "joker", "last" (that left the shoe), "shoe:9" (the ninth that did).
    """
    if hand is None:
        return LAST
    plan = hand.plan
    slot = plan.slot_of(card)
    if slot is None:
        no_card = fault_of(hand.errors.public.get(card, "")).no_card
        return no_card or (LAST if card >= plan.last_card() else f"shoe:{card}")
    place = slot.place
    if is_board_spot(place):
        return STREETS.get(place, f"flop:{place - BOARD}")
    nth = plan.slots.nth(slot)
    return f"{PILES[place]}:{nth}" if place in PILES else f"hole:{place}:{nth}"


def card_alarm(
    table: Table, hand: Hand | None, key: str, seat: Seat | None, card: int, place: str | None = None
) -> None:
    """Raise an alarm about a card."""
    table.say(Alarm(key, seat, None, place, (("which", label(hand, card)),), card=card))
