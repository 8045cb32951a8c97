"""The verdicts of all rules of the antennas, one after the other."""

from collections.abc import Iterator
from itertools import chain

from firmware_bridge.diagnosis.antennas import AntennaWatch, by_rule
from firmware_bridge.diagnosis.verdict import Verdict


def antenna_verdicts(table: AntennaWatch, away: frozenset[str], now: int) -> Iterator[Verdict]:
    return chain.from_iterable(by_rule(table, away, now))
