"""Policies on announcements, by key or word, of the seat on turn."""

from controller.poker.matters import Reading, Said
from controller.poker.policy import policy
from controller.poker.silent import bet_or_raise, call_or_check
from controller.rulebooks.entry import Entry


@policy("announce.short_raise", "impose_minimum")
def impose_minimum(m: Said, _: Entry) -> Reading:
    """A raise announced too small binds to the smallest legal one."""
    return bet_or_raise(m.facing, m.facing.lowest or 0, "announce.short_raise")


@policy("announce.short_raise", "half_of_raise_part")
def half_of_what_was_said(m: Said, _: Entry) -> Reading:
    """A raise announced too small is made up if at most half of what a full raise adds is missing. Otherwise it is a
    call."""
    f, amount = m.facing, m.amount or 0
    if (amount - f.call) * 2 >= f.full - f.call:
        return bet_or_raise(f, f.full, "announce.short_raise")
    return call_or_check(f, "announce.short_raise")


@policy("announce.short_call", "make_up")
def make_up_what_was_said(m: Said, _: Entry) -> Reading | None:
    """An amount below the call, only spoken, binds to the call."""
    return call_or_check(m.facing, "announce.short_call")


@policy("announce.short_call", "void")
def void_short_amount(m: Said, _: Entry) -> Reading | None:
    """An amount below the call, only spoken, is no act: the player chooses again."""
    del m
    return None


@policy("check.facing_bet", "void")
def void_check(m: Said, _: Entry) -> Reading | None:
    """A check against a bet is no act."""
    del m
    return None
