"""Carry out effects, each by a method of the part of state that it changes. Nothing here can fail."""

from collections.abc import Callable
from typing import Any, Final

from controller.poker.betting import Act
from controller.poker.hand import ACTS, Hand
from controller.poker.irregular import Early, Left, Overtaken, Restraint
from controller.poker.outcomes import (
    Admit,
    Award,
    CancelHand,
    CloseRound,
    Count,
    Effect,
    Forgive,
    Issue,
    Keep,
    Kill,
    Mark,
    Owe,
    Penalise,
    Rake,
    Rank,
    Refold,
    Release,
    Restrain,
    Revive,
    SetTurn,
    Splice,
    Take,
    Void,
    Withdraw,
)
from controller.poker.places import BET, DEALER, HAND, POT, STACK, Seat
from controller.table.state.seating import MARKS
from controller.table.state.setup import ALL_SEATS
from controller.table.state.table import Table
from controller.table.state.tournament import Standing


def apply(table: Table, effects: tuple[Effect, ...]) -> None:
    """Carry out effects in order."""
    hand = table.hand
    for effect in effects:
        of_the_hand = _OF_THE_HAND.get(type(effect))
        if of_the_hand is None:
            _WRITERS[type(effect)](table, effect)
        elif hand is not None:
            of_the_hand(table, hand, effect)
    if not table.senses.all_chips:
        write_manual(table)


def _take(table: Table, hand: Hand, e: Take) -> None:
    seat, act, total = e
    if act != "post":
        hand.betting.take(seat, act, total, table.book.betting)
        hand.commitments.act_taken(seat, keeps_turn=act == "hold")
    table.log_act(hand, seat, act, total)


def _refold(table: Table, hand: Hand, e: Refold) -> None:
    table.log_act(hand, e.seat, e.act, e.total)
    acts = hand.betting.acts
    nth = e.nth if e.nth >= 0 else max(n for n, act in enumerate(acts) if act.seat == e.seat)
    later = [_left_there(act, acts[nth], e.total) for act in acts[nth + 1 :]]
    hand.betting.refold([*acts[:nth], Act(e.seat, e.act, e.total), *later], table.book.betting)
    hand.offences.not_folded(hand.betting.live)


def _left_there(act: Act, was: Act, total: int) -> Act:
    """Return a later fold with the bet of the corrected act. Chips that went back to the player stay theirs."""
    same = act.act == "fold" and act.seat == was.seat and act.total == was.total
    return act._replace(total=total) if same else act


def _set_turn(table: Table, hand: Hand, e: SetTurn) -> None:
    acts = hand.betting.acts
    kept = [n for n, act in enumerate(acts) if n < e.nth or (act.act == "fold" and act.seat != e.seat)]
    again = list(acts[: e.nth])
    for act in (acts[n] for n in kept[len(again) :]):
        front = next((a.total for a in reversed(again) if a.seat == act.seat), hand.betting.start.bet[act.seat])
        again.append(act._replace(total=min(act.total, front)))  # chips that went in after that go back
    hand.records.take_back_but(kept)
    hand.commitments.turn_goes_back(e.seat)
    hand.betting.refold(again, table.book.betting)
    hand.offences.not_folded(hand.betting.live)


def _restrain(_table: Table, hand: Hand, e: Restrain) -> None:
    if e.may == ("raise",):
        hand.commitments.announce_raise(e.seat)
    else:
        call = max(hand.betting.call, hand.waiting.highest)
        restraint = Restraint(e.may, e.until, call, e.matter, e.staked)
        hand.commitments.restrain(e.seat, restraint)


def _void(table: Table, hand: Hand, e: Void) -> None:
    if e.seat is not None:
        table.log_act(hand, e.seat, "void", 0)


def _kill(table: Table, hand: Hand, e: Kill) -> None:
    table.log_act(hand, e.seat, "fold", 0)
    betting = hand.betting
    if not betting.contested:
        return  # the last live hand cannot die, since no other hand could win
    if hand.stage is ACTS and betting.is_live(e.seat):
        _fold_dead(table, hand, e.seat)
        return
    betting.kill(e.seat)
    hand.rights.die(e.seat)


