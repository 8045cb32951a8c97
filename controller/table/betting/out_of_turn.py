"""Acts before their turn, and players passed over.

An act may come out of turn, at the same time as another, in the dark, or on a condition. It is kept, not taken: its
seat waits, and the turn stays where it is. When the turn comes the act stands, is judged again, or is given back, as
the rulebook says. A fold is taken at once and cannot be taken back.
"""

from typing import Final

from controller.poker.betting import NOBODY, Act
from controller.poker.book import Book, Bound
from controller.poker.events import ChipsMoved
from controller.poker.hand import Hand, Stage
from controller.poker.irregular import PASSIVE, Dark, Early, EarlyKind, Left, Overtaken, PassedOver
from controller.poker.judge import judge
from controller.poker.matters import Facing, Said, SilentChips
from controller.poker.outcomes import Ask, Count, Effect, Kill, Prompt, Restrain, Take, Void
from controller.poker.places import BET, Seat, place_text
from controller.poker.policy import find
from controller.table.betting.string_bets import chips_waiting, close, early_again, with_more
from controller.table.state.effects import left_if_overtaken
from controller.table.state.question import Answer
from controller.table.state.questions_of_betting import ActOrder, OutOfTurn, OvertakenSeat, Skipped
from controller.table.state.rulings import decide, rule
from controller.table.state.table import Table

CHIP_ACTS: Final = ("call", "bet", "raise")
ANEW: Final = ("together", "again", "corrected")  # judged again when the turn comes
REPEATED: Final = 3  # so often out of turn that the floor is told


# --- done too early -------------------------------------------------------------------------------------------------


def chips_early(table: Table, hand: Hand, seat: Seat, e: ChipsMoved, moved: int) -> None:
    """Chips by a seat that is not on turn, and has not just acted."""
    if said := _said_on_condition(hand, seat):
        _chips_on_condition(table, hand, said, e, moved)
        return
    book = table.book
    waiting = any(early.seat == seat for early in hand.waiting.early)
    if waiting or not _may_be_early(hand, book, seat):
        if waiting and (_goes_with_early(table, hand, seat, e, moved) or early_again(table, hand, seat, e, moved)):
            return
        not_on_turn(table, seat, moved)
        table.count(seat, "out_of_turn")
        return
    facing = as_it_would_be(hand, book, seat)
    total = min(table.felt.total[BET + seat] - hand.lines.lying[seat], facing.all_in)
    _done_early(table, hand, book, SilentChips(facing, e.added, total), e.at[1])


def chips_before_the_turn(table: Table, hand: Hand, seat: Seat, e: ChipsMoved) -> None:
    """Chips during the deal: no seat has the turn, so they wait as an act out of turn.

    Chips of a seat that is not dealt in may be for the next hand.
    """
    over = -table.bet_due(seat)
    if over <= 0 or seat not in hand.seats:
        return
    if not table.book.has("oot.unchanged") or hand.waiting.of(seat) is not None:
        not_on_turn(table, seat, over)
        return
    before, call = hand.betting.bet[seat], max(table.stakes.big_blind, hand.option)
    facing = Facing(seat, before, call, None, 0, 0, table.stack[seat], table.stakes.big_blind, opening=True)
    chips = min(over, table.stack[seat])
    matter = SilentChips(facing, e.added, before + chips)
    hand.waiting.wait(Early(seat, "hold", before + chips, call, e.at[1], matter, "early", NOBODY), chips)
    rule(table, "oot.unchanged", seat, (Count(seat, "out_of_turn"),))
    _prompt_waiting(table, matter)


def chips_before_the_street(table: Table, seat: Seat) -> None:
    """Chips before the cards of a street are out, without an announcement. They count for nothing, and go back."""
    if (over := -table.bet_due(seat)) > 0:
        not_on_turn(table, seat, over)


def not_on_turn(table: Table, seat: Seat, amount: int) -> None:
    """Chips of a seat that is not on turn go back."""
    table.alarm("chips.out_of_turn", seat, amount, place_text(BET + seat))


