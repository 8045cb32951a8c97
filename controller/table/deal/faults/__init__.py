"""Every fault of the deal and the board: one object each, in the order of docs/reference/irregularities.md."""

from typing import Final

from controller.table.deal.faults.board import BOARD
from controller.table.deal.faults.deck import DECK
from controller.table.deal.faults.hole_cards import COLLECT, HOLE_CARDS

BACK: Final = tuple(("back", origin) for origin in ("stub", "burn", "aside", "muck", "seat", "board", "table"))
"""Movements when the floor takes one back, or a ruling: whatever the fault, cards go back where they were."""

BY_THE_FLOOR: Final = (*BACK, COLLECT)
"""Movements that only a decision of the floor asks for, whatever the fault: it may void the hand, too."""

FAULTS: Final = (*HOLE_CARDS, *DECK, *BOARD)
