"""The model of a rulebook file: an unknown key, an unknown policy or an impossible mix is refused, all errors at
once.

A file names its matters as tables. Each has a `policy`, one of those written here, its `article` (one, or several
from the most special on) and its figures. A matter that a file leaves out is silent: it falls back on `base`, then on
`borrows`, then on a person.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Structure = Literal["limit", "pot_limit", "no_limit"]
ArticleId = Annotated[str, Field(pattern=r"^[a-z_]+-[A-Z]?\d+[a-z]?(\.\d+[a-z]?)*$")]


class Entry(BaseModel):
    """What every matter says."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    article: ArticleId | tuple[ArticleId, ...]

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles, most special first."""
        return (self.article,) if isinstance(self.article, str) else self.article


class Bound(Entry):
    """A matter with nothing to choose: what it is called decides; the article says where it stands."""

    policy: Literal["bound", "ask"] = "bound"


class SilentTests(Entry):
    """The order of the tests on silent chips above the call; the string comes first, it says which chips count."""

    policy: Literal["in_order"] = "in_order"
    tests: tuple[Literal["string.first_motion", "chip.single", "chip.multiple", "raise.short"], ...]

    @model_validator(mode="after")
    def _order(self) -> "SilentTests":
        if not self.tests or self.tests[0] != "string.first_motion":
            raise ValueError("tests: the first is string.first_motion, it says which chips count")
        if self.tests[-1] != "raise.short":
            raise ValueError("tests: the last is raise.short, it decides whatever is left")
        if len(set(self.tests)) != len(self.tests):
            raise ValueError("tests: each test once")
        return self


class ChipSingle(Entry):
    policy: Literal["call", "ask"]


class ChipMultiple(Entry):
    policy: Literal["minus_one", "one_and_half", "ask"]


class RaiseShort(Entry):
    policy: Literal["half_of_raise_part", "complete", "ask"]


class BetShort(Entry):
    policy: Literal["make_up", "ask"]


class CallShort(Entry):
    policy: Literal["complete_or_fold", "make_up", "ask"]


class AnnounceRaise(Entry):
    policy: Literal["chips_decide", "ask"]


class AnnounceShortRaise(Entry):
    policy: Literal["impose_minimum", "ask"]


class AnnounceShortCall(Entry):
    policy: Literal["void", "ask"]


class CheckFacingBet(Entry):
    policy: Literal["void", "ask"]


class RaiseMin(Entry):
    policy: Literal["double_total", "previous_increment", "fixed_unit"]


class RaiseReopen(Entry):
    policy: Literal["full_raise", "half_bet"]


class RaiseCap(Entry):
    policy: Literal["none", "bet_and_raises"]
    raises: Annotated[int, Field(ge=1, le=9)] | None = None
    heads_up_uncapped: bool | None = None

    @model_validator(mode="after")
    def _figures(self) -> "RaiseCap":
        capped = self.policy == "bet_and_raises"
        if capped != (self.raises is not None):
            raise ValueError("raises: a number of raises goes with policy bet_and_raises, and only with it")
        return self


class OddChip(Entry):
    policy: Literal["one_each_left", "all_first_left", "ask"]


class Button(Entry):
    policy: Literal["bound"] = "bound"
    moves: Literal["dead", "moving"]


class Claims(Entry):
    policy: Literal["bound"] = "bound"
    end: Literal["shuffle", "push"]


class Matters(BaseModel):
    """The matters of one structure."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    act_fold: Bound | None = Field(default=None, validation_alias="act.fold")
    act_check: Bound | None = Field(default=None, validation_alias="act.check")
    act_call: Bound | None = Field(default=None, validation_alias="act.call")
    act_bet: Bound | None = Field(default=None, validation_alias="act.bet")
    act_raise: Bound | None = Field(default=None, validation_alias="act.raise")
    check_facing_bet: CheckFacingBet | None = Field(default=None, validation_alias="check.facing_bet")
    announce_raise: AnnounceRaise | None = Field(default=None, validation_alias="announce.raise")
    announce_amount: Bound | None = Field(default=None, validation_alias="announce.amount")
    announce_short_raise: AnnounceShortRaise | None = Field(default=None, validation_alias="announce.short_raise")
    announce_short_call: AnnounceShortCall | None = Field(default=None, validation_alias="announce.short_call")
    silent_chips: SilentTests | None = None
    string_first_motion: Bound | None = Field(default=None, validation_alias="string.first_motion")
    chip_single: ChipSingle | None = Field(default=None, validation_alias="chip.single")
    chip_multiple: ChipMultiple | None = Field(default=None, validation_alias="chip.multiple")
    chip_small: Bound | None = Field(default=None, validation_alias="chip.small")
    chips_call: Bound | None = Field(default=None, validation_alias="chips.call")
    chips_bet: Bound | None = Field(default=None, validation_alias="chips.bet")
    chips_raise: Bound | None = Field(default=None, validation_alias="chips.raise")
    bet_short: BetShort | None = Field(default=None, validation_alias="bet.short")
    call_short: CallShort | None = Field(default=None, validation_alias="call.short")
    raise_short: RaiseShort | None = Field(default=None, validation_alias="raise.short")
    raise_min: RaiseMin | None = Field(default=None, validation_alias="raise.min")
    raise_over_short_allin: Bound | None = Field(default=None, validation_alias="raise.over_short_allin")
    raise_reopen: RaiseReopen | None = Field(default=None, validation_alias="raise.reopen")
    raise_cap: RaiseCap | None = Field(default=None, validation_alias="raise.cap")
    raise_closed: Bound | None = Field(default=None, validation_alias="raise.closed")
    bet_uncalled: Bound | None = Field(default=None, validation_alias="bet.uncalled")
    round_closed: Bound | None = Field(default=None, validation_alias="round.closed")
    fold_muck: Bound | None = Field(default=None, validation_alias="fold.muck")
    blind_post: Bound | None = Field(default=None, validation_alias="blind.post")
    ante_post: Bound | None = Field(default=None, validation_alias="ante.post")
    ante_big_blind: Bound | None = Field(default=None, validation_alias="ante.big_blind")
    show_order: Bound | None = Field(default=None, validation_alias="show.order")
    show_allin: Bound | None = Field(default=None, validation_alias="show.allin")
    show_tabled: Bound | None = Field(default=None, validation_alias="show.tabled")
    show_muck: Bound | None = Field(default=None, validation_alias="show.muck")
    award_contested: Bound | None = Field(default=None, validation_alias="award.contested")
    award_uncontested: Bound | None = Field(default=None, validation_alias="award.uncontested")
    odd_chip: OddChip | None = None
    button: Button | None = None
    claims: Claims | None = None


class RulebookFile(BaseModel):
    """A whole file: a head, matters for every structure, and matters for one structure, which take precedence."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    key: Annotated[str, Field(pattern=r"^[a-z][a-z_]*$")]
    title: str
    structures: tuple[Structure, ...]
    base: str | None = None
    borrows: tuple[str, ...] = ()
    rules: Matters = Matters()
    limit: Matters = Matters()
    no_limit: Matters = Matters()

    @model_validator(mode="after")
    def _mix(self) -> "RulebookFile":
        errors = []
        for structure in ("limit", "no_limit"):
            own: Matters = getattr(self, structure)
            if structure not in self.structures and own != Matters():
                errors.append(f"{structure}: not among structures {list(self.structures)}")
            smallest = own.raise_min or self.rules.raise_min
            if (
                structure in self.structures
                and smallest
                and (smallest.policy == "fixed_unit") != (structure == "limit")
            ):
                errors.append(
                    f"{structure}: raise.min {smallest.policy!r}; fixed_unit belongs to limit, and only to it"
                )
        if errors:
            raise ValueError("; ".join(errors))
        return self
