"""The matters of the table: button, blinds, entry, absence, moves, stakes, elimination and chip race."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from controller.rulebooks.entry import Bound, Count, Entry, Punished, Seconds, Times, matter

BlindPair = Annotated[str, Field(pattern=r"^\d+/\d+$")]


class Button(Entry):
    policy: Literal["bound"] = "bound"
    moves: Literal["dead", "moving"]


class ButtonFirst(Entry):
    """How the first button is found."""

    policy: Literal["bound"] = "bound"
    by: Literal["draw", "clubs", "seat_ten_or_draw"]


class HeadsUpBlinds(Entry):
    """Two players: whether the button is the small blind."""

    policy: Literal["bound"] = "bound"
    reverse: bool


class Blinds(Entry):
    """Which amounts there may be. `pairs`: the only ones allowed; `at_most`: big blind in small blinds."""

    policy: Literal["bound"] = "bound"
    pairs: tuple[BlindPair, ...] = ()
    at_most: Times | None = None

    @model_validator(mode="after")
    def _ascending(self) -> "Blinds":
        if list(self.pairs) != sorted(self.pairs, key=lambda pair: [int(n) for n in pair.split("/")]):
            raise ValueError("pairs: from the lowest to the highest; one order says it all")
        return self


class BlindWhen(Entry):
    """When blinds are posted: before the deal, or those of an absent player when it would be his turn."""

    policy: Literal["bound"] = "bound"
    when: Literal["before_deal", "absent_at_turn"]


class TableEntry(Entry):
    """What a newcomer pays. `free_in_first_turn`: nothing until the button is round once."""

    policy: Literal["bound"] = "bound"
    pays: Literal["nothing", "big_blind"]
    may_wait: bool = False
    free_in_first_turn: bool = False

    def idle(self) -> frozenset[str]:
        """How to wait, and when not to pay, where nobody pays."""
        return frozenset({"may_wait", "free_in_first_turn"} if self.pays == "nothing" else ())


class LateArrival(Entry):
    """For how many levels a player may be late, unless the event says otherwise."""

    policy: Literal["bound"] = "bound"
    levels: Count


class Missed(Entry):
    """What missed blinds cost: nothing (they were taken), or the big blind live and the small one dead."""

    policy: Literal["bound"] = "bound"
    pays: Literal["nothing", "live_big_dead_small"]
    after_turns: Count | None = None

    @model_validator(mode="after")
    def _figures(self) -> "Missed":
        if (self.pays == "nothing") != (self.after_turns is None):
            raise ValueError("after_turns: a number of turns goes with blinds to be paid, and only with it")
        return self


class AbsentHand(Entry):
    """When an absent player's hand dies."""

    policy: Literal["bound"] = "bound"
    dies: Literal["at_turn", "deal_end", "not_dealt"]


class AbsentLong(Entry):
    """A long absence: blinds taken until the stack is gone; a ladder of turns, of which there is but one while others
    wait for a seat; or the house's own limit.
    """

    policy: Literal["bound"] = "bound"
    then: Literal["blinded_off", "turns", "house_limit"]
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


class Move(Entry):
    """Who is moved to another table, and where he sits; `gap`: from so many players fewer there."""

    policy: Literal["bound"] = "bound"
    who: Literal["next_big_blind", "nobody"]
    where: Literal["drawn", "nearest_left_of_big_blind", "none"] = "drawn"
    gap: Count | None = None

    def idle(self) -> frozenset[str]:
        """Where he sits whom nobody moves."""
        return frozenset({"where", "gap"} if self.who == "nobody" else ())


class Seating(Entry):
    policy: Literal["bound"] = "bound"
    by: Literal["list", "draw", "random"]


class LeastToPlay(Entry):
    """With less than so many big blinds nobody is dealt in."""

    policy: Literal["bound"] = "bound"
    big_blinds: Annotated[int, Field(ge=0, le=10)]


class BuyIn(Entry):
    """What may be bought, and when."""

    policy: Literal["bound"] = "bound"
    during_hand: bool = False
    multiple_of: Literal["small_blind", "any"] = "any"
    when: Literal["any", "broke_or_below_big_blind"] = "any"
    one_at_a_time: bool = False

    def idle(self) -> frozenset[str]:
        """Rebuys of a tournament are of the event's own stack; one at a time is a matter of whole stacks."""
        return frozenset({"multiple_of" if self.when == "broke_or_below_big_blind" else "one_at_a_time"})


class BuyInWait(Entry):
    """How long the dealer waits for a player who has gone to buy in again."""

    policy: Literal["bound"] = "bound"
    seconds: Seconds


class GoingSouth(Entry):
    """Taking chips off the table in play. `tips`: except for tips. `in_break`: each chip that leaves a stack in a
    break is noticed at once, not only what is away for a minute."""

    policy: Literal["bound"] = "bound"
    tips: bool = False
    in_break: Literal["at_once"] | None = None


class OutsideChips(Punished):
    then: Literal["declared_within_maximum", "confiscated"]


class Transfer(Entry):
    """Chips that go from one player to another. Nobody is punished for it if no `sanction` is named."""

    policy: Literal["bound"] = "bound"
    sanction: Literal["without_warning"] | None = None
    level: Literal["managers", "director"] | None = None


