"""The list of scenarios at a table at which robots play. Who chooses one ends their play."""

from collections.abc import Callable, Mapping
from typing import NoReturn

from hardware_sim.sentences import Unable

from .shelf import Shelf
from .showroom import Leaving, Way


class BesideRobots:
    """Implements `hardware_sim.page.ScenarioControl` while no scenario is played."""

    def __init__(self, shelf: Shelf, stop: Callable[[], None]) -> None:
        """`stop` ends the robots' play, from any thread."""
        self.way: Way = Leaving.HOME
        """What comes when their play has ended."""
        self._stop, self._shelf = stop, shelf

    def scenario(self) -> None:
        """None is played."""

    def play(self, source: str, line: int, book: str) -> None:
        self.way = self._shelf.choose(source, line, book)
        self._stop()

    def listed(self) -> Mapping[str, object] | None:
        return self._shelf.listed()

    def leave(self) -> None:
        """The robots play already."""

    def go_on(self) -> None:
        _refuse()

    def again(self) -> None:
        _refuse()

    def next(self) -> None:
        _refuse()


def _refuse() -> NoReturn:
    raise Unable("Choose a scenario from the list first: the robots play.")
