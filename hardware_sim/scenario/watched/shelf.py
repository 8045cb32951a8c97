"""The files from which the simulator's page may choose: those of the product, and one that a person named."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hardware_sim.scenario.collection import BOOK
from hardware_sim.scenario.library import as_json, entries

from .choice import BadChoice, Choice, choose


class Shelf:
    """Files by their names on the page: below the product's folder, or as they were typed."""

    def __init__(self, own: Path | None = None) -> None:
        """`own`: a file that a person named. It is on the list by itself if it does not belong to the product."""
        self._own = own

    def choose(self, source: str, line: int, rulebook: str) -> Choice:
        """Return a scenario of a file. Raises BadChoice, also for a file that is not on the shelf."""
        if self._own is not None and source == str(self._own):
            return choose(self._own, line, rulebook)
        known = {path.relative_to(BOOK).as_posix(): path for path in BOOK.rglob("*.scn")}
        if source not in known:
            raise BadChoice(f"{source}: no such file of scenarios. Allowed: those of the list.")
        return choose(known[source], line, rulebook, source)

    def listed(self) -> Mapping[str, Any]:
        """Return the list of all that can be chosen, as `library.as_json` has it. Raises OSError."""
        found = _of_the_product()
        if self._own is None or self._own.resolve().is_relative_to(BOOK.resolve()):
            return found
        own: Mapping[str, Any] = as_json(list(entries([choose(self._own).script.file])))
        known = {article["id"] for article in found["articles"]}
        new = [article for article in own["articles"] if article["id"] not in known]
        return {"articles": [*new, *found["articles"]], "scenarios": [*own["scenarios"], *found["scenarios"]]}


@cache
def _of_the_product() -> Mapping[str, Any]:
    """The list of the product's scenarios, made once and by a process of its own.

    Reading all of them takes seconds of computing, for which the table's parts would stand still.
    """
    command = [sys.executable, "-m", "controller", "scenario", "list", "--json"]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - our own interpreter and command
    if done.returncode:
        raise OSError(f"sabot scenario list ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    found: Mapping[str, Any] = json.loads(done.stdout)
    return found
