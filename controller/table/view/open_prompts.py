"""Which prompts a person still has to carry out, by the state of the table. Pure."""

from controller.poker.outcomes import Prompt
from controller.table.view.model import View

# Prompts that a step of the hand answers. The others stand until they are overtaken.
OF_A_STEP = ("shuffle", "post", "gather", "expose", "show", "show_or_muck", "name_winners", "award")
BEFORE_IT = {"shuffle": ("take_in_winner",)}  # steps that come directly before the step of the prompt
OF_A_REMEDY = "remedy."
OF_THE_CLOCK = ("countdown", "declare_dead")  # of a clock that runs


def standing_prompts(view: View) -> tuple[Prompt, ...]:
    """Return the prompts that still stand on the pages of dealer and floor. Those of seats are on their displays."""
    return tuple(prompt for prompt in view.prompts if prompt.to != "seat" and still_due(prompt, view))


def still_due(prompt: Prompt, view: View) -> bool:
    """Whether a person still has to do it. "post" covers the step "post_big_blind". A call for time is answered by
    the clock, and ends with the act."""
    if prompt.key.startswith(OF_A_REMEDY):
        return False  # the remedy itself is shown, movement by movement
    if prompt.key in OF_A_STEP:
        return view.next_step is None or view.next_step.key.startswith((prompt.key, *BEFORE_IT.get(prompt.key, ())))
    if prompt.key in OF_THE_CLOCK:
        return view.clock is not None
    if prompt.key == "still_asked":
        return any(ask.seat == prompt.seat for ask in view.asks)
    if prompt.key == "look_at":
        held = next((seat.cards for seat in view.seats if seat.seat == prompt.seat), 0)
        return dict(view.cards_at).get(f"seat:{prompt.seat}", 0) < held
    if prompt.key == "muck":
        live = any(seat.seat == prompt.seat and seat.in_hand for seat in view.seats)
        return f"seat:{prompt.seat}" in dict(view.cards_at) and not live
    return prompt.key != "time" or (view.clock is None and view.turn is not None)
