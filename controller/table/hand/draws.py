"""Cards dealt between two hands: for the first button, and in a chip race. The claims of the hand before end."""

from collections.abc import Callable
from typing import Final

from controller.poker.events import DealerCommand
from controller.table.hand.showdown import close_hand
from controller.table.seating import first_button
from controller.table.state.table import Table
from controller.table.tournament import chip_race


def draw_for_button(table: Table, e: DealerCommand) -> None:
    """Deal cards for the button, one to each player, or give the button to the entered seat."""
    if not first_button.seat_is_named(table, e):
        close_hand(table)
        first_button.begin_draw(table, e.at[1])


def draw_in_race(table: Table, e: DealerCommand) -> None:
    """Deal cards for the chips that are left in a chip race."""
    on = chip_race.may_draw(table)
    close_hand(table)
    chip_race.begin_draw(table, on, e.at[1])


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    "button_draw": (draw_for_button, "role"),
    "race_draw": (draw_in_race, "role"),
}
