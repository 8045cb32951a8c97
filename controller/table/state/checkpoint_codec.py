"""State as JSON types and back: our own classes by name, nothing else, and never a face."""

import hashlib
import json
from collections.abc import Mapping
from enum import Enum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final

from controller.poker import (
    act_records,
    bet_lines,
    betting,
    card_watch,
    commitments,
    deal_errors,
    decision_clock,
    hand,
    hand_rights,
    irregular,
    matters,
    offences,
    outcomes,
    parts,
    plan,
    pot_awards,
    remedies,
    remedy,
    slots,
    waiting_acts,
)
from controller.poker.book import Book, bind
from controller.poker.cards import Faces
from controller.rulebooks import figures, variants
from controller.rulebooks.entry import NOT_FIGURES, Entry
from controller.rulebooks.model import entry_kinds
from controller.table.state.questions import QUESTIONS

from . import (
    button_rules,
    chip_race_state,
    chip_sales,
    deck,
    level_clock,
    physical,
    seating,
    senses,
    setup,
    stacks,
    suspensions,
    table,
    tournament,
    transit,
)

Body = dict[str, Any]

_CLASSES: Final[dict[str, type[Any]]] = {
    cls.__name__: cls
    for cls in (
        table.Table, stacks.Stacks, transit.ChipsInTransit, suspensions.Suspensions,
        senses.Senses, parts.Part, parts.Reads, deck.Deck, physical.Felt,
        setup.Setup, setup.SeatSetup, setup.Stakes, setup.Parts,
        variants.GameVariant,
        button_rules.Positions, seating.Seating, seating.Kept, setup.Level, setup.Schedule, setup.Latecomers,
        tournament.Tournament, tournament.Standing, level_clock.LevelClock, chip_sales.ChipSales, chip_sales.Buying,
        chip_race_state.Race, chip_race_state.RaceStage,
        hand.Hand, act_records.ActRecords, bet_lines.BetLines, commitments.Commitments, decision_clock.DecisionClock,
        waiting_acts.WaitingActs, hand_rights.HandRights, pot_awards.PotAwards, offences.Offences,
        remedies.Remedies, card_watch.CardWatch, deal_errors.DealErrors,
        hand.Voided, act_records.LastMotion, pot_awards.Share, hand.Phase, hand.Stage, betting.Betting, betting.Act,
        betting.Start, plan.Plan, slots.Slots, slots.Slot, remedy.Remedy, remedy.Move, act_records.Deed,
        act_records.Logged, irregular.Early, irregular.Dark, irregular.Restraint,
        matters.Facing, matters.SilentChips, matters.Said,
        figures.Rulebook, figures.Cited,
        outcomes.Ruling, outcomes.Cite, outcomes.Prompt, outcomes.Ask, outcomes.Alarm,
        outcomes.CardLabel, outcomes.Shares,
        outcomes.Take, outcomes.Void, outcomes.Refold, outcomes.Kill, outcomes.Revive, outcomes.Restrain,
        outcomes.Splice, outcomes.SetTurn, outcomes.CloseRound, outcomes.Award, outcomes.Forgive, outcomes.Rake,
        outcomes.CancelHand, outcomes.Issue, outcomes.Withdraw, outcomes.Mark, outcomes.Penalise, outcomes.Count,
        outcomes.Owe, outcomes.Admit, outcomes.Release, outcomes.Rank,
        outcomes.Keep,
        *QUESTIONS.values(),
    )
}  # fmt: skip
_PLAIN: Final = {type(None), bool, int, str}
_OUTCOMES: Final = (outcomes.Take, outcomes.Ruling, outcomes.Prompt)
"""Tuples whose parts have names in a checkpoint, like those of the other outcomes."""
_SKIPPED: Final = {"event", "outcomes", "entries", "by_card"}
"""Parts that are made again: the current step, what a rulebook makes from its rules, the slots by card."""


def freeze(value: Any) -> Any:
    """Return JSON types for a value. Anything with structure is {"kind": …}. Raises TypeError: an unknown class."""
    if type(value) in _PLAIN:
        return value
    if type(value) is list:
        return [freeze(v) for v in value]
    if isinstance(value, Enum):
        return {"enum": type(value).__name__, "value": value.value}
    if isinstance(value, Faces):
        return {"faces": len(value)}
    if isinstance(value, Book):
        return _freeze_book(value)
    if isinstance(value, figures.Rule):
        return {"rule": value.matter, "cites": freeze(value.cites), "entry": _freeze_entry(value.entry)}
    return _freeze_structure(value)


