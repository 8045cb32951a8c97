"""The languages of pages and displays: the one list. Each has a TOML file of its name beside every `en.toml`."""

from typing import Final, Literal, get_args

Language = Literal["en", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
