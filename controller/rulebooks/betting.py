"""The rule keys of betting: words, chips, raises, turns, and what follows an error."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from controller.rulebooks.entry import Count, Entry, Fixed, Silent, Times, matter, with_bound

SilentTest = Literal["string.first_motion", "chip.single", "chip.multiple", "raise.short"]


class SilentTests(Entry):
    """The order of the tests on silent chips above the call. The string test is first, as it says which chips
    count."""

    policy: Literal["in_order"] = "in_order"
    tests: Annotated[
        tuple[SilentTest, ...], Silent(("string.first_motion", "chip.single", "chip.multiple", "raise.short"))
    ]

    @model_validator(mode="after")
    def _order(self) -> "SilentTests":
        if not self.tests or self.tests[0] != "string.first_motion":
            raise ValueError("tests: the first is string.first_motion, it says which chips count")
        if self.tests[-1] != "raise.short":
            raise ValueError("tests: the last is raise.short, it decides whatever is left")
        if len(set(self.tests)) != len(self.tests):
            raise ValueError("tests: each test once")
        if [test for test in self.tests if test in ("chip.single", "chip.multiple")] == [
            "chip.multiple",
            "chip.single",
        ]:
            raise ValueError("tests: chip.single before chip.multiple. No motion is for both, one order says it all")
        return self


class ChipSingle(Entry):
    policy: Literal["call", "ask"]


class ChipMultiple(Entry):
    policy: Literal["minus_one", "one_and_half", "raise", "ask"]


class ChipSmall(Fixed):
    """The smallest chip that plays: the table's own setting, or the smallest one that a blind or ante needs."""

    smallest: Annotated[Literal["table", "blinds"], Silent("table")] = "blinds"


class ChipsCount(Fixed):
    """Who may ask for a count, and of what. `pot_shown`: whether the players' displays show what is in the pot."""

    pot_shown: Annotated[bool, Silent(True)]


class BetShort(Entry):
    policy: Literal["make_up", "void", "ask"]


class BetIncrement(Fixed):
    """Bets are multiples of this."""

    of: Literal["small_blind", "smallest_chip", "unit"] | None


class BetRounding(Entry):
    """A wager that is no proper multiple. One exactly between two multiples goes down."""

    policy: Literal["nearest", "ask"]


class CallShort(Entry):
    """A call that is too small. `unaware_withdraws`: a player who had not seen the raise may take it back until the
    next act."""

    policy: Literal["complete_or_fold", "make_up", "ask"]
    unaware_withdraws: bool = False


class Correction(Fixed):
    """How long a wrong amount is still put right."""

    until: Annotated[Literal["gathered", "round_over"], Silent("gathered")]


class RaiseShort(Entry):
    policy: Literal["half_of_raise_part", "complete", "ask"]


class RaiseMin(Entry):
    policy: Literal["double_total", "previous_increment", "any_higher", "fixed_unit"]


class RaiseOverShortAllIn(Entry):
    """The least that the next raise adds to an all-in that was too small to be a raise."""

    policy: Literal["last_full_bet_on_top", "double_total", "any_higher", "fixed_unit"]


class RaiseReopen(Entry):
    """What opens the betting again to a seat that has acted.

    `check_counts`: whether a check is an act for this, too. Otherwise a short all-in closes out only seats that have
    bet or called.
    """

    policy: Literal["full_raise", "half_bet", "any_higher", "any_all_in"]
    check_counts: bool | None = None


class RaiseCap(Entry):
    """The most raises of a round. `tournament_capped`: the heads-up exception is for cash games only."""

    policy: Literal["none", "bet_and_raises"]
    raises: Annotated[int, Field(ge=1, le=9)] | None = None
    heads_up_uncapped: bool | None = None
    tournament_capped: bool | None = None

    @model_validator(mode="after")
    def _figures(self) -> "RaiseCap":
        capped = self.policy == "bet_and_raises"
        if capped != (self.raises is not None):
            raise ValueError("raises: a number of raises goes with policy bet_and_raises, and only with it")
        if not capped and (self.heads_up_uncapped is not None or self.tournament_capped is not None):
            raise ValueError("heads_up_uncapped, tournament_capped: an exception goes with a cap, and only with it")
        return self

    def idle(self) -> frozenset[str]:
        """The exception for tournaments decides nothing if heads-up play is capped too."""
        return frozenset() if self.heads_up_uncapped else frozenset({"tournament_capped"})


