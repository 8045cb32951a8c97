"""Take back a remedy: its last movement, or the whole ruling.

The physical state is not rewound. The dealer has to put back what was moved, and the plan asks for it.
"""

from typing import Final

from controller.poker.hand import Hand, Phase
from controller.poker.outcomes import Effect, Kill, Revive, Ruling, RulingId, Splice
from controller.poker.places import End, end_at, seat_called
from controller.poker.plan import Plan
from controller.poker.remedy import Move, Remedy
from controller.poker.slots import ASIDE, BURN, Slot
from controller.table.chips.between_hands import differences
from controller.table.deal.dealer_and_deck import forgiven
from controller.table.deal.misplaced_cards import go_on_as_it_lies
from controller.table.hand.showdown import tell_award
from controller.table.remedies.engine import cancel, drop_remedy, proceed, prompt_next, update_hold
from controller.table.remedies.visibility import is_at
from controller.table.seating.departures import bring_stakes_back, came_since_void, not_void
from controller.table.state.fault import fault_of
from controller.table.state.rulings import AUTHORITY, last_word, publish, refuse
from controller.table.state.table import Table
from controller.table.tournament import elimination
from firmware_bridge.messages.roles import outranks

DECISIONS: Final = ("stands", "misdeal", "undo", "no_fault")


def overrule(table: Table, ruling: Ruling, choice: str, role: str) -> bool:
    """The floor decides otherwise on a fault of the deal.

    - "stands": drop what is left of the remedy.
    - "misdeal": void the hand.
    - "undo": the last movement was not made, or is taken back.
    - "no_fault": take back the ruling with all its consequences. A void hand goes on by this alone.

    On a void hand "stands" only keeps the deck, once its cards are collected.

    Return True if this was decided, or if an alarm says why it cannot be.
    """
    hand = table.hand
    if hand is None or choice not in DECISIONS or not outranks(role, "floor"):
        return False
    if not outranks(role, last_word(table, ruling).by):
        refuse(table, AUTHORITY, ruling.seat)
        return True
    remedy = next((r for r in hand.remedies.all if r.ruling == ruling.id), None)
    if why := _too_late(table, hand, remedy, choice):
        table.alarm(why, ruling.seat)
        return True
    if hand.phase is Phase.CANCELLED and choice == "no_fault":
        return remedy is not None and _not_void(table, hand, remedy, ruling, role)
    if choice in ("undo", "no_fault"):
        return remedy is not None and _taken_back(table, hand, remedy, ruling, choice, role)
    if remedy in hand.remedies.open and remedy is not None:
        unreplaced = _not_replaced(remedy)
        drop_remedy(hand, remedy)
        for card in unreplaced:
            hand.plan.counts_again(card)
        if any(move.verb == "change" for move in remedy.moves):
            table.deck.changed()
    if choice == "misdeal":
        cancel(table, hand, ruling.matter, ruling.seat, by=role, replaces=ruling)
    else:
        _instead(table, ruling, (), role, decided="left")
        proceed(table, hand)
    return True


def _too_late(table: Table, hand: Hand, remedy: Remedy | None, choice: str) -> str:
    """Return the alarm that says why nothing can be decided on the fault any more, "" if it can."""
    if table.tournament.race is not None:
        return "command.race_open"
    if hand.phase is not Phase.CANCELLED or choice in ("misdeal", "no_fault"):
        return ""
    to_make = () if remedy is None else zip(remedy.moves, remedy.done, strict=True)
    left = [move.verb for move, made in to_make if not made]
    return "" if choice == "stands" and left == ["change"] else "undo.void"


def _not_replaced(remedy: Remedy) -> tuple[int, ...]:
    """The cards that were to be burned and are not replaced yet. They count if the deal stands."""
    waiting = [move for move, made in zip(remedy.moves, remedy.done, strict=True) if not made]
    if all(move.verb != "deal" for move in waiting):
        return ()
    return tuple(card for move in waiting if move.verb == "burn" for card in move.exits)


