"""A chip race step by step: count and exchange chips, draw cards, give chips by them, take out the small ones."""

from collections.abc import Callable
from typing import Final

from controller.poker.betting import among, seats_of
from controller.poker.cards import Card
from controller.poker.events import CardDrawn, CardPlaced, ChipsMoved, DealerCommand
from controller.poker.hand import BETWEEN_HANDS
from controller.poker.outcomes import Effect, Issue, Prompt, Void, Withdraw
from controller.poker.places import DEALER, HAND, STACK, Seat, place_text
from controller.poker.said import RacedCards, RacedChips, SeatAndCount
from controller.table.state.card_names import card_alarm
from controller.table.state.chip_race_state import Race, RaceStage, by_cards, in_order
from controller.table.state.command_args import Refused, said_by
from controller.table.state.question import Answer
from controller.table.state.questions_of_seats import RaceConflict
from controller.table.state.rulings import rule
from controller.table.state.table import Table

UNSENSED: Final = 100  # draw numbers of cards that were not numbered, past any shoe's


def race_of(table: Table) -> Race:
    """The race that is on."""
    if table.tournament.race is None:
        raise Refused("not_now")
    return table.tournament.race


# --- it begins ------------------------------------------------------------------------------------------------------


def race(table: Table, said: RacedChips) -> None:
    """Chips leave the game for higher ones, between hands."""
    low, high = said.low, said.high
    if not 0 < low < high or high % low:
        raise Refused("chips")
    playing = [seat for seat in seats_of(table.seating.held) if table.owned(seat)]
    if table.phase not in BETWEEN_HANDS or table.tournament.race or not table.book.has("race"):
        raise Refused("not_now")
    if "claim" in table.asks:
        raise Refused("claim_open")
    if table.to_deal_again and _plays(table, high):
        raise Refused("deal_again")
    counts = {s: c for s in playing if (c := _lies(table, s, low)) is not None}
    up = table.book.entries.race.rounding == "whole_total_up"
    on = Race(low, high, in_order(playing, _after(table)), counts, up=up)
    table.tournament.begin_race(on)
    rule(table, "race.begins", None, ())
    _counted(table, on)


def _plays(table: Table, high: int) -> bool:
    """Whether the blinds of the void hand, which stay the same, cannot be posted in chips of `high` and above."""
    stakes = table.stakes
    return any(amount % high for amount in (stakes.small_blind, stakes.big_blind, stakes.ante, stakes.big_blind_ante))


def _lies(table: Table, seat: Seat, low: int) -> int | None:
    """How many such chips lie on a stack. None if it was not read."""
    chips = table.felt.chips[STACK + seat]
    return chips.count(low) if chips is not None and table.senses.chips[seat] else None


def _after(table: Table) -> Seat | None:
    """Without an employed dealer the draw begins left of the button, already set for the next hand."""
    if not table.setup.self_dealt:
        return None
    return table.felt.button or (table.button_now)


def race_chips(table: Table, e: DealerCommand) -> None:
    """The dealer counts the low chips at a seat without a chip reader."""
    on = race_of(table)
    said = said_by(e, SeatAndCount)
    if on.stage is not RaceStage.COUNT or said.seat not in on.seats:
        raise Refused("value")
    on.count(said.seat, said.amount)
    _counted(table, on)


def _counted(table: Table, on: Race) -> None:
    if len(on.counts) < len(on.seats):
        missing = tuple(seat for seat in on.seats if seat not in on.counts)
        table.prompt(Prompt("dealer", None, "race_count", (("seats", missing), ("chip", on.low))))
        return
    on.exchange()
    for seat, chips in on.whole.items():
        rule(table, "race.exchange", seat, ())
        given = chips * on.high // on.low
        table.prompt(Prompt("dealer", seat, "race_exchange", (("seat", seat), ("out", given), ("in", chips))))
    chips_moved(table)


# --- exchange, draw -------------------------------------------------------------------------------------------------


def bring(table: Table, e: ChipsMoved) -> None:
    """Higher chips come to a stack. The dealer has them from the tray, before or after taking the small ones."""
    missing = sum(e.added) - sum(e.removed) - table.felt.total[DEALER]
    if missing > 0 and 1 <= e.area - STACK <= 10:
        table.felt.bring(missing)