class AnnounceRaise(Entry):
    policy: Literal["chips_decide", "first_motion", "ask"]


class AnnounceShortRaise(Entry):
    policy: Literal["impose_minimum", "half_of_raise_part", "ask"]


class AnnounceShortCall(Entry):
    policy: Literal["void", "make_up", "ask"]


class AnnouncePot(Entry):
    """The word "pot" in a game without pot limit: either it is counted and confirmed, or it is no bet."""

    policy: Literal["bound", "ask"] = "bound"
    accepted: Annotated[bool, Silent(False)]


OwnWord = Literal["pass", "pay", "stack"]


class OwnWords(Fixed):
    """Words of a house beside the customary ones, by the act they mean."""

    fold: tuple[OwnWord, ...] = ()
    call: tuple[OwnWord, ...] = ()
    all_in: tuple[OwnWord, ...] = ()

    @model_validator(mode="after")
    def _once(self) -> "OwnWords":
        words = (*self.fold, *self.call, *self.all_in)
        if len(set(words)) != len(words):
            raise ValueError("fold, call, all_in: each word means one act")
        return self

    def meaning(self, word: str) -> Literal["fold", "call", "all_in"] | None:
        """Return the act that an expression of the house means, None if the rulebook does not have it."""
        if word in self.fold:
            return "fold"
        if word in self.call:
            return "call"
        return "all_in" if word in self.all_in else None


class FoldFinal(Fixed):
    """A fold ends a hand for good. `turned_up`: what a fold does when all hands must be shown."""

    turned_up: Literal["dies", "must_show"] = "must_show"


class CheckFacingBet(Entry):
    policy: Literal["void", "ask"]


class OutOfTurnChanged(Entry):
    """A player acted out of turn, then the player before them bets or raises."""

    policy: Literal["free", "call_or_fold", "void_if_raised", "ask"]


class OutOfTurnUnchanged(Entry):
    """A player acted out of turn, and nothing changed."""

    policy: Literal["binding", "ask"] = "binding"


class OutOfTurnCalled(Entry):
    """A player acted out of turn, and the player before them calls."""

    policy: Literal["binding", "ask"]


class Skipped(Entry):
    """How long a player who was passed over keeps the right to act.

    `afterwards` says what they may still do in the same round. Once a card of the next street is out, the rule keys
    `premature.skipped_…` decide.
    """

    policy: Literal["until_substantial", "until_next_street", "until_acted_behind", "ask"]
    acted_behind: Count | None = None
    afterwards: Literal["call_or_fold", "fold", "ask"] | None = None
    kept_by_time: bool | None = None  # a player who calls for time on their turn, before the right is lost, keeps it

    @model_validator(mode="after")
    def _figures(self) -> "Skipped":
        if (self.policy == "until_acted_behind") != (self.acted_behind is not None):
            raise ValueError(
                "acted_behind: a number of players goes with policy until_acted_behind, and only with it"
            )
        if (self.policy in ("until_next_street", "ask")) != (self.afterwards is None):
            raise ValueError("afterwards: it goes with a right that is lost within the round, and only with it")
        return self


class Substantial(Fixed):
    """The number of acts that make substantial action: with chips, or of any kind."""

    chip_actions: Annotated[Count, Silent(2)]
    actions: Annotated[Count, Silent(3)]


class RoundGathered(Fixed):
    """When a round that was gathered short stands as it is: once its chips lie in the middle, or from the next
    card."""

    final: Annotated[Literal["in_the_middle", "next_card"], Silent("next_card")]