def _taken_back(table: Table, hand: Hand, remedy: Remedy, ruling: Ruling, choice: str, role: str) -> bool:
    made = [n for n, done in enumerate(remedy.done) if done]
    if choice == "undo":
        made = made[-1:]
    why = next((why for n in reversed(made) if (why := in_the_way(hand, remedy, n))), "")
    if choice == "undo" and not made:
        why = "nothing_made"
    elif choice == "no_fault" and fault_of(ruling.matter).on_the_board:
        why = "board"
    if why:
        table.alarm(f"undo.{why}", remedy.seat)
    elif choice == "undo":
        _movement(table, hand, remedy, ruling, made[0], role)
    else:
        _ruling(table, hand, remedy, ruling, role)
    return True


# --- one movement ---------------------------------------------------------------------------------------------------


def in_the_way(hand: Hand, remedy: Remedy, n: int) -> str:
    """Return why a movement that was made cannot be taken back, or "" if it can."""
    move, plan = remedy.moves[n], hand.plan
    if move.verb == "shuffle":
        return "shuffled"
    if move.verb == "draw" or (move.verb == "lay" and len(move.exits) > 1):
        return "drawn"
    if move.tick == "drawn":
        return "later_cards" if plan.slots.marked(move.mark).card != plan.last_card() else ""
    slot = plan.slots.find(move.mark)
    return "later_cards" if slot is not None and slot.card and plan.passed(slot) else ""


def _movement(table: Table, hand: Hand, remedy: Remedy, ruling: Ruling, n: int, role: str) -> None:
    """Make the movement due again, once its cards lie where they were."""
    hand.remedies.reopen(remedy)
    remedy.untick(n)
    back = _back(table, hand, remedy.moves[n])
    if back is not None:
        remedy.insert(n, back)
    _instead(table, ruling, (), role, decided="undone")
    proceed(table, hand)


def _back(table: Table, hand: Hand, move: Move) -> Move | None:
    """The movement that puts cards back where they were. None if they lie there, or if that place is unknown."""
    plan = hand.plan
    if move.tick == "drawn":
        return _back_into_the_shoe(plan, plan.slots.marked(move.mark))
    slot = plan.slots.find(move.mark)
    if slot is not None and slot.card:
        plan.unfill(move.mark)
    if move.origin == move.goal or move.origin in ("floor", "shoe", "table") or not move.exits:
        return None
    if move.goal == "board":
        for card in move.exits:
            plan.unprove(card)
        return Move("back", move.exits, "board", move.origin, "gone")
    sensed_there = move.origin == "board" or seat_called(move.origin) is not None
    if (
        sensed_there
        and all(is_at(move.origin, table.felt.spot_of.get(e, 0)) for e in move.exits)
        and not any(e in table.felt.lifted for e in move.exits)
    ):
        return None
    return Move("back", move.exits, move.goal, move.origin, "proven" if sensed_there else "told")


def _back_into_the_shoe(plan: Plan, slot: Slot) -> Move:
    """Let the card of a slot count for nothing. Return the movement that puts it back into the shoe."""
    card, place = slot.card, slot.place
    plan.again(card)
    return Move("back", (card,), _name(place), "shoe", "told" if place in (BURN, ASIDE) else "gone")


def _name(place: int) -> End:
    return "burn" if place == BURN else "aside" if place == ASIDE else end_at(place)


# --- the whole ruling -----------------------------------------------------------------------------------------------


def _ruling(table: Table, hand: Hand, remedy: Remedy, ruling: Ruling, role: str) -> None:
    """There was no fault. Drop what is left, put back what was moved, and let the cards count as before."""
    moved = [remedy.moves[n] for n in reversed(range(len(remedy.moves))) if remedy.done[n]]
    backs = [back for move in moved if (back := _back(table, hand, move)) is not None]
    exits = tuple(dict.fromkeys(e for move in remedy.moves for e in move.exits))
    hand.remedies.reopen(remedy)
    drop_remedy(hand, remedy)
    effects = tuple(_reversed(hand, ruling, exits))
    made = _instead(table, ruling, effects, role, decided="no_fault")
    _uncounted(table, hand, ruling, exits)
    for card in exits:
        if card not in table.felt.lifted:
            hand.plan.lands(card, table.felt.spot_of.get(card, 0))
    if backs:
        hand.remedies.begin(Remedy(made, ruling.matter, ruling.seat, tuple(backs)))
    proceed(table, hand)