@lru_cache(maxsize=16)
def _freeze_book(book: Book) -> Body:
    """A book is most of a checkpoint and never changes: it is frozen once. No reader of a checkpoint changes it."""
    return {"book": freeze(book.rulebook)}


def _freeze_structure(value: Any) -> Body:
    name = type(value).__name__
    if isinstance(value, tuple) and not isinstance(value, _OUTCOMES):
        items = [freeze(v) for v in value]
        return {"named": name, "items": items} if name in _CLASSES else {"tuple": items}
    if isinstance(value, frozenset):
        return {"set": sorted(value)}
    if isinstance(value, Mapping):
        return {"map": [[freeze(k), freeze(v)] for k, v in value.items()], "proxy": not isinstance(value, dict)}
    if name not in _CLASSES:
        raise TypeError(f"a table holds no {name}")
    held = [s for s in _parts(type(value)) if s not in _SKIPPED and hasattr(value, s)]
    return {"object": name, "fields": {s: freeze(getattr(value, s)) for s in held}}


def _freeze_entry(entry: Entry) -> Any:
    return freeze({**{name: getattr(entry, name) for name in NOT_FIGURES}, **entry.figures})


@cache
def shape() -> str:
    """A digest of the parts of every class of a table. It changes if any class gains or loses a part."""
    parts = sorted(f"{name}: {' '.join(_parts(cls))}" for name, cls in (*_CLASSES.items(), *entry_kinds().items()))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def _parts(cls: type[Any]) -> list[str]:
    if issubclass(cls, Enum):
        return [str(member.value) for member in cls]
    if issubclass(cls, Entry):
        return list(cls.model_fields)
    return list(getattr(cls, "_fields", None) or cls.__slots__)


def parts_held(name: str) -> list[str] | None:
    """The parts of a class that a checkpoint holds, or None if no table holds such a class."""
    cls = _CLASSES.get(name)
    return None if cls is None else [part for part in _parts(cls) if part not in _SKIPPED]


def thaw(value: Any) -> Any:
    """Return the value of frozen JSON types. Raises KeyError: a class that no table holds."""
    if isinstance(value, list):
        return [thaw(v) for v in value]
    if not isinstance(value, dict):
        return value
    kind = next(iter(value))
    return _THAW[kind](value)


@lru_cache(maxsize=16)
def _thaw_book(frozen: str) -> Book:
    """Tables of the same book share it, as they do where it is loaded."""
    return bind(thaw(json.loads(frozen)))


def _thaw_map(value: Body) -> Any:
    held = {thaw(k): thaw(v) for k, v in value["map"]}
    return MappingProxyType(held) if value["proxy"] else held


def _thaw_object(value: Body) -> Any:
    cls, fields = _CLASSES[value["object"]], {part: thaw(inner) for part, inner in value["fields"].items()}
    if issubclass(cls, tuple):
        return cls(**fields)
    thawed = object.__new__(cls)
    for part, held in fields.items():
        object.__setattr__(thawed, part, held)
    if isinstance(thawed, table.Table):
        thawed.begin_nothing()
    elif isinstance(thawed, plan.Plan):
        thawed.find_cards()
    elif isinstance(thawed, figures.Rulebook):
        thawed.__post_init__()
    return thawed


def _thaw_rule(value: Body) -> figures.Rule:
    entry = entry_kinds()[value["rule"]].model_validate(thaw(value["entry"]))
    return figures.Rule(value["rule"], entry, thaw(value["cites"]))


_THAW: Final = {
    "enum": lambda v: _CLASSES[v["enum"]](v["value"]),
    "faces": lambda _: Faces(),
    "rule": _thaw_rule,
    "book": lambda v: _thaw_book(json.dumps(v["book"])),
    "tuple": lambda v: tuple(thaw(i) for i in v["tuple"]),
    "named": lambda v: _CLASSES[v["named"]](*(thaw(i) for i in v["items"])),
    "set": lambda v: frozenset(v["set"]),
    "map": _thaw_map,
    "object": _thaw_object,
}
