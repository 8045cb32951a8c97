"""A table as it shows itself: the core's view, or the public state that the controller makes of it.

Both name and type a fact in the same way. So whatever looks at a table reads either as it is.
"""

from controller.poker.outcomes import Alarm, Ask, Prompt
from controller.table import (
    ContestView,
    Course,
    EffectView,
    MoveView,
    RaceView,
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
    PublicContest,
    PublicEffect,
    PublicMove,
    PublicPrompt,
    PublicRace,
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
ShownContest = ContestView | PublicContest
ShownEffect = EffectView | PublicEffect
ShownMove = MoveView | PublicMove
ShownPrompt = Prompt | PublicPrompt
ShownRace = RaceView | PublicRace
ShownRuling = RulingView | PublicRuling
ShownSeat = SeatView | PublicSeat
ShownStep = Step | PublicStep


def standing(shown: Shown) -> tuple[ShownPrompt, ...]:
    """Return the prompts that still stand on the pages of dealer and floor."""
    return standing_prompts(shown) if isinstance(shown, View) else (*shown.prompts, *shown.floor_prompts)


def seats_of(shown: ShownSituation) -> dict[int, ShownSeat]:
    """Return the held seats by their numbers."""
    return {seat.seat: seat for seat in shown.seats}