def _instead(table: Table, ruling: Ruling, effects: tuple[Effect, ...], role: str, *, decided: str) -> RulingId:
    """Publish a ruling under the same articles in place of `ruling`. Return its id."""
    authority = table.book.cites(AUTHORITY)
    cites = ruling.cites + tuple(cite for cite in authority if cite not in ruling.cites)
    made = Ruling(table.next_id(), ruling.matter, cites, ruling.seat, effects, ruling.id, role, decided)
    publish(table, made)
    return made.id


def _reversed(hand: Hand, ruling: Ruling, exits: tuple[int, ...]) -> list[Effect]:
    """The effects that undo a ruling's, last first."""
    plan = hand.plan
    found: list[Effect] = []
    for effect in reversed(ruling.effects):
        if isinstance(effect, Kill):
            found.append(Revive(effect.seat))
        elif isinstance(effect, Splice):
            found += _reversed_splice(hand, effect)
    named = {e.card for e in found if isinstance(e, Splice)}
    found += [Splice("restore", card) for card in exits if plan.out.get(card) and card not in named]
    return sorted(found, key=lambda e: isinstance(e, Splice) and e.verb == "before")  # before what is still to come


def _reversed_splice(hand: Hand, e: Splice) -> list[Splice]:
    plan = hand.plan
    if e.verb == "before" and plan.slots.find(e.mark) is not None:
        return [Splice("drop", mark=e.mark)]
    if (e.verb == "feed" and e.mark) or (e.verb == "again" and plan.out.get(e.card)):
        return [Splice("restore", e.card, mark=e.mark)]
    if e.verb == "drop":
        return [Splice("before", 0, e.place, e.street, plan.slots.new_mark())]
    return []


def _uncounted(table: Table, hand: Hand, ruling: Ruling, exits: tuple[int, ...]) -> None:
    """Take back what the ruling counted and what it made public."""
    fault = fault_of(ruling.matter)
    if fault.by_dealer and hand.errors.by_dealer:
        forgiven(table, hand)
    fault.taken_back(hand, ruling)
    hand.errors.take_back(ruling.matter, exits)


# --- a hand that was void -------------------------------------------------------------------------------------------


def _not_void(table: Table, hand: Hand, remedy: Remedy, ruling: Ruling, role: str) -> bool:
    """The void hand goes on as it was. Returned chips are due again, and collected cards go back first."""
    before = hand.voided
    if before is None or remedy.over:
        table.alarm("undo.collected", ruling.seat)
        return True
    old = before.hand
    since = came_since_void(table, hand, old)
    if since is None:
        table.alarm("undo.gone", ruling.seat)
        return True
    old.go_on_with(hand.faces)
    table.go_on_with(old, before.dropped)
    for seat, chips in since.items():
        table.gain(seat, chips)
    brought = bring_stakes_back(table, old)
    made = _instead(table, ruling, not_void(table, old), role, decided="no_fault")
    if fault_of(ruling.matter).by_dealer and old.errors.by_dealer:
        forgiven(table, old)
    if old.phase is Phase.CLAIMS and (brought or all(differences(table))):
        old.push_again()
        tell_award(table, old)
    elif old.phase is Phase.CLAIMS:
        elimination.hand_over(table, old)
    _goes_on(table, old, made, ruling)
    return True


def _goes_on(table: Table, hand: Hand, made: RulingId, ruling: Ruling) -> None:
    backs = _collected(table, hand)
    if hand.watch.misplaced or hand.watch.before:
        go_on_as_it_lies(table, hand)
    fault_of(ruling.matter).goes_on(table, hand)
    if backs:
        hand.remedies.begin(Remedy(made, ruling.matter, ruling.seat, backs))
    update_hold(table, hand)
    prompt_next(table, hand)


def _collected(table: Table, hand: Hand) -> tuple[Move, ...]:
    """The movements that put back the cards taken up meanwhile, one for each place.

    No reader hears every card at the muck, so the dealer enters that they are back.
    """
    places: dict[End, list[int]] = {}
    for card, spot in table.felt.lifted.items():
        if hand.plan.slot_of(card) is not None:
            places.setdefault(end_at(spot), []).append(card)
    return tuple(
        Move("back", tuple(sorted(exits)), "table", place, "told" if place == "muck" else "proven")
        for place, exits in places.items()
    )
