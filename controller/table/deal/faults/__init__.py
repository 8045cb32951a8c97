"""Every fault of the deal and the board: one object each, in the order of docs/reference/irregularities.md."""

from typing import Final

from controller.table.deal.faults import board, deck, hole_cards
from controller.table.state.fault import Fault

BACK: Final = tuple(("back", origin) for origin in ("stub", "burn", "aside", "muck", "seat", "board", "table"))
"""Movements when the floor takes back a movement or a ruling. For every fault, cards go back where they were."""

BY_THE_FLOOR: Final = (*BACK, hole_cards.COLLECT)
"""Movements that only a decision of the floor asks for, for every fault. It may void the hand too."""

FAULTS: Final = tuple(
    fault for module in (hole_cards, deck, board) for fault in vars(module).values() if isinstance(fault, Fault)
)
"""Every fault that these modules define, in the order in which they are asked about a fact.

A new fault needs no other entry. One that must be asked before another stands above it in its file.
"""

RULED_UNDER: Final = frozenset(matter for fault in FAULTS for matter in fault.ruled_under)
"""Every rule key that a ruling on a fault may rest on."""
