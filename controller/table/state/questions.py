"""Every kind of question that only a person can answer, by its name in a checkpoint.

`events/answers.py` has, for each kind, the function that carries out an answer.
"""

from typing import Final

from controller.table.state import questions_of_betting, questions_of_deal, questions_of_hands, questions_of_seats
from controller.table.state.question import Question

QUESTIONS: Final[dict[str, type[Question]]] = {
    kind.__name__: kind
    for module in (questions_of_betting, questions_of_hands, questions_of_deal, questions_of_seats)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Question) and kind is not Question
}
"""A new kind needs no other entry here than its class."""
