"""Sentences for the people at the simulator's page, in English with their parameters. The page translates them."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` is the key of the other languages (`page/static/fr.json`). `values` go into its braces."""

    text: str = ""
    values: Mapping[str, str | int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.text)

    def __str__(self) -> str:
        return self.text.format_map(self.values)


class Unable(ValueError):
    """What a person asked for cannot be done. `sentence` says why."""

    def __init__(self, text: str, **values: str | int) -> None:
        self.sentence = Sentence(text, values)
        super().__init__(str(self.sentence))
