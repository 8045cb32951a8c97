"""Remedies: a ruling opens them, they are ticked movement by movement, and they hold play if they must."""

from typing import Final

from controller.poker.hand import Hand, Phase, Stage
from controller.poker.outcomes import CancelHand, Effect, Prompt, Ruling, Splice
from controller.poker.places import Place, Seat, is_board_spot, is_called, place, seat_called
from controller.poker.plan import PAST_ANY_SHOE, Plan
from controller.poker.remedy import NOW, PROMPTS, Move, Remedy, due, next_move, open_now
from controller.poker.slots import Slot
from controller.poker.timers import Timed, Timer
from controller.table.hand.streets import (
    asked_of_the_floor,
    held,
)
from controller.table.seating import departures
from controller.table.state.card_names import card_alarm
from controller.table.state.command_args import Refused, hand_of
from controller.table.state.fault import fault_of
from controller.table.state.question import FLASHED, MISSING
from controller.table.state.questions_of_deal import LeftOpen
from controller.table.state.questions_of_hands import Penalty
from controller.table.state.rulings import AUTHORITY, left_open, rule
from controller.table.state.table import Table
from controller.table.tournament import elimination

DEAL = 0  # the gate of movements that wait until the deal is over
LAST = 1 << 62  # ns, for a card that was not due: it comes after all others
DOUBT: Final = 1_000_000_000
"""The time within which a card is read at its own place, ns: two sweeps of an attended table.

It applies to a card that its reader missed, or that a neighbouring reader heard.
"""
MISSED: Final = Timer(Timed.MISSED)  # for cards that may have been taken up in place of the one due
PILE = 2  # how many cards of a pile a reader hears: the uppermost ones
TOO_SOON = ("remedy.step_open", "remedy.not_seen")  # alarms that end with the next movement


def open_remedy(
    table: Table,
    hand: Hand,
    matter: str,
    seat: Seat | None,
    effects: tuple[Effect, ...],
    moves: tuple[Move, ...],
    *,
    also: str = "",
    by: str = "",
    exposes: tuple[int, ...] = (),
    under: str = "",
    decided: str,
) -> None:
    """Rule on a fault of the deal, and open the movements that put it right.

    `exposes`: draw numbers that become public with the first movement. `decided`: as in a ruling.
    """
    ruling = rule(table, matter, seat, effects, None, by, also, under, decided=decided)
    if moves:
        hand.remedies.begin(Remedy(ruling, matter, seat, moves, exposes, under))
    update_hold(table, hand)
    prompt_next(table, hand)


def put_right_or_ask(table: Table, hand: Hand, question: LeftOpen) -> None:
    """Put a fault right under the rulebook, or ask the floor if the rulebook leaves it open."""
    if left_open(table, question.matter):
        ask_floor(table, hand, question)
    else:
        fault_of(question.matter).remedy(table, hand, question, "")


def ask_floor(table: Table, hand: Hand, question: LeftOpen) -> None:
    """Ask the floor, once. Nothing is moved until it answers."""
    ask = question.ask
    if ask.id not in table.asks:
        rule(table, question.matter, ask.seat, (), decided="asked")
        table.ask(question)
        update_hold(table, hand)


def update_hold(table: Table, hand: Hand) -> None:
    """Hold play or let it go on, depending on the open movements."""
    hand.remedies.complete()
    amiss = hand.remedies.open or hand.watch.misplaced or hand.plan.loose
    asked = word_awaited(table) or asked_of_the_floor(table)
    hand.watch.review(amiss=bool(amiss or asked or burn_on_the_flop(table, hand)))
    if held(table, hand):
        hand.hold()
    elif hand.stage is Stage.HELD:
        hand.resume(table.book.betting)


def burn_on_the_flop(table: Table, hand: Hand) -> list[int]:
    """The card that was to be burnt before the flop, if it lies with the flop. It is judged once the flop is laid."""
    if hand.stage is not Stage.CARDS or hand.street:
        return []
    spots = table.felt.spot_of
    return [card for card in hand.plan.drawn_burns() if is_board_spot(spots.get(card, 0))]


