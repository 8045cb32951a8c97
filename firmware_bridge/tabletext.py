"""The text of a table file: what was found at a table is put into it, and the rest stays as it was written. Pure."""

import json
from collections.abc import Iterator, Mapping
from typing import Final

from firmware_bridge.messages.part_kinds import DEFAULT
from firmware_bridge.messages.tablefile import GpioSection, Part, SensingSection, TableFile, parse_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.messages.tomllines import header_of

FOUND = ("part", "gpio", "fields")
"""The sections that are written anew."""


def with_parts(text: str, table: TableFile, notes: Mapping[str, str] | None = None) -> str:
    """Return the text of a table file with the parts, lines and exclusion groups of `table`.

    `notes`: a comment for a part, by its name. All other sections stay, with their comments. Raises TableFileError
    if the text is no table file, ValueError if it has parts where they cannot be found.
    """
    wanted = parse_table_file(text).model_copy(
        update={"part": table.part, "gpio": table.gpio, "fields": table.fields}
    )  # fmt: skip
    new = "\n".join([*_others(text), *sections(table, notes or {})]) + "\n"
    try:
        if parse_table_file(new) == wanted:
            return new
    except TableFileError:
        pass
    raise ValueError("the table file has parts, gpio or fields outside [[part]], [gpio], [fields]. Put them there")


BOX: Final = "box = true   # names are not known yet: made by `sabot commission`, for its walk alone"


def as_box(text: str) -> str:
    """The text of a table file as that of a box. Raises ValueError if it has no section [table]."""
    lines = text.splitlines()
    at = [header_of(line) for line in lines].index("table") + 1
    return "\n".join([*lines[:at], BOX, *lines[at:]]) + "\n"


def as_table(text: str) -> str:
    """The text of a box as that of a table file."""
    return text.replace(f"{BOX}\n", "", 1)


def with_sensing(text: str, sensing: SensingSection) -> str:
    """Return the text of a table file with these thresholds. Other lines stay. Raises ValueError."""
    before = parse_table_file(text)
    changed = {key: value for key, value in sensing.model_dump().items() if value != getattr(before.sensing, key)}
    if not changed:
        return text
    lines = text.splitlines()
    header = next((n for n, line in enumerate(lines) if header_of(line) == "sensing"), None)
    if header is None:
        lines += ["", "[sensing]"]
        header = len(lines) - 1
    end = next((n for n in range(header + 1, len(lines)) if header_of(lines[n])), len(lines))
    section = [line for line in lines[header + 1 : end] if line.partition("=")[0].strip() not in changed]
    added = [f"{key} = {value}   # by the survey of commissioning" for key, value in changed.items()]
    new = "\n".join([*lines[: header + 1], *added, *section, *lines[end:]]) + "\n"
    if parse_table_file(new) != before.model_copy(update={"sensing": sensing}):
        raise ValueError("the table file has sensing outside [sensing]. Put it there")
    return new


def sections(table: TableFile, notes: Mapping[str, str]) -> Iterator[str]:
    """The lines of the sections for parts, lines and exclusion groups."""
    for part in table.part:
        yield ""
        if note := notes.get(part.name):
            yield f"# {note}"
        yield from _part(part)
    if table.gpio is not None:
        yield from _gpio(table.gpio)
    if table.fields.exclusion:
        yield from ("", "# Of each group only one field is on at a time.", "[fields]", "exclusion = [")
        yield from (f"  [{', '.join(map(_text, group))}]," for group in table.fields.exclusion)
        yield "]"


def _part(part: Part) -> Iterator[str]:
    yield "[[part]]"
    yield from (f"{key} = {_text(value)}" for key, value in (("name", part.name), ("kind", part.kind)))
    yield f"port = {_text(part.port)}"
    if part.baud != DEFAULT[0]:
        yield f"baud = {part.baud}"
    if part.parity != DEFAULT[1]:
        yield f"parity = {_text(part.parity)}"
    if part.antennas:
        listed = ", ".join(f"{number} = {_text(place)}" for number, place in part.antennas.items())
        yield f"antennas = {{ {listed} }}"
    if part.seat is not None:
        yield f"seat = {part.seat}"
    if part.serial is not None:
        yield f"serial = {_text(part.serial)}"


def _gpio(gpio: GpioSection) -> Iterator[str]:
    yield from ("", "[gpio]", f"backend = {_text(gpio.backend)}")
    if gpio.socket is not None:
        yield f"socket = {_text(gpio.socket)}"
    if gpio.lines:
        yield from ("", "[gpio.lines]", *(f"{_text(name)} = {number}" for name, number in gpio.lines.items()))


def _text(value: str) -> str:
    """A string as TOML. Its escapes are those of JSON."""
    return json.dumps(value, ensure_ascii=False)


def _others(text: str) -> list[str]:
    """The lines of all sections that stay. A comment right above a section goes with it."""
    kept: list[str] = []
    above: list[str] = []
    stays, brackets = True, 0
    for line in text.splitlines():
        if line.lstrip().startswith("#"):
            above.append(line)
            continue
        name = None if brackets else header_of(line)
        stays = stays if name is None else name.split(".")[0] not in FOUND
        brackets += 0 if name else line.count("[") - line.count("]")
        kept += [*above, line] if stays else []
        above = []
    kept += above if stays else []
    while kept and not kept[-1].strip():
        kept.pop()
    return kept
