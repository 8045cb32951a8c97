"""What a raise must add and whom it lets raise again, by the rulebook's policies."""

from collections.abc import Callable
from dataclasses import dataclass

from controller.poker.policy import policy


@policy("raise.min", "double_total")
def double_total(_call: int, total: int) -> int:
    """After a full bet or raise to `total` the next raise adds as much as that total."""
    return total


@policy("raise.min", "previous_increment")
def previous_increment(call: int, total: int) -> int:
    """After a full bet or raise to `total` the next raise adds at least what this one added."""
    return total - call


@policy("raise.min", "fixed_unit")
def fixed_unit(_call: int, _total: int) -> int:
    """In limit the street fixes the unit."""
    return 0


@policy("raise.min", "any_higher")
def any_higher(_call: int, _total: int) -> int:
    """Any higher stake is a raise."""
    return 1


@policy("raise.over_short_all_in", "last_full_bet_on_top")
def last_full_bet_on_top(_total: int, size: int) -> int:
    """Over an all-in too small to be a raise the next one adds what a full raise had to add before it."""
    return size


@policy("raise.over_short_all_in", "double_total")
def double_the_all_in(total: int, _size: int) -> int:
    """Over an all-in too small to be a raise the next one is to twice its total."""
    return total


@policy("raise.over_short_all_in", "any_higher")
def any_higher_than_the_all_in(_total: int, _size: int) -> int:
    """Over an all-in any higher stake is a raise."""
    return 1


@policy("raise.over_short_all_in", "fixed_unit")
def unit_over_the_all_in(_total: int, size: int) -> int:
    """In limit the street's unit decides, whatever the all-in was."""
    return size


@policy("raise.reopen", "full_raise")
def full_raise(grown: int, full: int) -> bool:
    """Open again once the bet has grown, in one step or several, by the full raise due when the seat acted."""
    return grown >= full


@policy("raise.reopen", "half_bet")
def half_bet(grown: int, full: int) -> bool:
    """Open again once the bet has grown by half a bet. Exactly half counts."""
    return grown * 2 >= full


@policy("raise.reopen", "any_higher")
@policy("raise.reopen", "any_all_in")
def any_growth(grown: int, _full: int) -> bool:
    """Open again after any higher stake. If only full raises may be made, that is any all-in above the bet. In limit
    it uses up one of the raises of the round."""
    return grown > 0


@dataclass(frozen=True, slots=True)
class BettingRules:
    """The rules of a rulebook that the fold needs."""

    grow: Callable[[int, int], int]  # (call before, total) -> what the next raise must add
    over: Callable[[int, int], int]  # (total of an all-in too small to be a raise, size before) -> size after it
    reopens: Callable[[int, int], bool]  # (growth since the seat's last act, full raise due then) -> may raise again
    limit: bool
    pot_limit: bool
    cap: int  # bets and raises of a round, 0 for no cap
    heads_up_uncapped: bool
    capped_in_tournaments: bool  # the exception for two players is for cash games only
    raises_after_check: bool = True  # a seat that has checked may raise in the same round
    check_counts: bool = False  # a seat that has checked has acted: a short all-in does not open the betting to it
    rounds: bool = False  # the book's own rule brings bets to a multiple of the increment, the smallest raise too
