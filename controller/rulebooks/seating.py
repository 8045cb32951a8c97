"""The rule keys of the table: button, blinds, entry, absence, moves, stakes, elimination and chip race."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from controller.rulebooks.entry import Count, Fixed, Punishable, Punished, Seconds, Silent, Times, matter, with_bound

BlindPair = Annotated[str, Field(pattern=r"^\d+/\d+$")]


class Button(Fixed):
    moves: Annotated[Literal["dead", "moving"], Silent("dead")]


class ButtonFirst(Fixed):
    """How the first button is found."""

    by: Annotated[Literal["draw", "clubs", "seat_ten_or_draw"], Silent("draw")]


class HeadsUpBlinds(Fixed):
    """Two players: whether the button is the small blind."""

    reverse: Annotated[bool, Silent(True)]


class Blinds(Fixed):
    """Which amounts the blinds may have. `pairs`: the only ones allowed. `at_most`: big blind in small blinds."""

    pairs: tuple[BlindPair, ...] = ()
    at_most: Times | None = None

    @model_validator(mode="after")
    def _ascending(self) -> "Blinds":
        if list(self.pairs) != sorted(self.pairs, key=lambda pair: [int(n) for n in pair.split("/")]):
            raise ValueError("pairs: from the lowest to the highest. One order says it all")
        return self


class BlindWhen(Fixed):
    """When blinds are posted: before the deal, or, for an absent player, when it would be their turn."""

    when: Annotated[Literal["before_deal", "absent_at_turn"], Silent("before_deal")]


class TableEntry(Fixed):
    """The blind that a newcomer pays. `free_in_first_turn`: nothing until the button is round once."""

    pays: Annotated[Literal["nothing", "big_blind"], Silent("nothing")]
    may_wait: bool = False
    free_in_first_turn: bool = False

    def idle(self) -> frozenset[str]:
        """`may_wait` and `free_in_first_turn` decide nothing if no player pays."""
        return frozenset({"may_wait", "free_in_first_turn"} if self.pays == "nothing" else ())


class LateArrival(Fixed):
    """For how many levels a player may be late, unless the event says otherwise."""

    levels: Annotated[Count, Silent(0)]


class Missed(Fixed):
    """The cost of missed blinds: nothing (they were taken), or the big blind live and the small one dead."""

    pays: Annotated[Literal["nothing", "live_big_dead_small"], Silent("nothing")]
    after_turns: Count | None = None

    @model_validator(mode="after")
    def _figures(self) -> "Missed":
        if (self.pays == "nothing") != (self.after_turns is None):
            raise ValueError("after_turns: a number of turns goes with blinds to be paid, and only with it")
        return self


class AbsentHand(Fixed):
    """When an absent player's hand dies."""

    dies: Literal["at_turn", "deal_end", "not_dealt"] | None


class AbsentLong(Fixed):
    """The consequence of a long absence.

    - blinds are taken until the stack is gone
    - a ladder of turns, with only one turn while others wait for a seat
    - the house's own limit
    """

    then: Literal["blinded_off", "turns", "house_limit"] | None
    turns_to_button: Count | None = None
    turns_to_sit_out: Count | None = None

    @model_validator(mode="after")
    def _figures(self) -> "AbsentLong":
        given = [n is not None for n in (self.turns_to_button, self.turns_to_sit_out)]
        if (self.then == "turns") != all(given) or (self.then != "turns" and any(given)):
            raise ValueError("turns_…: two numbers of turns go with then = turns, and only with it")
        if (self.turns_to_sit_out or 2) <= (self.turns_to_button or 1):
            raise ValueError("turns_to_sit_out: more than turns_to_button, after which it is counted")
        return self


class Move(Fixed):
    """Who is moved to another table, and where they sit. `gap`: how many players fewer that table must have."""

    who: Annotated[Literal["next_big_blind", "nobody"], Silent("nobody")]
    where: Literal["drawn", "nearest_left_of_big_blind", "none"] = "drawn"
    gap: Count = 1

    def idle(self) -> frozenset[str]:
        """If no player is moved, the place and the gap decide nothing."""
        return frozenset({"where", "gap"} if self.who == "nobody" else ())


class Seating(Fixed):
    by: Literal["list", "draw", "random"] | None


class LeastToPlay(Fixed):
    """The smallest stack, in big blinds, with which a player is dealt in."""

    big_blinds: Annotated[int, Field(ge=0, le=10), Silent(0)]


class BuyIn(Fixed):
    """The sums that may be bought, and when."""

    during_hand: bool = False
    multiple_of: Literal["small_blind", "any"] = "any"
    when: Literal["any", "broke_or_below_big_blind"] = "any"
    one_at_a_time: bool = False

    def idle(self) -> frozenset[str]:
        """A tournament's rebuy is the event's own stack, so a multiple means nothing. `one_at_a_time` concerns only
        whole stacks."""
        return frozenset({"multiple_of" if self.when == "broke_or_below_big_blind" else "one_at_a_time"})