class Players(Entry):
    policy: Literal["bound"] = "bound"
    least: Annotated[int, Field(ge=2, le=10)] = 2
    most: Annotated[int, Field(ge=2, le=10)] = 10


class LastHands(Entry):
    """How many last hands are announced before a table closes."""

    policy: Literal["bound"] = "bound"
    announced: Count


class Level(Entry):
    """From which hand a new level counts. "shuffle": one that players deal themselves begins before it, with the
    award. `unless_posted`: a blind already posted keeps the old one.
    """

    policy: Literal["bound"] = "bound"
    starts_with: Literal["shuffle", "next_hand"]
    unless_posted: bool = False


class Elimination(Entry):
    """Two out in one hand: the bigger stack before it ranks higher; `equal`: what equal stacks are."""

    policy: Literal["bound"] = "bound"
    equal: Literal["tie", "ask"]


class Race(Entry):
    """Small chips leave the game for cards."""

    policy: Literal["bound"] = "bound"
    rounding: Literal["whole_total_up", "whole_total_down"]
    most_each: Count = 1
    chipless: Literal["served_before_draw", "draws_and_is_served"]
    starts_at: Literal["seat_one"]


class SeatingMatters(BaseModel):
    """Seats, button, blinds, absence, stakes."""

    players: Players | None = None
    seating: Seating | None = None
    button: Button | None = None
    button_dead: Bound | None = matter("button.dead")
    button_first: ButtonFirst | None = matter("button.first")
    heads_up: HeadsUpBlinds | None = None
    heads_up_passage: Bound | None = matter("heads_up.passage")
    blinds: Blinds | None = None
    blind_when: BlindWhen | None = matter("blind.when")
    blind_post: Bound | None = matter("blind.post")
    blind_missing: Bound | None = matter("blind.missing")
    ante_post: Bound | None = matter("ante.post")
    ante_big_blind: Bound | None = matter("ante.big_blind")
    level: Level | None = None
    entry: TableEntry | None = None
    entry_not_dealt: Bound | None = matter("entry.not_dealt")
    entry_small_blind: Bound | None = matter("entry.small_blind")
    entry_button: Bound | None = matter("entry.button")
    entry_passed: Bound | None = matter("entry.passed")
    entry_waits: Bound | None = matter("entry.waits")
    entry_returned: Bound | None = matter("entry.returned")
    missed: Missed | None = None
    missed_dead: Bound | None = matter("missed.dead")
    absent_listed: Bound | None = matter("absent.listed")
    absent_first: Bound | None = matter("absent.first")
    absent_second: Bound | None = matter("absent.second")
    absent_third: Bound | None = matter("absent.third")
    late_arrival: LateArrival | None = matter("late.arrival")
    late_chips: Bound | None = matter("late.chips")
    deposits: Bound | None = None
    leave: Bound | None = None
    seat_change: Bound | None = matter("seat.change")
    absent_hand: AbsentHand | None = matter("absent.hand")
    absent_long: AbsentLong | None = matter("absent.long")
    move: Move | None = None
    move_small_blind: Bound | None = matter("move.small_blind")
    buyin: BuyIn | None = None
    buyin_least: LeastToPlay | None = matter("buyin.least")
    buyin_counted: Bound | None = matter("buyin.counted")
    buyin_amount: Bound | None = matter("buyin.amount")
    buyin_broke: Bound | None = matter("buyin.broke")
    buyin_wait: BuyInWait | None = matter("buyin.wait")
    buyin_gone: Bound | None = matter("buyin.gone")
    buyin_back: Bound | None = matter("buyin.back")
    chips_others: Bound | None = matter("chips.others")
    absent_stake: Bound | None = matter("absent.stake")
    accommodation: Bound | None = None
    posted: Bound | None = None
    chips_transfer: Transfer | None = matter("chips.transfer")
    going_south: GoingSouth | None = None
    outside_chips: OutsideChips | None = None
    last_hands: LastHands | None = None
    elimination: Elimination | None = None
    elimination_held: Bound | None = matter("elimination.held")
    elimination_leaves: Bound | None = matter("elimination.leaves")
    elimination_winner: Bound | None = matter("elimination.winner")
    exclusion: Bound | None = None
    exclusion_chips: Bound | None = matter("exclusion.chips")
    buyin_time: Bound | None = matter("buyin.time")
    buyin_both: Bound | None = matter("buyin.both")
    buyin_freezeout: Bound | None = matter("buyin.freezeout")
    addon: Bound | None = None
    stacks_equal: Bound | None = matter("stacks.equal")
    chips_visible: Bound | None = matter("chips.visible")
    chips_readable: Bound | None = matter("chips.readable")
    seats_wrong: Bound | None = matter("seats.wrong")
    race: Race | None = None
    race_begins: Bound | None = matter("race.begins")
    race_exchange: Bound | None = matter("race.exchange")
    race_number: Bound | None = matter("race.number")
    race_chipless_served: Bound | None = matter("race.chipless_served")
    race_witness: Bound | None = matter("race.witness")
    race_cards: Bound | None = matter("race.cards")
    race_award: Bound | None = matter("race.award")
    race_rest: Bound | None = matter("race.rest")
    race_ends: Bound | None = matter("race.ends")
    race_late: Bound | None = matter("race.late")
