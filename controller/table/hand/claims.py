"""Claims: a player disputes the award, and the floor lets it stand or has the pots awarded again."""

from collections.abc import Callable
from typing import Final

from controller.poker.events import DealerCommand
from controller.poker.hand import SHOWDOWN_OVER, Hand
from controller.poker.outcomes import Count
from controller.table.hand.showdown import reopen_award
from controller.table.state.command_args import hand_of, seat_of
from controller.table.state.question import Answer
from controller.table.state.questions_of_hands import Claim
from controller.table.state.rulings import refuse, rule
from controller.table.state.table import Table


def claim(table: Table, e: DealerCommand) -> None:
    """A player disputes the award. This is possible only until claims end."""
    seat = seat_of(e)
    if table.hand is None or hand_of(table).phase not in SHOWDOWN_OVER:
        refuse(table, "claims", seat)
        return
    rule(table, "claims.award", seat, (Count(seat, "claims"),))
    table.ask(Claim(seat))


def answer_claim(table: Table, hand: Hand, q: Claim, answer: Answer) -> None:
    """Let the award stand, or have the pots awarded again."""
    if answer.choice == "again" and hand.phase in SHOWDOWN_OVER:
        reopen_award(table, hand, q.seat)
    else:
        rule(table, "claims.award", q.seat, (), by="floor")


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {"claim": (claim, "role")}