def more_early(table: Table, hand: Hand, seat: Seat, chips: tuple[int, ...], value: int) -> None:
    """A seat acted with chips before its turn. Add these chips, which came in the same motion."""
    early, book = chips_waiting(hand, seat), table.book
    if early is None:
        return
    whole = with_more(early, chips, value)
    answer = judge(whole, book, table.next_id())
    take = None if isinstance(answer, Ask) else next((e for e in answer.effects if isinstance(e, Take)), None)
    act, total = (take.act, take.total) if take is not None else ("hold", whole.facing.before)
    kind: EarlyKind = "again" if take is None or act == "hold" else early.kind
    now = early._replace(act=act, total=total, kind=kind, matter=whole)
    hand.waiting.read_with_more(early, now, whole.total - whole.facing.before)


def _goes_with_early(table: Table, hand: Hand, seat: Seat, e: ChipsMoved, moved: int) -> bool:
    """Chips for an act that was announced before its turn wait with it. They pay it, or say how much it is."""
    early = hand.waiting.of(seat)
    if early is None or not isinstance(early.matter, Said):
        return False
    if early.matter.leaves_amount_open:
        chips = _after_word(as_it_would_be(hand, table.book, seat), e.added)
        hand.waiting.read_with_more(early, early._replace(matter=chips, at=e.at[1]), moved)
        return True
    room = early.total - hand.betting.bet[seat] - hand.waiting.chips[seat]
    if 0 < moved <= room:
        hand.waiting.pay(seat, moved)
    return 0 < moved <= room


def _after_word(facing: Facing, chips: tuple[int, ...]) -> SilentChips:
    """Chips that say how much a bet or raise is that was announced without an amount."""
    return SilentChips(facing, chips, min(facing.before + sum(chips), facing.all_in), announced=True)


def _said_on_condition(hand: Hand, seat: Seat) -> list[Dark]:
    """What the seat has said it does on its turn, should another act so before."""
    return hand.waiting.on_condition(seat, hand.betting.turn) if hand.betting.is_to_act(seat) else []


def _chips_on_condition(table: Table, hand: Hand, said: list[Dark], e: ChipsMoved, moved: int) -> None:
    """Chips wait for the announcement, in case it holds. After an announcement without an amount, the first motion
    gives the amount."""
    seat, without = said[0].seat, [dark for dark in said if dark.leaves_amount_open]
    first = [dark for dark in without if not dark.chips or close(table, dark.at, e.at)]
    for dark in first:
        hand.waiting.say_how_much(dark, e.added, e.at[1])
    if first or without != said:
        hand.waiting.pay(seat, moved)
    else:
        rule(table, "string.first_motion", seat, (Void(seat), Count(seat, "string")))


def say_early(table: Table, hand: Hand, seat: Seat, word: str, amount: int | None, at: int) -> bool:
    """An announcement of a seat that is not on turn. Return False if it is nothing that a book could bind."""
    book = table.book
    if any(early.seat == seat for early in hand.waiting.early) or not _may_be_early(hand, book, seat):
        return False
    if word != "fold" and _said_on_condition(hand, seat):
        return False
    return _done_early(table, hand, book, Said(as_it_would_be(hand, book, seat), word, amount), at)


def _may_be_early(hand: Hand, book: Book, seat: Seat) -> bool:
    """Whether the seat will come on turn in this round, and the book has a rule for acts out of turn."""
    return book.has("oot.unchanged") and hand.betting.is_to_act(seat)


def as_it_would_be(hand: Hand, book: Book, seat: Seat) -> Facing:
    """The facts that the seat faces if all early acts are taken as done."""
    early = (Act(e.seat, e.act, e.total) for e in hand.waiting.early if e.act in CHIP_ACTS)
    return hand.facing(seat, book.betting, hand.betting.replayed([*hand.betting.acts, *early], book.betting))


def _done_early(table: Table, hand: Hand, book: Book, matter: SilentChips | Said, at: int) -> bool:
    answer = judge(matter, book, table.next_id())
    take = None if isinstance(answer, Ask) else next((e for e in answer.effects if isinstance(e, Take)), None)
    if take is None and isinstance(matter, Said):
        return False
    facing, seat = matter.facing, matter.facing.seat
    act, total = (take.act, take.total) if take is not None else ("hold", facing.before)
    kind: EarlyKind = "again" if take is None or act == "hold" else "early"
    after = tuple(earlier.seat for earlier in hand.waiting.early)
    early = Early(seat, act, total, facing.call, at, matter, kind, hand.betting.turn, after)
    hand.waiting.wait(early, matter.total - facing.before if isinstance(matter, SilentChips) else None)
    effects: tuple[Effect, ...] = (Count(seat, "out_of_turn"),)
    rule(table, "oot.unchanged", seat, (*effects, take) if take is not None and act == "fold" else effects)
    if act != "fold":
        _prompt_waiting(table, matter)
    _repeated(table, seat)
    _passed_over(table, hand, book)
    return True


