"""What the tests of scenarios share: texts on a small table, run at depth core."""

from __future__ import annotations

from controller.rulebooks import load
from hardware_sim.scenario.depths.core import run_at_core
from hardware_sim.scenario.language.expectation_nodes import Expect
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.language.tree import Statement
from hardware_sim.scenario.play.result import Result

TABLE = "table lfp blinds 50/100 seats 1-6 stacks 10000 button 1\n"


def play(script: str, table: str = TABLE, book: str = "lfp", structure: str = "no_limit") -> Result:
    """The result of a script at the table."""
    return run_at_core(parse(table + script).scenarios[0], load(book, structure))


def failures(script: str, table: str = TABLE) -> list[str]:
    """What went wrong."""
    return [failure.text for failure in play(script, table).failures]


def statement(line: str) -> Statement:
    """The statement of one line."""
    return parse(TABLE + line).scenarios[0].script[0].statement


def expectation(line: str) -> Expect:
    found = statement(f"expect {line}")
    assert isinstance(found, Expect)
    return found
