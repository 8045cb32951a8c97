"""Texts by key, one TOML file for each language. Pure once loaded.

A text is a key and its parameters (`firmware_bridge.messages.public.Text`). The page that shows it words it in its
own language. Parameters are worded in these ways:

- amounts are grouped by threes ("1 250")
- places are named ("bet:3" → "seat 3's bet line")
- `shares` of seats become one list
- cards stand under `which`, by name or by what they are called
- a `place` adds `into`, the way there ("to seat 3")
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from firmware_bridge.messages.languages import Language
from firmware_bridge.messages.public import Param, Share, Text, Which

HERE = Path(__file__).parent
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

# Parameters that are amounts of chips. Other integers (seats, counts) are shown as they are.
AMOUNTS = frozenset({"amount", "small", "big", "ante", "total", "value"})
# Kinds of places that a table has several of: the key of their name, and how many there are.
NUMBERED = {
    "seat": ("seat", 10),
    "stack": ("stack", 10),
    "bet": ("bet", 10),
    "hand": ("hand", 10),
    "board": ("board_card", 5),
}
# Parameters whose value is itself a key of the catalogue, and the section it stands in.
WORDS = {
    "role": "role", "least": "role", "category": "category", "act": "act", "option": "option", "matter": "matter",
    "fault": "fault", "field": "field",
}  # fmt: skip


def grouped(amount: int) -> str:
    """1250000 → "1 250 000"."""
    return f"{amount:,}".replace(",", " ")


def card_text(card: str) -> str:
    """ "Th" → "10♥"."""
    return f"{card[0].replace('T', '10')}{SUITS[card[1]]}"


class Catalogue:
    """The words of one language."""

    def __init__(self, language: Language, words: Mapping[str, str]) -> None:
        self.language, self._words = language, dict(words)

    @property
    def keys(self) -> frozenset[str]:
        """Every key that has words."""
        return frozenset(self._words)

    @property
    def words(self) -> dict[str, str]:
        """All words by key, for a page that says them itself."""
        return dict(self._words)

    def __contains__(self, key: str) -> bool:
        return key in self._words

    def say(self, key: str, params: Mapping[str, Param] | None = None, **more: Param) -> str:
        """Return the text of a key with its parameters, or the key itself if the catalogue has no text for it."""
        given = {**(params or {}), **more}
        template = self._words.get(key)
        if template is None:
            return " ".join([key, *(f"{name}={value}" for name, value in given.items())])
        return template.format_map(self._spoken(given)) if "{" in template else template

    def text(self, text: Text) -> str:
        """Return the words of a text."""
        return self.say(text.key, text.params)

    def _spoken(self, params: Mapping[str, Param]) -> Mapping[str, str]:
        spoken = _Spoken((name, self._param(name, value)) for name, value in params.items())
        if "place" in params:
            spoken["into"] = self.place(str(params["place"]), "into")
        return spoken

    def _param(self, name: str, value: Param) -> str:
        if isinstance(value, int):
            return grouped(value) if name in AMOUNTS else str(value)
        if isinstance(value, Which):
            return self.cards(value)
        if isinstance(value, tuple):
            return ", ".join(self.place(one) if isinstance(one, str) else self._share(one) for one in value)
        if name == "place":
            return self.place(value)
        if name == "decision":
            return self._decision(value)
        return self._words.get(f"{WORDS[name]}.{value}", value) if name in WORDS else value

    def _decision(self, value: str) -> str:
        """Return the words of an act, with its sum if there is one: "raise 1500"."""
        act, _, total = value.partition(" ")
        return " ".join([self._words.get(f"act.{act}", act), *([grouped(int(total))] if total else [])])

    def _share(self, share: Share) -> str:
        return f"{self.place(f'seat:{share.seat}')} {grouped(share.amount)}"

    def cards(self, which: Which) -> str:
        """Cards in a sentence: "7♥ K♣", "the 3 cards", "the next card"."""
        if which.names:
            return self._named(which.names)
        if which.called == "unseen":
            return self.say("which.one") if which.count == 1 else self.say("which.many", n=which.count or 0)
        nth = "" if which.nth is None else self.ordinal(which.nth)
        return self.say(f"which.{which.called}", nth=nth, seat=which.seat or "")

    def _named(self, cards: tuple[str, ...]) -> str:
        """Cards whose faces are public: "7♥", "les 7♥ K♣"."""
        form = "many" if len(cards) > 1 else cards[0][0] if f"card.{cards[0][0]}" in self else "one"
        return self.say(f"card.{form}", card=" ".join(map(card_text, cards)))

    def ordinal(self, number: int) -> str:
        """3 → "3rd"."""
        return self._words.get(f"ordinal.{number}") or self.say("ordinal.n", n=number)

    def place(self, place: str, section: str = "place") -> str:
        """Return the name of a place of the table. Section "into" gives the way there."""
        return self._words.get(f"{section}.{place}", place)


class _Spoken(dict[str, str]):
    """Parameters as words. A missing parameter shows as "?" and stops no page."""

    def __missing__(self, name: str) -> str:
        return "?"


@cache
def catalogue(language: Language) -> Catalogue:
    """Return the texts of a language, read once."""
    data = tomllib.loads((HERE / f"{language}.toml").read_text(encoding="utf-8"))
    words = dict(_flat("", data))
    return Catalogue(language, words | _numbered(words))


def _numbered(words: Mapping[str, str]) -> dict[str, str]:
    """The name of each place of the kinds that a table has several of, and the way there: "place.bet:3"."""
    return {
        f"{section}.{kind}:{n}": template.format(n=n)
        for section in ("place", "into")
        for kind, (key, number) in NUMBERED.items()
        if (template := words.get(f"{section}.{key}")) is not None
        for n in range(1, number + 1)
    }


def _flat(prefix: str, data: Mapping[str, object]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in data.items():
        if isinstance(value, Mapping):
            found += _flat(f"{prefix}{key}.", value)
        else:
            found.append((f"{prefix}{key}", str(value)))
    return found


@cache
def sentences(language: str) -> dict[str, str]:
    """Return what articles say in another language than that of their catalogue (English), as far as they were
    translated, by article id ("lfp-2.5")."""
    path = HERE / f"articles.{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
