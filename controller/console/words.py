"""The words of the pages, by key and language: the table's own catalogue, and the labels of the consoles."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@cache
def words(language: Language) -> dict[str, str]:
    """Every text in a language, by dotted key; parameters stand in braces. Console labels win over the table's."""
    found: dict[str, str] = {}
    for package in ("controller.pages", "controller.console"):
        found |= _read(package, language)
    return found


def _read(package: str, language: Language) -> dict[str, str]:
    try:
        file = files(package).joinpath(f"{language}.toml")
    except ModuleNotFoundError:
        return {}
    return dict(_flat(tomllib.loads(file.read_text(encoding="utf-8")))) if file.is_file() else {}


def _flat(section: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in section.items():
        if isinstance(value, Mapping):
            found += _flat(value, f"{prefix}{key}.")
        else:
            found.append((f"{prefix}{key}", str(value)))
    return found
