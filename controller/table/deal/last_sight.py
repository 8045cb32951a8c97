"""Cards that nothing reads for a while: those that a player holds, and those that left the shoe and lie nowhere.

One timer looks for both. The first card that moves arms it. It goes on while a card is out of sight.
"""

from typing import Final

from controller.poker.hand import DEALING, STREETS, Hand
from controller.poker.outcomes import Prompt
from controller.poker.places import SEAT, Seat
from controller.poker.timers import Timed, Timer
from controller.table.deal.missing_cards import look_for
from controller.table.remedies.visibility import PILE
from controller.table.state.table import Table

SIGHT: Final = Timer(Timed.SIGHT)
SECOND: Final = 1_000_000_000
ON_THE_TABLE: Final = (DEALING, *STREETS)
BY_TURNS: Final = 20 * SECOND
"""In a hand with more cards than a reader hears, the two uppermost are heard by turns, ns.

Assume each is heard in half of the reads, and its place is read every two seconds. Then both are missed for so long
in one of a hundred hands. [M]
"""


def begin(table: Table, hand: Hand, at: int) -> None:
    """Arm the timer: a card moves at `at` (ns), and nothing is looked for yet."""
    hand.watch.arm_timer()
    table.arm(SIGHT, at + _patience(table))


def _patience(table: Table) -> int:
    return table.book.entries.cards_sight.seconds * SECOND


def look_round(table: Table, hand: Hand, at: int) -> None:
    """The timer: name the cards that have been out of sight too long, and look for the rest later. `at`: ns."""
    hand.watch.timer_fired()
    if hand.phase not in ON_THE_TABLE:
        return
    patience = _patience(table)
    later = _held(table, hand, at, patience) if table.felt.lifted else []
    later += look_for(table, hand, at, patience)
    if later:
        hand.watch.arm_timer()
        table.arm(SIGHT, min(later))


# --- in a player's hands --------------------------------------------------------------------------------------------


def _held(table: Table, hand: Hand, at: int, patience: int) -> list[int]:
    """Prompt the dealer about live cards lifted too long ago. Return when to look again for the others, ns."""
    felt = table.felt
    later, seats = [], set()
    for card, spot in felt.lifted.items():
        seat = hand.plan.owner(card)
        if seat is None or spot != SEAT + seat or not _held_live(hand, card, seat):
            continue
        since, wait = felt.touched[card], patience
        if len(cards := hand.plan.cards_of(seat)) > PILE:
            if not felt.lifted.keys() >= set(cards):
                continue  # it lies there, as far as it can be heard
            since, wait = max(felt.touched[e] for e in cards), max(patience, BY_TURNS)
        if since + wait > at:
            later.append(since + wait)
        elif hand.watch.reported_missing.get(card) != since:
            hand.watch.report_missing(card, since)
            seats.add(seat)
    if seats and table.book.has("cards.sight"):
        for seat in sorted(seats):  # a player may look at their cards: whether they hid them is for a person to say
            table.prompt(Prompt("dealer", seat, "look_at", (("seat", seat),)))
    return later


def _held_live(hand: Hand, card: int, seat: Seat) -> bool:
    """Whether the card belongs to a live hand and is not public."""
    seen = hand.rights.has_shown(seat) or card in hand.errors.public
    return hand.betting.is_live(seat) and not seen
