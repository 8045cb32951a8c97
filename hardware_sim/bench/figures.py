"""The result of a bench: a name, a value with its unit, and the bar it is compared with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One result. `bar` in words. `met` is None without a bar. `spread`: the least and the greatest of all runs."""

    name: str
    value: float
    unit: str
    bar: str = ""
    met: bool | None = None
    spread: tuple[float, float] | None = None

    @property
    def line(self) -> str:
        """The figure in one line."""
        verdict = "" if self.met is None else f"   ({self.bar}: {'met' if self.met else 'MISSED'})"
        spread = "" if self.spread is None else f"   {self.spread[0]:,.2f} to {self.spread[1]:,.2f}"
        return f"{self.name:<58} {self.value:>12,.2f} {self.unit}{spread}{verdict}"

    def as_data(self) -> dict[str, Any]:
        """The figure as JSON types."""
        data: dict[str, Any] = {"name": self.name, "value": self.value, "unit": self.unit}
        if self.spread is not None:
            data["spread"] = self.spread
        return data if self.met is None else {**data, "bar": self.bar, "met": self.met}


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return the value that this share (0-1) of the sorted values does not exceed (nearest rank)."""
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered)) - 1))]


def distribution(name: str, values: Sequence[float], unit: str) -> list[Figure]:
    """Return p50, p99 and p99.9."""
    ordered = sorted(values)
    shares = (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999))
    return [Figure(f"{name}, {label}", percentile(ordered, share), unit) for label, share in shares]
