"""What the dealer may have to say now: the moment, the entries that answer the next step, the entry taken back.

Pages offer what this names. They know no rules of their own.
"""

from collections.abc import Callable
from typing import Any, Final

from controller.poker.entries import Moment
from controller.poker.hand import BEFORE_ACTS, BETWEEN_HANDS, Phase, Stage
from controller.table.hand.act_corrections import may_withdraw
from controller.table.hand.showdown import wins_unread
from controller.table.remedies.engine import next_to_make
from controller.table.remedies.visibility import sensed
from controller.table.state.table import Table
from controller.table.view.model import Offer, Step


def moments(table: Table) -> tuple[Moment, ...]:
    """The moment of the table, and "remedy" while a fault of the deal is put right."""
    hand = table.hand
    if hand is None:
        return ("between",)
    now = _moment(hand.phase, hand.stage)
    return (now, "remedy") if hand.remedies.open else (now,)


def _moment(phase: Phase, stage: Stage) -> Moment:
    if phase in BETWEEN_HANDS:
        return "between"
    if phase in BEFORE_ACTS:
        return "dealing"
    if phase is Phase.SHOWDOWN:
        return "showdown"
    if phase is Phase.AWARD:
        return "award"
    return "acting" if stage is Stage.ACTS else "cards"


def answers_to(table: Table, step: Step | None) -> tuple[Offer, ...]:
    """The entries that say that a step is done. None if sensors see it, so that no second entry is made for it."""
    if step is None:
        return ()
    if step.verb is not None:
        return (Offer("done"),) if _is_told(table) else ()
    words, is_sensed = _ANSWERS.get(step.key, ((), _unsensed))
    if is_sensed(table):
        return ()
    params: dict[str, Any] = dict(step.params)
    if step.key == "expose":
        return tuple(Offer("shows", seat) for seat in params["seats"])
    seat = params.get("seat") if step.key in _OF_A_SEAT else None
    return tuple(Offer(word, seat) for word in words)


def _is_told(table: Table) -> bool:
    """Whether a person has to confirm the movement that is due. A card taken up by mistake goes back first."""
    hand = table.hand
    found = next_to_make(hand) if hand is not None else None
    if hand is None or found is None or any(remedy.wrong for remedy in hand.remedies.open):
        return False
    return found[1].tick == "told" or not sensed(table, found[1])


def taken_back(table: Table) -> Offer | None:
    """The entry that takes the last act back. None if it was not entered, or can no longer be corrected."""
    hand = table.hand
    if hand is None or not hand.betting.acts or not hand.records.log:
        return None
    last, logged = hand.betting.acts[-1], hand.records.log[-1]
    entered = logged.how == "entered" and (logged.seat, logged.act) == (last.seat, last.act)
    return Offer("withdraw", last.seat) if entered and may_withdraw(table, hand, last.seat) else None


def _unsensed(_table: Table) -> bool:
    return False


def _push_is_seen(table: Table) -> bool:
    """Whether readers see that the pots were pushed: those of the pot and of the stacks of all winners."""
    return table.senses.pot and (table.hand is None or not wins_unread(table, table.hand))


_OF_A_SEAT: Final = ("place_button", "show", "show_or_muck")

_ANSWERS: Final[dict[str, tuple[tuple[str, ...], Callable[[Table], bool]]]] = {
    "shuffle": (("shuffle",), _unsensed),
    "cut": (("cut",), _unsensed),
    "place_button": (("button",), _unsensed),  # a switch that fails is noticed by nobody else
    "deal": (("deal_done",), lambda table: all(table.senses.cards[seat] for seat in table.setup.chairs)),
    "deal_all": (("deal_done",), _unsensed),
    "burn": (("burned",), lambda table: table.senses.shoe),
    "flop": (("board",), lambda table: table.senses.board),
    "turn": (("board",), lambda table: table.senses.board),
    "river": (("board",), lambda table: table.senses.board),
    "gather": (("gathered",), lambda table: table.senses.pot),
    "expose": (("shows",), _unsensed),
    "show": (("shows",), _unsensed),
    "show_or_muck": (("shows", "mucks"), _unsensed),
    "name_winners": (("wins",), _unsensed),
    "award": (("awarded",), _push_is_seen),
    "race_draw": (("race_draw",), _unsensed),
}
"""The entries that answer each step, and whether this table's sensors see it by themselves."""
