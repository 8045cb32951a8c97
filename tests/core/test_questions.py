"""Open questions: each kind is answered in one place, and comes back from a checkpoint as it was."""

import pytest

from controller.poker.outcomes import CardLabel
from controller.table.events.answers import AT_ANY_TIME, IN_THE_HAND
from controller.table.state.checkpoint_codec import freeze, thaw
from controller.table.state.question import Question
from controller.table.state.questions import QUESTIONS
from controller.table.state.questions_of_betting import MotionAfterAct
from controller.table.state.questions_of_deal import FalseBoard, MissingCard
from controller.table.state.questions_of_hands import Penalty


def test_every_kind_of_question_has_one_answer() -> None:
    assert sorted(QUESTIONS) == sorted(kind.__name__ for kind in (*AT_ANY_TIME, *IN_THE_HAND))


@pytest.mark.parametrize("question", [
    MotionAfterAct(3, 200, (100, 100)), MissingCard(7, None, ("lies", "fallen"), CardLabel("flop_four")),
    FalseBoard("board.stands", ("stands", "misdeal"), kind="two_burns"),
    Penalty(4, "phones", ("none", "warning"), None),
])  # fmt: skip
def test_a_question_comes_back_from_a_checkpoint_as_it_was(question: Question) -> None:
    assert thaw(freeze(question)) == question
