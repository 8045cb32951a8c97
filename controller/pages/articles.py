"""What articles say in other languages than that of their catalogue (English), as far as they were translated."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


@cache
def sentences(language: str) -> dict[str, str]:
    """Return the sentences by article id ("lfp-2.5"). The catalogue's own language has none."""
    path = HERE / f"articles.{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
