"""Policies on chips that come without an announcement, and on amounts too small.

Each takes the motion and the rulebook's entry. The tests of `silent_chips` are asked only about a total above the
call, in the rulebook's order, and return None if the next test decides.
"""

from controller.poker.matters import Facing, Reading, SilentChips
from controller.poker.policy import policy
from controller.rulebooks.entry import Entry


def call_or_check(f: Facing, matter: str) -> Reading:
    """Not a raise: a call, all-in if necessary, or a check if there is nothing to call."""
    if not f.faces_bet:
        return Reading("check", f.before, matter)
    return Reading("call", min(f.call, f.all_in), matter)


def bet_or_raise(f: Facing, total: int, matter: str) -> Reading:
    """A bet or raise to a total, cut or made up to a legal one. The caller knows that the seat may raise."""
    legal = min(max(total, f.lowest or 0), f.highest)
    return Reading("raise" if f.call else "bet", legal, matter)


@policy("chip.single", "call")
def single_chip_calls(m: SilentChips, _: Entry) -> Reading | None:
    """One chip worth more than the call is a call. First in, with nothing to call, it is worth its full value."""
    if len(m.chips) != 1 or not m.facing.call:
        return None
    return call_or_check(m.facing, "chip.single")


@policy("chip.multiple", "minus_one")
def minus_one(m: SilentChips, _: Entry) -> Reading | None:
    """Several identical chips are a call if taking any one away leaves less than the call. Chips in front count."""
    f = m.facing
    if not f.call or len(m.chips) < 2 or len(set(m.chips)) != 1 or m.total - m.chips[0] >= f.call:
        return None
    return call_or_check(f, "chip.multiple")


@policy("chip.multiple", "one_and_half")
def one_and_half(m: SilentChips, _: Entry) -> Reading | None:
    """Several chips that are less than half a raise above the call are a call."""
    f = m.facing
    if not f.call or len(m.chips) < 2 or (m.total - f.call) * 2 >= f.full - f.call:
        return None
    return call_or_check(f, "chip.multiple")


@policy("chip.multiple", "raise")
def several_chips_raise(m: SilentChips, _: Entry) -> Reading | None:
    """Several chips above the call are a raise. One that is too small is left to the rule on short raises."""
    f = m.facing
    if not f.call or len(m.chips) < 2 or f.lowest is None or m.total < f.lowest:
        return None
    return bet_or_raise(f, m.total, "chip.multiple")


def doubtful(matter: str, m: SilentChips) -> bool:
    """Whether a test of `silent_chips` without a rule in the rulebook needs a person. Rulebooks differ on a single
    chip above the call, and on equal chips with one to spare. Any others are worth their total."""
    if not m.facing.call or (len(m.chips) == 1) != (matter == "chip.single"):
        return False
    return len(set(m.chips)) == 1 and (len(m.chips) == 1 or m.total - m.chips[0] < m.facing.call)


@policy("raise.short", "half_of_raise_part")
def half_of_raise_part(m: SilentChips, _: Entry) -> Reading:
    """From half of what a full raise adds it is made up to the smallest raise. Below that it is a call."""
    f = m.facing
    if (m.total - f.call) * 2 >= f.full - f.call:
        return bet_or_raise(f, f.full, "raise.short")
    return call_or_check(f, "raise.short")


@policy("raise.short", "complete")
def complete_raise(m: SilentChips, _: Entry) -> Reading:
    """Any raise that is too small is made up to the smallest one."""
    return bet_or_raise(m.facing, m.facing.full, "raise.short")


@policy("bet.rounding", "nearest")
def nearest_multiple(total: int, unit: int) -> int:
    """The multiple of a unit that is nearest to a total. Exactly between two, the lower."""
    return (2 * total + unit - 1) // (2 * unit) * unit


@policy("bet.short", "make_up")
def make_up_bet(m: SilentChips, _: Entry) -> Reading:
    """A first bet that is too small is made up: to the blind before the flop, to the smallest bet after it."""
    f = m.facing
    if f.call:
        return call_or_check(f, "bet.short")
    return bet_or_raise(f, f.full, "bet.short") if f.lowest else call_or_check(f, "bet.short")


@policy("bet.short", "void")
def void_bet(m: SilentChips, _: Entry) -> Reading | None:
    """A first bet that is too small is no act, and the chips go back."""
    del m
    return None


@policy("call.short", "complete_or_fold")
def complete_or_fold(m: SilentChips, _: Entry) -> Reading:
    """The chips stay. The player completes the call or folds and leaves them."""
    return Reading("hold", m.total, "call.short")


@policy("call.short", "make_up")
def make_up_call(m: SilentChips, _: Entry) -> Reading:
    """A call that is too small is made up."""
    return call_or_check(m.facing, "call.short")


@policy("announce.raise", "chips_decide")
def chips_decide(m: SilentChips, _: Entry) -> Reading:
    """After the bare word "raise" the first motion is the total. A single chip counts with its own value. Exactly the
    call holds the turn for the second part."""
    f = m.facing
    if len(m.chips) == 1 and m.chips[0] > f.call > f.before:
        return bet_or_raise(f, m.chips[0], "chip.single")
    if m.total == f.call and f.before < f.call:
        return Reading("hold", m.total, "announce.raise")
    return bet_or_raise(f, m.total, "announce.raise")


@policy("announce.raise", "first_motion")
def first_motion_decides(m: SilentChips, _: Entry) -> Reading:
    """After the bare word "raise" the first motion fixes the total, within the legal limits. There is no second
    part."""
    return bet_or_raise(m.facing, m.total, "announce.raise")
