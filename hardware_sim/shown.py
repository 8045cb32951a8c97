"""A table as it shows itself: the core's view, or the public state that the controller makes of it.

Both name and type a fact in the same way. So whatever looks at a table reads either as it is.
"""

from controller.poker.outcomes import Alarm, Ask, Prompt
from controller.table import (
    Course,
    EffectView,
    MoveView,
    RulingView,
    SeatView,
    Situation,
    Step,
    View,
    standing_prompts,
)
from firmware_bridge.messages.public import (
    PublicAlarm,
    PublicAsk,
    PublicEffect,
    PublicMove,
    PublicPrompt,
    PublicRuling,
    PublicSeat,
    PublicState,
    PublicStep,
)

Shown = View | PublicState
ShownSituation = Situation | PublicState
ShownCourse = Course | PublicState
ShownAlarm = Alarm | PublicAlarm
ShownAsk = Ask | PublicAsk
ShownEffect = EffectView | PublicEffect
ShownMove = MoveView | PublicMove
ShownPrompt = Prompt | PublicPrompt
ShownRuling = RulingView | PublicRuling
ShownSeat = SeatView | PublicSeat
ShownStep = Step | PublicStep


def standing(shown: Shown) -> tuple[ShownPrompt, ...]:
    """Return the prompts that still stand on the pages of dealer and floor."""
    return standing_prompts(shown) if isinstance(shown, View) else (*shown.prompts, *shown.floor_prompts)


def seats_of(shown: ShownSituation) -> dict[int, ShownSeat]:
    """Return the held seats by their numbers."""
    return {seat.seat: seat for seat in shown.seats}
