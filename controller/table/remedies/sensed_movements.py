"""Movements of a remedy as sensors see them: made, made wrongly, or made again."""

from typing import Final

from controller.poker.hand import Hand, Phase
from controller.poker.outcomes import Splice
from controller.poker.places import ON_BOARD, Place
from controller.poker.plan import Plan
from controller.poker.remedy import NOW, Move, Remedy, due, next_move, open_now
from controller.poker.slots import PAST_ANY_SHOE
from controller.poker.timers import Timed, Timer
from controller.table.remedies.engine import (
    DEAL,
    mark_made,
    name_fetched,
    next_to_make,
    proceed,
    prompt_next,
    still_to_make,
    tick,
    update_hold,
)
from controller.table.remedies.visibility import is_at
from controller.table.state.card_names import card_alarm
from controller.table.state.fault import fault_of
from controller.table.state.rulings import rule
from controller.table.state.table import Table

DOUBT: Final = 1_000_000_000
"""The time within which a card is read at its own place, ns: two sweeps of an attended table.

It applies to a card that its reader missed, or that a neighbouring reader heard.
"""
MISSED: Final = Timer(Timed.MISSED)  # for cards that may have been taken up in place of the one due


def tick_drawn_moves(table: Table, hand: Hand) -> None:
    """Tick the movements from the shoe that a card of the plan has completed."""
    ticked = False
    for remedy in hand.remedies.open:
        for n, move in enumerate(remedy.moves):
            if move.verb == "muck" and move.gate == DEAL and remedy.seat and not remedy.done[n]:
                remedy.set_cards(n, *hand.plan.dealt_to(remedy.seat))  # one more came in its order
            elif not remedy.done[n] and move.tick == "drawn" and (slot := hand.plan.slots.marked(move.mark)).done:
                mark_made(table, hand, remedy, n)
                ticked = True
                if move.verb == "aside":
                    name_fetched(hand, remedy, slot.card)
    if ticked:
        proceed(table, hand)


def taken_back(hand: Hand) -> None:
    """A card went back into the shoe. The movement that it had completed is due again."""
    for remedy in hand.remedies.open:
        for n, move in enumerate(remedy.moves):
            slot = hand.plan.slots.find(move.mark)
            if move.tick == "drawn" and slot is not None and not slot.done:
                remedy.untick(n)


def came_to_light(hand: Hand, card: int, spot: Place) -> bool:
    """Identify a card seen at the goal of the due movement as the uncounted card of that movement.

    Return False if the due movement takes no uncounted card there.
    """
    found = next_move(hand.remedies.open, hand.plan)
    old = next((e for e in found[1].exits if e > PAST_ANY_SHOE), 0) if found is not None else 0
    if found is None or not old or not is_at(found[1].goal, spot):
        return False
    hand.plan.renumber(old, card)
    for remedy in hand.remedies.open:
        remedy.renumber(old, card)
    return True


def tick_placed_move(table: Table, hand: Hand, card: int, spot: Place) -> bool:
    """A card is proven at a place while a remedy is open. Return True if this was a movement of that remedy."""
    for remedy in list(hand.remedies.open):
        lay = remedy.seen_again(card)
        if lay is not None and spot not in ON_BOARD:
            wrong(table, hand, remedy, card, lay)
        if remedy.wrong.get(card) == spot:
            remedy.wrong_card_back(card)
        elif _came_back(table, hand, remedy, card, spot) or _still_to_go(remedy, card, spot):
            return True
        for n, move in enumerate(remedy.moves):
            if card not in move.exits or remedy.done[n] or not is_at(move.goal, spot):
                continue
            if move.tick == "proven":
                _proven(table, hand, remedy, n, card)
                return True
    return False


def _still_to_go(remedy: Remedy, card: int, spot: Place) -> bool:
    """Whether the card was only first read at the place from which a burn that is still to be made takes it."""
    moves = (move for move, made in zip(remedy.moves, remedy.done, strict=True) if not made and card in move.exits)
    return any(move.verb == "burn" and (move.origin == "table" or is_at(move.origin, spot)) for move in moves)


def last_made(remedy: Remedy) -> int | None:
    """The index of the movement that was made last, or None."""
    return max((n for n, made in enumerate(remedy.done) if made), default=None)


def _came_back(table: Table, hand: Hand, remedy: Remedy, card: int, spot: Place) -> bool:
    """A card lies again where the last movement took it from. The movement is due again.

    The card was only looked at, or was put back. Return False if this is not so.
    """
    last = last_made(remedy)
    move = None if last is None else remedy.moves[last]
    if last is None or move is None or move.tick != "gone" or card not in move.exits:
        return False
    if not is_at(move.origin, spot):
        return False
    remedy.untick(last)
    update_hold(table, hand)
    prompt_next(table, hand)
    return True


