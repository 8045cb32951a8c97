"""The pass sheet of a guided test: who tested, when and why, and what each part has shown. As text and as JSON.

A test that was left is kept in the same form, in `table.test.json`, until it is finished.
"""

from __future__ import annotations

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
from firmware_bridge.messages.guided_facts import (
    AllPassed,
    Conclusion,
    Expected,
    Finding,
    NotComplete,
    SomeFailed,
    fact_texts,
)
from firmware_bridge.messages.languages import Language
from firmware_bridge.messages.printable import printable
from firmware_bridge.messages.status import PartNow
from firmware_bridge.messages.tablefile import TableFile

from .checks import Found
from .kept import read_kept, write_kept
from .steps import Step


class Tried(Message):
    """One step and its result. `at` as UTC."""

    part: Name
    thing: Name
    expected: Expected
    seen: Finding
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

    def with_result(self, step: Step, expected: Expected, found: Found) -> Sheet:
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
    def result(self) -> Conclusion:
        """The result of the table."""
        return _result(self.tried, len(self.untried))

    def result_of(self, part: str) -> Conclusion:
        """The result of one part."""
        tried = tuple(one for one in self.tried if one.part == part)
        return _result(tried, sum(one.part == part for one in self.untried))


def _result(tried: tuple[Tried, ...], untried: int) -> Conclusion:
    failed = ", ".join(f"{one.part} {one.thing}" for one in tried if one.result == "fail")
    if failed:
        return SomeFailed(things=failed)
    left = untried + sum(one.result == "skip" for one in tried)
    return NotComplete(left=left) if left else AllPassed(steps=len(tried))


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


def open_test(folder: Path) -> Path:
    """Where a test that was left is kept."""
    return folder / "table.test.json"


def kept(folder: Path) -> Sheet | None:
    """Read the test that was left. None if there is none. Raises KeptError."""
    return read_kept(open_test(folder), Sheet)


def keep(sheet: Sheet, folder: Path) -> None:
    """Keep a test, so that it can be taken up again. Raises KeptError."""
    write_kept(open_test(folder), sheet.model_dump_json(indent=2))


def named(sheet: Sheet) -> str:
    """What the files of a sheet are called. Their names are in the order of time."""
    return f"table-test-{sheet.ended:%Y%m%dT%H%M%SZ}"


def newest(folder: Path) -> Sheet | None:
    """Read the sheet that was written last. None if there is none that can be read."""
    try:
        file = max(folder.glob("table-test-*.json"), default=None)
        return None if file is None else Sheet.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        return None


def write(sheet: Sheet, folder: Path, language: Language) -> tuple[Path, Path]:
    """Write the sheet as text in a language, and as JSON. Return both paths. Raises KeptError."""
    stem = named(sheet)
    text, data = folder / f"{stem}.txt", folder / f"{stem}.json"
    write_kept(text, text_of(sheet, language))
    write_kept(data, f"{sheet.model_dump_json(indent=2)}\n")
    return text, data


LABELS: Final = 18
"""Columns for what stands before the facts of the head."""


def text_of(sheet: Sheet, language: Language) -> str:
    """The sheet as plain text."""
    return "".join(f"{printable(line)}\n" for line in _lines(sheet, language))


def _lines(sheet: Sheet, language: Language) -> Iterator[str]:
    texts, who = fact_texts(language), sheet.signer
    yield texts["sheet.title"].format(table=sheet.table)
    yield ""
    head = {
        "result": sheet.result.said(language), "technician": who.technician, "licence": who.licence,
        "reason": who.reason, "asset": who.asset,
        "from": f"{sheet.began:%Y-%m-%d %H:%M:%S} UTC", "to": f"{sheet.ended:%Y-%m-%d %H:%M:%S} UTC",
    }  # fmt: skip
    yield from (f"{texts[f'sheet.{name}']:{LABELS}}{fact}" for name, fact in head.items())
    yield from (f"{name[: LABELS - 1]:{LABELS}}{text}" for name, text in sheet.versions.items())
    for part in sheet.parts:
        yield ""
        yield from _part(sheet, part, language)
    yield ""
    yield f"{texts['sheet.signature']:{LABELS}}______________________________"


def _part(sheet: Sheet, part: Known, language: Language) -> Iterator[str]:
    texts = fact_texts(language)
    yield " ".join(filter(None, (part.part, f"({part.kind})", part.port)))
    yield f"  {texts['sheet.identity'].format(identity=part.identity or texts['sheet.no_identity'])}"
    for one in sheet.tried:
        if one.part == part.part:
            told = {"seen": one.seen.said(language), "expected": one.expected.said(language)}
            result = texts[f"sheet.{one.result}"]
            yield f"  {result:4}  {one.thing:12} {one.at:%H:%M:%S}  {texts['sheet.seen'].format_map(told)}"
    if names := [one.thing for one in sheet.untried if one.part == part.part]:
        yield f"  {texts['sheet.untried'].format(things=', '.join(names))}"
