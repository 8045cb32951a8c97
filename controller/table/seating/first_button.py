"""The first button: the highest of the cards dealt for it, or the seat that the draw of seats names."""

from typing import Final

from controller.poker.betting import clockwise, seats_of
from controller.poker.events import CardPlaced, DealerCommand
from controller.poker.hand import Phase
from controller.poker.outcomes import Prompt, Void
from controller.poker.places import SEATS, Seat
from controller.poker.said import SomeSeat
from controller.table.state.command_args import Refused, said_by
from controller.table.state.question import Answer
from controller.table.state.questions_of_seats import FirstButton
from controller.table.state.rulings import rule
from controller.table.state.table import Table

CLUBS: Final = 0  # of a card's four suits


def seat_is_named(table: Table, e: DealerCommand) -> bool:
    """The seat of that number has the button. False if no seat is named, and cards are dealt for it. Raises Refused
    if the book knows neither."""
    if table.phase not in (Phase.WAITING, Phase.CLAIMS, Phase.CANCELLED):
        raise Refused("not_now")
    if not table.book.has("button.first"):
        raise Refused("no_rule")
    seat = said_by(e, SomeSeat).seat
    if seat is not None:
        if table.book.entries.button_first.by != "seat_ten_or_draw":
            raise Refused("no_rule")
        _designated(table, seat)
        return True
    return False


def begin_draw(table: Table, at: int) -> None:
    """The deck is shuffled at that time (ns), and a card is dealt to each player."""
    table.felt.new_hand(at)
    table.seating.draw_for_button()
    _ask_for_card(table)


def _designated(table: Table, seat: Seat) -> None:
    """The draw of seats says who begins. If the seat is empty, it is the next player, and the floor confirms it."""
    if table.seating.is_held(seat):
        _found(table, seat)
        return
    nearest = clockwise(seats_of(table.seating.held), seat)[0]
    rule(table, "button.first", nearest, ())
    table.ask(FirstButton(nearest))


def answer_first_button(table: Table, q: FirstButton, answer: Answer) -> None:
    """The floor confirms the proposed seat. Otherwise the dealer enters another."""
    if answer.choice == "confirm":
        _found(table, q.seat)


def card_for_button(table: Table, e: CardPlaced) -> bool:
    """A card lands at a seat while the button is drawn for. Return False if no draw is on."""
    seating = table.seating
    if not seating.drawing or table.hand is not None:
        return False
    if e.spot in SEATS and table.seating.is_held(e.spot) and e.face is not None and not seating.drawn[e.spot]:
        _take(table, e.spot, e.face)
    return True


def _take(table: Table, seat: Seat, face: int) -> None:
    """A card of another suit than the book's stops the draw, which then starts again."""
    seating, book = table.seating, table.book
    if book.entries.button_first.by == "clubs" and face % 4 != CLUBS:
        seating.draw_for_button()
        rule(table, "button.first", seat, (Void(seat),))
        table.alarm("draw.not_club", seat)
        _ask_for_card(table)
        return
    seating.draw(seat, face)
    if all(seating.drawn[s] for s in seats_of(table.seating.held)):
        _found(table, max(seats_of(table.seating.held), key=lambda s: seating.drawn[s]))
    else:
        _ask_for_card(table)


def _ask_for_card(table: Table) -> None:
    table.prompt(Prompt("dealer", None, "draw_card", (("seat", awaits_card(table)),)))


def awaits_card(table: Table) -> Seat | None:
    """The seat that gets the next card for the button. None if no card is dealt for it."""
    if not table.seating.drawing:
        return None
    return next((s for s in seats_of(table.seating.held) if not table.seating.drawn[s]), None)


def _found(table: Table, seat: Seat) -> None:
    """This seat has the first button. The dealer puts it there."""
    table.seating.button_found()
    table.place_button(seat)
    rule(table, "button.first", seat, ())
    table.prompt(Prompt("dealer", None, "first_button", (("seat", seat),)))
