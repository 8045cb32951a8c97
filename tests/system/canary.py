"""What may not get out, in every form it could have, and the search for it. A find never quotes what it found."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from hardware_sim.physics.things import Card, Thing

FACES = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][shdc♠♥♦♣])+(?![0-9A-Za-z])")
"""Cards as texts name them, alone or in a row: `7h`, `7h8hKd`, `K♦`."""

SUITS = str.maketrans("♠♥♦♣", "shdc")

ESCAPE = re.compile(r"\\(?:u[0-9A-Fa-f]{4}|.)")
"""An escape within a string of JSON (RFC 8259 section 7)."""

PAGE = 1024
OVERLAP = 64
"""Bytes beyond a changed page that are read with it: a tag may lie across the seam."""

PIECES = re.compile(rb"[{\[]")
"""Where JSON is cut: one seat, alarm or choice is mostly as it was in the last message."""

MOST_KNOWN = 50_000
"""Pieces of texts that are remembered: some hands' worth."""

BEGINNING = 6
"""Bytes by which a form of a tag is looked up; every form is longer."""


def forms(uid: bytes) -> Iterator[tuple[str, bytes]]:
    """Each form in which a tag's identifier could stand somewhere; hexadecimal ones in small letters."""
    for order, value in (("", uid), (" reversed", uid[::-1])):
        yield f"bytes{order}", value
        yield f"hex{order}", value.hex().encode()
        yield f"hex with spaces{order}", value.hex(" ").encode()
        yield f"hex with colons{order}", value.hex(":").encode()
        for offset in range(3):  # where it begins within base64's groups of three
            text = base64.b64encode(bytes(offset) + value)
            yield f"base64+{offset}{order}", text[(8 * offset + 5) // 6 : (8 * (offset + len(value))) // 6]


class TagCanary:
    """Finds the tags of these things in bytes. How long it takes does not depend on how many there are."""

    def __init__(self, things: Iterable[Thing]) -> None:
        self._exact: dict[bytes, list[tuple[bytes, str]]] = {}
        self._small: dict[bytes, list[tuple[bytes, str]]] = {}
        self._clean: set[bytes] = set()
        for thing in things:
            for form, needle in forms(thing.tag.uid):
                index = self._small if form.startswith("hex") else self._exact
                index.setdefault(needle[:BEGINNING], []).append((needle, f"{thing.id} as {form}"))

    def find(self, data: bytes) -> list[str]:
        """Whose tag stands there, and in which form."""
        return _matches(self._exact, data) + _matches(self._small, data.lower())

    def find_in_text(self, data: bytes) -> list[str]:
        """The same for one of many texts that are much alike: only pieces that no earlier one had are searched."""
        if len(self._clean) > MOST_KNOWN:
            self._clean.clear()
        cuts = [0, *(cut.start() for cut in PIECES.finditer(data)), len(data)]
        fresh = {data[start : end + OVERLAP] for start, end in pairwise(cuts)} - self._clean
        found = {name for piece in fresh for name in self.find(piece)}
        if not found:
            self._clean |= fresh
        return sorted(found)

    def find_in_much(self, data: bytes) -> set[str]:
        """The same for megabytes, of bytes and plain hexadecimal alone."""
        return _hits(self._exact, "bytes", data) | _hits(self._small, "hex", data.lower())


def _hits(index: Mapping[bytes, list[tuple[bytes, str]]], form: str, data: bytes) -> set[str]:
    """Search for all tags at once.

    Tags of one maker begin alike, and `re` passes quickly over what begins otherwise. So a reversed tag is sought
    from its end, in reversed data: a tenth of the time.
    """
    return _hits_of(index, form, data, 1) | _hits_of(index, f"{form} reversed", data, -1)


def _hits_of(index: Mapping[bytes, list[tuple[bytes, str]]], form: str, data: bytes, step: int) -> set[str]:
    names = {needle[::step]: name for ones in index.values() for needle, name in ones if name.endswith(form)}
    needles = re.compile(b"|".join(map(re.escape, sorted(names))))
    return {names[match.group()] for match in needles.finditer(data[::step])}


def _matches(index: Mapping[bytes, list[tuple[bytes, str]]], data: bytes) -> list[str]:
    beginnings = {data[n : n + BEGINNING] for n in range(len(data) - BEGINNING + 1)}
    likely = [one for beginning in index.keys() & beginnings for one in index[beginning]]
    return sorted(name for needle, name in likely if needle in data)


@dataclass
class FileCanary:
    """Looks through every file of directories again and again; of what it knows, only what has changed."""

    tags: TagCanary
    found: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    _known: dict[Path, bytes] = field(default_factory=dict)

    def look(self, *directories: Path) -> None:
        """Look through everything below; sockets and terminals are no files."""
        for directory in directories:
            for path in sorted(directory.rglob("*")):
                if path.is_file() and not path.is_symlink():
                    self._file(path)

    def successor(self) -> FileCanary:
        """One that has found nothing, and need not look again at what this one has looked through."""
        return FileCanary(self.tags, _known=self._known.copy())

    def _file(self, path: Path) -> None:
        try:
            data = path.read_bytes()
        except FileNotFoundError:  # a key that has just been destroyed
            return
        self.files.add(path.name)
        for piece in changed(self._known.get(path, b""), data):
            self.found |= {f"{path.name}: {name}" for name in self.tags.find(piece)}
        self._known[path] = data


def changed(before: bytes, after: bytes) -> Iterator[bytes]:
    """The pages that are not as they were, each run of them with the ends of its neighbours."""
    start: int | None = None
    for at in range(0, len(after) + PAGE, PAGE):
        same = at >= len(after) or after[at : at + PAGE] == before[at : at + PAGE]
        if same and start is not None:
            yield after[max(0, start - OVERLAP) : at + OVERLAP]
            start = None
        elif not same and start is None:
            start = at


def faces_in(text: str) -> set[str]:
    """Every card that a text names."""
    rows = (match.group().translate(SUITS) for match in FACES.finditer(text))
    return {row[n : n + 2] for row in rows for n in range(0, len(row), 2)}


def texts_of(data: Any) -> Iterator[str]:
    """Every string in a JSON value, keys included."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from texts_of(key)
            yield from texts_of(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts_of(value)


def faces_in_json(data: bytes | str) -> set[str]:
    """Every card that a JSON text names in any of its strings.

    Quotes part the strings, so nothing is taken apart but escapes: a twentieth of the time.
    """
    text = data if isinstance(data, str) else data.decode()
    return faces_in(ESCAPE.sub(_meant, text))


def _meant(escape: re.Match[str]) -> str:
    """The sign that `\\u` stands for. No other escape stands for a part of a card's name, so a blank will do."""
    sign = escape.group()
    return chr(int(sign[2:], 16)) if sign[1] == "u" else " "


@dataclass
class Truth:
    """Which cards are public, as only the simulator can know: those on the board, and those that were tabled."""

    public: set[str] = field(default_factory=set)
    holders: dict[int, set[str]] = field(default_factory=dict)
    tabled: set[int] = field(default_factory=set)

    def boarded(self, cards: Iterable[Card]) -> None:
        """These lie on the board."""
        self.public |= {card.face for card in cards}

    def dealt(self, seat: int, cards: Iterable[Card]) -> None:
        """These lie before a seat."""
        self.holders.setdefault(seat, set()).update(card.face for card in cards)

    def tables(self, seat: int) -> None:
        """The seat turns its cards up."""
        self.tabled.add(seat)
        self.public |= self.holders.get(seat, set())

    @property
    def hidden(self) -> set[str]:
        """Cards of hands that were never tabled."""
        return {face for seat, faces in self.holders.items() if seat not in self.tabled for face in faces}
