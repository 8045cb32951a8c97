"""Scenarios played for people to watch, over every wire: the run waits at each expectation until a person goes on."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from hardware_sim.scenario.collection import BOOK, plays_of
from hardware_sim.scenario.depths.compare import Play, carries_out
from hardware_sim.scenario.language.expectation_nodes import Expect
from hardware_sim.scenario.language.tree import Line
from hardware_sim.scenario.play.onlooker import Checked
from hardware_sim.scenario.watched.choice import Choice, choose
from hardware_sim.scenario.watched.shelf import Shelf
from hardware_sim.scenario.watched.showroom import Leaving, Showing, Showroom
from tests.ports import free_port

pytestmark = pytest.mark.process

AT_ONCE = 1e-6
"""Seconds that an act takes: the table's time passes as fast as the work is done."""

FOLDERS = {"betting": 4, "chips": 2, "conduct": 3, "deal": 4, "race": 1, "seating": 2, "showdown": 2, "tournament": 2}
"""How many files of each folder are played in the soak: twenty."""


def of_folder(folder: str, number: int) -> Iterator[Choice]:
    """The shortest scenario that readers can sense of so many files of a folder."""
    files = (choices(path, sensed=True) for path in sorted((BOOK / folder).glob("*.scn")))
    for found in islice(filter(None, files), number):
        yield min(found, key=lambda choice: len(choice.scenario.script))


def choices(path: Path, *, sensed: bool) -> list[Choice]:
    """What can be chosen of a file, and readers sense or do not."""
    script = choose(path).script
    found = [Choice(script, scenario, book) for scenario, book in plays_of(script.file)]
    return [one for one in found if carries_out(Play(script.source, one.scenario, one.book), "wire") is sensed]


def expectations(choice: Choice) -> list[int]:
    """The lines at which it waits."""
    script = [line for line in choice.scenario.script if not line.under or choice.book.key in line.under]
    return [line.at.line for line in script if isinstance(line.statement, Expect)]


@dataclass
class Visitor(threading.Thread):
    """A person at the simulator's page who goes on at each expectation, and leaves at the end."""

    port: int
    stops: list[int] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)
    ends: list[dict[str, Any]] = field(default_factory=list)
    chosen: list[dict[str, Any]] = field(default_factory=list)
    """Orders for the ends of the scenarios that are watched. After them the visitor lets the robots play."""

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        origin = f"http://127.0.0.1:{self.port}"
        with connect(f"ws://127.0.0.1:{self.port}/live", origin=Origin(origin), proxy=None) as page:
            while self.looks(page):
                pass

    def looks(self, page: ClientConnection) -> bool:
        """Take one message of the page. Returns whether to look on."""
        state = json.loads(page.recv()).get("scenario")
        if state is None:
            return True
        if state["stage"] == "waiting" and [*self.stops, 0][-1] != state["at"]:
            self.stops.append(state["at"])
            self.misses += [one["miss"] for one in state["checked"] if one["miss"]]
            page.send(json.dumps({"do": "go_on"}))
        elif state["stage"] in ("ended", "refused", "failed") and state not in self.ends:
            self.ends.append(state)
            order = self.chosen.pop(0) if self.chosen else {"do": "leave_scenario"}
            page.send(json.dumps(order))
            return order["do"] != "leave_scenario"
        return True


class Timed(Showroom):
    """Notes how much of the table's time passes while it waits, in ns."""

    def __init__(self, wanted: Showing, first: Choice, say: Callable[[str], None]) -> None:
        super().__init__(wanted, first, Shelf(lambda: None), say)
        self.passed: list[int] = []

    def expected(self, line: Line, checked: Sequence[Checked]) -> None:
        assert self._room is not None
        began = self._room.loop.now()
        super().expected(line, checked)
        self.passed.append(self._room.loop.now() - began)


@pytest.fixture
def signals() -> Iterator[None]:
    """The showroom sets its own, as the whole of a process does."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def watched(first: Choice, *chosen: dict[str, Any], say: Callable[[str], None] = lambda _line: None) -> Visitor:
    """Play a scenario, then what the visitor chooses."""
    wanted = Showing(free_port(), free_port(), AT_ONCE)
    visitor = Visitor(wanted.sim_port, chosen=list(chosen))
    with Timed(wanted, first, say) as showroom:
        visitor.start()
        assert showroom.run() is Leaving.ROBOTS
    assert not any(showroom.passed)
    visitor.join()
    return visitor


@pytest.mark.timeout(120)
@pytest.mark.usefixtures("signals")
def test_it_waits_at_each_expectation_and_the_next_scenario_is_played_on_a_click() -> None:
    first = choose(BOOK / "betting" / "books.scn", 4, "lfp")
    behind = first.next
    assert behind is not None
    visitor = watched(first, {"do": "next_scenario"})
    assert visitor.misses == []
    assert visitor.stops == [*expectations(first), *expectations(behind)]
    assert [(end["name"], end["verdict"]) for end in visitor.ends] == [
        (one.scenario.name, "passed") for one in (first, behind)
    ]


@pytest.mark.soak
@pytest.mark.timeout(120)
@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("nth", range(sum(FOLDERS.values())))
def test_twenty_scenarios_of_all_folders_wait_where_they_should(nth: int) -> None:
    choice = [one for folder, number in FOLDERS.items() for one in of_folder(folder, number)][nth]
    visitor = watched(choice)
    assert visitor.misses == []
    assert visitor.stops == expectations(choice)
    assert [end["verdict"] for end in visitor.ends] == ["passed"]


@pytest.mark.usefixtures("signals")
def test_what_no_reader_senses_is_not_played_and_says_why() -> None:
    said: list[str] = []
    first = choices(BOOK / "seating" / "chairs.scn", sensed=False)[0]
    visitor = watched(first, say=said.append)
    (end,) = visitor.ends
    assert end["stage"] == "refused"
    assert "not at depth wire: the reference table's chairs do not sense who sits on them" in end["trouble"][0]
    assert said[1:] == [f"  not played: {line}" for line in end["trouble"]]
