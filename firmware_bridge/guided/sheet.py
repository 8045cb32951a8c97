"""The pass sheet of a guided test: who tested, when and why, and what each part has shown. As text and as JSON.

A test that was left is kept in the same form, in `<name>.test.json`, until it is finished. All lie beside a file of
that name: the table file if a terminal leads, `table.toml` in the bridge's own directory if a page does.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field, ValidationError

from firmware_bridge.messages.base import Message, Name
from firmware_bridge.messages.display import CONTRACT
from firmware_bridge.messages.guided import Line, Result, Signer
from firmware_bridge.messages.printable import printable
from firmware_bridge.messages.status import PartNow
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.process.durable import replace_durably

from .checks import Found
from .steps import Step

LARGEST: Final = 1_000_000
"""Bytes of a kept test. One of the reference table has 50,000."""


class Tried(Message):
    """One step and its result. `at` as UTC."""

    part: Name
    thing: Name
    expected: Line
    seen: Line
    result: Result
    at: datetime


class Thing(Message):
    """A thing of a part: an antenna, a line, a key."""

    part: Name
    thing: Name


class Known(Message):
    """What is known of a part: `identity` is its firmware and serial number, as it says them itself."""

    part: Name
    kind: Name
    port: Line = ""
    identity: Line = ""


class Sheet(Message):
    """A test so far."""

    table: Line
    signer: Signer
    began: datetime
    ended: datetime
    versions: dict[Name, Line]
    parts: tuple[Known, ...] = ()
    tried: Annotated[tuple[Tried, ...], Field(max_length=1000)] = ()
    untried: Annotated[tuple[Thing, ...], Field(max_length=1000)] = ()

    def with_result(self, step: Step, expected: str, found: Found) -> Sheet:
        """The sheet with a step's result. It replaces an earlier one of the same step."""
        one = Tried(
            part=step.part, thing=step.thing, expected=expected, seen=found.seen, result=found.result, at=now()
        )  # fmt: skip
        others = tuple(each for each in self.tried if (each.part, each.thing) != (step.part, step.thing))
        left = tuple(each for each in self.untried if each != Thing(part=step.part, thing=step.thing))
        return self.model_copy(update={"tried": (*others, one), "untried": left, "ended": one.at})

    def with_parts(self, parts: tuple[PartNow, ...]) -> Sheet:
        """The sheet with what the bridge knows of its parts."""
        heard = {part.part: part for part in parts}
        known = tuple(
            one.model_copy(update={"identity": heard[one.part].identity}) if one.part in heard else one
            for one in self.parts
        )
        return self.model_copy(update={"parts": known})

    def left(self, steps: Sequence[Step]) -> list[Step]:
        """Those of the steps that have no result yet."""
        tried = {(one.part, one.thing) for one in self.tried}
        return [step for step in steps if (step.part, step.thing) not in tried]

    @property
    def result(self) -> str:
        """The result of the table in one line."""
        return _result(self.tried, len(self.untried))

    def result_of(self, part: str) -> str:
        """The result of one part in one line."""
        tried = tuple(one for one in self.tried if one.part == part)
        return _result(tried, sum(one.part == part for one in self.untried))


def _result(tried: tuple[Tried, ...], untried: int) -> str:
    failed = ", ".join(f"{one.part} {one.thing}" for one in tried if one.result == "fail")
    if failed:
        return f"FAILED: {failed}"
    left = untried + sum(one.result == "skip" for one in tried)
    return f"NOT COMPLETE: {left} left" if left else f"PASSED: {len(tried)} steps"


def now() -> datetime:
    """The time of day to the second, UTC."""
    return datetime.now(UTC).replace(microsecond=0)


