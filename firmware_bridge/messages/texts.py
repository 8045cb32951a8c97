"""Texts by key and language, from TOML files beside this module."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from .languages import Language

HERE = Path(__file__).parent


@cache
def flat_texts(file: str, language: Language, joint: str) -> Mapping[str, str]:
    """Return the texts of a file by their keys. The key of a text in a section is section, `joint` and name."""
    data = tomllib.loads((HERE / f"{file}.{language}.toml").read_text(encoding="utf-8"))
    texts: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, str):
            texts[key] = value
        else:
            texts |= {f"{key}{joint}{name}": text for name, text in value.items()}
    return texts