class Option(Fixed):
    """A voluntary bet before the deal, in big blinds. If none is allowed, the other figures decide nothing."""

    allowed: Annotated[bool, Silent(False)]
    times_big_blind: Times = 2
    seat: Literal["third_left", "any"] = "third_left"
    speaks: Literal["last", "first"] = "last"

    def idle(self) -> frozenset[str]:
        """Amount, seat and turn of an option that is not allowed."""
        return frozenset() if self.allowed else frozenset({"times_big_blind", "seat", "speaks"})


class RaiseAfterCheck(Fixed):
    """Whether a player who has checked may raise in the same round."""

    allowed: Annotated[bool, Silent(True)]


class PotLimit(Fixed):
    """The largest raise: the call, and on top of it the pot as it is after the call."""


@with_bound(
    "act.fold", "act.check", "act.call", "act.bet", "act.raise", "act.all_in", "act.dark", "act.standing",
    "act.unofficial", "act.misread", "act.disputed", "act.simultaneous", "act.forward_motion", "fold.free",
    "fold.muck", "announce.amount", "announce.above_chips", "announce.above_stack", "announce.shortened",
    "announce.supplement", "announce.conditional", "string.first_motion", "string.gradual", "chips.call", "chips.bet",
    "chips.raise", "chips.short", "chips.line", "chips.empty_seat", "chips.splashed", "chips.kind", "chips.miscount",
    "bet.uncalled", "raise.closed", "option.return", "session.structure", "turn.first", "turn.later",
    "turn.small_blind", "turn.big_blind", "round.closed",
)  # fmt: skip
class BettingMatters(BaseModel):
    """Words, chips, raises, turns."""

    act_words: OwnWords = matter(OwnWords, "act.words")
    check_facing_bet: CheckFacingBet = matter(CheckFacingBet, "check.facing_bet")
    fold_final: FoldFinal = matter(FoldFinal, "fold.final")
    announce_raise: AnnounceRaise = matter(AnnounceRaise, "announce.raise")
    announce_short_raise: AnnounceShortRaise = matter(AnnounceShortRaise, "announce.short_raise")
    announce_short_call: AnnounceShortCall = matter(AnnounceShortCall, "announce.short_call")
    announce_pot: AnnouncePot = matter(AnnouncePot, "announce.pot")
    silent_chips: SilentTests = matter(SilentTests)
    chip_single: ChipSingle = matter(ChipSingle, "chip.single")
    chip_multiple: ChipMultiple = matter(ChipMultiple, "chip.multiple")
    chip_small: ChipSmall = matter(ChipSmall, "chip.small")
    chips_count: ChipsCount = matter(ChipsCount, "chips.count")
    bet_short: BetShort = matter(BetShort, "bet.short")
    bet_increment: BetIncrement = matter(BetIncrement, "bet.increment")
    bet_rounding: BetRounding = matter(BetRounding, "bet.rounding")
    call_short: CallShort = matter(CallShort, "call.short")
    correction: Correction = matter(Correction)
    raise_short: RaiseShort = matter(RaiseShort, "raise.short")
    raise_min: RaiseMin = matter(RaiseMin, "raise.min")
    raise_over_short_all_in: RaiseOverShortAllIn = matter(RaiseOverShortAllIn, "raise.over_short_all_in")
    raise_reopen: RaiseReopen = matter(RaiseReopen, "raise.reopen")
    raise_cap: RaiseCap = matter(RaiseCap, "raise.cap")
    raise_after_check: RaiseAfterCheck = matter(RaiseAfterCheck, "raise.after_check")
    pot_limit: PotLimit = matter(PotLimit)
    oot_unchanged: OutOfTurnUnchanged = matter(OutOfTurnUnchanged, "oot.unchanged")
    oot_called: OutOfTurnCalled = matter(OutOfTurnCalled, "oot.called")
    oot_changed: OutOfTurnChanged = matter(OutOfTurnChanged, "oot.changed")
    skipped: Skipped = matter(Skipped)
    substantial: Substantial = matter(Substantial)
    option: Option = matter(Option)
    round_gathered: RoundGathered = matter(RoundGathered, "round.gathered")
