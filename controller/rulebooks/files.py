"""One rulebook file: from TOML to the model, with every error at once."""

import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from controller.rulebooks.model import SECTIONS, RulebookFile, matter_names

SHOWN: Final = 60  # characters of a value that an error repeats


class RulebookError(ValueError):
    """A rulebook cannot be used. The message lists every error with the key, the value and what is allowed."""


@lru_cache(maxsize=32)
def parse(text: str, name: str) -> RulebookFile:
    """Return the rulebook file of a TOML text. `name` is how errors call it. Raises RulebookError with all errors.

    The same text is parsed once, as most rulebooks stand on the same layers and lenders.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{name}: {error}") from None
    except (RecursionError, ValueError):  # ValueError: of int(), which tomllib gives more digits than it takes
        raise RulebookError(f"{name}: nested too deeply, or a number of more than 4,300 digits") from None
    return from_dict(data, name)


def from_dict(data: dict[str, Any], name: str) -> RulebookFile:
    """Return the rulebook file of parsed TOML. `name` is how errors call it. Raises RulebookError with all errors."""
    flat = {k: dotted(v) if k in SECTIONS and isinstance(v, dict) else v for k, v in data.items()}
    try:
        return RulebookFile.model_validate(flat)
    except ValidationError as error:
        raise RulebookError(
            "\n".join(line for e in error.errors(include_url=False) for line in _told(name, e))
        ) from None


def dotted(tables: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Flatten TOML's nested tables of rule keys, `[rules.chip.single]`, to their dotted names.

    What is no table is a figure of the rule key around it, so both `button` and `button.first` may be there.
    """
    flat: dict[str, Any] = {}
    for key, value in tables.items():
        name = f"{prefix}{key}"
        if not isinstance(value, dict):
            flat[name] = value
            continue
        own = {k: v for k, v in value.items() if not isinstance(v, dict)}
        inner = {k: v for k, v in value.items() if isinstance(v, dict)}
        if own or not inner:
            flat[name] = own
        flat |= dotted(inner, f"{name}.")
    return flat


def _told(name: str, error: ErrorDetails) -> Iterator[str]:
    """Yield an error of pydantic as a line. One that a validator of ours raised may be several."""
    place = ".".join(str(part) for part in error["loc"]) or "the file"
    said = _unknown(error) if error["type"] == "extra_forbidden" else error["msg"]
    for line in said.splitlines():
        yield f"{name}: {place}: {line}. Found {error['input']!r:.{SHOWN}}"


def _unknown(error: ErrorDetails) -> str:
    wanted = str(error["loc"][-1])
    if len(error["loc"]) == 2 and error["loc"][0] in SECTIONS:
        near = get_close_matches(wanted, matter_names(), 3, 0.5)
        return f"no matter is called {wanted!r}" + (f", near it are {', '.join(near)}" if near else "")
    return f"{wanted!r} is no key here"


def read(path: Path) -> RulebookFile:
    """The rulebook of a file, whose key must be the file's name. Raises RulebookError."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else f"byte {error.start} is not UTF-8 text"
        raise RulebookError(f"{path}: {reason}") from None
    file = parse(text, path.name)
    if file.key != path.stem:
        raise RulebookError(f"{path.name}: key {file.key!r}. It must be the name of the file, {path.stem!r}")
    return file
