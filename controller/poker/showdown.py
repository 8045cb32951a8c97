"""Who shows in which order, who wins each pot, and why."""

from collections.abc import Callable, Collection, Iterable
from itertools import combinations
from typing import Final, NamedTuple

from controller.poker.betting import NOBODY, clockwise, seats_of
from controller.poker.book import Book
from controller.poker.cards import DECK_SIZE
from controller.poker.evaluator import CATEGORIES, apart, category, hand_value
from controller.poker.hand import Hand, hole_cards, whole_board
from controller.poker.outcomes import Award
from controller.poker.places import Seat
from controller.poker.policy import find
from controller.poker.pot_awards import Share
from controller.poker.pots import Pot, all_first_left, side_pots, split
from controller.rulebooks.showdown import Rake as RakeEntry
from controller.rulebooks.variants import GameVariant

AGGRESSOR: Final = "last_aggressor"
TOGETHER: Final = "all_together"


class Settlement(NamedTuple):
    """The pots divided, from the outermost inwards."""

    awards: list[Award]
    shares: list[Share]
    apart: list[str]  # of each award, what decided between equal combinations: "rank", "kicker", or ""

    def add(self, award: Award, shares: Iterable[Share], apart: str) -> None:
        """One more pot is divided."""
        self.awards.append(award)
        self.shares.extend(shares)
        self.apart.append(apart)


def show_order(hand: Hand, book: Book) -> list[Seat]:
    """Live seats in the order of showing.

    - The first is the last to bet or raise, in the last round that had bets or on the river, as the book says.
    - If there is none, or the dealer asks one after the other, the first to speak shows first.
    - If all show together the list is empty.
    """
    betting = hand.betting
    live = seats_of(betting.live)
    last = betting.aggressor
    if book.entries.show_order.aggressor_of == "river" and hand.bet_street < 3:
        last = NOBODY
    first = book.entries.show_order.first
    if first == TOGETHER:
        return []
    if first == AGGRESSOR and last != NOBODY and betting.is_live(last):
        return clockwise(live, last - 1)
    return clockwise(live, hand.button)


def pots_of(hand: Hand) -> list[Pot]:
    """The pots as they stand, main first, without the bets in front."""
    betting = hand.betting
    if not hand.pots.rake:
        return side_pots(betting.put, betting.live, betting.pot)
    whole = side_pots(betting.put, betting.live, betting.pot + sum(hand.pots.rake.values()))
    return [pot._replace(amount=pot.amount - hand.pots.rake.get(n, 0)) for n, pot in enumerate(whole)]


def rake_of(pots: list[Pot], on: RakeEntry, house: tuple[int, int], chip: int, base: int) -> list[int]:
    """Return the rake of each pot, main first: hundredths of a per cent, rounded down to the smallest chip. The
    maximum of a hand is used up from the main pot on.

    - `base`: the sum that is raked instead of the pots (only blinds, before the uncalled bet goes back), otherwise 0
    - `house`: rate and maximum if the book has none
    """
    points = on.basis_points or house[0]
    left = on.maximum or house[1] or sum(pot.amount for pot in pots)
    takes = []
    for pot in pots:
        amount = min((base or pot.amount) * points // 10_000 // chip * chip, left, pot.amount)
        takes.append(amount)
        left -= amount
    return takes


def best_shown(hand: Hand) -> list[Seat]:
    """The seats whose tabled hands are the best so far."""
    values = _values(hand, hand.betting.live & hand.rights.shown)
    return [s for s, value in values.items() if value == max(values.values())]


def holds_unbeatable(hand: Hand, seat: Seat) -> bool:
    """Whether the hand of a seat is known, and cannot be beaten on the whole board. Secret: for the floor only."""
    hole, board = hole_cards(hand, seat), whole_board(hand)
    return hole is not None and board is not None and is_unbeatable(board, hole, hand.variant)


def is_unbeatable(board: list[int], hole: list[int], variant: GameVariant) -> bool:
    """Whether no hole cards beat a hand on a whole board. A tie is unbeatable. The best possible hand is never less
    than three of a kind, so most hands need no search."""
    used = variant.hole_used
    value = hand_value(hole, board, used)
    if CATEGORIES.index(category(value)) < CATEGORIES.index("three_of_a_kind"):
        return False
    rest = [c for c in range(DECK_SIZE) if c not in board and c not in hole]
    return all(hand_value(held, board, used) <= value for held in combinations(rest, used or variant.hole_cards))


def settle(hand: Hand, book: Book, smallest_chip: int, odd: str = "") -> Settlement | None:
    """Divide the pots. None if a contested pot's hands cannot all be read and the winner was not entered. `odd` is
    the policy of odd chips that a person chose if the book has none."""
    odd_chips = find("odd_chip", odd) if odd else book.bound("odd_chip")[0] or all_first_left
    pots = pots_of(hand)
    values = known_values(hand) if hand.betting.contested else {}
    divided = Settlement([], [], [])
    for number in range(len(pots) - 1, -1, -1):
        winners = _winners(hand, pots[number], values, len(pots) - 1 - number)
        if winners is None:
            return None
        shares = _divide(hand, odd_chips, pots[number].amount, winners, smallest_chip)
        open_values = {s: value for s, value in values.items() if hand.rights.has_shown(s)}
        why = [Share(number, seat, share, open_values.get(seat)) for seat, share in shares.items()]
        told = bool(hand.pots.told_winners)
        divided.add(Award(number, tuple(shares.items())), why, "" if told else _apart(pots[number], winners, values))
    return divided


def best_by_cards(values: dict[Seat, int], seats: Collection[Seat]) -> list[Seat]:
    """Those of the seats with the best of these values."""
    best = max(values[seat] for seat in seats)
    return [seat for seat in seats if values[seat] == best]


def known_values(hand: Hand) -> dict[Seat, int]:
    """The values of the live hands whose cards are known, shown or not, on a whole board. Secret: only the winner may
    be made known from it."""
    return _values(hand, hand.betting.live)


def _values(hand: Hand, seats: int) -> dict[Seat, int]:
    """The same, of those seats only."""
    board = whole_board(hand)
    if board is None:
        return {}
    held = {seat: hole_cards(hand, seat) for seat in seats_of(seats)}
    used = hand.variant.hole_used
    return {seat: hand_value(hole, board, used) for seat, hole in held.items() if hole is not None}


def _winners(hand: Hand, pot: Pot, values: dict[Seat, int], outer: int) -> list[Seat] | None:
    eligible = seats_of(pot.seats)
    if len(eligible) == 1:
        return list(eligible)
    if hand.pots.told_winners:
        told = hand.pots.told_winners[min(outer, len(hand.pots.told_winners) - 1)]
        return [s for s in told if s in eligible] or None
    if any(seat not in values for seat in eligible):
        return None
    return best_by_cards(values, eligible)


def _apart(pot: Pot, winners: list[Seat], values: dict[Seat, int]) -> str:
    """What decided against the best hand that lost. If all share, what they are equal in."""
    if winners[0] not in values:
        return ""
    lost = [values[s] for s in seats_of(pot.seats) if s not in winners]
    best = values[winners[0]]
    return apart(best, max(lost) if lost else best) if lost or len(winners) > 1 else ""


def _divide(
    hand: Hand, odd_chips: Callable[[int, int], list[int]], amount: int, winners: list[Seat], chip: int
) -> dict[Seat, int]:
    """Return what each winner of a pot gets."""
    if len(winners) == 1:
        return {winners[0]: amount}
    return split(amount, winners, hand.button, chip, odd_chips(amount // chip % len(winners), len(winners)))
