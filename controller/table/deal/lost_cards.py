"""Ask where a card is that left the shoe and is read nowhere.

Only a person can answer. Cards that lie elsewhere show where it is not, never where it is.
"""

from typing import Final

from controller.poker.hand import Hand
from controller.poker.misdeals import Cause
from controller.poker.outcomes import CardLabel
from controller.table.state.card_names import label
from controller.table.state.facts import OutOfSight
from controller.table.state.questions_of_deal import MissingCard
from controller.table.state.table import Table

CAUSES: Final[dict[str, Cause]] = {"dealer": "dealer", "player": "player", "own": "own"}
LIES: Final = "lies"  # it lies where it should, and cannot be read
FOURTH: Final = "fourth"  # it lies on the board as well as the three that are read there
FALLEN: Final = "fallen"
BURNED: Final = "burned"  # a card of the flop went the way of the burn before it


def name(card: int) -> str:
    """Return the id of the question where a card is."""
    return f"card-{card}"


def ask_where(table: Table, hand: Hand, fact: OutOfSight) -> None:
    """Ask the dealer where a card of the plan is."""
    card = fact.card
    seat = hand.plan.owner(card)
    options = _on_the_board(hand, card) if seat is None else (LIES, *CAUSES)
    table.ask(MissingCard(card, seat, options, label(hand, card)))
    hand.watch.alert()


def ask_for_the_fourth(table: Table, hand: Hand, card: int) -> None:
    """Four cards were drawn for the flop, and a card is read at each of its places. Ask where the fourth is.

    The dealer cannot tell which of the four draws it is, and is not asked.
    """
    table.ask(MissingCard(card, None, (FOURTH, BURNED, FALLEN), CardLabel("flop_four")))
    hand.watch.alert()


def _on_the_board(hand: Hand, card: int) -> tuple[str, ...]:
    """The answers for a missing card of the board. The first draw of the flop may have been burnt too.

    If one card more than the flop needs is out, any of its draws may have been burnt. The shoe may confuse them.
    """
    plan = hand.plan
    after_burn = plan.follows_burn(card) or (plan.loose and plan.slots.has_burns)
    return (LIES, BURNED, FALLEN) if after_burn and not hand.street else (LIES, FALLEN)
