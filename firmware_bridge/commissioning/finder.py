"""What finds an end: a check of a guide, which tells besides which ends it has found. Pure."""

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from firmware_bridge.guided.checks import Check, Found
from firmware_bridge.guided.seen import Look
from firmware_bridge.messages import guided_facts as facts

NONE: Final = Found("skip", facts.Noticed(kind="none_of_kind"))
"""The technician says so of a kind."""


class Finding(Check, Protocol):
    """A check that finds ends.

    A label is the name that the table file in force gives an end, right or wrong. What is seen comes under it.

    - `ends`: the labels of what was found, each by the name that it gets
    - `heard`: hits and readings of each antenna by label, if an antenna was sought
    - `bounced`: how long (ns) each line bounced at most, by label
    """

    ends: Mapping[str, str]
    heard: Mapping[str, tuple[int, int]]
    bounced: dict[str, int]


class Finder:
    """What all of them have.

    - `labels`: the ends that may be it, and how each is said
    - `named`: the names that ends have already, by label
    """

    asks = False
    look = Look()

    def __init__(self, labels: Mapping[str, str], named: Mapping[str, str]) -> None:
        self.ends: Mapping[str, str] = {}
        self.heard: Mapping[str, tuple[int, int]] = {}
        self.bounced: dict[str, int] = {}
        self._labels = labels
        self._named = named

    def answered(self, *, yes: bool) -> Found | None:
        """No: the table has none of this kind, or no more."""
        return None if yes else NONE

    def _taken(self, label: str) -> Found:
        """What is found if that end has a name already."""
        return Found("fail", facts.TwoNames(kind="has_name", end=self._labels[label], other=self._named[label]))

    def _said(self, labels: Iterable[str]) -> str:
        return ", ".join(self._labels[label] for label in labels)
