"""What outlives a hand, and the one entry into the core: `step`.

Pure: events come in, outcomes go out, `view` shows what anyone may see. `step` never raises for what happens at a table;
it raises only for a caller's mistake (an event that is not one).
"""

from controller.poker.events import Event
from controller.poker.outcomes import Outcome
from controller.rulebooks import Rulebook
from controller.table.record import Checkpoint, Record, checkpoint, from_record, restore, to_record
from controller.table.setup import Parts, SeatSetup, Setup, Stakes
from controller.table.state import Table, new_table
from controller.table.view import PotView, RulingView, SeatView, Step, View, Winner

__all__ = [
    "Checkpoint", "Parts", "PotView", "Record", "RulingView", "SeatSetup", "SeatView", "Setup", "Stakes", "Step", "Table",
    "View", "Winner", "checkpoint", "from_record", "new_table", "restore", "step", "to_record", "view",
]  # fmt: skip


def step(table: Table, event: Event, rulebook: Rulebook) -> list[Outcome]:
    """Take one event, change the table in place, and return what followed, in order.

    The rulebook is pinned when a hand begins: another one given in mid-hand counts from the next shuffle.
    """
    raise NotImplementedError


def view(table: Table) -> View:
    """What anyone may see of the table now. Costs some 50 µs: call it after a batch of events, not within one."""
    raise NotImplementedError
