"""What a guided test asks a technician to do, by key and language, for terminal and pages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from .base import Message, Name
from .tablefile import Language

HERE = Path(__file__).parent


@cache
def order_texts(language: Language) -> Mapping[str, str]:
    """Return the text of every order by its key, such as `lay_seat`. `{n}` stands for its number."""
    data = tomllib.loads((HERE / f"guided_orders.{language}.toml").read_text(encoding="utf-8"))
    texts: dict[str, str] = {}
    for key, value in data.items():
        texts |= {key: value} if isinstance(value, str) else {f"{key}_{name}": text for name, text in value.items()}
    return texts


class Order(Message):
    """One order. `number`: of the seat or of the spot, 0 if there is one of the kind."""

    key: Name
    number: int = 0

    def said(self, language: Language = "en") -> str:
        """The order in words."""
        return order_texts(language)[self.key].format(n=self.number)
