"""Whether a seat's display says what an expectation names, as a key or as words."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Final

from controller.pages import catalogue
from firmware_bridge.messages.display import CONTRACT, Value
from hardware_sim.scenario.language.expectation_nodes import WantDisplay

CUT: Final = ".."
"""The end of a text that was too long for its place."""

GROUPED: Final = re.compile(r"(?<=\d)[ ,](?=\d{3}(?!\d))")

NOT_SAID: Final = CONTRACT.version_at.partition(".")[0]
"""A variable of the display that is not shown."""


def texts_of(values: Mapping[str, Value]) -> tuple[str, ...]:
    """Return the texts among the values of a page, each in one line. Keys are components or `component.txt`."""
    texts = {name.removesuffix(".txt"): value for name, value in values.items()}
    said = [" ".join(v.split()) for name, v in texts.items() if isinstance(v, str) and name != NOT_SAID]
    return tuple(text for text in said if text)


def miss(want: WantDisplay, texts: Collection[str]) -> str | None:
    """Return what is wrong with an expectation of a display that says these texts, or None if it holds."""
    if want.key and want.key not in known():
        return f"expected {want}. No text is called {want.key!r}"
    said = any(_says(want, text) for text in texts)
    if said != want.denied:
        return None
    return f"expected {want}. The display says: {_list(texts)}"


def _says(want: WantDisplay, text: str) -> bool:
    return (not want.key or _is(want.key, text)) and _plain(want.words) in _plain(text)


def _plain(text: str) -> str:
    """A text with amounts that have no space or comma between their thousands."""
    return GROUPED.sub("", " ".join(text.split()))


def _is(key: str, text: str) -> bool:
    """Whether a text is or contains the words of a key, with anything in place of the braces."""
    head, pattern = _words(key)
    if text.endswith(CUT):
        kept = text.removesuffix(CUT)
        return bool(head) and (kept.startswith(head) or head.startswith(kept))
    return pattern.search(text) is not None


@cache
def _words(key: str) -> tuple[str, re.Pattern[str]]:
    """The words before the first brace, and a pattern of the whole."""
    words = " ".join(catalogue("en").words[key].split())
    parts = re.split(r"\{\w+\}", words)
    return parts[0], re.compile(rf"(?<!\w){'.+'.join(map(re.escape, parts))}(?!\w)")


def known() -> frozenset[str]:
    """Return every key that an expectation can name."""
    return catalogue("en").keys


def _list(texts: Iterable[str]) -> str:
    return " | ".join(texts) or "nothing"