class BuyInWait(Fixed):
    """How long the dealer waits for a player who has gone to buy in again."""

    seconds: Annotated[Seconds, Silent(0)]


class GoingSouth(Fixed):
    """Taking chips off the table in play. `tips`: except for tips. `in_break`: each chip that leaves a stack in a
    break is noticed at once, not only what is away for a minute."""

    tips: bool = False
    in_break: Literal["at_once"] | None = None


class OutsideChips(Punished):
    then: Literal["declared_within_maximum", "confiscated"] | None

    def idle(self) -> frozenset[str]:
        """There is no penalty for chips that may be declared."""
        return frozenset() if self.then == "confiscated" else frozenset({"sanction", "level"})


class Transfer(Punishable):
    """Chips that go from one player to another. Without a `sanction` there is no penalty."""

    policy: Literal["bound"] = "bound"

    def idle(self) -> frozenset[str]:
        """Who would choose the penalty, if there is none."""
        return frozenset() if self.sanction else frozenset({"level"})


class Players(Fixed):
    least: Annotated[int, Field(ge=2, le=10)] = 2
    most: Annotated[int, Field(ge=2, le=10), Silent(0)] = 10  # 0: no limit


class LastHands(Fixed):
    """How many last hands are announced before a table closes."""

    announced: Annotated[Count, Silent(1)]


class Level(Fixed):
    """From which hand a new level counts. "shuffle": one that players deal themselves begins before it, with the
    award. `unless_posted`: a blind already posted keeps the old one.
    """

    starts_with: Annotated[Literal["shuffle", "next_hand"], Silent("shuffle")]
    unless_posted: bool = False


class Elimination(Fixed):
    """Two players out in one hand: the one with the bigger stack before it ranks higher. `equal`: how equal stacks
    rank."""

    equal: Annotated[Literal["tie", "ask"], Silent("tie")]


class Race(Fixed):
    """Small chips leave the game for cards."""

    rounding: Annotated[Literal["whole_total_up", "whole_total_down"], Silent("whole_total_down")]
    most_each: Count = 1
    chipless: Literal["served_before_draw", "draws_and_is_served"] | None
    starts_at: Annotated[Literal["seat_one"], Silent("seat_one")]


@with_bound(
    "button.dead", "heads_up.passage", "blind.post", "blind.missing", "ante.post", "ante.big_blind",
    "entry.not_dealt", "entry.small_blind", "entry.button", "entry.passed", "entry.waits", "entry.returned",
    "missed.dead", "absent.listed", "absent.first", "absent.second", "absent.third", "late.chips", "deposits",
    "leave", "seat.change", "move.small_blind", "buyin.counted", "buyin.amount", "buyin.broke", "buyin.gone",
    "buyin.back", "chips.others", "absent.stake", "accommodation", "posted", "elimination.held", "elimination.leaves",
    "elimination.winner", "exclusion", "exclusion.chips", "buyin.time", "buyin.both", "buyin.freezeout", "addon",
    "stacks.equal", "chips.visible", "chips.readable", "seats.wrong", "race.begins", "race.exchange", "race.number",
    "race.chipless_served", "race.witness", "race.cards", "race.award", "race.rest", "race.ends", "race.late",
)  # fmt: skip
class SeatingMatters(BaseModel):
    """Seats, button, blinds, absence, stakes."""

    players: Players = matter(Players)
    seating: Seating = matter(Seating)
    button: Button = matter(Button)
    button_first: ButtonFirst = matter(ButtonFirst, "button.first")
    heads_up: HeadsUpBlinds = matter(HeadsUpBlinds)
    blinds: Blinds = matter(Blinds)
    blind_when: BlindWhen = matter(BlindWhen, "blind.when")
    level: Level = matter(Level)
    entry: TableEntry = matter(TableEntry)
    missed: Missed = matter(Missed)
    late_arrival: LateArrival = matter(LateArrival, "late.arrival")
    absent_hand: AbsentHand = matter(AbsentHand, "absent.hand")
    absent_long: AbsentLong = matter(AbsentLong, "absent.long")
    move: Move = matter(Move)
    buyin: BuyIn = matter(BuyIn)
    buyin_least: LeastToPlay = matter(LeastToPlay, "buyin.least")
    buyin_wait: BuyInWait = matter(BuyInWait, "buyin.wait")
    chips_transfer: Transfer = matter(Transfer, "chips.transfer")
    going_south: GoingSouth = matter(GoingSouth)
    outside_chips: OutsideChips = matter(OutsideChips)
    last_hands: LastHands = matter(LastHands)
    elimination: Elimination = matter(Elimination)
    race: Race = matter(Race)
