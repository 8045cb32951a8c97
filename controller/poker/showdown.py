"""Who shows in which order, who wins each pot, and why."""

from typing import NamedTuple

from controller.poker.betting import NOBODY, clockwise, seats_of
from controller.poker.book import Book
from controller.poker.evaluator import evaluate
from controller.poker.hand import Hand, Share, board_cards, hole_cards
from controller.poker.outcomes import Award
from controller.poker.places import Seat
from controller.poker.pots import Pot, side_pots, split


class Settlement(NamedTuple):
    """The pots divided, from the outermost inwards."""

    awards: list[Award]
    shares: list[Share]


def show_order(hand: Hand) -> list[Seat]:
    """Live seats in the order of showing: the last to bet or raise in the last round, else the first to speak."""
    betting = hand.betting
    live = seats_of(betting.live)
    last = betting.aggressor
    if last != NOBODY and betting.live >> last & 1:
        return clockwise(live, last - 1)
    return clockwise(live, hand.button)


def pots_of(hand: Hand) -> list[Pot]:
    """The pots as they stand, main first; bets in front are not in them."""
    betting = hand.betting
    return side_pots(betting.put, betting.live, betting.pot)


def settle(hand: Hand, book: Book, smallest_chip: int) -> Settlement | None:
    """Divide the pots; None if a contested pot's hands cannot all be read and nobody said who won."""
    pots = pots_of(hand)
    values = _values(hand) if hand.betting.contested else {}
    divided = Settlement([], [])
    for number in range(len(pots) - 1, -1, -1):
        winners = _winners(hand, pots[number], values, len(pots) - 1 - number)
        if winners is None:
            return None
        _divide(hand, book, number, pots[number].amount, winners, smallest_chip, values, divided)
    return divided


def _values(hand: Hand) -> dict[Seat, int]:
    board = board_cards(hand)
    if len(board) != 5:
        return {}
    held = {seat: hole_cards(hand, seat) for seat in seats_of(hand.betting.live)}
    return {seat: evaluate(board + hole) for seat, hole in held.items() if hole is not None}


def _winners(hand: Hand, pot: Pot, values: dict[Seat, int], outer: int) -> list[Seat] | None:
    eligible = seats_of(pot.seats)
    if len(eligible) == 1:
        return eligible
    if hand.told_winners:
        told = hand.told_winners[min(outer, len(hand.told_winners) - 1)]
        return [s for s in told if s in eligible] or None
    if any(seat not in values for seat in eligible):
        return None
    best = max(values[seat] for seat in eligible)
    return [seat for seat in eligible if values[seat] == best]


def _divide(
    hand: Hand,
    book: Book,
    number: int,
    amount: int,
    winners: list[Seat],
    chip: int,
    values: dict[Seat, int],
    out: Settlement,
) -> None:
    if len(winners) == 1:
        shares = {winners[0]: amount}
    else:
        policy, _ = book.bound("odd_chip")
        odd = amount // chip % len(winners)
        spread = policy(odd, len(winners)) if policy else [odd] + [0] * (len(winners) - 1)
        shares = split(amount, winners, hand.button, chip, spread)
    out.awards.append(Award(number, tuple(shares.items())))
    for seat, share in shares.items():
        shown = hand.shown >> seat & 1 and seat in values
        out.shares.append(Share(number, seat, share, values[seat] if shown else None))
