"""Remedies: a ruling opens them, they are ticked movement by movement, and they hold play if they must."""

from controller.poker.hand import Hand, Phase, Stage
from controller.poker.outcomes import CancelHand, Effect, Prompt, Ruling
from controller.poker.places import ON_BOARD, Seat, place
from controller.poker.remedy import PROMPTS, Move, Remedy, next_move
from controller.poker.slots import Slot
from controller.table.hand.showdown import tell_penalties_due
from controller.table.hand.streets import asked_of_the_floor, held
from controller.table.remedies.visibility import covered, sensed, unnoticed
from controller.table.seating import departures
from controller.table.state.command_args import Refused, hand_of
from controller.table.state.fault import fault_of
from controller.table.state.question import FLASHED, MISSING
from controller.table.state.questions_of_deal import LeftOpen
from controller.table.state.questions_of_hands import Penalty
from controller.table.state.rulings import AUTHORITY, left_open, rule
from controller.table.state.table import Table
from controller.table.tournament import elimination

DEAL = 0  # the gate of movements that wait until the deal is over
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
    return [card for card in hand.plan.drawn_burns() if spots.get(card, 0) in ON_BOARD]


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


def tick(table: Table, hand: Hand, remedy: Remedy, n: int, card: int = 0) -> None:
    """Tick a movement that is made. `card`: the draw number of the card, if the movement leaves open which."""
    move = remedy.moves[n]
    mark_made(table, hand, remedy, n)
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
        name_fetched(hand, remedy, hand.plan.number(slot))
    hand.plan.laid(move.mark)


def _off_the_board(table: Table, move: Move, drawn: int) -> None:
    """Remove cards from a board that nothing reads: the movement took them away."""
    if move.origin == "board" != move.goal and not table.senses.board:
        for card in (drawn,) if drawn else move.exits:
            table.felt.lies_nowhere(card)


def mark_made(table: Table, hand: Hand, remedy: Remedy, n: int) -> None:
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


def name_fetched(hand: Hand, remedy: Remedy, card: int) -> None:
    """A card was drawn and lies aside. Enter it in the movement that fetches it later."""
    later = next(n for n, m in enumerate(remedy.moves) if m.origin == "aside" and not m.exits)
    remedy.set_cards(later, card)
    hand.plan.fetch(remedy.moves[later].mark, card)


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
        for card in [e for e in move.exits if unnoticed(table, e)] if move.goal != "board" else ():
            table.felt.said(card, place(move.goal))
            hand.plan.lands(card, place(move.goal))
    tick(table, hand, remedy, n)


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
    told = hand.phase is Phase.CLAIMS
    hand.keep_as_it_is(table.stacks.dropped)
    fault = fault_of(matter)
    others = (also, "" if fault.new_deck else "deal.misdeal", AUTHORITY if replaces else "")
    instead, effects = replaces.id if replaces else None, (CancelHand(matter),)
    ruling = rule(
        table, matter, seat, effects, instead, by, others, under, decided="misdeal" if fault.hole_cards else "void"
    )
    elimination.take_back(table, hand.number, by)
    departures.hand_void(table, stakes, by)
    for dealt_in in hand.seats:
        table.fulfilled("muck", dealt_in)  # all cards are collected
    if not told:
        tell_penalties_due(table, hand)
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
