"""Find mixes of rules that no table can play, in the whole of a rulebook with its base and loans."""

from collections.abc import Iterator, Mapping
from typing import Final

from controller.rulebooks.figures import Rule
from controller.rulebooks.model import Matters

ESSENTIAL: Final = ("raise.min", "raise.reopen", "raise.cap")
LIMIT_ALONE: Final = {"raise.reopen": ("half_bet",)}
UNITS: Final = ("raise.min", "raise.over_short_all_in")  # what the street's unit decides in limit, and only there

ABOUT_BURNS: Final[Mapping[str, tuple[str, ...]]] = {  # rules that need burn cards, by these policies or by any
    "burn.missing": (), "burn.double": (), "flop.four": (), "board.stands": (), "premature.spoilt": (),
    "deal.exposed": ("burn_and_replace",), "premature.turn": ("river_becomes_turn", "third_card"),
}  # fmt: skip


def mixes(key: str, rules: Mapping[str, Rule], structure: str, mode: str) -> Iterator[str]:
    """Yield every mix that cannot be played, one line each: the rulebook, the rule key, the value, what is
    allowed."""
    missing = [matter for matter in ESSENTIAL if matter not in rules]
    if missing:
        yield f"rulebook {key!r} says nothing, and borrows nothing, on {', '.join(missing)}"
    place = f"rulebook {key!r}, {structure}"
    for matter in UNITS:
        rule = rules.get(matter)
        if rule and (rule.policy == "fixed_unit") != (structure == "limit"):
            yield f"{place}: {matter} {rule.policy!r}. The policy fixed_unit belongs to limit, and only to it"
    for matter, policies in LIMIT_ALONE.items():
        rule = rules.get(matter)
        if rule and rule.policy in policies and structure != "limit":
            yield f"{place}: {matter} {rule.policy!r}. It belongs to limit, and only to it"
    on = Matters.of({matter: rule.entry for matter, rule in rules.items()})
    yield from _burns(place, rules, on)
    yield from _showdown(place, rules, on)
    yield from _table(place, rules, on, mode)


def _burns(place: str, rules: Mapping[str, Rule], on: Matters) -> Iterator[str]:
    if on.burn.before_each_street:
        return
    for matter, only in ABOUT_BURNS.items():
        rule = rules.get(matter)
        if rule and rule.policy != "ask" and (not only or rule.policy in only):
            yield f"{place}: burn before_each_street false with {matter} {rule.policy!r}. It disposes of burn cards"


def _showdown(place: str, rules: Mapping[str, Rule], on: Matters) -> Iterator[str]:
    if "show.muck" in rules and on.show_muck.allowed and on.show_all_in.when == "showdown":
        yield f"{place}: show.muck allowed with show.all_in 'showdown'. No hand is given up where all are turned up"


def _table(place: str, rules: Mapping[str, Rule], on: Matters, mode: str) -> Iterator[str]:
    if "button" in rules and on.button.moves == "dead" and not on.heads_up.reverse:
        yield f"{place}: heads_up reverse false with button 'dead'. A dead button needs reversed blinds"
    if mode == "tournament" and on.rake.kind not in (None, "none"):
        yield f"{place}: rake {on.rake.kind!r} in a tournament. Allowed: none"
    for matter in ("race", "elimination"):
        if mode == "cash" and matter in rules:
            yield f"{place}: {matter} in a cash game. It belongs to tournaments"