def _proven(table: Table, hand: Hand, remedy: Remedy, n: int, card: int) -> None:
    move, plan = remedy.moves[n], hand.plan
    if move.verb in ("muck", "back"):
        spots, lifted = table.felt.spot_of, table.felt.lifted
        if not all(e not in lifted and is_at(move.goal, spots.get(e, 0)) for e in move.exits):
            return
    elif move.verb == "lay" and len(move.exits) > 1:  # one of the two burns: the other one stays the burn
        kept = next(e for e in move.exits if e != card)
        plan.assign(move.mark, kept)
        plan.lands(card, table.felt.spot_of[card])
        remedy.tick(n)
        proceed(table, hand)
        return
    if plan.slot_of(card) is not None:
        plan.lands(card, table.felt.spot_of[card])
    tick(table, hand, remedy, n)


def tick_lifted_card(table: Table, hand: Hand, card: int, spot: Place) -> None:
    """A card left its place while a remedy is open. This is the due movement, or perhaps a wrong one."""
    found = next_move(hand.remedies.open, hand.plan)
    if found is None:
        return
    remedy, move = found
    n = remedy.moves.index(move)
    if card not in move.exits:
        if spot in ON_BOARD and move.origin == "board" and move.gate == NOW:
            remedy.miss(card, spot)
            _await_missed(table, hand)
    elif move.verb == "draw":
        tick(table, hand, remedy, n, card)
    elif move.tick == "gone" and is_at(move.origin, spot) and all(e in table.felt.lifted for e in move.exits):
        tick(table, hand, remedy, n)


def _await_missed(table: Table, hand: Hand) -> None:
    """Arm the timer for cards of the board that are no longer read although none of them was due.

    Each may only have been missed, or a neighbouring reader may have heard it until now. The timer fires after
    `DOUBT`.
    """
    missed = [card for remedy in hand.remedies.open for card in remedy.missed]
    if missed:
        table.arm(MISSED, min(table.felt.touched[card] for card in missed) + DOUBT)


def missed_still(table: Table, hand: Hand, at: int) -> None:
    """The timer: a card that is still read nowhere was taken up wrongly, unless it is due now. `at`: ns."""
    if hand.phase is Phase.CANCELLED:
        return
    found = next_move(hand.remedies.open, hand.plan)
    due_now = () if found is None else found[1].exits
    for remedy in hand.remedies.open:
        for card in [e for e in remedy.missed if table.felt.touched[e] + DOUBT <= at]:
            spot = remedy.seen_again(card)
            if spot is not None and card not in due_now:
                wrong(table, hand, remedy, card, spot)
    _await_missed(table, hand)


def wrong(table: Table, hand: Hand, remedy: Remedy, card: int, spot: Place) -> None:
    """Another card was moved than the one due. Rule on it under the same article. The card goes back."""
    remedy.take_wrong(card, spot)
    rule(table, remedy.matter, remedy.seat, (Splice("now", card),), decided="wrong_card")
    card_alarm(table, hand, "remedy.wrong_card", None, card)
    prompt_next(table, hand)


def card_leaves(table: Table, hand: Hand, card: int) -> bool:
    """A card leaves the shoe while a remedy is open. Return False if it may not be dealt."""
    for remedy in still_to_make(hand):
        n = due(remedy, hand.plan)
        if n is not None and remedy.moves[n].origin == "shoe" and remedy.moves[n].tick == "told":
            remedy.tick(n)  # the card was in the dealer's hand and lies aside now
    found = next_to_make(hand)
    update_hold(table, hand)
    if found is None or hand.phase is Phase.CANCELLED:
        return True
    remedy, move = found
    shuffle = _shuffle_due(remedy, hand.plan)
    if shuffle is not None:
        _refused(table, hand, remedy, shuffle, card)
        return False
    told_first = move.tick == "told" or move.gate == NOW
    if told_first and move.tick != "drawn" and not fault_of(remedy.matter).early:
        card_alarm(table, hand, "remedy.step_open", None, card)
    return True


def _shuffle_due(remedy: Remedy, plan: Plan) -> int | None:
    """The index of the shuffle that must be made before the next card leaves the shoe, or None."""
    for n, move in enumerate(remedy.moves):
        if move.verb == "shuffle" and move.gate != NOW and not remedy.done[n]:
            before = zip(remedy.moves[:n], remedy.done[:n], strict=True)
            return n if open_now(move, plan) and all(done or m.tick == "told" for m, done in before) else None
    return None


def _refused(table: Table, hand: Hand, remedy: Remedy, shuffle: int, card: int) -> None:
    """A card that left the shoe before the shuffle goes back, and is shuffled in with the others."""
    hand.plan.out_of_play(card)
    remedy.one_more(shuffle, card)
    remedy.insert(shuffle, Move("stub", (card,), "table", "stub", "told", remedy.moves[shuffle].gate))
    rule(table, remedy.matter, remedy.seat, (Splice("again", card),), decided="shuffle_first")
    card_alarm(table, hand, "remedy.not_before", None, card, "shuffle")
    prompt_next(table, hand)


def deck_changed(table: Table, hand: Hand) -> None:
    """A whole deck was read. Tick the movement that asked for one."""
    for remedy in hand.remedies.open:
        for n, move in enumerate(remedy.moves):
            if move.verb == "change":
                remedy.tick_to(n)
    if hand.phase is Phase.CANCELLED:
        proceed(table, hand)
