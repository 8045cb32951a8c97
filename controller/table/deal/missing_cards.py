"""Ask the dealer where each card is that left the shoe and is proven nowhere. They draw none until then."""

from controller.poker.hand import Hand
from controller.table.deal.burns import burned_instead
from controller.table.deal.exposed_cards import turned_up
from controller.table.deal.lost_cards import BURNED, CAUSES, FALLEN, FOURTH, LIES, name
from controller.table.remedies.engine import update_hold
from controller.table.state.facts import OutOfSight
from controller.table.state.fault import notice
from controller.table.state.question import Answer
from controller.table.state.questions_of_deal import MissingCard
from controller.table.state.rulings import ask_whether_void
from controller.table.state.table import Table


def look_for(table: Table, hand: Hand, at: int, patience: int) -> list[int]:
    """Ask about cards that should have been proven by now. Return when to look again for the others.

    `at`, `patience` and the returned times: ns.
    """
    later = []
    for card in _nowhere(table, hand):
        due = max(hand.watch.drawn_at[card], table.felt.touched.get(card, 0)) + patience
        if due > at:
            later.append(due)
        else:
            notice(table, hand, OutOfSight(card))
    return later


def _nowhere(table: Table, hand: Hand) -> list[int]:
    """The draw numbers of cards that are due somewhere and lie nowhere, in the order they left the shoe.

    A card that was taken away from a wrong place lies nowhere until it is proven again.
    """
    due = [slot.card for slot in hand.plan.slots.underway()]
    if not due:
        return due
    spots = table.felt.spot_of.keys() - table.felt.lifted.keys()
    moved = {e for remedy in hand.remedies.open for move in remedy.moves for e in move.exits}
    known = moved | spots | {e for e in due if name(e) in table.asks}
    return sorted(e for e in due if e not in known and e in hand.watch.drawn_at)


def location_known(table: Table, hand: Hand, card: int) -> None:
    """Close the question where the card is, because its place is known."""
    if table.close(name(card)) is not None:
        update_hold(table, hand)


def answer_missing(table: Table, hand: Hand, q: MissingCard, answer: Answer) -> None:
    """The dealer says that the card lies where it is due, that it was burnt, or who made it fall."""
    update_hold(table, hand)
    if answer.choice in (LIES, FOURTH):
        _lies(table, hand, q.card)
    elif answer.choice == BURNED:
        burned_instead(table, hand, q.card)
    elif answer.choice == FALLEN:
        ask_whether_void(table, "deal.off_table")
        _lies(table, hand, q.card)
    else:
        turned_up(table, hand, q.card, CAUSES[answer.choice], "deal.off_table")


def _lies(table: Table, hand: Hand, card: int) -> None:
    """No antenna reads the card. Take the dealer's word for its place. Its face stays unknown."""
    place = hand.plan.by_card[card].place
    table.felt.said(card, place)
    hand.plan.lands(card, place)