def _prompt_waiting(table: Table, matter: SilentChips | Said) -> None:
    """Tell the dealer that an act waits for its turn: its chips are neither given back nor gathered."""
    seat = matter.facing.seat
    key = "early_chips" if isinstance(matter, SilentChips) else "early_word"
    table.prompt(Prompt("dealer", seat, key, (("seat", seat),)))


def _repeated(table: Table, seat: Seat) -> None:
    """Tell the floor of a player who acts out of turn again and again, by any act or word."""
    if table.counters[(seat, "out_of_turn")] >= REPEATED:
        table.alarm("repeated.out_of_turn", seat, count=table.counters[(seat, "out_of_turn")])


# --- the player who was passed over ---------------------------------------------------------------------------------


def _passed_over(table: Table, hand: Hand, book: Book) -> None:
    """Enough has been done behind the seat on turn. The acts stand, and few choices are left to it."""
    seat = hand.betting.turn
    policy, on = book.bound("skipped")[0], book.entries.skipped
    if (
        not seat
        or not book.has("skipped")
        or (seat in hand.commitments.restrained and hand.commitments.restrained[seat].until == "act")
    ):
        return  # a seat that completes a short call has acted, and was not passed over
    if on.kept_by_time and hand.clock.called_by_turn == this_turn(hand):
        return
    behind = [early for early in hand.waiting.early if early.passed == seat]
    chip_actions = sum(early.act in CHIP_ACTS for early in behind)
    substantial = (
        chip_actions >= book.entries.substantial.chip_actions or len(behind) >= book.entries.substantial.actions
    )
    # if the book leaves it to the floor, the floor is asked once that much has been done
    if not (substantial if policy is None else policy(PassedOver(chip_actions, len(behind), substantial), on)):
        return
    for early in behind:
        _stands(table, hand, early)
    afterwards = on.afterwards or "ask"
    if afterwards == "fold":
        rule(table, "skipped", seat, (Kill(seat),))
        return
    rule(table, "skipped", seat, (Restrain(seat, PASSIVE, "raise", "skipped"),))
    if afterwards == "ask":
        default = "dead" if hand.betting.call > hand.betting.bet[seat] else "call_or_check"
        table.ask(Skipped(seat, default))


def this_turn(hand: Hand) -> tuple[int, Seat, int]:
    """The current turn: the street, the seat on turn, and how often this seat has acted on the street."""
    seat = hand.betting.turn
    return hand.street, seat, sum(act.seat == seat for act in hand.betting.acts)


def _stands(table: Table, hand: Hand, early: Early) -> None:
    """Take an act out of turn as it was done."""
    hand.waiting.call_up(early)
    if early.act == "hold":
        return
    if early.act != "fold":
        hand.records.read_from(early.matter)
        rule(table, "oot.unchanged", early.seat, (Take(early.seat, early.act, early.total), *_no_raise(table, early)))


def _no_raise(table: Table, early: Early) -> tuple[Effect, ...]:
    """The turn of an act that stands at once is still to come. If a player who was passed over bets before it, the
    seat has no more choices than if its act had waited: who checked or called too early may not raise."""
    left = left_if_overtaken(table, early)
    return () if left is None or left.may is None else (Restrain(early.seat, left.may, "round", "oot.changed"),)


def answer_skipped(table: Table, hand: Hand, q: Skipped, answer: Answer) -> None:
    """The floor's decision on a player who was passed over."""
    if hand.stage is not Stage.ACTS:
        return
    if answer.choice == "dead":
        rule(table, "skipped", q.seat, (Kill(q.seat),), by="floor")
    elif answer.choice == "keeps_all":
        hand.commitments.release(q.seat)
        rule(table, "skipped", q.seat, (), by="floor")


# --- the turn comes -------------------------------------------------------------------------------------------------


