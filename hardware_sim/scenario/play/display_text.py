"""What the display of a seat says, held against the key or the words that an expectation names."""

from __future__ import annotations

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
"""A variable of the display that nobody sees."""


def texts_of(values: Mapping[str, Value]) -> tuple[str, ...]:
    """The texts among the values of a page, by component or by `component.txt`; each in one line."""
    texts = {name.removesuffix(".txt"): value for name, value in values.items()}
    said = [" ".join(v.split()) for name, v in texts.items() if isinstance(v, str) and name != NOT_SAID]
    return tuple(text for text in said if text)


def miss(want: WantDisplay, texts: Collection[str]) -> str | None:
    """What is wrong with an expectation of a display that says these texts; None if it holds."""
    if want.key and want.key not in known():
        return f"expected {want}; no text is called {want.key!r}"
    said = any(_says(want, text) for text in texts)
    if said != want.denied:
        return None
    return f"expected {want}; the display says: {_list(texts)}"


def _says(want: WantDisplay, text: str) -> bool:
    return (not want.key or _is(want.key, text)) and _plain(want.words) in _plain(text)


def _plain(text: str) -> str:
    """Amounts without the space, or the comma, between their thousands."""
    return GROUPED.sub("", " ".join(text.split()))


def _is(key: str, text: str) -> bool:
    """Whether a text is, or has in it, the words of a key, whatever stands in its braces."""
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
    """Every key that can be named."""
    return catalogue("en").keys


def _list(texts: Iterable[str]) -> str:
    return " | ".join(texts) or "nothing"
