"""A player disputes the last act or ruling: play waits until the floor has answered."""

from collections.abc import Callable
from typing import Any, Final

from controller.poker.events import DealerCommand
from controller.poker.hand import OVER, Hand
from controller.poker.outcomes import Ruling, Take, Void, id_text
from controller.table.betting.actions import provisional
from controller.table.hand.act_corrections import find_ruling, overrule
from controller.table.remedies.engine import update_hold
from controller.table.state.command_args import Refused, hand_of, seat_of
from controller.table.state.question import DISPUTED, Answer, Question
from controller.table.state.questions_of_betting import DisputedAct
from controller.table.state.rulings import rule
from controller.table.state.table import Table
from firmware_bridge.messages.roles import outranks

MATTER: Final = "act.disputed"


def dispute(table: Table, e: DealerCommand) -> None:
    """Ask the floor about a disputed act.

    Raises Refused: the round is no longer open to correction, or has no ruling on an act.
    """
    hand, seat = hand_of(table), seat_of(e)
    last = _last_on_an_act(table, hand)
    if seat not in hand.seats:
        raise Refused("value")
    if last is None or not provisional(hand) or DISPUTED in table.asks:
        raise Refused("not_now")
    rule(table, MATTER, seat, (), decided="asked")
    table.log_act(hand, seat, DISPUTED, 0)
    table.ask(DisputedAct(seat, last.id))
    update_hold(table, hand)


def _last_on_an_act(table: Table, hand: Hand) -> Ruling | None:
    """The last ruling of this street that took or voided an act, or None."""
    for ruling in reversed(table.rulings):
        if ruling.id[0] < hand.records.opened:
            return None
        if any(isinstance(effect, Take | Void) for effect in ruling.effects):
            return ruling
    return None


def answer_dispute(table: Table, hand: Hand, q: DisputedAct, answer: Answer) -> None:
    """Go on with the disputed act as it stands, or as the floor decides."""
    if hand.phase in OVER:
        return
    update_hold(table, hand)
    ruling = find_ruling(table, id_text(q.ruling))
    choice, by = answer.choice, answer.instead
    if choice == "stands" or ruling is None or not overrule(table, ruling, choice, None, by):
        rule(table, MATTER, q.seat, (), by=by, decided="stands")


def disputed_act(table: Table, ruling: Ruling) -> Ruling:
    """Return the disputed ruling if `ruling` is the one on the dispute itself, otherwise `ruling`."""
    question = table.questions.get(DISPUTED)
    if not isinstance(question, DisputedAct) or ruling.matter != MATTER:
        return ruling
    return find_ruling(table, id_text(question.ruling)) or ruling


def close_dispute(table: Table, role: str) -> Question | None:
    """Close the question if a role that may answer it overrules a ruling. Return it, or None if none was open."""
    ask, hand = table.asks.get(DISPUTED), table.hand
    if ask is None or hand is None or not outranks(role, "floor"):
        return None
    question = table.close(DISPUTED)
    update_hold(table, hand)
    return question


def reopen_dispute(table: Table, question: Question | None) -> None:
    """Open the question again, because nothing was decided."""
    if question is not None and table.hand is not None:
        table.reopen(question)
        update_hold(table, table.hand)


COMMANDS: Final[dict[str, tuple[Callable[..., Any], str | None]]] = {DISPUTED: (dispute, "role")}