def begun(table: TableFile, steps: tuple[Step, ...], signer: Signer) -> Sheet:
    """A sheet on which nothing has been tried yet."""
    parts = [Known(part=part.name, kind=part.kind, port=part.port) for part in table.part]
    if table.gpio is not None:
        parts.append(Known(part="gpio", kind=table.gpio.backend))
    versions = {"sabot": version("sabot"), "display contract": CONTRACT.version, "python": platform.python_version()}
    at = now()
    return Sheet(
        table=table.table.name, signer=signer, began=at, ended=at, versions=versions, parts=tuple(parts),
        untried=tuple(Thing(part=step.part, thing=step.thing) for step in steps),
    )  # fmt: skip


# --- files ----------------------------------------------------------------------------------------------------------


class SheetError(ValueError):
    """A kept test that cannot be read, or a sheet that cannot be written. The text says what to do."""


def open_test(beside: Path) -> Path:
    """Where a test that was left is kept."""
    return beside.with_name(f"{beside.stem}.test.json")


def kept(beside: Path) -> Sheet | None:
    """Read the test that was left. None if there is none. Raises SheetError."""
    file = open_test(beside)
    try:
        with file.open("rb") as opened:
            return Sheet.model_validate_json(opened.read(LARGEST))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SheetError(f"{file}: {os.strerror(error.errno or 0)}. Use --new to begin a new test.") from None
    except ValidationError:
        raise SheetError(f"{file} is no test of this version of Sabot. Use --new to begin a new one.") from None


def keep(sheet: Sheet, beside: Path) -> None:
    """Keep a test, so that it can be taken up again. Raises SheetError."""
    _written(open_test(beside), sheet.model_dump_json(indent=2))


def named(sheet: Sheet, beside: Path) -> str:
    """What the files of a sheet are called. The names of one table's sheets are in the order of time."""
    return f"{beside.stem}-test-{sheet.ended:%Y%m%dT%H%M%SZ}"


def write(sheet: Sheet, beside: Path) -> tuple[Path, Path]:
    """Write the sheet as text and as JSON beside a file, called after it. Return both paths. Raises SheetError."""
    stem = named(sheet, beside)
    text, data = beside.with_name(f"{stem}.txt"), beside.with_name(f"{stem}.json")
    _written(text, "".join(f"{line}\n" for line in lines(sheet)))
    _written(data, f"{sheet.model_dump_json(indent=2)}\n")
    return text, data


def _written(file: Path, text: str) -> None:
    """Replace a file as a whole. An afternoon's tests are in it, so it survives a power failure."""
    try:
        replace_durably(file, text.encode())
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise SheetError(f"{file} cannot be written: {why}. Copy table.toml to a folder of yours.") from None


def lines(sheet: Sheet) -> Iterator[str]:
    """The sheet as lines of plain text."""
    yield from map(printable, _lines(sheet))


def _lines(sheet: Sheet) -> Iterator[str]:
    who = sheet.signer
    yield f"Test of the table {sheet.table}"
    yield ""
    yield f"Result            {sheet.result}"
    yield f"Technician        {who.technician}"
    yield f"Licence           {who.licence}"
    yield f"Reason            {who.reason}"
    yield f"Asset number      {who.asset}"
    yield f"From              {sheet.began:%Y-%m-%d %H:%M:%S} UTC"
    yield f"To                {sheet.ended:%Y-%m-%d %H:%M:%S} UTC"
    yield from (f"{name[:17]:17} {text}" for name, text in sheet.versions.items())
    for part in sheet.parts:
        yield ""
        yield from _part(sheet, part)
    yield ""
    yield "Signature         ______________________________"


def _part(sheet: Sheet, part: Known) -> Iterator[str]:
    yield " ".join(filter(None, (part.part, f"({part.kind})", part.port)))
    yield f"  identity: {part.identity or 'it has said none'}"
    for one in sheet.tried:
        if one.part == part.part:
            yield f"  {one.result:4}  {one.thing:12} {one.at:%H:%M:%S}  seen: {one.seen}. Expected: {one.expected}"
    if names := [one.thing for one in sheet.untried if one.part == part.part]:
        yield f"  not tested: {', '.join(names)}"
