"""Alarms about cards, and about chips that are to go back. Each stands as long as its cause does.

An alarm ends when its cause is put right, ruled on and remedied, or when the hand is over. Every cause is read from
the table itself, so any event that puts it right ends the alarm. An alarm whose cause leaves no trace there ends
through the event that ends the cause (`Table.silence`).
"""

from typing import Final

from controller.poker.events import CardReturned
from controller.poker.hand import CANCELLED, CLAIMS, Hand
from controller.poker.outcomes import Alarm
from controller.poker.places import MUCK, ON_BOARD, Place, place_text
from controller.poker.remedy import NOW
from controller.table.remedies.engine import burn_on_the_flop, word_awaited
from controller.table.state.card_names import JOKER_READ, card_alarm
from controller.table.state.facts import Unaccounted
from controller.table.state.fault import CardAlarm, Stands, fault_of, stands_while
from controller.table.state.question import FLASHED, MISSING
from controller.table.state.table import Table

HAND_OVER: Final = (CLAIMS, CANCELLED)


def settle(table: Table) -> None:
    """End the alarms whose cause is gone. Called after each event."""
    table.end_alarms(lambda alarm: _stands(table, alarm))


def _stands(table: Table, alarm: Alarm) -> bool:
    stands = stands_while(alarm.key) or _OTHERS.get(alarm.key)
    if stands is None:
        return True
    hand = table.hand
    if hand is None:
        return table.tournament.race is not None
    return hand.phase not in HAND_OVER and stands(table, hand, alarm)


def _exit(alarm: Alarm) -> int:
    return alarm.card or 0


# --- where a card lies ----------------------------------------------------------------------------------------------


def _lies(table: Table, card: int) -> Place:
    """The place where the card lies now, 0 if unknown."""
    return 0 if card in table.felt.lifted else table.felt.spot_of.get(card, 0)


def _still_there(table: Table, alarm: Alarm) -> bool:
    spot = _lies(table, _exit(alarm))
    return bool(spot) and alarm.place in (place_text(spot), "board" if spot in ON_BOARD else None)


def _to_be_moved(hand: Hand, card: int) -> bool:
    """Whether a movement with the card is to be made now."""
    return any(
        not done and move.gate == NOW and card in move.exits
        for remedy in hand.remedies.open
        for move, done in zip(remedy.moves, remedy.done, strict=True)
    )


def _misplaced(table: Table, hand: Hand, alarm: Alarm) -> bool:
    """Whether the card has come neither to its place nor to the muck.

    If it has no place in the deal, or nothing reads that place, the alarm ends once the card is taken up.
    """
    plan, card = hand.plan, _exit(alarm)
    due = plan.place_of(card)
    if _to_be_moved(hand, card):
        return True
    if card in plan.out or table.felt.spot_of.get(card) == MUCK:
        return False
    if due is None or due > MUCK:
        return _still_there(table, alarm)
    spot = table.felt.spot_of.get(card, 0)
    return due != spot and not (due in ON_BOARD and spot in ON_BOARD)


def _not_due(table: Table, hand: Hand, alarm: Alarm) -> bool:
    """Whether the card has no place in the deal yet, or is on its way to one."""
    card = _exit(alarm)
    if alarm.place is not None:
        return _unaccounted(table, hand, alarm)
    return card in hand.plan.loose or _to_be_moved(hand, card)


def _unaccounted(table: Table, hand: Hand, alarm: Alarm) -> bool:
    """Whether the card still lies there, although no card was seen to leave the shoe for it."""
    return not hand.plan.knows(_exit(alarm)) and _still_there(table, alarm)


def _out(table: Table, hand: Hand, alarm: Alarm) -> bool:
    """Whether the card is dead and still lies there."""
    return hand.is_dead(_exit(alarm)) and _still_there(table, alarm)


def _joker_read(table: Table, hand: Hand, alarm: Alarm) -> bool:
    """Whether this draw lies nowhere yet, and neither it nor a neighbouring draw has been found to be the joker."""
    card = _exit(alarm)
    found = any(fault_of(hand.errors.public.get(e, "")).nameless for e in (card - 1, card, card + 1))
    return card not in table.felt.spot_of and card not in hand.plan.out and not found


def _unburned(table: Table, hand: Hand, _alarm: Alarm) -> bool:
    """Whether the card that was to be burnt lies on the board. Without a shoe only the dealer knows."""
    return not table.senses.shoe or any(_lies(table, card) for card in burn_on_the_flop(table, hand))


def unaccounted(table: Table, hand: Hand, fact: Unaccounted) -> None:
    """No card left the shoe for the one that lies there."""
    card_alarm(table, hand, UNACCOUNTED.key, None, fact.card, place_text(fact.spot))


def returned(table: Table, hand: Hand, e: CardReturned) -> None:
    """A card was pushed back into the shoe."""
    card_alarm(table, hand, RETURNED.key, None, e.exit)


# --- what comes too soon --------------------------------------------------------------------------------------------


def _not_shuffled(_table: Table, hand: Hand, alarm: Alarm) -> bool:
    """Whether the shuffle for which the card went back is still to be made."""
    moves = ((move, done) for r in hand.remedies.open for move, done in zip(r.moves, r.done, strict=True))
    return any(move.verb == "shuffle" and not done and _exit(alarm) in move.exits for move, done in moves)


def _lies_early(table: Table, _hand: Hand, alarm: Alarm) -> bool:
    """Whether chips that are no act of the seat still lie on its line."""
    return alarm.seat is not None and table.bet_due(alarm.seat) < 0


_OTHERS: Final[dict[str, Stands]] = {
    "chips.out_of_turn": _lies_early,
    "card.out": _out,
    "remedy.wrong_card": lambda _table, hand, alarm: any(_exit(alarm) in r.wrong for r in hand.remedies.open),
    "remedy.not_before": _not_shuffled,
    "remedy.step_open": lambda _table, hand, _alarm: bool(hand.remedies.open),
    "remedy.not_seen": lambda _table, hand, _alarm: bool(hand.remedies.open),
}

MISPLACED: Final = CardAlarm("card.misplaced", _misplaced)
NOT_DUE: Final = CardAlarm("card.not_due", _not_due)
UNACCOUNTED: Final = CardAlarm("card.unaccounted", _unaccounted)
READ_AS_JOKER: Final = CardAlarm(JOKER_READ, _joker_read)
RETURNED: Final = CardAlarm("card.returned", lambda _table, _hand, _alarm: True)
BEFORE_FOUND: Final = CardAlarm("card.before_found", lambda table, _hand, _alarm: word_awaited(table) == MISSING)
BEFORE_CHOICE: Final = CardAlarm("card.before_choice", lambda table, _hand, _alarm: word_awaited(table) == FLASHED)
UNBURNED: Final = CardAlarm("burn.missing", _unburned)