def _fold_dead(table: Table, hand: Hand, seat: Seat) -> None:
    """A hand dies while its player is still to act. What it bet or said before its turn stays, if the book makes it
    pay for a fold."""
    total, early = hand.left_by_fold(seat), hand.waiting.of(seat)
    left = None if early is None else left_if_overtaken(table, early)
    if early is not None and left is not None and left.chips_stay:
        hand.waiting.call_up(early)
        total = max(total, early.total)
    hand.betting.take(seat, "fold", total, table.book.betting)


def left_if_overtaken(table: Table, early: Early) -> Left | None:
    """What an act out of turn leaves if a player who was passed over bets or raises. None: the book does not say."""
    policy, on = table.book.bound("oot.changed")
    return None if policy is None else policy(Overtaken(early.matter.facing, early.act, early.total, True), on)


def _revive(table: Table, hand: Hand, e: Revive) -> None:
    if e.seat not in hand.seats:
        return
    betting = hand.betting
    gone = next((n for n, act in enumerate(betting.acts) if act.seat == e.seat and act.act == "fold"), -1)
    if hand.stage is ACTS and gone >= 0:
        hand.records.take_back(gone)
        betting.refold([*betting.acts[:gone], *betting.acts[gone + 1 :]], table.book.betting)
    else:
        betting.revive(e.seat)
    hand.offences.not_folded(hand.betting.live)


def _rake(table: Table, hand: Hand, e: Rake) -> None:
    hand.take_rake(e.pot, e.amount)
    table.stacks.drop(e.amount)


def _forgive(_table: Table, hand: Hand, e: Forgive) -> None:
    hand.betting.forgive(e.seat, e.amount)


def _award(_table: Table, hand: Hand, e: Award) -> None:
    hand.award(e)


def _issue(table: Table, e: Issue) -> None:
    table.set_by_floor(e.seat, e.amount)
    table.felt.issue(e.amount, read=table.senses.chips[e.seat])


def _withdraw(table: Table, e: Withdraw) -> None:
    table.set_by_floor(e.seat, -e.amount)
    if table.senses.chips[e.seat]:
        over = table.felt.total[STACK + e.seat] - table.owned(e.seat)
        table.felt.withdraw(e.seat, e.amount, min(e.amount, max(0, over)))
    else:
        table.felt.hand_in(e.seat, e.amount)


def _mark(table: Table, e: Mark) -> None:
    if e.mark == "disqualified":
        table.seating.give_up(e.seat)
        table.transit.forget(e.seat)
    elif e.mark == "out":
        table.seating.give_up(e.seat)
        table.tournament.leave(e.seat)
    elif e.mark == "away" and e.on:
        table.seating.leave_chair(e.seat, table.button_now)
    elif e.mark in ("sitting_out", *MARKS):
        table.seating.mark(e.seat, e.mark, on=e.on)


def _owe(table: Table, e: Owe) -> None:
    table.seating.owe(e.seat, e.debt)


def _admit(table: Table, e: Admit) -> None:
    table.seating.hold(e.seat)
    table.gain(e.seat, e.found)
    if e.enters:
        table.tournament.enter()


def _release(table: Table, e: Release) -> None:
    """Free the seat. Chips that were still to be brought there are not brought."""
    transit, total = table.transit, table.felt.total
    lies = total[STACK + e.seat] + total[HAND + e.seat]
    transit.brought(e.seat, table.owned(e.seat) + transit.uncounted(e.seat) - lies)
    table.felt.found(min(transit.coming[e.seat], total[DEALER]))
    table.clear_stack(e.seat)
    transit.free(e.seat)
    table.tournament.free(e.seat)
    table.felt.cash_out(e.seat, lies_there=table.senses.chips[e.seat])
    table.seating.free(e.seat)


def _keep(table: Table, e: Keep) -> None:
    if e.amount > 0:
        table.seating.keep(e.seat, e.amount)
    else:
        table.seating.pay_out(e.seat, -e.amount)


