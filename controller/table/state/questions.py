"""Every kind of question that only a person can answer, by its name in a checkpoint.

`events/answers.py` has, for each kind, the function that carries out an answer.
"""

from typing import Final

from controller.table.state.question import Question
from controller.table.state.questions_of_betting import (
    ActOrder,
    Confirm,
    DisputedAct,
    DoubtfulAct,
    Forward,
    MotionAfterAct,
    MotionEarly,
    MotionOnTurn,
    OutOfTurn,
    OvertakenSeat,
    Skipped,
)
from controller.table.state.questions_of_deal import (
    Burned,
    BurntEarly,
    DeadOrCheck,
    DealFault,
    DealOrder,
    FalseBoard,
    FlashedCard,
    JokerQuestion,
    MissingCard,
    MixedCards,
    RabbitHunt,
    WhichCard,
)
from controller.table.state.questions_of_hands import (
    Claim,
    DeadHand,
    FoldAtMuck,
    LiveAtMuck,
    MixedWithMuck,
    OddChips,
    OpenInMiddle,
    Outsider,
    Penalty,
    SeeHand,
    Undetermined,
)
from controller.table.state.questions_of_seats import (
    ChairEmpty,
    ChairEmptyAtDeal,
    EqualStacks,
    FirstButton,
    RaceConflict,
    Reserved,
    SeatAtSmallBlind,
    SeatChange,
    Transfer,
    WrongSeats,
)

QUESTIONS: Final[dict[str, type[Question]]] = {
    kind.__name__: kind
    for kind in (
        DoubtfulAct, MotionAfterAct, MotionOnTurn, MotionEarly, Forward, ActOrder, OutOfTurn, OvertakenSeat,
        Skipped, DisputedAct, Confirm, FoldAtMuck, LiveAtMuck, MixedWithMuck, SeeHand, DeadHand,
        OpenInMiddle, OddChips, Undetermined, Claim, Penalty, Outsider, DealFault, DealOrder,
        FlashedCard, MissingCard, Burned, BurntEarly, DeadOrCheck, FalseBoard, JokerQuestion, WhichCard,
        MixedCards, RabbitHunt, ChairEmpty, ChairEmptyAtDeal, Reserved, SeatAtSmallBlind,
        FirstButton, SeatChange, Transfer, WrongSeats, EqualStacks, RaceConflict,
    )
}  # fmt: skip
