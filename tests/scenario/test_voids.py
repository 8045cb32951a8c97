"""Which rulings make something no act: what `check` knows of that is held to the program's own calls."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import controller.table
from hardware_sim.scenario.catalogue.article_index import ruled
from hardware_sim.scenario.catalogue.lint import review
from hardware_sim.scenario.language.parser import parse
from tests.syntax import walked

TABLE = Path(controller.table.__file__).parent


def named(function: ast.FunctionDef) -> dict[str, list[ast.expr]]:
    """What each name of a function may stand for: the right sides of its assignments."""
    found: dict[str, list[ast.expr]] = {}
    for node in walked(function):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        for target in targets:
            if isinstance(target, ast.Name) and isinstance(value, ast.expr):
                found.setdefault(target.id, []).append(value)
    return found


def nodes(expression: ast.expr, names: dict[str, list[ast.expr]]) -> Iterator[ast.AST]:
    """All nodes of an expression, and of what its names may stand for."""
    for node in walked(expression):
        yield node
        for value in names.get(node.id, ()) if isinstance(node, ast.Name) else ():
            yield from walked(value)


def called(node: ast.AST, *names: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def voids(source: str) -> Iterator[str]:
    """The rule keys that a module names where it refuses something or rules it void."""
    for function in walked(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        names = named(function)
        for call in (node for node in walked(function) if called(node, "rule", "refuse")):
            assert isinstance(call, ast.Call)
            void = any(called(node, "Void") for argument in call.args for node in nodes(argument, names))
            if void or called(call, "refuse"):
                constants = (n.value for n in nodes(call.args[1], names) if isinstance(n, ast.Constant))
                yield from (value for value in constants if isinstance(value, str))


def test_every_rule_key_that_the_table_voids_by_is_known_to_be_void() -> None:
    found = {matter for path in TABLE.rglob("*.py") for matter in voids(path.read_text("utf-8"))}
    acts = ruled().acts
    assert len(found & acts.keys()) > 50
    assert sorted(matter for matter in found & acts.keys() if "void" not in acts[matter]) == []


def test_a_rule_key_is_found_behind_a_name() -> None:
    source = 'def f(t):\n    m, e = "a", ()\n    m = "b" if t else "c"\n    e = (Void(1),)\n    rule(t, m, 1, e)\n'
    assert set(voids(source)) == {"b", "c"}


@pytest.mark.parametrize("want", ["refused lfp-7.26 seat 4", "ruling lfp-7.26 seat 4 void"])
def test_check_names_a_refusal_by_an_article_that_never_voids(want: str) -> None:
    text = "table lfp blinds 50/100 seats 1-4\ngoto seat 4\n{}4 pushes 500\nexpect " + want
    assert [remark.text for remark in review(parse(text.format("")))] == [
        "no ruling of lfp-7.26 is void under lfp (chip.single: call, check, raise)"
    ]
    assert review(parse(text.format("floor overrules 3: void\n"))) == []


def test_check_lets_a_refusal_pass_that_the_article_makes() -> None:
    assert review(parse("table lfp blinds 50/100 seats 1-4\ngoto seat 4\n3 bets 100\nexpect refused lfp-7.6")) == []
