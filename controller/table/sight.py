"""Cards that nothing reads for a while: a player's, held where nobody sees them, and those that left the shoe and lie
nowhere.

One timer looks for both. It is armed by the first card that moves, and goes on while something is out of sight.
"""

from typing import Final

from controller.poker.hand import STREETS, Hand, Phase
from controller.poker.misdeals import Cause
from controller.poker.outcomes import Arm, Ask, Prompt
from controller.poker.places import SEAT, Seat
from controller.table.dealing import turned_up
from controller.table.rulings import rule
from controller.table.state import Table

SIGHT: Final = "sight"
SECOND: Final = 1_000_000_000
PATIENCE: Final = 5  # seconds, where the book has none: the pace of a deal leaves no card in the air for so long
CAUSES: Final[tuple[Cause, ...]] = ("dealer", "player", "own")
ON_THE_TABLE: Final = (Phase.DEALING, *STREETS)


def begin(table: Table, hand: Hand, at: int) -> None:
    """A card moves at that time (ns), and nothing is looked for yet."""
    hand.sight = True
    table.outcomes.append(Arm(SIGHT, at + _patience(table)))


def _patience(table: Table) -> int:
    return int(str(table.book.figure("cards.sight", "seconds", PATIENCE) if table.book else PATIENCE)) * SECOND


def look_round(table: Table, at: int) -> None:
    """The timer: whatever has been out of sight too long is named, and the rest is looked for later."""
    hand = table.hand
    if hand is None:
        return
    hand.sight = False
    if hand.phase not in ON_THE_TABLE:
        return
    later = [*_held(table, hand, at), *_lost(table, hand, at)]
    if later:
        hand.sight = True
        table.outcomes.append(Arm(SIGHT, min(later)))


# --- in a player's hands --------------------------------------------------------------------------------------------


def _held(table: Table, hand: Hand, at: int) -> list[int]:
    """Live cards that were lifted: when to look again for those that have not been away for long."""
    felt, patience = table.felt, _patience(table)
    later, seats = [], set()
    for exit_, spot in felt.lifted.items():
        seat, since = hand.plan.owner(exit_), felt.touched[exit_]
        if seat is None or spot != SEAT + seat or not _held_live(hand, exit_, seat):
            continue
        if since + patience > at:
            later.append(since + patience)
        elif hand.sought.get(exit_) != since:
            hand.sought[exit_] = since
            seats.add(seat)
    if table.book is not None and table.book.has("cards.sight"):
        for seat in sorted(seats):
            rule(table, "cards.sight", seat, ())
            table.prompt(Prompt("dealer", seat, "look_at", (("seat", seat),)))
    return later


def _held_live(hand: Hand, exit_: int, seat: Seat) -> bool:
    """Whether it is a card of a hand in play that not everybody has seen."""
    return bool(hand.betting.live >> seat & 1) and not hand.shown >> seat & 1 and exit_ not in hand.public


# --- nowhere --------------------------------------------------------------------------------------------------------


def _lost(table: Table, hand: Hand, at: int) -> list[int]:
    """Hole cards that left the shoe and were read nowhere, neither now nor when this was looked for last: the
    dealer is asked what became of them."""
    plan = hand.plan
    nowhere = [exit_ for exit_ in plan.exits[: plan.ends[0]] if exit_ and _lies_nowhere(table, hand, exit_)]
    for name in [name for name in table.asks if name.startswith("missing-") and int(name[8:]) not in nowhere]:
        del table.asks[name], table.pending[name]
    for exit_ in nowhere:
        if exit_ in hand.unseen and exit_ not in hand.sought:
            hand.sought[exit_] = at
            _ask(table, exit_, plan.owner(exit_))
    hand.unseen = tuple(nowhere)
    return [at + _patience(table)] if nowhere else []


def _lies_nowhere(table: Table, hand: Hand, exit_: int) -> bool:
    plan = hand.plan
    seat, slot = plan.owner(exit_), plan.slot_of.get(exit_)
    if slot is None or seat is None or plan.proven[slot] or exit_ in plan.out or exit_ in table.felt.spot_of:
        return False
    return table.senses.cards[seat] and exit_ not in hand.public


def _ask(table: Table, exit_: int, seat: Seat | None) -> None:
    options = (*CAUSES, "no")
    table.ask(Ask(f"missing-{exit_}", "card_missing", "deal", options, None, "dealer", seat), "missing", exit_)


def answer_missing(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    """Who made the card fall; "no": it did not."""
    (exit_,) = facts
    cause = next((c for c in CAUSES if c == choice), None)
    if cause is not None and hand.phase in (Phase.DEALING, Phase.PREFLOP) and _lies_nowhere(table, hand, exit_):
        turned_up(table, hand, exit_, cause, "deal.off_table")
