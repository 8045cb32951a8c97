"""Which prompts a person still has to carry out, by the state of the table. Pure."""

from typing import Final

from controller.poker.outcomes import Prompt
from controller.poker.remedy import PROMPTS
from controller.table.view.model import View

STEPS: Final[dict[str, tuple[str, ...]]] = {
    "shuffle": ("shuffle", "take_in_winner"),
    "post": ("post_option", "post_entry", "post_small_blind", "post_big_blind", "post_ante"),
    "gather": ("gather",),
    "expose": ("expose",),
    "show": ("show", "show_or_muck"),
    "show_or_muck": ("show_or_muck",),
    "name_winners": ("name_winners",),
    "award": ("award",),
}
"""Prompts that a step of the hand answers, and the steps at which they stand. The others stand until overtaken."""

OF_THE_CLOCK = ("countdown", "declare_dead")  # of a clock that runs
OF_EARLY_ACTS = ("early_chips", "early_word")  # of an act that waits for its turn


def standing_prompts(view: View) -> tuple[Prompt, ...]:
    """Return the prompts that still stand on the pages of dealer and floor. Those of seats are on their displays."""
    return tuple(prompt for prompt in view.prompts if prompt.to != "seat" and still_due(prompt, view))


def still_due(prompt: Prompt, view: View) -> bool:
    """Whether a person still has to do it. A call for time is answered by the clock, and ends with the act."""
    if prompt.key in PROMPTS.values():
        return False  # the remedy itself is shown, movement by movement
    if prompt.key in STEPS:
        return view.next_step is None or view.next_step.key in STEPS[prompt.key]
    if prompt.key in OF_THE_CLOCK:
        return view.clock is not None
    if prompt.key == "still_asked":
        return any(ask.seat == prompt.seat for ask in view.asks)
    if prompt.key == "look_at":
        held = next((seat.cards for seat in view.seats if seat.seat == prompt.seat), 0)
        return dict(view.cards_at).get(f"seat:{prompt.seat}", 0) < held
    if prompt.key in OF_EARLY_ACTS:
        return any(seat.seat == prompt.seat and seat.early for seat in view.seats)
    if prompt.key == "muck":
        live = any(seat.seat == prompt.seat and seat.in_hand for seat in view.seats)
        return f"seat:{prompt.seat}" in dict(view.cards_at) and not live
    return prompt.key != "time" or (view.clock is None and view.turn is not None)