def word_awaited(table: Table) -> str:
    """The key of the open question about a card that must be answered before the next draw, or "" if none."""
    return next((ask.key for ask in table.asks.values() if ask.key in (MISSING, FLASHED)), "")


def proceed(table: Table, hand: Hand) -> None:
    """Go on after a movement was ticked: decide whether play is still held, and prompt the next movement."""
    if hand.phase is Phase.CANCELLED:
        hand.remedies.drop_over()
        return
    update_hold(table, hand)
    prompt_next(table, hand)


def still_to_make(hand: Hand) -> list[Remedy]:
    """The remedies with a movement still to be made.

    A hand that is won gets no more cards, so movements that wait for cards do not count. They are kept, in case the
    hand goes on after all.
    """
    if hand.phase not in (Phase.AWARD, Phase.CLAIMS):
        return hand.remedies.open
    return [remedy for remedy in hand.remedies.open if any(move.gate <= DEAL for move in _left(remedy))]


def _left(remedy: Remedy) -> list[Move]:
    return [move for move, made in zip(remedy.moves, remedy.done, strict=True) if not made]


def next_to_make(hand: Hand) -> tuple[Remedy, Move] | None:
    """The next movement that the dealer has to make, with its remedy."""
    return next_move(still_to_make(hand), hand.plan)


def prompt_next(table: Table, hand: Hand) -> None:
    """Tell the dealer the next movement."""
    found = next_to_make(hand)
    if found is None:
        return
    remedy, move = found
    facts = (("cards", move.exits), ("from", move.origin), ("to", move.goal))
    table.prompt(Prompt("dealer", remedy.seat, PROMPTS[move.verb], facts))


def _tick(table: Table, hand: Hand, remedy: Remedy, n: int, card: int = 0) -> None:
    """Tick a movement that is made. `card`: the draw number of the card, if the movement leaves open which."""
    move = remedy.moves[n]
    _made(table, hand, remedy, n)
    plan = hand.plan
    slot = plan.slots.find(move.mark)
    if card and move.mark:
        plan.assign(move.mark, card)
    elif slot is not None and slot.fed:
        plan.fill(move.mark)
    if move.tick == "drawn" and slot is not None:
        _laid(hand, remedy, move, slot)
    elif move.verb == "change":
        table.deck.changed()
    elif move.goal == "shoe":
        _in_the_shoe(hand, move.exits)
    if move.verb == "shuffle":
        _forget(hand, move.exits)
    _off_the_board(table, move, card)
    proceed(table, hand)


def _laid(hand: Hand, remedy: Remedy, move: Move, slot: Slot) -> None:
    """A card from the shoe lies where the movement takes it. A card set aside gets a number and is fetched later."""
    if move.verb == "aside":
        _named(hand, remedy, hand.plan.number(slot))
    hand.plan.laid(move.mark)


def _off_the_board(table: Table, move: Move, drawn: int) -> None:
    """Remove cards from a board that nothing reads: the movement took them away."""
    if move.origin == "board" != move.goal and not table.senses.board:
        for card in (drawn,) if drawn else move.exits:
            table.felt.lies_nowhere(card)


def _made(table: Table, hand: Hand, remedy: Remedy, n: int) -> None:
    remedy.tick(n)
    table.silence(*TOO_SOON)
    hand.errors.show_all(remedy.reveal(), remedy.matter)


def _in_the_shoe(hand: Hand, exits: tuple[int, ...]) -> None:
    """A card lies on top of the shoe again. It will be the next one to leave it."""
    hand.errors.hide(exits)
    for card in exits:
        hand.plan.counts_again(card)
        hand.faces.forget(card)


def _forget(hand: Hand, exits: tuple[int, ...]) -> None:
    """Cards are in the stub again at unknown places. They will leave it under other draw numbers."""
    hand.errors.hide(exits)
    for card in exits:
        hand.plan.shuffle_in(card)
        hand.faces.forget(card)