def note_simultaneous(table: Table, hand: Hand, seat: Seat, at: int) -> None:
    """The seat on turn acts. Acts of others within the book's window were done at the same time, in turn order.

    If the book has no window, and the sensors cannot tell two motions apart, a person says which was first.
    """
    book = table.book
    told = book.has("act.simultaneous")
    window = table.setup.simultaneous if told else table.setup.motion_resolution
    for early in list(hand.waiting.early):
        if (
            early.kind in ("early", "again")
            and early.passed == seat
            and at - early.at <= window
            and early.act != "fold"
        ):
            hand.waiting.settle_order(early, "together" if told else "undetermined")
            if told:
                table.uncount(early.seat, "out_of_turn")


def reached(table: Table, hand: Hand) -> bool:
    """The turn has come to a seat that acted early. True if that moved the turn on, so that another may follow."""
    _conditions(table, hand)
    book, turn = table.book, hand.betting.turn
    early = hand.waiting.of(turn)
    if early is None or turn == NOBODY:
        hand.waiting.owe_back(turn)
        return False
    if early.kind == "undetermined":
        if f"order-{turn}" not in table.asks:
            table.ask(ActOrder(turn))
        return False
    hand.waiting.call_up(early)
    facing = hand.facing(turn, book.betting)
    if early.kind not in ANEW and facing.call != early.call:
        _overtaken(table, hand, book, early, facing)
    elif early.kind == "early" and _undecided(hand, book, early):
        _whether_it_binds(table, hand, early, facing)
    else:
        _taken(table, hand, book, early, facing)
    return hand.betting.turn != turn


_MATTERS: Final = {
    "early": "oot.unchanged",
    "together": "act.simultaneous",
    "again": "oot.unchanged",
    "corrected": "correction",
    "dark": "act.dark",
    "conditional": "announce.conditional",
}


def _taken(table: Table, hand: Hand, book: Book, early: Early, facing: Facing) -> None:
    at = early.at if isinstance(early.matter, SilentChips) else 0
    ruling = decide(table, hand, book, early.matter._replace(facing=facing), _MATTERS[early.kind])
    if ruling is not None and at and isinstance(early.matter, SilentChips):
        hand.records.note_motion(early.seat, at, early.matter.chips, facing.before)


def _called_between(hand: Hand, early: Early) -> bool:
    """Whether a seat that had still to act before the early one has called since."""
    acts = hand.betting.acts
    since = max((n for n, act in enumerate(acts) if act.seat == early.passed), default=len(acts))
    called = (act.seat for act in acts[since:] if act.act == "call" and act.seat not in early.after)
    return any(was_passed_over(early, seat) for seat in called)


def _undecided(hand: Hand, book: Book, early: Early) -> bool:
    """The book leaves it to the floor whether an act out of turn binds."""
    called = _called_between(hand, early) and book.has("oot.called")
    return book.bound("oot.called" if called else "oot.unchanged")[0] is None


def _whether_it_binds(table: Table, hand: Hand, early: Early, facing: Facing) -> None:
    _waits_on(hand, early, facing)
    table.ask(OutOfTurn(early.seat))


def _waits_on(hand: Hand, early: Early, facing: Facing) -> None:
    """An act out of turn stays as it lies until the floor has decided."""
    matter = early.matter
    hand.waiting.wait(early, matter.total - facing.before if isinstance(matter, SilentChips) else 0)


def _overtaken(table: Table, hand: Hand, book: Book, early: Early, facing: Facing) -> None:
    """A bet or raise came between: decide which acts are left to the seat that acted early."""
    policy = book.bound("oot.changed")
    if policy[0] is not None:
        _left(table, hand, early, facing, policy)
        return
    _waits_on(hand, early, facing)
    table.ask(OvertakenSeat(early.seat))


def _left(table: Table, hand: Hand, early: Early, facing: Facing, policy: Bound, by: str = "") -> None:
    seat, (decide_left, entry) = early.seat, policy
    if decide_left is None:
        return
    by_passed = bool(by) or was_passed_over(early, hand.betting.aggressor)  # a person has weighed who raised
    left: Left = decide_left(Overtaken(facing, early.act, early.total, by_passed), entry)
    effects: list[Effect] = []
    if left.chips_stay and early.total > facing.before:
        hand.records.read_from(early.matter)
        effects.append(Take(seat, "hold", min(early.total, facing.call, facing.all_in)))
    else:
        effects.append(Void(seat))
    if left.may is not None:
        staked = early.total if left.chips_stay else 0
        effects.append(Restrain(seat, left.may, "act", "oot.changed", staked))
    rule(table, "oot.changed", seat, tuple(effects), by=by)


