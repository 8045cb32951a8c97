"""A house that burns no cards: the plan has none, and rules that dispose of burn cards do not go with it."""

from pathlib import Path

import pytest

from controller.rulebooks import Rulebook, RulebookError, load
from hardware_sim.scenario.depths.core import run_at_core
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.play.result import Failure

UNBURNT = """key = "house"
title = "House"
base = "limit"

[rules.burn]
before_each_street = false
article = "limit-10"
"""

TABLE = """
table limit limit   cash   blinds 5/10   seats 1-4   stacks 1000   button 4
shoe  As Kd 7c 9h 2d Qs 7d Tc | Jh 5d 8c | Kc | Ad
"""


def house(folder: Path, text: str, structure: str) -> Rulebook:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return load("house", structure, folder)


def failures(book: Rulebook, script: str) -> list[Failure]:
    return run_at_core(parse(TABLE + script).scenarios[0], book).failures


def test_streets_come_without_a_burn(tmp_path: Path) -> None:
    book = house(tmp_path, UNBURNT, "limit")
    script = """
goto seat 2
2 checks
gather
expect step flop; burns 0
flop, without burn
expect phase flop; board Jh 5d 8c
1, 2, 3, 4 check
turn, without burn
1, 2, 3, 4 check
river, without burn
expect phase river; board Jh 5d 8c Kc Ad; burns 0
"""
    assert failures(book, script) == []


def test_the_first_card_after_a_round_that_is_still_open_is_the_street_s_own(tmp_path: Path) -> None:
    book = house(
        tmp_path,
        UNBURNT
        + """
[rules.premature.river]
policy = "next_card"
article = "limit-13"
""",
        "limit",
    )
    script = """
goto seat 2
2 checks
flop, without burn
1, 2, 3, 4 check
turn, without burn
1, 2, 3 check
next card to board 5
expect alarm card.not_due
expect ruling limit-13 on premature.river; remedy muck; board Jh 5d 8c Kc
"""
    assert failures(book, script) == []


@pytest.mark.parametrize(
    "rule",
    [
        "[rules.burn.missing]",
        "[rules.flop.four]",
        '[rules.premature.turn]\npolicy = "third_card"',
    ],
)
def test_rules_that_dispose_of_burn_cards_want_burns(tmp_path: Path, rule: str) -> None:
    text = f'{UNBURNT}\n{rule}\narticle = "limit-10"\n'
    with pytest.raises(RulebookError, match="before_each_street false"):
        house(tmp_path, text, "limit")