# --- what sensors tick ----------------------------------------------------------------------------------------------


def tick_drawn_moves(table: Table, hand: Hand) -> None:
    """Tick the movements from the shoe that a card of the plan has completed."""
    ticked = False
    for remedy in hand.remedies.open:
        for n, move in enumerate(remedy.moves):
            if move.verb == "muck" and move.gate == DEAL and remedy.seat and not remedy.done[n]:
                remedy.set_cards(n, *hand.plan.dealt_to(remedy.seat))  # one more came in its order
            elif not remedy.done[n] and move.tick == "drawn" and (slot := hand.plan.slots.marked(move.mark)).done:
                _made(table, hand, remedy, n)
                ticked = True
                if move.verb == "aside":
                    _named(hand, remedy, slot.card)
    if ticked:
        proceed(table, hand)


def taken_back(hand: Hand) -> None:
    """A card went back into the shoe. The movement that it had completed is due again."""
    for remedy in hand.remedies.open:
        for n, move in enumerate(remedy.moves):
            slot = hand.plan.slots.find(move.mark)
            if move.tick == "drawn" and slot is not None and not slot.done:
                remedy.untick(n)


def _named(hand: Hand, remedy: Remedy, card: int) -> None:
    """A card was drawn and lies aside. Enter it in the movement that fetches it later."""
    later = next(n for n, m in enumerate(remedy.moves) if m.origin == "aside" and not m.exits)
    remedy.set_cards(later, card)
    hand.plan.fetch(remedy.moves[later].mark, card)


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
        if lay is not None and not is_board_spot(spot):
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
    _tick(table, hand, remedy, n)


def is_at(goal: str, spot: Place) -> bool:
    """Whether a spot is the place of that name. `spot` 0: the place of the card is unknown."""
    return is_board_spot(spot) if goal == "board" else is_called(spot, goal)


def tick_lifted_card(table: Table, hand: Hand, card: int, spot: Place) -> None:
    """A card left its place while a remedy is open. This is the due movement, or perhaps a wrong one."""
    found = next_move(hand.remedies.open, hand.plan)
    if found is None:
        return
    remedy, move = found
    n = remedy.moves.index(move)
    if card not in move.exits:
        if is_board_spot(spot) and move.origin == "board" and move.gate == NOW:
            remedy.miss(card, spot)
            _await_missed(table, hand)
    elif move.verb == "draw":
        _tick(table, hand, remedy, n, card)
    elif move.tick == "gone" and is_at(move.origin, spot) and all(e in table.felt.lifted for e in move.exits):
        _tick(table, hand, remedy, n)


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


# --- what people say ------------------------------------------------------------------------------------------------


def done(table: Table, _said: None) -> None:
    """The dealer enters that a movement is made. If a sensor would see it, raise an alarm instead.

    Raises Refused: no movement is due.
    """
    hand = hand_of(table)
    found = next_to_make(hand)
    if found is None:
        raise Refused("not_now")
    remedy, move = found
    n = remedy.moves.index(move)
    if move.tick != "told" and sensed(table, move):
        table.alarm("remedy.not_seen", remedy.seat, None, move.origin, card=move.exits[0] if move.exits else None)
        prompt_next(table, hand)
        return
    if move.tick == "gone":
        for card in [e for e in move.exits if covered(table, e)]:
            table.felt.lies_nowhere(card)  # no reader can report this
    elif move.tick == "proven":
        for card in [e for e in move.exits if _unnoticed(table, e)] if move.goal != "board" else ():
            table.felt.said(card, place(move.goal))
            hand.plan.lands(card, place(move.goal))
    _tick(table, hand, remedy, n)


def covered(table: Table, card: int) -> bool:
    """Whether so many cards lie on this one that no reader can tell if it is still there."""
    felt, spot = table.felt, table.felt.spot_of.get(card)
    came = _came(table, card)
    there = (e for e, s in felt.spot_of.items() if s == spot and e not in felt.lifted)
    return sum(_came(table, e) > came for e in there) >= PILE


