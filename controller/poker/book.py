"""A rulebook made ready for a hand: policies found, articles as outcomes cite them. Made once for each rulebook."""

from collections.abc import Callable
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from controller.poker import announced, false_boards, irregular, misdeals, pots, silent  # noqa: F401  (their policies register themselves)
from controller.poker.outcomes import Cite
from controller.poker.policy import find
from controller.poker.raise_rules import BettingRules
from controller.rulebooks import Rule, Rulebook
from controller.rulebooks.betting import RaiseMin, RaiseReopen
from controller.rulebooks.entry import ASK, Entry

Bound = tuple[Callable[..., Any] | None, Entry]
DECIDED_ELSEWHERE: Final = ("string.first_motion", "raise.short")  # by the motion itself, and as the last resort


class Book:
    """One rulebook, bound. A policy of `None` means that a person decides."""

    __slots__ = ("_bound", "_cites", "betting", "entries", "key", "rulebook", "structure", "tests")

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.entries = rulebook.entries
        self.key = rulebook.key
        self.structure = rulebook.structure
        self._bound: dict[str, Bound] = {}
        self._cites: dict[str, tuple[Cite, ...]] = {}
        cap = self.entries.raise_cap
        self.betting = BettingRules(
            grow=find("raise.min", self.entries.raise_min.policy),
            over=_over(self.entries.raise_over_short_all_in.policy),
            reopens=find("raise.reopen", self.entries.raise_reopen.policy),
            limit=rulebook.structure == "limit",
            pot_limit=rulebook.structure == "pot_limit",
            cap=0 if cap.raises is None else 1 + cap.raises,
            heads_up_uncapped=bool(cap.heads_up_uncapped),
            capped_in_tournaments=bool(cap.tournament_capped),
            rounds=self.bound("bet.rounding")[0] is not None and not self.lent("bet.rounding"),
            raises_after_check=self.entries.raise_after_check.allowed,
            check_counts=bool(self.entries.raise_reopen.check_counts),
        )
        above = [test for test in self.entries.silent_chips.tests if test not in DECIDED_ELSEWHERE]
        self.tests = tuple((test, *self.bound(test)) for test in above)

    def bound(self, matter: str) -> Bound:
        """Return the policy and entry of a rule key. The policy is None if the rulebook leaves it to a person."""
        if matter not in self._bound:
            rule = self.rulebook.rule(matter)
            self._bound[matter] = (None if rule.policy == ASK else find(matter, rule.policy), rule.entry)
        return self._bound[matter]

    def cites(self, matter: str) -> tuple[Cite, ...]:
        """The articles of a rule key, the most special first. Empty if the rulebook has none."""
        found = self._cites.get(matter)
        if found is None:
            found = tuple(Cite(c.article, c.lent_by) for c in self.rulebook.rule(matter).cites)
            self._cites[matter] = found
        return found

    def lent(self, matter: str) -> bool:
        """Whether the rule that decides comes from another house."""
        return any(cite.lent_by for cite in self.cites(matter))

    def decides(self, matter: str) -> bool:
        """Whether the book, or one that lends to it, decides a rule key. If not, a person does, even if an article
        exists that leaves it open."""
        return self.rulebook.rule(matter).policy != ASK

    def has(self, matter: str) -> bool:
        """Whether the book, or one that lends to it, has an entry for a rule key."""
        return matter in self.rulebook.rules


def _over(policy: str) -> Callable[[int, int], int]:
    """What a raise adds to a short all-in. If the book has no rule, it is what a full raise had to add before it."""
    return find("raise.over_short_all_in", policy if policy not in (ASK, "bound") else "last_full_bet_on_top")


@lru_cache(maxsize=16)
def unwritten(key: str, structure: str) -> Book:
    """Return an empty book of that name: a table has it until its first hand pins a rulebook.

    It has no article and rules on nothing. It has only the two policies without which a betting round cannot be
    played.
    """
    policies = {
        "raise.min": RaiseMin(policy="previous_increment", article=()),
        "raise.reopen": RaiseReopen(policy="full_raise", article=()),
    }
    rules = {matter: Rule(matter, entry, ()) for matter, entry in policies.items()}
    return bind(Rulebook(key, "", structure, MappingProxyType(rules)))


@lru_cache(maxsize=16)
def bind(rulebook: Rulebook) -> Book:
    """The bound form of a rulebook."""
    return Book(rulebook)
