"""The three journeys of docs/architecture.md are true: each function is there, and no folder is entered twice."""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from itertools import groupby
from pathlib import PurePosixPath

import pytest

from .conftest import ROOT

HEAD = "| process | module | function | what happens |"


def _journeys() -> list[list[tuple[str, str, str]]]:
    """(process, module, function) of each step. A process holds until another one is named."""
    lines = (ROOT / "docs" / "architecture.md").read_text().splitlines()
    found = []
    for head in [n for n, line in enumerate(lines) if line == HEAD]:
        steps: list[tuple[str, str, str]] = []
        for line in lines[head + 2 :]:
            if not line.startswith("|"):
                break
            process, module, function, _ = (cell.strip(" `") for cell in line.strip("|").split("|"))
            steps.append((process or steps[-1][0], module, function))
        found.append(steps)
    return found


JOURNEYS = _journeys()
STEPS = [(module, function) for steps in JOURNEYS for _, module, function in steps]


def test_there_are_three_journeys() -> None:
    assert len(JOURNEYS) == 3


@pytest.mark.parametrize(("module", "function"), dict.fromkeys(STEPS))
def test_the_module_of_a_step_has_its_function(module: str, function: str) -> None:
    name = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    assert (ROOT / module).is_file()
    assert callable(reduce(getattr, function.split("."), import_module(name)))


@pytest.mark.parametrize("steps", JOURNEYS, ids=["tag", "chips", "fault"])
def test_no_journey_goes_back_to_a_folder_it_has_left(steps: list[tuple[str, str, str]]) -> None:
    for _, crossed in groupby(steps, key=lambda step: step[0]):
        folders = [folder for folder, _ in groupby(str(PurePosixPath(module).parent) for _, module, _ in crossed)]
        assert len(folders) == len(set(folders)), folders