def _missed_before(table: Table, move: Move) -> bool:
    """Whether the movement's cards were no longer read before it was due.

    They were taken up already, their owner holds them, or cards that are not read yet hide them. No reader can tell
    which of these it is, and none will miss the cards again.
    """
    return move.verb != "draw" and bool(move.exits) and all(card in table.felt.lifted for card in move.exits)


def _unnoticed(table: Table, card: int) -> bool:
    """Whether the dealer entered that the card was taken from under others.

    Its reader never missed it, and will not report that it is back.
    """
    return card not in table.felt.spot_of and card not in table.felt.lifted


def _came(table: Table, card: int) -> int:
    """The earliest time (ns) at which the card came to its place: when it was drawn, or laid back after a lift."""
    hand, touched = table.hand, table.felt.touched.get(card, 0)
    drawn = None if hand is None else hand.watch.drawn_at.get(card)
    return max(drawn, touched) if drawn is not None else touched or LAST


def sensed(table: Table, move: Move) -> bool:
    """Whether a sensor would see the movement."""
    if move.tick == "gone" and (any(covered(table, e) for e in move.exits) or _missed_before(table, move)):
        return False
    if move.verb == "back" and seat_called(move.goal) and any(_unnoticed(table, e) for e in move.exits):
        return False
    if move.tick == "drawn":
        return table.senses.shoe or (move.goal == "board" and table.senses.board)
    read = [is_read for end in (move.origin, move.goal) if (is_read := _is_read(table, end)) is not None]
    return all(read) if read else table.senses.board


def _is_read(table: Table, end: str) -> bool | None:
    """Whether a reader looks where a movement begins or ends. None: there is never a reader."""
    if end == "board":
        return table.senses.board
    seat = seat_called(end)
    return None if seat is None else table.senses.cards[seat]


def drop_remedy(hand: Hand, remedy: Remedy) -> None:
    """Drop what is left of a remedy. Slots that wait for its cards are filled from the shoe as usual."""
    plan = hand.plan
    for move, made in zip(remedy.moves, remedy.done, strict=True):
        slot = plan.slots.find(move.mark)
        if made or slot is None:
            continue
        if slot.fed:
            plan.from_the_shoe(move.mark)
        elif move.tick == "drawn" and not slot.card and move.verb in ("deal", "aside"):
            plan.drop(slot)
    hand.remedies.drop(remedy)


def cancel(
    table: Table, hand: Hand, matter: str, seat: Seat | None, *, also: str = "", by: str = "",
    replaces: Ruling | None = None, under: str = "",
) -> None:  # fmt: skip
    """Void the hand. Chips and cards come back, and the hand is dealt again."""
    departures.give_seats_back(table, hand, matter, by)
    stakes = departures.stakes_of_gone(table, hand)
    hand.keep_as_it_is(table.stacks.dropped)
    fault = fault_of(matter)
    others = (also, "" if fault.new_deck else "deal.misdeal", AUTHORITY if replaces else "")
    instead, effects = replaces.id if replaces else None, (CancelHand(matter),)
    ruling = rule(
        table, matter, seat, effects, instead, by, others, under, decided="misdeal" if fault.hole_cards else "void"
    )
    elimination.take_back(table, hand.number, by)
    departures.hand_void(table, stakes, by)
    for name in [name for name, question in table.questions.items() if not isinstance(question, Penalty)]:
        table.close(name)
    moves = [Move("collect", (), "table", "stub", "told")]
    if fault.new_deck:
        table.deck.is_foul()
        moves.append(Move("change", (), "stub", "shoe", "told"))
    hand.remedies.void(Remedy(ruling, matter, seat, tuple(moves)))
    hand.watch.alert()
    prompt_next(table, hand)


COMMANDS = {"done": (done, None)}