def was_passed_over(early: Early, seat: Seat) -> bool:
    """Whether a seat had still to act before the early one: it is at or after the turn, and before that seat."""
    return early.passed != NOBODY and (seat - early.passed) % 10 < (early.seat - early.passed) % 10


def answer_overtaken(table: Table, hand: Hand, q: OvertakenSeat, answer: Answer) -> None:
    """The floor says which acts are left to a player who acted out of turn before a bet or raise."""
    early = hand.waiting.of(q.seat)
    if early is None or hand.betting.turn != q.seat or hand.stage is not Stage.ACTS:
        return
    hand.waiting.call_up(early)
    facing = hand.facing(q.seat, table.book.betting)
    _left(table, hand, early, facing, (find("oot.changed", answer.choice), table.book.entries.oot_changed), "floor")


def answer_order(_table: Table, hand: Hand, q: ActOrder, answer: Answer) -> None:
    """The dealer says whether an act came out of turn or at the same time as the one before it."""
    for early in list(hand.waiting.early):
        if early.seat == q.seat and early.kind == "undetermined":
            hand.waiting.settle_order(early, "together" if answer.choice == "together" else "early")


def answer_out_of_turn(table: Table, hand: Hand, q: OutOfTurn, answer: Answer) -> None:
    """The floor says whether an act out of turn binds although a player called between."""
    early = hand.waiting.of(q.seat)
    if early is None or hand.betting.turn != q.seat or hand.stage is not Stage.ACTS:
        return
    hand.waiting.call_up(early)
    if answer.choice == "binding":
        _taken(table, hand, table.book, early, hand.facing(q.seat, table.book.betting))
    else:
        matter = "oot.called" if _called_between(hand, early) else "oot.unchanged"
        effects: tuple[Effect, ...] = (Void(q.seat),)
        if early.act in ("check", "call"):
            effects = (*effects, Restrain(q.seat, PASSIVE, "act", matter))
        rule(table, matter, q.seat, effects, by="floor")


# --- in the dark, on a condition ------------------------------------------------------------------------------------


def say_dark(table: Table, hand: Hand, seat: Seat, word: str, amount: int | None) -> bool:
    """A word for a street whose cards are not out. The first is for the next street, another for the one after."""
    book = table.book
    if not book.has("act.dark") or not hand.betting.is_live(seat):
        return False
    street = hand.street + 1 + sum(d.seat == seat and d.street > hand.street for d in hand.waiting.dark)
    if street > 3:
        return False
    hand.waiting.announce(Dark(seat, street, word, amount))
    rule(table, "act.dark", seat, ())
    return True


def say_conditional(
    table: Table, hand: Hand, seat: Seat, word: str, amount: int | None, if_seat: Seat, if_act: str
) -> bool:
    """ "If you check, I bet": it holds if the other player does."""
    book = table.book
    if not book.has("announce.conditional") or not hand.betting.is_live(seat) or hand.waiting.of(seat) is not None:
        return False
    hand.waiting.announce(Dark(seat, hand.street, word, amount, if_seat, if_act))
    rule(table, "announce.conditional", seat, (Count(seat, "out_of_turn"),))
    _repeated(table, seat)
    return True


def _conditions(table: Table, hand: Hand) -> None:
    """An act that an announcement waits for was done, or another one instead."""
    acts = hand.betting.acts
    if not hand.waiting.dark or not acts:
        return
    last = acts[-1]
    for said in [d for d in hand.waiting.dark if d.if_seat == last.seat]:
        hand.waiting.condition_decided(said)
        if said.if_act == last.act and hand.betting.is_to_act(said.seat):
            facing = hand.facing(said.seat, table.book.betting)
            matter = _after_word(facing, said.chips) if said.chips else Said(facing, said.word, said.amount)
            hand.waiting.now_holds(
                Early(said.seat, "hold", 0, facing.call, said.at, matter, "conditional", last.seat)
            )
