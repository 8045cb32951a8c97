"""The model of a rulebook file. It refuses an unknown key, an unknown policy or a wrong figure, all errors at once.

A file names its rule keys as tables. Each has a `policy`, its `article` (one, or several with the most special first)
and its figures. A rule key that a file leaves out falls back on `base`, then on what it borrows, then on a person.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from controller.rulebooks.betting import BettingMatters
from controller.rulebooks.deal import DealMatters
from controller.rulebooks.entry import ArticleId, Bound, Entry, Structure
from controller.rulebooks.seating import SeatingMatters
from controller.rulebooks.showdown import ShowdownMatters
from controller.rulebooks.variants import VARIANTS

__all__ = ["SECTIONS", "Bound", "Entry", "Matters", "RulebookFile", "Structure", "matter_names", "sections_of"]

Key = Annotated[str, Field(pattern=r"^[a-z][a-z_]*$")]
SECTIONS: Final = ("rules", "limit", "big_bet", "pot_limit", "no_limit")


class Matters(BettingMatters, ShowdownMatters, DealMatters, SeatingMatters):
    """The rule keys of one section of a file, or of a whole rulebook. One that is not written has its entry for "no
    rule"."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def of(cls, entries: Mapping[str, Entry]) -> "Matters":
        """Return the rule keys with some entries, {name in a file: entry}. Unknown names are left out."""
        return cls.model_validate({matter: entry for matter, entry in entries.items() if matter in matter_names()})

    def written(self) -> Iterator[tuple[str, Entry]]:
        """The rule keys that were given, with their names in a file."""
        for matter, name in matter_names().items():
            if name in self.model_fields_set:
                yield matter, getattr(self, name)

    def named(self, matter: str) -> Entry:
        """Return the entry of a rule key by its name in a file. An unknown name is left to a person."""
        found: Entry = getattr(self, matter_names().get(matter, ""), Bound.silent())
        return found


def chapter(matter: str) -> str:
    """The part of the rules to which a rule key belongs by its place in the model: "betting", "deal" or "table"."""
    name = matter_names()[matter]
    if name in DealMatters.model_fields:
        return "deal"
    return "table" if name in SeatingMatters.model_fields else "betting"


@cache
def matter_names() -> Mapping[str, str]:
    """The rule keys that a rulebook may decide, {name in a file: name of the model's field}."""
    return {str(field.validation_alias or name): name for name, field in Matters.model_fields.items()}


@cache
def entry_kinds() -> Mapping[str, type[Entry]]:
    """The model of each rule key's entry, by its name in a file."""
    kinds = {matter: Matters.model_fields[name].annotation for matter, name in matter_names().items()}
    return {matter: kind for matter, kind in kinds.items() if isinstance(kind, type) and issubclass(kind, Entry)}


class RulebookFile(BaseModel):
    """A whole file: a head, rule keys for every structure, and rule keys for one structure, which take precedence.

    - `base`: another rulebook of the same house
    - `borrows`: other houses' rulebooks, for all that is left out
    - `borrow`: another rulebook for single rule keys
    - `partial`: the rulebook needs a host to rule a table
    - `layer`: the rulebook stands only under others
    - `irregularities`: the rulebook that decides errors which this one leaves out, or "floor" for a person
    - `variants`: the games that it may be played at, by default those of its base, otherwise hold'em
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    key: Key
    title: str
    structures: tuple[Structure, ...] = ()
    variants: tuple[str, ...] = ()
    mode: Literal["cash", "tournament"] | None = None
    base: Key | None = None
    borrows: tuple[Key, ...] = ()
    borrow: dict[str, Key] = {}
    irregularities: Key | None = None
    partial: bool = False
    layer: bool = False
    articles: dict[ArticleId, str] = {}
    rules: Matters = Matters()
    limit: Matters = Matters()
    big_bet: Matters = Matters()
    pot_limit: Matters = Matters()
    no_limit: Matters = Matters()

    @model_validator(mode="after")
    def _whole(self) -> "RulebookFile":
        errors = [f"borrow: no matter is called {m!r}" for m in self.borrow if m not in matter_names()]
        allowed = ", ".join(VARIANTS)
        errors += [
            f"variants: no variant is called {v!r}. Allowed: {allowed}" for v in self.variants if v not in VARIANTS
        ]
        if not self.structures and self.base is None and not self.layer:
            errors.append("structures: name one at least, or a base to take them from")
        for section in ("limit", "big_bet", "pot_limit", "no_limit"):
            own: Matters = getattr(self, section)
            fits = not self.structures or any(section in sections_of(s) for s in self.structures)
            if own.model_fields_set and not fits:
                errors.append(f"{section}: not among structures {list(self.structures)}")
        if errors:
            raise ValueError("\n".join(errors))
        return self


def sections_of(structure: str) -> tuple[str, ...]:
    """The sections of a file that speak for a structure, the most special first."""
    return (structure, "rules") if structure == "limit" else (structure, "big_bet", "rules")
