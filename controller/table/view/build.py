"""Build the view. It reads everything, changes nothing, and lets no hidden face out."""

from collections import Counter

from controller.poker.betting import NOBODY
from controller.poker.book import Book
from controller.poker.cards import name
from controller.poker.evaluator import best_five, category
from controller.poker.hand import Hand, Phase, board_cards, hole_cards
from controller.poker.outcomes import Ask
from controller.poker.places import Seat, place_text
from controller.poker.showdown import show_order
from controller.table.deal.dealer_and_deck import HOUSE
from controller.table.state.question import DISPUTED
from controller.table.state.stakes import posted
from controller.table.state.table import Table
from controller.table.view.model import AskRule, LogView, OnTheFelt, View, Winner
from controller.table.view.next_step import dues
from controller.table.view.question_citations import cites_of
from controller.table.view.remedies import burn_pile, remedy_views
from controller.table.view.sayable import answers_to, moments, taken_back
from controller.table.view.situation import counted, situation
from controller.table.view.tournament import contest_view


def view(table: Table) -> View:
    """Return the public view of the table now. It costs some 130 µs, so call it after a batch of events, not within
    one."""
    hand, now = table.hand, situation(table)
    return View(
        **vars(now),
        **vars(_on_the_felt(table)),
        revision=table.sequence,
        rulebook=table.book.key,
        structure=table.book.structure,
        hole_cards=table.setup.variant.hole_cards,
        level=table.stakes.text,
        small_blind=table.stakes.small_blind,
        ante=table.stakes.ante or table.stakes.big_blind_ante,
        small_blind_seat=(hand.small_blind or None) if hand else None,
        big_blind_seat=hand.big_blind if hand else None,
        pot_total=hand.betting.pot + sum(hand.betting.bet) if hand else 0,
        ask_rules=tuple(_ask_rule(ask, table.book) for ask in table.asks.values()),
        log=_log(hand) if hand and DISPUTED in table.asks else (),
        prompts=tuple(table.prompts),
        show_order=tuple(show_order(hand, table.book)) if hand and hand.phase is Phase.SHOWDOWN else (),
        winners=tuple(_winners(hand)) if hand else (),
        awards=tuple((s, won) for s, won in enumerate(hand.pots.won) if won) if hand else (),
        shown_to_players=("pot",) if table.book.entries.chips_count.pot_shown else (),
        clock=(hand.clock.seat, hand.clock.due) if hand and NOBODY != hand.clock.seat == hand.betting.turn else None,
        kept=tuple(table.seating.kept),
        last_hands=table.seating.ending if table.seating.ending >= 0 else None,
        waiting_list=table.seating.listed,
        posted=posted(table),
        deals=hand.seats[-1] if hand and table.setup.self_dealt else None,
        deck_missing=tuple(map(name, table.deck.missing)),
        contest=contest_view(table) if table.setup.tournament else None,
        remedies=remedy_views(table, hand) if hand and hand.remedies.open else (),
        dealer_counted=counted(table, HOUSE),
        moments=moments(table),
        answers=answers_to(table, now.next_step),
        undo=taken_back(table),
    )


def _ask_rule(ask: Ask, book: Book) -> AskRule:
    cites = cites_of(ask, book)
    text = book.rulebook.text(cites[0].article) if cites else ""
    return AskRule(ask.id, cites, text)


def _log(hand: Hand) -> tuple[LogView, ...]:
    """The rulings on the acts of the street before the open dispute."""
    n, at = max(
        ((n, logged.at) for n, logged in enumerate(hand.records.log) if logged.act == DISPUTED), default=(0, 0)
    )
    acts = [logged for logged in hand.records.log[:n] if logged.act != DISPUTED]
    return tuple(LogView(at - e.at, e.how, e.seat, e.act, e.total) for e in acts)


def _on_the_felt(table: Table) -> OnTheFelt:
    hand, lifted = table.hand, table.felt.lifted
    spots = Counter(spot for card, spot in table.felt.spot_of.items() if card not in lifted)
    return OnTheFelt(
        burns=hand.plan.slots.burns if hand else 0,
        dues=tuple((place_text(area), amount) for area, amount in dues(table)),
        chips_at=tuple((place_text(area), value) for area, value in enumerate(table.felt.total) if value),
        cards_at=tuple((place_text(spot), count) for spot, count in spots.items()),
        burn_pile=burn_pile(table, hand) if hand else 0,
        landing=tuple(place_text(slot.place) for slot in hand.plan.slots.underway()) if hand else (),
    )


def _winners(hand: Hand) -> list[Winner]:
    winners = []
    for share in hand.pots.shares:
        five = tuple(map(name, _made_of(hand, share.seat))) if share.value is not None else ()
        shown = category(share.value) if share.value is not None else None
        winners.append(Winner(share.pot, share.seat, share.amount, shown, five))
    return winners


def _made_of(hand: Hand, seat: Seat) -> tuple[int, ...]:
    """The five cards of a hand that was shown. Empty if too few of its cards are known."""
    hole = hole_cards(hand, seat) or []
    return best_five(hole, board_cards(hand), hand.variant.hole_used)
