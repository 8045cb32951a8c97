"""Effects become state. Nothing here can fail, and nothing else writes the ledger."""

from collections.abc import Callable
from typing import Any, Final

from controller.poker.betting import NOBODY, Act
from controller.poker.hand import Stage
from controller.poker.irregular import Restraint
from controller.poker.outcomes import (
    Award,
    CloseRound,
    Count,
    Effect,
    Issue,
    Kill,
    Mark,
    Refold,
    Restrain,
    Revive,
    Take,
    Void,
    Withdraw,
)
from controller.poker.places import BET, DEALER, POT, STACK
from controller.table.setup import ALL_SEATS
from controller.table.state import Table


def apply(table: Table, effects: tuple[Effect, ...]) -> None:
    """Carry out effects in order."""
    for effect in effects:
        _WRITERS[effect.__class__](table, effect)
    if not table.senses.all_chips:
        write_manual(table)


def _take(table: Table, e: Take) -> None:
    hand, book = table.hand, table.book
    if hand is None or book is None or e.act == "post":
        return
    hand.betting.take(e.seat, e.act, e.total, book.betting)
    if e.act != "hold":
        hand.announced = hand.parted = NOBODY
    if hand.restrained:
        hand.restrained.pop(e.seat, None)


def _refold(table: Table, e: Refold) -> None:
    hand, book = table.hand, table.book
    if hand is None or book is None:
        return
    acts = hand.betting.acts
    last = max(n for n, act in enumerate(acts) if act.seat == e.seat)
    hand.betting.refold([*acts[:last], Act(e.seat, e.act, e.total), *acts[last + 1 :]], book.betting)


def _restrain(table: Table, e: Restrain) -> None:
    if table.hand is None:
        return
    if e.may == ("raise",):
        table.hand.announced = e.seat
    else:
        table.hand.restrained[e.seat] = Restraint(e.may, e.until, table.hand.betting.call, e.matter)


def _kill(table: Table, e: Kill) -> None:
    hand, book = table.hand, table.book
    if hand is None or book is None:
        return
    betting = hand.betting
    if hand.stage is Stage.ACTS and betting.live >> e.seat & 1:
        betting.take(e.seat, "fold", betting.bet[e.seat], book.betting)
        return
    betting.live &= ~(1 << e.seat)
    betting.able &= ~(1 << e.seat)


def _revive(table: Table, e: Revive) -> None:
    hand = table.hand
    if hand is not None and e.seat in hand.seats:
        hand.betting.live |= 1 << e.seat
        hand.betting.able |= 1 << e.seat if hand.betting.stack[e.seat] else 0


def _award(table: Table, e: Award) -> None:
    if table.hand is not None:
        for seat, amount in e.shares:
            table.stack[seat] += amount
            table.hand.won[seat] += amount
            table.hand.betting.pot -= amount
        table.hand.awards.append(e)


def _issue(table: Table, e: Issue) -> None:
    table.stack[e.seat] += e.amount
    table.felt.issued += e.amount
    table.felt.total[DEALER] += e.amount


def _withdraw(table: Table, e: Withdraw) -> None:
    table.stack[e.seat] -= e.amount
    table.felt.issued -= e.amount
    table.felt.total[DEALER] -= e.amount


def _mark(table: Table, e: Mark) -> None:
    if e.mark == "sitting_out":
        table.sitting_out = table.sitting_out | 1 << e.seat if e.on else table.sitting_out & ~(1 << e.seat)


def _count(table: Table, e: Count) -> None:
    table.count(e.seat, e.counter)


def _nothing(_table: Table, _effect: Effect) -> None:
    """The effect is a record: what it says has been done, or is nothing."""


_WRITERS: Final[dict[type, Callable[[Table, Any], None]]] = {
    Take: _take,
    Refold: _refold,
    Restrain: _restrain,
    Kill: _kill,
    Revive: _revive,
    Award: _award,
    Issue: _issue,
    Withdraw: _withdraw,
    Mark: _mark,
    Void: _nothing,
    Count: _count,
    CloseRound: _nothing,
}


def write_manual(table: Table) -> None:
    """Where chips are not sensed the felt is what the dealer's entries make it: as it counts.

    What an account gives up passes through the dealer's hand, and comes out of it when it is there.
    """
    total = table.felt.total
    wants = manual_accounts(table)
    for area, want in wants:
        if want < total[area]:
            table.felt.shift(area, DEALER, total[area] - want)
    for area, want in wants:
        table.felt.shift(DEALER, area, max(0, min(want - total[area], total[DEALER])))


def manual_accounts(table: Table) -> list[tuple[int, int]]:
    """(area, what should lie there) of every chip area that does not sense."""
    hand, senses = table.hand, table.senses
    accounts = []
    for seat in ALL_SEATS:
        if not senses.chips[seat]:
            accounts.append((STACK + seat, table.stack[seat]))
            accounts.append((BET + seat, hand.betting.bet[seat] + hand.lines[seat] if hand else 0))
    if not senses.pot:
        accounts.append((POT, hand.betting.pot - sum(hand.lines) if hand else 0))
    return accounts
