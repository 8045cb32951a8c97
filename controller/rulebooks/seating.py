"""The rule keys of the table: button, blinds, entry, absence, moves, stakes, elimination and chip race."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from controller.rulebooks.entry import (
    Bound,
    Count,
    Fixed,
    Punishable,
    Punished,
    Seconds,
    Silent,
    Times,
    matter,
)

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


class SeatingMatters(BaseModel):
    """Seats, button, blinds, absence, stakes."""

    players: Players = matter(Players)
    seating: Seating = matter(Seating)
    button: Button = matter(Button)
    button_dead: Bound = matter(Bound, "button.dead")
    button_first: ButtonFirst = matter(ButtonFirst, "button.first")
    heads_up: HeadsUpBlinds = matter(HeadsUpBlinds)
    heads_up_passage: Bound = matter(Bound, "heads_up.passage")
    blinds: Blinds = matter(Blinds)
    blind_when: BlindWhen = matter(BlindWhen, "blind.when")
    blind_post: Bound = matter(Bound, "blind.post")
    blind_missing: Bound = matter(Bound, "blind.missing")
    ante_post: Bound = matter(Bound, "ante.post")
    ante_big_blind: Bound = matter(Bound, "ante.big_blind")
    level: Level = matter(Level)
    entry: TableEntry = matter(TableEntry)
    entry_not_dealt: Bound = matter(Bound, "entry.not_dealt")
    entry_small_blind: Bound = matter(Bound, "entry.small_blind")
    entry_button: Bound = matter(Bound, "entry.button")
    entry_passed: Bound = matter(Bound, "entry.passed")
    entry_waits: Bound = matter(Bound, "entry.waits")
    entry_returned: Bound = matter(Bound, "entry.returned")
    missed: Missed = matter(Missed)
    missed_dead: Bound = matter(Bound, "missed.dead")
    absent_listed: Bound = matter(Bound, "absent.listed")
    absent_first: Bound = matter(Bound, "absent.first")
    absent_second: Bound = matter(Bound, "absent.second")
    absent_third: Bound = matter(Bound, "absent.third")
    late_arrival: LateArrival = matter(LateArrival, "late.arrival")
    late_chips: Bound = matter(Bound, "late.chips")
    deposits: Bound = matter(Bound)
    leave: Bound = matter(Bound)
    seat_change: Bound = matter(Bound, "seat.change")
    absent_hand: AbsentHand = matter(AbsentHand, "absent.hand")
    absent_long: AbsentLong = matter(AbsentLong, "absent.long")
    move: Move = matter(Move)
    move_small_blind: Bound = matter(Bound, "move.small_blind")
    buyin: BuyIn = matter(BuyIn)
    buyin_least: LeastToPlay = matter(LeastToPlay, "buyin.least")
    buyin_counted: Bound = matter(Bound, "buyin.counted")
    buyin_amount: Bound = matter(Bound, "buyin.amount")
    buyin_broke: Bound = matter(Bound, "buyin.broke")
    buyin_wait: BuyInWait = matter(BuyInWait, "buyin.wait")
    buyin_gone: Bound = matter(Bound, "buyin.gone")
    buyin_back: Bound = matter(Bound, "buyin.back")
    chips_others: Bound = matter(Bound, "chips.others")
    absent_stake: Bound = matter(Bound, "absent.stake")
    accommodation: Bound = matter(Bound)
    posted: Bound = matter(Bound)
    chips_transfer: Transfer = matter(Transfer, "chips.transfer")
    going_south: GoingSouth = matter(GoingSouth)
    outside_chips: OutsideChips = matter(OutsideChips)
    last_hands: LastHands = matter(LastHands)
    elimination: Elimination = matter(Elimination)
    elimination_held: Bound = matter(Bound, "elimination.held")
    elimination_leaves: Bound = matter(Bound, "elimination.leaves")
    elimination_winner: Bound = matter(Bound, "elimination.winner")
    exclusion: Bound = matter(Bound)
    exclusion_chips: Bound = matter(Bound, "exclusion.chips")
    buyin_time: Bound = matter(Bound, "buyin.time")
    buyin_both: Bound = matter(Bound, "buyin.both")
    buyin_freezeout: Bound = matter(Bound, "buyin.freezeout")
    addon: Bound = matter(Bound)
    stacks_equal: Bound = matter(Bound, "stacks.equal")
    chips_visible: Bound = matter(Bound, "chips.visible")
    chips_readable: Bound = matter(Bound, "chips.readable")
    seats_wrong: Bound = matter(Bound, "seats.wrong")
    race: Race = matter(Race)
    race_begins: Bound = matter(Bound, "race.begins")
    race_exchange: Bound = matter(Bound, "race.exchange")
    race_number: Bound = matter(Bound, "race.number")
    race_chipless_served: Bound = matter(Bound, "race.chipless_served")
    race_witness: Bound = matter(Bound, "race.witness")
    race_cards: Bound = matter(Bound, "race.cards")
    race_award: Bound = matter(Bound, "race.award")
    race_rest: Bound = matter(Bound, "race.rest")
    race_ends: Bound = matter(Bound, "race.ends")
    race_late: Bound = matter(Bound, "race.late")
