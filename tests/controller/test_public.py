"""The public state: what the pages are told of the core's view."""

from __future__ import annotations

import pytest

from controller.bus.public import still_due
from controller.poker.outcomes import Prompt
from controller.table import Step


@pytest.mark.parametrize(
    ("prompt", "step", "due"),
    [
        ("post", "post_big_blind", True),
        ("post", "deal", False),
        ("gather", "gather", True),
        ("gather", "act", False),
        ("award", "award", True),
        ("award", "shuffle", False),
    ],
)
def test_a_prompt_is_shown_until_the_hand_waits_for_something_else(prompt: str, step: str, due: bool) -> None:
    assert still_due(Prompt("dealer", None, prompt), Step(step)) is due


def test_a_call_for_time_is_shown_whatever_the_hand_waits_for() -> None:
    assert still_due(Prompt("dealer", 3, "time"), Step("act"))