def _rank(table: Table, e: Rank) -> None:
    if e.place:
        table.tournament.rank(Standing(e.place, e.seat, e.stack, e.hand))
    else:
        table.tournament.unrank(e.seat, e.hand)


def _count(table: Table, e: Count) -> None:
    table.count(e.seat, e.counter)


def _splice(_table: Table, hand: Hand, e: Splice) -> None:
    _SPLICES[e.verb](hand, e)


def _before(hand: Hand, e: Splice) -> None:
    hand.plan.one_more(e.place, e.street, e.mark)


def _drop(hand: Hand, e: Splice) -> None:
    plan = hand.plan
    slot = plan.slots.find(e.mark) or plan.slots.next_open(e.street, e.place)
    if slot is not None:
        plan.drop(slot)


def _restore(hand: Hand, e: Splice) -> None:
    hand.plan.restore(e.card, e.mark)


def _feed(hand: Hand, e: Splice) -> None:
    """Let a slot wait for the card if the effect has a mark. Without one the card lies there too early and counts."""
    plan = hand.plan
    if not e.mark:
        plan.take_loose(e.card, proven=True)
        return
    plan.set_aside(e.card)
    slot = plan.slots.next_open(e.street, e.place)
    if slot is not None:
        plan.feed(slot, e.card, e.mark)


def _again(hand: Hand, e: Splice) -> None:
    hand.plan.again(e.card)


_SPLICES: Final[dict[str, Callable[[Hand, Splice], None]]] = {
    "now": lambda _hand, _splice: None,
    "before": _before,
    "drop": _drop,
    "feed": _feed,
    "again": _again,
    "restore": _restore,
}


def _cancel(table: Table, hand: Hand, _e: CancelHand) -> None:
    """Let every chip of the hand count as its owner's again, even if the pots were awarded already."""
    table.stacks.drop(-hand.void())


def _nothing(_table: Table, _effect: Effect) -> None:
    """Do nothing: the effect only records what has been done."""


_OF_THE_HAND: Final[dict[type, Callable[[Table, Hand, Any], None]]] = {
    Take: _take,
    Refold: _refold,
    Void: _void,
    Restrain: _restrain,
    Kill: _kill,
    Revive: _revive,
    SetTurn: _set_turn,
    Forgive: _forgive,
    Rake: _rake,
    Award: _award,
    Splice: _splice,
    CancelHand: _cancel,
}
"""Effects on a hand. Without a hand they change nothing."""

_WRITERS: Final[dict[type, Callable[[Table, Any], None]]] = {
    Issue: _issue,
    Withdraw: _withdraw,
    Mark: _mark,
    Count: _count,
    Owe: _owe,
    Admit: _admit,
    Release: _release,
    Keep: _keep,
    Rank: _rank,
    Penalise: _nothing,
    CloseRound: _nothing,
}


def write_manual(table: Table) -> None:
    """If chips are not sensed, set the physical state to the game state, which follows the dealer's entries.

    Chips that leave an account pass through the dealer's hand to the accounts that lack chips.
    """
    total = table.felt.total
    wants = manual_accounts(table)
    for area, want in wants:
        if want < total[area]:
            table.felt.shift(area, DEALER, total[area] - want)
    for area, want in wants:
        table.felt.shift(DEALER, area, max(0, min(want - total[area], total[DEALER])))


def manual_accounts(table: Table) -> list[tuple[int, int]]:
    """(area, amount that should lie there) for every chip area that is not sensed."""
    hand, senses = table.hand, table.senses
    accounts = []
    for seat in ALL_SEATS:
        if not senses.chips[seat]:
            accounts.append((STACK + seat, table.owned(seat)))
            accounts.append((HAND + seat, 0))  # lifted before a reader failed. No reading says when it is put back
            accounts.append((BET + seat, hand.betting.bet[seat] + hand.lines.lying[seat] if hand else 0))
    if not senses.pot:
        accounts.append((POT, hand.betting.pot - hand.lines.total if hand else 0))
    return accounts
