"""Motions of chips that follow each other: a string, whose first motion counts, or one motion that the sensors
parted.

Two motions closer than the table's motion resolution may be one. A person is asked only if the book judges two
motions otherwise than one.
"""

from controller.poker.act_records import Deed, LastMotion
from controller.poker.book import Book
from controller.poker.events import ChipsMoved, Interval
from controller.poker.hand import Hand
from controller.poker.irregular import Early
from controller.poker.judge import judge
from controller.poker.matters import Said, SilentChips
from controller.poker.outcomes import Ask, Count, Ruling, RulingId, Take, Void
from controller.poker.places import Seat
from controller.table.state.questions_of_betting import MotionAfterAct, MotionEarly, MotionOnTurn
from controller.table.state.rulings import rule
from controller.table.state.table import Table


def second_motion(table: Table, hand: Hand, seat: Seat, e: ChipsMoved) -> None:
    """Chips of the seat that acted last, after the turn has passed on."""
    motion, book = hand.records.motion, table.book
    if motion is not None and motion.seat == seat and close(table, motion.at, e.at):
        chips = (*_asked_about(table, seat, motion), *e.added)
        if not _same_as_one(table, hand, book, seat, chips):
            table.ask(MotionAfterAct(seat, motion.front, chips))
        return
    one_by_one = motion is not None and len(motion.chips) == 1 == len(e.added)
    gradual = one_by_one and book.has("string.gradual")
    rule(table, "string.gradual" if gradual else "string.first_motion", seat, (Void(seat), Count(seat, "string")))


def still_moving(table: Table, hand: Hand, book: Book, matter: SilentChips, at: Interval) -> bool:
    """Chips of the seat on turn follow its last motion. True if a person must say whether they are part of it.
    That is so if the book judges the whole otherwise than the addition to an incomplete act."""
    seat, motion = matter.facing.seat, hand.records.motion
    if motion is None or not close(table, motion.at, at):
        return False
    chips = (*motion.chips, *matter.chips)
    two = judge(matter, book, table.next_id())
    one = as_one(table, hand, book, matter._replace(chips=chips))
    if _comes_to(one) == _comes_to(two):
        return False
    table.ask(MotionOnTurn(seat, at[1], matter.total, len(matter.chips), chips))
    return True


def early_again(table: Table, hand: Hand, seat: Seat, e: ChipsMoved, moved: int) -> bool:
    """Chips that follow others out of turn too closely to be told apart. True if they were dealt with."""
    early, book = chips_waiting(hand, seat), table.book
    if early is None or not close(table, early.at, e.at):
        return False
    whole = with_more(early, e.added, moved)
    if _comes_to(judge(whole, book, table.next_id())) != (early.act, early.total):
        table.ask(MotionEarly(seat, moved, e.added))
    return True


def chips_waiting(hand: Hand, seat: Seat) -> Early | None:
    """The early act with chips of a seat that waits for its turn."""
    return next((e for e in hand.waiting.early if e.seat == seat and isinstance(e.matter, SilentChips)), None)


def with_more(early: Early, chips: tuple[int, ...], value: int) -> SilentChips:
    """The chips of an early act and those that followed, as one motion."""
    was = early.matter
    assert isinstance(was, SilentChips)  # noqa: S101 - `chips_waiting` found it
    return was._replace(chips=(*was.chips, *chips), total=min(was.total + value, was.facing.all_in))


def incomplete(hand: Hand, seat: Seat) -> bool:
    """Whether the seat's last act keeps the turn: a short call, or the first part of an announced raise."""
    acts = hand.betting.acts
    return bool(acts) and acts[-1].seat == seat and acts[-1].act == "hold"


def as_one(table: Table, hand: Hand, book: Book, matter: SilentChips) -> Ruling | Ask:
    """Judge two motions of the seat on turn as one, in place of the incomplete act of the first."""
    seat = matter.facing.seat
    if not incomplete(hand, seat):
        return judge(matter, book, table.next_id())
    return rejudge_last_act(hand, book, matter, seat, table.next_id(), released=True)[0]


def rejudge_last_act(
    hand: Hand, book: Book, matter: SilentChips | Said, seat: Seat, ruling_id: RulingId, *, released: bool = False
) -> tuple[Ruling | Ask, SilentChips | Said]:
    """Judge the last act of a seat again as these facts. Return the answer, and the facts with the situation that the
    seat faced. `released`: as if no ruling restrained the seat."""
    before = hand.betting.replayed(hand.betting.acts[:-1], book.betting)
    matter = matter._replace(facing=hand.facing(seat, book.betting, before, released=released))
    return judge(matter, book, ruling_id), matter


def raise_was_said(deeds: list[Deed]) -> bool:
    """Whether the last act was read from chips after the bare word "raise"."""
    source = deeds[-1].source if deeds else None
    return isinstance(source, SilentChips) and source.announced


def _same_as_one(table: Table, hand: Hand, book: Book, seat: Seat, chips: tuple[int, ...]) -> bool:
    """Whether all of these chips, read as one motion, give the same act as the first of them."""
    motion, betting = hand.records.motion, hand.betting
    if motion is None or not betting.acts:
        return False
    facing = hand.facing(seat, book.betting)
    matter = SilentChips(facing, chips, motion.front + sum(chips), raise_was_said(hand.records.deeds))
    answer, _ = rejudge_last_act(hand, book, matter, seat, table.next_id())
    last = betting.acts[-1]
    return _comes_to(answer) == (last.act, last.total)


def _comes_to(answer: Ruling | Ask) -> tuple[str, int]:
    """Return act and total. A question and a void act have names instead."""
    if isinstance(answer, Ask):
        return "ask", 0
    return next(((e.act, e.total) for e in answer.effects if isinstance(e, Take)), ("void", 0))


def close(table: Table, before: int, at: Interval) -> bool:
    """Whether chips that were first seen in that interval may have come so soon after others were first seen."""
    return at[0] - before < table.setup.motion_resolution


def _asked_about(table: Table, seat: Seat, motion: LastMotion) -> tuple[int, ...]:
    """The chips of the first motion, and those that an open question adds to them."""
    question = table.questions.get(f"motion-{seat}")
    return question.chips if isinstance(question, MotionAfterAct) else motion.chips
