"""Who deals, the cut, errors of one dealer, and decks that are changed between hands."""

from collections.abc import Callable
from typing import Any, Final

from controller.poker.betting import seats_of
from controller.poker.book import Book
from controller.poker.cards import DECK_SIZE
from controller.poker.events import DealerCommand
from controller.poker.hand import BEFORE_ACTS, BETWEEN_HANDS, Hand
from controller.poker.outcomes import Count, Prompt, Restrain, Void
from controller.poker.places import Seat
from controller.poker.said import CardsInPile, ClubOfDealer, ClubOfPlayer, DeckChange, DeckRead, WhoDeals
from controller.table.remedies.sensed_movements import deck_changed
from controller.table.state.command_args import Refused, hand_of, seat_of
from controller.table.state.facts import DealBegins
from controller.table.state.fault import Report
from controller.table.state.penalty_ladder import ask_penalty
from controller.table.state.rulings import refuse, rule
from controller.table.state.table import Table

REQUEST: Final = "deck_request"
ERROR: Final = "dealing_error"
HOUSE: Final = 0  # the counter of the house's dealer, who has no seat


# --- the cut --------------------------------------------------------------------------------------------------------


def _cut(table: Table, said: CardsInPile) -> None:
    """The deck is cut. `said.number`: the cards in one of the piles, if that is in dispute."""
    hand = hand_of(table)
    if not hand.cuts or hand.phase not in BEFORE_ACTS or hand.plan.drawn:
        raise Refused("not_now")
    pile = table.book.entries.deck_shuffle.smallest_pile
    if said.number is not None and not pile <= said.number <= DECK_SIZE - pile:
        rule(table, "deck.shuffle", hand.cuts, (Void(hand.cuts),), decided="cut_again")
        return
    if said.number is not None:
        rule(table, "deck.shuffle", hand.cuts, (), decided="cut_counts")
    hand.deck_cut()


def is_not_cut(_table: Table, hand: Hand, _fact: DealBegins) -> bool:
    """Whether a player was to cut the deck, and no cut was entered."""
    return bool(hand.cuts)


def not_cut(table: Table, hand: Hand, _fact: DealBegins) -> None:
    """The deal begins without the cut."""
    rule(table, "deck.shuffle", hand.cuts, (), decided="uncut")
    table.alarm("cut.missing", hand.cuts)


# --- errors ---------------------------------------------------------------------------------------------------------


def erred(table: Table, hand: Hand) -> None:
    """Count an error of the person who deals, and tell the floor from `alert_at` errors on.

    A player who deals may be penalised for them, a house dealer may not.
    """
    book = table.book
    if not book.has("deal.errors"):
        return
    seat = _deals(table, hand)
    table.count(seat, ERROR)
    hand.errors.count()
    if table.counters[(seat, ERROR)] < book.entries.deal_errors.alert_at:
        return
    rule(table, "deal.errors", seat or None, (Count(seat, "deal.errors"),) if seat else (), decided="to_the_floor")
    if seat:
        ask_penalty(table, seat, "deal.errors")


def forgiven(table: Table, hand: Hand) -> None:
    """Take back the last counted error: it was none."""
    hand.errors.forgive()
    table.uncount(_deals(table, hand), ERROR)


def _deals(table: Table, hand: Hand) -> Seat:
    return hand.seats[-1] if table.setup.self_dealt else HOUSE


# --- who deals ------------------------------------------------------------------------------------------------------


def _dealing(table: Table, said: WhoDeals) -> None:
    """Let the house or the players deal from the next hand on. One player alone may not deal every hand."""
    if table.phase not in BETWEEN_HANDS:
        raise Refused("not_now")
    if said.seat is not None:
        _for_good(table, said.seat)
    else:
        table.dealt_by_players(self_dealt=said.who == "self")


def _for_good(table: Table, seat: Seat) -> None:
    """Refuse to let one player deal every hand, under the rulebook's article if it has one."""
    if not table.seating.is_held(seat):
        raise Refused("seat")
    if not table.book.has("dealing"):
        raise Refused("no_rule")
    refuse(table, "dealing", seat)


def _club(table: Table, said: ClubOfPlayer) -> None:
    """Enter the club of a seat's player."""
    table.seating.join_club(said.seat, said.club)


def _dealer_in(table: Table, said: ClubOfDealer) -> None:
    """A house dealer takes over. They may not deal for players of their own club."""
    own = [seat for seat in seats_of(table.seating.held) if said.club and table.seating.clubs.get(seat) == said.club]
    if own and table.book.has("dealing"):
        refuse(table, "dealing", own[0])


# --- decks ----------------------------------------------------------------------------------------------------------


def _deck_change(table: Table, said: DeckChange) -> None:
    """The deck is to be changed when this hand is over."""
    book, seat = table.book, said.seat
    if (said.reason == "request") != (seat is not None):
        raise Refused("value")
    if seat is not None and not table.seating.is_held(seat):
        raise Refused("seat")
    if seat is not None:
        _asked_for_deck(table, book, seat)
        return
    table.deck.change()
    if book.has("deck.change"):
        rule(table, "deck.change", None, (), decided="after_this_hand")
    table.prompt(Prompt("dealer", None, "deck_change"))


def _asked_for_deck(table: Table, book: Book, seat: Seat) -> None:
    """A player asks for another deck. Tell the floor if the rulebook lets the player ask."""
    allowed = book.entries.deck_request.allowed
    if allowed == "never" or table.counters.get((seat, REQUEST), 0):
        refuse(table, "deck.request", seat)
        return
    rule(table, "deck.request", seat, (Count(seat, REQUEST),), decided="to_the_floor")
    table.prompt(Prompt("floor", seat, REQUEST, (("seat", seat),)))


def _deck_ready(table: Table, said: DeckRead) -> None:
    """The new deck has been read: whole, or `said.number` cards only, with the missing ones in `said.missing`."""
    whole = said.number in (None, DECK_SIZE) and not said.missing
    table.deck.read(said.missing or (), whole=whole)
    if whole and table.hand is not None:
        deck_changed(table, table.hand)
    if not whole:
        if table.book.cites("deck.shuffle"):
            rule(table, "deck.shuffle", None, (Void(None),), decided="deck_not_whole")
        table.alarm("deck.incomplete", count=said.number)


# --- cards in sight -------------------------------------------------------------------------------------------------


def _hidden(table: Table, e: DealerCommand) -> None:
    """The floor rules that a seat hid its cards. The rulebook may leave it only a fold or a call.

    The reason is that it was passed over by its own fault. Bets that were made behind it bind it as they bind a seat
    that was passed over: only a later raise frees it.
    """
    hand, seat = hand_of(table), seat_of(e)
    if seat not in hand.seats or not table.book.has("cards.sight"):
        raise Refused("not_now")
    limits = table.book.entries.cards_sight.hidden == "fold_or_call"
    effects = (Restrain(seat, ("fold", "call"), "raise", "cards.sight"),) if limits else ()
    rule(table, "cards.sight", seat, effects, by=e.role)


CUT: Final = Report("cut", _cut, "said")

COMMANDS: Final[dict[str, tuple[Callable[..., Any], str | None]]] = {
    "dealing": (_dealing, "said"),
    "club": (_club, "said"),
    "dealer_in": (_dealer_in, "said"),
    "deck_change": (_deck_change, "said"),
    "deck_ready": (_deck_ready, "said"),
    "hidden": (_hidden, "role"),
}
