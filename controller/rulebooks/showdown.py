"""The rule keys of pots, showdown, claims, clocks and conduct."""

from typing import Annotated, Literal

from pydantic import BaseModel, model_validator

from controller.rulebooks.entry import (
    BasisPoints,
    Count,
    Entry,
    Fixed,
    Minor,
    Punished,
    Seconds,
    Silent,
    matter,
    with_bound,
)


class OddChip(Entry):
    policy: Literal["one_each_left", "all_first_left", "ask"]


class Rake(Fixed):
    """The part of each pot that the house, or the law, takes, rounded down to the smallest chip.

    - `basis_points`: the house's own rate, 0 until it is set
    - `maximum`: the limit for the whole hand in minor units, 0 for none
    """

    kind: Literal["none", "rake"] | None
    basis_points: BasisPoints = 0
    maximum: Minor = 0
    uncontested: bool = False

    @model_validator(mode="after")
    def _figures(self) -> "Rake":
        if self.kind == "none" and (self.basis_points or self.maximum or self.uncontested):
            raise ValueError("kind none: basis_points, maximum and uncontested go with a rake")
        return self


class ShowOrder(Fixed):
    first: Literal["last_aggressor", "dealer_asks", "all_together"] = "last_aggressor"
    aggressor_of: Literal["last_bets", "river"] = "last_bets"  # of the last round with bets, or only of the river

    def idle(self) -> frozenset[str]:
        """`aggressor_of` decides nothing unless the last aggressor shows first."""
        return frozenset({"aggressor_of"} if self.first != "last_aggressor" else ())


class ShowMuck(Fixed):
    """Whether a hand may be given up unseen at showdown."""

    allowed: bool = True


class AwardContested(Fixed):
    """The pots after a showdown. `losing_hands`: when they are taken in."""

    losing_hands: Literal["before_the_push", "any_time"] = "any_time"


class ShowSpoken(Fixed):
    """Words about a hand count for nothing. `miscalled`: whether a player who names their hand wrongly may be
    sanctioned."""

    miscalled: Literal["recorded", "sanctioned"] = "recorded"


class ShowWin(Fixed):
    """The cards that the winner shows at showdown, and after all others folded."""

    last_live: Annotated[
        Literal["both", "none"], Silent("none")
    ]  # the last hand left at showdown, the others having given up
    uncontested: Literal["none", "one_may"] = "none"


class ShowAllIn(Fixed):
    """When all hands are turned up."""

    when: Annotated[Literal["betting_over", "showdown"] | None, Silent(None)] = "betting_over"


class ShowRequest(Fixed):
    """Asking to see a hand that reached showdown."""

    each_player: Annotated[Count, Silent(1)]
    heads_up: Annotated[bool, Silent(False)]


class Disclosure(Fixed):
    """Telling or showing one's hand: what becomes of it, and up to when it is a fault."""

    hand: Annotated[Literal["dead", "lives"], Silent("lives")]
    until: Annotated[Literal["last_bet", "showdown"], Silent("showdown")]


class Phones(Fixed):
    """A call answered or a message read: what becomes of the hand, and where a player talks, if the rulebook says
    so."""

    hand: Annotated[Literal["dead", "ladder"], Silent("ladder")]
    talk: Literal["away"] | None = None


class Killed(Fixed):
    """A hand killed by another person: what comes back of its bets."""

    refund: Annotated[Literal["none", "last_uncalled"], Silent("none")]


class Thrown(Fixed):
    """A hand that its owner threw away: what comes back of their bets."""

    refund: Annotated[Literal["none", "uncovered"], Silent("none")]


class Retrieve(Fixed):
    """Whether a hand that was given up may come back, if it can be identified."""

    folded: Annotated[Literal["never", "director"], Silent("never")]
    at_showdown: Annotated[Literal["never", "director"], Silent("never")]


class Time(Fixed):
    """The time to decide, once it has been called. A figure that the rulebook does not name is left out."""

    seconds: Seconds | None = None
    aloud: Seconds | None = None
    dies: Annotated[Literal["at_zero", "when_declared", "never"], Silent("never")]
    asked_by: Literal["players", "players_and_managers"] = "players_and_managers"

    @model_validator(mode="after")
    def _figures(self) -> "Time":
        if (self.dies == "never") != (self.seconds is None):
            raise ValueError("seconds: a figure goes with a hand that dies, and only with it")
        if self.aloud is not None and (self.seconds is None or self.aloud > self.seconds):
            raise ValueError(f"aloud {self.aloud}: at most seconds, {self.seconds}")
        return self

    def idle(self) -> frozenset[str]:
        """`asked_by` decides nothing if the rulebook has no clock."""
        return frozenset({"asked_by"} if self.seconds is None else ())


class Decision(Fixed):
    """Who may decide differently from the table. `dealer`: their word is refused, or applied once a superior confirms
    it."""

    dealer: Literal["refused", "confirmed"] = "refused"


class Claims(Fixed):
    """When an award can no longer be disputed: at the next shuffle, or as the pots are pushed.

    `without_dealer`: the same for games that players deal themselves, if the rulebook has a rule of its own for it.
    """

    end: Annotated[Literal["shuffle", "push"], Silent("shuffle")]
    without_dealer: Literal["shuffle", "push"] | None = None


class Penalties(Fixed):
    """The ladder: `free` for any step at choice, `in_order` for one after the other. `rounds`: the longest
    suspension, in rounds of the table."""

    ladder: Annotated[Literal["free", "in_order"], Silent("free")]
    rounds: Count = 4


@with_bound(
    "pots.layers", "pots.order", "pots.tie", "pots.undetermined", "show.tabled", "show.muck_all_in", "show.to_one",
    "show.folded", "hands.rank", "hands.kicker", "award.uncontested", "disclosure.middle", "killed.tabled",
    "retrieve.indistinct", "time.abuse", "claims.award", "collusion", "soft_play", "remarks",
)  # fmt: skip
class ShowdownMatters(BaseModel):
    """Pots, showdown, claims, clocks, conduct."""

    odd_chip: OddChip = matter(OddChip)
    rake: Rake = matter(Rake)
    show_order: ShowOrder = matter(ShowOrder, "show.order")
    show_all_in: ShowAllIn = matter(ShowAllIn, "show.all_in")
    show_muck: ShowMuck = matter(ShowMuck, "show.muck")
    show_win: ShowWin = matter(ShowWin, "show.win")
    show_request: ShowRequest = matter(ShowRequest, "show.request")
    show_spoken: ShowSpoken = matter(ShowSpoken, "show.spoken")
    award_contested: AwardContested = matter(AwardContested, "award.contested")
    disclosure: Disclosure = matter(Disclosure)
    phones: Phones = matter(Phones)
    killed: Killed = matter(Killed)
    thrown: Thrown = matter(Thrown)
    retrieve: Retrieve = matter(Retrieve)
    time: Time = matter(Time)
    claims: Claims = matter(Claims)
    penalties: Penalties = matter(Penalties)
    decision: Decision = matter(Decision)
    behaviour: Punished = matter(Punished)
