"""The files from which the simulator's page may choose: those of the product, and one that a person named."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hardware_sim.scenario.collection import BOOK
from hardware_sim.scenario.library import as_json, entries

from .choice import BadChoice, Choice, choose

Listed = Mapping[str, Any]
"""A list of scenarios, as `library.as_json` has it."""


class ProductList:
    """The list of the product's scenarios, made once by a process of its own. Close it.

    Reading all of them takes seconds of computing, for which the table's parts would stand still.
    """

    def __init__(self) -> None:
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - `close` closes it
        self._process: subprocess.Popen[bytes] | None = None
        self._found: Listed | None = None

    def found(self) -> Listed | None:
        """Return the list. None: it is being made. Raises OSError."""
        if self._found is None and self._process is None:
            command = [sys.executable, "-m", "controller", "scenario", "list", "--json"]
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter, our own command
                command, stdin=subprocess.DEVNULL, stdout=self._output, stderr=subprocess.DEVNULL
            )
        if self._process is not None and (code := self._process.poll()) is not None:
            self._process = None
            if code:
                raise OSError(f"sabot scenario list ended with {code}")
            self._output.seek(0)
            self._found = json.load(self._output)
        return self._found

    def close(self) -> None:
        """End the process, if it still reads."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._output.close()


class Shelf:
    """Files by their names on the page: below the product's folder, or as they were typed."""

    def __init__(self, product: Callable[[], Listed | None], own: Path | None = None) -> None:
        """`product`: the list of the product's scenarios, as of `ProductList.found`.

        `own`: a file that a person named. It is on the list by itself if it does not belong to the product.
        """
        self._product, self._own = product, own

    def choose(self, source: str, line: int, rulebook: str) -> Choice:
        """Return a scenario of a file. Raises BadChoice, also for a file that is not on the shelf."""
        if self._own is not None and source == str(self._own):
            return choose(self._own, line, rulebook)
        known = {path.relative_to(BOOK).as_posix(): path for path in BOOK.rglob("*.scn")}
        if source not in known:
            raise BadChoice(f"{source}: no such file of scenarios. Allowed: those of the list.")
        return choose(known[source], line, rulebook, source)

    def listed(self) -> Listed | None:
        """Return the list of all that can be chosen. None: it is being made. Raises OSError."""
        found = self._product()
        if found is None or self._own is None or self._own.resolve().is_relative_to(BOOK.resolve()):
            return found
        own: Listed = as_json(list(entries([choose(self._own).script.file])))
        known = {article["id"] for article in found["articles"]}
        new = [article for article in own["articles"] if article["id"] not in known]
        return {"articles": [*new, *found["articles"]], "scenarios": [*own["scenarios"], *found["scenarios"]]}
