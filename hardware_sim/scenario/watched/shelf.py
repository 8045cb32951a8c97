"""The files from which the simulator's page may choose: those of the product, and one that a person named."""

from __future__ import annotations

from pathlib import Path

from hardware_sim.scenario.collection import BOOK

from .choice import BadChoice, Choice, choose


class Shelf:
    """Files by their names on the page: below the product's folder, or as they were typed."""

    def __init__(self, own: Path | None = None) -> None:
        self._own = own

    def choose(self, source: str, line: int, rulebook: str) -> Choice:
        """Return a scenario of a file. Raises BadChoice, also for a file that is not on the shelf."""
        if self._own is not None and source == str(self._own):
            return choose(self._own, line, rulebook)
        known = {path.relative_to(BOOK).as_posix(): path for path in BOOK.rglob("*.scn")}
        if source not in known:
            raise BadChoice(f"{source}: no such file of scenarios. Allowed: those of the list.")
        return choose(known[source], line, rulebook, source)
