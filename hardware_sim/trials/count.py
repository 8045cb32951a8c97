"""The result of a trial: hands, questions, alarms, rulings, faults, and what must not be."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Count:
    """The counts of a trial, which grow hand by hand."""

    hands: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    """Questions about cards, by key. Each counts once."""
    alarms: Counter[str] = field(default_factory=Counter)
    rulings: Counter[str] = field(default_factory=Counter)
    """Rulings on the deal, by rule key."""
    unfounded: Counter[str] = field(default_factory=Counter)
    """Rulings, questions and alarms, not on cards, for which no player and no reader gave a reason, by key."""
    faults: Counter[str] = field(default_factory=Counter)
    """What was done to the readings, by kind."""
    fidgets: Counter[str] = field(default_factory=Counter)
    """What players did besides their acts, by kind."""
    shoe: Counter[str] = field(default_factory=Counter)
    """Cards that left the shoe, and how many of them a third of a second after the one before."""
    mistakes: Counter[str] = field(default_factory=Counter)
    """What the dealer did wrong on purpose, by kind."""
    ruled: Counter[str] = field(default_factory=Counter)
    """The ruling on each mistake: its name and the rule keys in order."""
    slips: Counter[str] = field(default_factory=Counter)
    """What went wrong while a mistake was put right, on purpose, by kind."""
    failures: Counter[str] = field(default_factory=Counter)
    """Parts that failed for good in a hand, by kind and way."""
    wrong: list[str] = field(default_factory=list)
    """What must not be: a wrong card, chips that do not add up, a hand that was not ended."""

    @property
    def questions_per_hand(self) -> float:
        return sum(self.questions.values()) / max(1, self.hands)

    def lines(self) -> Iterator[str]:
        """For people."""
        yield f"{self.hands} hands, {len(self.wrong)} of which went wrong"
        yield f"questions about cards: {self.questions_per_hand:.3f} a hand ({_listed(self.questions)})"
        for title, counted in (
            ("rulings on the deal", self.rulings),
            ("alarms", self.alarms),
            ("rulings, questions and alarms beside", self.unfounded),
            ("faults of the readings", self.faults),
            ("what players did beside their acts", self.fidgets),
            ("from the shoe", self.shoe),
            ("mistakes of the dealer", self.mistakes),
            ("what they were ruled to be", self.ruled),
            ("slips while they were put right", self.slips),
            ("parts that failed", self.failures),
        ):
            yield f"{title}: {_listed(counted)}"
        yield from (f"WRONG {what}" for what in self.wrong[:20])

    def as_data(self) -> dict[str, object]:
        """For machines."""
        return {
            "hands": self.hands,
            "questions": dict(self.questions),
            "alarms": dict(self.alarms),
            "rulings": dict(self.rulings),
            "unfounded": dict(self.unfounded),
            "faults": dict(self.faults),
            "fidgets": dict(self.fidgets),
            "shoe": dict(self.shoe),
            "mistakes": dict(self.mistakes),
            "ruled": dict(self.ruled),
            "slips": dict(self.slips),
            "failures": dict(self.failures),
            "wrong": self.wrong,
        }


def _listed(counted: Counter[str]) -> str:
    return ", ".join(f"{key} {count}" for key, count in sorted(counted.items())) or "none"