def take_away(table: Table, e: ChipsMoved) -> None:
    """Chips that leave a stack in a race are in the dealer's hand, not a player's."""
    seat = e.area - STACK
    if e.removed and 1 <= seat <= 10:
        table.felt.shift(HAND + seat, DEALER, min(sum(e.removed), table.felt.total[HAND + seat]))


def chips_moved(table: Table) -> None:
    """Chips moved, or the dealer entered it: the exchange or the payment may be complete."""
    on = table.tournament.race
    if on is None:
        return
    if on.stage is RaceStage.EXCHANGE and all(exchanged(table, on, seat) for seat in on.whole):
        on.exchanged()
        _compute(table, on)
    elif on.stage is RaceStage.PAY and all(_paid(table, on, seat) for seat in on.order):
        _close(table, on)


def exchanged(table: Table, on: Race, seat: Seat) -> bool:
    """Whether the whole groups of small chips of a stack have been changed, as sensed or entered by the dealer."""
    if not table.senses.chips[seat]:
        return among(on.told, seat)
    right = table.felt.total[STACK + seat] == table.owned(seat)
    return right and _lies(table, seat, on.low) == on.odd.get(seat, 0)


def _compute(table: Table, on: Race) -> None:
    """All whole groups are exchanged. Compute the rest, how many chips it yields, and the seats to protect."""
    table.forget_prompts()
    if not on.order:
        _close(table, on)
        return
    rule(table, "race.number", None, ())
    on.compute([s for s in on.order if table.owned(s) == on.odd[s] * on.low])
    if on.stage is RaceStage.CONFLICT:
        rule(table, "race.chipless_served", None, ())
        table.ask(RaceConflict(on.protected, on.number))
    elif table.book.entries.race.chipless == "served_before_draw":
        _serve_protected(table, on, before_draw=True)
    if on.stage is RaceStage.DRAW:
        _after_compute(table, on)


def _serve_protected(table: Table, on: Race, *, before_draw: bool) -> None:
    """Seats that would have no chip left get the first ones. `before_draw`: they draw no card."""
    for seat in on.protected:
        rule(table, "race.chipless_served", seat, _served(on, seat))
    on.serve_protected(before_draw=before_draw)


def _served(on: Race, seat: Seat) -> tuple[Effect, ...]:
    return (Withdraw(seat, on.odd[seat] * on.low), Issue(seat, on.high))


def _after_compute(table: Table, on: Race) -> None:
    """The cards decide who gets the remaining chips. Without remaining chips or cards to draw there is no draw."""
    if not on.draws() or not on.left:
        _give(table, on)
        return
    rule(table, "race.cards", None, ())
    table.prompt(Prompt("dealer", None, "race_draw", (("seats", on.drawing),)))


def answer_conflict(table: Table, _q: RaceConflict, answer: Answer) -> None:
    """The director keeps them all in the game, with chips beyond the number, or lets the cards decide."""
    on = table.tournament.race
    if on is None or on.stage is not RaceStage.CONFLICT:
        return
    on.settle_conflict(protect_all=answer.choice == "protect_all")
    if answer.choice == "protect_all":
        _serve_protected(table, on, before_draw=True)
    _after_compute(table, on)


def may_draw(table: Table) -> Race:
    """The dealer has mixed the deck. Return the race for which cards are dealt. Raises Refused if none is due, or if
    the book asks for a player as witness and none is there."""
    on = race_of(table)
    if on.stage is not RaceStage.DRAW:
        raise Refused("not_now")
    if table.book.has("race.witness") and not table.felt.occupied & table.seating.held:
        rule(table, "race.witness", None, (Void(0),))
        raise Refused("nobody_there")
    return on


def begin_draw(table: Table, on: Race, at: int) -> None:
    """Cards are dealt from that time on (ns)."""
    table.felt.new_hand(at)
    on.begin_draw()
    _next_card(table, on)


def _next_card(table: Table, on: Race) -> None:
    seat = on.awaited()
    if seat is not None:
        table.prompt(Prompt("dealer", None, "race_card", (("seat", seat), ("cards", on.owed(seat)))))


# --- cards ----------------------------------------------------------------------------------------------------------


