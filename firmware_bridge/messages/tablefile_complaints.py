"""What is wrong in a table file, as a person reads it: line, key, value, what is allowed."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from .tomllines import line_of

MOST_COMPLAINTS = 40  # a screen. With these put right, the others are shown
_SHOWN = 60  # characters of a wrong value that a complaint repeats


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong in the file."""

    line: int | None
    key: str
    message: str

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        return f"{where}{self.key}: {self.message}"


class TableFileError(ValueError):
    """All that is wrong in a table file."""

    def __init__(self, path: str, complaints: tuple[Complaint, ...]) -> None:
        self.path, self.complaints = path, complaints
        lines = [f"{path}{', ' if complaint.line else ': '}{complaint}" for complaint in complaints[:MOST_COMPLAINTS]]
        if len(complaints) > MOST_COMPLAINTS:
            lines.append(f"{path}: and {len(complaints) - MOST_COMPLAINTS} more")
        super().__init__("\n".join(lines))


def complaint(file: type[BaseModel], text: str, detail: Any) -> Complaint:
    """Return what pydantic found wrong. `file`: the model of the whole file. `text`: what was parsed."""
    location = tuple(detail["loc"])
    key = _clipped(".".join(str(step) for step in location)) or "file"
    message = str(detail["msg"]).removeprefix("Value error, ")
    if detail["type"] == "extra_forbidden":
        message = "unknown key" + _allowed_beside(file, location)
    elif detail["type"] == "missing":
        message = "missing" + _needed_in(file, location)
    elif detail["type"] != "value_error":
        message = f"{shown(detail['input'])}: {message}"
    return Complaint(line_of(text, location), key, message)


def shown(value: object) -> str:
    """Return a value as an error repeats it: whole if it is short, otherwise by its kind."""
    if isinstance(value, dict):
        return f"a table of {len(value)} keys"
    if isinstance(value, list | tuple):
        return f"an array of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**_SHOWN:
        return f"a number of more than {_SHOWN} digits"
    return _clipped(repr(value))


def _clipped(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _needed_in(file: type[BaseModel], location: tuple[str | int, ...]) -> str:
    """What a missing section must have. Empty for a key."""
    section = _section_at(file, location)
    if section is None:
        return ""
    keys = [key for key, field in section.model_fields.items() if field.is_required()]
    return f". The file needs a section [{location[-1]}] with {', '.join(keys)}"


def _section_at(file: type[BaseModel], location: tuple[str | int, ...]) -> Any:
    """The model of the section at a place in the file. None if there is a plain key."""
    section: Any = file
    for step in location:
        if isinstance(step, str):
            section = _section_of(section.model_fields[step].annotation)
    return section


def _allowed_beside(file: type[BaseModel], location: tuple[str | int, ...]) -> str:
    """The keys that may stand where the unknown one stands."""
    section = _section_at(file, location[:-1])
    return "" if section is None else f". Allowed here: {', '.join(sorted(section.model_fields))}"


def _section_of(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        found = _section_of(argument)
        if found is not None:
            return found
    return None
