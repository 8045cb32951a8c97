"""Mixes that no table can play, looked for in the whole of a book, base and loans included."""

from collections.abc import Iterator, Mapping
from typing import Final

from controller.rulebooks.figures import Rule

ESSENTIAL: Final = ("raise.min", "raise.reopen", "raise.cap")
LIMIT_ALONE: Final = {"raise.reopen": ("half_bet",)}
UNITS: Final = ("raise.min", "raise.over_short_allin")  # what the street's unit decides in limit, and only there

ABOUT_BURNS: Final[Mapping[str, tuple[str, ...]]] = {  # rules that need burn cards; by these policies, or by any
    "burn.missing": (), "burn.double": (), "flop.four": (), "board.stands": (), "premature.spoilt": (),
    "deal.exposed": ("burn_and_replace",), "premature.turn": ("river_becomes_turn", "third_card"),
}  # fmt: skip


def mixes(key: str, rules: Mapping[str, Rule], structure: str, mode: str) -> Iterator[str]:
    """Every mix that cannot be, one line each: the book, the matter, the value, what is allowed."""
    missing = [matter for matter in ESSENTIAL if matter not in rules]
    if missing:
        yield f"rulebook {key!r} says nothing, and borrows nothing, on {', '.join(missing)}"
    place = f"rulebook {key!r}, {structure}"
    for matter in UNITS:
        rule = rules.get(matter)
        if rule and (rule.policy == "fixed_unit") != (structure == "limit"):
            yield f"{place}: {matter} {rule.policy!r}; fixed_unit belongs to limit, and only to it"
    for matter, policies in LIMIT_ALONE.items():
        rule = rules.get(matter)
        if rule and rule.policy in policies and structure != "limit":
            yield f"{place}: {matter} {rule.policy!r}; it belongs to limit, and only to it"
    yield from _burns(place, rules)
    yield from _showdown(place, rules)
    yield from _table(place, rules, mode)


def _burns(place: str, rules: Mapping[str, Rule]) -> Iterator[str]:
    burn = rules.get("burn")
    if burn is None or burn.figures["before_each_street"]:
        return
    for matter, only in ABOUT_BURNS.items():
        rule = rules.get(matter)
        if rule and rule.policy != "ask" and (not only or rule.policy in only):
            yield f"{place}: burn before_each_street false with {matter} {rule.policy!r}; it disposes of burn cards"


def _showdown(place: str, rules: Mapping[str, Rule]) -> Iterator[str]:
    muck, all_up = rules.get("show.muck"), rules.get("show.allin")
    if muck and all_up and muck.figures["allowed"] and all_up.figures["when"] == "showdown":
        yield f"{place}: show.muck allowed with show.allin 'showdown'; no hand is given up where all are turned up"


def _table(place: str, rules: Mapping[str, Rule], mode: str) -> Iterator[str]:
    button, heads_up = rules.get("button"), rules.get("heads_up")
    if button and heads_up and button.figures["moves"] == "dead" and not heads_up.figures["reverse"]:
        yield f"{place}: heads_up reverse false with button 'dead'; a dead button needs reversed blinds"
    if mode == "tournament" and "rake" in rules and rules["rake"].figures["kind"] != "none":
        yield f"{place}: rake {rules['rake'].figures['kind']!r} in a tournament; allowed: none"
    for matter in ("race", "elimination"):
        if mode == "cash" and matter in rules:
            yield f"{place}: {matter} in a cash game; it belongs to tournaments"