def card_drawn(table: Table, e: CardDrawn) -> None:
    """A card of the draw leaves the shoe: it is due to the next in order."""
    on = table.tournament.race
    seat = on.awaited() if on is not None and on.stage is RaceStage.CARDS else None
    if on is None or seat is None:
        card_alarm(table, None, "card.not_due", None, e.exit)
        return
    on.deal(e.exit, seat)


def card_placed(table: Table, e: CardPlaced) -> None:
    """A card of the draw lies at a seat. If it is not due there, the dealer has to put it right before going on."""
    on = table.tournament.race
    if on is None or on.stage is not RaceStage.CARDS:
        return
    if e.exit not in on.dealt and not table.senses.shoe and (awaited := on.awaited()) is not None:
        on.deal(e.exit, awaited)
    seat = on.dealt.get(e.exit)
    if seat is None:
        table.alarm("card.unaccounted", None, None, place_text(e.spot), card=e.exit)
    elif seat != e.spot:
        rule(table, "race.cards", seat, (Void(seat),))
        table.alarm("race.card_owed", seat, None, place_text(e.spot), count=on.owed(seat))
    elif e.face is not None:
        _lies_there(table, on, e.exit, e.face)


def _lies_there(table: Table, on: Race, card: int, face: Card) -> None:
    on.lie(card, face)
    if on.complete:
        _rank(table, on)
    else:
        _next_card(table, on)


def race_cards(table: Table, said: RacedCards) -> None:
    """The dealer names the cards of a seat, if the table cannot read them."""
    on = race_of(table)
    seat, faces = said.seat, said.faces
    if on.stage is not RaceStage.CARDS or len(faces) != on.draws().count(seat):
        raise Refused("cards")
    others = {face for card, face in on.known.items() if on.dealt[card] != seat}
    if others & set(faces) or len(set(faces)) < len(faces):
        raise Refused("card_twice")
    on.forget_cards(seat)
    for nth, face in enumerate(faces):
        on.deal(UNSENSED * seat + nth, seat)
        _lies_there(table, on, UNSENSED * seat + nth, face)


# --- chips for cards ------------------------------------------------------------------------------------------------


def _rank(table: Table, on: Race) -> None:
    """Every card lies there. Players who would be left without chips come first, then the best cards."""
    how = table.book.entries.race
    if not on.served and how.chipless == "draws_and_is_served":
        _serve_protected(table, on, before_draw=False)
    held = {seat: on.cards(seat) for seat in on.order if seat not in on.served}
    for seat in by_cards(held, on.left, how.most_each):
        effects = _served(on, seat) if seat not in on.served else (Issue(seat, on.high),)
        rule(table, "race.award", seat, effects)
        on.serve(seat)
    _give(table, on)


def _give(table: Table, on: Race) -> None:
    """Chips of seats that got none leave the game. The dealer brings and takes chips."""
    on.pay()
    for seat in on.order:
        if seat not in on.served:
            rule(table, "race.rest", seat, (Withdraw(seat, on.odd[seat] * on.low),))
    table.forget_prompts()
    table.prompt(Prompt("dealer", None, "race_pay", (("seats", on.served), ("chip", on.high))))
    chips_moved(table)


def _paid(table: Table, on: Race, seat: Seat) -> bool:
    if not table.senses.chips[seat]:
        return among(on.told, seat)
    return table.felt.total[STACK + seat] == table.stack[seat] and not _lies(table, seat, on.low)


def race_done(table: Table, seat: Seat) -> None:
    """The dealer has exchanged or paid at a seat without a chip reader."""
    on = race_of(table)
    if on.stage not in (RaceStage.EXCHANGE, RaceStage.PAY) or table.senses.chips[seat] or seat not in on.counts:
        raise Refused("not_now")
    on.tell_done(seat)
    chips_moved(table)


def _close(table: Table, on: Race) -> None:
    """Every stack lies as it counts: the chips are out of the game, and nothing else has changed."""
    table.tournament.end_race(on.low)
    table.retire_chip(on.low, on.high, on.seats)
    table.felt.empty_hand()
    table.forget_prompts()
    rule(table, "race.ends", None, ())


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    "race": (race, "said"),
    "race_chips": (race_chips, "role"),
    "race_cards": (race_cards, "said"),
    "race_done": (race_done, "seat"),
}
