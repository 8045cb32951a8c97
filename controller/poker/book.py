"""A rulebook made ready for a hand: policies found, articles as outcomes cite them. Made once for each rulebook."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from controller.poker import announced, false_boards, irregular, misdeals, pots, silent  # noqa: F401  (their policies register themselves)
from controller.poker.betting import BettingRules
from controller.poker.matters import Figures
from controller.poker.outcomes import Cite
from controller.poker.policy import find
from controller.rulebooks import Rulebook

Bound = tuple[Callable[..., Any] | None, Figures]
ASK: Final = "ask"
DOUBTFUL: Final = ("chip.single", "chip.multiple")  # asked where a rulebook names no order of tests
DECIDED_ELSEWHERE: Final = ("string.first_motion", "raise.short")  # by the motion itself, and as the last resort


class Book:
    """One rulebook, bound. `None` in place of a policy: a person decides."""

    __slots__ = ("_bound", "_cites", "betting", "key", "rulebook", "structure", "tests")

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.key = rulebook.key
        self.structure = rulebook.structure
        self._bound: dict[str, Bound] = {}
        self._cites: dict[str, tuple[Cite, ...]] = {}
        cap = rulebook.rule("raise.cap")
        self.betting = BettingRules(
            grow=find("raise.min", rulebook.rule("raise.min").policy),
            over=_over(rulebook.rule("raise.over_short_allin").policy),
            reopens=find("raise.reopen", rulebook.rule("raise.reopen").policy),
            limit=rulebook.structure == "limit",
            pot_limit=rulebook.structure == "pot_limit",
            cap=1 + int(str(cap.figures["raises"])) if cap.policy == "bet_and_raises" else 0,
            heads_up_uncapped=bool(cap.figures.get("heads_up_uncapped", False)),
            capped_in_tournaments=bool(cap.figures.get("tournament_capped", False)),
            rounds=self.bound("bet.rounding")[0] is not None and not self.lent("bet.rounding"),
            raises_after_check=bool(rulebook.rule("raise.after_check").figures.get("allowed", True)),
            check_counts=bool(rulebook.rule("raise.reopen").figures.get("check_counts", False)),
        )
        tests = rulebook.rule("silent_chips").figures.get("tests", DOUBTFUL)
        above = [str(t) for t in tests if t not in DECIDED_ELSEWHERE] if isinstance(tests, tuple) else []
        self.tests = tuple((test, *self.bound(test)) for test in above)

    def bound(self, matter: str) -> Bound:
        """The policy and figures of a matter; (None, {}) where the rulebook leaves it to a person."""
        if matter not in self._bound:
            rule = self.rulebook.rule(matter)
            self._bound[matter] = (None if rule.policy == ASK else find(matter, rule.policy), rule.figures)
        return self._bound[matter]

    def cites(self, matter: str) -> tuple[Cite, ...]:
        """The articles of a matter, most special first; none where the rulebook has none."""
        found = self._cites.get(matter)
        if found is None:
            found = tuple(Cite(c.article, c.lent_by) for c in self.rulebook.rule(matter).cites)
            self._cites[matter] = found
        return found

    def lent(self, matter: str) -> bool:
        """Whether what decides a matter is another house's rule."""
        return any(cite.lent_by for cite in self.cites(matter))

    def decides(self, matter: str) -> bool:
        """Whether the book, or one that lends to it, decides a matter; else a person does, also where an article
        stands on it that leaves it open."""
        return self.rulebook.rule(matter).policy != ASK

    def has(self, matter: str) -> bool:
        """Whether the book, or one that lends to it, says anything on a matter."""
        return matter in self.rulebook.rules

    def figure(self, matter: str, name: str, default: int | str | bool = 0) -> int | str | bool | tuple[str, ...]:
        """One figure of a matter."""
        rule = self.rulebook.rules.get(matter)
        return default if rule is None else rule.figures.get(name, default)


def _over(policy: str) -> Callable[[int, int], int]:
    """What a raise adds to a short all-in; where the book is silent, what a full raise had to add before it."""
    return find("raise.over_short_allin", policy if policy not in (ASK, "bound") else "last_full_bet_on_top")


@lru_cache(maxsize=16)
def bind(rulebook: Rulebook) -> Book:
    """The bound form of a rulebook."""
    return Book(rulebook)
