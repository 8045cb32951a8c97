"""How the verdicts of the diagnosis are said, by fault and language, for terminal and pages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from .languages import Language

Cured = Literal["at_once", "in_play", "next_day"]
"""When a verdict is gone once its fault is cured: within seconds, within a minute of play, or a day later."""

HERE = Path(__file__).parent


class VerdictText(NamedTuple):
    """Cause and cures. `{part}`, `{place}`, `{port}`, `{other}` and `{value}` stand for what the case has."""

    cause: str
    cures: tuple[str, ...]


@cache
def verdict_texts(language: Language) -> Mapping[str, VerdictText]:
    """Return the texts of every fault by its name."""
    data = tomllib.loads((HERE / f"verdicts.{language}.toml").read_text(encoding="utf-8"))
    return {fault: VerdictText(text["cause"], tuple(text["cures"])) for fault, text in data.items()}


@cache
def seen_texts(language: Language) -> Mapping[str, str]:
    """Return what the diagnosis says that it has seen, by the English text. `{0}`, `{1}` are figures and names."""
    texts: dict[str, str] = tomllib.loads((HERE / "seen.fr.toml").read_text(encoding="utf-8"))
    return texts if language == "fr" else {text: text for text in texts}
